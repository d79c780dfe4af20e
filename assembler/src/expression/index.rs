//! Indices: the number and the address register between brackets.

use pica200_objfmt::isa::instruction::AddressRegister;

use super::number::{NumberError, parse_integer};
use super::{Evaluator, Position};
use crate::diagnostic::{Code, diagnose};
use crate::register::AddressWord;
use crate::syntax::ast::{Plain, Quantity};
use crate::text::Span;

impl Evaluator<'_, '_> {
    /// Evaluates an index: the number, and the address register if there is one.
    pub(crate) fn index(&mut self, quantity: Quantity<'_>) -> Option<(i64, Option<AddressRegister>)> {
        match quantity {
            Quantity::Plain(plain) if !plain.is_word => Some((self.index_number(&plain)?, None)),
            Quantity::Plain(plain) if !plain.negated && !self.is_number_name(&plain) => {
                Some((0, Some(self.address_register(plain.atom)?)))
            }
            _ => {
                self.position = Position::Index;
                let value = self.evaluate(quantity)?;
                let offset = self.whole(value.number, quantity.span(), Code::InvalidIndex)?;
                Some((offset, value.register))
            }
        }
    }

    /// Evaluates the length of an array.
    pub(crate) fn length(&mut self, quantity: Quantity<'_>) -> Option<i64> {
        match quantity {
            Quantity::Plain(plain) if !plain.is_word => self.index_number(&plain),
            quantity => {
                let number = self.number(quantity)?;
                self.whole(number, quantity.span(), Code::InvalidIndex)
            }
        }
    }

    /// Returns the address register that a word names, by its old or new name.
    pub(super) fn address_register(&mut self, span: Span) -> Option<AddressRegister> {
        // Whitespace is allowed around the dot.
        let word: String = self.report.text(span).split_ascii_whitespace().collect();
        let register = match word.to_ascii_lowercase().as_str() {
            "a0.x" => Some(AddressRegister::A0x),
            "a0.y" => Some(AddressRegister::A0y),
            lower => AddressWord::find(lower).and_then(|word| word.index),
        };
        if register.is_none() {
            let message = format!("`{word}` cannot be an index");
            let help = "an index is a number, a0.x, a0.y or aL, or the sum of a number and one of these";
            let suggestion = self.scope.suggest(&word, self.report);
            let diagnostic = diagnose(Code::InvalidIndex, span, message).with_help(help);
            self.report.add(diagnostic.with_suggestion(span, suggestion.as_deref()));
        }
        register
    }

    /// Evaluates a plain number in brackets.
    fn index_number(&mut self, plain: &Plain) -> Option<i64> {
        let text = self.report.text(plain.atom);
        let message = match parse_integer(text) {
            Ok(number) if plain.negated => return Some(-i64::from(number)),
            Ok(number) => return Some(number.into()),
            Err(NumberError::LeadingZero) => format!("`{text}` has a leading zero"),
            Err(NumberError::TooLarge) => format!("the index {text} is out of range"),
            Err(_) => format!("the index `{text}` is not an integer"),
        };
        self.report.add_message(Code::InvalidIndex, plain.atom, message);
        None
    }
}
