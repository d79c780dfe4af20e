//! Operands, with their registers, signs and letters.

use pica200_diagnostics::Code;
use pica200_objfmt::isa::register::{Bank, Register};

use super::ast::{Letters, Operand};
use super::declare::{Declarations, Target};
use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::index::{moved, no_effect};
use crate::swizzle::{Selectors, letters, shortest};

/// The banks that arithmetic instructions read.
const SOURCES: [Bank; 3] = [Bank::Input, Bank::Temporary, Bank::Float];

/// The banks that they write.
const DESTINATIONS: [Bank; 2] = [Bank::Output, Bank::Temporary];

fn is_one_of(register: Register, banks: &[Bank]) -> bool {
    banks.contains(&register.bank)
}

/// A source.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// The operand in picasm syntax, without its letters.
    pub(super) text: String,
    /// The register, including the numeric index.
    pub(super) register: Register,
    /// True if an address register is added.
    pub(super) is_relative: bool,
    /// True if the text refers to the register by number, or relative to a name of another register.
    pub(super) by_number: bool,
    /// Its letters, as component numbers.
    pub(super) components: Vec<u8>,
    /// Its location.
    pub(super) place: Place,
}

impl Source {
    /// Returns true if only the wide source of an instruction can hold it.
    pub(super) fn is_wide(&self) -> bool {
        self.register.bank == Bank::Float
    }

    /// Returns the text with the relevant letters.
    pub(super) fn with(&self, selectors: &Selectors) -> String {
        format!("{}{}", self.text, shortest(selectors))
    }
}

/// A destination.
#[derive(Clone, Debug)]
pub(super) struct Destination {
    /// The operand in picasm syntax, without its mask.
    pub(super) text: String,
    /// The components in its mask, in ascending order.
    pub(super) components: Vec<u8>,
    /// The number of letters as written.
    pub(super) count: usize,
}

/// Converts a source operand.
///
/// # Errors
///
/// Returns a diagnostic about an invalid operand.
pub(super) fn source(operand: &Operand<'_>, declarations: &Declarations<'_>, line: u32) -> Result<Source, Diagnostic> {
    let target = target(operand, declarations, line)?;
    let place = Place::part(line, &operand.columns);
    let components = components(operand, &target, line)?;
    let register = indexed(operand, &target, line)?;
    let is_known = target.len > 0;
    if is_known && !is_one_of(register, &SOURCES) {
        let message = format!("`{register}` is {}, which no instruction reads", register.bank.a_noun());
        let diagnostic = diagnose(Code::WrongBank, place, message);
        return Err(diagnostic.with_help("sources are v0 to v15, r0 to r15 and c0 to c95"));
    }
    let relative = operand.index.as_ref().and_then(|index| index.register.as_ref());
    if relative.is_some() && register.bank != Bank::Float && is_known {
        return Err(no_effect(&target.register.to_string(), place));
    }
    let (text, by_number) = match &relative {
        Some(address) => {
            let number = operand.index.as_ref().map_or(0, |index| index.number);
            let address = match address.text {
                "a0" => "a0.x",
                "a1" => "a0.y",
                _ => "aL",
            };
            let index = match number {
                0 => address.to_owned(),
                _ => format!("{address}{number:+}"),
            };
            let named = target.printed.clone();
            let base = named.unwrap_or_else(|| target.register.to_string());
            (format!("{base}[{index}]"), true)
        }
        None => plain(operand, &target, register),
    };
    let sign = if operand.is_negative { "-" } else { "" };
    Ok(Source {
        text: format!("{sign}{text}"),
        register,
        is_relative: relative.is_some(),
        by_number,
        components,
        place,
    })
}

/// Returns the text of a register without a relative index, and true if it is the number of the register.
fn plain(operand: &Operand<'_>, target: &Target, register: Register) -> (String, bool) {
    let offset = register.number.checked_sub(target.register.number);
    let inside = offset.filter(|offset| *offset < target.len);
    match (&target.printed, inside) {
        (Some(name), Some(0)) if target.len == 1 || operand.index.is_none() => (name.clone(), false),
        (Some(name), Some(offset)) => (format!("{name}[{offset}]"), false),
        _ => (register.to_string(), true),
    }
}

/// Converts the destination of an instruction.
///
/// # Errors
///
/// Returns a diagnostic about an invalid operand.
pub(super) fn destination(
    operand: &Operand<'_>,
    declarations: &Declarations<'_>,
    line: u32,
) -> Result<Destination, Diagnostic> {
    let place = Place::part(line, &operand.columns);
    if operand.has_sign {
        let message = "a destination has no sign";
        return Err(diagnose(Code::NotInDialect, place, message));
    }
    let target = target(operand, declarations, line)?;
    let register = indexed(operand, &target, line)?;
    if let Some(index) = &operand.index
        && index.register.is_some()
    {
        return Err(no_effect(&target.register.to_string(), place));
    }
    if target.len > 0 && !is_one_of(register, &DESTINATIONS) {
        let message = format!(
            "`{register}` is {}, which no instruction writes",
            register.bank.a_noun()
        );
        let diagnostic = diagnose(Code::WrongBank, place, message);
        return Err(diagnostic.with_help("destinations are o0 to o15 and r0 to r15"));
    }
    let written = components(operand, &target, line)?;
    let mut sorted = written.clone();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() != written.len() {
        let message = format!("the mask `.{}` repeats a letter", letters(&written));
        return Err(diagnose(Code::LetterCount, place, message));
    }
    let (text, _) = plain(operand, &target, register);
    Ok(Destination {
        text,
        count: written.len(),
        components: sorted,
    })
}

/// Returns the register of a flow instruction in picasm syntax.
///
/// # Errors
///
/// Returns a diagnostic about an operand that is not a register of this bank.
pub(super) fn uniform(
    operand: &Operand<'_>,
    bank: Bank,
    declarations: &Declarations<'_>,
    line: u32,
) -> Result<String, Diagnostic> {
    let target = target(operand, declarations, line)?;
    let register = indexed(operand, &target, line)?;
    let place = Place::part(line, &operand.columns);
    if target.len > 0 && (register.bank != bank || operand.has_sign) {
        let message = format!("expected {}, found `{}`", bank.a_noun(), operand.name.text);
        return Err(diagnose(Code::NotInDialect, place, message));
    }
    if let Some(index) = &operand.index
        && index.register.is_some()
    {
        return Err(no_effect(&register.to_string(), place));
    }
    Ok(plain(operand, &target, register).0)
}

/// Resolves the name of an operand.
fn target(operand: &Operand<'_>, declarations: &Declarations<'_>, line: u32) -> Result<Target, Diagnostic> {
    if matches!(operand.name.text, "a0" | "a1" | "lcnt" | "cc") {
        let place = Place::part(line, &operand.name.columns);
        let message = format!("`{}` cannot be an operand", operand.name.text);
        let diagnostic = diagnose(Code::NotInDialect, place, message);
        return Err(diagnostic.with_help("mova writes a0 and a1, cmp writes cc, and loop counts lcnt"));
    }
    declarations.find(&operand.name, line)
}

/// Returns the register including the numeric index.
fn indexed(operand: &Operand<'_>, target: &Target, line: u32) -> Result<Register, Diagnostic> {
    let register = target.register;
    let Some(index) = &operand.index else {
        return Ok(register);
    };
    moved(register, index.number, Place::part(line, &index.columns))
}

/// Returns the components of an operand, in order.
fn components(operand: &Operand<'_>, target: &Target, line: u32) -> Result<Vec<u8>, Diagnostic> {
    let mut components = target.components.clone();
    for swizzle in &operand.swizzles {
        components = select(&components, swizzle, operand.name.text, line)?;
    }
    Ok(components)
}

/// Selects components of `of` by the letters' positions.
fn select(of: &[u8], swizzle: &Letters, name: &str, line: u32) -> Result<Vec<u8>, Diagnostic> {
    let select = |position: &u8| {
        of.get(usize::from(*position)).copied().ok_or_else(|| {
            let place = Place::part(line, &swizzle.columns);
            let message = format!(
                "`{name}` has the letters `.{}` here, and `{}` would be letter {}",
                letters(of),
                letters(&[*position]),
                position + 1
            );
            let diagnostic = diagnose(Code::BeyondMask, place, message);
            let help = "letters select components of the alias by position: x is the first";
            diagnostic.with_help(help)
        })
    };
    swizzle.components.iter().map(select).collect()
}
