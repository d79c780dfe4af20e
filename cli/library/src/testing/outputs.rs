//! Outputs of PICA200 shaders by name: property or register, with optional components.

use pica200_machine::{Program, Vector};
use pica200_objfmt::formats::shbin::OutputEntry;
use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::limits::GEOMETRY_OUTPUTS;
use pica200_objfmt::isa::property::by_name;
use pica200_objfmt::isa::register::Bank;
use pica200_objfmt::isa::text::output_register;

use crate::shader::numbers::masked;
use crate::shader::outputs::{NamedOutput, Output, split_name, unknown_output};
use crate::shader::value_error::ValueError;
use crate::text::lists::listed;
use crate::text::outputs::{output_mask, output_property};

/// Maximum number of output table entries shown, which is the number of components of outputs.
const MAX_OUTPUTS: usize = 64;

/// Returns the entries of the output table whose registers are in `vectors`, which starts at `o0`, with their values.
pub fn named(table: &[OutputEntry], vectors: &[Vector]) -> Vec<NamedOutput> {
    let output = |entry: &OutputEntry| {
        let value = vectors.get(usize::from(entry.register))?;
        let mask = output_mask(entry);
        Some(NamedOutput {
            register: output_register(entry.register),
            property: output_property(entry),
            components: mask.to_string(),
            value: masked(*value, mask),
        })
    };
    let shown = table.iter().take(MAX_OUTPUTS);
    shown.filter_map(output).collect()
}

/// Parses an output: `position`, `o0`, `position.xy`, `o0.w`.
///
/// A property refers to a single entry of the output table. A register has the components of all its entries; without
/// an entry, all four.
pub(super) fn find(program: &Program, text: &str) -> Result<Output, ValueError> {
    let (name, letters) = split_name(text);
    let output = find_name(program, name)?;
    if program.is_geometry() && output.slot >= usize::from(GEOMETRY_OUTPUTS) {
        let (register, last) = (output.slot, GEOMETRY_OUTPUTS - 1);
        let message = format!("`o{register}` cannot be emitted; only `o0` to `o{last}` can");
        return Err(ValueError::new(message));
    }
    output.with_components(letters)
}

fn find_name(program: &Program, name: &str) -> Result<Output, ValueError> {
    let property = by_name(name).map_or(name, |property| property.name);
    let fits = |entry: &&OutputEntry| output_property(entry) == property;
    let entries: Vec<_> = program.outputs().iter().filter(fits).collect();
    match *entries.as_slice() {
        [entry] => from_entry(entry).ok_or_else(|| unknown(program, name)),
        [] => find_register(program, name).ok_or_else(|| unknown(program, name)),
        _ => {
            let registers: Vec<_> = entries.iter().map(|entry| output_register(entry.register)).collect();
            let registers: Vec<_> = registers.iter().map(String::as_str).collect();
            let message = format!("ambiguous output; the candidates are {}", listed(&registers));
            Err(ValueError::new(message).with_help("use the name of a register"))
        }
    }
}

fn output(register: u8, mask: Mask, property: Option<String>) -> Output {
    Output {
        slot: register.into(),
        mask,
        name: property,
        is_semantic: false,
        register: format!("o{register}"),
        lanes: ['x', 'y', 'z', 'w'],
    }
}

fn from_entry(entry: &OutputEntry) -> Option<Output> {
    let register = u8::try_from(entry.register).ok()?;
    let property = Some(output_property(entry));
    (register < Bank::Output.size()).then(|| output(register, output_mask(entry), property))
}

fn find_register(program: &Program, name: &str) -> Option<Output> {
    let digits = name.strip_prefix(Bank::Output.letter())?;
    if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let register = digits.parse().ok().filter(|n| *n < Bank::Output.size())?;
    let entries = program.outputs().iter();
    let entries = entries.filter(|entry| entry.register == u16::from(register));
    let entries: Vec<_> = entries.collect();
    let masks = entries.iter().map(|entry| output_mask(entry));
    let property = match *entries.as_slice() {
        [entry] => Some(output_property(entry)),
        _ => None,
    };
    let mask = masks.reduce(Mask::union).unwrap_or(Mask::ALL);
    Some(output(register, mask, property))
}

fn unknown(program: &Program, name: &str) -> ValueError {
    let names: Vec<_> = program.outputs().iter().map(output_property).collect();
    unknown_output(name, &names, "the shader has no named outputs; use `o0` to `o15`")
}
