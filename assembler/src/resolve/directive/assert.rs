//! `.assert`

use crate::diagnostic::{Code, diagnose};
use crate::expression::value::Number;
use crate::resolve::Resolver;
use crate::syntax::ast::Expr;
use crate::text::Span;
use crate::text::unquote;

/// Resolves `.assert CONDITION[, "TEXT"]`.
pub(in crate::resolve) fn assert(resolver: &mut Resolver<'_, '_>, test: Expr, text: Option<Span>) {
    let quantity = resolver.ast.quantity(test);
    let (number, compared) = resolver.evaluate(|evaluator| (evaluator.number(quantity), evaluator.compared()));
    if number.is_none_or(Number::is_true) {
        return;
    }
    let message = match text {
        Some(text) => unquote(resolver.text(text)).unwrap_or_default().to_owned(),
        None => format!("`{}` does not hold", resolver.text(test.span)),
    };
    let label = compared.map(|(left, right)| format!("{} and {}", format_number(left), format_number(right)));
    let diagnostic = diagnose(Code::AssertionFailed, test.span, message);
    resolver.report(diagnostic.with_label(label.unwrap_or_default()));
}

fn format_number(number: Number) -> String {
    match number {
        Number::Integer(number) => number.to_string(),
        Number::Float(number) => format!("{number:?}"),
    }
}
