//! Ordinary lines, which the preprocessor passes to the parser unchanged.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::macros::Macro;
use crate::directive::Directive;
use crate::syntax::head::{Head, Word};
use crate::syntax::token::Spanned;
use crate::syntax::{BlockEffect, Lexer, LineToken, Lookahead, Token, label_token_count};
use crate::text::{WHITESPACE, line_len};

/// Macros by name.
pub(super) type Macros = FxHashMap<String, Rc<Macro>>;

/// Block counts of the branch that contains the lines.
#[derive(Clone, Copy)]
pub(super) struct BranchBlocks {
    /// Number of blocks that the branch opened and did not close.
    pub(super) opened: i64,
    /// True if an `.else` can belong to the conditional because it was opened in the same frame.
    pub(super) takes_else: bool,
}

/// The reason why a run of ordinary lines ends before the frame does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// A preprocessor line.
    Line,
    /// An `.else`; finding out what it belongs to would require too much lookahead.
    TooFar,
}

/// The tokens of a run of ordinary lines.
pub(super) struct OrdinaryTokens<'s, 'r> {
    lexer: Lexer<'s, 'r>,
    macros: &'r Macros,
    lookahead: &'r mut Lookahead,
    /// The branch that contains the lines.
    branch: Option<BranchBlocks>,
    /// Tokens of the current statement, if blocks are counted.
    statement: Vec<LineToken<'s>>,
    stop: Option<Stop>,
}

/// The state at the end of a run.
pub(super) struct RunEnd {
    /// Why it ended, if the frame has remaining lines.
    pub(super) stop: Option<Stop>,
    /// Block count of the branch that contains its lines.
    pub(super) blocks: Option<i64>,
}

impl<'s, 'r> OrdinaryTokens<'s, 'r> {
    pub(super) fn new(
        lexer: Lexer<'s, 'r>,
        macros: &'r Macros,
        lookahead: &'r mut Lookahead,
        branch: Option<BranchBlocks>,
    ) -> Self {
        Self {
            lexer,
            macros,
            lookahead,
            branch,
            statement: Vec::new(),
            stop: None,
        }
    }

    pub(super) fn end(&self) -> RunEnd {
        RunEnd {
            stop: self.stop,
            blocks: self.branch.map(|branch| branch.opened),
        }
    }

    /// Returns true if the run ends before a token, which is the first after all labels of its line. Not inlined: most
    /// tokens are not the first, and their path stays short.
    #[inline(never)]
    fn stops_at(&mut self, start: u32, token: Token) -> bool {
        self.stop = self.stop_at(start, token);
        self.stop.is_some()
    }

    /// Checks whether a line is a preprocessor line. The token is the first after all labels of the line.
    fn stop_at(&mut self, start: u32, token: Token) -> Option<Stop> {
        let name = match token {
            Token::Marker => return Some(Stop::Line),
            Token::Directive(directive) if directive.is_preprocessor() => None,
            Token::Directive(Directive::Else) if self.branch.is_some_and(|b| b.takes_else) => None,
            Token::Word if !self.macros.is_empty() => Some(self.lexer.slice()),
            Token::Dotted(dot) if !self.macros.is_empty() => self.lexer.slice().get(..(dot - start) as usize),
            _ => return None,
        };
        if name.is_some_and(|name| !self.macros.contains_key(name)) {
            return None;
        }
        let (text, column) = self.lexer.line();
        let (line, after) = text.split_at(line_len(text));
        let head = Head::parse(line);
        match head.word {
            _ if head.start != column => None,
            Word::Directive(Directive::Else) => {
                let opened = self.branch.map_or(0, |branch| branch.opened);
                match takes_else(opened, after, self.lookahead, self.macros) {
                    None => Some(Stop::TooFar),
                    Some(takes) => takes.then_some(Stop::Line),
                }
            }
            Word::Directive(directive) => directive.is_preprocessor().then_some(Stop::Line),
            Word::Name(found) => (Some(found) == name).then_some(Stop::Line),
            Word::None | Word::Hash => None,
        }
    }

    /// Returns the end of the labels before a token, if there are any: they form a separate line.
    fn end_of_labels(&self, offset: u32) -> Option<Spanned> {
        let (line, column) = self.lexer.line();
        let labels = line.get(..column).unwrap_or_default();
        let has_labels = !labels.trim_matches(WHITESPACE).is_empty();
        has_labels.then_some((offset, Token::Newline, offset))
    }

    /// Records a token, to count the blocks that statements open.
    #[inline(never)]
    fn count(&mut self, (start, token, _): Spanned) {
        let Some(branch) = &mut self.branch else {
            return;
        };
        if token == Token::Newline {
            let labels = label_token_count(&self.statement);
            let statement = self.statement.get(labels..).unwrap_or_default();
            branch.opened += BlockEffect::from_statement(statement).blocks_opened();
            self.statement.clear();
        } else {
            self.statement.push(LineToken {
                token,
                text: self.lexer.slice(),
                start: start as usize,
            });
        }
    }
}

impl Iterator for OrdinaryTokens<'_, '_> {
    type Item = Spanned;

    // A call would take as much time as the token.
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        if self.stop.is_some() {
            return None;
        }
        let at_statement = self.lexer.is_at_statement();
        let item = self.lexer.next()?;
        if at_statement && self.stops_at(item.0, item.1) {
            return self.end_of_labels(item.0);
        }
        if self.branch.is_some() {
            self.count(item);
        }
        Some(item)
    }
}

/// Returns true if an `.else` belongs to the innermost conditional, rather than to a block opened in it. It belongs to
/// the block if the block also ends before the branch does. `None` if this would require too much lookahead. `opened`
/// is the number of blocks that the branch opened and did not close; `after` are the lines after the `.else`.
pub(super) fn takes_else(opened: i64, after: &str, lookahead: &mut Lookahead, macros: &Macros) -> Option<bool> {
    if opened <= 0 {
        return Some(true);
    }
    let opened = |name: &str| macros.get(name).map(|callee| callee.blocks);
    let ends_first = lookahead.block_ends_first(after, &opened)?;
    Some(!ends_first)
}
