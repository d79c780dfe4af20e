//! Formatting of documents and ranges, and on-type formatting, as in `picafmt`. Only changed text is edited, so that
//! cursors and marks keep their positions.

use std::ops;

use gen_lsp_types::{
    DocumentFormattingParams, DocumentFormattingRequest, DocumentOnTypeFormattingOptions,
    DocumentOnTypeFormattingParams, DocumentOnTypeFormattingRequest, DocumentRangeFormattingParams,
    DocumentRangeFormattingRequest, TextEdit,
};
use pica200_format::format;

use super::Feature;
use crate::error::RequestError;
use crate::positions::{Text, to_usize};
use crate::snapshot::Snapshot;

/// Formatting.
pub(super) const FEATURE: Feature = Feature {
    announce: |_, capabilities| {
        capabilities.document_formatting_provider = Some(true.into());
        capabilities.document_range_formatting_provider = Some(true.into());
        capabilities.document_on_type_formatting_provider = Some(DocumentOnTypeFormattingOptions {
            first_trigger_character: "\n".to_owned(),
            more_trigger_character: None,
        });
    },
    routes: |routes| {
        routes.on::<DocumentFormattingRequest>(whole);
        routes.on::<DocumentRangeFormattingRequest>(range);
        routes.on::<DocumentOnTypeFormattingRequest>(typed);
    },
};

/// A change of a text: the byte range to replace, and the new text.
#[derive(Clone, PartialEq, Eq, Debug)]
struct TextChange {
    bytes: ops::Range<usize>,
    new: String,
}

fn whole(snapshot: &Snapshot, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>, RequestError> {
    let text = &snapshot.document(&params.text_document.uri)?.text;
    let changes = changes(text.as_str(), &formatted(text.as_str())?);
    Ok(Some(edits(text, changes)))
}

/// Formats the lines that a range touches.
fn range(snapshot: &Snapshot, params: DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>, RequestError> {
    let text = &snapshot.document(&params.text_document.uri)?.text;
    let bytes = text.bytes(params.range);
    let (first, last) = (text.line_at(bytes.start), text.line_at(bytes.end));
    // A range that ends at the start of a line does not touch this line.
    let ends_before = bytes.end > bytes.start && text.line_range(last).start == bytes.end;
    let lines = first..if ends_before { last } else { last + 1 };
    let mut changes = changes(text.as_str(), &formatted(text.as_str())?);
    changes.retain(|change| lines.contains(&text.line_at(change.bytes.start)));
    Ok(Some(edits(text, changes)))
}

/// Formats after a new line was started: the line before it, and the indentation of the new line.
fn typed(snapshot: &Snapshot, params: DocumentOnTypeFormattingParams) -> Result<Option<Vec<TextEdit>>, RequestError> {
    let text = &snapshot.document(&params.text_document.uri)?.text;
    let line = to_usize(params.position.line);
    Ok(Some(edits(text, after_new_line(text, line)?)))
}

/// Returns the changes after the line with this index was started.
fn after_new_line(text: &Text, line: usize) -> Result<Vec<TextChange>, RequestError> {
    let new = text.line_range(line);
    let is_empty = text.line(line).trim().is_empty();
    // An empty line has no indentation; use the indentation that an instruction would get there.
    let (before, after) = (text.as_str().get(..new.start), text.as_str().get(new.end..));
    let filled = match (is_empty, before, after) {
        (true, Some(before), Some(after)) => format!("{before}nop{after}"),
        _ => text.as_str().to_owned(),
    };
    let previous = line.checked_sub(1);
    let made = formatted(&filled)?;
    let mut wanted = Vec::new();
    let mut indent = String::new();
    for change in changes(&filled, &made) {
        if change.bytes.start < new.start {
            let of_previous = previous == Some(text.line_at(change.bytes.start));
            wanted.extend(of_previous.then_some(change));
        } else if is_empty && change.bytes == (new.start..new.start) {
            indent = change.new;
        }
    }
    if is_empty && text.line(line) != indent && !is_kept(text, line)? {
        wanted.push(TextChange {
            bytes: new,
            new: indent,
        });
    }
    Ok(wanted)
}

/// Returns true if a comment excludes the line from formatting. Trailing blanks after an instruction are kept there.
fn is_kept(text: &Text, line: usize) -> Result<bool, RequestError> {
    let bytes = text.line_range(line);
    let mut filled = text.as_str().to_owned();
    filled.replace_range(bytes.clone(), "nop  ");
    let is_here = |change: &TextChange| (bytes.start..bytes.start + 5).contains(&change.bytes.start);
    Ok(!changes(&filled, &formatted(&filled)?).iter().any(is_here))
}

/// Formats a text.
fn formatted(text: &str) -> Result<String, RequestError> {
    let made = format(text.as_bytes()).formatted;
    made.map_err(|trouble| RequestError::Refused(format!("cannot format this: {}", trouble.message)))
}

fn edits(text: &Text, changes: Vec<TextChange>) -> Vec<TextEdit> {
    let edit = |change: TextChange| TextEdit {
        range: text.range(change.bytes),
        new_text: change.new,
    };
    changes.into_iter().map(edit).collect()
}

/// A line: its start offset, its content and its line ending.
type Line<'t> = (usize, &'t str, &'t str);

/// Returns the lines of a text.
fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut start = 0;
    while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
        let (content, after) = rest.split_at(rest.find(['\r', '\n']).unwrap_or(rest.len()));
        let len = match after.as_bytes() {
            [b'\r', b'\n', ..] => 2,
            [] => 0,
            _ => 1,
        };
        lines.push((start, content, after.get(..len).unwrap_or_default()));
        start += content.len() + len;
    }
    lines
}

/// Returns the changes from a text to its formatted form. The formatter keeps all lines except for surplus empty ones.
fn changes(old: &str, new: &str) -> Vec<TextChange> {
    let (old_lines, new_lines) = (lines(old), lines(new));
    let mut changes = Vec::new();
    let mut left = new_lines.iter().peekable();
    for (start, content, end) in &old_lines {
        let is_blank = content.trim().is_empty();
        let bytes = *start..start + content.len() + end.len();
        match left.next_if(|(_, new, _)| is_blank == new.trim().is_empty()) {
            Some((_, new_content, new_end)) => {
                changes.extend(change(*start, content, new_content));
                changes.extend(change(start + content.len(), end, new_end));
            }
            None if is_blank => changes.push(TextChange {
                bytes,
                new: String::new(),
            }),
            None => return replace(old, new),
        }
    }
    match left.next() {
        None => changes,
        Some(_) => replace(old, new),
    }
}

/// Returns the change of a line that starts at an offset, trimmed of the common prefix and suffix.
fn change(start: usize, old: &str, new: &str) -> Option<TextChange> {
    if old == new {
        return None;
    }
    let same = |(old, new): &(char, char)| old == new;
    let prefix = old.chars().zip(new.chars()).take_while(same);
    let prefix: usize = prefix.map(|(one, _)| one.len_utf8()).sum();
    let (old_rest, new_rest) = (old.get(prefix..)?, new.get(prefix..)?);
    let suffix = old_rest.chars().rev().zip(new_rest.chars().rev()).take_while(same);
    let suffix: usize = suffix.map(|(one, _)| one.len_utf8()).sum();
    Some(TextChange {
        bytes: start + prefix..start + old.len() - suffix,
        new: new_rest.get(..new_rest.len() - suffix)?.to_owned(),
    })
}

/// Returns a change of the whole text, as fallback if lines cannot be matched.
fn replace(old: &str, new: &str) -> Vec<TextChange> {
    change(0, old, new).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::Encoding;

    /// Applies changes to a text.
    fn apply(text: &str, changes: &[TextChange]) -> String {
        let mut text = text.to_owned();
        for change in changes.iter().rev() {
            text.replace_range(change.bytes.clone(), &change.new);
        }
        text
    }

    #[test]
    fn changes_make_the_formatted_text() {
        for text in [
            "",
            "nop",
            "\n\n\nnop\n\n\n\n end ; x\n\n",
            ".proc main\nmov   r0,r1\r\n\tend\n.end",
            "; \u{e9}\r\nmov r0,r1;\u{1f600}\r\n",
            "\u{feff}  nop\n",
            "a:\rb:  nop\r\r\r",
            "? ! @\n  nop\n",
        ] {
            let formatted = formatted(text).expect("it is text");
            let changes = changes(text, &formatted);
            assert_eq!(apply(text, &changes), formatted, "{text:?}");
        }
    }

    #[test]
    fn lines_that_are_right_stay() {
        let text = ".proc main\n\tnop\n  mov r0, r1\n\tend\n.end\n";
        let formatted = formatted(text).expect("it is text");
        let expected = [TextChange {
            bytes: 16..18,
            new: "\t".to_owned(),
        }];
        assert_eq!(changes(text, &formatted), expected);
    }

    #[test]
    fn other_lines_are_replaced_as_a_whole() {
        let made = changes("a\nb\n", "a\nb\nc\n");
        assert_eq!(apply("a\nb\n", &made), "a\nb\nc\n");
        let made = changes("a\nb\n", "\nb\n");
        assert_eq!(apply("a\nb\n", &made), "\nb\n");
    }

    /// Returns a text after the line with an index was started.
    fn typed(text: &str, line: usize) -> String {
        let changes = after_new_line(&Text::new(text.to_owned(), Encoding::Utf16), line);
        apply(text, &changes.expect("it is text"))
    }

    #[test]
    fn new_lines_are_indented() {
        for (text, line, expected) in [
            (".proc main\n\n.end\n", 1, ".proc main\n\t\n.end\n"),
            (".proc main\n\tnop\n\t", 2, ".proc main\n\tnop\n\t"),
            (".proc main\n  .end\n  ", 2, ".proc main\n.end\n"),
            (
                ".proc main\nmov   r0,r1\n\tnop\n.end\n",
                2,
                ".proc main\n\tmov r0, r1\n\tnop\n.end\n",
            ),
            ("  nop\nnop\n\n", 2, "  nop\nnop\n\n"),
            // Lines excluded from formatting keep their indentation; the following lines do not.
            (
                ".proc main\n\t; picafmt: off\n  mov   r0,  r1\n   \n\t; picafmt: on\n.end\n",
                3,
                ".proc main\n\t; picafmt: off\n  mov   r0,  r1\n   \n\t; picafmt: on\n.end\n",
            ),
            (
                ".proc main\n\t; picafmt: off\n  \n\t; picafmt: on\n   \n.end\n",
                4,
                ".proc main\n\t; picafmt: off\n  \n\t; picafmt: on\n\t\n.end\n",
            ),
        ] {
            assert_eq!(typed(text, line), expected, "{text:?}");
        }
    }
}
