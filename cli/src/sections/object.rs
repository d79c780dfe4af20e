//! Tables that only objects have.

use pica200::text::location::location;
use pica200::text::page::{Column, Page, Style, column, counted, shown, truncated_name, word_offset};
use pica200_objfmt::formats::error::{Structure, Table};
use pica200_objfmt::formats::object::{Object, Reference, Relocation, RelocationKind, ShaderKind, StatedField};
use pica200_objfmt::formats::shbin::Program;
use pica200_objfmt::isa::text::run;
use pica200_report::contents::Contents;
use pica200_report::linked::source_line;

use super::tables::{geometry_mode, section};
use pica200_report::view::yes;

/// Writes header fields that published documents do not describe.
pub(crate) fn header(page: &mut Page, object: &Object, program: &Program) {
    page.field("Geometry", geometry(object.kind));
    page.field("Library", yes(object.library));
    page.field("Makes a shader", yes(object.makes_shader && !object.library));
    page.field("Private uniforms", yes(object.private));
    page.field("Padding NOPs", yes(object.padding));
    for stated in &object.stated {
        let (name, value) = match stated.field {
            StatedField::ShaderVersion(value) => ("Shader version".to_owned(), hex(value)),
            StatedField::ProgramVersion(value) => ("Program version".to_owned(), hex(value)),
            StatedField::ProgramReserved(value) => ("DVLP halfword".to_owned(), hex(value)),
            StatedField::Descriptor { number, entry } => {
                let word = entry.descriptor.to_bits();
                let flags = entry.flags;
                let value = format!("{word:08X}, flags {flags:X}");
                (format!("Descriptor {number}"), value)
            }
        };
        page.field(&name, value);
    }
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
    let place = location(program, source_line(&entry.position));
    page.field("Entry", format!("{name}, {place}"));
    if let Some(length) = entry.length.and_then(|length| usize::try_from(length).ok()) {
        page.field("From the entry on", counted(length, "word"));
    }
}

fn hex(value: u16) -> String {
    format!("{value:04X}h")
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

/// Writes the parts of each instruction that linking changes.
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
    let name = |text: Option<&String>| text.map_or_else(|| "?".to_owned(), |t| truncated_name(t.as_bytes()));
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

/// Formats the target of a reference: `projection[2]`.
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
        Some(name) => format!("{}[{element}]", truncated_name(name.as_bytes())),
        None => format!("{noun} {index}[{element}]"),
    }
}

/// Writes the procedures of other objects that the code calls.
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

/// Writes named constants, whose values are in the constant table.
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
            if constant.linkage.is_extern() {
                "extern".to_owned()
            } else {
                yes(constant.pinned).to_owned()
            },
            shown(constant.name.as_bytes()),
        ];
        page.row(&NAMED, &cells);
    }
}
