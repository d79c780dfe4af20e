//! Headers and table entries as text, field by field, even if the contents are invalid.

use pica200_objfmt::formats::error::Table;
use pica200_objfmt::formats::layout::{Field, FieldContent, NONE, Record};
use pica200_objfmt::formats::object::OBJECT_VERSION;
use pica200_objfmt::formats::shbin::{ConstantEntry, OutputEntry};
use pica200_objfmt::isa::descriptor::Descriptor;
use pica200_objfmt::isa::register::Register;
use pica200_objfmt::isa::text::Numbered;

use super::contents::{Contents, Kind};
use super::names::table_run;
use super::page::{truncated_name, word_offset};
use crate::sections::tables::{constant_name, constant_value, mask_text, output_cells, sources};
use pica200::text::words::{decode, descriptor_number};

/// The string tables to which an entry's offsets refer.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Names<'a> {
    /// Symbol names of the structure.
    pub(crate) symbols: &'a [u8],
    /// File names.
    pub(crate) files: &'a [u8],
}

/// A header or table entry: its bytes and their layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawRecord<'a> {
    /// The fields.
    pub(crate) layout: &'static Record,
    /// The bytes. Missing ones read as 0.
    pub(crate) bytes: &'a [u8],
    /// The string tables for its offsets.
    pub(crate) names: Names<'a>,
}

/// Formats a field of a header.
pub(crate) fn field_text(field: &Field, header: &[u8]) -> String {
    let bytes = field.bytes(header);
    let name = field.name;
    let record = |layout| RawRecord {
        layout,
        bytes,
        names: Names::default(),
    };
    match field.content {
        FieldContent::Magic => format!("\"{}\"", bytes.escape_ascii()),
        FieldContent::Number | FieldContent::Bytes => {
            format!("{name}: {:#x}", field.number(header))
        }
        FieldContent::Table(layout) => {
            let [offset, count] = ["offset", "count"].map(|part| record(layout).number(part));
            format!("{name}: offset {offset:#x}, count {count}")
        }
        FieldContent::Record(layout) => format!("{name}: {}", record(layout).position()),
    }
}

impl<'a> RawRecord<'a> {
    /// Formats an entry of a table.
    pub(crate) fn text(&self, table: Table, contents: &Contents<'_>) -> String {
        match table {
            Table::DvleOffsets => format!("{:#x}", self.number("word")),
            Table::Code => instruction(self.number("word"), contents),
            Table::Descriptors => self.descriptor(),
            Table::Lines => {
                let file = name(self.names.files, self.number("file name"));
                format!("{file}:{}", self.number("line"))
            }
            Table::FileNames => self.name("word"),
            Table::Externals => self.name("name"),
            Table::Symbols => String::new(),
            Table::Values => self.constant(),
            Table::Labels => self.label(),
            Table::Outputs => self.output(),
            Table::Uniforms => self.uniform(),
            Table::Relocations if is_foreign(contents) => self.raw_relocation(),
            Table::Relocations => self.relocation(),
            Table::LabelDetails => {
                let [start, end] = ["position", "end"].map(|field| self.part(field).position());
                format!("{start} to {end}, head rank {}", self.number("head rank"))
            }
            Table::UniformDetails => self.declaration(),
            Table::Constants => {
                let declaration = self.part("declaration").declaration();
                format!("{}, {declaration}", self.part("registers").uniform())
            }
            Table::ValueRegisters => {
                let of = self.part("register").reference();
                format!("{of}, {}", self.part("position").position())
            }
            Table::StatedFields => {
                let [kind, number, value, flags] = ["kind", "number", "value", "flags"].map(|field| self.number(field));
                let what = match kind {
                    0 => format!("version of the DVLE {value:04X}h"),
                    1 => format!("version of the DVLP {value:04X}h"),
                    2 => format!("halfword after the version of the DVLP {value:04X}h"),
                    _ => format!("descriptor {number}: {value:08X}h, {flags:X}h"),
                };
                format!("{what}, {}", self.part("position").position())
            }
            Table::OutputDetails => {
                format!("{}, {}", self.name("name"), self.part("position").position())
            }
        }
    }

    fn field(&self, name: &str) -> Option<&'static Field> {
        let field = self.layout.field(name);
        debug_assert!(field.is_some(), "{} has no {name}", self.layout.name);
        field
    }

    fn number(&self, field: &str) -> u32 {
        self.field(field).map_or(0, |field| field.number(self.bytes))
    }

    /// Returns the low half of a field, which is the whole field if it has at most two bytes.
    fn short(&self, field: &str) -> u16 {
        let [low, high, ..] = self.number(field).to_le_bytes();
        u16::from_le_bytes([low, high])
    }

    /// Returns a nested record.
    fn part(&self, field: &str) -> Self {
        match self.field(field) {
            Some(&Field {
                content: FieldContent::Record(layout),
                ..
            }) => Self {
                layout,
                bytes: self.field(field).map_or(&[], |field| field.bytes(self.bytes)),
                ..*self
            },
            _ => *self,
        }
    }

    fn name(&self, field: &str) -> String {
        match self.number(field) {
            NONE => "no name".to_owned(),
            offset => name(self.names.symbols, offset),
        }
    }

    fn position(&self) -> String {
        format!("file {}:{}", self.number("file"), self.number("line"))
    }

    fn declaration(&self) -> String {
        let chosen = match self.number("pinned") {
            0 => "register allocated",
            _ => "register chosen",
        };
        format!("{}, {chosen}", self.part("position").position())
    }

    fn descriptor(&self) -> String {
        let descriptor = Descriptor::from_bits(self.number("descriptor"));
        let mask = mask_text(descriptor.mask());
        let [one, two, three] = sources(descriptor);
        format!("{mask}, {one} {two} {three}, flags {:#x}", self.number("flags"))
    }

    fn constant(&self) -> String {
        let mut data = [0; 16];
        let bytes = self.field("value").map_or(&[][..], |field| field.bytes(self.bytes));
        data.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
        let entry = ConstantEntry {
            kind: self.short("kind"),
            register: self.short("register"),
            data,
        };
        format!("{} {}", constant_name(&entry), constant_value(&entry))
    }

    fn label(&self) -> String {
        let size = match self.number("size") {
            NONE => String::new(),
            size => format!("+{size}"),
        };
        let place = word_offset(self.number("word"));
        format!("{place}{size}, number {}, {}", self.number("number"), self.name("name"))
    }

    fn output(&self) -> String {
        let entry = OutputEntry {
            property: self.short("property"),
            register: self.short("register"),
            mask: self.short("components"),
            reserved: self.short("unexplained"),
        };
        let [register, mask, property] = output_cells(&entry);
        format!("{register}.{mask} {property}")
    }

    fn uniform(&self) -> String {
        let registers = table_run(self.short("first register"), self.short("last register"));
        format!("{registers} {}", self.name("name"))
    }

    fn raw_relocation(&self) -> String {
        let word = word_offset(self.number("word"));
        let unexplained = |from: usize| {
            let bytes = self.bytes.get(from..).unwrap_or_default().iter();
            bytes.take(4).rev().fold(0, |n, &byte| n << 8 | u32::from(byte))
        };
        format!("word {word}, {:#010x} {:#010x}", unexplained(4), unexplained(8))
    }

    fn relocation(&self) -> String {
        let word = word_offset(self.number("word"));
        let index = self.number("index");
        let target = match self.number("kind") {
            0 => String::new(),
            1 => format!(", descriptor {index}"),
            2 => ", its word".to_owned(),
            3 => format!(", label {index}"),
            4 => format!(", external {index}"),
            other => format!(", {other:#x} {index}"),
        };
        let register = match self.number("register kind") {
            0 => String::new(),
            _ => format!(", {}", self.reference()),
        };
        format!("word {word}{target}{register}")
    }

    /// Returns the register of a relocation or reference.
    fn reference(&self) -> String {
        let index = self.short("register");
        let element = self.short("element").cast_signed();
        match self.number("register kind") {
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
}

/// Returns true if this is an object of a version whose relocations are not documented.
fn is_foreign(contents: &Contents<'_>) -> bool {
    match contents.kind {
        Kind::Documented(object) => object.version != OBJECT_VERSION,
        _ => false,
    }
}

/// Returns the name at an offset of a string table.
fn name(table: &[u8], offset: u32) -> String {
    let rest = usize::try_from(offset).ok().and_then(|at| table.get(at..));
    let Some(rest) = rest.filter(|rest| !rest.is_empty()) else {
        return format!("name at {offset:#x}");
    };
    // Longer names are shortened anyway.
    let rest = rest.get(..64).unwrap_or(rest);
    truncated_name(rest.split(|&byte| byte == 0).next().unwrap_or_default())
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
    use super::*;

    #[test]
    fn names_end_at_their_nul_or_the_table() {
        assert_eq!(name(b"ab\0cd", 1), "b");
        assert_eq!(name(b"ab\0cd", 3), "cd");
        assert_eq!(name(b"ab\0", 2), "\"\"");
        assert_eq!(name(b"ab\0", 3), "name at 0x3");
    }
}
