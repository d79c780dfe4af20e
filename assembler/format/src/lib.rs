#![doc = include_str!("../README.md")]
//!
//! The formatter reads tokens, one line at a time, instead of the syntax tree, so it formats sources with errors as well.
//! It never adds, removes or moves a token. A line with a character that the lexer does not know stays as it is.

mod blocks;
mod rows;
mod statement;
#[cfg(test)]
mod tests;

use pica200_asm::diagnostic::Diagnostic;
use pica200_asm::syntax::{Lookahead, Piece, Token, pieces};
use pica200_asm::text::{self, BLANKS};

use blocks::Nest;
use rows::{Code, Row, Rows};
use statement::Statement;

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
pub fn format(source: &[u8]) -> Formatting<'_> {
    let (text, trouble) = text::check(source);
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

/// How deep lines are indented at most. The machine's stacks hold fewer blocks; in code that is made to nest without end,
/// tabs would be most of the text.
pub const DEEPEST_INDENT: usize = 16;

/// Indents a line that stands in `depth` blocks.
pub fn indent(text: &mut String, depth: usize) {
    text.extend(std::iter::repeat_n('\t', depth.min(DEEPEST_INDENT)));
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
#[derive(Default)]
struct Layout<'s> {
    nest: Nest,
    /// Finds out what an `.else` belongs to.
    lookahead: Lookahead,
    /// Whether lines stay as they are.
    is_off: bool,
    rows: Rows<'s>,
}

impl<'s> Layout<'s> {
    /// Takes a line, behind which there is this.
    fn line(&mut self, line: &'s str, behind: &str) {
        let pieces = pieces(line);
        let end = pieces.last().map_or(0, Piece::end);
        // Behind the last token there is nothing, or a comment; and a line marker makes no token.
        let rest = line.get(end..).unwrap_or_default().trim_matches(BLANKS);
        let statement = Statement::new(&pieces);
        let lookahead = &mut self.lookahead;
        let depth = self.nest.take(statement.effect(), || {
            let ends_first = lookahead.block_ends_first(behind, &|_| None);
            ends_first.unwrap_or(true)
        });
        let is_marker = pieces.is_empty() && rest.starts_with('#');
        self.rows.has_markers |= is_marker;
        if pieces.is_empty() && self.is_off {
            self.is_off = !is_switch(rest, ON);
        }
        let row = if self.is_off || pieces.iter().any(is_unknown) {
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

/// Whether the lexer does not know a token.
fn is_unknown(piece: &Piece<'_>) -> bool {
    matches!(piece.token, Token::Unknown | Token::BadMarker)
}

/// Whether a comment is this switch.
fn is_switch(comment: &str, switch: &str) -> bool {
    comment.trim_start_matches(';').trim_matches(BLANKS) == switch
}
