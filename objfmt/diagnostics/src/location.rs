//! Locations in the inputs of a program.

use std::ops::Range;

use crate::Span;

/// A line of a source file, as recorded in objects and line tables.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SourceLine {
    /// The file name.
    pub file: String,
    /// The line, numbered from 1.
    pub line: u32,
}

/// A location in an input of a program, as precise as possible.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Location {
    /// A range of a source.
    Span {
        /// The index of the source in the list of sources that the program read.
        source: usize,
        /// The range.
        span: Span,
    },
    /// A line recorded in an object.
    Line {
        /// The path of the object.
        object: String,
        /// The source file.
        file: String,
        /// The line, numbered from 1.
        line: u32,
    },
    /// A whole file.
    File(
        /// The path of the file.
        String,
    ),
}

impl Location {
    /// Returns the location of a line of an object, or of the whole file if the line is unknown.
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
    /// The line, numbered from 1.
    pub line: u32,
    /// The part of the line; `None` for the statement on it.
    pub columns: Option<Columns>,
}

/// A part of a line, in bytes from the start of the line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Columns {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Place {
    /// Creates the location of a line, numbered from 1.
    pub const fn line(line: u32) -> Self {
        Self { line, columns: None }
    }

    /// Creates the location of a part of a line, from its byte offsets in the line.
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
