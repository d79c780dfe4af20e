//! Files inside other files.

use pica200_objfmt::formats::inspect::Embedded;

use super::page::shown;

/// The head of the list, with the same columns as the lines.
const HEAD: &str = "Offset            Size  Kind            Name\n";

/// A line for each find: offset in hexadecimal, size in bytes, kind, and the name of the file that it is extracted to.
/// `name` is the name of the searched file.
pub(crate) fn list(name: &str, bytes: &[u8], found: &[Embedded]) -> String {
    let (name, size) = (shown(name.as_bytes()), bytes.len());
    if found.is_empty() {
        return format!("{name}: no known files in {size} bytes\n");
    }
    let line = |find: &Embedded| {
        let Embedded { offset, size, kind } = *find;
        let (kind, name) = (kind.noun(), extracted_name(find));
        format!("{offset:#010x}  {size:10}  {kind:14}  {name}\n")
    };
    let lines: String = found.iter().map(line).collect();
    format!(
        "{name}: {} found in {size} bytes\n{HEAD}{lines}",
        found.len()
    )
}

/// The name of the file that a find is extracted to: its offset, `00001a40.shbin`.
pub(crate) fn extracted_name(found: &Embedded) -> String {
    let suffix = found.kind.suffixes().first().copied().unwrap_or_default();
    format!("{:08x}.{suffix}", found.offset)
}

#[cfg(test)]
mod tests {
    use pica200_objfmt::formats::FileKind;

    use super::*;

    #[test]
    fn finds_are_in_columns() {
        let found = [
            Embedded {
                offset: 0x1A40,
                size: 1148,
                kind: FileKind::Shbin,
            },
            Embedded {
                offset: 0x1234_5678,
                size: 4_000_000_000,
                kind: FileKind::Object,
            },
        ];
        let wanted = "\
game.bin: 2 found in 5 bytes
Offset            Size  Kind            Name
0x00001a40        1148  shader binary   00001a40.shbin
0x12345678  4000000000  object          12345678.dvoj
";
        assert_eq!(list("game.bin", &[0; 5], &found), wanted);
    }

    #[test]
    fn an_empty_list_says_so() {
        let wanted = "game.bin: no known files in 5 bytes\n";
        assert_eq!(list("game.bin", &[0; 5], &[]), wanted);
    }
}
