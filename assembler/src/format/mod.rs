//! The layout of sources, as `STYLE.md` describes it: indentation, blanks, comments.
//!
//! It goes by tokens, a line at a time, and not by the syntax tree: a source with mistakes is laid out like any other.
//! No token is added, lost or moved; a line with something that the lexer does not know stays as it is.

mod blocks;
mod rows;
mod statement;
#[cfg(test)]
mod tests;

use crate::check_text;
use crate::diagnostic::Diagnostic;
use crate::line::BLANKS;
use crate::preprocess::{Glance, MOST_LINES};
use crate::source::{Lines, Span, text};
use crate::token::{Lexer, Token};

pub(crate) use blocks::Step;

use blocks::Nest;
use rows::{Code, Row, Rows};
use statement::{Piece, Statement};

/// The comments between which lines stay as they are, without the `;` before them.
const OFF: &str = "picafmt: off";
const ON: &str = "picafmt: on";

/// What laying a source out came to.
#[derive(Debug)]
pub struct Formatting<'s> {
    /// The text that the diagnostic's span is of: the source without its byte order mark. Where the source is not UTF-8,
    /// its part before the first wrong byte.
    pub text: &'s str,
    /// The source in the house layout, with the byte order mark if there was one; or why it is no text.
    pub formatted: Result<String, Diagnostic>,
}

/// Lays a source out. What it assembles to stays the same, but for the lines that it records, as empty lines go; where
/// line markers count lines, no line goes either. To lay a source out again changes nothing.
///
/// ```
/// let source = b".PROC main\nMOV r0 , c4 [ 1 ].x;first\n\n\n  end\n.end";
/// let formatted = pica200_asm::format(source).formatted;
/// let expected = ".proc main\n\tmov r0, c4[1].x ;first\n\n\tend\n.end\n";
/// assert_eq!(formatted.expect("it is text"), expected);
/// ```
pub fn format(source: &[u8]) -> Formatting<'_> {
    let (text, trouble) = check_text(source);
    let formatted = match trouble {
        Some(trouble) => Err(trouble),
        None => {
            let mark = if text.len() < source.len() {
                "\u{FEFF}"
            } else {
                ""
            };
            let mut layout = Layout::default();
            for (line, rest) in lines(text) {
                layout.line(line, rest);
            }
            Ok(layout.rows.write(mark, line_end(text)))
        }
    };
    Formatting { text, formatted }
}

/// The lines of a text, without what ends them, and what stands behind each. Behind the last end there is none.
fn lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (line, behind) = rest.split_at(rest.find(['\r', '\n']).unwrap_or(rest.len()));
        let end = ["\r\n", "\n", "\r"]
            .iter()
            .find_map(|end| behind.strip_prefix(end));
        rest = end.unwrap_or_default();
        Some((line, rest))
    })
}

/// What ends all lines: CR LF if it ends the first, else LF.
fn line_end(text: &str) -> &'static str {
    let first = text.find(['\r', '\n']).and_then(|at| text.get(at..));
    if first.is_some_and(|end| end.starts_with("\r\n")) {
        "\r\n"
    } else {
        "\n"
    }
}

/// The layout of the lines so far.
struct Layout<'s> {
    /// The lexer's notes, which nobody reads.
    lines: Lines,
    nest: Nest,
    /// How many more lines may be looked at to see what an `.else` belongs to.
    glances_left: u32,
    /// Whether lines stay as they are.
    is_off: bool,
    rows: Rows<'s>,
}

impl Default for Layout<'_> {
    fn default() -> Self {
        Self {
            lines: Lines::new(""),
            nest: Nest::default(),
            glances_left: MOST_LINES,
            is_off: false,
            rows: Rows::default(),
        }
    }
}

impl<'s> Layout<'s> {
    /// Takes a line, behind which there is this.
    fn line(&mut self, line: &'s str, behind: &str) {
        let pieces = pieces(line, &mut self.lines);
        let end = pieces.last().map_or(0, |piece| piece.end);
        // Behind the last token there is nothing, or a comment; and a line marker makes no token.
        let rest = line.get(end..).unwrap_or_default().trim_matches(BLANKS);
        let statement = Statement::new(&pieces);
        let glances = &mut self.glances_left;
        let depth = self.nest.take(statement.step(), || {
            let mut glance = Glance::new(&|_| None, *glances);
            let ends_first = glance.block_ends_first(behind);
            *glances = glance.lines_left;
            ends_first.unwrap_or(true)
        });
        let is_marker = pieces.is_empty() && rest.starts_with('#');
        self.rows.has_markers |= is_marker;
        if pieces.is_empty() && self.is_off {
            self.is_off = !is_switch(rest, ON);
        }
        let row = if self.is_off || pieces.iter().any(Piece::is_unknown) {
            Row::Verbatim(line)
        } else if is_marker {
            Row::Verbatim(rest)
        } else if pieces.is_empty() && rest.is_empty() {
            Row::Blank
        } else {
            Row::Code(Code {
                depth: if statement.has_labels() { 0 } else { depth },
                statement: statement.text(),
                comment: rest,
            })
        };
        self.rows.push(row);
        self.is_off |= pieces.is_empty() && is_switch(rest, OFF);
    }
}

/// What the statement of a line does to the blocks around it.
pub(crate) fn step(line: &str) -> Step {
    let mut lines = Lines::new("");
    Statement::new(&pieces(line, &mut lines)).step()
}

/// The tokens of a line.
fn pieces<'s>(line: &'s str, lines: &mut Lines) -> Vec<Piece<'s>> {
    Lexer::new(line, lines)
        .filter(|&(_, token, _)| token != Token::Newline)
        .map(|(start, token, end)| Piece {
            token,
            text: text(line, Span::new(start, end)),
            start: start as usize,
            end: end as usize,
        })
        .collect()
}

/// Whether a comment is this switch.
fn is_switch(comment: &str, switch: &str) -> bool {
    comment.trim_start_matches(';').trim_matches(BLANKS) == switch
}
