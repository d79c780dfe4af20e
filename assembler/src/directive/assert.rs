//! `.assert`: what has to hold where it stands.

use crate::diagnostic::{Diagnostic, Kind};
use crate::expression::value::Number;
use crate::syntax::ast::Expr;
use crate::text::Span;
use crate::text::unquote;
use crate::unit::Unit;

impl Unit<'_> {
    /// `.assert CONDITION[, "TEXT"]`
    pub(crate) fn assert(&mut self, test: Expr, text: Option<Span>) {
        self.compared = None;
        let Some(number) = self.number(self.ast.quantity(test)) else {
            return;
        };
        if number.is_true() {
            return;
        }
        let condition = self.text(test.span);
        let message = match text {
            Some(text) => unquote(self.text(text)).unwrap_or_default().to_owned(),
            None => format!("`{condition}` does not hold"),
        };
        let label = self
            .compared
            .map(|(left, right)| format!("{} and {}", shown(left), shown(right)));
        let diagnostic = Diagnostic::new(Kind::AssertionFailed, test.span, message);
        self.report(diagnostic.label(label.unwrap_or_default()));
    }
}

fn shown(number: Number) -> String {
    match number {
        Number::Integer(number) => number.to_string(),
        Number::Float(number) => format!("{number:?}"),
    }
}
