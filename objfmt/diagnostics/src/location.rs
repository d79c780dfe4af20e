//! Locations in the inputs of a program.

use std::ops::Range;

use crate::Span;

/// A line of a source file, as objects and line tables name it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SourceLine {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// A location in an input of a program, as exact as possible.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Location {
    /// A piece of a source.
    Span {
        /// The number of the source among those that the program read.
        source: usize,
        /// The piece.
        span: Span,
    },
    /// A line recorded in an object.
    Line {
        /// The object's path.
        object: String,
        /// The source file.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// A file as a whole.
    File(
        /// Its path.
        String,
    ),
}

impl Location {
    /// Returns the location of a line of the object at a path, or the file as a whole if the line is unknown.
    pub fn in_object(object: impl Into<String>, line: Option<SourceLine>) -> Self {
        let object = object.into();
        match line {
            Some(SourceLine { file, line }) => Self::Line { object, file, line },
            None => Self::File(object),
        }
    }
}

/// A line of a text, or a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The part of the line; `None` for the statement on it.
    pub columns: Option<Columns>,
}

/// A part of a line, in bytes from the start of the line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Columns {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset behind the last byte.
    pub end: u32,
}

impl Place {
    /// Returns a line, by its number from 1.
    pub const fn line(line: u32) -> Self {
        Self { line, columns: None }
    }

    /// Returns a part of a line, by the offsets of its bytes in the line.
    pub fn part(line: u32, columns: &Range<usize>) -> Self {
        let column = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        let columns = Columns {
            start: column(columns.start),
            end: column(columns.end),
        };
        Self {
            line,
            columns: Some(columns),
        }
    }
}
