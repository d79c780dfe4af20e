//! SHARCFB archives: programs, symbols and binaries as tables, and the shaders of a variation.

use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_sharcfb::archive::{Archive, Program, Symbol, SymbolKind};
use pica200_sharcfb::check::Warning;
use pica200_sharcfb::error::Error;
use pica200_sharcfb::names::stage_name;
use pica200_sharcfb::variation::Variation;

use super::shader;
use pica200::text::page::{Column, Page, Style, column, counted, shown, truncated_name};

/// An archive that was read.
#[derive(Clone, Copy)]
pub(crate) struct ParsedArchive<'a> {
    /// The file name used in messages.
    pub(crate) name: &'a str,
    /// The archive.
    pub(crate) archive: &'a Archive,
    /// Size of the archive in bytes, according to its header.
    pub(crate) size: usize,
    /// The errors of unreadable parts.
    pub(crate) faults: &'a [Error],
    /// The warnings.
    pub(crate) warnings: &'a [Warning],
}

const PROGRAMS: [Column; 5] = [
    column("Program", 7, Style::Faint),
    column("Kind", 23, Style::Plain),
    column("Variations", 10, Style::Plain),
    column("Binaries", 13, Style::Plain),
    column("Name", 0, Style::Name),
];

const MACROS: [Column; 4] = [
    column("Macro", 24, Style::Name),
    column("Id", 20, Style::Name),
    column("Default", 8, Style::Plain),
    column("Values", 0, Style::Plain),
];

const SYMBOLS: [Column; 6] = [
    column("Kind", 14, Style::Plain),
    column("Offset", 6, Style::Plain),
    column("Used in", 9, Style::Plain),
    column("Name", 16, Style::Name),
    column("Id", 16, Style::Name),
    column("Default", 0, Style::Plain),
];

const BINARIES: [Column; 5] = [
    column("Binary", 6, Style::Faint),
    column("Stage", 8, Style::Plain),
    column("Size", 8, Style::Plain),
    column("Variation", 9, Style::Plain),
    column("Name", 0, Style::Name),
];

/// Writes the whole archive.
pub(crate) fn tables(page: &mut Page, parsed: &ParsedArchive<'_>) {
    let archive = parsed.archive;
    title(page, parsed);
    if !archive.is_known_version() {
        return;
    }
    page.heading(&format!("Programs ({})", archive.programs().len()));
    page.titles(&PROGRAMS);
    for (index, program) in archive.programs().iter().enumerate() {
        let (base, count) = (program.base_index(), program.binary_count());
        let last = u64::from(base).saturating_add(count.saturating_sub(1));
        let cells = [
            format!("{index:7}"),
            program.kind().to_string(),
            format!("{:10}", program.variations()),
            format!("{base}-{last}"),
            shown(program.name()),
        ];
        page.row(&PROGRAMS, &cells);
    }
    for program in archive.programs() {
        macros(page, program);
        symbols(page, program);
    }
    binaries(page, archive);
}

fn title(page: &mut Page, parsed: &ParsedArchive<'_>) {
    let archive = parsed.archive;
    let order = order(archive.order());
    let size = counted(parsed.size, "byte");
    let name = shown(parsed.name.as_bytes());
    page.line(
        Style::Heading,
        &format!(
            "SHARCFB archive, version {}, {order}, {size}: {name}",
            archive.version()
        ),
    );
    page.field("Name", shown(archive.name()));
}

const fn order(order: ByteOrder) -> &'static str {
    match order {
        ByteOrder::Little => "little endian",
        ByteOrder::Big => "big endian",
    }
}

fn macros(page: &mut Page, program: &Program) {
    if program.macros().is_empty() {
        return;
    }
    let count = program.macros().len();
    page.heading(&format!("Macros of {} ({count})", shown(program.name())));
    page.titles(&MACROS);
    for (index, known) in program.macros().iter().enumerate() {
        let default = known.values().nth(program.default_index(index));
        let values: Vec<_> = known.values().map(|value| shown(value)).collect();
        let cells = [
            shown(known.name()),
            shown(known.id()),
            default.map(|value| shown(value)).unwrap_or_default(),
            values.join(", "),
        ];
        page.row(&MACROS, &cells);
    }
}

fn symbols(page: &mut Page, program: &Program) {
    let of_kind = |kind: SymbolKind| {
        let symbols = program.symbols(kind).iter();
        symbols.map(move |symbol| symbol_cells(kind, symbol))
    };
    let all: Vec<_> = SymbolKind::ALL.into_iter().flat_map(of_kind).collect();
    if all.is_empty() {
        return;
    }
    let (name, count) = (shown(program.name()), all.len());
    page.heading(&format!("Symbols of {name} ({count})"));
    page.titles(&SYMBOLS);
    all.iter().for_each(|cells| page.row(&SYMBOLS, cells));
}

fn symbol_cells(kind: SymbolKind, symbol: &Symbol) -> [String; 6] {
    let used = symbol.variations.iter().filter(|&&flag| flag != 0).count();
    let default = match symbol.default.as_slice() {
        [] => String::new(),
        bytes => truncated_name(hex(bytes).as_bytes()),
    };
    [
        kind.plural().to_owned(),
        format!("{:6}", symbol.offset),
        format!("{used} of {}", symbol.variations.len()),
        shown(symbol.name.text()),
        shown(symbol.id.text()),
        default,
    ]
}

/// Formats bytes in hexadecimal, two digits each.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn binaries(page: &mut Page, archive: &Archive) {
    page.heading(&format!("Binaries ({})", archive.binaries().len()));
    page.titles(&BINARIES);
    let named = archive.binary_names().into_iter().zip(archive.owners());
    for (index, (binary, (name, owner))) in archive.binaries().iter().zip(named).enumerate() {
        let variation = owner.map(|owner| format!("{:9}", owner.variation));
        let cells = [
            format!("{index:6}"),
            stage_name(binary.stage()),
            format!("{:8}", binary.data().len()),
            variation.unwrap_or_default(),
            name,
        ];
        page.row(&BINARIES, &cells);
    }
}

/// Writes a variation with its shaders.
pub(crate) fn variation(page: &mut Page, parsed: &ParsedArchive<'_>, found: &Variation) {
    let archive = parsed.archive;
    let Some(program) = archive.programs().get(found.program) else {
        return;
    };
    title(page, parsed);
    let (name, number) = (shown(program.name()), found.number);
    let count = program.variations();
    page.heading(&format!("Variation {number} of {name} ({count})"));
    for (known, choice) in program.macros().iter().zip(&found.choices) {
        let value = known.values().nth(*choice);
        let value = value.map(|value| shown(value)).unwrap_or_default();
        page.field(&shown(known.name()), value);
    }
    let names = archive.binary_names();
    for (stage, index) in &found.binaries {
        let name = names.get(*index).cloned().unwrap_or_default();
        page.heading(&format!("Binary {index}, {stage}: {name}"));
        // A shader that cannot be read was reported.
        if let Some(Ok(read)) = archive.shader(*index) {
            shader::shader(page, &read);
        }
    }
}
