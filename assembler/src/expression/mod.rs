//! Expressions: numbers out of literals, named constants, operators and functions.
//!
//! They stand wherever a number stands. A number alone never comes here: each place reads it by its own rules.

pub(crate) mod function;
pub(crate) mod names;
mod place;
mod report;
#[cfg(test)]
mod tests;
pub(crate) mod value;

use pica200_objfmt::isa::instruction::AddressRegister;

use self::function::PI;
use self::value::{Fault, Number};
use crate::diagnostic::{Diagnostic, Kind};
use crate::names::AddressWord;
use crate::number::{NumberError, is_pattern, parse_number};
use crate::syntax::ast::{Binary, Op, Plain, Quantity};
use crate::text::Span;
use crate::unit::Unit;

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// Between the brackets of an operand, where an address register may be added.
    Index,
    /// Anywhere else.
    Number,
}

/// A value on its way through an expression.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    /// The number.
    pub(crate) number: Number,
    /// The address register that is added to it; only indices have one.
    pub(crate) register: Option<AddressRegister>,
}

impl Value {
    const fn plain(number: Number) -> Self {
        Self {
            number,
            register: None,
        }
    }

    /// `self OPERATOR other`; `None` if that is nothing that an address register can do.
    fn join(self, operator: Binary, other: Self) -> Option<Result<Self, Fault>> {
        let register = match (operator, self.register, other.register) {
            (_, None, None) => None,
            (Binary::Add, register, None) | (Binary::Add, None, register) => register,
            (Binary::Subtract, register, None) => register,
            _ => return None,
        };
        let number = self.number.join(operator, other.number);
        Some(number.map(|number| Self { number, register }))
    }
}

impl Unit<'_> {
    /// What a quantity of numbers comes to. Reports why it comes to none.
    pub(crate) fn number(&mut self, quantity: Quantity<'_>) -> Option<Number> {
        self.evaluate(quantity, Place::Number)
            .map(|value| value.number)
    }

    /// What a quantity comes to. Reports why it comes to nothing.
    pub(crate) fn evaluate(&mut self, quantity: Quantity<'_>, place: Place) -> Option<Value> {
        let (value, span, negated) = match quantity {
            Quantity::Plain(plain) => {
                let value = if plain.is_word {
                    self.word_value(plain.atom, place)
                } else {
                    self.written_number(plain.atom)
                };
                (value, plain.span, plain.negated)
            }
            Quantity::Computed { span, ops, negated } => {
                let mut stack = std::mem::take(&mut self.values);
                let value = self.run_ops(ops, place, &mut stack);
                stack.clear();
                self.values = stack;
                (value, span, negated)
            }
        };
        if negated {
            self.negate(value?, span)
        } else {
            value
        }
    }

    fn run_ops(&mut self, ops: &[Op], place: Place, stack: &mut Vec<Value>) -> Option<Value> {
        let mut rest = ops;
        while let Some((op, behind)) = rest.split_first() {
            rest = behind;
            if let Some((answer, behind)) = self.name_function(op, behind) {
                stack.push(Value::plain(answer?));
                rest = behind;
                continue;
            }
            let value = match *op {
                Op::Number(span) => self.written_number(span)?,
                Op::Word(span) => self.word_value(span, place)?,
                Op::Component(span) => self.component(span, place)?,
                Op::Negate(span) => {
                    let value = stack.pop()?;
                    self.negate(value, span)?
                }
                Op::Binary(operator, span) => {
                    let (right, left) = (stack.pop()?, stack.pop()?);
                    self.join(left, operator, right, span)?
                }
                Op::Not(span) => {
                    let truth = self.truth(stack.pop()?, span)?;
                    Value::plain(Number::of_truth(!truth))
                }
                Op::Truth(span) => {
                    let truth = self.truth(stack.pop()?, span)?;
                    Value::plain(Number::of_truth(truth))
                }
                Op::Skip { if_true, parts } => {
                    let value = stack.pop()?;
                    if value.number.is_true() != if_true {
                        continue;
                    }
                    rest = behind.get(parts as usize..)?;
                    value
                }
                Op::Call {
                    name,
                    arguments,
                    end,
                } => {
                    let first = stack.len().checked_sub(arguments as usize)?;
                    let value = self.call(name, stack.get(first..)?, end)?;
                    stack.truncate(first);
                    value
                }
            };
            stack.push(value);
        }
        stack.pop()
    }

    /// Whether a value counts as true.
    fn truth(&mut self, value: Value, span: Span) -> Option<bool> {
        if value.register.is_some() {
            return self.complain_address(span);
        }
        Some(value.number.is_true())
    }

    fn negate(&mut self, value: Value, span: Span) -> Option<Value> {
        if value.register.is_some() {
            return self.complain_address(span);
        }
        let number = value.number.negate();
        self.or_fault(number, span).map(Value::plain)
    }

    fn join(&mut self, left: Value, operator: Binary, right: Value, span: Span) -> Option<Value> {
        if operator.is_relation() {
            self.compared = Some((left.number, right.number));
        }
        match left.join(operator, right) {
            Some(result) => self.or_fault(result, span),
            None => self.complain_address(span),
        }
    }

    /// A literal in an expression, where `1` and `1.0` are different.
    fn written_number(&mut self, span: Span) -> Option<Value> {
        let text = self.text(span);
        let (kind, message, help) = match parse_number(text) {
            Ok(number) => return Some(Value::plain(number)),
            Err(NumberError::LeadingZero) => (
                Kind::InvalidNumber,
                format!("`{text}` has a leading zero"),
                "leave it out; there are no octal numbers",
            ),
            Err(NumberError::TooLarge) => (
                Kind::NumberRange,
                format!("`{text}` is too large"),
                "integers have 64 bits; larger numbers are written with an exponent",
            ),
            Err(_) => (
                Kind::InvalidNumber,
                format!("`{text}` is not a number"),
                "numbers are like 1, 0x10, 0.5, 1e-3 and 0x1p4, without a suffix",
            ),
        };
        self.report(Diagnostic::new(kind, span, message).help(help));
        None
    }

    /// A word in an expression: a number's name, or an address register by an old name.
    fn word_value(&mut self, span: Span, place: Place) -> Option<Value> {
        let word = self.text(span);
        if let Some(register) = AddressWord::find(word).and_then(|word| word.index) {
            return self.address_value(register, span, place);
        }
        if is_pattern(word) {
            let message = format!("`{word}` is bits, with which nothing can be computed");
            let help = "it stands alone as a component of a float vector";
            self.report(Diagnostic::new(Kind::InvalidNumber, span, message).help(help));
            return None;
        }
        let number = self.named_number(word).or_else(|| parse_number(word).ok());
        if number.is_none() && !self.names.is_refused(word) {
            self.complain_no_number(span);
        }
        number.map(Value::plain)
    }

    /// The number that a name is declared for, or that the language has the name for.
    pub(crate) fn named_number(&self, word: &str) -> Option<Number> {
        match self.names.get(word) {
            Some(name) => name.number(),
            None => word
                .eq_ignore_ascii_case(PI)
                .then_some(Number::Float(std::f64::consts::PI)),
        }
    }

    /// `a0.x` or `a0.y`.
    fn component(&mut self, span: Span, place: Place) -> Option<Value> {
        if place == Place::Number {
            self.complain_register(span);
            return None;
        }
        let register = self.address_register(span)?;
        self.address_value(register, span, place)
    }

    /// An address register, to which nothing is added yet.
    fn address_value(
        &mut self,
        register: AddressRegister,
        span: Span,
        place: Place,
    ) -> Option<Value> {
        if place == Place::Number {
            self.complain_register(span);
            return None;
        }
        Some(Value {
            number: Number::Integer(0),
            register: Some(register),
        })
    }

    fn call(&mut self, name: Span, arguments: &[Value], end: u32) -> Option<Value> {
        let word = self.text(name);
        let Some(function) = function::find(word) else {
            self.complain_no_function(name);
            return None;
        };
        let span = Span::new(name.start, end);
        if !function.arguments.contains(&arguments.len()) {
            self.complain_arguments(span, function, arguments.len());
            return None;
        }
        if arguments.iter().any(|value| value.register.is_some()) {
            return self.complain_address(span);
        }
        let numbers: Vec<Number> = arguments.iter().map(|value| value.number).collect();
        let result = (function.apply)(&numbers);
        self.or_fault(result, span).map(Value::plain)
    }

    /// Whether a word alone is the name of a number, and not a number itself; or such a name that was refused.
    pub(crate) fn is_number_name(&self, plain: &Plain) -> bool {
        plain.is_word && {
            let word = self.text(plain.atom);
            self.names.is_refused(word) || self.named_number(word).is_some()
        }
    }
}
