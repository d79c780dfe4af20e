#![doc = include_str!("../README.md")]
//!
//! The formatter reads tokens, one line at a time, instead of the syntax tree, so it also formats sources with errors.
//! It never adds, removes or moves a token. A line that the lexer or the parser rejects stays as it is.

mod blocks;
mod columns;
mod rows;
mod statement;
#[cfg(test)]
mod tests;

use pica200_asm::diagnostic::Diagnostic;
use pica200_asm::syntax::{LineToken, Lookahead, Token, line_tokens};
use pica200_asm::text::WHITESPACE;

use blocks::BlockStack;
use rows::{Code, Row, Rows};
use statement::Statement;

/// The comments, without `;`, that switch formatting off and on.
const OFF: &str = "picafmt: off";
const ON: &str = "picafmt: on";

/// A formatted source, or the reason why there is none.
#[derive(Debug)]
pub struct Formatting<'s> {
    /// The text that the span of the diagnostic refers to: the source without its byte order mark. If the source is not
    /// UTF-8, the text ends before the first invalid byte.
    pub text: &'s str,
    /// The formatted source, with the byte order mark if the source has one; or the reason why the source is not valid
    /// text.
    pub formatted: Result<String, Diagnostic>,
}

/// Formats a source. It assembles to the same object, except for line numbers: surplus empty lines are removed. In a
/// source with line markers, which number lines, empty lines stay. Formatting is idempotent.
pub fn format(source: &[u8]) -> Formatting<'_> {
    let (text, trouble) = pica200_asm::utf8::check(source);
    let formatted = match trouble {
        Some(trouble) => Err(trouble),
        None => {
            let mark = if text.len() < source.len() { "\u{FEFF}" } else { "" };
            let mut formatter = Formatter::default();
            for (line, rest) in lines(text) {
                formatter.line(line, rest);
            }
            formatter.rows.align();
            Ok(formatter.rows.write(mark, line_end(text)))
        }
    };
    Formatting { text, formatted }
}

/// Maximum indentation depth, in tabs. The hardware stacks hold fewer blocks; in code that is nested much deeper, most
/// of the text would be tabs.
pub const MAX_INDENT: usize = 16;

/// Indents a line in `depth` blocks.
pub fn indent(text: &mut String, depth: usize) {
    text.extend(std::iter::repeat_n('\t', depth.min(MAX_INDENT)));
}

/// Returns the lines of a text without their endings, each with the text after it. No empty line follows the last line
/// ending.
fn lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (line, after) = rest.split_at(rest.find(['\r', '\n']).unwrap_or(rest.len()));
        let end = ["\r\n", "\n", "\r"].iter().find_map(|end| after.strip_prefix(end));
        rest = end.unwrap_or_default();
        Some((line, rest))
    })
}

/// Returns the line ending for all lines: CR LF if the first line uses it, otherwise LF.
fn line_end(text: &str) -> &'static str {
    let first = text.find(['\r', '\n']).and_then(|at| text.get(at..));
    if first.is_some_and(|end| end.starts_with("\r\n")) {
        "\r\n"
    } else {
        "\n"
    }
}

/// The formatted lines so far.
#[derive(Default)]
struct Formatter<'s> {
    nest: BlockStack,
    /// Determines what an `.else` belongs to.
    lookahead: Lookahead,
    /// True if formatting is switched off.
    is_off: bool,
    rows: Rows<'s>,
}

impl<'s> Formatter<'s> {
    /// Handles a line. `after` is the text after it.
    fn line(&mut self, line: &'s str, after: &str) {
        let pieces = line_tokens(line);
        let end = pieces.last().map_or(0, LineToken::end);
        // Only a comment can follow the last token. A line marker produces no token.
        let rest = line.get(end..).unwrap_or_default().trim_matches(WHITESPACE);
        let statement = Statement::new(&pieces);
        let lookahead = &mut self.lookahead;
        let depth = self.nest.apply(statement.effect(), || {
            let ends_first = lookahead.block_ends_first(after, &|_| None);
            ends_first.unwrap_or(true)
        });
        let is_marker = pieces.is_empty() && rest.starts_with('#');
        self.rows.has_markers |= is_marker;
        if pieces.is_empty() && self.is_off {
            self.is_off = !is_switch(rest, ON);
        }
        let is_kept = pieces.iter().any(is_unknown) || !statement.is_parsed(line);
        let row = if self.is_off || is_kept {
            Row::Verbatim(line)
        } else if is_marker {
            Row::Verbatim(rest)
        } else if pieces.is_empty() && rest.is_empty() {
            Row::Blank
        } else {
            Row::Code(Code {
                depth: if statement.has_labels() { 0 } else { depth },
                has_labels: statement.has_labels(),
                cells: statement.cells(line),
                statement: String::new(),
                comment: rest,
            })
        };
        self.rows.push(row);
        self.is_off |= pieces.is_empty() && is_switch(rest, OFF);
    }
}

/// Returns true if the lexer does not know a token.
fn is_unknown(piece: &LineToken<'_>) -> bool {
    matches!(piece.token, Token::Unknown | Token::BadMarker)
}

/// Returns true if a comment is this switch.
fn is_switch(comment: &str, switch: &str) -> bool {
    comment.trim_start_matches(';').trim_matches(WHITESPACE) == switch
}
