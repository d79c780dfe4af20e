//! Fast path for common diagnostics: all marks are in one file, each on a separate line, and these lines are printable
//! ASCII.
//!
//! The output is byte-identical to the general renderer's, which writes each character and each style individually and
//! takes about six times as long. That one renders all other diagnostics.

mod snippet;
mod styles;

use std::iter::repeat_n;

use super::shown::Shown;
use super::view::View;
use snippet::{Line, Marked, Row, Snippet};
use styles::Level;
pub(super) use styles::{Styles, TAB_WIDTH};

/// Appends the text of a diagnostic and returns true, or appends nothing and returns false if the fast path does not
/// support it.
pub(super) fn render(shown: &Shown<'_>, view: &View<'_, '_>, styles: &Styles, out: &mut Vec<u8>) -> bool {
    if shown.notes.iter().any(|note| note.contains('\n')) {
        return false;
    }
    let Some(snippet) = Snippet::new(&shown.marks, view) else {
        return false;
    };
    let mut text = Text {
        styles,
        level: styles.level(shown.severity),
        padding: snippet.padding,
        out,
    };
    text.header(shown);
    text.start(&snippet);
    for row in &snippet.rows {
        match row {
            Row::Line(line) => text.line(line),
            Row::Gap => text.border(&styles.gap, b"\n"),
        }
    }
    if !shown.notes.is_empty() {
        text.border(&styles.border, b"\n");
    }
    shown.notes.iter().for_each(|note| text.note(note));
    text.add(b"\n");
    true
}

/// Text of a diagnostic under construction.
struct Text<'t> {
    styles: &'t Styles,
    level: &'t Level,
    /// Width of line numbers.
    padding: usize,
    out: &'t mut Vec<u8>,
}

impl Text<'_> {
    fn add(&mut self, text: impl AsRef<[u8]>) {
        self.out.extend_from_slice(text.as_ref());
    }

    fn repeat(&mut self, character: u8, count: usize) {
        self.out.extend(repeat_n(character, count));
    }

    /// Appends styled text.
    fn styled(&mut self, style: &[u8], text: impl AsRef<[u8]>) {
        self.add(style);
        self.add(text);
        self.add(&self.styles.reset);
    }

    /// Appends a right-aligned decimal number.
    fn number(&mut self, number: usize, width: usize) {
        let mut digits = [0; usize::MAX.ilog10() as usize + 1];
        let mut rest = number;
        let mut start = digits.len();
        for place in digits.iter_mut().rev() {
            *place = b"0123456789"[rest % 10];
            rest /= 10;
            start -= 1;
            if rest == 0 {
                break;
            }
        }
        self.repeat(b' ', width.saturating_sub(digits.len() - start));
        self.add(&digits[start..]);
    }

    /// Appends `warning[name]: message`.
    fn header(&mut self, shown: &Shown<'_>) {
        self.add(&self.level.header);
        self.add(shown.code);
        self.add(b"]");
        self.add(&self.styles.message);
        self.add(b": ");
        self.add(shown.message.as_bytes());
        self.add(&self.styles.reset);
        self.add(b"\n");
    }

    /// Appends the location and an empty line.
    fn start(&mut self, snippet: &Snippet<'_>) {
        self.border(&self.styles.start, b" ");
        self.add(snippet.file.as_bytes());
        for number in [snippet.line, snippet.column] {
            self.add(b":");
            self.number(number, 0);
        }
        self.add(b"\n");
        self.border(&self.styles.border, b"\n");
    }

    /// Appends a border instead of a line number, followed by `then`.
    fn border(&mut self, border: &[u8], then: &[u8]) {
        self.repeat(b' ', self.padding + 1);
        self.add(border);
        self.add(then);
    }

    /// Appends a line and the marks under it.
    fn line(&mut self, line: &Line<'_>) {
        self.add(&self.styles.line_number);
        self.number(line.number, self.padding);
        self.add(&self.styles.reset);
        self.add(b" ");
        self.add(&self.styles.border);
        self.add(b" ");
        match &line.marked {
            None => _ = self.code(line.text, 0),
            Some(marked) => self.marked_line(line, marked),
        }
        self.add(b"\n");
    }

    fn marked_line(&mut self, line: &Line<'_>, marked: &Marked<'_>) {
        let [before, inside, behind] = marked.parts(line.text);
        let is_coloured = marked.is_primary && !inside.is_empty();
        let start = self.code(before, 0);
        if is_coloured {
            self.add(&self.level.marks[0]);
        }
        let end = self.code(inside, start);
        if is_coloured {
            self.add(&self.styles.reset);
        }
        self.code(behind, end);
        self.add(b"\n");
        self.border(&self.styles.border, b" ");
        self.repeat(b' ', start);
        let which = usize::from(!marked.is_primary);
        self.add(&self.level.marks[which]);
        // A mark after the end of the line is one character wide.
        self.repeat(self.styles.carets[which], (end - start).max(1));
        self.add(&self.styles.reset);
        if !marked.message.is_empty() {
            self.add(b" ");
            self.styled(&self.level.marks[which], marked.message);
        }
    }

    /// Appends a part of a line that starts at a column, with tabs expanded. Returns the column after it.
    fn code(&mut self, part: &str, mut column: usize) -> usize {
        let pieces = part.as_bytes().split(|byte| *byte == b'\t');
        for (n, piece) in pieces.enumerate() {
            if n > 0 {
                let blanks = TAB_WIDTH - column % TAB_WIDTH;
                self.repeat(b' ', blanks);
                column += blanks;
            }
            self.add(piece);
            column += piece.len();
        }
        column
    }

    fn note(&mut self, note: &str) {
        for (n, line) in note.lines().enumerate() {
            let bullet = if n == 0 { &self.styles.bullet } else { b" ".as_slice() };
            self.border(bullet, b" ");
            self.add(line);
            self.add(b"\n");
        }
    }
}
