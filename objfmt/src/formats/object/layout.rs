//! On-disk layout of objects. All table offsets are relative to the start of the file.

use zerocopy::little_endian::{I16, U16, U32};

use crate::formats::layout::{Magic, Record, TableRange, UniformRecord, record};

/// The records of objects, except for those shared with shader binaries.
pub const RECORDS: &[&Record] = &[
    &DvojHeader::RECORD,
    &PositionRecord::RECORD,
    &RelocationRecord::RECORD,
    &ReferenceRecord::RECORD,
    &LabelDetailRecord::RECORD,
    &ExternalRecord::RECORD,
    &DeclarationRecord::RECORD,
    &NamedConstantRecord::RECORD,
    &ValueRegisterRecord::RECORD,
    &OutputDetailRecord::RECORD,
    &StatedRecord::RECORD,
];

/// The magic of an object.
pub(crate) const DVOJ: [u8; 4] = *b"DVOJ";

/// Bits of [`DvojHeader::flags`].
pub(crate) mod flags {
    /// The file produces no shader (`.nodvle`).
    pub(crate) const LIBRARY: u32 = 1;
    /// The file has an instruction or a declaration that produces a shader.
    pub(crate) const MAKES_SHADER: u32 = 2;
    /// No padding NOPs are inserted.
    pub(crate) const NO_PADDING: u32 = 4;
    /// A geometry shader that shares the vertex shaders' registers.
    pub(crate) const SHARED_GEOMETRY: u32 = 8;
    /// The file's uniforms are private (`.private`).
    pub(crate) const PRIVATE: u32 = 16;
    /// All known flags.
    pub(crate) const ALL: u32 = 31;
}

record! {
    /// The header of an object. Published descriptions of the format end at 58h.
    "DVOJ header" DvojHeader: 0xA8 {
        0x00 magic: Magic = "magic", "`DVOJ`", "documents";
        0x04 version: U16 = "version", "the version: 7C03", "documents (guess); value: chosen";
        0x06 kind: u8 = "kind", "0 vertex shader, 1 geometry shader", "documents";
        0x07 merge: u8 = "outputs merged", "1 if outputs are merged: a geometry shader with separate registers that has a dummy output. Derived from the output table", "documents; when: tools";
        0x08 inputs_used: U16 = "inputs in use", "input registers in use, register n at bit n. Derived from the uniform table", "documents";
        0x0A outputs_used: U16 = "outputs in use", "output registers in use, register n at bit n. Derived from the output table", "documents (one of them has the wrong offset 10)";
        0x0C geometry: [u8; 4] = "geometry", "vertex shaders: FFFFFFFF; geometry shaders: the bytes 14 to 17 of a DVLE, where the parameters of other modes are 0", "FFFFFFFF: documents; else chosen";
        0x10 values: TableRange = "constants", "pair: constants, the values of registers, in source order", "documents";
        0x18 labels: TableRange = "labels", "pair: labels: procedures and labels, in source order", "documents";
        0x20 code: TableRange = "code", "pair: code, in words", "documents";
        0x28 descriptors: TableRange = "descriptors", "pair: descriptors, as each instruction was written; there may be more than 80", "documents; more: chosen";
        0x30 lines: TableRange = "lines", "pair: lines, one for each word", "documents (guess)";
        0x38 relocations: TableRange = "relocations", "pair: relocations, C bytes each", "documents";
        0x40 outputs: TableRange = "outputs", "pair: outputs, in source order", "documents";
        0x48 uniforms: TableRange = "inputs and uniforms", "pair: inputs and uniforms, in source order; names as the source has them, including hidden ones, and uniforms that another object declares", "documents; names: chosen";
        0x50 symbols: TableRange = "symbols", "pair: symbols: all names, including file names; the size in bytes, without padding. A name is stored once for each use", "documents; padding, use: chosen";
        0x58 flags: U32 = "flags", "flags: 1 the source produces no shader (`.nodvle`); 2 the source has an instruction or a declaration that produces a shader; 4 no padding NOPs; 8 a geometry shader that shares the registers of the vertex shaders; 10 the uniforms belong to the source alone (`.private`)", "chosen";
        0x5C entry: U32 = "name of the entry point", "the name of the entry point: bytes from the start of the symbol table; FFFFFFFF if the source has none", "chosen";
        0x60 entry_position: PositionRecord = "position of the entry point", "the position of `.entry` in the source; 0 if there is none", "chosen";
        0x68 first_uniform: u8 = "first free uniform", "geometry shaders with separate registers: the first float uniform to allocate; else 0", "chosen";
        0x69 reserved: u8 = "reserved", "0", "chosen";
        0x6A stated: U16 = "stated fields", "the number of stated fields, whose table begins at A8; 0 in objects of sources that state none", "chosen";
        0x6C label_details: TableRange = "label details", "pair: label details, one for each label", "chosen";
        0x74 externals: TableRange = "externals", "pair: externals", "chosen";
        0x7C uniform_details: TableRange = "uniform details", "pair: uniform details, one for each uniform", "chosen";
        0x84 constants: TableRange = "named constants", "pair: named constants, in source order, including those that another object declares", "chosen";
        0x8C value_registers: TableRange = "value registers", "pair: value registers, one for each constant of the table at 10", "chosen";
        0x94 output_details: TableRange = "output details", "pair: output details, one for each output", "chosen";
        0x9C files: TableRange = "file names", "pair: file names, `u32` each: bytes from the start of the symbol table, in ascending order", "chosen";
        0xA4 entry_length: U32 = "words from the entry point", "the number of words from the entry point on, which is then a label of the object; FFFFFFFF if the entry point is a procedure, or the source has none", "chosen";
    }
}

record! {
    /// A location in a source.
    #[derive(Default)]
    "position" PositionRecord as Record: 0x08 {
        0x00 file: U32 = "file", "the index in the table of file names", "chosen";
        0x04 line: U32 = "line", "the line, from 1", "chosen";
    }
}

record! {
    /// A relocation of an instruction.
    "relocation" RelocationRecord: 0x0C {
        0x00 word: U32 = "word", "the instruction: words from the start of the code", "documents";
        0x04 register_kind: u8 = "register kind", "the uniform register that the instruction reads: 0 none, 1 a register by its number, 2 an element of a uniform, 3 an element of a named constant", "chosen";
        0x05 kind: u8 = "kind", "the other part that linking changes: 0 none, 1 a descriptor, 2 a word of this object, whose offset the instruction holds, 3 a label or procedure of this object, 4 an external", "chosen";
        0x06 index: U16 = "index", "the index of the descriptor, label or external; else 0", "chosen";
        0x08 register: U16 = "register", "the index of the uniform or named constant; the register in the unified numbering; 0 if none", "chosen";
        0x0A element: I16 = "element", "`i16`: the element, which may be outside the array; 0 for a register by number or no register", "chosen";
    }
}

/// Values of [`RelocationRecord::kind`] (chosen).
pub(crate) mod target {
    /// Neither a descriptor nor a location in the code.
    pub(crate) const PLAIN: u8 = 0;
    /// A descriptor.
    pub(crate) const DESCRIPTOR: u8 = 1;
    /// The word offset in the instruction.
    pub(crate) const WORD: u8 = 2;
    /// An entry of the label table.
    pub(crate) const LABEL: u8 = 3;
    /// An external.
    pub(crate) const EXTERNAL: u8 = 4;
}

record! {
    /// A register that linking may move.
    "reference" ReferenceRecord as Record: 0x08 {
        0x00 kind: u8 = "register kind", "as byte 4 of a relocation, not 0", "chosen";
        0x01 reserved: u8 = "reserved", "0", "chosen";
        0x02 index: U16 = "register", "as bytes 8 and 9 of a relocation", "chosen";
        0x04 element: I16 = "element", "as bytes A and B of a relocation", "chosen";
        0x06 padding: U16 = "padding", "0", "chosen";
    }
}

/// Values of [`ReferenceRecord::kind`] (chosen).
pub(crate) mod reference {
    /// No register.
    pub(crate) const NONE: u8 = 0;
    /// A register, by its number.
    pub(crate) const REGISTER: u8 = 1;
    /// An element of a uniform.
    pub(crate) const UNIFORM: u8 = 2;
    /// An element of a named constant.
    pub(crate) const CONSTANT: u8 = 3;
}

record! {
    /// Label data that the label table does not have.
    "label detail" LabelDetailRecord: 0x14 {
        0x00 position: PositionRecord = "position", "the position of the definition", "chosen";
        0x08 end: PositionRecord = "end", "the position of the procedure's `.end`; 0 for labels, which are the entries without a size", "chosen";
        0x10 head_rank: U16 = "head rank", "the number of empty procedures before the object's first word that end before this location; 0 if its word is not 0", "chosen";
        0x12 local: U16 = "local", "1 for a procedure that only its own object can refer to (`.local`), else 0", "chosen";
    }
}

record! {
    /// A procedure of another object.
    "external" ExternalRecord: 0x04 {
        0x00 name: U32 = "name", "the name of a procedure that another object defines: bytes from the start of the symbol table", "chosen";
    }
}

record! {
    /// Data of an input or a uniform that the uniform table does not have.
    "uniform detail" DeclarationRecord as Record: 0x0C {
        0x00 position: PositionRecord = "position", "the position of the declaration", "chosen";
        0x08 pinned: u8 = "pinned", "1 if the source chose the register, else 0", "chosen";
        0x09 linkage: u8 = "linkage", "the owner of the declaration: 0 the file itself; 1 a library that was linked into the object of a shader (`-r`): registers that no code reads are dropped; 2 another object, with the same number of registers (`.extern`); 3 another object, with at least as many registers", "chosen";
        0x0A reserved: [u8; 2] = "reserved", "0", "chosen";
    }
}

/// Values of [`DeclarationRecord::linkage`] (chosen).
pub(crate) mod linkage {
    /// The file that contains it.
    pub(crate) const OWN: u8 = 0;
    /// A library in the object of a shader.
    pub(crate) const LIBRARY: u8 = 1;
    /// Another object, with the same number of registers.
    pub(crate) const EXTERN: u8 = 2;
    /// Another object, with at least as many registers.
    pub(crate) const EXTERN_AT_LEAST: u8 = 3;
}

record! {
    /// A named constant.
    "named constant" NamedConstantRecord: 0x14 {
        0x00 registers: UniformRecord = "registers", "name and registers, as in a uniform; the registers are float or integer uniforms", "chosen";
        0x08 declaration: DeclarationRecord = "declaration", "as a uniform detail", "chosen";
    }
}

record! {
    /// Value data that the constant table does not have.
    "value register" ValueRegisterRecord: 0x10 {
        0x00 register: ReferenceRecord = "register", "reference: the register. The constant table has the number of that register in an object that is linked alone", "chosen";
        0x08 position: PositionRecord = "position", "the position of the value", "chosen";
    }
}

record! {
    /// Output data that the output table does not have.
    "output detail" OutputDetailRecord: 0x0C {
        0x00 name: U32 = "name", "the name: bytes from the start of the symbol table; FFFFFFFF if it has none", "chosen";
        0x04 position: PositionRecord = "position", "the position of the declaration", "chosen";
    }
}

record! {
    /// A field of the linked shader binary whose value the source states. Numbers that a kind does not use are 0.
    "stated field" StatedRecord: 0x18 {
        0x00 kind: U16 = "kind", "the field: 0 version of the DVLE; 1 version of the DVLP; 2 the halfword after it; 3 an entry of the descriptor table", "chosen";
        0x02 number: U16 = "number", "the number of the descriptor", "chosen";
        0x04 value: U32 = "value", "the value; of a descriptor, its first word", "chosen";
        0x08 flags: U32 = "flags", "the second word of a descriptor", "chosen";
        0x0C reserved: U32 = "reserved", "0", "chosen";
        0x10 position: PositionRecord = "position", "the position of the directive", "chosen";
    }
}

/// Values of [`StatedRecord::kind`] (chosen).
pub(crate) mod stated {
    /// The version of the DVLE.
    pub(crate) const SHADER_VERSION: u16 = 0;
    /// The version of the DVLP.
    pub(crate) const PROGRAM_VERSION: u16 = 1;
    /// The halfword after the version of the DVLP.
    pub(crate) const PROGRAM_RESERVED: u16 = 2;
    /// An entry of the descriptor table.
    pub(crate) const DESCRIPTOR: u16 = 3;
}
