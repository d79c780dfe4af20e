//! Conditions of jumps, calls, ifs and breaks.

use pica200_diagnostics::Code;
use pica200_objfmt::isa::register::Bank;

use super::ast::{Condition, Term};
use super::declare::Declarations;
use super::operand::uniform;
use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::flags::{flag, flags_text};

/// A condition in picasm syntax.
pub(super) enum FlowCondition {
    /// A boolean uniform, and true if it must be false.
    Boolean(String, bool),
    /// Flags.
    Flags(String),
}

/// Converts a condition to picasm syntax.
///
/// # Errors
///
/// Returns an error if it refers to anything other than a boolean uniform, or one or both flags.
pub(super) fn test(
    condition: &Condition<'_>,
    declarations: &Declarations<'_>,
    line: u32,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<FlowCondition, Diagnostic> {
    let is_flag = |term: &Term<'_>| term.operand.name.text == "cc";
    if let [term] = condition.terms.as_slice()
        && !is_flag(term)
    {
        let text = uniform(&term.operand, Bank::Boolean, declarations, line)?;
        return Ok(FlowCondition::Boolean(text, term.is_inverse));
    }
    let mut flags = Vec::new();
    for term in &condition.terms {
        let place = Place::part(line, &term.operand.columns);
        if !is_flag(term) || term.operand.index.is_some() || term.operand.has_sign {
            let message = format!("`{}` is not a flag", term.operand.name.text);
            return Err(wrong(place, message));
        }
        let letters: Vec<u8> = match term.operand.swizzles.as_slice() {
            [] => {
                return Err(wrong(place, "`cc` has no letter: it is two flags".to_owned()));
            }
            [letters] => letters.components.clone(),
            _ => return Err(wrong(place, "a flag has one swizzle".to_owned())),
        };
        let count = letters.len();
        let alone = condition.terms.len() == 1;
        let meant: &[u8] = match (letters.as_slice(), count) {
            ([1], _) => &[1],
            (_, 1) => &[0],
            (_, 2) if alone => &[0, 1],
            _ => {
                let message = "write one flag on each side, or only `cc.xy`".to_owned();
                return Err(wrong(place, message));
            }
        };
        if meant != letters.as_slice() {
            let names: Vec<String> = meant.iter().map(|of| flag(*of)).collect();
            let message = format!("nihstro reads these letters as {}", names.join(" and "));
            diagnostics.push(diagnose(Code::DialectQuirk, place, message));
        }
        flags.extend(meant.iter().map(|of| (*of, term.is_inverse)));
    }
    let is_and = condition.is_and || condition.terms.len() == 1;
    let text = flags_text(&mut flags, is_and);
    text.map(FlowCondition::Flags)
        .map_err(|message| wrong(Place::part(line, &condition.columns), message))
}

fn wrong(place: Place, message: String) -> Diagnostic {
    let diagnostic = diagnose(Code::FlagWithoutLetter, place, message);
    diagnostic.with_help("write a boolean uniform, `cc.x`, `cc.y`, `cc.xy`, or one of each with `&&` or `||`")
}
