//! Symbols, one per line, like the output of `nm`.

use pica200_objfmt::formats::shbin::Shader;
use pica200_objfmt::isa::register::{Bank, Register};

use super::contents::{Contents, Kind};
use super::page::{Column, Page, Style, column, shown, word_offset};
use crate::sections::tables::{constant_name, output_cells, output_names};
use pica200_report::sizes::length;

const SYMBOLS: [Column; 5] = [
    column("Place", 7, Style::Faint),
    column("Size", 4, Style::Plain),
    column("Kind", 1, Style::Plain),
    column("Shader", 2, Style::Faint),
    column("Name", 0, Style::Name),
];

/// Symbol type, in list order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum SymbolType {
    Procedure,
    Label,
    Input,
    Float,
    Integer,
    Boolean,
    Unknown,
    Constant,
    Output,
    Undefined,
}

impl SymbolType {
    const fn text(self) -> &'static str {
        match self {
            Self::Procedure => "T",
            Self::Label => "t",
            Self::Input => "V",
            Self::Float => "F",
            Self::Integer => "I",
            Self::Boolean => "B",
            Self::Unknown => "?",
            Self::Constant => "C",
            Self::Output => "O",
            Self::Undefined => "U",
        }
    }
}

/// A line of the list.
struct Symbol {
    letter: SymbolType,
    /// Sort key of the location.
    order: u32,
    place: String,
    size: Option<u32>,
    name: String,
}

/// Lists all symbols, shader by shader.
pub(crate) fn symbols(page: &mut Page, contents: &Contents<'_>) {
    for (number, shader) in contents.shaders.iter().enumerate() {
        let mut symbols = code_symbols(contents, shader);
        symbols.extend(register_symbols(contents, shader));
        symbols.extend(output_symbols(contents, shader));
        symbols.extend(undefined(contents));
        symbols.sort_by_key(|symbol| (symbol.letter, symbol.order));
        let shader = match contents.kind {
            Kind::Shbin => format!("{number:2}"),
            Kind::Object(_) | Kind::Documented(_) => " -".to_owned(),
        };
        for symbol in symbols {
            let size = symbol.size.map_or_else(String::new, |size| format!("{size:4}"));
            let letter = symbol.letter.text().to_owned();
            let cells = [symbol.place, size, letter, shader.clone(), symbol.name];
            page.row(&SYMBOLS, &cells);
        }
    }
}

fn code_symbols(contents: &Contents<'_>, shader: &Shader) -> Vec<Symbol> {
    // In other objects, local procedures are like labels.
    let is_local = |index: usize| match contents.kind {
        Kind::Object(object) => object.labels.get(index).is_some_and(|l| !l.is_global()),
        _ => false,
    };
    let symbol = |(index, label): (usize, &pica200_objfmt::formats::shbin::LabelEntry)| Symbol {
        letter: match label.size {
            Some(_) if !is_local(index) => SymbolType::Procedure,
            _ => SymbolType::Label,
        },
        order: label.word,
        place: word_offset(label.word),
        size: label.size,
        name: shown(&label.name),
    };
    shader.labels.iter().enumerate().map(symbol).collect()
}

fn register_symbols(contents: &Contents<'_>, shader: &Shader) -> Vec<Symbol> {
    let entries = shader.uniforms.iter().enumerate();
    let mut symbols: Vec<_> = entries
        .filter(|(index, _)| !contents.is_extern(*index))
        .map(|(_, entry)| {
            let register = entry.register();
            Symbol {
                letter: register.map_or(SymbolType::Unknown, uniform_letter),
                order: entry.first.into(),
                place: register.map_or_else(|| format!("{:#x}", entry.first), |r| r.to_string()),
                size: Some(length(entry)),
                name: shown(&entry.name),
            }
        })
        .collect();
    let names = contents.names(shader);
    symbols.extend(shader.constants.iter().map(|entry| {
        let register = pica200_report::sizes::constant_register(entry);
        let name = register.and_then(|r| names.get(r));
        Symbol {
            letter: SymbolType::Constant,
            // Bank order of the unified numbering: float, integer, boolean.
            order: u32::from(entry.register) | u32::from(2u16.wrapping_sub(entry.kind)) << 16,
            place: constant_name(entry),
            size: Some(1),
            name: name.map_or_else(|| "-".to_owned(), |name| name.to_string()),
        }
    }));
    symbols
}

fn uniform_letter(register: Register) -> SymbolType {
    match register.bank {
        Bank::Input => SymbolType::Input,
        Bank::Float => SymbolType::Float,
        Bank::Integer => SymbolType::Integer,
        Bank::Boolean => SymbolType::Boolean,
        Bank::Output | Bank::Temporary => SymbolType::Unknown,
    }
}

fn output_symbols(contents: &Contents<'_>, shader: &Shader) -> Vec<Symbol> {
    let outputs = shader.outputs.iter().zip(output_names(contents));
    let symbol = |(entry, name): (&pica200_objfmt::formats::shbin::OutputEntry, String)| {
        let [place, mask, property] = output_cells(entry);
        let property = format!("{property}.{mask}");
        Symbol {
            letter: SymbolType::Output,
            order: entry.register.into(),
            place,
            size: Some(1),
            name: if name.is_empty() {
                property
            } else {
                format!("{name} {property}")
            },
        }
    };
    outputs.map(symbol).collect()
}

/// Returns the undefined symbols of an object.
fn undefined(contents: &Contents<'_>) -> Vec<Symbol> {
    let Kind::Object(object) = contents.kind else {
        return Vec::new();
    };
    let symbol = |name: &str, size: Option<u8>| Symbol {
        letter: SymbolType::Undefined,
        order: 0,
        place: String::new(),
        size: size.map(u32::from),
        name: shown(name.as_bytes()),
    };
    let procedures = object.externals.iter();
    let procedures = procedures.map(|name| symbol(name, None));
    let uniforms = object.uniforms.iter().filter(|u| u.linkage.is_extern());
    let uniforms = uniforms.map(|uniform| symbol(&uniform.name, Some(uniform.len)));
    let constants = object.constants.iter().filter(|c| c.linkage.is_extern());
    let constants = constants.map(|constant| symbol(&constant.name, Some(constant.len)));
    procedures.chain(uniforms).chain(constants).collect()
}
