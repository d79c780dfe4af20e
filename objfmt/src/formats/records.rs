//! Lookup of records by structure and table: see [`layout`](crate::formats::layout).
//!
//! ```
//! use pica200_objfmt::formats::error::Structure;
//! use pica200_objfmt::formats::records::header;
//!
//! let dvle = header(Structure::Dvle(0));
//! assert_eq!(dvle.size, 0x40);
//! let entry = dvle.field("entry point").expect("the field exists");
//! assert_eq!((entry.offset, entry.size), (8, 4));
//! ```

use zerocopy::little_endian::U32;

use crate::formats::error::{Structure, Table};
use crate::formats::layout::{
    ConstantRecord, DescriptorRecord, Field, FieldContent, LabelRecord, LineRecord, OutputRecord, Record, UniformRecord,
};
use crate::formats::object::layout::{
    DeclarationRecord, DvojHeader, ExternalRecord, LabelDetailRecord, NamedConstantRecord, OutputDetailRecord,
    RelocationRecord, StatedRecord, ValueRegisterRecord,
};
use crate::formats::shbin::layout::{DvlbHeader, DvleHeader, DvlpHeader};

/// Returns the record of a structure's header.
pub const fn header(structure: Structure) -> &'static Record {
    match structure {
        Structure::Dvlb => &DvlbHeader::RECORD,
        Structure::Dvlp => &DvlpHeader::RECORD,
        Structure::Dvle(_) => &DvleHeader::RECORD,
        Structure::Dvoj => &DvojHeader::RECORD,
    }
}

/// Returns the record of a table's entries; `None` for tables of names, whose entries differ in size.
pub const fn entry(structure: Structure, table: Table) -> Option<&'static Record> {
    Some(match table {
        Table::Symbols => return None,
        Table::FileNames => match structure {
            Structure::Dvoj => &WORD,
            _ => return None,
        },
        Table::DvleOffsets | Table::Code => &WORD,
        Table::Descriptors => &DescriptorRecord::RECORD,
        Table::Lines => &LineRecord::RECORD,
        Table::Values => &ConstantRecord::RECORD,
        Table::Labels => &LabelRecord::RECORD,
        Table::Outputs => &OutputRecord::RECORD,
        Table::Uniforms => &UniformRecord::RECORD,
        Table::Relocations => &RelocationRecord::RECORD,
        Table::LabelDetails => &LabelDetailRecord::RECORD,
        Table::Externals => &ExternalRecord::RECORD,
        Table::UniformDetails => &DeclarationRecord::RECORD,
        Table::Constants => &NamedConstantRecord::RECORD,
        Table::ValueRegisters => &ValueRegisterRecord::RECORD,
        Table::OutputDetails => &OutputDetailRecord::RECORD,
        Table::StatedFields => &StatedRecord::RECORD,
    })
}

/// An entry of a table of words: code and offsets.
const WORD: Record = Record {
    name: "word",
    size: size_of::<U32>(),
    fields: &[Field {
        name: "word",
        offset: 0,
        size: size_of::<U32>(),
        content: FieldContent::Number,
        meaning: "an instruction word or an offset",
        source: "documents, tools",
    }],
};
