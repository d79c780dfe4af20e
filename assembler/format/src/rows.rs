//! Formatted lines: empty lines, indentation, comments.

use crate::columns::{Cell, align};
use crate::indent;

/// Maximum width of a statement that moves the comments of its neighbors.
const ALIGNED_WIDTH: usize = 80;

/// A line.
#[derive(Debug)]
pub(super) enum Row<'s> {
    /// An empty line.
    Blank,
    /// A line that stays as it is.
    Verbatim(&'s str),
    /// A formatted line.
    Code(Code<'s>),
}

/// A line with a statement, a comment or both.
#[derive(Debug)]
pub(super) struct Code<'s> {
    /// Indentation depth.
    pub(super) depth: usize,
    /// True if the line starts with labels.
    pub(super) has_labels: bool,
    /// The parts of the labels and the statement.
    pub(super) cells: Vec<Cell>,
    /// Labels and statement, formatted from the cells; may be empty.
    pub(super) statement: String,
    /// The comment with its `;`; may be empty.
    pub(super) comment: &'s str,
}

/// The lines of a source.
#[derive(Default, Debug)]
pub(super) struct Rows<'s> {
    rows: Vec<Row<'s>>,
    /// True if there are line markers, which number the lines after them.
    pub(super) has_markers: bool,
}

impl<'s> Row<'s> {
    /// Returns the line if it is a statement with a comment after it.
    fn commented(&self) -> Option<&Code<'s>> {
        match self {
            Self::Code(code) if !code.statement.is_empty() && !code.comment.is_empty() => Some(code),
            _ => None,
        }
    }

    /// Returns true if two neighbors can be aligned: statements without labels, at the same depth.
    fn has_columns_with(&self, next: &Self) -> bool {
        let depths = [self, next].map(|row| match row {
            Self::Code(code) if !code.has_labels && !code.cells.is_empty() => Some(code.depth),
            _ => None,
        });
        depths[0].is_some() && depths[0] == depths[1]
    }

    /// Returns true if the comments of two neighbors are aligned. At different depths the alignment would depend on the
    /// tab width.
    fn is_aligned_with(&self, next: &Self) -> bool {
        let depths = [self, next].map(|row| row.commented().map(|code| code.depth));
        depths[0].is_some() && depths[0] == depths[1]
    }

    /// Returns the number of characters before the comment, without the indentation.
    fn width(&self) -> usize {
        let code = self.commented();
        code.map_or(0, |code| code.statement.chars().count())
    }
}

impl<'s> Rows<'s> {
    pub(super) fn push(&mut self, row: Row<'s>) {
        self.rows.push(row);
    }

    /// Formats the statements from their cells.
    pub(super) fn align(&mut self) {
        for run in self.rows.chunk_by_mut(|one, next| one.has_columns_with(next)) {
            let cells = run.iter().map(|row| match row {
                Row::Code(code) => code.cells.as_slice(),
                _ => &[],
            });
            let texts = align(&cells.collect::<Vec<_>>());
            for (row, text) in run.iter_mut().zip(texts) {
                if let Row::Code(code) = row {
                    code.statement = text;
                }
            }
        }
    }

    /// Returns the text of all lines. `mark` is the byte order mark, or empty.
    pub(super) fn write(&self, mark: &str, line_end: &str) -> String {
        let mut text = mark.to_owned();
        // Empty lines since the last nonempty line. Trailing ones are never written.
        let mut blanks = 0;
        for run in self.rows.chunk_by(Row::is_aligned_with) {
            let widths = run.iter().map(Row::width);
            let width = widths.filter(|&width| width <= ALIGNED_WIDTH).max();
            for row in run {
                if matches!(row, Row::Blank) {
                    blanks += 1;
                    continue;
                }
                for _ in 0..self.blanks_before(row, blanks, text.len() == mark.len()) {
                    text.push_str(line_end);
                }
                blanks = 0;
                write_row(&mut text, row, width.unwrap_or(0));
                text.push_str(line_end);
            }
        }
        text
    }

    /// Returns the number of empty lines to write before a row that has `blanks` empty lines before it.
    fn blanks_before(&self, row: &Row<'_>, blanks: usize, is_first: bool) -> usize {
        match row {
            _ if self.has_markers => blanks,
            // At the very start, U+FEFF would become a byte order mark.
            Row::Verbatim(line) if line.starts_with('\u{FEFF}') => blanks.min(1),
            _ if is_first => 0,
            _ => blanks.min(1),
        }
    }
}

/// Writes a row. Its comment starts after `width` characters, unless the statement is longer.
fn write_row(text: &mut String, row: &Row<'_>, width: usize) {
    let code = match row {
        Row::Blank => return,
        Row::Verbatim(line) => return text.push_str(line),
        Row::Code(code) => code,
    };
    indent(text, code.depth);
    text.push_str(&code.statement);
    if row.commented().is_some() {
        let gap = width.saturating_sub(code.statement.chars().count()) + 1;
        text.extend(std::iter::repeat_n(' ', gap));
    }
    text.push_str(code.comment);
}
