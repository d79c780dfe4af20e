//! Integers, as the places want them where they stand.

use std::ops::RangeInclusive;

use super::value::Number;
use crate::diagnostic::{Diagnostic, Kind};
use crate::number::{NumberError, parse_integer};
use crate::syntax::ast::{Plain, Quantity};
use crate::text::Span;
use crate::unit::Unit;

impl Unit<'_> {
    /// An integer in a range, or what is wrong with it; `room` is what it has to fit into.
    pub(crate) fn integer(
        &mut self,
        quantity: Quantity<'_>,
        range: RangeInclusive<i64>,
        room: &str,
        help: &str,
    ) -> Option<i64> {
        match quantity {
            Quantity::Plain(plain) if !self.is_number_name(&plain) => {
                self.plain_integer(&plain, range, room, help)
            }
            _ => self.computed_integer(quantity, range, room, help),
        }
    }

    fn plain_integer(
        &mut self,
        plain: &Plain,
        range: RangeInclusive<i64>,
        room: &str,
        help: &str,
    ) -> Option<i64> {
        let text = self.text(plain.span);
        let (kind, message) = match parse_integer(self.text(plain.atom)) {
            Ok(magnitude) => {
                let magnitude = i64::from(magnitude);
                let number = if plain.negated { -magnitude } else { magnitude };
                if range.contains(&number) {
                    return Some(number);
                }
                (
                    Kind::NumberRange,
                    format!("{text} does not fit into {room}"),
                )
            }
            Err(NumberError::TooLarge) => (
                Kind::NumberRange,
                format!("{text} does not fit into {room}"),
            ),
            Err(NumberError::LeadingZero) => {
                (Kind::InvalidNumber, format!("`{text}` has a leading zero"))
            }
            Err(NumberError::NotInteger) => {
                (Kind::InvalidNumber, format!("`{text}` is not an integer"))
            }
            Err(NumberError::Malformed) => {
                (Kind::InvalidNumber, format!("`{text}` is not a number"))
            }
        };
        let suggestion = self.suggest_for(plain);
        let diagnostic = Diagnostic::new(kind, plain.span, message).help(help);
        self.report(diagnostic.maybe_help(suggestion));
        None
    }

    fn computed_integer(
        &mut self,
        quantity: Quantity<'_>,
        range: RangeInclusive<i64>,
        room: &str,
        help: &str,
    ) -> Option<i64> {
        let number = self.number(quantity)?;
        let number = self.whole(number, quantity.span(), Kind::InvalidNumber)?;
        if range.contains(&number) {
            return Some(number);
        }
        let message = format!(
            "`{}` is {number}, which does not fit into {room}",
            self.text(quantity.span())
        );
        let diagnostic = Diagnostic::new(Kind::NumberRange, quantity.span(), message);
        self.report(diagnostic.help(help));
        None
    }

    /// The integer that an expression comes to; `kind` is that of the error if it comes to none.
    pub(crate) fn whole(&mut self, number: Number, span: Span, kind: Kind) -> Option<i64> {
        match number {
            Number::Integer(number) => Some(number),
            Number::Float(number) => {
                let text = self.text(span);
                let message = format!("`{text}` is {number:?}, not an integer");
                let help = "floor(...), ceil(...) and round(...) make integers";
                self.report(Diagnostic::new(kind, span, message).help(help));
                None
            }
        }
    }

    /// A hint at the number's name that a word was probably meant to be.
    pub(crate) fn suggest_for(&mut self, plain: &Plain) -> Option<String> {
        if !plain.is_word {
            return None;
        }
        self.suggest_number(self.text(plain.atom))
    }
}
