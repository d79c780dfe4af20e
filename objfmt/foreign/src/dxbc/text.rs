//! DXBC containers: headers, tables and code.

use pica200_dxbc::container::{Checksum, Chunk};
use pica200_dxbc::features::Features;
use pica200_dxbc::interfaces::Interfaces;
use pica200_dxbc::program::Program;
use pica200_dxbc::signature::SignatureKind;
use pica200_dxbc::statistics::Statistics;
use pica200_dxbc::text::{Compiler, Disassembly};
use pica200_dxbc::{MODEL_6, Shader};

use super::parsed::ParsedContainer;
use super::{flow, resources, signatures};
use pica200::shader::direct3d::hex;
use pica200_report::flow::Flow;
use pica200_report::page::CodeLine;

use pica200::text::page::{Column, Page, Style, column, counted, shown};
use pica200_report::view::Section;

const CHUNKS: [Column; 4] = [
    column("Offset", 10, Style::Faint),
    column("Size", 8, Style::Plain),
    column("Name", 4, Style::Name),
    column("Contents", 0, Style::Plain),
];

const STATISTICS: [Column; 2] = [column("Number", 10, Style::Plain), column("Field", 0, Style::Plain)];

const CODE: [Column; 2] = [column("Dword", 6, Style::Faint), column("Instruction", 0, Style::Plain)];

const TYPES: [Column; 5] = [
    column("Number", 6, Style::Plain),
    column("Stride", 6, Style::Plain),
    column("Textures", 8, Style::Plain),
    column("Samplers", 8, Style::Plain),
    column("Name", 0, Style::Name),
];

const INSTANCES: [Column; 6] = [
    column("Type", 4, Style::Plain),
    column("Buffer", 6, Style::Plain),
    column("Offset", 6, Style::Plain),
    column("Texture", 7, Style::Plain),
    column("Sampler", 7, Style::Plain),
    column("Name", 0, Style::Name),
];

const SLOTS: [Column; 3] = [
    column("Slots", 9, Style::Plain),
    column("Types", 24, Style::Plain),
    column("Tables", 0, Style::Plain),
];

/// Writes a line with the file kind, and sections.
pub(crate) fn sections(page: &mut Page, parsed: &ParsedContainer<'_>, sections: &[Section]) {
    let (name, size) = (shown(parsed.name.as_bytes()), parsed.container.size());
    let model = model(parsed);
    let size = counted(size, "byte");
    page.line(Style::Heading, &format!("DXBC container, {model}, {size}: {name}"));
    for section in [Section::Headers, Section::Uniforms, Section::Outputs, Section::Code] {
        if sections.contains(&section) {
            self::section(page, parsed, section);
        }
    }
}

/// Writes a section.
pub(crate) fn section(page: &mut Page, parsed: &ParsedContainer<'_>, section: Section) {
    match section {
        Section::Headers => headers(page, parsed),
        Section::Uniforms => {
            signatures::signatures(page, parsed, &[SignatureKind::Input]);
            if let Some(resources) = &parsed.shader.resources {
                resources::resources(page, resources);
            }
        }
        Section::Outputs => {
            let kinds = [SignatureKind::Output, SignatureKind::PatchConstant];
            signatures::signatures(page, parsed, &kinds);
        }
        Section::Code => {
            if let Some((chunk, program)) = &parsed.shader.program {
                let compiler = Compiler::detect(&parsed.shader);
                code(page, chunk, Disassembly::new(program, compiler));
            }
        }
        // Containers have none of these.
        Section::Descriptors
        | Section::Lines
        | Section::Files
        | Section::Constants
        | Section::Labels
        | Section::Relocations => {}
    }
}

/// Returns the facts on a page about a container: its model, its size.
pub(crate) fn facts(parsed: &ParsedContainer<'_>) -> Vec<String> {
    vec![
        "DXBC container".to_owned(),
        model(parsed),
        counted(parsed.container.size(), "byte"),
    ]
}

/// Returns the code on a page about a container: each instruction with the offset of its first dword, and the control
/// flow.
pub(crate) fn page_code(program: &Program, compiler: Compiler) -> (Vec<CodeLine>, Flow) {
    let lines = Disassembly::new(program, compiler).lines();
    let lines = lines.map(|line| CodeLine {
        dword: line.instruction.at,
        text: line.to_string(),
    });
    (lines.collect(), flow::Graph::new(program, compiler).into_flow())
}

/// Describes the model of the program.
fn model(parsed: &ParsedContainer<'_>) -> String {
    match &parsed.shader.program {
        Some((_, program)) => program.version.to_string(),
        None if parsed.is_model_6() => "shader model 6".to_owned(),
        None => "no program".to_owned(),
    }
}

/// Writes the header of the container, the chunk list, and the chunks that describe the whole shader.
fn headers(page: &mut Page, parsed: &ParsedContainer<'_>) {
    let (container, shader) = (&parsed.container, &parsed.shader);
    page.heading("Container header");
    let checksum = hex(&container.header().checksum);
    match container.checksum() {
        Checksum::Right => page.field("Checksum", format_args!("{checksum}, right")),
        Checksum::Wrong { computed } => {
            page.field("Checksum", format_args!("{checksum}, wrong"));
            page.field("Computed checksum", hex(&computed));
        }
        Checksum::Absent => page.field("Checksum", "none: not signed"),
    }
    page.field("Version", container.header().version);
    page.field("Size", container.header().size);
    for gap in container.gaps() {
        let (offset, size) = (gap.offset, counted(gap.bytes.len(), "byte"));
        page.field("Outside of chunks", format_args!("{size} at {offset:#x}"));
    }
    page.heading(&format!("Chunks ({})", container.entries().len()));
    page.titles(&CHUNKS);
    for entry in container.entries() {
        let offset = format!("{:#010x}", entry.offset);
        match &entry.chunk {
            Some(chunk) => {
                let (size, name) = (format!("{:8}", chunk.data.len()), chunk.id.to_string());
                page.row(&CHUNKS, &[offset.as_str(), &size, &name, contents(chunk, shader)]);
            }
            None => page.row(&CHUNKS, &[offset.as_str(), "", "", "(unreadable)"]),
        }
    }
    if let Some((chunk, found)) = &shader.program {
        page.heading(&format!("Program ({})", chunk.id));
        page.field("Model", found.version);
        page.field("Instructions", found.instructions.len());
        page.field("Dwords", dwords(chunk, found));
    }
    if let Some(found) = &shader.features {
        features(page, *found);
    }
    if let Some(found) = &shader.statistics {
        statistics(page, found);
    }
    if let Some(found) = &shader.interfaces {
        interfaces(page, found);
    }
}

/// Describes the contents of a chunk.
fn contents(chunk: &Chunk<'_>, shader: &Shader<'_>) -> &'static str {
    use pica200_dxbc::{PROGRAMS, features, interfaces, resources, signature, statistics};
    // Of several chunks with the same name, only the first is read. An error within a chunk has its name and an offset
    // in it.
    let within = chunk.offset..=chunk.offset.saturating_add(chunk.data.len());
    let mut faults = shader.faults.iter();
    if faults.any(|fault| fault.chunk == Some(chunk.id) && within.contains(&fault.offset)) {
        return "(unreadable)";
    }
    match chunk.id {
        resources::ID => "buffers and bindings",
        statistics::ID => "statistics",
        interfaces::ID => "interfaces",
        features::ID => "features",
        MODEL_6 => "program of shader model 6",
        id if PROGRAMS.contains(&id) => "program",
        id if signature::Signature::ids().any(|known| known == id) => "signature",
        _ => "",
    }
}

/// Returns the number of dwords of a program, without bytes after its end.
pub(crate) fn dwords(chunk: &Chunk<'_>, program: &Program) -> usize {
    chunk.data.len().saturating_sub(program.trailing.len()) / 4
}

fn features(page: &mut Page, features: Features) {
    page.heading(&format!("Features (SFI0): {:#x}", features.0));
    for name in features.names() {
        page.line(Style::Plain, &format!("  {name}"));
    }
    if features.unknown() != 0 {
        let bits = format!("  unknown: {:#x}", features.unknown());
        page.line(Style::Plain, &bits);
    }
}

/// Writes the fields that are not 0.
fn statistics(page: &mut Page, statistics: &Statistics) {
    let fields = counted(statistics.values.len(), "field");
    page.heading(&format!("Statistics (STAT), {fields}"));
    page.titles(&STATISTICS);
    for (field, value) in statistics.iter().filter(|(_, value)| *value != 0) {
        let name = field.to_string().replace('_', " ");
        page.row(&STATISTICS, &[format!("{value:10}"), name]);
    }
}

fn interfaces(page: &mut Page, interfaces: &Interfaces<'_>) {
    let slots = counted(slots(interfaces), "slot");
    page.heading(&format!("Interfaces (IFCE), {slots}"));
    page.titles(&TYPES);
    for (number, one) in interfaces.types.iter().enumerate() {
        page.row(
            &TYPES,
            &[
                format!("{number:6}"),
                format!("{:6}", one.cb_stride),
                format!("{:8}", one.texture),
                format!("{:8}", one.sampler),
                shown(one.name),
            ],
        );
    }
    let number = |number: Option<u16>| number.map_or_else(|| "-".to_owned(), |n| n.to_string());
    if !interfaces.instances.is_empty() {
        page.heading(&format!("Instances ({})", interfaces.instances.len()));
        page.titles(&INSTANCES);
    }
    for one in &interfaces.instances {
        page.row(
            &INSTANCES,
            &[
                format!("{:4}", one.class),
                format!("{:>6}", number(one.cb)),
                format!("{:>6}", number(one.cb_offset)),
                format!("{:>7}", number(one.texture)),
                format!("{:>7}", number(one.sampler)),
                shown(one.name),
            ],
        );
    }
    if !interfaces.slots.is_empty() {
        page.heading(&format!("Slots ({})", interfaces.slots.len()));
        page.titles(&SLOTS);
    }
    for run in &interfaces.slots {
        let last = run.start.saturating_add(run.span.saturating_sub(1));
        let slots = match run.span {
            1 => run.start.to_string(),
            _ => format!("{}-{last}", run.start),
        };
        page.row(&SLOTS, &[slots, joined(&run.types), joined(&run.tables)]);
    }
}

/// Returns the number of interface slots.
fn slots(interfaces: &Interfaces<'_>) -> usize {
    usize::try_from(interfaces.slot_count).unwrap_or(usize::MAX)
}

/// Joins numbers with spaces.
fn joined<T: ToString>(numbers: &[T]) -> String {
    let texts: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    texts.join(" ")
}

/// Writes the instructions, each with the offset of its first dword in the chunk.
fn code(page: &mut Page, chunk: &Chunk<'_>, text: Disassembly<'_>) {
    let count = counted(text.program().instructions.len(), "instruction");
    page.heading(&format!("Code ({}), {count}", chunk.id));
    for line in text.lines() {
        let text = line.to_string();
        // An immediate constant buffer takes several lines.
        for (number, part) in text.lines().enumerate() {
            let dword = match number {
                0 => format!("{:#06x}", line.instruction.at),
                _ => String::new(),
            };
            page.row(&CODE, &[&*dword, part.trim_end()]);
        }
    }
}
