//! Source locations of words, as text.

use pica200_objfmt::formats::shbin::{Line, Program};

use super::page::truncated_name;

/// Formats an entry of the line table as `file:line`; very long names are truncated.
pub fn location(program: &Program, line: Line) -> String {
    location_with(program, line, truncated_name)
}

/// Like [`location`]; `shown` formats the file name.
pub fn location_with(program: &Program, line: Line, shown: fn(&[u8]) -> String) -> String {
    let file = usize::try_from(line.file).ok().and_then(|file| program.files.get(file));
    let file = file.map_or_else(|| "??".to_owned(), |name| shown(name));
    format!("{file}:{}", line.line)
}
