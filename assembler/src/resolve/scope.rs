//! The names visible to expressions of the assembler, and the sizes they can query.

use super::blocks::Builder;
use super::declarations::Declarations;
use super::names::{Access, Meaning as NameMeaning, Names};
use crate::expression::scope::{Meaning, Scope, Size, SizeQuery};
use crate::pad;
use crate::report::Report;
use crate::text::Span;

/// The declarations and the code so far.
pub(super) struct ProgramScope<'r, 's> {
    pub(super) names: &'r mut Names<'s>,
    pub(super) declarations: &'r Declarations,
    pub(super) builder: &'r Builder,
    /// True to count padding NOPs as words.
    pub(super) padding: bool,
}

impl Scope for ProgramScope<'_, '_> {
    fn find(&mut self, name: &str, span: Span) -> Meaning {
        let Some(id) = self.names.value(name) else {
            return if self.names.is_rejected(name) {
                Meaning::Rejected
            } else {
                Meaning::Unknown
            };
        };
        self.names.note_use(id, span, Access::Read);
        match self.names.meaning(id) {
            NameMeaning::Number(number) => Meaning::Number(number),
            _ => Meaning::Other(self.names.get(id).definition),
        }
    }

    fn suggest(&self, word: &str, report: &mut Report<'_>) -> Option<String> {
        self.names.similar_number(word, report).map(str::to_owned)
    }

    fn is_defined(&mut self, name: &str, span: Span) -> bool {
        if let Some(id) = self.names.value(name) {
            self.names.note_use(id, span, Access::Read);
        }
        self.names.is_defined(name)
    }

    fn size(&mut self, question: SizeQuery<'_>) -> Option<Size> {
        let (procedure, span) = match question {
            SizeQuery::Words { procedure, span } => (procedure, span),
            SizeQuery::Free(kind) => {
                let used = self.declarations.used_registers(kind);
                return Some(Size::Known(i64::from(kind.bank().size()) - used));
            }
        };
        let Some(id) = self.names.procedure(procedure) else {
            return Some(Size::NoProcedure);
        };
        self.names.note_use(id, span, Access::Read);
        let NameMeaning::Label(label) = self.names.meaning(id) else {
            return Some(Size::NoProcedure);
        };
        let words = pad::words_so_far(&self.builder.program, label, self.padding);
        Some(Size::Known(words.into()))
    }
}
