//! The numbers that conditions and counts know: those of `.equ`, `.set` and the command line.

use rustc_hash::FxHashMap;

use super::Expander;
use super::define::Define;
use super::frame::Line;

use crate::Options;
use crate::diagnostic::{Diagnostic, Kind};
use crate::directive::Directive;
use crate::expression::names::name_function;
use crate::expression::value::Number;
use crate::names::Meaning;
use crate::syntax::ast::{Op, Quantity};
use crate::syntax::parse::parse_test;
use crate::text::{BLANKS, code, is_name, tail, word_len};
use crate::text::{Span, text};
use crate::unit::Unit;

/// The numbers with names.
#[derive(Default)]
pub(super) struct Numbers {
    /// `None` where only the assembler knows the number, which depends on what is declared or how long something is.
    named: FxHashMap<String, Option<Number>>,
}

impl Numbers {
    /// The numbers that the command line names.
    pub(super) fn new(defines: &[Define]) -> Self {
        let named = defines
            .iter()
            .map(|define| (define.name().to_owned(), Some(define.number())));
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
        if is_name(name) {
            let number = number.filter(|_| !depends_on_names(value));
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
        for (word, is_asked_for) in words(source, ast.quantity(test)) {
            let name = text(source, word);
            match self.named.get(name) {
                Some(Some(number)) => unit.know(name, Meaning::Number(*number)),
                Some(None) if !is_asked_for => return (None, vec![unknown_here(name, word)]),
                Some(None) => unit.know(name, Meaning::Macro),
                None if is_macro(name) => unit.know(name, Meaning::Macro),
                None => {}
            }
        }
        let number = unit.number(ast.quantity(test));
        (number, unit.take_diagnostics())
    }
}

/// Whether a number comes of a function of names, of which the preprocessor does not know all.
fn depends_on_names(value: &str) -> bool {
    let Ok((ast, test)) = parse_test(value) else {
        return false;
    };
    let words = words(value, ast.quantity(test));
    words.iter().any(|(_, is_asked_for)| *is_asked_for)
}

/// What to say of a name whose number only the assembler knows.
fn unknown_here(name: &str, span: Span) -> Diagnostic {
    let message = format!("the number of `{name}` is not known yet");
    let help = "it comes of `defined`, `words` or `free`, or of something wrong; conditions and counts are before these";
    Diagnostic::new(Kind::InvalidNumber, span, message).help(help)
}

/// The words in an expression, and whether each is the argument of a function of names.
fn words(source: &str, quantity: Quantity<'_>) -> Vec<(Span, bool)> {
    let ops = match quantity {
        Quantity::Plain(plain) => return vec![(plain.atom, false)],
        Quantity::Computed { ops, .. } => ops,
    };
    let is_of_names = |op: Option<&Op>| match op {
        Some(Op::Call { name, .. }) => name_function(text(source, *name)).is_some(),
        _ => false,
    };
    let word = |(at, op): (usize, &Op)| match op {
        Op::Word(span) => Some((*span, is_of_names(ops.get(at + 1)))),
        _ => None,
    };
    ops.iter().enumerate().filter_map(word).collect()
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
