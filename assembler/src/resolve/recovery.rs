//! Error recovery for malformed lines: they still declare their names, and open or close their blocks, so that one
//! error in the source causes one diagnostic.

use std::cell::OnceCell;

use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::RegisterForm;

use rustc_hash::FxHashSet;

use super::{Resolver, directive, instruction};
use crate::directive::{Directive, NameCount};
use crate::foreign::{Effect, ForeignKeyword};
use crate::program::Closing;
use crate::syntax::ast::StatementKind;
use crate::text::{Span, WHITESPACE, code, is_name, is_name_char, line_len, word_len};

/// State of recovery: lines with an error, and their probable intentions.
#[derive(Default)]
pub(super) struct Recovery<'s> {
    /// True if the open procedure began with an instruction outside of procedures.
    has_stray: bool,
    /// True if the next instruction outside of procedures causes no error: one was already reported, or an unknown line
    /// may have been meant as a `.proc`.
    allows_stray: bool,
    /// Number of lines in the open procedure, or in the last one, that may have been meant to open a block. Each
    /// explains an unmatched `.else` or `.end`.
    openers: usize,
    /// Number of `.else` without an if. Each explains an unmatched `.end`.
    bodies: usize,
    /// Number of declarations whose name is missing. Each explains an unknown name.
    nameless: usize,
    /// Number of blocks opened by a guess. A wrong guess explains a missing `.end`.
    guessed: usize,
    /// Names of all procedures of the source.
    procedures: OnceCell<FxHashSet<&'s str>>,
}

impl Recovery<'_> {
    /// Resets the state at the start of a procedure or a constant array.
    fn begin(&mut self) {
        self.has_stray = false;
        self.allows_stray = false;
        self.openers = 0;
        self.bodies = 0;
    }

    /// Returns true if an earlier line explains an unmatched `.end`.
    fn explains_end(&mut self) -> bool {
        take(&mut self.openers) || take(&mut self.bodies)
    }
}

/// Decrements a count. Returns false if it was 0.
fn take(count: &mut usize) -> bool {
    let had = *count > 0;
    *count = count.saturating_sub(1);
    had
}

impl<'s> Resolver<'_, 's> {
    /// Before a `.proc` or `.constfa`: ends a procedure that only holds instructions outside of procedures.
    pub(super) fn begin_block(&mut self, span: Span) {
        self.end_unclosed_array(span);
        let position = self.position;
        let closing = Closing { span, position };
        while self.recovery.has_stray && self.builder.close(closing).is_some() {}
        if self.builder.innermost().is_none() {
            self.recovery.begin();
        }
    }

    /// Returns true if blocks may be open because lines with an error opened or closed the wrong blocks.
    pub(super) const fn explains_open(&self) -> bool {
        self.recovery.has_stray || self.recovery.guessed > 0 || self.ast.is_cut
    }

    /// Returns true if the open procedure began with an instruction outside of procedures.
    pub(super) const fn has_stray(&self) -> bool {
        self.recovery.has_stray
    }

    /// Records that a line opened a block by a guess.
    pub(super) fn note_guess(&mut self) {
        self.recovery.guessed += 1;
    }

    /// Records that a block was closed.
    pub(super) fn note_closed(&mut self) {
        self.recovery.has_stray &= self.builder.innermost().is_some();
    }

    /// Returns true if an instruction may be in a block that an earlier line with an error was meant to open.
    pub(super) const fn may_be_in_block(&self) -> bool {
        self.recovery.openers > 0
    }

    /// Begins a procedure for an instruction outside of procedures, so that the following `.end` has a block. Returns
    /// true if the instruction is a separate error.
    pub(super) fn begin_stray(&mut self, span: Span) -> bool {
        let position = self.position;
        let is_explained = self.recovery.allows_stray || self.recovery.explains_end();
        self.recovery.allows_stray = true;
        self.recovery.has_stray = true;
        self.builder.open_procedure(span, None, position);
        !is_explained
    }

    /// Returns true if an instruction outside of procedures is a separate error. Instructions after it are not.
    pub(super) fn allow_stray(&mut self) -> bool {
        !std::mem::replace(&mut self.recovery.allows_stray, true)
    }

    /// Returns true if the source defines a procedure of this name anywhere.
    pub(super) fn defines_procedure(&self, name: &str) -> bool {
        let defined = self.recovery.procedures.get_or_init(|| {
            let names = self.ast.statements.iter().filter_map(|statement| match statement.kind {
                StatementKind::Procedure(name) => name,
                _ => None,
            });
            names.map(|name| self.text(name)).collect()
        });
        defined.contains(name)
    }

    /// Returns true if an earlier line explains an unmatched `.end`.
    pub(super) fn explains_end(&mut self) -> bool {
        self.recovery.explains_end()
    }

    /// Handles an `.else` without an if. If an unknown line explains it, begins the else-body. Otherwise the `.end` of
    /// the else-body will be unmatched.
    pub(super) fn explains_else(&mut self, span: Span) -> bool {
        let is_inside = self.builder.procedure().is_some();
        let explains = is_inside && take(&mut self.recovery.openers);
        if explains {
            let position = self.position;
            instruction::open_unknown(self, span, Opcode::Ifc);
            self.builder.begin_else(Closing { span, position });
        } else {
            self.recovery.bodies += usize::from(is_inside);
        }
        explains
    }

    /// Records an unknown line that may have been meant to open a block or begin a procedure.
    pub(super) fn note_opener(&mut self) {
        if self.builder.procedure().is_some() {
            self.recovery.openers += 1;
        } else {
            self.recovery.allows_stray = true;
        }
    }

    /// Returns true if a declaration without a name explains an unknown name. Its further uses then cause no errors.
    pub(super) fn explains_unknown(&mut self, name: &'s str) -> bool {
        let explains = take(&mut self.recovery.nameless);
        if explains {
            self.names.reject(name);
        }
        explains
    }

    /// Recovers from a malformed line that does not start with an instruction or the name of a directive.
    pub(super) fn recover_broken(&mut self, line: Span) {
        let text = self.line_from(line);
        if let Some(name) = text.strip_prefix('.') {
            let name = name.get(..word_len(name)).unwrap_or_default();
            return self.recover_directive(line, name);
        }
        if let Some(array) = self.builder.array() {
            // It is probably an element.
            array.count += 1;
        } else if text.starts_with('}') {
            self.recover_block(line, Directive::End);
        } else {
            let word = text.get(..word_len(text)).unwrap_or_default();
            let is_operand =
                self.names.value(word).is_some() || matches!(RegisterForm::classify(word), RegisterForm::Register(_));
            if !is_operand {
                self.note_opener();
            }
            instruction::push_placeholder(self, line);
        }
        self.reject_names(line);
    }

    /// Recovers from a malformed line that starts with a dot and a name.
    fn recover_directive(&mut self, line: Span, name: &str) {
        let word = Span::from_range(0..1 + name.len());
        let span = Span::new(line.start, line.start + word.end);
        if let Some(directive) = Directive::from_name(name) {
            self.recover_block(span, directive);
            return self.recover_declaration(directive, Span::new(span.end, span.end));
        }
        if let Some(foreign) = ForeignKeyword::find(self.text(span)) {
            self.recover_foreign(span, foreign);
        } else if let Some((meant, _)) = Directive::similar(name) {
            self.recover_block(span, meant);
        } else {
            self.note_opener();
        }
        self.reject_names(line);
    }

    /// Recovers from a directive whose operands could not be parsed. It may have been meant to declare the names in
    /// them, or a name that is missing.
    pub(super) fn recover_declaration(&mut self, directive: Directive, operands: Span) {
        let list = self.line_from(operands);
        let has_name = self.reject_names(operands);
        self.recovery.nameless += match directive.declares_operand() {
            Some(NameCount::Several) => list
                .split(',')
                .filter(|item| !item.trim_matches(WHITESPACE).starts_with(is_name_char))
                .count(),
            Some(NameCount::One) => usize::from(!has_name),
            None => 0,
        };
    }

    /// Recovers from a line whose first word is not a mnemonic. Returns the directive that was probably meant.
    pub(super) fn recover_unknown(&mut self, keyword: Span) -> Option<&'static str> {
        let is_outside = self.builder.innermost().is_none();
        let meant = self.directive_without_dot(self.text(keyword), is_outside);
        if let Some((directive, _)) = meant {
            self.recover_block(keyword, directive);
        }
        if meant.is_some() || is_outside {
            self.reject_names(keyword);
        }
        meant.map(|(_, name)| name)
    }

    /// Returns the foreign keyword at the start of a line. Outside of blocks, the name of a directive is that
    /// directive.
    pub(super) fn foreign(&self, keyword: Span) -> Option<&'static ForeignKeyword> {
        let word = self.text(keyword);
        let is_outside = self.builder.innermost().is_none();
        let is_directive = is_outside && Directive::from_name(word).is_some();
        ForeignKeyword::find(word).filter(|_| !is_directive)
    }

    /// Opens or closes the block that a foreign keyword opens or closes, and rejects the names of a line outside of
    /// blocks.
    pub(super) fn recover_foreign(&mut self, span: Span, foreign: &ForeignKeyword) {
        match foreign.effect {
            Effect::None if self.builder.innermost().is_none() => {
                self.reject_names(span);
            }
            Effect::None => {}
            Effect::Directive(directive) => self.recover_block(span, directive),
            Effect::Opens(opcode) if self.builder.procedure().is_some() => {
                instruction::open_unknown(self, span, opcode);
            }
            Effect::Opens(_) => {}
        }
    }

    /// Returns the directive that a word without a dot was probably meant to be. Instructions are only valid in
    /// procedures, so outside of procedures this includes misspelled words.
    fn directive_without_dot(&self, word: &str, is_outside: bool) -> Option<(Directive, &'static str)> {
        match Directive::from_name(word) {
            // An `if` in code means an `if` of the shader, not of the preprocessor.
            Some(Directive::If) => None,
            None if !is_outside => None,
            _ => Directive::similar(word),
        }
    }

    /// Opens or closes the block that a directive opens or closes.
    fn recover_block(&mut self, span: Span, meant: Directive) {
        let is_inside = self.builder.innermost().is_some();
        match meant {
            Directive::Proc => directive::block::procedure(self, span, None),
            Directive::Constfa => directive::constant::array(self, span, None),
            Directive::Else if is_inside => {
                directive::block::resolve_else(self, span, ".else");
            }
            Directive::Elseif if is_inside => instruction::else_if(self, span, None),
            Directive::End if is_inside => directive::block::end(self, span),
            Directive::Endif if self.builder.inside_procedure().next().is_some() => {
                directive::block::end(self, span);
            }
            _ => {}
        }
    }

    /// Rejects the words of an unknown line, except registers and names that have a meaning: the line may have been
    /// meant to declare any of them. A number at the end of a word may be a separate operand. Returns true if there is
    /// such a word that is neither a swizzle nor the name of a property.
    pub(super) fn reject_names(&mut self, line: Span) -> bool {
        let (mut found, mut follows_dot) = (false, false);
        for piece in self.line_from(line).split_inclusive(|c| !is_name_char(c)) {
            let word = piece.trim_end_matches(|c| !is_name_char(c));
            if is_name(word) && self.names.value(word).is_none() {
                if RegisterForm::classify(word) == RegisterForm::Name {
                    self.names.reject(word);
                    found |= !follows_dot && property::by_name(word).is_none();
                }
                self.names.reject(word.trim_end_matches(|c: char| c.is_ascii_digit()));
            }
            follows_dot = piece.ends_with('.');
        }
        found
    }

    /// Rejects the words of a line that has a colon: it may have been meant to define a label.
    pub(super) fn reject_labels(&mut self, line: Span) {
        if self.line_from(line).contains(':') {
            self.reject_names(line);
        }
    }

    /// Returns the text from the start of a span to the end of its line, without the comment.
    pub(super) fn line_from(&self, span: Span) -> &'s str {
        let text = self.report.text_from(span.start);
        code(text.get(..line_len(text)).unwrap_or_default())
    }
}
