//! Tables in format pages other than records; in `DXBC.md`, the shader tables: opcodes and named numbers.

use std::fmt::Write;
use std::fs;

use pica200_dxbc::program::{
    Class, Controls, DataClass, Dimension, GlobalFlag, Interpolation, Layout, MessageKind, MinPrecision, OPCODES,
    OpcodeInfo, Partitioning, Primitive, ProgramKind, RegisterKind, ReturnType, SamplerMode, SystemName,
    TessellatorDomain, TessellatorOutput, Topology,
};
use pica200_testsuite::corpus::workspace;

use super::{Files, chunks, gx2};

/// The page about DXBC containers.
const PAGE: &str = "objfmt/foreign/dxbc/DXBC.md";
const START: &str = "<!-- table: ";
const END: &str = "<!-- end of table -->";

/// The tables of a page, with their names.
type Tables = Vec<(&'static str, String)>;

/// Returns the pages with such tables.
pub(super) fn pages() -> [(&'static str, Tables); 2] {
    [
        (PAGE, [tables(), chunks::tables()].concat()),
        (gx2::PAGE, gx2::tables()),
    ]
}

/// Adds the pages, with each table between its markers.
pub(super) fn add(files: &mut Files) {
    for (page, tables) in pages() {
        add_page(files, page, tables);
    }
}

fn add_page(files: &mut Files, path: &'static str, mut unused: Tables) {
    let page = files
        .remove(path)
        .unwrap_or_else(|| fs::read(workspace().join(path)).unwrap());
    let page = String::from_utf8(page).unwrap();
    let mut parts = page.split(START);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" -->").unwrap();
        let (_, rest) = rest.split_once(END).unwrap();
        let index = unused.iter().position(|(known, _)| *known == name);
        let index = index.expect("a table of this name, which occurs once");
        let (_, table) = unused.remove(index);
        let _ = write!(text, "{START}{name} -->\n\n{table}\n\n{END}{rest}");
    }
    let missing: Vec<_> = unused.iter().map(|(name, _)| *name).collect();
    assert!(missing.is_empty(), "{path} has no tables of {missing:?}");
    files.insert(path.to_owned(), text.into_bytes());
}

fn tables() -> Tables {
    macro_rules! numbers {
        ($($name:literal $type:ident,)*) => {
            vec![
                ("opcodes", opcodes()),
                $(($name, numbers($type::KNOWN.iter().map(|known| (known.0, known.name()))))),*
            ]
        };
    }
    numbers! {
        "kinds of programs" ProgramKind,
        "registers" RegisterKind,
        "dimensions" Dimension,
        "return types" ReturnType,
        "modes of samplers" SamplerMode,
        "topologies" Topology,
        "primitives" Primitive,
        "interpolations" Interpolation,
        "system names" SystemName,
        "tessellator domains" TessellatorDomain,
        "tessellator partitionings" Partitioning,
        "tessellator outputs" TessellatorOutput,
        "classes of data" DataClass,
        "kinds of messages" MessageKind,
        "precisions" MinPrecision,
        "global flags" GlobalFlag,
    }
}

/// Formats numbers with their names, in one paragraph.
pub(super) fn numbers(known: impl Iterator<Item = (u32, Option<&'static str>)>) -> String {
    let entries = known.map(|(number, name)| {
        let name = name.expect("a name for each known number");
        match number {
            0..0x1_0000 => format!("{number} `{name}`"),
            _ => format!("{number:X}h `{name}`"),
        }
    });
    let entries: Vec<_> = entries.collect();
    wrapped(&format!("{}.", entries.join(", ")))
}

/// Wraps the text at 120 columns.
pub(super) fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for entry in text.split_inclusive(", ") {
        let line = lines.last_mut().unwrap();
        if line.len() + entry.trim_end().len() > 120 {
            lines.push(entry.to_owned());
        } else {
            line.push_str(entry);
        }
    }
    let lines: Vec<_> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}

fn opcodes() -> String {
    let mut text = "| Number | Name | Layout | Literals | Controls |\n|---|---|---|---|---|".to_owned();
    for info in &OPCODES {
        let (number, name) = (info.number, info.name);
        let (follows, literals, controls) = (follows(info), literals(info), controls(info));
        let _ = write!(text, "\n| {number} | `{name}` | {follows} | {literals} | {controls} |");
    }
    text
}

fn follows(info: &OpcodeInfo) -> String {
    let counted = |count: u8, noun: &str| match count {
        0 => None,
        1 => Some(format!("1 {noun}")),
        _ => Some(format!("{count} {noun}s")),
    };
    let joined = |parts: [Option<String>; 2]| {
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        parts.join(", ")
    };
    match info.layout {
        Layout::Operands { destinations, sources } => {
            joined([counted(destinations, "destination"), counted(sources, "source")])
        }
        Layout::Declared { operands, values } => joined([counted(operands, "operand"), counted(values, "dword")]),
        Layout::FunctionCall => "1 dword, 1 source".to_owned(),
        Layout::FunctionTable => "2 dwords, bodies".to_owned(),
        Layout::Interface => "3 dwords, tables".to_owned(),
        Layout::CustomData => "length, data".to_owned(),
        Layout::Unknown => "not known".to_owned(),
    }
}

fn literals(info: &OpcodeInfo) -> &'static str {
    match info.literals {
        _ if info.sources() == 0 => "",
        Class::Float => "float",
        Class::Int => "int",
        Class::Uint => "uint",
        Class::Double => "double",
        Class::Untyped => "any",
    }
}

fn controls(info: &OpcodeInfo) -> &'static str {
    match info.controls {
        Controls::Plain | Controls::Declaration => "",
        Controls::Test => "test",
        Controls::ResourceInfo | Controls::SampleInfo => "return type",
        Controls::Sync => "scopes",
        Controls::CustomData => "class",
    }
}
