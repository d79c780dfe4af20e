//! What the bytes of headers and table entries say, read without regard to whether the whole makes sense. `FORMAT.md`
//! beside the crate of the formats describes all of them.

use pica200_objfmt::formats::error::{Structure, Table};
use pica200_objfmt::formats::object::OBJECT_VERSION;
use pica200_objfmt::formats::shbin::{ConstantEntry, OutputEntry};
use pica200_objfmt::isa::descriptor::Descriptor;
use pica200_objfmt::isa::register::Register;
use pica200_objfmt::isa::text::Numbered;

use super::contents::{Contents, Kind};
use super::names::table_run;
use super::page::{shortened, word_offset};
use super::tables::{constant_place, constant_value, dashed, output_cells, sources};
use super::words::{decode, descriptor_number};

/// An offset or a size that says that there is nothing.
const NONE: u32 = u32::MAX;

/// A field of a header.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Field {
    /// Four letters.
    Magic,
    /// A number of so many bytes.
    Number(usize, &'static str),
    /// Offset and count of a table.
    Pair(&'static str),
    /// Number of a file, and a line.
    Position(&'static str),
}

use Field::{Magic, Number, Pair, Position};

const DVLB: &[Field] = &[Magic, Number(4, "DVLEs")];

const DVLP: &[Field] = &[
    Magic,
    Number(2, "version"),
    Number(2, "unexplained"),
    Pair("code"),
    Pair("descriptors"),
    Pair("lines"),
    Pair("file names"),
];

const DVLE: &[Field] = &[
    Magic,
    Number(2, "version"),
    Number(1, "kind"),
    Number(1, "outputs merged"),
    Number(4, "word to start at"),
    Number(4, "word behind the entry procedure"),
    Number(2, "inputs in use"),
    Number(2, "outputs in use"),
    Number(1, "geometry mode"),
    Number(1, "fixed: first uniform of the array"),
    Number(1, "variable: fully defined vertices"),
    Number(1, "fixed: vertices"),
    Pair("constants"),
    Pair("labels"),
    Pair("outputs"),
    Pair("inputs and uniforms"),
    Pair("symbols"),
];

const DVOJ: &[Field] = &[
    Magic,
    Number(2, "version"),
    Number(1, "kind"),
    Number(1, "outputs merged"),
    Number(2, "inputs in use"),
    Number(2, "outputs in use"),
    Number(4, "geometry"),
    Pair("constants"),
    Pair("labels"),
    Pair("code"),
    Pair("descriptors"),
    Pair("lines"),
    Pair("relocations"),
    Pair("outputs"),
    Pair("inputs and uniforms"),
    Pair("symbols"),
    Number(4, "flags"),
    Number(4, "entry's name"),
    Position("entry's position"),
    Number(1, "first uniform to give out"),
    Number(3, "reserved"),
    Pair("label details"),
    Pair("externals"),
    Pair("uniform details"),
    Pair("named constants"),
    Pair("value places"),
    Pair("output details"),
    Pair("file names"),
    Number(4, "words from the entry's label on"),
];

/// The fields of a structure's header, in order and without gaps.
pub(crate) const fn header(structure: Structure) -> &'static [Field] {
    match structure {
        Structure::Dvlb => DVLB,
        Structure::Dvlp => DVLP,
        Structure::Dvle(_) => DVLE,
        Structure::Dvoj => DVOJ,
    }
}

impl Field {
    /// How many bytes the field has.
    pub(crate) const fn size(self) -> usize {
        match self {
            Magic => 4,
            Number(size, _) => size,
            Pair(_) | Position(_) => 8,
        }
    }

    /// What the field's bytes say.
    pub(crate) fn text(self, bytes: &[u8]) -> String {
        let record = Record {
            bytes,
            names: Names::default(),
        };
        match self {
            Magic => format!("\"{}\"", bytes.escape_ascii()),
            Number(size, name) => format!("{name}: {:#x}", record.number(0, size)),
            Pair(name) => format!(
                "{name}: offset {:#x}, count {}",
                record.u32(0),
                record.u32(4)
            ),
            Position(name) => format!("{name}: {}", record.position(0)),
        }
    }
}

/// The tables of names that an entry's offsets lead into.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Names<'a> {
    /// The structure's symbols.
    pub(crate) symbols: &'a [u8],
    /// The names of files.
    pub(crate) files: &'a [u8],
}

/// How many bytes an entry of a table has, `None` for tables of names.
pub(crate) const fn size(structure: Structure, table: Table) -> Option<usize> {
    Some(match table {
        Table::Symbols => return None,
        Table::FileNames => match structure {
            Structure::Dvoj => 4,
            _ => return None,
        },
        Table::DvleOffsets | Table::Code | Table::Externals => 4,
        Table::Descriptors | Table::Lines | Table::Outputs | Table::Uniforms => 8,
        Table::Relocations | Table::UniformDetails | Table::OutputDetails => 12,
        Table::Labels | Table::ValuePlaces => 16,
        Table::Values | Table::LabelDetails | Table::Constants => 20,
    })
}

/// The bytes of an entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record<'a> {
    /// The bytes; what is missing reads as 0.
    pub(crate) bytes: &'a [u8],
    /// Where its offsets lead.
    pub(crate) names: Names<'a>,
}

impl Record<'_> {
    /// What an entry of a table says.
    pub(crate) fn text(&self, table: Table, contents: &Contents<'_>) -> String {
        match table {
            Table::DvleOffsets => format!("{:#x}", self.u32(0)),
            Table::Code => instruction(self.u32(0), contents),
            Table::Descriptors => self.descriptor(),
            Table::Lines => {
                let file = name(self.names.files, self.u32(0));
                format!("{file}:{}", self.u32(4))
            }
            Table::FileNames | Table::Externals | Table::Symbols => self.name(0),
            Table::Values => self.constant(),
            Table::Labels => self.label(),
            Table::Outputs => self.output(),
            Table::Uniforms => self.uniform(0),
            Table::Relocations if is_foreign(contents) => self.raw_relocation(),
            Table::Relocations => self.relocation(),
            Table::LabelDetails => {
                let (start, end) = (self.position(0), self.position(8));
                format!("{start} to {end}, head rank {}", self.u16(16))
            }
            Table::UniformDetails => format!("{}, {}", self.position(0), self.chosen(8)),
            Table::Constants => {
                let place = self.position(8);
                format!("{}, {place}, {}", self.uniform(0), self.chosen(16))
            }
            Table::ValuePlaces => {
                let of = reference(self.u8(0), self.u16(2), self.u16(4));
                format!("{of}, {}", self.position(8))
            }
            Table::OutputDetails => format!("{}, {}", self.name(0), self.position(4)),
        }
    }

    fn u8(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn u16(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.u8(at), self.u8(at + 1)])
    }

    fn u32(&self, at: usize) -> u32 {
        u32::from(self.u16(at)) | u32::from(self.u16(at + 2)) << 16
    }

    /// A number of up to four bytes.
    fn number(&self, at: usize, size: usize) -> u32 {
        (0..size.min(4))
            .rev()
            .fold(0, |number, n| number << 8 | u32::from(self.u8(at + n)))
    }

    fn name(&self, at: usize) -> String {
        match self.u32(at) {
            NONE => "no name".to_owned(),
            offset => name(self.names.symbols, offset),
        }
    }

    /// Number of a file, and a line.
    fn position(&self, at: usize) -> String {
        format!("file {}:{}", self.u32(at), self.u32(at + 4))
    }

    fn chosen(&self, at: usize) -> &'static str {
        match self.u8(at) {
            0 => "register given out",
            _ => "register chosen",
        }
    }

    fn descriptor(&self) -> String {
        let descriptor = Descriptor::from_bits(self.u32(0));
        let mask = dashed(descriptor.mask());
        let [one, two, three] = sources(descriptor);
        format!("{mask}, {one} {two} {three}, flags {:#x}", self.u32(4))
    }

    fn constant(&self) -> String {
        let mut data = [0; 16];
        for (n, byte) in data.iter_mut().enumerate() {
            *byte = self.u8(4 + n);
        }
        let entry = ConstantEntry {
            kind: self.u16(0),
            register: self.u16(2),
            data,
        };
        format!("{} {}", constant_place(&entry), constant_value(&entry))
    }

    fn label(&self) -> String {
        let size = match self.u32(8) {
            NONE => String::new(),
            size => format!("+{size}"),
        };
        let place = word_offset(self.u32(4));
        format!("{place}{size}, number {}, {}", self.u16(0), self.name(12))
    }

    fn output(&self) -> String {
        let entry = OutputEntry {
            property: self.u16(0),
            register: self.u16(2),
            mask: self.u16(4),
            reserved: self.u16(6),
        };
        let [register, mask, property] = output_cells(&entry);
        format!("{register}.{mask} {property}")
    }

    fn uniform(&self, at: usize) -> String {
        let registers = table_run(self.u16(at + 4), self.u16(at + 6));
        format!("{registers} {}", self.name(at))
    }

    fn raw_relocation(&self) -> String {
        let word = word_offset(self.u32(0));
        format!("word {word}, {:#010x} {:#010x}", self.u32(4), self.u32(8))
    }

    fn relocation(&self) -> String {
        let word = word_offset(self.u32(0));
        let target = match self.u8(5) {
            0 => String::new(),
            1 => format!(", descriptor {}", self.u16(6)),
            2 => ", its word".to_owned(),
            3 => format!(", label {}", self.u16(6)),
            4 => format!(", external {}", self.u16(6)),
            other => format!(", {other:#x} {}", self.u16(6)),
        };
        let register = match self.u8(4) {
            0 => String::new(),
            kind => format!(", {}", reference(kind, self.u16(8), self.u16(10))),
        };
        format!("word {word}{target}{register}")
    }
}

/// Whether this is an object whose version does not say what relocations mean.
fn is_foreign(contents: &Contents<'_>) -> bool {
    match contents.kind {
        Kind::Documented(object) => object.version != OBJECT_VERSION,
        _ => false,
    }
}

/// What a register is an element of.
fn reference(kind: u8, index: u16, element: u16) -> String {
    let element = element.cast_signed();
    match kind {
        0 => "no register".to_owned(),
        1 => match Register::from_table_number(index) {
            Some(register) => format!("register {register}"),
            None => format!("register {index:#x}"),
        },
        2 => format!("uniform {index}[{element}]"),
        3 => format!("constant {index}[{element}]"),
        other => format!("{other:#x} {index}[{element}]"),
    }
}

/// The name at an offset of a table of names.
fn name(table: &[u8], offset: u32) -> String {
    let rest = usize::try_from(offset).ok().and_then(|at| table.get(at..));
    let Some(rest) = rest.filter(|rest| !rest.is_empty()) else {
        return format!("name at {offset:#x}");
    };
    // What is longer is cut anyway.
    let rest = rest.get(..64).unwrap_or(rest);
    shortened(rest.split(|&byte| byte == 0).next().unwrap_or_default())
}

fn instruction(word: u32, contents: &Contents<'_>) -> String {
    let descriptor = descriptor_number(word)
        .and_then(|number| contents.descriptor(number))
        .map(|entry| entry.descriptor);
    let decoded = decode(word, descriptor, &Numbered);
    let text = decoded.text();
    match decoded.remark {
        Some(remark) => format!("{text} ; {remark}"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use pica200_objfmt::formats::inspect::{RegionKind, inspect};
    use pica200_objfmt::formats::object::Object;
    use pica200_objfmt::formats::shbin::{Shader, Shbin};

    use super::*;

    #[test]
    fn fields_fill_the_headers() {
        let shbin = Shbin {
            shaders: vec![Shader::default()],
            ..Shbin::default()
        };
        let files = [shbin.write(), Object::new().write()];
        let regions =
            files.map(|file| inspect(&file.expect("a model that can be written")).regions);
        let mut found = 0;
        for region in regions.iter().flatten() {
            if let RegionKind::Header(structure) = region.kind {
                let size: usize = header(structure).iter().map(|f| f.size()).sum();
                assert_eq!(size, region.size, "{structure}");
                found += 1;
            }
        }
        assert_eq!(found, 4);
    }

    #[test]
    fn numbers_are_little_endian_and_missing_bytes_are_zero() {
        let record = Record {
            bytes: &[1, 2, 3],
            names: Names::default(),
        };
        assert_eq!(record.u32(0), 0x03_0201);
        assert_eq!(record.number(0, 3), 0x03_0201);
        assert_eq!(record.u16(2), 3);
    }

    #[test]
    fn names_end_at_their_nul_or_the_table() {
        assert_eq!(name(b"ab\0cd", 1), "b");
        assert_eq!(name(b"ab\0cd", 3), "cd");
        assert_eq!(name(b"ab\0", 2), "\"\"");
        assert_eq!(name(b"ab\0", 3), "name at 0x3");
    }
}
