//! On-disk layout of archives, in the common `ar` format.
//!
//! Numbers in headers are ASCII digits, padded with spaces; numbers of a symbol index are binary. Facts are from the
//! manuals of `ar` tools and the files that they write ("tools"), or this project's choice ("chosen").

use crate::formats::layout::{Record, record};

/// The records of archives.
pub const RECORDS: &[&Record] = &[&HeaderRecord::RECORD];

/// The magic of an archive (tools).
pub(in crate::formats) const MAGIC: [u8; 8] = *b"!<arch>\n";

/// The magic of a thin archive (tools).
pub(in crate::formats) const THIN_MAGIC: [u8; 8] = *b"!<thin>\n";

/// The last bytes of a header (tools).
pub(super) const HEADER_END: [u8; 2] = *b"`\n";

/// The padding byte after a member of odd size (tools).
pub(super) const PADDING: u8 = b'\n';

/// The name of the symbol index with 32-bit numbers (tools).
pub(super) const INDEX: &[u8] = b"/";

/// The name of the symbol index with 64-bit numbers (tools).
pub(super) const INDEX_64: &[u8] = b"/SYM64/";

/// The name of the long name table (tools).
pub(super) const LONG_NAMES: &[u8] = b"//";

/// The prefix of the length of a name that is stored at the start of the member's data (tools).
pub(super) const NAME_INSIDE: &[u8] = b"#1/";

/// The names of symbol indices in the BSD format (tools).
pub(super) const BSD_INDICES: [&[u8]; 2] = [b"__.SYMDEF", b"__.SYMDEF SORTED"];

/// The names of BSD symbol indices with 64-bit numbers, which are not read (tools).
pub(super) const BSD_INDICES_64: [&[u8]; 2] = [b"__.SYMDEF_64", b"__.SYMDEF_64 SORTED"];

/// The file mode in written archives, in octal: an ordinary file (chosen; `ar` copies the mode of the file).
pub(super) const MODE: &str = "100644";

/// The size of the name field in a header, in bytes.
pub(crate) const NAME_SIZE: usize = 16;

record! {
    /// The header of a member, at an even offset.
    "archive header" HeaderRecord: 0x3C {
        0x00 name: [u8; NAME_SIZE] = "name", "the name; see below", "tools";
        0x10 modified: [u8; 12] = "modified", "the time of the last change of the file, in seconds since 1970; written as 0, not read", "tools; 0: chosen";
        0x1C owner: [u8; 6] = "owner", "the owner; written as 0, not read", "tools; 0: chosen";
        0x22 group: [u8; 6] = "group", "the group; written as 0, not read", "tools; 0: chosen";
        0x28 mode: [u8; 8] = "mode", "permissions, octal; written as 100644, not read", "tools; 100644: chosen";
        0x30 size: [u8; 10] = "size", "the size of the member in bytes, decimal, including a name at its head", "tools";
        0x3A end: [u8; 2] = "end", "`60 0A`: a backquote and a line ending", "tools";
    }
}
