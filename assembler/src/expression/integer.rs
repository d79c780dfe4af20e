//! Integers in a range.

use std::ops::RangeInclusive;

use super::Evaluator;
use super::number::{NumberError, parse_integer};
use super::value::Number;
use crate::diagnostic::{Code, diagnose};
use crate::syntax::ast::{Plain, Quantity};
use crate::text::Span;

impl Evaluator<'_, '_> {
    /// Evaluates an integer in a range, called `range_name` in messages. Reports an error if there is none.
    pub(crate) fn integer(
        &mut self,
        quantity: Quantity<'_>,
        range: RangeInclusive<i64>,
        range_name: &str,
        help: &str,
    ) -> Option<i64> {
        match quantity {
            Quantity::Plain(plain) if !self.is_number_name(&plain) => {
                self.plain_integer(&plain, range, range_name, help)
            }
            _ => self.computed_integer(quantity, range, range_name, help),
        }
    }

    fn plain_integer(
        &mut self,
        plain: &Plain,
        range: RangeInclusive<i64>,
        range_name: &str,
        help: &str,
    ) -> Option<i64> {
        let text = self.report.text(plain.span);
        let (kind, message) = match parse_integer(self.report.text(plain.atom)) {
            Ok(magnitude) => {
                let magnitude = i64::from(magnitude);
                let number = if plain.negated { -magnitude } else { magnitude };
                if range.contains(&number) {
                    return Some(number);
                }
                (Code::NumberRange, format!("{text} does not fit into {range_name}"))
            }
            Err(NumberError::TooLarge) => (Code::NumberRange, format!("{text} does not fit into {range_name}")),
            Err(NumberError::LeadingZero) => (Code::InvalidNumber, format!("`{text}` has a leading zero")),
            Err(NumberError::NotInteger) => (Code::InvalidNumber, format!("`{text}` is not an integer")),
            Err(NumberError::Malformed) => (Code::InvalidNumber, format!("`{text}` is not a number")),
        };
        let suggestion = self.suggest_for(plain);
        let diagnostic = diagnose(kind, plain.span, message).with_help(help);
        self.report
            .add(diagnostic.with_suggestion(plain.atom, suggestion.as_deref()));
        None
    }

    fn computed_integer(
        &mut self,
        quantity: Quantity<'_>,
        range: RangeInclusive<i64>,
        range_name: &str,
        help: &str,
    ) -> Option<i64> {
        let number = self.number(quantity)?;
        let number = self.whole(number, quantity.span(), Code::InvalidNumber)?;
        if range.contains(&number) {
            return Some(number);
        }
        let message = format!(
            "`{}` is {number}, which does not fit into {range_name}",
            self.report.text(quantity.span())
        );
        let diagnostic = diagnose(Code::NumberRange, quantity.span(), message);
        self.report.add(diagnostic.with_help(help));
        None
    }

    /// Converts an evaluated number to an integer. Reports an error of a kind if it is not one.
    pub(crate) fn whole(&mut self, number: Number, span: Span, kind: Code) -> Option<i64> {
        match number {
            Number::Integer(number) => Some(number),
            Number::Float(number) => {
                let text = self.report.text(span);
                let message = format!("`{text}` is {number:?}, not an integer");
                let help = "`floor(...)`, `ceil(...)` and `round(...)` give integers";
                self.report.add(diagnose(kind, span, message).with_help(help));
                None
            }
        }
    }

    /// Returns the name of a number that is most similar to a word.
    pub(crate) fn suggest_for(&mut self, plain: &Plain) -> Option<String> {
        if !plain.is_word {
            return None;
        }
        self.suggest_number(plain.atom)
    }

    /// Returns the name of a number that is most similar to the word at a span.
    pub(super) fn suggest_number(&mut self, word: Span) -> Option<String> {
        let word = self.report.text(word);
        self.scope.suggest(word, self.report)
    }
}
