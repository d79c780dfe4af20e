//! Files embedded in other files.

use std::borrow::Cow;

use pica200_objfmt::formats::inspect::Embedded;

use super::page::shown;

/// Header of the list, with the same columns as the lines.
const HEADER: &str = "Offset            Size  Kind             Name\n";

/// An embedded file.
#[derive(Clone, Debug)]
pub(crate) struct EmbeddedFile<'f> {
    /// Offset, size and kind. The size is in bytes of the containing file, also for base64.
    pub(crate) place: Embedded,
    /// The line in which it begins, from 1, if it is base64.
    pub(crate) line: Option<usize>,
    /// Its decoded bytes.
    pub(crate) bytes: Cow<'f, [u8]>,
}

impl EmbeddedFile<'_> {
    /// Returns the name of the file to extract to: the offset, as in `00001a40.shbin`.
    pub(crate) fn file_name(&self) -> String {
        let Embedded { offset, kind, .. } = self.place;
        let suffix = kind.suffixes().first().copied().unwrap_or_default();
        format!("{offset:08x}.{suffix}")
    }
}

/// Lists the embedded files, one per line: offset in hexadecimal, size in bytes, kind, name of the extracted file, and
/// line of base64 text. `name` is the name of the searched file.
pub(crate) fn list(name: &str, size: usize, found: &[EmbeddedFile<'_>]) -> String {
    let name = shown(name.as_bytes());
    if found.is_empty() {
        return format!("{name}: no known files in {size} bytes\n");
    }
    let line = |find: &EmbeddedFile<'_>| {
        let Embedded { offset, size, kind } = find.place;
        let (kind, name) = (kind.noun(), find.file_name());
        let base64 = match find.line {
            Some(line) => format!(" (base64 in line {line})"),
            None => String::new(),
        };
        format!("{offset:#010x}  {size:10}  {kind:15}  {name}{base64}\n")
    };
    let lines: String = found.iter().map(line).collect();
    format!("{name}: {} found in {size} bytes\n{HEADER}{lines}", found.len())
}

#[cfg(test)]
mod tests {
    use pica200_objfmt::formats::FileKind;

    use super::*;

    /// Returns an embedded file without bytes.
    fn find(offset: usize, size: usize, kind: FileKind, line: Option<usize>) -> EmbeddedFile<'static> {
        EmbeddedFile {
            place: Embedded { offset, size, kind },
            line,
            bytes: Cow::default(),
        }
    }

    #[test]
    fn finds_are_in_columns() {
        let found = [
            find(0x1A40, 1148, FileKind::Shbin, Some(12)),
            find(0x1234_5678, 4_000_000_000, FileKind::Object, None),
        ];
        let wanted = "\
game.bin: 2 found in 5 bytes
Offset            Size  Kind             Name
0x00001a40        1148  shader binary    00001a40.shbin (base64 in line 12)
0x12345678  4000000000  object           12345678.dvoj
";
        assert_eq!(list("game.bin", 5, &found), wanted);
    }

    #[test]
    fn an_empty_list_says_so() {
        let wanted = "game.bin: no known files in 5 bytes\n";
        assert_eq!(list("game.bin", 5, &[]), wanted);
    }
}
