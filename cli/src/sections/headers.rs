//! Headers of a file.

use pica200::text::names::mask;
use pica200::text::page::{Page, Style, counted, shown, word_offset};
use pica200_objfmt::formats::error::{Structure, Table};
use pica200_objfmt::formats::inspect::{DocumentedObject, RegionKind};
use pica200_objfmt::formats::object::{OBJECT_VERSION, Object};
use pica200_objfmt::formats::shbin::GeometryBytes;
use pica200_objfmt::formats::shbin::Shader;
use pica200_objfmt::isa::register::Bank;
use pica200_report::contents::{Contents, InspectedFile, Kind};

use super::{object, tables};
use pica200_report::view::yes;

/// Writes a line with the kind of the file.
pub(crate) fn kind(page: &mut Page, subject: &InspectedFile<'_>, contents: &Contents<'_>) {
    let size = counted(subject.bytes.len(), "byte");
    let kind = match contents.kind {
        Kind::Shbin => {
            let shaders = counted(contents.shaders.len(), "shader");
            format!("Shader binary (DVLB), {shaders}")
        }
        Kind::Object(_) => format!("Object (DVOJ), version {OBJECT_VERSION:#06x}"),
        Kind::Documented(object) => {
            let article = match object.version {
                OBJECT_VERSION => ", version",
                _ => " of another version,",
            };
            format!("Object (DVOJ){article} {:#06x}", object.version)
        }
    };
    let name = shown(subject.name.as_bytes());
    page.line(Style::Heading, &format!("{kind}, {size}: {name}"));
}

/// Writes all headers.
pub(crate) fn headers(page: &mut Page, contents: &Contents<'_>) {
    match contents.kind {
        Kind::Shbin => {
            if title(page, contents, Structure::Dvlb) {
                page.field("Shaders", contents.shaders.len());
            }
            if title(page, contents, Structure::Dvlp) {
                if contents.has_short_header() {
                    page.field("Form", "1C bytes, as nihstro writes it: no lines, no file names");
                }
                page.field("Version", format_args!("{:#x}", contents.program.version));
                page.field("Reserved", format_args!("{:#x}", contents.program.reserved));
                program(page, contents);
            }
            for (number, one) in contents.shaders.iter().enumerate() {
                let structure = Structure::Dvle(number);
                if title(page, contents, structure) {
                    page.field("Version", format_args!("{:#x}", one.version));
                    shader(page, one);
                    entry(page, one);
                    geometry(page, one);
                    counts(page, contents, structure, one);
                }
            }
        }
        Kind::Object(object) => {
            title(page, contents, Structure::Dvoj);
            sound_object(page, contents, object);
        }
        Kind::Documented(object) => {
            title(page, contents, Structure::Dvoj);
            documented(page, contents, object);
        }
    }
}

/// Begins the section of a header; returns whether it could be read.
fn title(page: &mut Page, contents: &Contents<'_>, structure: Structure) -> bool {
    let is_lost = contents.is_lost(structure);
    let place = match contents.offset(RegionKind::Header(structure)) {
        Some(offset) => format!(" at {offset:#x}"),
        None if is_lost => " (unreadable)".to_owned(),
        None => String::new(),
    };
    page.heading(&format!("{structure} header{place}"));
    !is_lost
}

/// Writes the field of a table: its number of entries and its offset.
fn table(page: &mut Page, contents: &Contents<'_>, structure: Structure, table: Table, count: usize) {
    let mut name = tables::title(table).to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let amount = contents.amount(structure, table, count);
    match contents.offset(RegionKind::Table(structure, table)) {
        Some(offset) if count > 0 => {
            page.field(&name, format_args!("{amount} at {offset:#x}"));
        }
        _ => page.field(&name, amount),
    }
}

fn program(page: &mut Page, contents: &Contents<'_>) {
    let program = &contents.program;
    let structure = contents.program_structure();
    for (kind, count) in [
        (Table::Code, program.code.len()),
        (Table::Descriptors, program.descriptors.len()),
        (Table::Lines, program.lines.len()),
        (Table::FileNames, program.files.len()),
    ] {
        table(page, contents, structure, kind, count);
    }
}

/// Writes the common fields of shaders and objects.
fn shader(page: &mut Page, shader: &Shader) {
    let kind = match shader.kind {
        0 => "vertex shader".to_owned(),
        1 => "geometry shader".to_owned(),
        other => format!("{other:#x}"),
    };
    page.field("Kind", kind);
    let merge = match shader.merge {
        0 | 1 => yes(shader.merge == 1).to_owned(),
        other => format!("{other:#x}"),
    };
    page.field("Outputs merged", merge);
    page.field("Inputs in use", mask(Bank::Input, shader.inputs_used));
    page.field("Outputs in use", mask(Bank::Output, shader.outputs_used));
}

fn entry(page: &mut Page, shader: &Shader) {
    // Prefer a procedure to a label at the same word.
    let named = |sized: bool| {
        let mut labels = shader.labels.iter();
        labels.find(|l| l.word == shader.entry && l.size.is_some() == sized)
    };
    let start = word_offset(shader.entry);
    match named(true).or_else(|| named(false)) {
        Some(label) => page.field("Entry", format_args!("{start}, {}", shown(&label.name))),
        None => page.field("Entry", start),
    }
    page.field("End", word_offset(shader.end));
}

fn geometry(page: &mut Page, shader: &Shader) {
    if shader.kind != 0 || shader.geometry != GeometryBytes::default() {
        page.field("Geometry", tables::geometry_mode(shader.geometry));
    }
}

fn counts(page: &mut Page, contents: &Contents<'_>, structure: Structure, shader: &Shader) {
    for (kind, count) in [
        (Table::Values, shader.constants.len()),
        (Table::Labels, shader.labels.len()),
        (Table::Outputs, shader.outputs.len()),
        (Table::Uniforms, shader.uniforms.len()),
    ] {
        table(page, contents, structure, kind, count);
    }
}

fn sound_object(page: &mut Page, contents: &Contents<'_>, object: &Object) {
    page.field("Version", format_args!("{OBJECT_VERSION:#06x}"));
    for one in contents.shaders.iter() {
        shader(page, one);
    }
    object::header(page, object, &contents.program);
    program(page, contents);
    for one in contents.shaders.iter() {
        counts(page, contents, Structure::Dvoj, one);
    }
    for (kind, count) in [
        (Table::Constants, object.constants.len()),
        (Table::Externals, object.externals.len()),
        (Table::Relocations, object.relocations.len()),
    ] {
        table(page, contents, Structure::Dvoj, kind, count);
    }
}

fn documented(page: &mut Page, contents: &Contents<'_>, object: &DocumentedObject) {
    page.field("Version", format_args!("{:#06x}", object.version));
    shader(page, &object.shader);
    page.field("Word at 0x0c", format_args!("{:#010x}", object.geometry));
    program(page, contents);
    counts(page, contents, Structure::Dvoj, &object.shader);
    let relocations = object.relocations.len();
    table(page, contents, Structure::Dvoj, Table::Relocations, relocations);
}
