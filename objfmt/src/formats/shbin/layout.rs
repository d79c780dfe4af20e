//! The headers of shader binaries on disk. All numbers are little endian; no record needs alignment.
//!
//! Each field says its offset and unit, what it is relative to, and how sure that is, in the words of
//! [`crate::formats::records`].

use zerocopy::little_endian::{U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::formats::records::TableRange;

/// What a file begins with.
pub(crate) const DVLB: [u8; 4] = *b"DVLB";
/// What a program begins with.
pub(crate) const DVLP: [u8; 4] = *b"DVLP";
/// What a shader begins with.
pub(crate) const DVLE: [u8; 4] = *b"DVLE";

/// The head of the file: 8 bytes. The offsets of the DVLEs follow at once, in bytes from the start of the file, then at
/// once the DVLP (documents; tools).
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct DvlbHeader {
    /// 00: "DVLB" (documents; tools).
    pub(crate) magic: [u8; 4],
    /// 04: the number of DVLEs (documents; tools).
    pub(crate) shaders: U32,
}

/// The head of the program: 28h bytes. Offsets count from its start.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct DvlpHeader {
    /// 00: "DVLP" (documents; tools).
    pub(crate) magic: [u8; 4],
    /// 04: a version (documents, as a guess); 0 (tools).
    pub(crate) version: U16,
    /// 06: unexplained; 0 (tools).
    pub(crate) reserved: U16,
    /// 08: instruction words (documents; tools).
    pub(crate) code: TableRange,
    /// 10: operand descriptors (documents; tools).
    pub(crate) descriptors: TableRange,
    /// 18: lines (one document, as a guess). Without lines the offset is where they would stand (tools).
    pub(crate) lines: TableRange,
    /// 20: names of source files, in bytes (documents); offset and size 0 without any (tools).
    pub(crate) files: TableRange,
}

/// The head of a shader: 40h bytes. Offsets count from its start.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct DvleHeader {
    /// 00: "DVLE" (documents; tools).
    pub(crate) magic: [u8; 4],
    /// 04: a version (documents, as a guess); 1002h (tools).
    pub(crate) version: U16,
    /// 06: 0 vertex, 1 geometry (documents; tools).
    pub(crate) kind: u8,
    /// 07: 1 if outputs are merged with the vertex shader's (documents; tools).
    pub(crate) merge: u8,
    /// 08: the word to start at, from the start of the code (documents; tools).
    pub(crate) entry: U32,
    /// 0C: the word behind the entry procedure, from the start of the code (documents; tools). Loaders do not read it.
    pub(crate) end: U32,
    /// 10: input registers in use, register n at bit n (documents; tools).
    pub(crate) inputs_used: U16,
    /// 12: output registers in use, register n at bit n (documents; tools).
    pub(crate) outputs_used: U16,
    /// 14: 0 point, 1 variable, 2 fixed (documents; tools).
    pub(crate) geometry_mode: u8,
    /// 15: fixed mode: the array's first float uniform (documents; tools).
    pub(crate) fixed_start: u8,
    /// 16: variable mode: the number of fully defined vertices (documents; tools).
    pub(crate) variable_vertices: u8,
    /// 17: fixed mode: the number of vertices (documents; tools).
    pub(crate) fixed_vertices: u8,
    /// 18: values of registers (documents; tools).
    pub(crate) constants: TableRange,
    /// 20: procedures and labels (documents; tools).
    pub(crate) labels: TableRange,
    /// 28: output registers (documents; tools).
    pub(crate) outputs: TableRange,
    /// 30: inputs and uniforms (documents; tools).
    pub(crate) uniforms: TableRange,
    /// 38: names, in bytes (documents; tools: the padding behind them does not count).
    pub(crate) symbols: TableRange,
}

const _: () = assert!(size_of::<DvlbHeader>() == 8);
const _: () = assert!(size_of::<DvlpHeader>() == 0x28);
const _: () = assert!(size_of::<DvleHeader>() == 0x40);
