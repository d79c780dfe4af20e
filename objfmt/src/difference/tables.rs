//! Comparison of headers and tables of two shaders.

use std::collections::BTreeMap;

use bstr::BStr;

use super::Report;
use super::registers::{Range, Registers};
use crate::formats::shbin::GeometryBytes;
use crate::formats::shbin::{OutputEntry, Shader};
use crate::isa::descriptor::Mask;
use crate::isa::property;
use crate::isa::text;

/// Compares the kinds and geometry modes.
pub(super) fn compare_headers(report: &mut Report, location: &str, shaders: [&Shader; 2]) {
    report.compare(location, shaders.map(|shader| kind(shader.kind)));
    if shaders.map(|shader| shader.kind) == [0, 0] {
        return;
    }
    report.compare(location, shaders.map(|shader| mode(shader.geometry)));
    let merged = |shader: &Shader| match shader.merge {
        0 => "separate outputs",
        _ => "merged outputs",
    };
    report.compare(location, shaders.map(merged));
}

fn kind(kind: u8) -> String {
    match kind {
        0 => "a vertex shader".to_owned(),
        1 => "a geometry shader".to_owned(),
        other => format!("a shader of kind {other}"),
    }
}

/// Formats the geometry mode with the parameters that it uses.
fn mode(bytes: GeometryBytes) -> String {
    let GeometryBytes {
        mode,
        fixed_start,
        variable_vertices,
        fixed_vertices,
    } = bytes;
    match mode {
        0 => "point mode".to_owned(),
        1 => format!("variable mode with {variable_vertices} full vertices"),
        2 => format!("fixed mode with {fixed_vertices} vertices starting at c{fixed_start}"),
        _ => format!("mode {mode} with {fixed_start}, {variable_vertices} and {fixed_vertices} as parameters"),
    }
}

/// Compares uniforms and inputs by name. If the shaders have different names for the same registers, the entry was
/// renamed.
pub(super) fn compare_uniforms(report: &mut Report, location: &str, registers: &Registers<'_>) {
    let [a, b] = registers.sides.each_ref().map(|side| &side.uniforms);
    let mut only_b: BTreeMap<Range, Vec<&BStr>> = BTreeMap::new();
    for (name, range) in b.iter().rev() {
        if !a.contains_key(name) {
            only_b.entry(*range).or_default().push(name);
        }
    }
    let quoted = |name: &BStr| format!("`{name}`");
    for (name, range) in a {
        if let Some(other) = b.get(name) {
            let location = format!("{location}, uniform `{name}`");
            report.compare(location, [*range, *other].map(range_text));
        } else {
            let renamed = only_b.get_mut(range).and_then(Vec::pop);
            let location = format!("{location}, uniform table, {}", range_text(*range));
            report.add_sides(location, [Some(quoted(name)), renamed.map(quoted)]);
        }
    }
    for (range, names) in only_b {
        for name in names.into_iter().rev() {
            let location = format!("{location}, uniform table, {}", range_text(range));
            report.add_sides(location, [None, Some(quoted(name))]);
        }
    }
}

fn range_text((first, last): Range) -> String {
    let (first, last) = (text::table_register(first), text::table_register(last));
    if first == last {
        first
    } else {
        format!("{first} to {last}")
    }
}

/// Compares constants: named registers by name, others by value.
pub(super) fn compare_constants(report: &mut Report, location: &str, registers: &Registers<'_>) {
    let [a, b] = registers.sides.each_ref().map(|side| &side.initial);
    let only_b = b.keys().filter(|element| !a.contains_key(*element));
    for element in a.keys().chain(only_b) {
        let values = [a.get(element), b.get(element)];
        if values[0] != values[1] {
            report.add_sides(format_args!("{location}, constant in {element}"), values);
        }
    }
    for (register, values) in registers.changed_constants() {
        report.add_sides(format_args!("{location}, constant in {register}"), values);
    }
}

/// The uses of an output register: properties and components in the order of the table, significant bits only.
type Uses = Vec<(u16, u16)>;

/// Compares outputs by register.
pub(super) fn compare_outputs(report: &mut Report, location: &str, shaders: [&Shader; 2]) {
    let mut outputs: BTreeMap<u16, [Uses; 2]> = BTreeMap::new();
    for (side, shader) in shaders.into_iter().enumerate() {
        for &OutputEntry {
            property,
            register,
            mask,
            ..
        } in &shader.outputs
        {
            let uses = outputs.entry(register).or_default();
            uses[side].push((property, mask & 0xF));
        }
    }
    for (register, uses) in outputs {
        if uses[0] != uses[1] {
            let location = format!("{location}, output {}", text::output_register(register));
            report.add_sides(location, uses.map(|uses| uses_text(&uses)));
        }
    }
}

fn uses_text(uses: &[(u16, u16)]) -> Option<String> {
    let text = |&(number, mask): &(u16, u16)| {
        let property = u8::try_from(number).ok().and_then(property::by_number);
        let name = property.map_or_else(|| format!("property {number}"), |p| p.name.to_owned());
        let mask = Mask::from_table_bits(mask.to_le_bytes()[0]);
        let mask = if mask == Mask::NONE {
            "_".to_owned()
        } else {
            mask.to_string()
        };
        format!("`{name}` in .{mask}")
    };
    let texts: Vec<_> = uses.iter().map(text).collect();
    (!texts.is_empty()).then(|| texts.join(" and "))
}
