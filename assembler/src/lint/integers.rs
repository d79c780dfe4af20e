//! `bare-integer`: `mul r0, 4, r1`, where `c4` may be meant.

use pica200_objfmt::isa::register::RegisterForm;

use super::LintContext;
use crate::diagnostic::{Applicability, Code, diagnose};
use crate::report::Report;

/// Register letters that an operand can have, most frequent first.
const LETTERS: [char; 3] = ['c', 'r', 'v'];

pub(super) fn check(cx: &LintContext<'_>, report: &mut Report<'_>) {
    for &span in &cx.resolved.facts.bare_integers {
        let text = cx.text(span);
        let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
        let registers = LETTERS.map(|letter| format!("{letter}{digits}"));
        let is_register = |word: &&String| matches!(RegisterForm::classify(word), RegisterForm::Register(_));
        let registers: Vec<_> = registers.iter().filter(is_register).collect();
        let help = match registers.as_slice() {
            [] => format!("write `{text}.0` for the number"),
            [first, ..] => {
                format!("write `{text}.0` for the number, or the register with its letter, such as `{first}`")
            }
        };
        let message = format!("`{text}` is a number here, not a register");
        let diagnostic = diagnose(Code::BareInteger, span, message).with_help(help);
        report.add(diagnostic.with_fix(span, format!("{text}.0"), Applicability::Maybe));
    }
}
