//! Tables of a shader binary as text.

use pica200_objfmt::formats::shbin::{
    ConstantEntry, DVLE_VERSION, LabelEntry, OutputEntry, Program, Shader, Shbin, UniformEntry,
};
use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::Register;

use super::{last_halfword, registers, row, table, value};

/// Returns the tables of a binary: those in the program, then the tables of each shader.
pub fn tables(shbin: &Shbin) -> String {
    let mut out = String::new();
    program(&mut out, &shbin.program);
    for (n, entry) in shbin.shaders.iter().enumerate() {
        shader(&mut out, n, entry);
    }
    out
}

fn program(out: &mut String, program: &Program) {
    let (words, descriptors) = (program.code.len(), program.descriptors.len());
    out.push_str(&format!("program: {words} words, {descriptors} descriptors\n"));
    if program.version != 0 || program.reserved != 0 {
        let (version, reserved) = (program.version, program.reserved);
        row(out, format_args!("version: {version:04X} {reserved:04X}"));
    }
    table(out, "files", &program.files);
    let line = |(word, line): (usize, &pica200_objfmt::formats::shbin::Line)| {
        let file = program.files.get(line.file as usize);
        let file = file.map_or("?".to_owned(), ToString::to_string);
        format!("{word}: {file}:{}", line.line)
    };
    table(out, "lines", program.lines.iter().enumerate().map(line));
}

fn shader(out: &mut String, number: usize, shader: &Shader) {
    let kind = match shader.kind {
        0 => "vertex",
        1 => "geometry",
        _ => "unknown",
    };
    let merge = if shader.merge != 0 { ", merged outputs" } else { "" };
    out.push_str(&format!(
        "shader {number}: {kind}{merge}, words {} to {}\n",
        shader.entry, shader.end
    ));
    if shader.version != DVLE_VERSION {
        row(out, format_args!("version: {:04X}", shader.version));
    }
    row(out, format_args!("inputs used: {}", registers('v', shader.inputs_used)));
    row(
        out,
        format_args!("outputs used: {}", registers('o', shader.outputs_used)),
    );
    if shader.kind != 0 {
        row(out, geometry(shader));
    }
    table(out, "constants", shader.constants.iter().map(constant));
    table(out, "labels", shader.labels.iter().map(label));
    table(out, "outputs", shader.outputs.iter().map(output));
    table(out, "uniforms", shader.uniforms.iter().map(uniform));
}

fn geometry(shader: &Shader) -> String {
    let bytes = shader.geometry;
    let mode = match bytes.mode {
        0 => "point",
        1 => "variable",
        2 => "fixed",
        _ => "unknown",
    };
    format!(
        "mode: {mode}, array at c{}, {} full vertices, {} fixed vertices",
        bytes.fixed_start, bytes.variable_vertices, bytes.fixed_vertices
    )
}

fn constant(entry: &ConstantEntry) -> String {
    let letter = ['b', 'i', 'c'].get(usize::from(entry.kind)).unwrap_or(&'?');
    let value = entry.value().map_or("?".to_owned(), value);
    format!("{letter}{} {value}", entry.register)
}

fn label(entry: &LabelEntry) -> String {
    let size = entry.size.map(|size| format!("+{size}")).unwrap_or_default();
    format!("{} {} at {}{size}", entry.id, entry.name, entry.word)
}

fn output(entry: &OutputEntry) -> String {
    let property = u8::try_from(entry.property)
        .ok()
        .and_then(property::by_number)
        .map_or("?", |property| property.name);
    let mask = Mask::from_table_bits(entry.mask.to_le_bytes()[0]);
    let reserved = last_halfword(entry.reserved);
    format!("o{}.{mask} {property}{reserved}", entry.register)
}

fn uniform(entry: &UniformEntry) -> String {
    let name = |number| Register::from_table_number(number).map_or("?".to_owned(), |register| register.to_string());
    let (first, last) = (name(entry.first), name(entry.last));
    let place = if first == last {
        first
    } else {
        format!("{first}-{last}")
    };
    format!("{place} {}", entry.name)
}
