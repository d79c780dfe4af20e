//! Sources: text, spans in it, and the files and lines that its positions stand for.

use std::ops::Range;

use indexmap::IndexSet;
use pica200_objfmt::object::Position;
use rustc_hash::FxBuildHasher;

/// A piece of a source: byte offsets, the end excluded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte behind the last.
    pub end: u32,
}

impl Span {
    /// The span of these byte offsets.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The span of a range in a text that is shorter than 4 GiB; longer ones are refused before any span is made.
    pub fn from_range(range: Range<usize>) -> Self {
        let offset = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self {
            start: offset(range.start),
            end: offset(range.end),
        }
    }

    /// The span as a range for slicing.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// From the beginning of this span to the end of another.
    #[must_use]
    pub const fn to(self, other: Self) -> Self {
        Self {
            start: self.start,
            end: other.end,
        }
    }
}

/// The text of a piece of a source.
pub fn text(source: &str, span: Span) -> &str {
    source.get(span.range()).unwrap_or_default()
}

/// A run of lines that belong to one file: from one line marker to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Region {
    /// The index of the run's first line.
    first: usize,
    /// The file and the line that the first line counts as.
    position: Position,
}

/// The lines of a source: where each begins, and which file and line it counts as.
#[derive(Clone, Debug)]
pub struct Lines<'s> {
    starts: Vec<u32>,
    regions: Vec<Region>,
    files: IndexSet<&'s str, FxBuildHasher>,
}

impl<'s> Lines<'s> {
    /// The lines of a source of this name, of which nothing is read yet.
    pub fn new(name: &'s str) -> Self {
        let position = Position { file: 0, line: 1 };
        Self {
            starts: vec![0],
            regions: vec![Region { first: 0, position }],
            files: IndexSet::from_iter([name]),
        }
    }

    /// The lines of a text that is no source of the assembler: it has no line markers.
    pub fn of_text(name: &'s str, text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let mut lines = Self::new(name);
        for (end, _) in ends {
            lines.end_line(Span::from_range(end..end + 1).end);
        }
        lines
    }

    /// A line ends; the next begins at `next`.
    pub(crate) fn end_line(&mut self, next: u32) {
        self.starts.push(next);
    }

    /// Takes a `#` line that stands alone. Answers whether it is a line marker: `# LINE "FILE"`, then anything. The
    /// name is taken as it stands, backslashes included.
    pub(crate) fn mark(&mut self, hash: &'s str) -> bool {
        let Some((line, file)) = parse_marker(hash) else {
            return false;
        };
        let (file, _) = self.files.insert_full(file);
        let position = Position {
            file: u32::try_from(file).unwrap_or(u32::MAX),
            line,
        };
        // The marker speaks of the line that follows it.
        self.regions.push(Region {
            first: self.starts.len(),
            position,
        });
        true
    }

    /// How many files come before those that statements are in, of which the first begins at a byte: 1 if line markers
    /// give other names than the source's own to all of them, else 0.
    pub(crate) fn unused_files(&self, first_statement: u32) -> u32 {
        let line = self.index(first_statement);
        let marked = self.regions.get(1..).unwrap_or_default();
        let covered = marked.first().is_some_and(|region| region.first <= line);
        (covered && marked.iter().all(|region| region.position.file != 0)).into()
    }

    /// The names of the files, by the index that positions hold.
    pub fn files(&self) -> impl ExactSizeIterator<Item = &'s str> {
        self.files.iter().copied()
    }

    /// The name of a file, by the index that positions hold.
    pub fn file(&self, index: u32) -> Option<&'s str> {
        self.files.get_index(index as usize).copied()
    }

    /// How many lines there are.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The index of the line that holds a byte.
    pub fn index(&self, offset: u32) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    /// The byte at which a line begins.
    pub fn start(&self, index: usize) -> Option<u32> {
        self.starts.get(index).copied()
    }

    /// The file and line that the line with this index counts as.
    pub fn position(&self, index: usize) -> Position {
        let at = self.regions.partition_point(|region| region.first <= index);
        let Some(region) = self.regions.get(at.wrapping_sub(1)) else {
            return Position::default();
        };
        count_from(*region, index)
    }

    /// Positions of bytes that are asked for in ascending order.
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor {
            lines: self,
            line: 0,
            region: 0,
        }
    }
}

fn count_from(region: Region, index: usize) -> Position {
    let offset = u32::try_from(index - region.first).unwrap_or(u32::MAX);
    Position {
        line: region.position.line.saturating_add(offset),
        ..region.position
    }
}

/// Finds positions without searching, as long as they are asked for in ascending order.
#[derive(Clone, Debug)]
pub struct Cursor<'l> {
    lines: &'l Lines<'l>,
    line: usize,
    region: usize,
}

impl Cursor<'_> {
    /// The file and line of a byte, at or behind the one asked for before.
    pub fn position(&mut self, offset: u32) -> Position {
        while self
            .lines
            .starts
            .get(self.line + 1)
            .is_some_and(|&start| start <= offset)
        {
            self.line += 1;
        }
        while self
            .lines
            .regions
            .get(self.region + 1)
            .is_some_and(|r| r.first <= self.line)
        {
            self.region += 1;
        }
        self.lines
            .regions
            .get(self.region)
            .map_or(Position::default(), |r| count_from(*r, self.line))
    }
}

/// The line and file of `# LINE "FILE" ...`.
fn parse_marker(hash: &str) -> Option<(u32, &str)> {
    let blank = |c: char| matches!(c, ' ' | '\t' | '\x0B' | '\x0C');
    let rest = hash.strip_prefix('#')?.trim_start_matches(blank);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let line = rest.get(..digits)?.parse().ok()?;
    let quoted = rest
        .get(digits..)?
        .trim_start_matches(blank)
        .strip_prefix('"')?;
    let end = quote_end(quoted)?;
    Some((line, quoted.get(..end)?))
}

/// Where a quoted name ends: preprocessors put a backslash before the quotes in a name. Where only such a quote is left,
/// the backslash is part of a path.
fn quote_end(quoted: &str) -> Option<usize> {
    let escaped = |at: usize| {
        let before = quoted.as_bytes().get(..at).unwrap_or_default();
        let backslashes = before.iter().rev().take_while(|&&byte| byte == b'\\');
        backslashes.count() % 2 == 1
    };
    let mut quotes = quoted.match_indices('"').map(|(at, _)| at);
    quotes
        .clone()
        .find(|&at| !escaped(at))
        .or_else(|| quotes.next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_text_have_no_markers() {
        let lines = Lines::of_text("a.toml", "a\r\n# 7 \"b\"\nc");
        assert_eq!(lines.count(), 3);
        assert_eq!(lines.files().collect::<Vec<_>>(), ["a.toml"]);
        let starts: Vec<_> = (0..4).map(|index| lines.start(index)).collect();
        assert_eq!(starts, [Some(0), Some(3), Some(11), None]);
        assert_eq!(lines.position(2), Position { file: 0, line: 3 });
    }

    #[test]
    fn markers_name_the_next_line() {
        assert_eq!(parse_marker("# 100 \"f\""), Some((100, "f")));
        assert_eq!(parse_marker("#1 \"C:\\x\" 1 3"), Some((1, "C:\\x")));
        assert_eq!(parse_marker(r#"# 3 "a\"b" 2"#), Some((3, r#"a\"b"#)));
        assert_eq!(parse_marker(r#"# 4 "C:\dir\""#), Some((4, r"C:\dir\")));
        assert_eq!(parse_marker("# 5"), None);
        assert_eq!(parse_marker("#define X r0"), None);
        assert_eq!(parse_marker("# 99999999999 \"f\""), None);

        let mut lines = Lines::new("main");
        assert!(lines.mark("# 7 \"other\""));
        lines.end_line(12);
        lines.end_line(20);
        assert_eq!(lines.position(0), Position { file: 0, line: 1 });
        assert_eq!(lines.position(1), Position { file: 1, line: 7 });
        assert_eq!(lines.position(2), Position { file: 1, line: 8 });
        let mut cursor = lines.cursor();
        assert_eq!(cursor.position(3), Position { file: 0, line: 1 });
        assert_eq!(cursor.position(25), Position { file: 1, line: 8 });
    }
}
