//! Objects and shader binaries as text for snapshots: short, one entry per line.

mod object;
mod shbin;
mod words;

pub use object::object;
pub use shbin::tables;
pub use words::{descriptors, words};

use pica200_objfmt::isa::constant::ConstantValue;

/// Adds an indented line.
fn row(out: &mut String, text: impl std::fmt::Display) {
    out.push_str("  ");
    out.push_str(&text.to_string());
    out.push('\n');
}

/// Adds a table with its title, unless it is empty.
fn table<Row: std::fmt::Display>(out: &mut String, title: &str, rows: impl IntoIterator<Item = Row>) {
    let mut rows = rows.into_iter().peekable();
    if rows.peek().is_some() {
        row(out, format_args!("{title}:"));
        for entry in rows {
            row(out, format_args!("  {entry}"));
        }
    }
}

/// Formats the value of a constant. Floats are also shown as bits, because their text is rounded.
fn value(value: ConstantValue) -> String {
    match value {
        ConstantValue::Boolean(on) => on.to_string(),
        ConstantValue::Integer(lanes) => {
            let lanes = lanes.map(|lane| format!("{lane:02X}"));
            format!("({})", lanes.join(" "))
        }
        ConstantValue::Float(lanes) => {
            let bits = lanes.map(|lane| format!("{:06X}", lane.to_bits()));
            let numbers = lanes.map(|lane| lane.to_f32().to_string());
            format!("({}) = {}", bits.join(" "), numbers.join(" "))
        }
    }
}

/// Formats the last halfword of an output, unless it is 0.
fn last_halfword(reserved: u16) -> String {
    match reserved {
        0 => String::new(),
        reserved => format!(" {reserved:04X}"),
    }
}

/// Formats a 16-bit register mask, register n at bit n.
fn registers(letter: char, mask: u16) -> String {
    let names: Vec<_> = (0..16)
        .filter(|n| mask >> n & 1 == 1)
        .map(|n| format!("{letter}{n}"))
        .collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(" ")
    }
}
