//! Records the parts of a source that picasso 2.7.2 accepts with another meaning, for a lint.

use pica200_objfmt::isa::register::{Bank, Register, UniformKind};

use super::Resolver;
use crate::expression::number::parse_number;
use crate::syntax::ast::{Binary, Expr, Op, Plain, Quantity};
use crate::text::Span;

/// Numbers that a 32-bit float rounds to 2^64 or more, but less than 2^65: picasso converts them to bits that are not a
/// number.
const NAN_RANGE: std::ops::Range<f64> = 18_446_743_523_953_737_728.0..36_893_487_047_907_475_456.0;

/// A part of the source that picasso reads differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Difference {
    /// Its location.
    pub(crate) span: Span,
    /// Its kind.
    pub(crate) kind: DifferenceKind,
}

/// The reason why picasso reads a part of the source differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DifferenceKind {
    /// An uppercase register letter.
    Register,
    /// A value that is not a plain decimal number.
    Value,
    /// A number beyond the range of float24.
    Overflow,
}

impl Resolver<'_, '_> {
    /// Records a register whose letter picasso accepts in either case, but only interprets in lowercase.
    pub(super) fn note_register_case(&mut self, span: Span, word: &str, register: Register) {
        let is_upper = word.starts_with(|c: char| c.is_ascii_uppercase());
        // picasso numbers the registers of other letters from 0, which is right for inputs and outputs.
        if is_upper && !matches!(register.bank, Bank::Input | Bank::Output) {
            self.note_difference(span, DifferenceKind::Register);
        }
    }

    /// Records a component of a constant that picasso does not evaluate.
    pub(super) fn note_component(&mut self, kind: UniformKind, value: Expr) {
        match self.ast.quantity(value) {
            Quantity::Computed { .. } => self.note_difference(value.span, DifferenceKind::Value),
            Quantity::Plain(_) if self.has_parentheses(value) => {
                self.note_difference(value.span, DifferenceKind::Value);
            }
            Quantity::Plain(plain) if !self.is_c_number(kind, &plain) => {
                self.note_difference(value.span, DifferenceKind::Value);
            }
            Quantity::Plain(plain) => {
                let number = parse_number(self.text(plain.atom)).ok();
                if number.is_some_and(|number| NAN_RANGE.contains(&number.to_f64())) {
                    self.note_difference(value.span, DifferenceKind::Overflow);
                }
            }
        }
    }

    /// Returns true if the C functions that picasso uses read the whole number: at most one sign directly before it,
    /// and no base 16 in integers.
    fn is_c_number(&self, kind: UniformKind, plain: &Plain) -> bool {
        let signs = self.text(Span::new(plain.span.start, plain.atom.start));
        let atom = self.text(plain.atom);
        let is_hexadecimal = atom.starts_with("0x") || atom.starts_with("0X");
        matches!(signs, "" | "-" | "+") && !(is_hexadecimal && kind == UniformKind::Integer)
    }

    /// Records an index or a length of which picasso reads only a part.
    pub(super) fn note_index(&mut self, value: Expr, quantity: Quantity<'_>) {
        let is_decimal = |span: Span| self.text(span).bytes().all(|byte| byte.is_ascii_digit());
        let is_same = match quantity {
            Quantity::Plain(plain) => plain.is_word || is_decimal(plain.atom),
            Quantity::Computed { ops, .. } => match ops {
                [Op::Component(_)] => true,
                [
                    Op::Word(_) | Op::Component(_),
                    Op::Number(number),
                    Op::Binary(Binary::Add, _),
                ] => is_decimal(*number),
                _ => false,
            },
        };
        let is_bare = matches!(quantity, Quantity::Plain(plain) if plain.atom == value.span);
        if !is_same || !is_bare && self.has_parentheses(value) {
            self.note_difference(value.span, DifferenceKind::Value);
        }
    }

    fn has_parentheses(&self, value: Expr) -> bool {
        self.text(value.span).contains('(')
    }

    fn note_difference(&mut self, span: Span, kind: DifferenceKind) {
        self.facts.differences.push(Difference { span, kind });
    }
}
