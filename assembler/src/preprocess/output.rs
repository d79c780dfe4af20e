//! The text that the preprocessor makes, and what its lines count as.

use pica200_objfmt::formats::object::Position;

use super::frame::{Frame, Line};
use crate::text::{Lines, Region, Span};

/// The text so far.
pub(super) struct Output {
    pub(super) text: String,
    pub(super) lines: Lines,
    pub(super) skipped: Vec<Span>,
    /// What is not in the text, or skipped there.
    pub(super) unread: String,
    /// How many lines there are.
    count: usize,
    /// What the lines count as at present.
    region: Region,
}

impl Output {
    pub(super) fn new(name: &str) -> Self {
        Self {
            text: String::new(),
            lines: Lines::new(name),
            skipped: Vec::new(),
            unread: String::new(),
            count: 0,
            region: Region {
                first: 0,
                position: Position { file: 0, line: 1 },
                recorded: None,
                expansion: None,
            },
        }
    }

    /// Appends a line of a frame. Answers where it begins.
    pub(super) fn line(&mut self, line: &Line, frame: Option<&Frame>) -> u32 {
        let next = Region {
            first: self.count,
            position: line.position,
            recorded: frame.and_then(|frame| frame.recorded),
            expansion: frame.and_then(|frame| frame.expansion),
        };
        if !self.region.goes_on_with(&next) {
            self.lines.begin_region(next);
            self.region = next;
        }
        let start = Span::from_range(0..self.text.len()).end;
        self.text.push_str(line.text());
        if !line.text().ends_with(['\r', '\n']) {
            self.text.push('\n');
        }
        self.count += 1;
        start
    }

    /// Appends a line of which nothing counts from a byte on. Answers where the line begins in the text.
    pub(super) fn line_without(&mut self, line: &Line, frame: Option<&Frame>, from: usize) -> u32 {
        let begin = self.line(line, frame);
        let len = line.text().trim_end_matches(['\r', '\n']).len();
        let start = begin + Span::from_range(0..from).end;
        let end = begin + Span::from_range(0..len).end;
        self.skipped.push(Span::new(start, end));
        self.unread.push_str(line.text());
        self.unread.push('\n');
        begin
    }
}
