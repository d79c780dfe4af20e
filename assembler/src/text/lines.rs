//! Lines of a text, and the files and lines that they map to.

use indexmap::IndexSet;
use pica200_objfmt::formats::object::Position;
use rustc_hash::FxBuildHasher;

use super::Span;
use super::scan::{WHITESPACE, line_len};

/// A run of lines with consecutive numbers: from one line marker, include or expansion to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Region {
    /// Index of the run's first line.
    pub(crate) first: usize,
    /// File and line that the first line maps to.
    pub(crate) position: Position,
    /// Positions of the lines in line tables, if different.
    pub(crate) recorded: Option<RecordedPosition>,
    /// Index of the expansion that the lines belong to.
    pub(crate) expansion: Option<usize>,
}

/// Positions of lines in line tables that differ from those in messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RecordedPosition {
    /// All lines have this position: the line that called a macro.
    All(Position),
    /// The first line has this position, and the following lines continue from it: `.loc`.
    From(Position),
}

impl RecordedPosition {
    /// Returns the positions from a later line on.
    pub(crate) fn after(self, lines: u32) -> Self {
        match self {
            Self::All(position) => Self::All(position),
            Self::From(position) => Self::From(Position {
                line: position.line.saturating_add(lines),
                ..position
            }),
        }
    }

    /// Returns the position of the first line.
    pub(crate) const fn position(self) -> Position {
        match self {
            Self::All(position) | Self::From(position) => position,
        }
    }
}

/// The cause of an expansion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// `.include`
    Include,
    /// The macro of this name.
    Macro(String),
    /// `.rept`, in the iteration with this number, from 1.
    Repetition(u64),
}

/// Lines that the preprocessor added to a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expansion {
    /// The cause.
    pub cause: Cause,
    /// Span of the directive or call.
    pub at: Span,
}

/// A piece of an expanded macro that is an argument of the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Argument {
    /// Span of the piece.
    pub(crate) span: Span,
    /// Offset of the same piece in the call.
    pub(crate) origin: u32,
}

/// Lines of a text that come from one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FilePiece<'p> {
    /// Index of the first line in the text.
    pub first: usize,
    /// Name of the file in line tables.
    pub recorded: &'p str,
    /// Its display name in messages, if different.
    pub shown: Option<&'p str>,
    /// Line number of the first line in the file, from 1.
    pub line: u32,
}

/// A file that lines map to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct FileName {
    /// Its name in line tables.
    recorded: String,
    /// Its display name in messages, if different.
    shown: Option<String>,
}

/// The lines of a source: the start of each, and the file and line that it maps to.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<u32>,
    regions: Vec<Region>,
    files: IndexSet<FileName, FxBuildHasher>,
    expansions: Vec<Expansion>,
    /// Arguments of macros, in order.
    arguments: Vec<Argument>,
    /// True if there are line markers after the first line.
    marked: bool,
}

impl Lines {
    /// Creates the line table of a source before it is read.
    pub(crate) fn new(name: &str) -> Self {
        let mut lines = Self {
            starts: vec![0],
            regions: Vec::new(),
            files: IndexSet::default(),
            expansions: Vec::new(),
            arguments: Vec::new(),
            marked: false,
        };
        let file = lines.file_number(name, None);
        lines.regions.push(Region {
            first: 0,
            position: Position { file, line: 1 },
            recorded: None,
            expansion: None,
        });
        lines
    }

    /// Creates the line table of a source that is not assembled. Line markers are applied, includes are not.
    pub fn from_source(name: &str, source: &str) -> Self {
        let mut lines = Self::new(name);
        let mut start = 0;
        let mut rest = source;
        while !rest.is_empty() {
            let (line, after) = rest.split_at(line_len(rest));
            start += line.len();
            rest = after;
            let marker = parse_marker(line.trim_matches(WHITESPACE));
            if line.ends_with(['\r', '\n']) {
                lines.end_line(Span::from_range(start..start).end);
            }
            if let Some((line, file)) = marker {
                lines.note_marker(lines.starts.len() - 2);
                let file = lines.file_number(file, None);
                lines.begin_region(Region {
                    first: lines.starts.len() - 1,
                    position: Position { file, line },
                    recorded: None,
                    expansion: None,
                });
            }
        }
        lines
    }

    /// Creates the line table of a text that is not an assembler source and has no line markers.
    pub fn from_text(name: &str, text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let mut lines = Self::new(name);
        for (end, _) in ends {
            lines.end_line(Span::from_range(end..end + 1).end);
        }
        lines
    }

    /// Creates the line table of a text that another program assembled from pieces of files, in ascending order. The
    /// first piece starts in the first line.
    pub fn from_pieces<'p>(text: &str, pieces: impl IntoIterator<Item = FilePiece<'p>>) -> Self {
        let mut pieces = pieces.into_iter();
        let mut lines = Self::from_text(pieces.next().map_or("", |piece| piece.recorded), text);
        for piece in pieces {
            let file = lines.file_number(piece.recorded, piece.shown);
            let position = Position { file, line: piece.line };
            lines.begin_region(Region {
                first: piece.first,
                position,
                recorded: None,
                expansion: None,
            });
        }
        lines
    }

    /// Ends a line. The next one starts at `next`.
    pub(crate) fn end_line(&mut self, next: u32) {
        self.starts.push(next);
    }

    /// Records a line marker on the line with this index.
    pub(crate) fn note_marker(&mut self, line: usize) {
        self.marked |= line > 0;
    }

    /// Returns true if there are line markers after the first line: another program generated the text and may have
    /// removed lines. A single marker in the first line only gives the origin of the text; preprocessors write more.
    pub(crate) fn has_markers(&self) -> bool {
        self.marked
    }

    /// Returns the index of a file, by its names in line tables and messages.
    pub(crate) fn file_number(&mut self, recorded: &str, shown: Option<&str>) -> u32 {
        let (number, _) = self.files.insert_full(FileName {
            recorded: recorded.to_owned(),
            shown: shown.map(str::to_owned),
        });
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    /// Begins a region.
    pub(crate) fn begin_region(&mut self, region: Region) {
        self.regions.push(region);
    }

    /// Adds an expansion. Returns its index.
    pub(crate) fn add_expansion(&mut self, expansion: Expansion) -> usize {
        self.expansions.push(expansion);
        self.expansions.len() - 1
    }

    /// Returns an expansion by index.
    pub(crate) fn expansion(&self, number: usize) -> Option<&Expansion> {
        self.expansions.get(number)
    }

    /// Adds a macro argument, after all others.
    pub(crate) fn add_argument(&mut self, argument: Argument) {
        self.arguments.push(argument);
    }

    /// Returns the span where a piece of text that starts in a macro argument is written: in the outermost call. `None`
    /// if it does not start in an argument.
    pub fn written(&self, span: Span) -> Option<Span> {
        let in_call = |span: &Span| {
            let next = self.arguments.partition_point(|a| a.span.start <= span.start);
            let Argument { span: piece, origin } = *self.arguments.get(next.checked_sub(1)?)?;
            let end = span.end.min(piece.end);
            (span.start < end).then(|| Span::new(span.start, end).moved(piece.start, origin))
        };
        std::iter::successors(in_call(&span), in_call).last()
    }

    /// Returns the file index of the source itself. 1 if line markers assign all lines from the first statement on,
    /// which is at this offset, to files other than the text's own, otherwise 0.
    pub(crate) fn main_file(&self, first_statement: u32) -> u32 {
        let line = self.index(first_statement);
        let marked = self.regions.get(1..).unwrap_or_default();
        let covered = marked.first().is_some_and(|region| region.first <= line);
        let own = |region: &Region| region.position.file == 0;
        (covered && !marked.iter().any(own)).into()
    }

    /// Returns the number of leading files that line tables omit: the text's own, if it has no line, and the source's
    /// if a line marker names it and `.loc` assigns all statements, the first at `first_statement`, to other files.
    pub(crate) fn unused_files(&self, first_statement: u32) -> u32 {
        let line = self.index(first_statement);
        let marked = self.regions.get(1..).unwrap_or_default();
        let covered = marked.first().is_some_and(|region| region.first <= line);
        let file = |region: &Region| region.record(region.first).file;
        if !covered || marked.iter().any(|region| file(region) == 0) {
            return 0;
        }
        let next = self.regions.partition_point(|region| region.first <= line);
        let used = self.regions.get(next - 1..).unwrap_or_default();
        let is_elsewhere = |region: &Region| region.recorded.is_some() && file(region) > 1;
        let located = self.main_file(first_statement) == 1 && used.iter().all(is_elsewhere);
        1 + u32::from(located)
    }

    /// Returns the names of the files in line tables, indexed by the file index of positions.
    pub fn files(&self) -> impl ExactSizeIterator<Item = &str> {
        self.files.iter().map(|file| file.recorded.as_str())
    }

    /// Returns the name of a file in line tables, by the file index of positions.
    pub(crate) fn recorded_name(&self, index: u32) -> Option<&str> {
        let file = self.files.get_index(index as usize)?;
        Some(&file.recorded)
    }

    /// Returns the display name of a file, by the file index of positions.
    pub fn file(&self, index: u32) -> Option<&str> {
        let file = self.files.get_index(index as usize)?;
        Some(file.shown.as_deref().unwrap_or(&file.recorded))
    }

    /// Returns the number of lines.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// Returns the index of the line that contains an offset.
    pub fn index(&self, offset: u32) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    /// Returns the offset at which the last line starts.
    pub(crate) fn last_start(&self) -> u32 {
        self.starts.last().copied().unwrap_or_default()
    }

    /// Returns the offset at which a line starts.
    pub fn start(&self, index: usize) -> Option<u32> {
        self.starts.get(index).copied()
    }

    /// Returns the file and line that the line with this index maps to.
    pub fn position(&self, index: usize) -> Position {
        self.region(index)
            .map_or(Position::default(), |region| region.count(index))
    }

    /// Returns the position in line tables of the line with this index: its own, or the line that called its macro.
    pub fn recorded(&self, index: usize) -> Position {
        self.region(index)
            .map_or(Position::default(), |region| region.record(index))
    }

    /// Returns the position of the line with this index, or of the line that called its macro.
    pub(crate) fn call_position(&self, index: usize) -> Position {
        let caller = |&index: &usize| {
            let region = self.region(index)?;
            let Some(RecordedPosition::All(_)) = region.recorded else {
                return None;
            };
            let expansion = self.expansions.get(region.expansion?)?;
            Some(self.index(expansion.at.start)).filter(|caller| *caller < index)
        };
        let outermost = std::iter::successors(Some(index), caller).last();
        self.position(outermost.unwrap_or(index))
    }

    /// Returns the expansions that the line of an offset belongs to, innermost first.
    pub fn expansions(&self, offset: u32) -> impl Iterator<Item = &Expansion> {
        let cause = |offset: u32| {
            let region = self.region(self.index(offset))?;
            self.expansions.get(region.expansion?)
        };
        std::iter::successors(cause(offset), move |inner| cause(inner.at.start))
    }

    fn region(&self, index: usize) -> Option<&Region> {
        let at = self.regions.partition_point(|region| region.first <= index);
        self.regions.get(at.wrapping_sub(1))
    }

    /// Returns a cursor that finds the positions in line tables of ascending offsets.
    pub(crate) fn cursor(&self) -> Cursor<'_> {
        Cursor {
            lines: self,
            line: 0,
            region: 0,
        }
    }
}

impl Region {
    /// Returns true if this region gives the lines of another region the same positions.
    pub(crate) fn is_continued_by(&self, next: &Self) -> bool {
        self.expansion == next.expansion
            && self.recorded.map(|from| from.after(self.offset(next.first))) == next.recorded
            && self.count(next.first) == next.position
    }

    /// Returns the position of a line of the run.
    fn count(&self, index: usize) -> Position {
        Position {
            line: self.position.line.saturating_add(self.offset(index)),
            ..self.position
        }
    }

    /// Returns the number of lines between the first line of the run and another one.
    fn offset(&self, index: usize) -> u32 {
        u32::try_from(index - self.first).unwrap_or(u32::MAX)
    }

    /// Returns the position of a line of the run in line tables.
    fn record(&self, index: usize) -> Position {
        match self.recorded {
            Some(recorded) => recorded.after(self.offset(index)).position(),
            None => self.count(index),
        }
    }
}

/// Finds positions in amortized constant time, if they are requested in ascending order.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'l> {
    lines: &'l Lines,
    line: usize,
    region: usize,
}

impl Cursor<'_> {
    /// Returns the file and line of an offset in line tables. Offsets must be requested in ascending order.
    pub(crate) fn position(&mut self, offset: u32) -> Position {
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
            .map_or(Position::default(), |r| r.record(self.line))
    }
}

/// Parses the line and file of `# LINE "FILE" ...`.
pub(crate) fn parse_marker(hash: &str) -> Option<(u32, &str)> {
    let blank = |c: char| matches!(c, ' ' | '\t' | '\x0B' | '\x0C');
    let rest = hash.strip_prefix('#')?.trim_start_matches(blank);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let line = rest.get(..digits)?.parse().ok()?;
    let quoted = rest.get(digits..)?.trim_start_matches(blank).strip_prefix('"')?;
    let end = quote_end(quoted)?;
    Some((line, quoted.get(..end)?))
}

/// Returns the end of a quoted name. Preprocessors put a backslash before each quote in a name; if no other quote
/// follows, the backslash is part of a path.
fn quote_end(quoted: &str) -> Option<usize> {
    let escaped = |at: usize| {
        let before = quoted.as_bytes().get(..at).unwrap_or_default();
        let backslashes = before.iter().rev().take_while(|&&byte| byte == b'\\');
        backslashes.count() % 2 == 1
    };
    let mut quotes = quoted.match_indices('"').map(|(at, _)| at);
    quotes.clone().find(|&at| !escaped(at)).or_else(|| quotes.next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_text_have_no_markers() {
        let lines = Lines::from_text("a.toml", "a\r\n# 7 \"b\"\nc");
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

        let lines = Lines::from_source("main", " # 7 \"other\"\nnop\nnop");
        assert_eq!(lines.position(0), Position { file: 0, line: 1 });
        assert_eq!(lines.position(1), Position { file: 1, line: 7 });
        assert_eq!(lines.position(2), Position { file: 1, line: 8 });
        let mut cursor = lines.cursor();
        assert_eq!(cursor.position(3), Position { file: 0, line: 1 });
        assert_eq!(cursor.position(18), Position { file: 1, line: 8 });
    }
}
