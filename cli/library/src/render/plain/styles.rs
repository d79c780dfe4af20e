//! Styles of the general renderer, as escape sequences.

use std::io;

use codespan_reporting::diagnostic::{LabelStyle, Severity as Of};
use codespan_reporting::term::{Config, WriteStyle};

use crate::diagnostic::Severity;
use crate::render::Colors;
use crate::render::styled::Styled;

/// Distance between tab stops.
pub(in crate::render) const TAB_WIDTH: usize = 4;

/// Styled texts that all diagnostics share. Without colours, the sequences are empty.
pub(in crate::render) struct Styles {
    /// Start of a snippet, left border of a line, and left border of a gap.
    pub(super) start: Vec<u8>,
    pub(super) border: Vec<u8>,
    pub(super) gap: Vec<u8>,
    /// Bullet of a note.
    pub(super) bullet: Vec<u8>,
    /// Carets of primary and secondary marks.
    pub(super) carets: [u8; 2],
    pub(super) line_number: Vec<u8>,
    pub(super) message: Vec<u8>,
    pub(super) reset: Vec<u8>,
    error: Level,
    warning: Level,
}

/// The styles of a severity level.
pub(super) struct Level {
    /// Start of the first line, up to the bracket before the name.
    pub(super) header: Vec<u8>,
    /// Styles of primary and secondary marks.
    pub(super) marks: [Vec<u8>; 2],
}

impl Styles {
    pub(in crate::render) fn new(colors: Colors, config: &Config) -> Self {
        let sequence = |set: fn(&mut Styled) -> io::Result<()>| Styled::sequence(colors, set);
        let chars = &config.chars;
        let reset = sequence(Styled::reset);
        let styled = |style: Vec<u8>, text: &str| [&style, text.as_bytes(), &reset].concat();
        let border = || sequence(Styled::set_source_border);
        let bullet = sequence(Styled::set_note_bullet);
        let carets = [chars.single_primary_caret, chars.single_secondary_caret];
        Self {
            start: styled(border(), &chars.snippet_start),
            border: styled(border(), &chars.source_border_left.to_string()),
            gap: styled(border(), &chars.source_border_left_break.to_string()),
            bullet: styled(bullet, &chars.note_bullet.to_string()),
            carets: carets.map(|caret| u8::try_from(caret).unwrap_or(b'^')),
            line_number: sequence(Styled::set_line_number),
            message: sequence(Styled::set_header_message),
            error: Level::new(colors, Of::Error, Severity::Error),
            warning: Level::new(colors, Of::Warning, Severity::Warning),
            reset,
        }
    }

    pub(super) fn level(&self, severity: Severity) -> &Level {
        match severity {
            Severity::Error => &self.error,
            Severity::Warning => &self.warning,
        }
    }
}

impl Level {
    fn new(colors: Colors, level: Of, severity: Severity) -> Self {
        let header = Styled::sequence(colors, |text| text.set_header(level));
        let mark = |style| Styled::sequence(colors, |text| text.set_label(level, style));
        Self {
            header: [&header, severity.name().as_bytes(), b"["].concat(),
            marks: [LabelStyle::Primary, LabelStyle::Secondary].map(mark),
        }
    }
}
