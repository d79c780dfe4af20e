//! What an archive looks like on disk: the format that `ar` tools share.
//!
//! Numbers in headers are ASCII digits, blanks behind them; those of a symbol index are binary. Facts are from the
//! manuals of such tools and the files that they write ("tools"), or this project's choice ("chosen").

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// What an archive begins with (tools).
pub(super) const MAGIC: [u8; 8] = *b"!<arch>\n";

/// What an archive begins with that only names its members (tools).
pub(super) const THIN_MAGIC: [u8; 8] = *b"!<thin>\n";

/// What a header ends in (tools).
pub(super) const HEADER_END: [u8; 2] = *b"`\n";

/// What stands behind a member of odd size (tools).
pub(super) const PADDING: u8 = b'\n';

/// The name of the symbol index, with 32-bit numbers (tools).
pub(super) const INDEX: &[u8] = b"/";

/// The name of the symbol index with 64-bit numbers (tools).
pub(super) const INDEX_64: &[u8] = b"/SYM64/";

/// The name of the table of long names (tools).
pub(super) const LONG_NAMES: &[u8] = b"//";

/// What a name begins with that stands at the head of its member's bytes; its length follows (tools).
pub(super) const NAME_INSIDE: &[u8] = b"#1/";

/// The names of symbol indices that BSD tools write (tools).
pub(super) const BSD_INDICES: [&[u8]; 2] = [b"__.SYMDEF", b"__.SYMDEF SORTED"];

/// The names of such indices with 64-bit numbers, which are not read (tools).
pub(super) const BSD_INDICES_64: [&[u8]; 2] = [b"__.SYMDEF_64", b"__.SYMDEF_64 SORTED"];

/// The permissions that are written: those of an ordinary file, octal (chosen; `ar` copies those of the file).
pub(super) const MODE: &str = "100644";

/// How many bytes a header has for a name.
pub(super) const NAME_SIZE: usize = 16;

/// The head of a member: 3Ch bytes, at an even offset (tools).
#[derive(Clone, Copy, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct HeaderRecord {
    /// 00: the name, ended by `/` (System V) or by blanks alone (BSD); or where the name is: `/` and an offset in the
    /// table of long names, `#1/` and the number of bytes at the head of the member.
    pub(super) name: [u8; NAME_SIZE],
    /// 10: when the file was changed, in seconds since 1970; written as 0 (chosen).
    pub(super) modified: [u8; 12],
    /// 1C: whose it was; written as 0 (chosen).
    pub(super) owner: [u8; 6],
    /// 22: of which group; written as 0 (chosen).
    pub(super) group: [u8; 6],
    /// 28: its permissions, octal; written as [`MODE`].
    pub(super) mode: [u8; 8],
    /// 30: how many bytes the member has, a name at its head included.
    pub(super) size: [u8; 10],
    /// 3A: [`HEADER_END`].
    pub(super) end: [u8; 2],
}

const _: () = assert!(size_of::<HeaderRecord>() == 0x3C);
