//! Values of inputs and uniforms on the command line, and the registers that they go to.

use std::path::{Path, PathBuf};

use pica200_machine::{Machine, Named, Program, SetError, Value, Vector};
use pica200_objfmt::register::{Bank, Register};
use pica200_objfmt::similar::most_similar;

use super::file;
use crate::program::Streams;
use crate::report::Report;

/// What the components of a vector are that are not given.
const MISSING: Vector = [0.0, 0.0, 0.0, 1.0];

/// How many names a hint lists.
const MOST_NAMES: usize = 16;

/// What an option sets, and to what.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    /// What the registers have to be.
    bank: Bank,
    /// A name of the file, or a register.
    name: String,
    /// The first element, counted from 0.
    element: u8,
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
        return Err("there is no `=`; a name or register, `=` and a value are needed".to_owned());
    };
    let (name, element) = target_of(target)?;
    let is_vector = matches!(bank, Bank::Input | Bank::Float);
    let rows = match value.strip_prefix('@') {
        Some("") if is_vector => return Err("there is no name of a file behind `@`".to_owned()),
        Some(path) if is_vector => Rows::File(path.into()),
        _ => Rows::Given(
            value
                .split('/')
                .map(|row| value_of(row, bank))
                .collect::<Result<_, _>>()?,
        ),
    };
    Ok(Setting {
        bank,
        name: name.to_owned(),
        element,
        rows,
    })
}

/// The name and the element of `name[element]`.
fn target_of(text: &str) -> Result<(&str, u8), String> {
    let (name, element) = match text.strip_suffix(']').and_then(|t| t.rsplit_once('[')) {
        None => (text, 0),
        Some((name, element)) => match element.parse() {
            Ok(element) => (name, element),
            Err(_) => {
                return Err(format!(
                    "`{element}` is no element; a number from 0 to 255 is needed"
                ));
            }
        },
    };
    if name.is_empty() {
        return Err("there is no name in front of `=`; a name or register is needed".to_owned());
    }
    Ok((name, element))
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
                number.map_err(|_| format!("`{part}` is no whole number from 0 to 255"))
            });
            match *numbers.collect::<Result<Vec<_>, _>>()?.as_slice() {
                [x, y, z] => Ok(Value::Integer([x, y, z, 0])),
                [x, y, z, w] => Ok(Value::Integer([x, y, z, w])),
                _ => Err(format!("`{text}` is not of 3 or 4 numbers")),
            }
        }
        _ => vector_of(text).map(Value::Vector),
    }
}

/// A vector: `1,2,3`.
pub(super) fn vector_of(text: &str) -> Result<Vector, String> {
    let numbers = text.split(',').map(str::trim).map(|part| {
        let number = part.parse::<f32>();
        number.map_err(|_| format!("`{part}` is no number"))
    });
    let numbers: Vec<_> = numbers.collect::<Result<_, _>>()?;
    vector(&numbers).ok_or_else(|| format!("`{text}` is not of 1 to 4 numbers"))
}

/// A vector of 1 to 4 numbers, `None` if there are none or more. Those that are missing are those of (0, 0, 0, 1).
pub(super) fn vector(numbers: &[f32]) -> Option<Vector> {
    let mut vector = MISSING;
    vector.get_mut(..numbers.len())?.copy_from_slice(numbers);
    (!numbers.is_empty()).then_some(vector)
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

/// The registers that a setting may fill.
struct Registers {
    first: Register,
    count: u8,
}

/// What is wrong with an option, and what would be right.
#[derive(Debug)]
pub(super) struct Trouble {
    pub(super) message: String,
    pub(super) help: Option<String>,
}

impl Trouble {
    /// As a report about the file of the shader.
    pub(super) fn report(self, name: &'static str, shader: &str) -> Report {
        let mut report = Report::of_file(name, shader, self.message);
        report.help = self.help;
        report
    }
}

impl From<SetError> for Trouble {
    fn from(error: SetError) -> Self {
        Self {
            message: error.to_string(),
            help: None,
        }
    }
}

impl Setting {
    /// The file that the values are read from.
    pub(super) fn file(&self) -> Option<&Path> {
        match &self.rows {
            Rows::Given(_) => None,
            Rows::File(path) => Some(path),
        }
    }

    /// Sets the registers of a machine. `shader` is what messages call the file of the shader.
    pub(super) fn apply(
        &self,
        machine: &mut Machine<'_>,
        shader: &str,
        streams: &Streams<'_>,
    ) -> Result<(), Report> {
        let read;
        let rows = match &self.rows {
            Rows::Given(rows) => rows,
            Rows::File(path) => {
                read = file::rows(path, &self.name, streams.files)?;
                &read
            }
        };
        self.fill(machine, rows).map_err(|mut trouble| {
            let option = option(self.bank).unwrap_or_default();
            trouble.message = format!("`{option} {}`: {}", self.name, trouble.message);
            trouble.report("cannot-set", shader)
        })
    }

    fn fill(&self, machine: &mut Machine<'_>, rows: &[Value]) -> Result<(), Trouble> {
        let Registers { first, count } = self.registers(machine.program())?;
        if rows.len() > usize::from(count) {
            let found = rows.len();
            let registers = if count == 1 { "register" } else { "registers" };
            return Err(Trouble {
                message: format!("there are {found} values, and {count} {registers} from there on"),
                help: None,
            });
        }
        for (number, row) in (first.number..).zip(rows) {
            machine.set(Register { number, ..first }, *row)?;
        }
        Ok(())
    }

    /// The registers from the one that is meant to the last of its array or bank.
    fn registers(&self, program: &Program) -> Result<Registers, Trouble> {
        let named = match program.named(&self.name) {
            Some(named) => named.clone(),
            None => self.register(program)?,
        };
        self.check_bank(named.first.bank)?;
        match named.element(self.element) {
            Some(first) => Ok(Registers {
                first,
                count: named.count.saturating_sub(self.element),
            }),
            None => Err(SetError::NoElement {
                name: named.name,
                element: self.element,
                count: named.count,
            }
            .into()),
        }
    }

    /// The register that the name is, and all that are behind it in its bank.
    fn register(&self, program: &Program) -> Result<Named, Trouble> {
        let mut letters = self.name.chars();
        let bank = letters.next().and_then(Bank::from_letter);
        let digits = letters.as_str();
        let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
        let number = digits.parse::<u64>().ok().filter(|_| is_number);
        let Some((bank, number)) = bank.zip(number) else {
            return Err(self.unknown_name(program));
        };
        self.check_bank(bank)?;
        let first = u8::try_from(number).ok();
        let Some(first) = first.and_then(|number| Register::new(bank, number)) else {
            return Err(SetError::NoRegister { bank, number }.into());
        };
        Ok(Named {
            name: self.name.clone(),
            first,
            count: bank.size() - first.number,
        })
    }

    fn check_bank(&self, found: Bank) -> Result<(), Trouble> {
        if found == self.bank {
            return Ok(());
        }
        let (is, needed) = (found.a_noun(), self.bank.a_noun());
        Err(Trouble {
            message: format!("`{}` is {is}, and {needed} is needed", self.name),
            help: option(found).map(|option| format!("`{option}` sets it")),
        })
    }

    fn unknown_name(&self, program: &Program) -> Trouble {
        let noun = self.bank.noun();
        let fitting = program.names().iter().filter(|n| n.first.bank == self.bank);
        let names: Vec<_> = fitting.map(|named| named.name.as_str()).collect();
        let all = program.names().iter().map(|named| named.name.as_str());
        let (letter, last) = (self.bank.letter(), self.bank.size() - 1);
        let help = match most_similar(&self.name, all) {
            Some(name) => format!("did you mean `{name}`?"),
            None if names.is_empty() => {
                format!("the shader names none; there are `{letter}0` to `{letter}{last}`")
            }
            None => {
                let more = if names.len() > MOST_NAMES {
                    ", ..."
                } else {
                    ""
                };
                let listed = names.iter().take(MOST_NAMES);
                let listed: Vec<_> = listed.map(|name| format!("`{name}`")).collect();
                format!("the shader has {}{more}", listed.join(", "))
            }
        };
        Trouble {
            message: format!("no {noun} is named `{}`", self.name),
            help: Some(help),
        }
    }
}
