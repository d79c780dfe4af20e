//! The program and shader of an object that is linked alone.

use pica200_objfmt::formats::object::{Label, Object, Position, RegisterValue, Uniform, UniformClass};
use pica200_objfmt::formats::shbin::{ConstantEntry, LabelEntry, Line, OutputEntry, Program, Shader, UniformEntry};
use pica200_objfmt::isa::register::{Bank, Register};

/// Returns the code, descriptors and lines of an object.
pub fn program(object: &Object) -> Program {
    Program {
        code: object.code.clone(),
        descriptors: object.descriptors.clone(),
        lines: object.lines.iter().map(source_line).collect(),
        files: object.files.iter().map(|f| f.as_str().into()).collect(),
        ..Program::default()
    }
}

/// Converts a position to a line table entry.
pub fn source_line(position: &Position) -> Line {
    Line {
        file: position.file,
        line: position.line,
    }
}

/// Returns the shader that an object defines if it is linked alone.
pub fn shader(object: &Object) -> Shader {
    let (start, size) = entry(object).unwrap_or_default();
    Shader {
        kind: object.kind.is_geometry().into(),
        merge: object.merges_outputs().into(),
        entry: start,
        end: start.saturating_add(size),
        geometry: object.kind.geometry_bytes(),
        inputs_used: object.input_mask(),
        outputs_used: object.output_mask(),
        constants: constants(object),
        labels: object.labels.iter().enumerate().map(label_entry).collect(),
        outputs: object.outputs.iter().map(OutputEntry::from).collect(),
        uniforms: uniforms(object),
        ..Shader::default()
    }
}

/// Returns the first word and the number of words of the entry procedure, if it is in this object.
fn entry(object: &Object) -> Option<(u32, u32)> {
    if let Some((index, length)) = object.entry_label() {
        return Some((object.labels.get(index)?.word, length));
    }
    let name = object.entry_procedure()?;
    let mut procedures = object.labels.iter().filter_map(|l| Some((l, size(l)?)));
    let (label, size) = procedures.find(|(label, _)| label.name == name)?;
    Some((label.word, size))
}

fn size(label: &Label) -> Option<u32> {
    label.procedure.map(|procedure| procedure.size)
}

fn label_entry((index, label): (usize, &Label)) -> LabelEntry {
    LabelEntry {
        id: u16::try_from(index).unwrap_or(u16::MAX),
        reserved: 1,
        word: label.word,
        size: size(label),
        name: label.name.as_str().into(),
    }
}

fn constants(object: &Object) -> Vec<ConstantEntry> {
    let entry = |value: &RegisterValue| {
        let register = object.resolve(value.register)?;
        Some(ConstantEntry::new(register.number, value.value))
    };
    object.values.iter().filter_map(entry).collect()
}

fn uniforms(object: &Object) -> Vec<UniformEntry> {
    let entry = |uniform: &Uniform| {
        let bank = match uniform.class {
            UniformClass::Input => Bank::Input,
            UniformClass::Uniform(kind) => kind.bank(),
        };
        let first = Register::new(bank, uniform.first)?.table_number()?;
        Some(UniformEntry {
            name: uniform.name.as_str().into(),
            first,
            last: first + u16::from(uniform.len.saturating_sub(1)),
        })
    };
    object.uniforms.iter().filter_map(entry).collect()
}
