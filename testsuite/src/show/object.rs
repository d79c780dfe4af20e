//! Tables of an object as text.

use pica200_link::Input;
use pica200_objfmt::formats::object::{
    Constant, Label, Linkage, Object, Output, Position, Reference, RegisterValue, Relocation, RelocationKind,
    ShaderKind, StatedValue, Uniform, UniformClass, Visibility,
};
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::UniformKind;

use super::{last_halfword, row, table, value};

/// Returns the contents of an object, except for code and descriptors.
pub fn object(input: &Input) -> String {
    let object = &input.object;
    let mut out = format!("object {}: {}\n", input.name, kind(object));
    if let Some(entry) = &object.entry {
        let length = entry.length.map_or_else(String::new, |n| format!("+{n}"));
        let position = at(entry.position);
        row(&mut out, format_args!("entry: {} ({position}){length}", entry.name));
    }
    table(&mut out, "files", &object.files);
    table(&mut out, "labels", object.labels.iter().map(label));
    table(&mut out, "externals", &object.externals);
    table(&mut out, "uniforms", object.uniforms.iter().map(uniform));
    table(&mut out, "constants", object.constants.iter().map(constant));
    table(&mut out, "values", object.values.iter().map(|v| set(object, v)));
    table(&mut out, "outputs", object.outputs.iter().map(output));
    table(&mut out, "stated", object.stated.iter().map(stated));
    table(
        &mut out,
        "relocations",
        object.relocations.iter().map(|r| relocation(object, r)),
    );
    out
}

fn kind(object: &Object) -> String {
    let mut text = match object.kind {
        ShaderKind::Vertex => "vertex".to_owned(),
        ShaderKind::SharedGeometry => "geometry, shared registers".to_owned(),
        ShaderKind::Geometry { mode, first_uniform } => format!("geometry, {mode:?}, uniforms from c{first_uniform}"),
    };
    for (flag, word) in [
        (object.library, ", library"),
        (!object.makes_shader, ", makes no shader"),
        (object.private, ", private"),
        (!object.padding, ", no padding"),
    ] {
        if flag {
            text.push_str(word);
        }
    }
    text
}

fn at(position: Position) -> String {
    format!("{}:{}", position.file, position.line)
}

fn label(label: &Label) -> String {
    let rank = if label.head_rank > 0 {
        format!(", behind {} empty", label.head_rank)
    } else {
        String::new()
    };
    let size = label.procedure.map_or_else(String::new, |procedure| {
        let local = match procedure.visibility {
            Visibility::Local => ", local",
            Visibility::Global => "",
        };
        format!("+{} (to {}){local}", procedure.size, at(procedure.end))
    });
    format!("{} ({}) at {}{size}{rank}", label.name, at(label.position), label.word)
}

fn letter(kind: UniformKind) -> char {
    kind.bank().letter()
}

fn standing(pinned: bool, linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::Own if pinned => " chosen",
        Linkage::Own => "",
        Linkage::Library if pinned => " chosen, of a library",
        Linkage::Library => " of a library",
        Linkage::Extern { exact: true } => " extern",
        Linkage::Extern { exact: false } => " extern, at least",
    }
}

fn uniform(uniform: &Uniform) -> String {
    let letter = match uniform.class {
        UniformClass::Input => 'v',
        UniformClass::Uniform(kind) => letter(kind),
    };
    format!(
        "{} ({}) {letter}{} x{}{}",
        uniform.name,
        at(uniform.position),
        uniform.first,
        uniform.len,
        standing(uniform.pinned, uniform.linkage)
    )
}

fn constant(constant: &Constant) -> String {
    format!(
        "{} ({}) {}{} x{}{}",
        constant.name,
        at(constant.position),
        letter(constant.kind),
        constant.first,
        constant.len,
        standing(constant.pinned, constant.linkage)
    )
}

fn set(object: &Object, entry: &RegisterValue) -> String {
    let place = reference(object, entry.register);
    format!("{place} ({}) {}", at(entry.position), value(entry.value))
}

fn output(output: &Output) -> String {
    let property = property::by_number(output.property).map_or("?", |property| property.name);
    let name = output.name.as_deref().unwrap_or("-");
    let reserved = last_halfword(output.reserved);
    format!(
        "{name} ({}) o{}.{} {property}{reserved}",
        at(output.position),
        output.register,
        output.mask
    )
}

fn stated(stated: &StatedValue) -> String {
    format!("({}) {:X?}", at(stated.position), stated.field)
}

fn reference(object: &Object, reference: Reference) -> String {
    let (name, element) = match reference {
        Reference::Register(register) => return register.to_string(),
        Reference::Uniform { index, element } => (
            object.uniforms.get(usize::from(index)).map(|uniform| &uniform.name),
            element,
        ),
        Reference::Constant { index, element } => (
            object.constants.get(usize::from(index)).map(|constant| &constant.name),
            element,
        ),
    };
    format!("{}[{element}]", name.map_or("?", String::as_str))
}

fn relocation(object: &Object, relocation: &Relocation) -> String {
    let kind = match relocation.kind {
        RelocationKind::Plain => "plain".to_owned(),
        RelocationKind::Descriptor(index) => format!("descriptor {index}"),
        RelocationKind::Word => "own word".to_owned(),
        RelocationKind::Label(index) => {
            let label = object.labels.get(usize::from(index));
            format!("own {}", label.map_or("?", |label| label.name.as_str()))
        }
        RelocationKind::External(index) => {
            let name = object.externals.get(usize::from(index));
            format!("external {}", name.map_or("?", String::as_str))
        }
    };
    let register = relocation
        .register
        .map(|register| format!(", {}", reference(object, register)))
        .unwrap_or_default();
    format!("{}: {kind}{register}", relocation.word)
}
