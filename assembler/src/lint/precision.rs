//! `lost-precision`: numbers that lose more in float24 than by ordinary rounding. A float24 has 17 significant bits;
//! the rest is truncated, which changes the number by less than 1/65536 of its value. That causes no warning. Two
//! losses do: an integer becomes another integer, or a number below 2^-62 becomes zero.

use pica200_objfmt::isa::float24::Float24;

use super::LintContext;
use crate::diagnostic::{Code, Diagnostic, diagnose};
use crate::expression::number::parse_number;
use crate::expression::value::Number;
use crate::report::Report;
use crate::resolve::{RoundedNumber, Rounding};

/// Integers with fewer digits are exact.
const DIGITS: usize = 6;

pub(super) fn check(cx: &LintContext<'_>, report: &mut Report<'_>) {
    for rounding in &cx.resolved.facts.roundings {
        if let Some(diagnostic) = rounding_loss(cx, rounding) {
            report.add(diagnostic);
        }
    }
}

fn rounding_loss(cx: &LintContext<'_>, rounding: &Rounding) -> Option<Diagnostic> {
    let result = rounding.result;
    let number = match rounding.number {
        RoundedNumber::Computed(number) => number,
        RoundedNumber::Literal(digits) => {
            let digits = cx.text(digits);
            // A bit pattern is not a number and loses nothing.
            let is_suspect = digits.len() >= DIGITS || is_zero(result);
            is_suspect.then(|| parse_number(digits).ok()).flatten()?
        }
    };
    let (exact, rounded) = (number.to_f64().abs(), f64::from(result.to_f32()).abs());
    let is_lost = match number {
        _ if result.is_infinite() || exact == rounded => false,
        Number::Integer(_) => true,
        Number::Float(_) => is_zero(result),
    };
    if !is_lost {
        return None;
    }
    let text = cx.text(rounding.span);
    let (message, help) = if is_zero(result) {
        (
            format!("`{text}` is too small for float24 and becomes 0"),
            "the smallest number above 0 is 2^-62, about 2.17e-19".to_owned(),
        )
    } else {
        let sign = if result.to_f32() < 0.0 { "-" } else { "" };
        (
            format!("`{text}` has more digits than float24 and becomes {sign}{rounded}"),
            format!("integers up to 131072 are exact; write {sign}{rounded}.0 if that is close enough"),
        )
    };
    Some(diagnose(Code::LostPrecision, rounding.span, message).with_help(help))
}

/// Returns true if the hardware reads it as zero.
fn is_zero(number: Float24) -> bool {
    number.to_f32() == 0.0
}
