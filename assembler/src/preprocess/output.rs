//! The preprocessed text, and the files and lines that its lines map to.

use std::borrow::Cow;

use pica200_objfmt::formats::object::Position;

use super::frame::Frame;
use super::line::Line;
use crate::text::{Lines, Origins, RecordedPosition, Region, Span};

/// The text so far. It is borrowed as long as it is a prefix of the source.
pub(super) struct Output<'s> {
    source: &'s str,
    /// Length of the prefix of the source, while it is borrowed.
    shared: usize,
    copied: Option<String>,
    pub(super) lines: Lines,
    /// Source locations of the text, if recorded.
    pub(super) origins: Option<Origins>,
    /// The consumed pieces, in order.
    pub(super) consumed: Vec<Span>,
    /// Text hidden from the assembler.
    pub(super) unread: String,
    /// The region of the last lines.
    region: Region,
}

impl<'s> Output<'s> {
    pub(super) fn new(name: &str, source: &'s str) -> Self {
        Self {
            source,
            shared: 0,
            copied: None,
            lines: Lines::new(name),
            origins: None,
            consumed: Vec::new(),
            unread: String::new(),
            region: Region {
                first: 0,
                position: Position { file: 0, line: 1 },
                recorded: None,
                expansion: None,
            },
        }
    }

    /// Returns the text so far.
    pub(super) fn text(&self) -> &str {
        match &self.copied {
            Some(text) => text,
            None => self.source.get(..self.shared).unwrap_or_default(),
        }
    }

    /// Returns the text, borrowed if it is a prefix of the source.
    pub(super) fn into_text(self) -> (Cow<'s, str>, Lines) {
        let shared = self.source.get(..self.shared).unwrap_or_default();
        let text = self.copied.map_or(Cow::Borrowed(shared), Cow::Owned);
        (text, self.lines)
    }

    /// Returns the length of the text so far, in bytes.
    pub(super) fn end(&self) -> u32 {
        Span::from_range(0..self.text().len()).end
    }

    /// Begins a run of lines of a frame. `position` and `recorded` apply to the first line.
    pub(super) fn begin_lines(
        &mut self,
        position: Position,
        recorded: Option<RecordedPosition>,
        frame: Option<&Frame<'_>>,
    ) {
        // The last line of a file may lack a line ending.
        if self.end() != self.lines.last_start() {
            self.copy().push('\n');
            self.lines.end_line(self.end());
        }
        let next = Region {
            first: self.lines.count() - 1,
            position,
            recorded,
            expansion: frame.and_then(|frame| frame.expansion),
        };
        if !self.region.is_continued_by(&next) {
            self.lines.begin_region(next);
            self.region = next;
        }
    }

    /// Appends lines.
    pub(super) fn append(&mut self, lines: &Line<'_>) {
        for argument in lines.arguments(self.end()) {
            self.lines.add_argument(argument);
        }
        let end = self.end();
        if let Some(origins) = &mut self.origins {
            lines.add_origins(origins, end);
        }
        match &mut self.copied {
            None if lines.in_source() == Some(self.shared) => self.shared += lines.text().len(),
            _ => self.copy().push_str(lines.text()),
        }
    }

    fn copy(&mut self) -> &mut String {
        let shared = self.source.get(..self.shared).unwrap_or_default();
        self.copied.get_or_insert_with(|| shared.to_owned())
    }

    /// Appends a line that the preprocessor consumes from byte `from` on. Returns the offset of the line.
    pub(super) fn consume(&mut self, line: &Line<'_>, frame: Option<&Frame<'_>>, from: usize) -> u32 {
        self.begin_lines(line.position, line.recorded, frame);
        let begin = self.end();
        self.append(line);
        let len = line.text().trim_end_matches(['\r', '\n']).len();
        if len < line.text().len() {
            self.lines.end_line(self.end());
        }
        let piece = Span::from_range(from..len);
        self.consumed.push(Span::new(begin + piece.start, begin + piece.end));
        begin
    }

    /// Records lines hidden from the assembler.
    pub(super) fn hide(&mut self, lines: &str) {
        self.unread.push_str(lines);
        self.unread.push('\n');
    }
}
