//! Excerpts of lines that are too long to be shown in full.

use std::ops::Range;

/// Maximum length in bytes of a line shown in full.
const LONG: usize = 400;
/// Number of bytes shown on either side of a mark, and of the mark itself.
const CONTEXT: usize = 60;

/// Returns true if a text has a line that is too long to be shown in full.
pub(super) fn has_long_lines(text: &str) -> bool {
    let mut rest = text.as_bytes();
    // The last line end within the limit is usually close, so few bytes are inspected.
    while let Some(next) = rest.get(..=LONG) {
        match next.iter().rposition(|byte| matches!(byte, b'\r' | b'\n')) {
            Some(end) => rest = rest.get(end + 1..).unwrap_or_default(),
            None => return true,
        }
    }
    false
}

/// The part of a line around a mark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Excerpt {
    /// Text shown instead of the line.
    pub(super) text: String,
    /// Range of the mark in it.
    pub(super) mark: Range<usize>,
}

impl Excerpt {
    /// Creates the excerpt of `line` around the byte range `mark`.
    pub(super) fn new(line: &str, mark: Range<usize>) -> Self {
        let mark_start = boundary_before(line, mark.start);
        let mark_end = boundary_behind(line, mark.end.clamp(mark_start, mark_start + CONTEXT));
        let start = boundary_before(line, mark_start.saturating_sub(CONTEXT));
        let end = boundary_behind(line, mark_end + CONTEXT);
        let dots = |cut: bool| if cut { "…" } else { "" };
        let (before, behind) = (dots(start > 0), dots(end < line.len()));
        let part = line.get(start..end).unwrap_or_default();
        let moved = |offset: usize| offset - start + before.len();
        Self {
            text: format!("{before}{part}{behind}"),
            mark: moved(mark_start)..moved(mark_end),
        }
    }
}

/// Returns the last character boundary at or before an offset.
fn boundary_before(line: &str, offset: usize) -> usize {
    (0..=offset.min(line.len()))
        .rev()
        .find(|&at| line.is_char_boundary(at))
        .unwrap_or(0)
}

/// Returns the first character boundary at or after an offset.
fn boundary_behind(line: &str, offset: usize) -> usize {
    (offset..line.len())
        .find(|&at| line.is_char_boundary(at))
        .unwrap_or(line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(line: &str, mark: Range<usize>) -> (String, String) {
        let excerpt = Excerpt::new(line, mark);
        let text = excerpt.text.get(excerpt.mark).expect("marks lie between characters");
        (excerpt.text.clone(), text.to_owned())
    }

    #[test]
    fn lines_are_long_from_one_byte_over_the_limit() {
        let line = |len: usize| "x".repeat(len);
        for (text, expected) in [
            (line(LONG), false),
            (line(LONG + 1), true),
            (format!("{}\n{}", line(LONG), line(LONG)), false),
            (format!("a\r\n{}\n\nb", line(LONG + 1)), true),
            (format!("{}\n{}", line(10).replace('x', "x\n"), line(LONG + 1)), true),
            (line(LONG).replace('x', "mov r0, v0\n"), false),
        ] {
            assert_eq!(has_long_lines(&text), expected, "{text}");
        }
    }

    #[test]
    fn the_mark_is_in_the_middle() {
        let line = format!("{}mark{}", "é".repeat(500), "x".repeat(500));
        let (text, mark) = marked(&line, 1000..1004);
        assert_eq!(mark, "mark");
        assert_eq!(text, format!("…{}mark{}…", "é".repeat(30), "x".repeat(60)));
    }

    #[test]
    fn ends_of_the_line_are_ends_of_the_excerpt() {
        let line = format!("mark{}", "é".repeat(500));
        let (text, mark) = marked(&line, 0..4);
        assert_eq!(mark, "mark");
        assert!(text.starts_with("mark") && text.ends_with('…'));
        let (text, mark) = marked(&line, line.len()..line.len());
        assert_eq!(mark, "");
        assert!(text.starts_with('…') && text.ends_with('é'));
    }

    #[test]
    fn long_marks_are_cut() {
        let line = "é".repeat(500);
        let (text, mark) = marked(&line, 0..1000);
        assert_eq!(mark.len(), CONTEXT);
        assert!(text.ends_with('…'));
    }
}
