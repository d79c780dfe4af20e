//! Register values in JSON.

use pica200::shader::numbers::{Number, numbers};
use pica200::shader::registers::RegisterName;
use pica200::shader::row::Row;
use pica200::shader::value_error::ValueError;
use pica200_machine::{Program, Value};
use pica200_objfmt::isa::register::{Bank, Register};
use serde::Serialize;
use serde_json::Value as Json;

use crate::answer::RequestError;

/// A register value as sent to the page.
#[derive(Serialize, Debug)]
#[serde(untagged)]
pub(crate) enum PageValue {
    Numbers(Vec<Number>),
    Booleans(Vec<bool>),
}

impl From<Value> for PageValue {
    fn from(value: Value) -> Self {
        match value {
            Value::Vector(vector) => Self::Numbers(numbers(vector)),
            Value::Integer(bytes) => Self::Numbers(bytes.map(|byte| Number::from(u32::from(byte))).to_vec()),
            Value::Boolean(boolean) => Self::Booleans(vec![boolean]),
        }
    }
}

/// Converts a value of an input to register values.
pub(crate) fn of_input(program: &Program, name: &str, value: &Json) -> Result<Vec<(Register, Value)>, RequestError> {
    of_bank(program, name, value, Bank::Input)
}

/// Converts a value of a uniform to register values.
pub(crate) fn of_uniform(program: &Program, name: &str, value: &Json) -> Result<Vec<(Register, Value)>, RequestError> {
    let target = RegisterName::parse(name, Bank::Float).ok();
    let bank = match target.and_then(|target| target.found(program)) {
        Some(bank @ (Bank::Integer | Bank::Boolean)) => bank,
        _ => Bank::Float,
    };
    of_bank(program, name, value, bank)
}

fn of_bank(program: &Program, name: &str, value: &Json, bank: Bank) -> Result<Vec<(Register, Value)>, RequestError> {
    let wrong = |value_error| RequestError::value_error(value_error, name);
    let rows = rows(value, bank).map_err(|why| wrong(ValueError::from(why)))?;
    let target = RegisterName::parse(name, bank).map_err(|why| wrong(ValueError::from(why)))?;
    target.assign(program, &rows).map_err(wrong)
}

/// Returns the rows of a value. Each boolean register is a separate row.
fn rows(value: &Json, bank: Bank) -> Result<Vec<Row>, String> {
    match value {
        Json::Array(items) if bank == Bank::Boolean || items.iter().any(Json::is_array) => {
            items.iter().map(row).collect()
        }
        _ => Ok(vec![row(value)?]),
    }
}

fn row(value: &Json) -> Result<Row, String> {
    let numbers: Vec<_> = match value {
        Json::Array(items) => items.iter().map(number).collect::<Result<_, _>>()?,
        _ => vec![number(value)?],
    };
    let count = numbers.len();
    Row::new(&numbers).ok_or_else(|| format!("a row has {count} numbers; it can have 1 to 4"))
}

fn number(value: &Json) -> Result<Number, String> {
    let number = match value {
        Json::Bool(boolean) => Some(Number::from(u32::from(*boolean))),
        Json::Number(number) => Number::parse(&number.to_string()),
        Json::String(text) => Number::parse(text),
        _ => None,
    };
    number.ok_or_else(|| format!("`{value}` is not a number"))
}
