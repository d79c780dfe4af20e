//! Numbers that the command line names.

use std::fmt;

use crate::expression::Evaluator;
use crate::expression::scope::{Meaning, Scope, Size, SizeQuestion};
use crate::expression::value::Number;
use crate::report::Report;
use crate::syntax::parse::parse_condition;
use crate::text::{Span, is_name};
use pica200_objfmt::isa::register::RegisterForm;

/// A name for a number that the source does not declare itself, as `-D NAME=NUMBER` gives it.
///
/// ```
/// use pica200_asm::{Define, Options, assemble};
///
/// let mut options = Options::default();
/// options.defines.push(Define::new("LIGHTS=2 + 1").expect("it is a number"));
/// let source = b".ifdef LIGHTS\n.constf lights(LIGHTS, 0, 0, 0)\n.endif\n";
/// let object = assemble("shader.vsh", source, &options).object;
/// assert_eq!(object.expect("there are no errors").constants.len(), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Define {
    name: String,
    /// An expression that was tried.
    value: String,
}

/// What is wrong with a [`Define`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DefineError {
    /// The name is none, or one that the language uses.
    Name(String),
    /// The number is none, for this reason.
    Value(String, String),
}

impl fmt::Display for DefineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(
                f,
                "`{name}` cannot be defined: names are letters, digits, `_` and `$`, and none of a register"
            ),
            Self::Value(value, why) => write!(f, "`{value}` is no number: {why}"),
        }
    }
}

impl std::error::Error for DefineError {}

impl Define {
    /// A name and a number, as `NAME=NUMBER`; `NAME` alone is 1. The number may be an expression.
    ///
    /// # Errors
    ///
    /// If the name or the number is none.
    pub fn new(text: &str) -> Result<Self, DefineError> {
        let (name, value) = text.split_once('=').unwrap_or((text, "1"));
        if !is_name(name) || RegisterForm::of(name) != RegisterForm::Name {
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

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number as it was given.
    pub fn value(&self) -> &str {
        &self.value
    }

    pub(crate) fn number(&self) -> Number {
        // It was tried when it was made.
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

/// The number of a definition can use no names.
struct NoNames;

impl Scope for NoNames {
    fn find(&mut self, _name: &str, _span: Span) -> Meaning {
        Meaning::Unknown
    }

    fn is_defined(&mut self, _name: &str, _span: Span) -> bool {
        false
    }

    fn size(&mut self, _question: SizeQuestion<'_>) -> Option<Size> {
        None
    }
}
