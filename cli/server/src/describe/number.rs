//! Descriptions of numbers and values.

use pica200_asm::analysis::NumberValue;
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::float24::{Float24, RAW_PREFIX};

use crate::markup::Markup;

/// Describes a number: its value, its float24 representation and the rounding error.
pub(crate) fn number(markup: &mut Markup, written: &str, value: NumberValue) {
    let shown = shown(value);
    let value = if written == shown {
        float24(value)
    } else {
        number_line(value)
    };
    markup.paragraph(&format!("`{written}`: {value}."));
}

/// Returns a one-line description of a number.
pub(crate) fn number_line(value: NumberValue) -> String {
    format!("`{}`; {}", shown(value), float24(value))
}

/// Formats the value in its shortest form.
fn shown(value: NumberValue) -> String {
    match value.integer {
        Some(integer) => integer.to_string(),
        None => format!("{:?}", value.value),
    }
}

/// Returns the float24 representation of a number and its rounding error.
fn float24(value: NumberValue) -> String {
    let (stored, error) = (value.float24, value.error());
    let bits = format!("`{RAW_PREFIX}{:06X}`", stored.to_bits());
    if stored.is_infinite() && value.value.is_finite() {
        return format!("as a float24, {bits}, it is too large and becomes infinite");
    }
    if error == 0.0 || !error.is_finite() {
        return format!("as a float24, {bits}, it is exact");
    }
    let relative = (error / value.value).abs();
    format!(
        "as a float24, {bits}, it is `{}`: an error of `{error:.2e}`, or `{relative:.1e}` of the value",
        stored.to_f32()
    )
}

/// Describes a float24 given as raw bits.
pub(crate) fn raw_number(markup: &mut Markup, written: &str) -> bool {
    let prefix = written.get(..RAW_PREFIX.len()).unwrap_or_default();
    let digits = written.get(RAW_PREFIX.len()..).unwrap_or_default();
    let bits = u32::from_str_radix(digits, 16).ok();
    let value = bits.and_then(Float24::from_bits);
    let Some(value) = value.filter(|_| prefix.eq_ignore_ascii_case(RAW_PREFIX)) else {
        return false;
    };
    markup.paragraph(&format!(
        "`{written}`: the float24 `{:?}`, written as its bits.",
        value.to_f32()
    ));
    true
}

/// Formats the initial value of a register.
pub(crate) fn constant(value: &ConstantValue) -> String {
    let list = |parts: Vec<String>| format!("({})", parts.join(", "));
    match value {
        ConstantValue::Boolean(value) => value.to_string(),
        ConstantValue::Integer(parts) => list(parts.iter().map(u8::to_string).collect()),
        ConstantValue::Float(parts) => list(parts.iter().map(|part| format!("{:?}", part.to_f32())).collect()),
    }
}
