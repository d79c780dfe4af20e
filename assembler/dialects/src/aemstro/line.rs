//! Divides lines into labels, directives and instructions.

use std::ops::Range;

use pica200_diagnostics::Code;

use crate::diagnostic::{Diagnostic, Place, diagnose};

/// A part of a line, without surrounding blanks.
#[derive(Clone, Debug)]
pub(super) struct Fragment<'s> {
    pub(super) text: &'s str,
    /// Its byte range in the line.
    pub(super) columns: Range<usize>,
}

/// The statement of a line.
#[derive(Clone, Debug)]
pub(super) enum Statement<'s> {
    /// An empty line.
    Empty,
    /// A label, and the text after it.
    Label { name: Fragment<'s>, rest: Fragment<'s> },
    /// A directive, with its leading period.
    Directive {
        name: Fragment<'s>,
        arguments: Vec<Fragment<'s>>,
    },
    /// An instruction, with all text after its mnemonic.
    Instruction { mnemonic: Fragment<'s>, rest: Fragment<'s> },
}

/// A line of the listing.
#[derive(Debug)]
pub(super) struct Line<'s> {
    /// Its line number, from 1.
    pub(super) number: u32,
    pub(super) statement: Statement<'s>,
    /// The comment, without its leading marker.
    pub(super) comment: Option<&'s str>,
}

impl<'s> Line<'s> {
    /// Parses a line of a listing.
    pub(super) fn new((text, number): (&'s str, u32)) -> Self {
        let (code, comment) = match text.split_once(';') {
            Some((code, comment)) => (code, Some(comment.trim_end())),
            None => (text, None),
        };
        Self {
            number,
            statement: statement(code),
            comment,
        }
    }

    /// Returns the location of a part of the line.
    pub(super) fn place(&self, word: &Fragment<'_>) -> Place {
        Place::part(self.number, &word.columns)
    }

    /// Returns the error about a part of the line that is not valid in aemstro's language.
    pub(super) fn syntax_error(&self, word: &Fragment<'_>, expected: &str) -> Diagnostic {
        let place = match word.text {
            "" => Place::line(self.number),
            _ => self.place(word),
        };
        let message = format!("not aemstro's language: expected {expected}");
        let diagnostic = diagnose(Code::NotInDialect, place, message);
        diagnostic.with_help("correct the line: aemstro would also report an error there")
    }
}

impl<'s> Fragment<'s> {
    /// Creates a part of a line, without surrounding blanks.
    pub(super) fn new(line: &'s str, columns: Range<usize>) -> Self {
        let part = line.get(columns.clone()).unwrap_or_default();
        let text = part.trim();
        let start = columns.start + (part.len() - part.trim_start().len());
        Self {
            text,
            columns: start..start + text.len(),
        }
    }

    /// Returns a byte range of this word, without surrounding blanks.
    pub(super) fn part(&self, columns: Range<usize>) -> Self {
        let inside = Self::new(self.text, columns);
        let start = self.columns.start;
        Self {
            text: inside.text,
            columns: start + inside.columns.start..start + inside.columns.end,
        }
    }

    /// Splits this word at commas.
    pub(super) fn parts(&self) -> Vec<Self> {
        let mut start = 0;
        let mut parts = Vec::new();
        for part in self.text.split(',') {
            parts.push(self.part(start..start + part.len()));
            start += part.len() + 1;
        }
        parts
    }
}

/// Parses a line without its comment.
fn statement(code: &str) -> Statement<'_> {
    let whole = Fragment::new(code, 0..code.len());
    if whole.text.is_empty() {
        return Statement::Empty;
    }
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = whole.text.find(|c| !is_of_name(c)).unwrap_or(0);
    if name > 0 && whole.text.get(name..name + 1) == Some(":") {
        return Statement::Label {
            name: whole.part(0..name),
            rest: whole.part(name + 1..whole.text.len()),
        };
    }
    let end = whole.text.find(char::is_whitespace);
    let end = end.unwrap_or(whole.text.len());
    let first = whole.part(0..end);
    let rest = whole.part(end..whole.text.len());
    if first.text.starts_with('.') {
        let arguments = match rest.text {
            "" => Vec::new(),
            _ => rest.parts(),
        };
        return Statement::Directive { name: first, arguments };
    }
    Statement::Instruction { mnemonic: first, rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_columns() {
        let line = Line::new(("\t.out o0 , result.view,\t7 ; c ", 3));
        let Statement::Directive { name, arguments } = line.statement else {
            unreachable!("it is a directive");
        };
        assert_eq!((name.text, name.columns), (".out", 1..5));
        let found: Vec<_> = arguments.iter().map(|a| (a.text, a.columns.start)).collect();
        assert_eq!(found, [("o0", 6), ("result.view", 11), ("7", 24)]);
        assert_eq!(line.comment, Some(" c"));
    }

    #[test]
    fn what_stands_behind_a_label_is_apart() {
        let line = Line::new((" Main_2:  nop", 1));
        let Statement::Label { name, rest } = line.statement else {
            unreachable!("it is a label");
        };
        assert_eq!((name.text, rest.text, rest.columns), ("Main_2", "nop", 10..13));
        assert!(matches!(
            Line::new(("mov r0, v0 (0)", 1)).statement,
            Statement::Instruction { mnemonic, .. } if mnemonic.text == "mov"
        ));
    }
}
