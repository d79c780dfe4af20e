//! Instructions outside of procedures.

use super::Resolver;
use super::blocks::OpenKind;
use crate::diagnostic::{Code, Diagnostic, diagnose};
use crate::text::Span;

impl Resolver<'_, '_> {
    /// Checks that an instruction is in a procedure. Of a run of instructions outside, reports the first. In a
    /// procedure, an instruction ends an unclosed constant array.
    pub(super) fn check_inside_procedure(&mut self, span: Span) {
        if self.builder.procedure().is_some() {
            return self.end_unclosed_array(span);
        }
        let innermost = self.builder.innermost();
        let array = innermost.filter(|open| open.kind == OpenKind::Array);
        let array = array.map(|open| open.span);
        match array {
            Some(array) => {
                if self.allow_stray() {
                    let message = "an instruction within a constant array";
                    let diagnostic = diagnose(Code::OutsideProcedure, span, message);
                    self.report(diagnostic.with_secondary(array, "the array begins here"));
                }
            }
            None => {
                let label = self.builder.label_here();
                if self.begin_stray(span) {
                    let message = "an instruction outside a procedure";
                    let diagnostic = diagnose(Code::OutsideProcedure, span, message);
                    self.report(match label {
                        Some(label) => label_help(self.text(label), label, diagnostic),
                        None => diagnostic.with_help("put instructions between `.proc NAME` and `.end`"),
                    });
                }
            }
        }
    }
}

/// Extends the diagnostic of an instruction outside a procedure that follows a label: the label may be meant as a
/// procedure.
fn label_help(name: &str, label: Span, diagnostic: Diagnostic) -> Diagnostic {
    diagnostic
        .with_secondary(label, "a label does not begin a procedure")
        .with_help(format!(
            "write `.proc {name}` to begin a procedure, and `.end` after its instructions"
        ))
}
