//! Values of inputs and uniforms on the command line.

use std::path::{Path, PathBuf};

use pica200_diagnostics::Code;
use pica200_machine::{Machine, Value, Vector};
use pica200_objfmt::isa::register::Bank;

use super::file;
use crate::program::Streams;
use pica200::report::Report;
use pica200::shader::misfit::Misfit;
use pica200::shader::numbers::vector;
use pica200::shader::registers::RegisterName;

/// The registers that an option sets, and their values.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    target: RegisterName,
    rows: Rows,
}

/// Values of registers, one after the other.
#[derive(Clone, Debug)]
enum Rows {
    Given(Vec<Value>),
    File(PathBuf),
}

/// An argument of `--in`.
pub(super) fn input(text: &str) -> Result<Setting, String> {
    setting(text, Bank::Input)
}

/// An argument of `--uniform`.
pub(super) fn float(text: &str) -> Result<Setting, String> {
    setting(text, Bank::Float)
}

/// An argument of `--int`.
pub(super) fn integer(text: &str) -> Result<Setting, String> {
    setting(text, Bank::Integer)
}

/// An argument of `--bool`.
pub(super) fn boolean(text: &str) -> Result<Setting, String> {
    setting(text, Bank::Boolean)
}

fn setting(text: &str, bank: Bank) -> Result<Setting, String> {
    let Some((target, value)) = text.split_once('=') else {
        return Err("there is no `=`; expected a name or register, `=` and a value".to_owned());
    };
    let target = RegisterName::parse(target, bank)?;
    let is_vector = matches!(bank, Bank::Input | Bank::Float);
    let rows = match value.strip_prefix('@') {
        Some("") if is_vector => return Err("`@` is not followed by the name of a file".to_owned()),
        Some(path) if is_vector => Rows::File(path.into()),
        _ => Rows::Given(
            value
                .split('/')
                .map(|row| value_of(row, bank))
                .collect::<Result<_, _>>()?,
        ),
    };
    Ok(Setting { target, rows })
}

/// The value of a register.
fn value_of(text: &str, bank: Bank) -> Result<Value, String> {
    let parts: Vec<_> = text.split(',').map(str::trim).collect();
    match bank {
        Bank::Boolean => match text.trim() {
            "true" => Ok(Value::Boolean(true)),
            "false" => Ok(Value::Boolean(false)),
            _ => Err(format!("`{text}` is neither `true` nor `false`")),
        },
        Bank::Integer => {
            let numbers = parts.iter().map(|part| {
                let number = part.parse::<u8>();
                number.map_err(|_| format!("`{part}` is not a whole number from 0 to 255"))
            });
            match *numbers.collect::<Result<Vec<_>, _>>()?.as_slice() {
                [x, y, z] => Ok(Value::Integer([x, y, z, 0])),
                [x, y, z, w] => Ok(Value::Integer([x, y, z, w])),
                _ => Err(format!("`{text}` does not have 3 or 4 numbers")),
            }
        }
        _ => vector_of(text).map(Value::Vector),
    }
}

/// A vector: `1,2,3`.
pub(super) fn vector_of(text: &str) -> Result<Vector, String> {
    let numbers = text.split(',').map(str::trim).map(|part| {
        let number = part.parse::<f32>();
        number.map_err(|_| format!("`{part}` is not a number"))
    });
    let numbers: Vec<_> = numbers.collect::<Result<_, _>>()?;
    vector(&numbers).ok_or_else(|| format!("`{text}` does not have 1 to 4 numbers"))
}

/// The option that sets registers of a bank, `None` if there is none.
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
    /// The file from which the values are read.
    pub(super) fn file(&self) -> Option<&Path> {
        match &self.rows {
            Rows::Given(_) => None,
            Rows::File(path) => Some(path),
        }
    }

    /// Sets the registers of a machine. `shader` is the name of the shader's file in messages.
    pub(super) fn apply(
        &self,
        machine: &mut Machine<'_>,
        shader: &str,
        streams: &Streams<'_>,
    ) -> Result<(), Report> {
        let RegisterName { bank, name, .. } = &self.target;
        let read;
        let rows = match &self.rows {
            Rows::Given(rows) => rows,
            Rows::File(path) => {
                read = file::rows(path, name, streams.files)?;
                &read
            }
        };
        let set = self.target.assign(machine.program(), rows);
        let set = set.and_then(|values| {
            let mut values = values.into_iter();
            Ok(values.try_for_each(|(register, value)| machine.set(register, value))?)
        });
        set.map_err(|misfit| {
            let option = option(*bank).unwrap_or_default();
            let misfit = with_option(misfit).about(&format!("{option} {name}"));
            misfit.report(Code::CannotSet, shader)
        })
    }
}

/// Adds the option that sets the found register, if there is one.
fn with_option(misfit: Misfit) -> Misfit {
    match misfit.found.and_then(option) {
        Some(option) => misfit.with_help(format!("set it with `{option}`")),
        None => misfit,
    }
}
