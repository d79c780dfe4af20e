//! Values of inputs and uniforms on the command line.

use std::path::{Path, PathBuf};

use pica200_asm::Files;
use pica200_diagnostics::Code;
use pica200_machine::Machine;
use pica200_objfmt::isa::register::Bank;

use super::file::{self, ReadRows};
use pica200::diagnostic::Diagnostic;
use pica200::shader::direct3d;
use pica200::shader::document::rows;
use pica200::shader::numbers::Number;
use pica200::shader::registers::RegisterName;
use pica200::shader::row::Row;
use pica200::shader::value_error::ValueError;
use pica200::shader::values::to_values;

/// An assignment of an option to an input or uniform. Which names and values are valid depends on the kind of the
/// shader, which is not known before its file is read.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    /// The register bank of the option.
    bank: Bank,
    target: String,
    rows: Rows,
    /// The argument.
    text: String,
}

/// Values of consecutive registers.
#[derive(Clone, Debug)]
enum Rows {
    /// Given values; the bank is boolean for booleans, whatever the option is.
    Given(Bank, Vec<Row>),
    File(PathBuf),
}

/// Parses an argument of `--in`.
pub(super) fn input(text: &str) -> Result<Setting, String> {
    setting(text, Bank::Input)
}

/// Parses an argument of `--uniform`.
pub(super) fn float(text: &str) -> Result<Setting, String> {
    setting(text, Bank::Float)
}

/// Parses an argument of `--int`.
pub(super) fn integer(text: &str) -> Result<Setting, String> {
    setting(text, Bank::Integer)
}

/// Parses an argument of `--bool`.
pub(super) fn boolean(text: &str) -> Result<Setting, String> {
    setting(text, Bank::Boolean)
}

fn setting(text: &str, bank: Bank) -> Result<Setting, String> {
    let Some((target, value)) = text.split_once('=') else {
        return Err("missing `=`; expected a name or register, `=` and a value".to_owned());
    };
    if target.is_empty() {
        return Err("missing name; expected a name from the file, or a register".to_owned());
    }
    let is_vector = matches!(bank, Bank::Input | Bank::Float);
    let rows = match value.strip_prefix('@') {
        Some("") if is_vector => return Err("missing file name after `@`".to_owned()),
        Some(path) if is_vector => Rows::File(path.into()),
        _ => parse_rows(value, bank)?,
    };
    Ok(Setting {
        bank,
        target: target.to_owned(),
        rows,
        text: text.to_owned(),
    })
}

/// Parses the rows of an argument. Variables of containers have types, so `--uniform` accepts booleans as well.
fn parse_rows(value: &str, bank: Bank) -> Result<Rows, String> {
    let words = || value.split(['/', ',']).map(str::trim);
    let are_booleans = words().all(|word| boolean_number(word).is_some());
    let bank = match bank {
        Bank::Float if are_booleans => Bank::Boolean,
        bank => bank,
    };
    let read: fn(&str) -> Result<Number, String> = match bank {
        Bank::Boolean => |word| boolean_number(word).ok_or_else(|| format!("`{word}` is neither `true` nor `false`")),
        Bank::Integer => |word| {
            let number = Number::parse(word);
            let integer = number.filter(|number| matches!(number, Number::Integer(_)));
            integer.ok_or_else(|| format!("`{word}` is not a 32-bit integer"))
        },
        _ => parse_number,
    };
    let rows = value.split('/').map(|text| row_with(text, read));
    Ok(Rows::Given(bank, rows.collect::<Result<_, _>>()?))
}

/// Converts a boolean to 1 or 0.
fn boolean_number(word: &str) -> Option<Number> {
    match word {
        "true" => Some(Number::Integer(1)),
        "false" => Some(Number::Integer(0)),
        _ => None,
    }
}

fn parse_number(word: &str) -> Result<Number, String> {
    Number::parse(word).ok_or_else(|| format!("`{word}` is not a number"))
}

/// Parses a row of numbers: `1,2,3`.
pub(super) fn parse_row(text: &str) -> Result<Row, String> {
    row_with(text, parse_number)
}

fn row_with(text: &str, read: fn(&str) -> Result<Number, String>) -> Result<Row, String> {
    let numbers = text.split(',').map(str::trim).map(read);
    let numbers: Vec<_> = numbers.collect::<Result<_, _>>()?;
    Row::new(&numbers).ok_or_else(|| format!("`{text}` does not have 1 to 4 numbers"))
}

/// Returns the option that sets registers of a bank, `None` if there is none.
const fn option(bank: Bank) -> Option<&'static str> {
    match bank {
        Bank::Input => Some("--in"),
        Bank::Float => Some("--uniform"),
        Bank::Integer => Some("--int"),
        Bank::Boolean => Some("--bool"),
        Bank::Output | Bank::Temporary => None,
    }
}

impl Setting {
    /// Returns the file from which the values are read.
    pub(super) fn file(&self) -> Option<&Path> {
        match &self.rows {
            Rows::Given(..) => None,
            Rows::File(path) => Some(path),
        }
    }

    /// Checks that the argument has the form that PICA200 shaders need. Returns a usage error.
    pub(super) fn check(&self) -> Result<(), String> {
        let checked = RegisterName::parse(&self.target, self.bank).and_then(|_| match &self.rows {
            Rows::Given(bank, _) if *bank != self.bank => {
                let (_, value) = self.text.split_once('=').unwrap_or_default();
                let word = value.split(['/', ',']).next().unwrap_or_default();
                Err(format!("`{word}` is not a number"))
            }
            Rows::Given(_, rows) => to_values(self.bank, rows).map(|_| ()),
            Rows::File(_) => Ok(()),
        });
        checked.map_err(|why| {
            let (option, text) = (option(self.bank).unwrap_or_default(), &self.text);
            format!("invalid value '{text}' for '{option}': {why}")
        })
    }

    /// Returns the bank and the rows, from the file if there is one.
    fn rows(&self, name: &str, read: ReadRows, files: &dyn Files) -> Result<(Bank, Vec<Row>), Diagnostic> {
        match &self.rows {
            Rows::Given(bank, rows) => Ok((*bank, rows.clone())),
            Rows::File(path) => file::rows(path, name, read, files),
        }
    }

    /// Sets the registers of a machine. `shader` is the shader's file name for messages.
    pub(super) fn apply(&self, machine: &mut Machine, shader: &str, files: &dyn Files) -> Result<(), Diagnostic> {
        let target = RegisterName::parse(&self.target, self.bank);
        let target = target.map_err(|why| self.report(ValueError::from(why), shader))?;
        let read: ReadRows = |item| Ok((Bank::Float, rows::rows(item)?));
        let (_, rows) = self.rows(&target.name, read, files)?;
        let set = target.assign(machine.program(), &rows);
        let set = set.and_then(|values| {
            let mut values = values.into_iter();
            Ok(values.try_for_each(|(register, value)| machine.set(register, value))?)
        });
        set.map_err(|value_error| self.report(value_error, shader))
    }

    /// Sets inputs and variables of a container's shader. `shader` is its file name for messages.
    pub(super) fn apply_to_container(
        &self,
        setup: &mut direct3d::Setup<'_>,
        shader: &str,
        files: &dyn Files,
    ) -> Result<(), Diagnostic> {
        let (bank, rows) = self.rows(&self.target, rows::rows_of_any, files)?;
        // The option decides the bank of numbers; booleans have their own.
        let bank = match (self.bank, bank) {
            (Bank::Float, Bank::Boolean) => Bank::Boolean,
            (bank, _) => bank,
        };
        let set = setup.set(&self.target, bank, &rows);
        set.map_err(|value_error| self.report(value_error, shader))
    }

    fn report(&self, value_error: ValueError, shader: &str) -> Diagnostic {
        let option = option(self.bank).unwrap_or_default();
        let (name, _) = self.text.split_once('=').unwrap_or_default();
        let value_error = with_option(value_error).about(&format!("{option} {name}"));
        value_error.report(Code::CannotSet, shader)
    }
}

/// Adds the option that sets the found register, if there is one.
fn with_option(value_error: ValueError) -> ValueError {
    match value_error.found.and_then(option) {
        Some(option) => value_error.with_help(format!("set it with `{option}`")),
        None => value_error,
    }
}
