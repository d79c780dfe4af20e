//! Recovery from lines whose first word or form is wrong: they still declare their names, and open or close their
//! blocks, so that one mistake causes one error.

use std::cell::OnceCell;

use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::RegisterForm;

use rustc_hash::FxHashSet;

use super::{Resolver, directive, instruction};
use crate::directive::{Directive, Names};
use crate::foreign::{Effect, Foreign};
use crate::program::Closing;
use crate::syntax::ast::StatementKind;
use crate::text::{BLANKS, Span, code, is_in_name, is_name, line_len, word_len};

/// The state of recovery: lines with an error, and their probable intentions.
#[derive(Default)]
pub(super) struct Recovery<'s> {
    /// Whether the open procedure began with an instruction outside of procedures.
    has_stray: bool,
    /// Whether the next instruction outside of procedures draws no error: one was reported already, or a line that was
    /// not understood may have been meant as a `.proc`.
    allows_stray: bool,
    /// The number of lines in the open procedure, or in the last one, that may have been meant to open a block. Each
    /// explains an `.else` or `.end` that would belong to no block.
    openers: usize,
    /// The number of `.else` without an if. Each explains an `.end` that would belong to no block.
    bodies: usize,
    /// The number of declarations whose name is missing. Each explains an unknown name.
    nameless: usize,
    /// The number of blocks that lines opened by a guess at their meaning. A wrong guess explains a missing `.end`.
    guessed: usize,
    /// The names of all procedures of the source.
    procedures: OnceCell<FxHashSet<&'s str>>,
}

impl Recovery<'_> {
    /// A procedure or a constant array begins.
    fn begin(&mut self) {
        self.has_stray = false;
        self.allows_stray = false;
        self.openers = 0;
        self.bodies = 0;
    }

    /// Whether an earlier line explains an `.end` without a block.
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

    /// Whether blocks may be open because lines with an error opened or closed others than they were meant to.
    pub(super) const fn explains_open(&self) -> bool {
        self.recovery.has_stray || self.recovery.guessed > 0 || self.ast.is_cut
    }

    /// Whether the open procedure began with an instruction outside of procedures.
    pub(super) const fn has_stray(&self) -> bool {
        self.recovery.has_stray
    }

    /// Records that a line opened a block by a guess at its meaning.
    pub(super) fn note_guess(&mut self) {
        self.recovery.guessed += 1;
    }

    /// A block was closed.
    pub(super) fn note_closed(&mut self) {
        self.recovery.has_stray &= self.builder.innermost().is_some();
    }

    /// Whether an instruction may be in a block that an earlier line with an error was meant to open.
    pub(super) const fn may_be_in_block(&self) -> bool {
        self.recovery.openers > 0
    }

    /// Begins a procedure for an instruction outside of procedures, so that the `.end` after it has a block. Answers
    /// whether the instruction is an error of its own.
    pub(super) fn begin_stray(&mut self, span: Span) -> bool {
        let position = self.position;
        let is_explained = self.recovery.allows_stray || self.recovery.explains_end();
        self.recovery.allows_stray = true;
        self.recovery.has_stray = true;
        self.builder.open_procedure(span, None, position);
        !is_explained
    }

    /// Whether an instruction outside of procedures is an error of its own. The ones after it are not.
    pub(super) fn allow_stray(&mut self) -> bool {
        !std::mem::replace(&mut self.recovery.allows_stray, true)
    }

    /// Whether a procedure of this name begins anywhere in the source.
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

    /// Whether an earlier line explains an `.end` without a block.
    pub(super) fn explains_end(&mut self) -> bool {
        self.recovery.explains_end()
    }

    /// An `.else` without an if. If a line that was not understood explains it, begins the else-body. Otherwise the
    /// `.end` of the else-body will belong to no block.
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

    /// Notes a line that is not understood and may have been meant to open a block or begin a procedure.
    pub(super) fn note_opener(&mut self) {
        if self.builder.procedure().is_some() {
            self.recovery.openers += 1;
        } else {
            self.recovery.allows_stray = true;
        }
    }

    /// Whether a declaration without a name explains an unknown name. Its further uses then draw no errors.
    pub(super) fn explains_unknown(&mut self, name: &'s str) -> bool {
        let explains = take(&mut self.recovery.nameless);
        if explains {
            self.names.refuse(name);
        }
        explains
    }

    /// A line that could not be parsed, and does not begin with an instruction or the name of a directive.
    pub(super) fn mend_broken(&mut self, line: Span) {
        let text = self.line_from(line);
        if let Some(name) = text.strip_prefix('.') {
            let name = name.get(..word_len(name)).unwrap_or_default();
            return self.mend_directive(line, name);
        }
        if let Some(array) = self.builder.array() {
            // It is probably an element.
            array.count += 1;
        } else if text.starts_with('}') {
            self.mend_block(line, Directive::End);
        } else {
            let word = text.get(..word_len(text)).unwrap_or_default();
            let is_operand =
                self.names.value(word).is_some() || matches!(RegisterForm::of(word), RegisterForm::Register(_));
            if !is_operand {
                self.note_opener();
            }
            instruction::keep_place(self, line);
        }
        self.refuse_names(line);
    }

    /// A line that could not be parsed, and begins with a dot and a name.
    fn mend_directive(&mut self, line: Span, name: &str) {
        let word = Span::from_range(0..1 + name.len());
        let span = Span::new(line.start, line.start + word.end);
        if let Some(directive) = Directive::from_name(name) {
            self.mend_block(span, directive);
            return self.mend_declaration(directive, Span::new(span.end, span.end));
        }
        if let Some(foreign) = Foreign::find(self.text(span)) {
            self.mend_foreign(span, foreign);
        } else if let Some((meant, _)) = Directive::guess(name) {
            self.mend_block(span, meant);
        } else {
            self.note_opener();
        }
        self.refuse_names(line);
    }

    /// A directive whose operands could not be parsed. It may have been meant to declare the names in them, or a name
    /// that is missing.
    pub(super) fn mend_declaration(&mut self, directive: Directive, operands: Span) {
        let list = self.line_from(operands);
        let has_name = self.refuse_names(operands);
        self.recovery.nameless += match directive.declares_operand() {
            Some(Names::Several) => list
                .split(',')
                .filter(|item| !item.trim_matches(BLANKS).starts_with(is_in_name))
                .count(),
            Some(Names::One) => usize::from(!has_name),
            None => 0,
        };
    }

    /// A line whose first word is not a mnemonic. Returns the directive that was probably meant.
    pub(super) fn mend_unknown(&mut self, keyword: Span) -> Option<&'static str> {
        let is_outside = self.builder.innermost().is_none();
        let meant = self.directive_without_dot(self.text(keyword), is_outside);
        if let Some((directive, _)) = meant {
            self.mend_block(keyword, directive);
        }
        if meant.is_some() || is_outside {
            self.refuse_names(keyword);
        }
        meant.map(|(_, name)| name)
    }

    /// The foreign word at the beginning of a line. Outside of blocks, the name of a directive is that directive.
    pub(super) fn foreign(&self, keyword: Span) -> Option<&'static Foreign> {
        let word = self.text(keyword);
        let is_outside = self.builder.innermost().is_none();
        let is_directive = is_outside && Directive::from_name(word).is_some();
        Foreign::find(word).filter(|_| !is_directive)
    }

    /// Opens or closes the block that a foreign word opens or closes, and refuses the names of a line outside of
    /// blocks.
    pub(super) fn mend_foreign(&mut self, span: Span, foreign: &Foreign) {
        match foreign.effect {
            Effect::None if self.builder.innermost().is_none() => {
                self.refuse_names(span);
            }
            Effect::None => {}
            Effect::Directive(directive) => self.mend_block(span, directive),
            Effect::Opens(opcode) if self.builder.procedure().is_some() => {
                instruction::open_unknown(self, span, opcode);
            }
            Effect::Opens(_) => {}
        }
    }

    /// The directive that a word without a dot was probably meant to be. Instructions stand in procedures, so that a
    /// misspelt word outside is one, too.
    fn directive_without_dot(&self, word: &str, is_outside: bool) -> Option<(Directive, &'static str)> {
        match Directive::from_name(word) {
            // An `if` in code means an `if` of the shader, not one of the preprocessor.
            Some(Directive::If) => None,
            None if !is_outside => None,
            _ => Directive::guess(word),
        }
    }

    /// Opens or closes the block that a directive opens or closes.
    fn mend_block(&mut self, span: Span, meant: Directive) {
        let is_inside = self.builder.innermost().is_some();
        match meant {
            Directive::Proc => directive::block::procedure(self, span, None),
            Directive::Constfa => directive::constant::array(self, span, None),
            Directive::Else if is_inside => {
                directive::block::meet_else(self, span, ".else");
            }
            Directive::Elseif if is_inside => instruction::else_if(self, span, None),
            Directive::End if is_inside => directive::block::end(self, span),
            Directive::Endif if self.builder.inside_procedure().next().is_some() => {
                directive::block::end(self, span);
            }
            _ => {}
        }
    }

    /// Refuses the words of a line that is not understood, but for registers and names that have a meaning: the line
    /// may have been meant to declare any of them. A number at the end of a word may have been meant to stand behind
    /// it. Answers whether there is such a word which is neither a swizzle nor the name of a property.
    pub(super) fn refuse_names(&mut self, line: Span) -> bool {
        let (mut found, mut follows_dot) = (false, false);
        for piece in self.line_from(line).split_inclusive(|c| !is_in_name(c)) {
            let word = piece.trim_end_matches(|c| !is_in_name(c));
            if is_name(word) && self.names.value(word).is_none() {
                if RegisterForm::of(word) == RegisterForm::Name {
                    self.names.refuse(word);
                    found |= !follows_dot && property::by_name(word).is_none();
                }
                self.names.refuse(word.trim_end_matches(|c: char| c.is_ascii_digit()));
            }
            follows_dot = piece.ends_with('.');
        }
        found
    }

    /// Refuses the words of a line that has a colon: it may have been meant to define a label.
    pub(super) fn refuse_labels(&mut self, line: Span) {
        if self.line_from(line).contains(':') {
            self.refuse_names(line);
        }
    }

    /// The text from the beginning of a span to the end of its line, without the comment.
    pub(super) fn line_from(&self, span: Span) -> &'s str {
        let text = self.report.text_from(span.start);
        code(text.get(..line_len(text)).unwrap_or_default())
    }
}
