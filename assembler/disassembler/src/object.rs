//! Disassembler for objects.

use std::collections::VecDeque;

use bstr::BString;
use pica200_objfmt::flow::BitSet;
use pica200_objfmt::flow::WordSpan;
use pica200_objfmt::formats::object::{
    Constant, Linkage, Object, Reference, RegisterValue, Relocation, RelocationKind, ShaderKind, UniformClass,
    is_local_name,
};
use pica200_objfmt::formats::shbin::{GeometryMode, Line};
use pica200_objfmt::isa::descriptor::Descriptor;
use pica200_objfmt::isa::instruction::Instruction;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::{Bank, Register, UniformKind};
use pica200_objfmt::isa::text::mask;
use rustc_hash::FxHashMap;

use pica200_objfmt::isa::literal::vector;

use super::declarations::{Declarations, last_halfword, letter};
use super::external::{ExternName, library_note, named_constants};
use super::instruction::canonical_descriptor;
use super::labels::Labels;
use super::names::{UsedNames, is_identifier, similar_name};
use super::sources::Part;
use super::structure::{Blocks, EmptyProcedures, Procedures};
use super::unnamed::{local_labels, local_procedures, rename_local_procedures, unnamed_constants};
use super::writer::Writer;
use super::{Code, DisassembledSource, Disassembly, NO_PADDING, Record, TargetName, stated};

/// Disassembles an object.
///
/// The source, assembled without padding if the object has none, produces the same object except for source positions.
/// Other differences are listed as unstated.
pub fn disassemble_object(object: &Object) -> Disassembly {
    let mut object = object.clone();
    let unnamed = unnamed_constants(&object);
    let mut strange = rename_invalid(&mut object, unnamed);
    strange.extend(rename_duplicates(&mut object, unnamed));
    strange.extend(rename_local_procedures(&mut object));
    let object = &object;
    let instructions: Vec<_> = object.code.iter().map(|&word| Instruction::decode(word)).collect();
    let length = u32::try_from(object.code.len()).unwrap_or(u32::MAX);
    let empty = EmptyProcedures::from_object(object);
    let procedures = Procedures::find(length, spans(object), &empty);
    let records: FxHashMap<_, _> = object
        .relocations
        .iter()
        .map(|relocation| (relocation.word, record(object, relocation)))
        .collect();
    let may_open = |word| {
        records
            .get(&word)
            .is_none_or(|record| record.target.is_none() && !record.is_raw)
    };
    let blocks = Blocks::find(&instructions, &procedures, may_open);
    let code = Code {
        descriptors: descriptors(object),
        instructions,
        names: names(object, &procedures),
        blocks,
        files: object.files.iter().map(|file| BString::from(file.as_str())).collect(),
        lines: lines(object),
        has_lines: false,
        records,
        shared: BitSet::default(),
        procedures,
    };
    let part = Part {
        shader: (!object.library).then_some(0),
        procedures: 0..code.procedures.spans().len(),
        words: 0..length,
    };
    let labels = Labels::from_object(object, &code);
    let is_geometry = object.kind.is_geometry();
    let (text, unstated) = Writer::new(&code, part.clone(), &labels, is_geometry).write(head(object, unnamed, strange));
    Disassembly {
        sources: vec![DisassembledSource {
            shader: part.shader,
            is_geometry,
            text,
        }],
        unstated,
    }
}

/// Renames everything whose name is not a name in the language; a name can even contain a line ending. Constants from
/// `unnamed` on need no names. Returns a note for each new name.
fn rename_invalid(object: &mut Object, unnamed: usize) -> Vec<String> {
    let local = local_labels(object);
    let labels = object.labels.iter_mut().zip(local);
    let labels = labels.filter(|(_, is_local)| !is_local);
    let entry = object.entry.iter_mut().map(|entry| &mut entry.name);
    let outputs = object.outputs.iter_mut();
    let names = object
        .uniforms
        .iter_mut()
        .map(|uniform| &mut uniform.name)
        .chain(object.constants.iter_mut().take(unnamed).map(|one| &mut one.name))
        .chain(labels.map(|(label, _)| &mut label.name))
        .chain(outputs.filter_map(|output| output.name.as_mut()))
        .chain(&mut object.externals)
        .chain(entry);
    let mut sentences = Vec::new();
    for name in names.filter(|name| !is_identifier(name.as_bytes())) {
        let found = name.escape_debug();
        sentences.push(format!("`{found}`: not a valid name"));
        *name = similar_name(name.as_str().into());
    }
    sentences
}

/// Renames everything whose name is already in use: an object merged from several can have constants or labels with the
/// same name. Returns a note for each new name.
fn rename_duplicates(object: &mut Object, unnamed: usize) -> Vec<String> {
    let uniforms = object.uniforms.iter_mut();
    let constants = object.constants.iter_mut().take(unnamed);
    let outputs = object.outputs.iter_mut();
    let operands = uniforms
        .map(|uniform| &mut uniform.name)
        .chain(constants.map(|constant| &mut constant.name))
        .chain(outputs.filter_map(|output| output.name.as_mut()));
    let labels = object.labels.iter_mut();
    let labels = labels.filter(|label| label.procedure.is_none() && !is_local_name(&label.name));
    let mut sentences = Vec::new();
    let mut rename = |taken: &mut UsedNames, name: &mut String| {
        let free = taken.unique(name);
        if free != *name {
            sentences.push(format!("`{name}`: the name is already in use"));
            *name = free;
        }
    };
    let mut taken = UsedNames::default();
    operands.for_each(|name| rename(&mut taken, name));
    let mut taken = UsedNames::default();
    labels.for_each(|label| rename(&mut taken, &mut label.name));
    sentences
}

fn spans(object: &Object) -> impl Iterator<Item = WordSpan> {
    object.labels.iter().filter_map(|label| {
        let size = label.procedure?.size;
        let start = label.word;
        Some(WordSpan { start, size })
    })
}

/// Returns the names of the procedures. Procedures without words at the same offset keep their order.
fn names(object: &Object, procedures: &Procedures) -> Vec<String> {
    let mut named: FxHashMap<_, VecDeque<&String>> = FxHashMap::default();
    for label in &object.labels {
        if let Some(procedure) = label.procedure {
            let names = named.entry((label.word, procedure.size)).or_default();
            names.push_back(&label.name);
        }
    }
    let spans = procedures.spans().iter();
    spans
        .map(|span| {
            let names = named.get_mut(&(span.start, span.size));
            let name = names.and_then(VecDeque::pop_front).cloned();
            name.unwrap_or_else(|| format!("proc_{:03x}", span.start))
        })
        .collect()
}

/// Returns the descriptor of each word; the field in the word can be too narrow for its index.
fn descriptors(object: &Object) -> Vec<Descriptor> {
    let mut descriptors = vec![Descriptor::default(); object.code.len()];
    for relocation in &object.relocations {
        let RelocationKind::Descriptor(index) = relocation.kind else {
            continue;
        };
        let entry = object.descriptors.get(usize::from(index));
        if let (Some(place), Some(entry)) = (descriptors.get_mut(relocation.word as usize), entry) {
            *place = entry.descriptor;
        }
    }
    descriptors
}

fn lines(object: &Object) -> Vec<Line> {
    let line = |position: &pica200_objfmt::formats::object::Position| Line {
        file: position.file,
        line: position.line,
    };
    object.lines.iter().map(line).collect()
}

fn record(object: &Object, relocation: &Relocation) -> Record {
    let target = match relocation.kind {
        RelocationKind::Label(index) => object.labels.get(usize::from(index)).map(|label| TargetName {
            name: label.name.clone(),
            is_procedure: label.procedure.is_some(),
        }),
        RelocationKind::External(index) => object.externals.get(usize::from(index)).map(|name| TargetName {
            name: name.clone(),
            is_procedure: true,
        }),
        _ => None,
    };
    let word = object.code.get(relocation.word as usize);
    let opcode = word.and_then(|&word| Opcode::from_word(word));
    Record {
        register: relocation
            .register
            .and_then(|reference| referenced_name(object, reference)),
        is_raw: opcode.is_some_and(|opcode| is_raw(object, relocation.kind, opcode)),
        target,
    }
}

/// Returns true if only `.word` can express the record or the descriptor of an instruction.
fn is_raw(object: &Object, kind: RelocationKind, opcode: Opcode) -> bool {
    match kind {
        RelocationKind::Plain => opcode.has_target(),
        RelocationKind::Descriptor(index) => {
            let entry = object.descriptors.get(usize::from(index));
            let descriptor = entry.map_or(Descriptor::default(), |entry| entry.descriptor);
            descriptor != canonical_descriptor(opcode, descriptor)
        }
        _ => false,
    }
}

/// Returns the name of a register to which a record refers, and the element.
fn referenced_name(object: &Object, reference: Reference) -> Option<(String, Option<i16>)> {
    let (name, element, is_array) = match reference {
        Reference::Register(register) => return Some((register.to_string(), None)),
        Reference::Uniform { index, element } => {
            let uniform = object.uniforms.get(usize::from(index))?;
            (&uniform.name, element, uniform.len > 1)
        }
        Reference::Constant { index, element } => {
            let constant = object.constants.get(usize::from(index))?;
            (&constant.name, element, constant.len > 1)
        }
    };
    Some((name.clone(), (is_array || element != 0).then_some(element)))
}

/// Returns the head of the source. Constants from `unnamed` on are not declared.
fn head(object: &Object, unnamed: usize, unstated: Vec<String>) -> Declarations {
    let mut head = Declarations {
        unstated,
        ..Declarations::default()
    };
    if object.library {
        head.lines.push(".nodvle".to_owned());
    }
    if !object.padding {
        head.lines.push(NO_PADDING.to_owned());
    }
    if object.private {
        head.lines.push(".private".to_owned());
    }
    head.lines.extend(stated::object_directives(&object.stated));
    head.lines.extend(geometry(object.kind));
    if let Some(entry) = &object.entry {
        let length = entry.length.map(|length| format!(", {length}"));
        let length = length.unwrap_or_default();
        head.lines.push(format!(".entry {}{length}", entry.name));
    }
    head.lines.extend(local_procedures(object));
    uniforms(object, &mut head);
    outputs(object, &mut head);
    values(object, unnamed, &mut head);
    let says_so = !object.code.is_empty() || object.entry.is_some() || object.kind.is_geometry();
    let mut uniforms = object.uniforms.iter();
    let declares = uniforms.any(|uniform| !uniform.linkage.is_extern())
        || !(object.outputs.is_empty() && object.values.is_empty());
    if object.makes_shader && !says_so && !declares {
        head.lines.push(".alias makesShader o0".to_owned());
    }
    head
}

fn geometry(kind: ShaderKind) -> Option<String> {
    let (mode, first) = match kind {
        ShaderKind::Vertex => return None,
        ShaderKind::SharedGeometry => return Some(".gsh".to_owned()),
        ShaderKind::Geometry { mode, first_uniform } => (mode, first_uniform),
    };
    Some(match mode {
        GeometryMode::Point => format!(".gsh point c{first}"),
        GeometryMode::Variable { vertices } => format!(".gsh variable c{first} {vertices}"),
        GeometryMode::Fixed { start, vertices } => {
            format!(".gsh fixed c{first} c{start} {vertices}")
        }
    })
}

/// Formats a name with its length and register, as far as a declaration needs them.
fn declared(name: &str, len: u8, register: Option<Register>) -> String {
    let length = if len > 1 { format!("[{len}]") } else { String::new() };
    let register = register.map_or_else(String::new, |register| format!(" {register}"));
    format!("{name}{length}{register}")
}

fn uniforms(object: &Object, head: &mut Declarations) {
    for (index, uniform) in (0..).zip(&object.uniforms) {
        if let (Linkage::Extern { .. }, UniformClass::Uniform(kind)) = (uniform.linkage, uniform.class) {
            let word = match kind {
                UniformKind::Float => "fvec",
                UniformKind::Integer => "ivec",
                UniformKind::Boolean => "bool",
            };
            let named = ExternName {
                name: &uniform.name,
                len: uniform.len,
                linkage: uniform.linkage,
                reference: Reference::Uniform { index, element: 0 },
            };
            head.lines.push(named.line(word));
            head.unstated.extend(named.unstated(object));
            continue;
        }
        head.unstated.extend(library_note(&uniform.name, uniform.linkage));
        let (directive, bank) = match uniform.class {
            UniformClass::Input => (".in", Bank::Input),
            UniformClass::Uniform(UniformKind::Float) => (".fvec", Bank::Float),
            UniformClass::Uniform(UniformKind::Integer) => (".ivec", Bank::Integer),
            UniformClass::Uniform(UniformKind::Boolean) => (".bool", Bank::Boolean),
        };
        let first = Register {
            bank,
            number: uniform.first,
        };
        let register = uniform.pinned.then_some(first);
        let declared = declared(&uniform.name, uniform.len, register);
        head.lines.push(format!("{directive} {declared}"));
        if bank == Bank::Input {
            head.names.name(&uniform.name, first, 1);
        }
    }
}

fn outputs(object: &Object, head: &mut Declarations) {
    for output in &object.outputs {
        let register = Register {
            bank: Bank::Output,
            number: output.register,
        };
        let known = property::by_number(output.property);
        let property = known.map_or_else(|| output.property.to_string(), |p| p.name.to_owned());
        let name = output.name.as_deref();
        let mask = mask(output.mask);
        let shown = name.unwrap_or("-");
        let reserved = last_halfword(output.reserved);
        head.lines
            .push(format!(".out {shown} {property} {register}{mask}{reserved}"));
        if let Some(name) = name {
            head.names.name(name, register, 1);
        }
    }
}

/// Adds constants with their values, and the values of other registers, in order.
fn values(object: &Object, unnamed: usize, head: &mut Declarations) {
    let mut open = None;
    let mut next = 0;
    for value in &object.values {
        let constant = constant_of(object, value);
        if constant.is_some_and(|(index, _)| usize::from(index) >= unnamed) {
            continue;
        }
        if open.is_some() && open != constant.map(|(index, _)| index) {
            head.lines.push(".end".to_owned());
            open = None;
        }
        if let Some((index, _)) = constant.filter(|(index, _)| *index >= next) {
            named_constants(object, next, index.saturating_add(1), head);
            next = index.saturating_add(1);
        }
        let text = vector(value.value);
        match constant {
            Some((index, constant)) if constant.len > 1 => {
                if open.is_none() {
                    let register = pin(constant);
                    let declared = declared(&constant.name, constant.len, register);
                    head.lines.push(format!(".constfa {declared}"));
                    open = Some(index);
                }
                head.lines.push(format!("\t.constfa {text}"));
            }
            Some((_, constant)) => {
                let letter = letter(value.value);
                let register = pin(constant).map_or_else(String::new, |pin| format!(" {pin}"));
                let line = format!(".const{letter} {}{text}{register}", constant.name);
                head.lines.push(line);
            }
            None => {
                let register = referenced_name(object, value.register).map(|(name, element)| match element {
                    Some(element) => format!("{name}[{element}]"),
                    None => name,
                });
                let letter = letter(value.value);
                let register = register.unwrap_or_default();
                head.lines.push(format!(".set{letter} {register}{text}"));
            }
        }
    }
    if open.is_some() {
        head.lines.push(".end".to_owned());
    }
    named_constants(object, next, u16::MAX, head);
}

/// Returns the constant that a value belongs to, and its index.
fn constant_of<'o>(object: &'o Object, value: &RegisterValue) -> Option<(u16, &'o Constant)> {
    match value.register {
        Reference::Constant { index, .. } => Some((index, object.constants.get(usize::from(index))?)),
        _ => None,
    }
}

fn pin(constant: &Constant) -> Option<Register> {
    constant.pinned.then_some(Register {
        bank: constant.kind.bank(),
        number: constant.first,
    })
}
