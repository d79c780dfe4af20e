//! The numbers that conditions and counts know: those of `.equ`, `.set` and the command line.

use rustc_hash::FxHashMap;

use super::Expander;
use super::define::Define;
use super::frame::Line;
use super::head::{BLANKS, code, is_name, tail, word_len};
use crate::Options;
use crate::ast::{Op, Quantity};
use crate::diagnostic::{Diagnostic, Kind};
use crate::directive::Directive;
use crate::expression::value::Number;
use crate::names::Meaning;
use crate::parse::parse_test;
use crate::source::{Span, text};
use crate::unit::Unit;

/// The numbers with names.
#[derive(Default)]
pub(super) struct Numbers {
    named: FxHashMap<String, Number>,
}

impl Numbers {
    /// The numbers that the command line names.
    pub(super) fn new(defines: &[Define]) -> Self {
        let named = defines
            .iter()
            .map(|define| (define.name().to_owned(), define.number()));
        Self {
            named: named.collect(),
        }
    }

    pub(super) fn knows(&self, name: &str) -> bool {
        self.named.contains_key(name)
    }

    /// Takes the operands of `.equ` or `.set`, if they are right; if not, the assembler says so.
    pub(super) fn note(&mut self, operands: &str) {
        let name = operands.get(..word_len(operands)).unwrap_or_default();
        let value = tail(operands, name.len()).trim_start_matches(BLANKS);
        let Some(value) = value.strip_prefix(',') else {
            return;
        };
        let (number, _) = self.evaluate(value, |_| false);
        if let (Some(number), true) = (number, is_name(name)) {
            self.named.insert(name.to_owned(), number);
        }
    }

    /// What a condition or a count comes to, and what there is to say of it. Spans are of this text.
    fn evaluate(
        &self,
        source: &str,
        is_macro: impl Fn(&str) -> bool,
    ) -> (Option<Number>, Vec<Diagnostic>) {
        let (ast, test) = match parse_test(source) {
            Ok(parsed) => parsed,
            Err(diagnostic) => return (None, vec![diagnostic]),
        };
        let options = Options::default();
        let mut unit = Unit::new(source, &ast, &options);
        unit.is_fragment = true;
        for word in words(ast.quantity(test)) {
            let name = text(source, word);
            if let Some(number) = self.named.get(name) {
                unit.know(name, Meaning::Number(*number));
            } else if is_macro(name) {
                unit.know(name, Meaning::Macro);
            }
        }
        let number = unit.number(ast.quantity(test));
        (number, unit.take_diagnostics())
    }
}

/// The words in an expression.
fn words(quantity: Quantity<'_>) -> Vec<Span> {
    match quantity {
        Quantity::Plain(plain) => vec![plain.atom],
        Quantity::Computed { ops, .. } => {
            let word = |op: &Op| match op {
                Op::Word(span) => Some(*span),
                _ => None,
            };
            ops.iter().filter_map(word).collect()
        }
    }
}

impl Expander<'_> {
    /// What the operand of a directive comes to, which stands behind a byte of its line. Reports why it comes to
    /// nothing. `at` is where the directive is in the text.
    pub(super) fn evaluate(
        &mut self,
        directive: Directive,
        line: &Line,
        behind: usize,
        at: Span,
    ) -> Option<Number> {
        let operand = code(tail(line.text(), behind)).trim_end_matches(BLANKS);
        self.evaluate_part(directive, operand, at)
    }

    /// The same of an operand that stands in the text at the end of `at`.
    pub(super) fn evaluate_part(
        &mut self,
        directive: Directive,
        operand: &str,
        at: Span,
    ) -> Option<Number> {
        let (number, diagnostics) = self
            .numbers
            .evaluate(operand, |name| self.macros.contains_key(name));
        if diagnostics.iter().any(|d| d.kind == Kind::Syntax) && operand.trim().is_empty() {
            self.complain_form(directive, at);
            return None;
        }
        let offset = at.end - Span::from_range(0..operand.len()).end;
        for diagnostic in diagnostics {
            self.report(diagnostic.moved(offset));
        }
        number
    }
}

/// Gives the assembler the numbers that the command line names.
pub(crate) fn define<'s>(unit: &mut Unit<'s>, defines: &'s [Define]) {
    for define in defines {
        unit.know(define.name(), Meaning::Number(define.number()));
    }
}
