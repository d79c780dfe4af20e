//! Objects on disk. All numbers are little endian; no record needs alignment.
//!
//! Each field says its offset and unit, what it is relative to, and how sure that is, in the words of
//! [`crate::formats::records`]. All offsets of tables count from the start of the file.

use zerocopy::little_endian::{I16, U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::formats::records::TableRange;

/// What an object begins with.
pub(crate) const DVOJ: [u8; 4] = *b"DVOJ";

/// Bits of [`DvojHeader::flags`].
pub(crate) mod flags {
    /// The file makes no shader (`.nodvle`).
    pub(crate) const LIBRARY: u32 = 1;
    /// The file has an instruction or a declaration that makes a shader.
    pub(crate) const MAKES_SHADER: u32 = 2;
    /// No padding NOPs.
    pub(crate) const NO_PADDING: u32 = 4;
    /// A geometry shader that shares the vertex shaders' registers.
    pub(crate) const SHARED_GEOMETRY: u32 = 8;
    /// The file's uniforms are its own (`.private`).
    pub(crate) const PRIVATE: u32 = 16;
    /// All of them.
    pub(crate) const ALL: u32 = 31;
}

/// The head of an object: A8h bytes. What published descriptions know ends at 58h.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct DvojHeader {
    /// 00: "DVOJ" (documents).
    pub(crate) magic: [u8; 4],
    /// 04: a version (documents, as a guess); [`super::OBJECT_VERSION`] (chosen).
    pub(crate) version: U16,
    /// 06: 0 vertex, 1 geometry (documents).
    pub(crate) kind: u8,
    /// 07: 1 if outputs are merged with the vertex shader's (documents). Derived from the outputs.
    pub(crate) merge: u8,
    /// 08: input registers in use, register n at bit n (documents). Derived from the uniform table.
    pub(crate) inputs_used: U16,
    /// 0A: output registers in use, register n at bit n (documents; one gives 10 as its offset, by mistake). Derived
    /// from the output table.
    pub(crate) outputs_used: U16,
    /// 0C: FF each for vertex shaders (documents: usually), else the bytes 14h-17h of a DVLE (chosen).
    pub(crate) geometry: [u8; 4],
    /// 10: values of registers (documents).
    pub(crate) values: TableRange,
    /// 18: procedures and labels (documents).
    pub(crate) labels: TableRange,
    /// 20: instruction words (documents).
    pub(crate) code: TableRange,
    /// 28: operand descriptors (documents).
    pub(crate) descriptors: TableRange,
    /// 30: lines, one for each word (documents, as a guess).
    pub(crate) lines: TableRange,
    /// 38: relocations (documents).
    pub(crate) relocations: TableRange,
    /// 40: output registers (documents).
    pub(crate) outputs: TableRange,
    /// 48: inputs and uniforms (documents).
    pub(crate) uniforms: TableRange,
    /// 50: names, in bytes, file names too (documents). The padding behind them does not count (chosen).
    pub(crate) symbols: TableRange,
    /// 58: [`flags`] (chosen, as all that follows).
    pub(crate) flags: U32,
    /// 5C: the name of the entry, in bytes from the start of the symbol table; FFFFFFFF if the source names none.
    pub(crate) entry: U32,
    /// 60: where the source names the entry; 0 if it does not.
    pub(crate) entry_position: PositionRecord,
    /// 68: geometry shaders with registers of their own: the first float uniform to give out; else 0.
    pub(crate) first_uniform: u8,
    /// 69: 0.
    pub(crate) reserved: [u8; 3],
    /// 6C: as many [`LabelDetailRecord`]s as there are labels.
    pub(crate) label_details: TableRange,
    /// 74: [`ExternalRecord`]s.
    pub(crate) externals: TableRange,
    /// 7C: as many [`DeclarationRecord`]s as there are uniforms.
    pub(crate) uniform_details: TableRange,
    /// 84: [`NamedConstantRecord`]s.
    pub(crate) constants: TableRange,
    /// 8C: as many [`ValuePlaceRecord`]s as there are values.
    pub(crate) value_places: TableRange,
    /// 94: as many [`OutputDetailRecord`]s as there are outputs.
    pub(crate) output_details: TableRange,
    /// 9C: file names: words, each in bytes from the start of the symbol table, ascending.
    pub(crate) files: TableRange,
    /// A4: how many words the shader has from the entry on, which is a label; FFFFFFFF if the entry is a procedure, or
    /// the source names none.
    pub(crate) entry_length: U32,
}

/// A place in a source: 8 bytes (chosen).
#[derive(Clone, Copy, Default, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct PositionRecord {
    /// 00: the index in the list of file names.
    pub(crate) file: U32,
    /// 04: the line, from 1.
    pub(crate) line: U32,
}

/// What linking changes in an instruction: 12 bytes. The size and the first field are known from documents; the others
/// are chosen.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct RelocationRecord {
    /// 00: the instruction: words, from the start of the code (documents).
    pub(crate) word: U32,
    /// 04: what the register is: see [`ReferenceRecord::kind`].
    pub(crate) register_kind: u8,
    /// 05: what the instruction goes to: see [`target`].
    pub(crate) kind: u8,
    /// 06: the index of the descriptor, label or external; 0 where there is none.
    pub(crate) index: U16,
    /// 08: see [`ReferenceRecord::index`].
    pub(crate) register: U16,
    /// 0A: see [`ReferenceRecord::element`].
    pub(crate) element: I16,
}

/// Values of [`RelocationRecord::kind`] (chosen).
pub(crate) mod target {
    /// Neither a descriptor nor a place in the code.
    pub(crate) const PLAIN: u8 = 0;
    /// A descriptor.
    pub(crate) const DESCRIPTOR: u8 = 1;
    /// The word that the instruction holds.
    pub(crate) const WORD: u8 = 2;
    /// An entry of the label table.
    pub(crate) const LABEL: u8 = 3;
    /// An external.
    pub(crate) const EXTERNAL: u8 = 4;
}

/// A register that linking may move: 8 bytes (chosen).
#[derive(Clone, Copy, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct ReferenceRecord {
    /// 00: see [`mod@reference`].
    pub(crate) kind: u8,
    /// 01: 0.
    pub(crate) reserved: u8,
    /// 02: the index of the uniform or named constant; the register in the unified numbering; 0 where there is none.
    pub(crate) index: U16,
    /// 04: the element of the array, signed, 0 for the first register; 0 for a register by its number.
    pub(crate) element: I16,
    /// 06: 0.
    pub(crate) padding: U16,
}

/// Values of [`ReferenceRecord::kind`] (chosen).
pub(crate) mod reference {
    /// No register.
    pub(crate) const NONE: u8 = 0;
    /// A register by its number.
    pub(crate) const REGISTER: u8 = 1;
    /// An element of a uniform.
    pub(crate) const UNIFORM: u8 = 2;
    /// An element of a named constant.
    pub(crate) const CONSTANT: u8 = 3;
}

/// What the label table does not say of a label: 20 bytes (chosen).
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct LabelDetailRecord {
    /// 00: where it is defined.
    pub(crate) position: PositionRecord,
    /// 08: where a procedure's `.end` stands; 0 for labels.
    pub(crate) end: PositionRecord,
    /// 10: how many empty procedures at the head of the object end before it.
    pub(crate) head_rank: U16,
    /// 12: 1 for a procedure that only its own object can name; else 0.
    pub(crate) local: U16,
}

/// A procedure of another object: 4 bytes (chosen).
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct ExternalRecord {
    /// 00: the name: bytes, from the start of the symbol table.
    pub(crate) name: U32,
}

/// What the uniform table does not say of an input or a uniform: 12 bytes (chosen).
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct DeclarationRecord {
    /// 00: where it is declared.
    pub(crate) position: PositionRecord,
    /// 08: 1 if the source chose the register, else 0.
    pub(crate) pinned: u8,
    /// 09: see [`linkage`].
    pub(crate) linkage: u8,
    /// 0A: 0.
    pub(crate) reserved: [u8; 2],
}

/// Values of [`DeclarationRecord::linkage`] (chosen).
pub(crate) mod linkage {
    /// The file's own.
    pub(crate) const OWN: u8 = 0;
    /// That of a library in the object of a shader.
    pub(crate) const LIBRARY: u8 = 1;
    /// Another object's, of the same number of registers.
    pub(crate) const EXTERN: u8 = 2;
    /// Another object's, of at least as many registers.
    pub(crate) const EXTERN_AT_LEAST: u8 = 3;
}

/// A named constant: 20 bytes (chosen).
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct NamedConstantRecord {
    /// 00: its name and registers, as for a uniform.
    pub(crate) registers: crate::formats::records::UniformRecord,
    /// 08: where and how it is declared.
    pub(crate) declaration: DeclarationRecord,
}

/// What the constant table does not say of a value: 16 bytes (chosen).
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct ValuePlaceRecord {
    /// 00: what the value belongs to.
    pub(crate) place: ReferenceRecord,
    /// 08: where the source states it.
    pub(crate) position: PositionRecord,
}

/// What the output table does not say of an output: 12 bytes (chosen).
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct OutputDetailRecord {
    /// 00: the name: bytes, from the start of the symbol table; FFFFFFFF if it has none.
    pub(crate) name: U32,
    /// 04: where it is declared.
    pub(crate) position: PositionRecord,
}

const _: () = assert!(size_of::<DvojHeader>() == 0xA8);
const _: () = assert!(size_of::<RelocationRecord>() == 12);
const _: () = assert!(size_of::<NamedConstantRecord>() == 20);
const _: () = assert!(size_of::<ValuePlaceRecord>() == 16);
