//! `.equ`, `.set`: names for numbers.

use crate::diagnostic::{Diagnostic, Kind};
use crate::expression::value::Number;
use crate::names::{AddressWord, Meaning};
use crate::number::{is_pattern, parse_number};
use crate::syntax::ast::Expr;
use crate::text::Span;
use crate::unit::Unit;

impl Unit<'_> {
    /// `.equ NAME, NUMBER`: a number that the name has from here on, and no other.
    pub(crate) fn equate(&mut self, name: Span, value: Expr) {
        if let Some(number) = self.number_for(name, value) {
            self.declare_as(name, Meaning::Number(number));
        }
    }

    /// `.set NAME, NUMBER`: a number that the name has up to the next `.set`.
    pub(crate) fn set_number(&mut self, name: Span, value: Expr) {
        if let Some(number) = self.number_for(name, value)
            && !self.names.set_variable(self.text(name), number)
        {
            self.declare_as(name, Meaning::Variable(number));
        }
    }

    /// The number that a name is declared for. Without one, later uses of the name draw no errors.
    fn number_for(&mut self, name: Span, value: Expr) -> Option<Number> {
        let word = self.text(name);
        let is_word_of_numbers = parse_number(word).is_ok()
            || is_pattern(word)
            || AddressWord::find(word).is_some_and(|word| word.index.is_some());
        if is_word_of_numbers {
            let message = format!("`{word}` already has a meaning in expressions");
            let help = "choose another name";
            self.report(Diagnostic::new(Kind::ReservedName, name, message).help(help));
            return None;
        }
        let number = self.number(self.ast.quantity(value));
        if number.is_none() {
            self.names.refuse(word);
        }
        number
    }
}
