//! BNSH files: headers, code, resources and relocations.

use std::ops::Range;

use pica200_bnsh::program::{Code, Piece, Program};
use pica200_bnsh::reflection::NOT_BOUND;
use pica200_bnsh::{Bnsh, ProgramId, ProgramKind, ResourceKind};

use pica200::text::page::{Column, Page, Style, column, counted, shown};
use pica200_report::view::Section;

const BLOCKS: [Column; 3] = [
    column("Offset", 10, Style::Faint),
    column("Size", 10, Style::Plain),
    column("Name", 0, Style::Name),
];

const CODE: [Column; 4] = [
    column("Stage", 8, Style::Plain),
    column("Offset", 10, Style::Faint),
    column("Size", 8, Style::Plain),
    column("Contents", 0, Style::Plain),
];

const RESOURCES: [Column; 3] = [
    column("Slot", 4, Style::Plain),
    column("Kind", 24, Style::Plain),
    column("Name", 0, Style::Name),
];

const SECTIONS: [Column; 5] = [
    column("Section", 7, Style::Plain),
    column("Offset", 10, Style::Faint),
    column("Size", 10, Style::Plain),
    column("Entries", 7, Style::Plain),
    column("Pointers", 0, Style::Plain),
];

const ENTRIES: [Column; 5] = [
    column("Section", 7, Style::Plain),
    column("Offset", 10, Style::Faint),
    column("Runs", 5, Style::Plain),
    column("Pointers", 8, Style::Plain),
    column("Gap", 0, Style::Plain),
];

/// Writes a line with the file kind, and sections.
pub(crate) fn sections(page: &mut Page, name: &str, file: &Bnsh<'_>, sections: &[Section]) {
    let name = shown(name.as_bytes());
    let variations = counted(file.variations.len(), "variation");
    let (version, size) = (file.header.version, counted(file.bytes().len(), "byte"));
    page.line(
        Style::Heading,
        &format!("BNSH file, version {version}, {variations}, {size}: {name}"),
    );
    let chosen = |section| sections.contains(&section);
    if chosen(Section::Headers) {
        headers(page, file);
    }
    if chosen(Section::Code) {
        code(page, file);
    }
    let kinds = ResourceKind::ALL.into_iter().filter(|kind| match kind {
        ResourceKind::Outputs => chosen(Section::Outputs),
        _ => chosen(Section::Uniforms),
    });
    let kinds: Vec<_> = kinds.collect();
    if !kinds.is_empty() {
        resources(page, file, &kinds);
    }
    if chosen(Section::Relocations) {
        relocations(page, file);
    }
}

/// Writes the file header, the blocks, the shader container, the memory pool and the string table.
fn headers(page: &mut Page, file: &Bnsh<'_>) {
    let header = &file.header;
    page.heading("File header");
    page.field("Version", header.version);
    match header.alignment() {
        Some(alignment) => page.field("Alignment", alignment),
        None => page.field("Alignment", format_args!("1 << {}", header.alignment_shift)),
    }
    page.field("Address size", format_args!("{} bits", header.address_size));
    match header.name {
        Some((_, name)) => page.field("Name", shown(name)),
        None => page.field("Name", "none"),
    }
    page.field("Flags", format_args!("{:#x}", header.flags));
    page.field("Size", header.size);
    page.field("Relocation table", format_args!("{:#010x}", header.relocations));
    page.heading(&format!("Blocks ({})", file.blocks.len()));
    page.titles(&BLOCKS);
    for block in &file.blocks {
        let magic = shown(&block.magic);
        page.row(&BLOCKS, &[offset(block.offset), format!("{:10}", block.size), magic]);
    }
    if let Some(container) = &file.container {
        page.heading("Shader container (grsc)");
        let api = match container.api {
            NVN => "4 (NVN)".to_owned(),
            other => other.to_string(),
        };
        page.field("API", api);
        page.field("API version", container.api_version);
        page.field("Code type", container.code_type);
        page.field("Compiler version", format_args!("{:#010x}", container.compiler));
        page.field(
            "Low level compiler",
            format_args!("{:#018x}", container.low_level_compiler),
        );
        page.field("Variations", container.variations);
    }
    if let Some(pool) = &file.pool {
        page.heading("Memory pool");
        page.field("Property", format_args!("{:#x}", pool.property));
        page.field("Byte code", format_args!("{} at {:#010x}", bytes(pool.size), pool.code));
    }
    if let Some(strings) = &file.strings {
        page.heading("Strings (_STR)");
        // The count does not include the empty string, as in the file.
        page.field("Strings", strings.list.len().saturating_sub(1));
        page.field("Bytes", strings.size);
    }
}

/// The number of the NVN API.
const NVN: u16 = 4;

/// Writes the programs of all variations with their code.
fn code(page: &mut Page, file: &Bnsh<'_>) {
    for (id, program) in programs(file) {
        page.heading(&heading(id));
        page.field("Offset", offset(program.offset));
        page.field("Flags", format_args!("{:#x}", program.flags));
        page.field("Code type", program.code_type);
        if program.object_size != 0 {
            let (size, at) = (bytes(program.object_size), program.object_offset);
            page.field("Object", format_args!("{size} at {at:#010x}"));
        }
        if !program.code.is_empty() {
            page.titles(&CODE);
        }
        for (stage, code) in &program.code {
            for (range, contents) in pieces(code) {
                let (at, size) = (offset(range.start), format!("{:8}", range.len()));
                page.row(&CODE, &[stage.name(), &at, &size, &contents]);
            }
        }
    }
}

/// Returns the pieces of code with a description of their contents.
fn pieces(code: &Code) -> Vec<(Range<usize>, String)> {
    if let Code::Unknown { offset } = code {
        return vec![(*offset..*offset, "(unknown structure)".to_owned())];
    }
    let scratch = match code {
        Code::Binary(code) => code.scratch,
        _ => [0; 2],
    };
    let contents = |piece: Piece| match (piece, scratch) {
        (Piece::ByteCode, [first, second]) if scratch != [0; 2] => {
            format!("{piece}, scratch sizes {first} and {second}")
        }
        _ => piece.to_string(),
    };
    let pieces = code.pieces().into_iter();
    pieces.map(|(piece, range)| (range, contents(piece))).collect()
}

/// Writes the resource names of these kinds, with their slots.
fn resources(page: &mut Page, file: &Bnsh<'_>, kinds: &[ResourceKind]) {
    for (id, program) in programs(file) {
        let reflection = program.reflection.iter();
        for stage in reflection.flat_map(|reflection| &reflection.stages) {
            let own = stage.resources.iter();
            let own: Vec<_> = own.filter(|one| kinds.contains(&one.kind)).collect();
            let has_work_group = stage.work_group != [0; 3];
            if own.is_empty() && !has_work_group {
                continue;
            }
            page.heading(&format!("{}, {} stage", heading(id), stage.stage));
            if has_work_group {
                let [x, y, z] = stage.work_group;
                page.field("Work group", format_args!("{x} x {y} x {z}"));
            }
            if !own.is_empty() {
                page.titles(&RESOURCES);
            }
            for resources in own {
                for (name, slot) in resources.entries(&file.dictionaries) {
                    let slot = match slot {
                        Some(NOT_BOUND) => "-".to_owned(),
                        Some(slot) => slot.to_string(),
                        None => "?".to_owned(),
                    };
                    let kind = singular(resources.kind);
                    page.row(&RESOURCES, &[format!("{slot:>4}"), kind.to_owned(), shown(name)]);
                }
            }
        }
    }
}

/// Returns the name of a resource kind in the singular.
const fn singular(kind: ResourceKind) -> &'static str {
    match kind {
        ResourceKind::Inputs => "input",
        ResourceKind::Outputs => "output",
        ResourceKind::Samplers => "sampler",
        ResourceKind::ConstantBuffers => "constant buffer",
        ResourceKind::UnorderedAccessBuffers => "unordered access buffer",
        ResourceKind::Images => "image",
    }
}

/// Writes the sections and the entries of the relocation table.
fn relocations(page: &mut Page, file: &Bnsh<'_>) {
    let Some(relocations) = &file.relocations else {
        return;
    };
    let sections = &relocations.sections;
    page.heading(&format!("Relocations (_RLT), {}", counted(sections.len(), "section")));
    if !sections.is_empty() {
        page.titles(&SECTIONS);
    }
    for (number, section) in sections.iter().enumerate() {
        let row = [
            format!("{number:7}"),
            format!("{:#010x}", section.offset),
            format!("{:10}", section.size),
            format!("{:7}", section.count),
            section.pointers.len().to_string(),
        ];
        page.row(&SECTIONS, &row);
    }
    let entries = sections.iter().map(|section| section.entries.len()).sum();
    if entries > 0 {
        page.heading(&counted(entries, "relocation"));
        page.titles(&ENTRIES);
    }
    for (number, section) in sections.iter().enumerate() {
        for entry in &section.entries {
            let row = [
                format!("{number:7}"),
                format!("{:#010x}", entry.offset),
                format!("{:5}", entry.runs),
                format!("{:8}", entry.pointers),
                entry.gap.to_string(),
            ];
            page.row(&ENTRIES, &row);
        }
    }
}

/// Returns all programs that could be read.
pub(super) fn programs<'f>(file: &'f Bnsh<'_>) -> impl Iterator<Item = (ProgramId, &'f Program)> {
    let variations = file.variations.iter().enumerate();
    variations.flat_map(|(variation, one)| {
        ProgramKind::ALL.into_iter().filter_map(move |kind| {
            let id = ProgramId { variation, kind };
            one.program(kind).map(|program| (id, program))
        })
    })
}

fn heading(id: ProgramId) -> String {
    format!("Variation {}, {} program", id.variation, id.kind)
}

fn offset(offset: usize) -> String {
    format!("{offset:#010x}")
}

/// Formats the number of bytes in a field.
fn bytes(number: u32) -> String {
    counted(usize::try_from(number).unwrap_or(usize::MAX), "byte")
}
