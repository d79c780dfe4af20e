//! Expressions: numbers from literals, named numbers, operators and functions. An [`Evaluator`] borrows the report and
//! a [`Scope`], which resolves names, so the preprocessor and the assembler share the code. Plain numbers are not
//! evaluated here, because their rules depend on the context (see [`integer`] and [`index`]).

mod errors;
pub(crate) mod function;
mod index;
mod integer;
pub(crate) mod number;
pub(crate) mod scope;
#[cfg(test)]
mod tests;
pub(crate) mod value;

use pica200_objfmt::isa::instruction::AddressRegister;

use self::function::PI;
use self::number::{NumberError, is_pattern, parse_number};
use self::scope::{Meaning, Scope};
use self::value::{EvalError, Number};
use crate::diagnostic::{Code, diagnose};
use crate::register::AddressWord;
use crate::report::Report;
use crate::syntax::ast::{Binary, Op, Plain, Quantity};
use crate::text::Span;

/// The context of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Position {
    /// In the brackets of an operand, where an address register can be added.
    Index,
    /// Anywhere else.
    Number,
}

/// An intermediate value of an expression.
#[derive(Clone, Copy, Debug)]
struct Value {
    number: Number,
    /// The address register that is added to it. Only indices have one.
    register: Option<AddressRegister>,
}

impl Value {
    const fn plain(number: Number) -> Self {
        Self { number, register: None }
    }

    /// Computes `self OPERATOR other`. `None` if the operation does not accept an address register.
    fn join(self, operator: Binary, other: Self) -> Option<Result<Self, EvalError>> {
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

/// Evaluates expressions.
pub(crate) struct Evaluator<'e, 's> {
    report: &'e mut Report<'s>,
    scope: &'e mut dyn Scope,
    position: Position,
    /// The operands of the last evaluated comparison.
    compared: Option<(Number, Number)>,
}

impl<'e, 's> Evaluator<'e, 's> {
    pub(crate) fn new(report: &'e mut Report<'s>, scope: &'e mut dyn Scope) -> Self {
        Self {
            report,
            scope,
            position: Position::Number,
            compared: None,
        }
    }

    /// Returns the operands of the last evaluated comparison.
    pub(crate) fn compared(&self) -> Option<(Number, Number)> {
        self.compared
    }

    /// Evaluates a quantity. Reports an error if it has no value.
    pub(crate) fn number(&mut self, quantity: Quantity<'_>) -> Option<Number> {
        self.position = Position::Number;
        self.evaluate(quantity).map(|value| value.number)
    }

    fn evaluate(&mut self, quantity: Quantity<'_>) -> Option<Value> {
        let (value, span, negated) = match quantity {
            Quantity::Plain(plain) => {
                let value = if plain.is_word {
                    self.word_value(plain.atom)
                } else {
                    self.literal(plain.atom)
                };
                (value, plain.span, plain.negated)
            }
            Quantity::Computed { span, ops, negated } => (self.run_ops(ops), span, negated),
        };
        if negated { self.negate(value?, span) } else { value }
    }

    fn run_ops(&mut self, ops: &[Op]) -> Option<Value> {
        let mut stack: Vec<Value> = Vec::new();
        let mut rest = ops;
        while let Some((op, after)) = rest.split_first() {
            rest = after;
            if let Some((answer, after)) = self.name_function(op, after) {
                stack.push(Value::plain(answer?));
                rest = after;
                continue;
            }
            let value = match *op {
                Op::Number(span) => self.literal(span)?,
                Op::Word(span) => self.word_value(span)?,
                Op::Component(span) => self.component(span)?,
                Op::Negate(span) => {
                    let value = stack.pop()?;
                    self.negate(value, span)?
                }
                Op::Binary(operator, span) => {
                    let (right, left) = (stack.pop()?, stack.pop()?);
                    self.join(left, operator, right, span)?
                }
                Op::Not(span) => {
                    let is_true = self.expect_bool(stack.pop()?, span)?;
                    Value::plain(Number::from_bool(!is_true))
                }
                Op::ToBool(span) => {
                    let is_true = self.expect_bool(stack.pop()?, span)?;
                    Value::plain(Number::from_bool(is_true))
                }
                Op::Skip { if_true, parts } => {
                    let value = stack.pop()?;
                    if value.number.is_true() != if_true {
                        continue;
                    }
                    rest = after.get(parts as usize..)?;
                    value
                }
                Op::Call { name, arguments, end } => {
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

    /// Evaluates a call of a function that takes a name, if the next operations are such a call. Returns the result and
    /// the remaining operations.
    fn name_function<'o>(&mut self, op: &Op, after: &'o [Op]) -> Option<(Option<Number>, &'o [Op])> {
        let (Op::Word(argument), [Op::Call { name, arguments: 1, .. }, after @ ..]) = (*op, after) else {
            return None;
        };
        let number = scope::apply(self.scope, self.report, *name, argument)?;
        Some((number, after))
    }

    /// Converts a value to a bool.
    fn expect_bool(&mut self, value: Value, span: Span) -> Option<bool> {
        if value.register.is_some() {
            return self.report_address_operand(span);
        }
        Some(value.number.is_true())
    }

    fn negate(&mut self, value: Value, span: Span) -> Option<Value> {
        if value.register.is_some() {
            return self.report_address_operand(span);
        }
        let number = value.number.negate();
        self.or_report(number, span).map(Value::plain)
    }

    fn join(&mut self, left: Value, operator: Binary, right: Value, span: Span) -> Option<Value> {
        if operator.is_comparison() {
            self.compared = Some((left.number, right.number));
        }
        match left.join(operator, right) {
            Some(result) => self.or_report(result, span),
            None => self.report_address_operand(span),
        }
    }

    /// Evaluates a literal in an expression, where `1` and `1.0` differ.
    fn literal(&mut self, span: Span) -> Option<Value> {
        let text = self.report.text(span);
        let (kind, message, help) = match parse_number(text) {
            Ok(number) => return Some(Value::plain(number)),
            Err(NumberError::LeadingZero) => (
                Code::InvalidNumber,
                format!("`{text}` has a leading zero"),
                "remove it; there are no octal numbers",
            ),
            Err(NumberError::TooLarge) => (
                Code::NumberRange,
                format!("`{text}` is too large"),
                "integers have 64 bits; write a larger number with an exponent",
            ),
            Err(_) => (
                Code::InvalidNumber,
                format!("`{text}` is not a number"),
                "numbers are like 1, 0x10, 0.5, 1e-3 and 0x1p4, without a suffix",
            ),
        };
        self.report.add(diagnose(kind, span, message).with_help(help));
        None
    }

    /// Evaluates a word in an expression: the name of a number, or an address register by its old name.
    fn word_value(&mut self, span: Span) -> Option<Value> {
        let word = self.report.text(span);
        if let Some(register) = AddressWord::find(word).and_then(|word| word.index) {
            return self.address_value(register, span);
        }
        if is_pattern(word) {
            let message = format!("`{word}` is a bit pattern, which cannot be used in computations");
            let help = "it can stand alone as a component of a float vector";
            self.report
                .add(diagnose(Code::InvalidNumber, span, message).with_help(help));
            return None;
        }
        let meaning = self.meaning(span);
        if let Meaning::Number(number) = meaning {
            return Some(Value::plain(number));
        }
        let number = parse_number(word).ok();
        if number.is_none() && !matches!(meaning, Meaning::Rejected) {
            self.report_not_a_number(span, meaning);
        }
        number.map(Value::plain)
    }

    /// Resolves a word: declared, or built into the language.
    fn meaning(&mut self, span: Span) -> Meaning {
        let word = self.report.text(span);
        match self.scope.find(word, span) {
            Meaning::Unknown if word.eq_ignore_ascii_case(PI) => Meaning::Number(Number::Float(std::f64::consts::PI)),
            meaning => meaning,
        }
    }

    /// Evaluates `a0.x` or `a0.y`.
    fn component(&mut self, span: Span) -> Option<Value> {
        if self.position == Position::Number {
            self.report_register(span);
            return None;
        }
        let register = self.address_register(span)?;
        self.address_value(register, span)
    }

    /// Returns the value of an address register, without an added number.
    fn address_value(&mut self, register: AddressRegister, span: Span) -> Option<Value> {
        if self.position == Position::Number {
            self.report_register(span);
            return None;
        }
        Some(Value {
            number: Number::Integer(0),
            register: Some(register),
        })
    }

    fn call(&mut self, name: Span, arguments: &[Value], end: u32) -> Option<Value> {
        let word = self.report.text(name);
        let Some(function) = function::find(word) else {
            self.report_unknown_function(name);
            return None;
        };
        let span = Span::new(name.start, end);
        if !function.arguments.contains(&arguments.len()) {
            self.report_argument_count(span, function, arguments.len());
            return None;
        }
        if arguments.iter().any(|value| value.register.is_some()) {
            return self.report_address_operand(span);
        }
        let numbers: Vec<Number> = arguments.iter().map(|value| value.number).collect();
        let result = (function.apply)(&numbers);
        self.or_report(result, span).map(Value::plain)
    }

    /// Returns true if a plain number is the name of a number, or a name whose declaration was rejected.
    pub(crate) fn is_number_name(&mut self, plain: &Plain) -> bool {
        plain.is_word && matches!(self.meaning(plain.atom), Meaning::Number(_) | Meaning::Rejected)
    }
}
