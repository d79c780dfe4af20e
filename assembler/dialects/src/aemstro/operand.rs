//! Operands: registers by name or by field, with indices.

use pica200_diagnostics::Code;
use pica200_objfmt::isa::register::{Bank, Register, RegisterForm};

use super::line::{Fragment, Line};
use super::value::integer;
use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::index::{moved, no_effect};

/// The highest field of a source: c95.
const LAST_FIELD: u8 = 0x7F;

/// A register as written in an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RegisterName {
    /// By its letter and number.
    Register(Register),
    /// By the field of the instruction word.
    Field(u8),
}

/// The role of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Role {
    /// True for the destination, false for a source.
    pub(super) is_destination: bool,
    /// True if a field is written as four times its number, as in March 2014.
    pub(super) is_fourfold: bool,
}

/// An operand.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    pub(super) register: Register,
    /// The address register that is added, in picasm syntax.
    pub(super) relative: Option<&'static str>,
    pub(super) place: Place,
}

/// Parses a register; `None` if the word is not one.
///
/// # Errors
///
/// Returns an error if the register does not exist.
pub(super) fn named(line: &Line<'_>, word: &Fragment<'_>) -> Result<Option<RegisterName>, Diagnostic> {
    let lower = word.text.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix('d') {
        let is_hexadecimal = !digits.is_empty() && digits.bytes().all(|d| d.is_ascii_hexdigit());
        if !is_hexadecimal {
            return Ok(None);
        }
        let field = u8::from_str_radix(digits, 16).ok();
        return match field.filter(|field| *field <= LAST_FIELD) {
            Some(field) => Ok(Some(RegisterName::Field(field))),
            None => Err(no_register(line, word, "d00 to d7F")),
        };
    }
    let digits = lower.get(1..).unwrap_or_default();
    // Leading zeros are ignored.
    let stripped = digits.trim_start_matches('0');
    let stripped = match (digits, stripped) {
        ("", _) => return Ok(None),
        (_, "") => "0",
        (_, digits) => digits,
    };
    match RegisterForm::classify(&format!("{}{stripped}", lower.get(..1).unwrap_or_default())) {
        RegisterForm::Register(register) => Ok(Some(RegisterName::Register(register))),
        RegisterForm::OutOfRange(bank) | RegisterForm::LeadingZero(bank) => {
            let letter = bank.letter();
            let last = bank.size() - 1;
            Err(no_register(line, word, &format!("{letter}0 to {letter}{last}")))
        }
        RegisterForm::Name => Ok(None),
    }
}

fn no_register(line: &Line<'_>, word: &Fragment<'_>, there_are: &str) -> Diagnostic {
    let message = format!("unknown register `{}`: registers are {there_are}", word.text);
    let diagnostic = diagnose(Code::NoSuchRegister, line.place(word), message);
    diagnostic.with_help("aemstro does not check the number; use an existing register")
}

/// Parses an operand of an arithmetic instruction.
///
/// # Errors
///
/// Returns a diagnostic about an invalid operand.
pub(super) fn operand(
    line: &Line<'_>,
    word: &Fragment<'_>,
    role: Role,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Operand, Diagnostic> {
    let expected = if role.is_destination {
        "a destination, such as `o0` or `r0`"
    } else {
        "a source, such as `v0`, `r0` or `c0`"
    };
    let (base, index) = match word.text.find('[') {
        Some(start) => {
            let end = word.text.strip_suffix(']').map(str::len);
            let Some(end) = end else {
                return Err(line.syntax_error(word, "`]` at the end of the operand"));
            };
            (word.part(0..start), Some(word.part(start + 1..end)))
        }
        None => (word.clone(), None),
    };
    let Some(named) = named(line, &base)? else {
        return Err(line.syntax_error(word, expected));
    };
    let register = register(line, &base, named, role, diagnostics)?;
    let mut operand = Operand {
        register,
        relative: None,
        place: line.place(word),
    };
    let Some(index) = index else {
        return Ok(operand);
    };
    operand.relative = match index.text.to_ascii_lowercase().as_str() {
        "a0.x" => Some("a0.x"),
        "a0.y" => Some("a0.y"),
        "al" => Some("aL"),
        _ => None,
    };
    if operand.relative.is_none() {
        let Some(number) = integer(index.text) else {
            return Err(line.syntax_error(&index, "`a0.x`, `a0.y`, `aL` or a number as index"));
        };
        operand.register = moved(register, number, line.place(&index))?;
    } else if register.bank != Bank::Float {
        return Err(no_effect(&register.to_string(), operand.place));
    }
    Ok(operand)
}

/// Returns the register of a name or a field.
fn register(
    line: &Line<'_>,
    word: &Fragment<'_>,
    named: RegisterName,
    role: Role,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Register, Diagnostic> {
    let Role {
        is_destination,
        is_fourfold,
    } = role;
    let found = match named {
        RegisterName::Register(register) => register,
        RegisterName::Field(field) => {
            if is_fourfold && field % 4 != 0 {
                return Err(no_register(line, word, "fields times four here, as in March 2014"));
            }
            let field = if is_fourfold { field / 4 } else { field };
            if is_destination {
                Register::from_destination_number(field)
            } else {
                Register::from_source_number(field)
            }
        }
    };
    let meant = match (is_destination, found.bank) {
        (true, Bank::Output | Bank::Temporary) => return Ok(found),
        (false, Bank::Input | Bank::Temporary | Bank::Float) => return Ok(found),
        (true, Bank::Input) => Bank::Output,
        (false, Bank::Output) => Bank::Input,
        (true, Bank::Float) => {
            let message = format!("`{found}` cannot be a destination: it is a uniform");
            let diagnostic = diagnose(Code::UniformPlacement, line.place(word), message);
            return Err(diagnostic.with_help("write to an output or a register"));
        }
        (_, Bank::Integer | Bank::Boolean) => {
            return Err(line.syntax_error(word, "a register that instructions can compute with"));
        }
    };
    let meant = Register { bank: meant, ..found };
    let message = format!("aemstro takes `{found}` as `{meant}` here; converted as that");
    diagnostics.push(diagnose(Code::DialectQuirk, line.place(word), message));
    Ok(meant)
}
