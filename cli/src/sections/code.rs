//! Code, word by word.

use pica200::text::location::location;
use pica200::text::page::{Column, Page, Style, column, shown, word_offset};
use pica200::text::words::DecodedWord;
use pica200_objfmt::formats::error::Table;
use pica200_objfmt::formats::shbin::Line;
use pica200_report::contents::Contents;
use pica200_report::listing::Listing;

use super::tables::section;

/// Width of an instruction on a line without remarks.
const INSTRUCTION_WIDTH: usize = 61;

const CODE: [Column; 4] = [
    column("Word", 5, Style::Faint),
    column("Code", 8, Style::Faint),
    column("Instruction", 36, Style::Plain),
    column("", 0, Style::Faint),
];

/// Writes the code: each word with its offset, its hexadecimal value, its instruction with the names of registers, and
/// remarks on outputs and labels.
pub(crate) fn code(page: &mut Page, contents: &Contents<'_>) {
    let code = &contents.program.code;
    let place = (contents.program_structure(), Table::Code);
    section(page, contents, place, code.len(), &[]);
    let mut line = None;
    for word in Listing::new(contents).words() {
        for shader in word.starts {
            let structure = contents.structure(*shader);
            page.line(Style::Faint, &format!("; {structure} starts here"));
        }
        for label in word.labels {
            page.line(Style::Name, &format!("{}:", shown(&label.name)));
        }
        announce_line(page, contents, word.line, &mut line);
        let remarks = match word.remarks.as_slice() {
            [] => String::new(),
            remarks => format!("; {}", remarks.join(", ")),
        };
        instruction(
            page,
            [word_offset(word.word), format!("{:08x}", word.bits)],
            &word.decoded,
            remarks,
        );
    }
}

/// Writes an instruction, on several lines if its names are long, with the remarks after the last.
fn instruction(page: &mut Page, [offset, digits]: [String; 2], word: &DecodedWord, remarks: String) {
    let lines = word.lines(INSTRUCTION_WIDTH);
    let empty = || [String::new(), String::new()];
    let heads = std::iter::once([offset, digits]).chain(std::iter::repeat_with(empty));
    let last = lines.len().saturating_sub(1);
    for (n, ([offset, digits], line)) in heads.zip(lines).enumerate() {
        let remarks = if n == last { remarks.as_str() } else { "" };
        page.row(&CODE, &[&*offset, &*digits, &*line, remarks]);
    }
}

/// Writes the source line, if it differs from the line of the previous word.
fn announce_line(page: &mut Page, contents: &Contents<'_>, line: Option<Line>, last: &mut Option<Line>) {
    if let Some(line) = line
        && last.replace(line) != Some(line)
    {
        let place = location(&contents.program, line);
        page.line(Style::Faint, &format!("; {place}"));
    }
}
