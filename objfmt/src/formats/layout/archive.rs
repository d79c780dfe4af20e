//! The headers of archives, which are text: ASCII digits, then blanks.

use super::record;

/// The size of the name in a header, in bytes.
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
