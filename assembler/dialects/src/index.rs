//! Indices of operands.

use pica200_diagnostics::Code;
use pica200_objfmt::isa::register::Register;

use crate::diagnostic::{Diagnostic, Place, diagnose};

/// Returns the register at an index from another one.
///
/// # Errors
///
/// Returns an error if there is no such register.
pub(crate) fn moved(register: Register, by: i64, place: Place) -> Result<Register, Diagnostic> {
    let number = i64::from(register.number).saturating_add(by);
    let found = u8::try_from(number).ok();
    found
        .and_then(|number| Register::new(register.bank, number))
        .ok_or_else(|| {
            let letter = register.bank.letter();
            let last = register.bank.size() - 1;
            let message = format!(
                "the index leads from `{register}` to {letter}{number}, but there are {letter}0 to {letter}{last} only"
            );
            diagnose(Code::IndexLeavesKind, place, message)
        })
}

/// Returns the error about an index that the console ignores.
pub(crate) fn no_effect(register: &str, place: Place) -> Diagnostic {
    let message = format!("the index on `{register}` has no effect on the console");
    let diagnostic = diagnose(Code::IndexWithoutEffect, place, message);
    diagnostic.with_help("use a float uniform")
}
