//! Source lines of words: the line table, and the output of `--addr2line`.

use pica200::text::location::{location, location_with};
use pica200::text::page::{Column, Page, Style, column, shown, word_offset};
use pica200_objfmt::formats::error::Table;
use pica200_report::contents::Contents;

use super::tables::section;

const LINES: [Column; 2] = [column("Words", 13, Style::Faint), column("Line", 0, Style::Plain)];

/// Writes the line table, a row for each range of words with the same line.
pub(crate) fn lines(page: &mut Page, contents: &Contents<'_>) {
    let lines = &contents.program.lines;
    let table = (contents.program_structure(), Table::Lines);
    if !section(page, contents, table, lines.len(), &LINES) {
        return;
    }
    let mut first = 0;
    for run in lines.chunk_by(|a, b| a == b) {
        let last = first + run.len() - 1;
        let words = if first == last {
            word_offset(first)
        } else {
            format!("{}-{}", word_offset(first), word_offset(last))
        };
        if let Some(line) = run.first() {
            page.row(&LINES, &[words, location(&contents.program, *line)]);
        }
        first = last + 1;
    }
}

/// Writes the names of source files.
pub(crate) fn files(page: &mut Page, contents: &Contents<'_>) {
    let files = &contents.program.files;
    let table = (contents.program_structure(), Table::FileNames);
    section(page, contents, table, files.len(), &[]);
    let columns = [column("", 5, Style::Faint), column("", 0, Style::Name)];
    for (number, name) in files.iter().enumerate() {
        page.row(&columns, &[format!("{number:5}"), shown(name)]);
    }
}

/// Returns `file:line` of each word, one per line. `None` if the file has no line table.
pub(crate) fn addr2line(contents: &Contents<'_>, words: &[u32]) -> Option<String> {
    let program = &contents.program;
    if program.lines.is_empty() {
        return None;
    }
    let location = |word: &u32| {
        let line = usize::try_from(*word).ok().and_then(|word| program.lines.get(word));
        line.map_or_else(
            || "??:0\n".to_owned(),
            |line| location_with(program, *line, shown) + "\n",
        )
    };
    Some(words.iter().map(location).collect())
}
