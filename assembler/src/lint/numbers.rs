//! `lost-precision`: numbers that lose more in float24 than any number may.
//!
//! A float24 has 17 significant bits, the rest is cut off: less than 1/65536 of the number. That is what rounding is, and
//! nobody is told. Two losses surprise: an integer that is another one afterwards, and a number that becomes zero
//! because it is below 2^-62.

use pica200_objfmt::isa::float24::Float24;

use crate::diagnostic::{Diagnostic, Kind};
use crate::expression::value::Number;
use crate::number::parse_number;
use crate::text::Span;
use crate::unit::Unit;

/// Integers with fewer digits are exact.
const DIGITS: usize = 6;

impl Unit<'_> {
    /// A number that stands in the source as such, without its sign, has become a float24.
    pub(crate) fn watch_literal(&mut self, span: Span, atom: Span, result: Float24) {
        if !self.watch.asked.precision {
            return;
        }
        let text = self.text(atom);
        if text.len() >= DIGITS || is_zero(result) {
            // Bits are no number, and have nothing to lose.
            if let Ok(number) = parse_number(text) {
                self.watch_number(span, number, result);
            }
        }
    }

    /// A number has become a float24.
    pub(crate) fn watch_number(&mut self, span: Span, number: Number, result: Float24) {
        let (exact, rounded) = (number.to_f64().abs(), f64::from(result.to_f32()).abs());
        let lost = match number {
            _ if result.is_infinite() || exact == rounded => false,
            Number::Integer(_) => true,
            Number::Float(_) => is_zero(result),
        };
        if !lost || !self.watch.asked.precision {
            return;
        }
        let text = self.text(span);
        let (message, help) = if is_zero(result) {
            (
                format!("`{text}` is too small for float24 and becomes 0"),
                "the smallest number above 0 is 2^-62, about 2.17e-19".to_owned(),
            )
        } else {
            let sign = if result.to_f32() < 0.0 { "-" } else { "" };
            (
                format!("`{text}` has more digits than float24 and becomes {sign}{rounded}"),
                format!(
                    "integers up to 131072 are exact; write {sign}{rounded}.0 if that is near enough"
                ),
            )
        };
        let diagnostic = Diagnostic::new(Kind::LostPrecision, span, message).help(help);
        self.watch.find(diagnostic);
    }
}

/// Whether the machine reads it as a zero.
fn is_zero(number: Float24) -> bool {
    number.to_f32() == 0.0
}
