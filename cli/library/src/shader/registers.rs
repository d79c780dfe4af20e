//! Resolution of names to registers, and assignment of values.

use pica200_diagnostics::most_similar;
use pica200_machine::{NamedRegisters, Program, SetError, Value};
use pica200_objfmt::isa::register::{Bank, Register};

use super::row::Row;
use super::value_error::ValueError;
use super::values::to_values;
use crate::text::lists::listed;

/// The register to set: `name`, or `name[element]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegisterName {
    /// Required bank.
    pub bank: Bank,
    /// A name in the file, or a register.
    pub name: String,
    /// First element, from 0.
    element: u8,
}

/// The registers that a target may fill.
struct Registers {
    first: Register,
    count: u8,
}

impl RegisterName {
    /// Parses a target, `name` or `name[element]`.
    pub fn parse(text: &str, bank: Bank) -> Result<Self, String> {
        let (name, element) = match text.strip_suffix(']').and_then(|t| t.rsplit_once('[')) {
            None => (text, 0),
            Some((name, element)) => match element.parse() {
                Ok(element) => (name, element),
                Err(_) => {
                    return Err(format!(
                        "`{element}` is not an element; expected a number from 0 to 255"
                    ));
                }
            },
        };
        if name.is_empty() {
            return Err("missing name; expected a name from the file, or a register".to_owned());
        }
        Ok(Self {
            bank,
            name: name.to_owned(),
            element,
        })
    }

    /// Assigns values to consecutive registers, starting at the target.
    pub fn assign(&self, program: &Program, rows: &[Row]) -> Result<Vec<(Register, Value)>, ValueError> {
        let Registers { first, count } = self.registers(program)?;
        check_count(rows, usize::from(count))?;
        let values = to_values(self.bank, rows).map_err(ValueError::new)?;
        let registers = (first.number..).map(|number| Register { number, ..first });
        Ok(registers.zip(values).collect())
    }

    /// Returns the first register.
    pub fn first(&self, program: &Program) -> Result<Register, ValueError> {
        self.registers(program).map(|registers| registers.first)
    }

    /// Returns the registers from the target to the end of its array or bank.
    fn registers(&self, program: &Program) -> Result<Registers, ValueError> {
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

    /// Returns the register with the name, and all that follow it in its bank.
    fn register(&self, program: &Program) -> Result<NamedRegisters, ValueError> {
        let (bank, number) = register(&self.name).ok_or_else(|| self.unknown_name(program))?;
        self.check_bank(bank)?;
        let first = u8::try_from(number).ok();
        let Some(first) = first.and_then(|number| Register::new(bank, number)) else {
            return Err(SetError::UnknownRegister { bank, number }.into());
        };
        Ok(NamedRegisters {
            name: self.name.clone(),
            first,
            count: bank.size() - first.number,
        })
    }

    /// Returns the bank of the target, by name in the file or else by register. Returns `None` if the name is neither.
    pub fn found(&self, program: &Program) -> Option<Bank> {
        match program.named(&self.name) {
            Some(named) => Some(named.first.bank),
            None => register(&self.name).map(|(bank, _)| bank),
        }
    }

    /// Returns the number of registers from the target to the last one of its name; `None` if it is not a name in the
    /// file.
    pub fn remaining(&self, program: &Program) -> Option<u8> {
        let named = program.named(&self.name)?;
        named.count.checked_sub(self.element)
    }

    fn check_bank(&self, found: Bank) -> Result<(), ValueError> {
        if found == self.bank {
            return Ok(());
        }
        let (is, needed) = (found.a_noun(), self.bank.a_noun());
        let message = format!("`{}` is {is}; expected {needed}", self.name);
        Err(ValueError::new(message).with_found(found))
    }

    fn unknown_name(&self, program: &Program) -> ValueError {
        let noun = self.bank.noun();
        let fitting = program.names().iter().filter(|n| n.first.bank == self.bank);
        let names: Vec<_> = fitting.map(|named| named.name.as_str()).collect();
        let all = program.names().iter().map(|named| named.name.as_str());
        let (letter, last) = (self.bank.letter(), self.bank.size() - 1);
        let nothing = format!("the shader has no names; use `{letter}0` to `{letter}{last}`");
        let help = suggestion(&self.name, all, &names, nothing);
        ValueError::new(format!("unknown {noun} `{}`", self.name)).with_help(help)
    }
}

/// Checks that there are registers for all rows.
pub(super) fn check_count(rows: &[Row], count: usize) -> Result<(), ValueError> {
    let found = rows.len();
    if found <= count {
        return Ok(());
    }
    let registers = if count == 1 { "register" } else { "registers" };
    Err(ValueError::new(format!(
        "there are {found} values, but only {count} {registers}"
    )))
}

/// Returns the hint about an unknown name: the most similar of `all` names, or else those that fit, or `nothing` if
/// there are none.
pub(crate) fn suggestion<'n>(
    name: &str,
    all: impl IntoIterator<Item = &'n str>,
    fitting: &[&str],
    nothing: impl Into<String>,
) -> String {
    match most_similar(name, all) {
        Some(similar) => format!("did you mean `{similar}`?"),
        None if fitting.is_empty() => nothing.into(),
        None => format!("the shader has {}", listed(fitting)),
    }
}

/// Parses a name such as `c4` to a bank and a number. The bank may have no such register.
fn register(name: &str) -> Option<(Bank, u64)> {
    let mut letters = name.chars();
    let bank = Bank::from_letter(letters.next()?)?;
    let digits = letters.as_str();
    let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
    let number = digits.parse().ok().filter(|_| is_number)?;
    Some((bank, number))
}
