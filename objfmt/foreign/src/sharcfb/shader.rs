//! Registers and tables of a GX2 shader.

use pica200_sharcfb::gx2::{Code, Shader};

use pica200::text::page::{Column, Page, Style, column, counted, shown};
use pica200_report::view::yes;

const BLOCKS: [Column; 3] = [
    column("Binding", 8, Style::Plain),
    column("Size", 8, Style::Plain),
    column("Uniform block", 0, Style::Name),
];

const VARIABLES: [Column; 5] = [
    column("Offset", 8, Style::Plain),
    column("Block", 5, Style::Plain),
    column("Type", 15, Style::Plain),
    column("Count", 5, Style::Plain),
    column("Uniform variable", 0, Style::Name),
];

const VALUES: [Column; 2] = [
    column("Offset", 8, Style::Plain),
    column("Initial value", 0, Style::Plain),
];

const LOOPS: [Column; 2] = [
    column("Offset", 8, Style::Plain),
    column("Loop variable", 0, Style::Plain),
];

const SAMPLERS: [Column; 3] = [
    column("Location", 8, Style::Plain),
    column("Type", 15, Style::Plain),
    column("Sampler variable", 0, Style::Name),
];

const ATTRIBUTES: [Column; 4] = [
    column("Location", 8, Style::Plain),
    column("Type", 15, Style::Plain),
    column("Count", 5, Style::Plain),
    column("Attribute", 0, Style::Name),
];

/// The maximum number of array registers per line.
const LINE: usize = 4;

/// Writes everything of a shader except its code.
pub(super) fn shader(page: &mut Page, shader: &Shader<'_>) {
    page.field("Mode", shader.mode.to_string());
    page.field("Code", code(&shader.code));
    if let Some(copy_code) = &shader.copy_code {
        page.field("Copy shader", code(copy_code));
    }
    if let Some(stream) = &shader.stream_out {
        page.field("Ring item size", stream.ring_item_size);
        page.field("Stream output", yes(stream.has_stream_out != 0));
        page.field("Stream strides", words(used(&stream.strides)));
    }
    for register in &shader.registers {
        // Register names are longer than field names.
        for (number, values) in used(&register.values).chunks(LINE).enumerate() {
            let name = if number == 0 { register.name } else { "" };
            let values = words(values);
            page.line(Style::Plain, &format!("  {name:28}{values}"));
        }
    }
    tables(page, shader);
}

fn code(code: &Code<'_>) -> String {
    let size = counted(code.bytes.len(), "byte");
    format!("{size} at {:#x}", code.offset)
}

/// Trims trailing zeros.
fn used(values: &[u32]) -> &[u32] {
    let last = values.iter().rposition(|&value| value != 0).unwrap_or(0);
    values.get(..=last).unwrap_or(values)
}

fn words(values: &[u32]) -> String {
    let texts: Vec<_> = values.iter().map(|value| format!("{value:#x}")).collect();
    texts.join(" ")
}

fn tables(page: &mut Page, shader: &Shader<'_>) {
    let blocks = shader.uniform_blocks.iter().map(|block| {
        let (binding, size) = (format!("{:8}", block.offset), format!("{:8}", block.size));
        [binding, size, shown(block.name)]
    });
    table(page, &BLOCKS, blocks);
    let variables = shader.uniform_variables.iter().map(|variable| {
        [
            format!("{:8}", variable.offset),
            format!("{:5}", variable.block),
            variable.kind.to_string(),
            format!("{:5}", variable.count),
            shown(variable.name),
        ]
    });
    table(page, &VARIABLES, variables);
    let values = shader.initial_values.iter().map(|initial| {
        let [x, y, z, w] = initial.value;
        let value = format!("{x:?}, {y:?}, {z:?}, {w:?}");
        [format!("{:8}", initial.offset), value]
    });
    table(page, &VALUES, values);
    let loops = shader.loop_variables.iter().map(|variable| {
        let (offset, value) = (variable.offset, variable.value);
        [format!("{offset:8}"), format!("{value:#x}")]
    });
    table(page, &LOOPS, loops);
    let samplers = shader.sampler_variables.iter().map(|sampler| {
        let (location, kind) = (sampler.location, sampler.kind.to_string());
        [format!("{location:8}"), kind, shown(sampler.name)]
    });
    table(page, &SAMPLERS, samplers);
    let attributes = shader.attributes.iter().map(|attribute| {
        [
            format!("{:8}", attribute.location),
            attribute.kind.to_string(),
            format!("{:5}", attribute.count),
            shown(attribute.name),
        ]
    });
    table(page, &ATTRIBUTES, attributes);
}

/// Writes a table with its titles, if it has rows.
fn table<const COLUMNS: usize>(
    page: &mut Page,
    columns: &[Column; COLUMNS],
    rows: impl ExactSizeIterator<Item = [String; COLUMNS]>,
) {
    if rows.len() > 0 {
        page.titles(columns);
    }
    rows.for_each(|row| page.row(columns, &row));
}
