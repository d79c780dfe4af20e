//! The preprocessed text as a source.

use pica200_objfmt::formats::object::Position;

use super::{Define, Read};
use crate::text::Span;

/// The text without the pieces that were carried out, and with a line marker wherever lines are not consecutive.
pub(crate) fn write(read: &Read<'_>, defines: &[Define]) -> String {
    let mut out = Writer::default();
    let name = read.lines.recorded_name(0).unwrap_or_default();
    // The first file is always the source itself.
    out.text += &format!("# 1 \"{name}\"\n");
    if !defines.is_empty() {
        for define in defines {
            out.text += &format!(".equ {}, {}\n", define.name(), define.value());
        }
    }
    let mut carried_out = read.carried_out.iter().peekable();
    for index in 0..read.lines.count() {
        let start = read.lines.start(index).unwrap_or_default();
        let end = Span::from_range(0..read.text.len()).end;
        let end = read.lines.start(index + 1).unwrap_or(end);
        let cut = carried_out.next_if(|piece| piece.start < end);
        let line = Span::new(start, cut.map_or(end, |cut| cut.start)).text(&read.text);
        let line = line.trim_end_matches(['\r', '\n']);
        if line.trim().is_empty() {
            continue;
        }
        let position = read.lines.recorded(index);
        let file = read.lines.recorded_name(position.file);
        out.line(line, position, file.unwrap_or_default());
    }
    out.text
}

/// The source under construction.
#[derive(Default)]
struct Writer {
    text: String,
    /// The file and line of the next line.
    next: Option<Position>,
}

impl Writer {
    /// Appends a line that stands for a line of a file.
    fn line(&mut self, line: &str, position: Position, file: &str) {
        // A few empty lines are easier to read than a marker.
        const MOST_EMPTY: u32 = 4;
        let gap = self
            .next
            .filter(|next| next.file == position.file)
            .and_then(|next| position.line.checked_sub(next.line));
        match gap {
            Some(gap) if gap <= MOST_EMPTY => (0..gap).for_each(|_| self.text.push('\n')),
            _ => self.text += &format!("# {} \"{file}\"\n", position.line),
        }
        self.text += line;
        self.text.push('\n');
        self.next = Some(Position {
            line: position.line.saturating_add(1),
            ..position
        });
    }
}
