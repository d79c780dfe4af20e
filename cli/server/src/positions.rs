//! Conversion between LSP positions, in the negotiated encoding, and byte offsets.

use gen_lsp_types::{Position, PositionEncodingKind, Range};
use std::ops;

/// The unit of LSP columns.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Encoding {
    /// UTF-8 bytes.
    Utf8,
    /// UTF-16 code units, which every client supports.
    #[default]
    Utf16,
    /// Code points.
    Utf32,
}

impl Encoding {
    /// Selects the cheapest encoding offered by a client, or UTF-16 if it offers none.
    pub(crate) fn negotiate(offered: &[PositionEncodingKind]) -> Self {
        if offered.contains(&PositionEncodingKind::UTF8) {
            Self::Utf8
        } else if offered.contains(&PositionEncodingKind::UTF32) && !offered.contains(&PositionEncodingKind::UTF16) {
            Self::Utf32
        } else {
            Self::Utf16
        }
    }

    /// Returns the LSP name.
    pub(crate) const fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// Returns the number of units in a character.
    const fn units(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
            Self::Utf32 => 1,
        }
    }

    /// Returns the number of units in a part of a line.
    fn count(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            _ if text.is_ascii() => text.len(),
            _ => text.chars().map(|character| self.units(character)).sum(),
        }
    }

    /// Converts a column to a byte offset in a line. A column inside a character is rounded down, a column after the
    /// line clamped to its end.
    fn byte(self, line: &str, column: usize) -> usize {
        if line.is_ascii() {
            return column.min(line.len());
        }
        let mut left = column;
        for (byte, character) in line.char_indices() {
            let units = self.units(character);
            if left < units {
                return byte;
            }
            left -= units;
        }
        line.len()
    }
}

/// A text with a line index. Lines end with LF, CR LF or CR.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Text {
    text: String,
    /// Byte offset of each line.
    starts: Vec<usize>,
    encoding: Encoding,
}

impl Text {
    /// Creates a text whose columns are counted in an encoding.
    pub(crate) fn new(text: String, encoding: Encoding) -> Self {
        let mut starts = vec![0];
        let bytes = text.as_bytes();
        let mut ends = bytes.iter().enumerate().peekable();
        while let Some((at, byte)) = ends.next() {
            match byte {
                b'\n' => starts.push(at + 1),
                b'\r' if ends.peek().is_none_or(|(_, next)| **next != b'\n') => starts.push(at + 1),
                _ => {}
            }
        }
        Self { text, starts, encoding }
    }

    /// Returns the text.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the length of its byte order mark, which the assembler skips.
    pub(crate) fn mark(&self) -> usize {
        const MARK: char = '\u{feff}';
        if self.text.starts_with(MARK) {
            MARK.len_utf8()
        } else {
            0
        }
    }

    /// Returns the line ending of the first line.
    pub(crate) fn line_end(&self) -> &'static str {
        let end = self.line_range(0).end;
        match self.text.get(end..) {
            Some(rest) if rest.starts_with("\r\n") => "\r\n",
            _ => "\n",
        }
    }

    /// Returns the number of lines, at least 1.
    pub(crate) fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// Returns the byte range of a line without its ending. Lines after the last one are empty ranges at the end of the
    /// text.
    pub(crate) fn line_range(&self, line: usize) -> ops::Range<usize> {
        let end = self.text.len();
        let start = self.starts.get(line).copied().unwrap_or(end);
        let next = self.starts.get(line + 1).copied().unwrap_or(end);
        let content = self.text.get(start..next).unwrap_or_default();
        start..start + content.trim_end_matches(['\r', '\n']).len()
    }

    /// Returns a line without its ending.
    pub(crate) fn line(&self, line: usize) -> &str {
        self.text.get(self.line_range(line)).unwrap_or_default()
    }

    /// Returns the lines without their endings, in order.
    #[cfg(test)]
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        (0..self.line_count()).map(|line| self.line(line))
    }

    /// Returns the index of the line that contains a byte offset.
    pub(crate) fn line_at(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte).saturating_sub(1)
    }

    /// Converts a position to a byte offset. Positions after the end of a line are clamped to the line, those after the
    /// last line to the text.
    pub(crate) fn byte(&self, position: Position) -> usize {
        let line = to_usize(position.line);
        let range = self.line_range(line);
        let text = self.text.get(range.clone()).unwrap_or_default();
        range.start + self.encoding.byte(text, to_usize(position.character))
    }

    /// Converts a range to a byte range, which is ordered even if the positions are not.
    pub(crate) fn bytes(&self, range: Range) -> ops::Range<usize> {
        let (start, end) = (self.byte(range.start), self.byte(range.end));
        start.min(end)..start.max(end)
    }

    /// Converts a byte offset to a position. An offset inside a character or line ending is rounded down to its start.
    pub(crate) fn position(&self, byte: usize) -> Position {
        let line = self.line_at(byte);
        let range = self.line_range(line);
        let mut end = byte.clamp(range.start, range.end);
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = self.text.get(range.start..end).unwrap_or_default();
        Position {
            line: to_u32(line),
            character: to_u32(self.encoding.count(before)),
        }
    }

    /// Converts a byte range.
    pub(crate) fn range(&self, bytes: ops::Range<usize>) -> Range {
        Range {
            start: self.position(bytes.start),
            end: self.position(bytes.end.max(bytes.start)),
        }
    }

    /// Returns the text with the content of a range, or all of it, replaced.
    #[must_use]
    pub(crate) fn changed(self, range: Option<Range>, new: &str) -> Self {
        let encoding = self.encoding;
        match range {
            None => Self::new(new.to_owned(), encoding),
            Some(range) => {
                let bytes = self.bytes(range);
                let mut text = self.text;
                text.replace_range(bytes, new);
                Self::new(text, encoding)
            }
        }
    }
}

/// Converts an LSP number to an index.
pub(crate) fn to_usize(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Converts an index to an LSP number.
pub(crate) fn to_u32(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENCODINGS: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn lines_end_in_three_ways() {
        let text = Text::new("a\nb\r\nc\rd".to_owned(), Encoding::Utf8);
        assert_eq!(text.lines().collect::<Vec<_>>(), ["a", "b", "c", "d"]);
        let text = Text::new("a\r\n".to_owned(), Encoding::Utf8);
        assert_eq!(text.lines().collect::<Vec<_>>(), ["a", ""]);
        assert_eq!(Text::new(String::new(), Encoding::Utf8).line_count(), 1);
    }

    #[test]
    fn columns_depend_on_the_encoding() {
        let columns = [(Encoding::Utf8, 6), (Encoding::Utf16, 3), (Encoding::Utf32, 2)];
        for (encoding, column) in columns {
            let text = Text::new("\n\u{e9}\u{1f600}x\n".to_owned(), encoding);
            assert_eq!(text.position(7), at(1, column));
            assert_eq!(text.byte(at(1, column)), 7);
        }
    }

    #[test]
    fn bytes_and_positions_are_inverse() {
        let source = "\u{e9}\u{1f600}x\r\n\u{4e2d}\r\n\nend";
        for encoding in ENCODINGS {
            let text = Text::new(source.to_owned(), encoding);
            for (byte, character) in source.char_indices() {
                if character != '\n' || !source[..byte].ends_with('\r') {
                    assert_eq!(text.byte(text.position(byte)), byte, "{encoding:?} {byte}");
                }
            }
        }
    }

    #[test]
    fn positions_outside_are_at_the_nearest_end() {
        let text = Text::new("a\u{1f600}\r\nb".to_owned(), Encoding::Utf16);
        // Inside a surrogate pair; after the line; after the text.
        assert_eq!(text.byte(at(0, 2)), 1);
        assert_eq!(text.byte(at(0, 99)), 5);
        assert_eq!(text.byte(at(9, 9)), 8);
        assert_eq!(text.byte(at(u32::MAX, u32::MAX)), 8);
        assert_eq!(text.position(usize::MAX), at(1, 1));
        // Inside a line ending and inside a character.
        assert_eq!(text.position(6), at(0, 3));
        assert_eq!(text.position(3), at(0, 1));
    }

    #[test]
    fn changes_replace_ranges() {
        let text = Text::new("one\ntwo\n".to_owned(), Encoding::Utf16);
        let range = Range {
            start: at(0, 3),
            end: at(1, 1),
        };
        let text = text.changed(Some(range), "\u{1f600}\r\n");
        assert_eq!(text.as_str(), "one\u{1f600}\r\nwo\n");
        assert_eq!(text.line(1), "wo");
        // Reversed positions, and positions out of range.
        let range = Range {
            start: at(7, 0),
            end: at(1, 0),
        };
        let text = text.changed(Some(range), "x");
        assert_eq!(text.as_str(), "one\u{1f600}\r\nx");
        assert_eq!(text.changed(None, "y").as_str(), "y");
    }

    #[test]
    fn the_encoding_is_negotiated() {
        use PositionEncodingKind::{UTF8, UTF16, UTF32};
        assert_eq!(Encoding::negotiate(&[]), Encoding::Utf16);
        assert_eq!(Encoding::negotiate(&[UTF16, UTF8]), Encoding::Utf8);
        assert_eq!(Encoding::negotiate(&[UTF32, UTF16]), Encoding::Utf16);
        assert_eq!(Encoding::negotiate(&[UTF32]), Encoding::Utf32);
    }
}
