//! Source lines shown with a common diagnostic.

use std::borrow::Cow;

use codespan_reporting::files::Files;

use crate::render::shown::Mark;
use crate::render::view::{FileId, View};
use crate::text::escape::is_printable_or;

/// The lines shown with a diagnostic, in order, and the location of the primary mark.
pub(super) struct Snippet<'s> {
    pub(super) file: Cow<'s, str>,
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) rows: Vec<Row<'s>>,
    /// Number of digits of the largest line number.
    pub(super) padding: usize,
}

/// A row of a snippet.
pub(super) enum Row<'s> {
    Line(Line<'s>),
    /// Omitted lines.
    Gap,
}

/// A source line.
pub(super) struct Line<'s> {
    index: usize,
    pub(super) number: usize,
    pub(super) text: &'s str,
    pub(super) marked: Option<Marked<'s>>,
}

/// The mark on a line: a byte range, which may be empty.
pub(super) struct Marked<'s> {
    start: usize,
    end: usize,
    pub(super) is_primary: bool,
    pub(super) message: &'s str,
}

impl Marked<'_> {
    /// Splits a line into the parts before, in and after the mark.
    pub(super) fn parts<'l>(&self, line: &'l str) -> [&'l str; 3] {
        // An empty mark is as wide as the character at its position.
        let end = self.end.max(self.start + 1).min(line.len());
        let (before, rest) = line.split_at_checked(self.start).unwrap_or((line, ""));
        let inside = end.saturating_sub(self.start);
        let (inside, behind) = rest.split_at_checked(inside).unwrap_or((rest, ""));
        [before, inside, behind]
    }
}

impl<'s> Snippet<'s> {
    /// Creates the snippet for marks, the first of which is the primary one. Returns `None` if the fast path does not
    /// support them.
    pub(super) fn new(marks: &'s [Mark<'_>], view: &'s View<'_, '_>) -> Option<Self> {
        let first = marks.first().filter(|mark| mark.is_primary)?;
        let mut lines = Vec::with_capacity(marks.len());
        for mark in marks {
            if mark.file != first.file {
                return None;
            }
            lines.push(marked_line(mark, view)?);
        }
        let of_first = lines.first()?;
        let (line, index) = (of_first.number, of_first.index);
        let column = view.column_number(first.file, index, first.range.start);
        let most = lines.iter().map(|line| line.number).max()?;
        Some(Self {
            file: view.name(first.file).ok()?,
            line,
            column: column.ok()?,
            rows: rows(lines, first.file, view)?,
            padding: most.checked_ilog10()? as usize + 1,
        })
    }
}

/// Returns the line of a mark.
fn marked_line<'s>(mark: &'s Mark<'_>, view: &'s View<'_, '_>) -> Option<Line<'s>> {
    let index = view.line_index(mark.file, mark.range.start).ok()?;
    if view.line_index(mark.file, mark.range.end).ok()? != index {
        return None;
    }
    let (line, start) = line(index, mark.file, view)?;
    Some(Line {
        marked: Some(Marked {
            start: mark.range.start.checked_sub(start)?,
            end: mark.range.end.checked_sub(start)?,
            is_primary: mark.is_primary,
            message: &mark.message,
        }),
        ..line
    })
}

/// Returns a line of a file and its start. Returns `None` if it is not printable ASCII.
fn line<'s>(index: usize, file: FileId, view: &'s View<'_, '_>) -> Option<(Line<'s>, usize)> {
    let range = view.line_range(file, index).ok()?;
    let start = range.start;
    let text = view.source(file).ok()?.get(range)?;
    is_printable_or(text, b"\t").then_some(())?;
    let line = Line {
        index,
        number: view.line_number(file, index).ok()?,
        text,
        marked: None,
    };
    Some((line, start))
}

/// Returns the rows for lines; a gap of a single line is filled in. Returns `None` if two marks are on one line, or if
/// a filled-in line is not printable ASCII.
fn rows<'s>(mut lines: Vec<Line<'s>>, file: FileId, view: &'s View<'_, '_>) -> Option<Vec<Row<'s>>> {
    lines.sort_by_key(|line| line.index);
    let mut rows = Vec::with_capacity(lines.len() * 2);
    let mut last = None;
    for next in lines {
        let last = last.replace(next.index);
        match last.map(|last| next.index - last) {
            Some(0) => return None,
            None | Some(1) => {}
            Some(2) => rows.push(Row::Line(line(next.index - 1, file, view)?.0)),
            Some(_) => rows.push(Row::Gap),
        }
        rows.push(Row::Line(next));
    }
    Some(rows)
}
