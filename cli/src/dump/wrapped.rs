//! Files that wrap shader binaries.

use pica200::wrapped::WrappedFiles;

use super::page::shown;

/// Header of the list, with the same columns as the lines.
const HEADER: &str = "Number  Offset      Line        Size\n";

/// Lists the shader binaries in a file, one per line: index, offset in hexadecimal, line in a text, size in bytes.
/// `name` is the name of the file.
pub(crate) fn list(name: &str, bytes: &[u8], files: &WrappedFiles) -> String {
    let (name, size) = (shown(name.as_bytes()), bytes.len());
    let noun = files.wrapping.noun();
    let count = files.files.len();
    let lines = files.files.iter().enumerate().map(|(number, found)| match found {
        Ok(found) => {
            let line = found.line.map(|line| line.to_string()).unwrap_or_default();
            let size = found.file.bytes.len();
            format!("{number:6}  {:#010x}  {line:4}  {size:10}\n", found.offset)
        }
        Err(_) => format!("{number:6}  cannot be read\n"),
    });
    let lines: String = lines.collect();
    let head = if lines.is_empty() { "" } else { HEADER };
    format!("{name}: {noun}, {count} found in {size} bytes\n{head}{lines}")
}
