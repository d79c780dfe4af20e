//! Numbers defined by the caller.

use std::fmt;

use crate::expression::Evaluator;
use crate::expression::scope::{Meaning, Scope, Size, SizeQuery};
use crate::expression::value::Number;
use crate::register::is_address_or_flag;
use crate::report::Report;
use crate::syntax::parse::parse_condition;
use crate::text::{Span, is_name};
use pica200_objfmt::isa::register::RegisterForm;

/// A named number that the caller defines, in addition to the source's own.
///
/// ```
/// use pica200_asm::{Define, AssemblyOptions, assemble};
///
/// let mut options = AssemblyOptions::default();
/// options.defines.push(Define::new("LIGHTS=2 + 1").expect("it is a number"));
/// let source = b".ifdef LIGHTS\n.constf lights(LIGHTS, 0, 0, 0)\n.endif\n";
/// let object = assemble("shader.vsh", source, &options).object;
/// assert_eq!(object.expect("there are no errors").constants.len(), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Define {
    name: String,
    /// A valid expression.
    value: String,
}

/// The reason why a text is not a valid [`Define`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DefineError {
    /// The name is invalid, or names a register.
    Name(String),
    /// The value is not a number, for this reason.
    Value(String, String),
}

impl fmt::Display for DefineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(
                f,
                "`{name}` cannot be defined: a name has letters, digits, `_` and `$`, and is not the name of a register"
            ),
            Self::Value(value, why) => write!(f, "`{value}` is not a number: {why}"),
        }
    }
}

impl std::error::Error for DefineError {}

impl Define {
    /// Parses `NAME=NUMBER`; `NAME` alone means 1. The number can be an expression.
    ///
    /// # Errors
    ///
    /// Returns an error if the name or the number is invalid.
    pub fn new(text: &str) -> Result<Self, DefineError> {
        let (name, value) = text.split_once('=').unwrap_or((text, "1"));
        // In an expression, a register takes precedence over a number.
        let is_register = RegisterForm::classify(name) != RegisterForm::Name || is_address_or_flag(name);
        if !is_name(name) || is_register {
            return Err(DefineError::Name(name.to_owned()));
        }
        match evaluate(value) {
            Ok(_) => Ok(Self {
                name: name.to_owned(),
                value: value.to_owned(),
            }),
            Err(why) => Err(DefineError::Value(value.to_owned(), why)),
        }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text of the number.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// Returns the number.
    pub fn number(&self) -> Number {
        // `new` has checked the value.
        evaluate(&self.value).unwrap_or(Number::Integer(0))
    }
}

fn evaluate(value: &str) -> Result<Number, String> {
    if value.contains(['\r', '\n']) {
        return Err("unexpected end of the line".to_owned());
    }
    let all = Span::from_range(0..value.len());
    let (ast, condition) = parse_condition(value, all).map_err(|diagnostic| diagnostic.message)?;
    let mut report = Report::new(value);
    let number = Evaluator::new(&mut report, &mut NoNames).number(ast.quantity(condition));
    number.ok_or_else(|| {
        let first = report.finish().0.into_iter().next();
        first.map_or_else(String::new, |diagnostic| diagnostic.message)
    })
}

/// A scope without names, for the value of a definition.
struct NoNames;

impl Scope for NoNames {
    fn find(&mut self, _name: &str, _span: Span) -> Meaning {
        Meaning::Unknown
    }

    fn is_defined(&mut self, _name: &str, _span: Span) -> bool {
        false
    }

    fn size(&mut self, _question: SizeQuery<'_>) -> Option<Size> {
        None
    }
}
