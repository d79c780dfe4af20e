//! Objects: their tables as shader binaries have them, and those that only they have.

use pica200_objfmt::formats::error::{Structure, Table};
use pica200_objfmt::formats::object::{
    Label, Object, Position, Reference, Relocation, RelocationKind, ShaderKind, Uniform,
    UniformClass, Value,
};
use pica200_objfmt::formats::shbin::{
    ConstantEntry, LabelEntry, Line, OutputEntry, Program, Shader, UniformEntry,
};
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_objfmt::isa::text::run;

use super::contents::Contents;
use super::headers::geometry_mode;
use super::page::{Column, Page, Style, column, counted, shortened, shown, word_offset, yes};
use super::tables::section;
use pica200::text::place::place;

/// Code, descriptors and lines of an object.
pub(crate) fn program(object: &Object) -> Program {
    Program {
        code: object.code.clone(),
        descriptors: object.descriptors.clone(),
        lines: object.lines.iter().map(line).collect(),
        files: object.files.iter().map(|f| f.as_str().into()).collect(),
        ..Program::default()
    }
}

fn line(position: &Position) -> Line {
    Line {
        file: position.file,
        line: position.line,
    }
}

/// The shader that an object makes if it is linked alone.
pub(crate) fn shader(object: &Object) -> Shader {
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

/// The word to start at and how many from there on, if the entry is of this object.
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
    let entry = |value: &Value| {
        let register = object.resolve(value.place)?;
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

/// Fields of the header that published documents do not know.
pub(crate) fn header(page: &mut Page, object: &Object, program: &Program) {
    page.field("Geometry", geometry(object.kind));
    page.field("Library", yes(object.library));
    page.field(
        "Makes a shader",
        yes(object.makes_shader && !object.library),
    );
    page.field("Private uniforms", yes(object.private));
    page.field("Padding NOPs", yes(object.padding));
    let labels = object.labels.iter();
    let local: Vec<_> = labels
        .filter(|label| label.procedure.is_some() && !label.is_global())
        .map(|label| shown(label.name.as_bytes()))
        .collect();
    if !local.is_empty() {
        page.field("Local procedures", local.join(", "));
    }
    let Some(entry) = &object.entry else {
        page.field("Entry", format!("{}, by default", object.entry_name()));
        return;
    };
    let name = shown(entry.name.as_bytes());
    let place = place(program, line(&entry.position));
    page.field("Entry", format!("{name}, {place}"));
    if let Some(length) = entry.length.and_then(|length| usize::try_from(length).ok()) {
        page.field("From the entry on", counted(length, "word"));
    }
}

fn geometry(kind: ShaderKind) -> String {
    match kind {
        ShaderKind::Vertex => "no".to_owned(),
        ShaderKind::SharedGeometry => "shares the vertex shaders' registers".to_owned(),
        ShaderKind::Geometry { first_uniform, .. } => {
            let mode = geometry_mode(kind.geometry_bytes());
            format!("{mode}; uniforms from c{first_uniform}")
        }
    }
}

const RELOCATIONS: [Column; 4] = [
    column("Word", 5, Style::Faint),
    column("Refers to", 14, Style::Plain),
    column("Register", 8, Style::Plain),
    column("Of", 0, Style::Name),
];

/// What linking changes in each instruction.
pub(crate) fn relocations(page: &mut Page, contents: &Contents<'_>, object: &Object) {
    let count = object.relocations.len();
    let place = (Structure::Dvoj, Table::Relocations);
    if !section(page, contents, place, count, &RELOCATIONS) {
        return;
    }
    for relocation in &object.relocations {
        page.row(&RELOCATIONS, &relocation_cells(object, relocation));
    }
}

fn relocation_cells(object: &Object, relocation: &Relocation) -> [String; 4] {
    let name =
        |text: Option<&String>| text.map_or_else(|| "?".to_owned(), |t| shortened(t.as_bytes()));
    let (kind, target) = match relocation.kind {
        RelocationKind::Plain => (String::new(), None),
        RelocationKind::Descriptor(index) => (format!("descriptor {index}"), None),
        RelocationKind::Word => ("its word".to_owned(), None),
        RelocationKind::Label(index) => {
            let label = object.labels.get(usize::from(index)).map(|l| &l.name);
            (format!("label {index}"), Some(name(label)))
        }
        RelocationKind::External(index) => {
            let external = object.externals.get(usize::from(index));
            (format!("external {index}"), Some(name(external)))
        }
    };
    let register = relocation.register.and_then(|r| object.resolve(r));
    let element = relocation.register.map(|r| reference(object, r));
    let of: Vec<_> = target.into_iter().chain(element).collect();
    [
        word_offset(relocation.word),
        kind,
        register.map_or_else(String::new, |r| r.to_string()),
        of.join(", "),
    ]
}

/// What a reference leads to: `projection[2]`.
fn reference(object: &Object, reference: Reference) -> String {
    let (noun, name, index, element) = match reference {
        Reference::Register(_) => return "by its number".to_owned(),
        Reference::Uniform { index, element } => {
            let uniform = object.uniforms.get(usize::from(index));
            ("uniform", uniform.map(|u| &u.name), index, element)
        }
        Reference::Constant { index, element } => {
            let constant = object.constants.get(usize::from(index));
            ("constant", constant.map(|c| &c.name), index, element)
        }
    };
    match name {
        Some(name) => format!("{}[{element}]", shortened(name.as_bytes())),
        None => format!("{noun} {index}[{element}]"),
    }
}

/// Procedures of other objects that the code calls.
pub(crate) fn externals(page: &mut Page, contents: &Contents<'_>, object: &Object) {
    let columns = [column("", 4, Style::Faint), column("", 0, Style::Name)];
    let place = (Structure::Dvoj, Table::Externals);
    section(page, contents, place, object.externals.len(), &[]);
    for (number, name) in object.externals.iter().enumerate() {
        page.row(&columns, &[format!("{number:4}"), shown(name.as_bytes())]);
    }
}

const NAMED: [Column; 4] = [
    column("Registers", 9, Style::Plain),
    column("Size", 4, Style::Plain),
    column("Chosen", 6, Style::Plain),
    column("Name", 0, Style::Name),
];

/// Named constants, whose values stand in the constant table.
pub(crate) fn named_constants(page: &mut Page, contents: &Contents<'_>, object: &Object) {
    let constants = &object.constants;
    let place = (Structure::Dvoj, Table::Constants);
    if !section(page, contents, place, constants.len(), &NAMED) {
        return;
    }
    for constant in constants {
        let first = u32::from(constant.first);
        let last = first + u32::from(constant.len.saturating_sub(1));
        let cells = [
            run(constant.kind.bank(), first, last),
            format!("{:4}", constant.len),
            match constant.linkage.is_extern() {
                true => "extern".to_owned(),
                false => yes(constant.pinned).to_owned(),
            },
            shown(constant.name.as_bytes()),
        ];
        page.row(&NAMED, &cells);
    }
}
