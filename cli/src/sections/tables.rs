//! Tables of a file.

use pica200::text::names::table_run;
use pica200::text::outputs::output_property;
use pica200::text::page::{Column, Page, Style, column, shown, word_offset};
use pica200_objfmt::formats::error::{Structure, Table};
use pica200_objfmt::formats::inspect::RawRelocation;
use pica200_objfmt::formats::shbin::GeometryBytes;
use pica200_objfmt::formats::shbin::{ConstantEntry, LabelEntry, OutputEntry, Shader, UniformEntry};
use pica200_objfmt::isa::descriptor::{Descriptor, Mask, SourceSelect};
use pica200_objfmt::isa::register::Bank;
use pica200_objfmt::isa::text;
use pica200_report::contents::{Contents, Kind};
use pica200_report::sizes::{constant_bank, constant_register, length};

/// Returns the section name of a table.
pub(crate) const fn title(table: Table) -> &'static str {
    match table {
        Table::Descriptors => "descriptors",
        Table::Lines => "lines",
        Table::FileNames => "files",
        Table::Values => "constants",
        Table::Labels => "labels",
        Table::Outputs => "outputs",
        Table::Uniforms => "inputs and uniforms",
        Table::Relocations => "relocations",
        other => other.name(),
    }
}

/// Begins the section of a table; returns whether it has entries.
pub(crate) fn section(
    page: &mut Page,
    contents: &Contents<'_>,
    (structure, table): (Structure, Table),
    count: usize,
    columns: &[Column],
) -> bool {
    let amount = contents.amount(structure, table, count);
    page.heading(&format!("{structure}, {} ({amount})", title(table)));
    if count > 0 && !columns.is_empty() {
        page.titles(columns);
    }
    count > 0
}

/// Writes a table of each shader, with rows from `rows`.
fn shader_tables<const CELLS: usize>(
    page: &mut Page,
    contents: &Contents<'_>,
    table: Table,
    columns: &[Column],
    rows: impl Fn(&Shader) -> Vec<[String; CELLS]>,
) {
    for (number, shader) in contents.shaders.iter().enumerate() {
        let rows = rows(shader);
        section(page, contents, (contents.structure(number), table), rows.len(), columns);
        for cells in rows {
            page.row(columns, &cells);
        }
    }
}

const DESCRIPTORS: [Column; 7] = [
    column("Entry", 5, Style::Faint),
    column("Word", 10, Style::Faint),
    column("Flags", 5, Style::Faint),
    column("Mask", 4, Style::Plain),
    column("Source 1", 8, Style::Plain),
    column("Source 2", 8, Style::Plain),
    column("Source 3", 8, Style::Plain),
];

/// Writes the operand descriptors.
pub(crate) fn descriptors(page: &mut Page, contents: &Contents<'_>) {
    let entries = &contents.program.descriptors;
    let place = (contents.program_structure(), Table::Descriptors);
    if !section(page, contents, place, entries.len(), &DESCRIPTORS) {
        return;
    }
    for (number, entry) in entries.iter().enumerate() {
        let [one, two, three] = sources(entry.descriptor);
        let cells = [
            format!("{number:5}"),
            format!("{:#010x}", entry.descriptor.to_bits()),
            format!("{:#x}", entry.flags),
            mask_text(entry.descriptor.mask()),
            one,
            two,
            three,
        ];
        page.row(&DESCRIPTORS, &cells);
    }
}

/// Formats the sign and swizzle of each source: `-xyzw`.
pub(crate) fn sources(descriptor: Descriptor) -> [String; 3] {
    [0, 1, 2].map(|n| {
        let SourceSelect { negate, swizzle } = descriptor.source(n);
        let sign = if negate { "-" } else { "" };
        format!("{sign}{swizzle}")
    })
}

/// Formats a mask; a dash if it is empty.
pub(crate) fn mask_text(mask: Mask) -> String {
    if mask == Mask::NONE {
        "-".to_owned()
    } else {
        mask.to_string()
    }
}

const CONSTANTS: [Column; 3] = [
    column("Register", 8, Style::Plain),
    column("Value", 40, Style::Plain),
    column("Name", 0, Style::Name),
];

/// Writes constants: the initial values of registers.
pub(crate) fn constants(page: &mut Page, contents: &Contents<'_>) {
    shader_tables(page, contents, Table::Values, &CONSTANTS, |shader| {
        let names = contents.names(shader);
        let cells = |entry: &ConstantEntry| {
            let register = constant_register(entry);
            let name = register.and_then(|r| names.get(r));
            [
                constant_name(entry),
                constant_value(entry),
                name.map_or_else(String::new, |name| name.to_string()),
            ]
        };
        shader.constants.iter().map(cells).collect()
    });
}

/// Formats the register of a constant entry, even if it is invalid.
pub(crate) fn constant_name(entry: &ConstantEntry) -> String {
    match constant_bank(entry.kind) {
        Some(bank) => format!("{}{}", bank.letter(), entry.register),
        None => format!("{:#x}:{}", entry.kind, entry.register),
    }
}

/// Formats the value of a constant entry.
pub(crate) fn constant_value(entry: &ConstantEntry) -> String {
    match entry.value() {
        Some(value) => text::constant(value),
        None => {
            let words = entry.data.chunks(4).map(|bytes| {
                let digits: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                digits.concat()
            });
            words.collect::<Vec<_>>().join(" ")
        }
    }
}

const LABELS: [Column; 5] = [
    column("Word", 5, Style::Faint),
    column("Size", 4, Style::Plain),
    column("Kind", 9, Style::Plain),
    column("Number", 6, Style::Faint),
    column("Name", 0, Style::Name),
];

/// Writes procedures and labels.
pub(crate) fn labels(page: &mut Page, contents: &Contents<'_>) {
    shader_tables(page, contents, Table::Labels, &LABELS, |shader| {
        shader.labels.iter().map(label_cells).collect()
    });
}

fn label_cells(label: &LabelEntry) -> [String; 5] {
    let (size, kind) = match label.size {
        Some(size) => (format!("{size:4}"), "procedure"),
        None => (String::new(), "label"),
    };
    // The halfword after the number is 1 in all known files.
    let number = match label.reserved {
        1 => format!("{:6}", label.id),
        other => format!("{} {other:#x}", label.id),
    };
    [
        word_offset(label.word),
        size,
        kind.to_owned(),
        number,
        shown(&label.name),
    ]
}

const OUTPUTS: [Column; 4] = [
    column("Register", 8, Style::Plain),
    column("Mask", 4, Style::Plain),
    column("Property", 14, Style::Plain),
    column("Name", 0, Style::Name),
];

/// Writes the outputs and their properties. Only objects keep their names.
pub(crate) fn outputs(page: &mut Page, contents: &Contents<'_>) {
    let columns = match contents.kind {
        Kind::Object(_) => &OUTPUTS[..],
        _ => &OUTPUTS[..3],
    };
    shader_tables(page, contents, Table::Outputs, columns, |shader| {
        let outputs = shader.outputs.iter().zip(output_names(contents));
        let cells = |(entry, name)| {
            let [register, mask, property] = output_cells(entry);
            [register, mask, property, name]
        };
        outputs.map(cells).collect()
    });
}

/// Returns the names of outputs, followed by endless empty strings.
pub(crate) fn output_names(contents: &Contents<'_>) -> impl Iterator<Item = String> {
    let outputs = match contents.kind {
        Kind::Object(object) => object.outputs.as_slice(),
        _ => &[],
    };
    let names = outputs.iter().map(|o| o.name.as_deref());
    let names = names.map(|n| n.map_or_else(String::new, |n| shown(n.as_bytes())));
    names.chain(std::iter::repeat(String::new()))
}

/// Formats the register, components and property of an output-table entry.
pub(crate) fn output_cells(entry: &OutputEntry) -> [String; 3] {
    let mask = u8::try_from(entry.mask).ok().filter(|&bits| bits == bits & 0xF);
    let property = output_property(entry);
    [
        text::output_register(entry.register),
        mask.map_or_else(
            || format!("{:#x}", entry.mask),
            |bits| mask_text(Mask::from_table_bits(bits)),
        ),
        match entry.reserved {
            0 => property,
            other => format!("{property}, reserved {other:#x}"),
        },
    ]
}

const UNIFORMS: [Column; 4] = [
    column("Registers", 9, Style::Plain),
    column("Size", 4, Style::Plain),
    column("Kind", 7, Style::Plain),
    column("Name", 0, Style::Name),
];

/// Writes inputs and uniforms.
pub(crate) fn uniforms(page: &mut Page, contents: &Contents<'_>) {
    shader_tables(page, contents, Table::Uniforms, &UNIFORMS, |shader| {
        let cells = |(index, entry): (usize, &UniformEntry)| {
            let name = shown(&entry.name);
            [
                table_run(entry.first, entry.last),
                format!("{:4}", length(entry)),
                uniform_kind(entry).to_owned(),
                if contents.is_extern(index) {
                    format!("{name} (extern)")
                } else {
                    name
                },
            ]
        };
        shader.uniforms.iter().enumerate().map(cells).collect()
    });
}

/// Returns the kind of a uniform-table entry.
fn uniform_kind(entry: &UniformEntry) -> &'static str {
    match entry.register().map(|register| register.bank) {
        Some(Bank::Input) => "input",
        Some(Bank::Float) => "float",
        Some(Bank::Integer) => "integer",
        Some(Bank::Boolean) => "boolean",
        _ => "unknown",
    }
}

const RAW_RELOCATIONS: [Column; 3] = [
    column("Word", 5, Style::Faint),
    column("Unexplained", 10, Style::Plain),
    column("", 0, Style::Plain),
];

/// Writes relocations of objects of a version whose relocations are not documented.
pub(crate) fn raw_relocations(page: &mut Page, contents: &Contents<'_>, relocations: &[RawRelocation]) {
    let count = relocations.len();
    let place = (Structure::Dvoj, Table::Relocations);
    if !section(page, contents, place, count, &RAW_RELOCATIONS) {
        return;
    }
    for relocation in relocations {
        let [first, second] = relocation.unexplained;
        let cells = [
            word_offset(relocation.word),
            format!("{first:#010x}"),
            format!("{second:#010x}"),
        ];
        page.row(&RAW_RELOCATIONS, &cells);
    }
}

/// Formats a geometry mode.
pub(crate) fn geometry_mode(bytes: GeometryBytes) -> String {
    match bytes.mode {
        0 => "point".to_owned(),
        1 => format!("variable, {} vertices", bytes.variable_vertices),
        2 => format!("fixed, {} vertices from c{}", bytes.fixed_vertices, bytes.fixed_start),
        other => format!("mode {other:#x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_without_names_are_shown_as_in_sources() {
        let output = |property| {
            let entry = OutputEntry {
                property,
                register: 0,
                mask: 15,
                reserved: 0,
            };
            output_property(&entry)
        };
        assert_eq!(
            [0, 21, 0x1234].map(output),
            ["position", "property 21", "property 4660"]
        );
    }
}
