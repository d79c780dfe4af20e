//! The parser: tokens to a syntax tree.

mod declaration;
mod expression;
mod statement;
mod words;

use pica200_diagnostics::Code;

use super::ast::Global;
use super::report::Reports;
use super::token::{Interner, Kind, Sign, Span, Symbol, Token};
pub(super) use words::Words;

/// Maximum number of expressions and statements nested.
pub(super) const MAX_DEPTH: usize = 200;

/// Maximum depth of a tree, including consecutive operators.
const MAX_TREE_DEPTH: u32 = 1000;

/// Proof that an error was reported.
#[derive(Clone, Copy, Debug)]
pub(super) struct ErrorReported;

pub(super) type ParseResult<T> = Result<T, ErrorReported>;

/// Returns the declarations of a shader.
pub(super) fn parse(tokens: &[Token], interner: &Interner, words: &Words, reports: &mut Reports) -> Vec<Global> {
    let mut parser = Parser {
        tokens,
        interner,
        words,
        reports,
        at: 0,
        depth: 0,
        is_too_deep: false,
        changed: Vec::new(),
    };
    let mut globals = Vec::new();
    while parser.peek().kind != Kind::End && !parser.is_too_deep {
        let before = parser.at;
        if parser.global(&mut globals).is_err() {
            parser.recover(before);
        }
    }
    globals
}

struct Parser<'p> {
    tokens: &'p [Token],
    interner: &'p Interner,
    words: &'p Words,
    reports: &'p mut Reports,
    at: usize,
    /// The number of expressions and statements around the current token.
    depth: usize,
    /// True if the source nests too deeply, and the rest is left out.
    is_too_deep: bool,
    /// Names that the current function may change.
    changed: Vec<Symbol>,
}

const END: Token = Token {
    kind: Kind::End,
    symbol: Symbol::NONE,
    span: Span { start: 0, end: 0 },
    is_first: true,
    is_spaced: true,
    is_painted: false,
};

impl<'p> Parser<'p> {
    /// Returns the token that is `ahead` tokens after the current one.
    fn ahead(&self, ahead: usize) -> Token {
        let token = self.tokens.get(self.at + ahead).or(self.tokens.last());
        token.copied().unwrap_or(END)
    }

    fn peek(&self) -> Token {
        self.ahead(0)
    }

    /// Returns the current token and goes on to the next one.
    fn next(&mut self) -> Token {
        let token = self.peek();
        self.at += usize::from(token.kind != Kind::End);
        token
    }

    /// Returns the location of the token before the current one.
    fn last_span(&self) -> Span {
        let index = self.at.checked_sub(1);
        index
            .and_then(|index| self.tokens.get(index))
            .map_or(Span::default(), |token| token.span)
    }

    /// Skips a sign, if it is the current token.
    fn take(&mut self, sign: Sign) -> Option<Span> {
        let token = self.peek();
        token.is(sign).then(|| self.next().span)
    }

    /// Skips a sign that is required here.
    fn expect(&mut self, sign: Sign) -> ParseResult<Span> {
        match self.take(sign) {
            Some(span) => Ok(span),
            // Where it is missing at the end of a line or a block, all else is right.
            None if sign == Sign::Semicolon && self.ends_line() => {
                let _ = self.unexpected::<()>("`;`");
                Ok(self.last_span())
            }
            None => self.unexpected(&format!("`{}`", sign.text())),
        }
    }

    /// Returns whether a line or a block ends before the current token.
    fn ends_line(&self) -> bool {
        let token = self.peek();
        token.kind != Kind::End && (token.is_first || token.is(Sign::RightBrace))
    }

    /// Skips a name that is required here.
    fn name(&mut self, what: &str) -> ParseResult<(Symbol, Span)> {
        let token = self.peek();
        if token.kind == Kind::Word && !self.words.is_keyword(token.symbol) {
            self.next();
            return Ok((token.symbol, token.span));
        }
        self.unexpected(what)
    }

    fn text(&self, symbol: Symbol) -> &'p str {
        self.interner.text(symbol)
    }

    /// Reports an unexpected token.
    fn unexpected<T>(&mut self, wanted: &str) -> ParseResult<T> {
        let token = self.peek();
        let found = match token.kind {
            Kind::End => "the end of the source".to_owned(),
            _ => format!("`{}`", self.text(token.symbol)),
        };
        let help = if self.words.is_future(token.symbol) {
            "this word is reserved; use another name"
        } else {
            ""
        };
        let message = format!("expected {wanted}, found {found}");
        // A token missing at the end of a line is reported after the last token.
        let span = if token.is_first && wanted.starts_with('`') && wanted != "`}`" {
            let end = self.last_span().end;
            Span { start: end, end }
        } else {
            token.span
        };
        self.error(span, message, help)
    }

    fn error<T>(&mut self, span: Span, message: impl Into<String>, help: &str) -> ParseResult<T> {
        self.reports.error(Code::SourceInvalid, span, message, help);
        Err(ErrorReported)
    }

    /// Parses something that can be within itself.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> ParseResult<T>) -> ParseResult<T> {
        if self.depth >= MAX_DEPTH {
            return self.too_deep(format!(
                "more than {MAX_DEPTH} expressions and statements are within one another"
            ));
        }
        self.depth += 1;
        let found = parse(self);
        self.depth -= 1;
        found
    }

    fn too_deep<T>(&mut self, message: String) -> ParseResult<T> {
        self.is_too_deep = true;
        let span = self.peek().span;
        self.reports.error(Code::NestingTooDeep, span, message, "");
        Err(ErrorReported)
    }

    /// Goes on after a declaration with an error: after its `;`, or after the body of its function.
    fn recover(&mut self, start: usize) {
        self.at = self.at.max(start + usize::from(self.at == start));
        // The error may be within brackets that were opened since the start.
        let mut depth = 0_usize;
        for token in self.tokens.get(start..self.at).unwrap_or_default() {
            match token.kind {
                Kind::Sign(Sign::LeftBrace) => depth += 1,
                Kind::Sign(Sign::RightBrace) => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        loop {
            let token = self.next();
            match token.kind {
                Kind::End => return,
                Kind::Sign(Sign::LeftBrace) => depth += 1,
                Kind::Sign(Sign::RightBrace) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.take(Sign::Semicolon);
                        return;
                    }
                }
                Kind::Sign(Sign::Semicolon) if depth == 0 => return,
                _ => {}
            }
        }
    }
}
