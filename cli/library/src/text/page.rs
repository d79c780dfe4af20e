//! Text in columns, coloured on a terminal.

use std::fmt::{Display, Write};

use super::Colors;
use super::escape::escape_controls;

/// Maximum line width, unless a single word is longer.
const WIDTH: usize = 80;

/// Width of the field name column.
const FIELD: usize = 22;

/// A text style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Ordinary text.
    Plain,
    /// A section heading.
    Heading,
    /// A name from the file.
    Name,
    /// Less important text: offsets, raw bytes and remarks.
    Faint,
}

impl Style {
    /// Returns the ANSI sequence that starts the style, `None` for plain text.
    const fn sequence(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Heading => Some("\x1b[1m"),
            Self::Name => Some("\x1b[36m"),
            Self::Faint => Some("\x1b[2m"),
        }
    }
}

/// A table column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Heading.
    title: &'static str,
    /// Width in characters; longer cells move the following ones to the right.
    width: usize,
    /// Style of its cells.
    style: Style,
}

/// Creates a column. The width of the last one is not used.
pub const fn column(title: &'static str, width: usize, style: Style) -> Column {
    Column { title, width, style }
}

/// A text under construction.
#[derive(Debug)]
pub struct Page {
    text: String,
    colors: Colors,
}

impl Page {
    /// Creates an empty text.
    pub const fn new(colors: Colors) -> Self {
        Self {
            text: String::new(),
            colors,
        }
    }

    /// Returns the bytes of the text.
    pub fn into_bytes(self) -> Vec<u8> {
        self.text.into_bytes()
    }

    /// Starts a section with a heading, preceded by an empty line.
    pub fn heading(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.styled(Style::Heading, text);
        self.text.push('\n');
    }

    /// Appends a line.
    pub fn line(&mut self, style: Style, text: &str) {
        self.styled(style, text);
        self.text.push('\n');
    }

    /// Appends a header field: its name and its value.
    pub fn field(&mut self, name: &str, value: impl Display) {
        let _ = write!(self.text, "  {:FIELD$}", format!("{name}:"));
        let _ = writeln!(self.text, "{value}");
    }

    /// Appends the heading line of a table.
    pub fn titles(&mut self, columns: &[Column]) {
        let titles: Vec<_> = columns.iter().map(|c| c.title).collect();
        let plain: Vec<_> = columns.iter().map(|c| column(c.title, c.width, Style::Plain)).collect();
        self.row(&plain, &titles);
    }

    /// Appends a row of a table. The last cell is moved to a separate line if it does not fit.
    pub fn row<C: AsRef<str>>(&mut self, columns: &[Column], cells: &[C]) {
        const MARGIN: usize = 2;
        let mut at = 0;
        // Blanks are only written before text, so lines have no trailing blanks.
        let mut blanks = MARGIN;
        for (n, (column, cell)) in columns.iter().zip(cells).enumerate() {
            let cell = cell.as_ref();
            let length = cell.chars().count();
            let is_last = n + 1 == columns.len();
            if is_last && length > 0 && at > 0 && at + blanks + length > WIDTH {
                self.text.push('\n');
                (at, blanks) = (0, 4 * MARGIN);
            }
            if length > 0 {
                self.text.extend(std::iter::repeat_n(' ', blanks));
                self.styled(column.style, cell);
                at += blanks + length;
                blanks = 0;
            }
            blanks += column.width.saturating_sub(length) + MARGIN;
        }
        self.text.push('\n');
    }

    fn styled(&mut self, style: Style, text: &str) {
        match style.sequence().filter(|_| self.colors == Colors::Ansi) {
            Some(sequence) => {
                let _ = write!(self.text, "{sequence}{text}\x1b[0m");
            }
            None => self.text.push_str(text),
        }
    }
}

/// Returns a name from a file in a form safe for display. A name may contain any bytes, but its text must not move the
/// cursor or end the line.
pub fn shown(name: &[u8]) -> String {
    if name.is_empty() {
        return "\"\"".to_owned();
    }
    let mut text = String::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        text.push_str(&escape_controls(chunk.valid()));
        let _ = write!(text, "{}", chunk.invalid().escape_ascii());
    }
    text
}

/// Like [`shown`], truncated if it is very long.
pub fn truncated_name(name: &[u8]) -> String {
    const MAX: usize = 48;
    match name.get(..MAX) {
        Some(start) if name.len() > MAX => format!("{}...", shown(start)),
        _ => shown(name),
    }
}

/// Formats a count with its noun: `1 word`, `2 words`.
pub fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Formats a singular noun with its indefinite article: `a word`, `an object`.
pub fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {noun}")
}

/// Formats a word offset.
pub fn word_offset(word: impl std::fmt::LowerHex) -> String {
    format!("{word:#05x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_to_show() {
        assert_eq!(shown(b""), "\"\"");
        assert_eq!(shown("größe".as_bytes()), "größe");
        assert_eq!(shown(b"a\x1b[2J\n\xFF"), "a\\u{1b}[2J\\n\\xff");
        assert_eq!(truncated_name(&[b'a'; 48]), "a".repeat(48));
        assert_eq!(truncated_name(&[b'a'; 49]), format!("{}...", "a".repeat(48)));
    }

    #[test]
    fn lines_end_without_blanks_and_long_cells_wrap() {
        let columns = [
            column("A", 4, Style::Faint),
            column("B", 6, Style::Plain),
            column("C", 0, Style::Name),
        ];
        let mut page = Page::new(Colors::None);
        page.titles(&columns);
        page.row(&columns, &["1", "", ""]);
        page.row(&columns, &["1", "", "x"]);
        page.row(&columns, &["1", "2", &"x".repeat(70)]);
        page.row(&columns, &["1", &"x".repeat(74), ""]);
        let expected = format!(
            "  A     B       C\n  1\n  1             x\n  1     2\n        {}\n  1     {}\n",
            "x".repeat(70),
            "x".repeat(74)
        );
        assert_eq!(String::from_utf8(page.into_bytes()).as_deref(), Ok(&*expected));
        let mut page = Page::new(Colors::Ansi);
        page.row(&columns, &["1", "2"]);
        assert_eq!(
            String::from_utf8(page.into_bytes()).as_deref(),
            Ok("  \x1b[2m1\x1b[0m     2\n")
        );
    }
}
