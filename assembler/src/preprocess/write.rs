//! Writes the preprocessed text as a source.

use pica200_objfmt::formats::object::Position;

use super::{Define, ParsedSource};
use crate::text::{Lines, Span};

/// Returns the text without the consumed pieces, with a line marker wherever lines are not consecutive. Lines of macros
/// have the position of the call; lines with a different position in line tables follow a `.loc`.
pub(crate) fn write(read: &ParsedSource<'_>, defines: &[Define]) -> String {
    let mut out = Writer::default();
    let name = read.lines.recorded_name(0).unwrap_or_default();
    // The first file is always the source itself.
    out.text += &format!("# 1 \"{name}\"\n");
    if !defines.is_empty() {
        for define in defines {
            out.text += &format!(".equ {}, {}\n", define.name(), define.value());
        }
    }
    let mut consumed = read.consumed.iter().peekable();
    for index in 0..read.lines.count() {
        let start = read.lines.start(index).unwrap_or_default();
        let end = Span::from_range(0..read.text.len()).end;
        let end = read.lines.start(index + 1).unwrap_or(end);
        let cut = consumed.next_if(|piece| piece.start < end);
        let line = Span::new(start, cut.map_or(end, |cut| cut.start)).text(&read.text);
        let line = line.trim_end_matches(['\r', '\n']);
        if line.trim().is_empty() {
            continue;
        }
        let recorded = read.lines.recorded(index);
        out.move_to(read.lines.call_position(index), recorded, &read.lines);
        out.text += line;
        out.end_line();
    }
    out.text
}

/// The source under construction.
#[derive(Default)]
struct Writer {
    text: String,
    /// File and line of the next line.
    next: Option<Position>,
    /// Its position in line tables, after a `.loc`.
    recorded: Option<Position>,
}

impl Writer {
    /// Sets the position of the next line, and its position in line tables.
    fn move_to(&mut self, position: Position, recorded: Position, lines: &Lines) {
        // A few empty lines are more readable than a marker.
        const MAX_EMPTY: u32 = 4;
        let name = |file: u32| lines.recorded_name(file).unwrap_or_default();
        let recorded = (recorded != position).then_some(recorded);
        let gap = self
            .next
            .filter(|next| next.file == position.file)
            .and_then(|next| position.line.checked_sub(next.line))
            .filter(|gap| *gap <= MAX_EMPTY);
        let goes_on = |gap: &u32| self.recorded.map(|from| after(from, *gap)) == recorded;
        if let Some(gap) = gap.filter(goes_on) {
            (0..gap).for_each(|_| self.end_line());
            return;
        }
        // The `.loc` takes the preceding line.
        match (gap.and_then(|gap| gap.checked_sub(1)), recorded) {
            (Some(gap), Some(_)) => (0..gap).for_each(|_| self.end_line()),
            _ => {
                let line = position.line.saturating_sub(recorded.is_some().into());
                self.text += &format!("# {line} \"{}\"\n", name(position.file));
            }
        }
        if let Some(Position { file, line }) = recorded {
            self.text += &format!(".loc \"{}\", {line}\n", name(file));
        }
        self.next = Some(position);
        self.recorded = recorded;
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.next = self.next.map(|next| after(next, 1));
        self.recorded = self.recorded.map(|recorded| after(recorded, 1));
    }
}

/// Returns the position `lines` lines after another one.
fn after(position: Position, lines: u32) -> Position {
    Position {
        line: position.line.saturating_add(lines),
        ..position
    }
}
