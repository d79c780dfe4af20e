//! Text styled with ANSI escape sequences.

use std::fmt::Arguments;
use std::io::{Result, Write};

use codespan_reporting::diagnostic::{LabelStyle, Severity};
use codespan_reporting::term::WriteStyle;

use super::Colors;

const RESET: &str = "\x1b[0m";
const BOLD: &str = "\x1b[1m";
/// Colour index of borders, line numbers and secondary marks.
const CYAN: u8 = 6;

/// A text sink for the general renderer. Without colours, it drops the styles.
pub(super) struct Styled {
    text: Vec<u8>,
    colors: Colors,
}

impl Styled {
    pub(super) fn new(colors: Colors) -> Self {
        let text = Vec::new();
        Self { text, colors }
    }

    pub(super) fn into_text(self) -> Vec<u8> {
        self.text
    }

    /// Returns the escape sequence of a style.
    pub(super) fn sequence(colors: Colors, set: impl FnOnce(&mut Self) -> Result<()>) -> Vec<u8> {
        let mut styled = Self::new(colors);
        // Writing to a vector cannot fail.
        let _ = set(&mut styled);
        styled.text
    }

    /// Replaces the current style.
    fn set(&mut self, style: Arguments<'_>) -> Result<()> {
        match self.colors {
            Colors::None => Ok(()),
            Colors::Ansi => write!(self.text, "{RESET}{style}"),
        }
    }

    fn set_color(&mut self, color: u8) -> Result<()> {
        self.set(format_args!("\x1b[3{color}m"))
    }
}

impl Write for Styled {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.text.write(bytes)
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

impl WriteStyle for Styled {
    fn set_header(&mut self, severity: Severity) -> Result<()> {
        // Bright colours follow the eight basic ones.
        let color = 8 + color(severity);
        self.set(format_args!("{BOLD}\x1b[38;5;{color}m"))
    }

    fn set_header_message(&mut self) -> Result<()> {
        self.set(format_args!("{BOLD}"))
    }

    fn set_line_number(&mut self) -> Result<()> {
        self.set_color(CYAN)
    }

    fn set_note_bullet(&mut self) -> Result<()> {
        self.set_color(CYAN)
    }

    fn set_source_border(&mut self) -> Result<()> {
        self.set_color(CYAN)
    }

    fn set_label(&mut self, severity: Severity, style: LabelStyle) -> Result<()> {
        self.set_color(match style {
            LabelStyle::Primary => color(severity),
            LabelStyle::Secondary => CYAN,
        })
    }

    fn reset(&mut self) -> Result<()> {
        self.set(format_args!(""))
    }
}

/// Returns the colour index of a severity: red, yellow, green, cyan.
const fn color(severity: Severity) -> u8 {
    match severity {
        Severity::Bug | Severity::Error => 1,
        Severity::Warning => 3,
        Severity::Note => 2,
        Severity::Help => CYAN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(colors: Colors, set: impl FnOnce(&mut Styled) -> Result<()>) -> String {
        String::from_utf8(Styled::sequence(colors, set)).expect("sequences are ASCII")
    }

    #[test]
    fn styles_are_sequences() {
        let ansi = |set: fn(&mut Styled) -> Result<()>| text(Colors::Ansi, set);
        assert_eq!(ansi(|text| text.reset()), "\x1b[0m");
        assert_eq!(ansi(|text| text.set_header_message()), "\x1b[0m\x1b[1m");
        let error = ansi(|text| text.set_header(Severity::Error));
        assert_eq!(error, "\x1b[0m\x1b[1m\x1b[38;5;9m");
        let warning = ansi(|text| text.set_header(Severity::Warning));
        assert_eq!(warning, "\x1b[0m\x1b[1m\x1b[38;5;11m");
        let primary = ansi(|text| text.set_label(Severity::Warning, LabelStyle::Primary));
        assert_eq!(primary, "\x1b[0m\x1b[33m");
        let secondary = ansi(|text| text.set_label(Severity::Error, LabelStyle::Secondary));
        assert_eq!(secondary, "\x1b[0m\x1b[36m");
        for set in [
            Styled::set_line_number,
            Styled::set_note_bullet,
            Styled::set_source_border,
        ] {
            assert_eq!(ansi(set), "\x1b[0m\x1b[36m");
        }
    }

    #[test]
    fn text_without_colours_has_no_sequences() {
        let none = |set: fn(&mut Styled) -> Result<()>| text(Colors::None, set);
        assert_eq!(none(|text| text.set_header(Severity::Error)), "");
        assert_eq!(none(|text| text.write_all(b"text")), "text");
        assert_eq!(none(|text| text.reset()), "");
    }
}
