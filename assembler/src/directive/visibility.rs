//! `.local`, `.global`: who can name a procedure.

use pica200_objfmt::formats::object::Visibility;

use crate::diagnostic::{Diagnostic, Kind};
use crate::syntax::ast::List;
use crate::text::Span;
use crate::unit::Unit;

impl Unit<'_> {
    /// `.local NAME, ...` or `.global NAME, ...`: of procedures that stand before or behind.
    pub(crate) fn visibility(&mut self, visibility: Visibility, names: &List) {
        let names = self.ast.declarators(names).iter();
        let stated = names.map(|declarator| (declarator.name, visibility));
        self.targets.visibilities.extend(stated);
    }

    /// Sets the visibility of all procedures of which the source states it.
    pub(crate) fn set_visibilities(&mut self) {
        for (n, &(name, visibility)) in self.targets.visibilities.clone().iter().enumerate() {
            let word = self.text(name);
            let Some(procedure) = self.targets.procedure(word) else {
                self.complain_no_procedure(name);
                continue;
            };
            let mut earlier = self.targets.visibilities.iter().take(n);
            let other = |(span, stated): &&(Span, Visibility)| {
                *stated != visibility && self.text(*span) == word
            };
            if let Some(&(span, _)) = earlier.find(other) {
                let message = format!("`{word}` is both local and global");
                let diagnostic = Diagnostic::new(Kind::VisibilityConflict, name, message)
                    .also(span, "stated otherwise here");
                self.report(diagnostic);
                continue;
            }
            let label = self.object.labels.get_mut(procedure);
            if let Some(procedure) = label.and_then(|label| label.procedure.as_mut()) {
                procedure.visibility = visibility;
            }
        }
    }

    fn complain_no_procedure(&mut self, span: Span) {
        let name = self.text(span);
        let help = self.suggest_procedure(name);
        let message = format!("there is no procedure `{name}` in this file");
        self.report(Diagnostic::new(Kind::UnknownProcedure, span, message).maybe_help(help));
    }
}
