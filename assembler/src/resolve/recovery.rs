//! Recovery from lines whose first word or form is wrong: they declare their names, and open or close their blocks, all
//! the same. So the error stays the only one.

use pica200_objfmt::isa::register::RegisterForm;

use super::{Resolver, directive, instruction};
use crate::directive::Directive;
use crate::foreign::{Effect, Foreign};
use crate::text::{Span, code, is_in_name, line_len, word_len};

impl<'s> Resolver<'_, 's> {
    /// A line that could not be parsed, and does not begin with an instruction or the name of a directive.
    pub(super) fn mend_broken(&mut self, line: Span) {
        let text = self.line_from(line);
        if let Some(name) = text.strip_prefix('.') {
            let name = name.get(..word_len(name)).unwrap_or_default();
            let word = Span::from_range(0..1 + name.len());
            let span = Span::new(line.start, line.start + word.end);
            if let Some(foreign) = Foreign::find(self.text(span)) {
                self.mend_foreign(span, foreign);
            } else if let Some((meant, _)) = Directive::guess(name) {
                self.mend_block(span, meant);
            }
        }
        if text.starts_with('}') {
            self.mend_block(line, Directive::End);
        }
        self.refuse_names(line);
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

    /// Opens or closes the block that a foreign word opens or closes, and refuses the names of a line outside of blocks.
    pub(super) fn mend_foreign(&mut self, span: Span, foreign: &Foreign) {
        match foreign.effect {
            Effect::None if self.builder.innermost().is_none() => self.refuse_names(span),
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
    fn directive_without_dot(
        &self,
        word: &str,
        is_outside: bool,
    ) -> Option<(Directive, &'static str)> {
        match Directive::from_name(word) {
            // An `if` in code means that of the shader.
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
            _ => {}
        }
    }

    /// Refuses the words of a line that is not understood, but for registers and names that have a meaning: the line may
    /// have been meant to declare any of them.
    pub(super) fn refuse_names(&mut self, line: Span) {
        for word in self.line_from(line).split(|c| !is_in_name(c)) {
            if RegisterForm::of(word) == RegisterForm::Name && self.names.value(word).is_none() {
                self.names.refuse(word);
            }
        }
    }

    /// The text from the beginning of a span to the end of its line, without the comment.
    fn line_from(&self, span: Span) -> &'s str {
        let text = self.report.text_from(span.start);
        code(text.get(..line_len(text)).unwrap_or_default())
    }
}
