//! What is being read: the source, and in it includes, macros and repetitions.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use pica200_objfmt::formats::object::Position;

use super::repeat::Turns;
use crate::text::line_len;

/// Something that lines come from.
pub(super) struct Frame {
    text: Rc<str>,
    /// Where the next line begins.
    at: usize,
    /// The file that the next line counts as.
    pub(super) file: u32,
    /// The line that it counts as.
    pub(super) line: u32,
    /// What line tables say of all lines, if that is another line.
    pub(super) recorded: Option<Position>,
    /// What put the lines here, by its number.
    pub(super) expansion: Option<usize>,
    /// How many conditionals are open around.
    pub(super) conditionals: usize,
    /// What else there is to know.
    pub(super) kind: FrameKind,
}

/// The sorts of frames.
pub(super) enum FrameKind {
    /// A file.
    File(Place),
    /// A macro with its arguments put in.
    Macro,
    /// A body that is repeated.
    Repetition(Turns),
}

/// Where a file is.
pub(super) struct Place {
    /// The file; `None` for the source itself.
    pub(super) path: Option<PathBuf>,
    /// Where its includes are looked for first.
    pub(super) folder: PathBuf,
    /// What line tables call that folder, with a slash at its end; empty for that of the source.
    pub(super) recorded_folder: String,
}

/// A line on its way.
pub(super) struct Line {
    text: Rc<str>,
    range: Range<usize>,
    /// Where it stands.
    pub(super) position: Position,
}

impl Line {
    /// The line with what ends it.
    pub(super) fn text(&self) -> &str {
        self.text.get(self.range.clone()).unwrap_or_default()
    }
}

impl Frame {
    /// The source itself.
    pub(super) fn of_source(text: &str, folder: &Path) -> Self {
        let place = Place {
            path: None,
            folder: folder.to_owned(),
            recorded_folder: String::new(),
        };
        Self::new(
            text.into(),
            Position { file: 0, line: 1 },
            FrameKind::File(place),
        )
    }

    /// A text whose first line counts as this one.
    pub(super) fn new(text: Rc<str>, first: Position, kind: FrameKind) -> Self {
        Self {
            text,
            at: 0,
            file: first.file,
            line: first.line,
            recorded: None,
            expansion: None,
            conditionals: 0,
            kind,
        }
    }

    /// Begins anew with another text.
    pub(super) fn restart(&mut self, text: Rc<str>, first: Position) {
        self.text = text;
        self.at = 0;
        self.file = first.file;
        self.line = first.line;
    }

    /// What is not read yet.
    pub(super) fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The line behind the last one that was read.
    pub(super) fn next_line(&mut self) -> Option<Line> {
        let len = line_len(self.rest());
        if len == 0 {
            return None;
        }
        let line = Line {
            text: Rc::clone(&self.text),
            range: self.at..self.at + len,
            position: self.position(),
        };
        self.at += len;
        self.line = self.line.saturating_add(1);
        Some(line)
    }

    /// Where the next line stands.
    pub(super) fn position(&self) -> Position {
        Position {
            file: self.file,
            line: self.line,
        }
    }
}
