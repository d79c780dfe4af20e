//! Human-readable text: the source line with marks, the error and the fix.

use std::borrow::Cow;
use std::io::Write;

use codespan_reporting::diagnostic as codespan;
use codespan_reporting::files::Error;
use codespan_reporting::term::{Config, Renderer, WriteStyle, emit_to_write_style};

use super::Colors;
use super::plain::{self, Styles, TAB_WIDTH};
use super::shown::{Mark, Shown};
use super::styled::Styled;
use super::view::{FileId, View};
use crate::diagnostic::{Diagnostic, Label, Location, Severity};
use crate::source::Source;
use crate::text::escape::escape_controls;

/// Writes diagnostics of one set of sources.
pub(super) struct Human<'a, 's> {
    view: View<'a, 's>,
    colors: Colors,
    config: Config,
    styles: Styles,
}

impl<'a, 's> Human<'a, 's> {
    pub(super) fn new(sources: &'a [Source<'s>], colors: Colors) -> Self {
        let config = Config {
            tab_width: TAB_WIDTH,
            ..Config::default()
        };
        Self {
            view: View::new(sources),
            colors,
            styles: Styles::new(colors, &config),
            config,
        }
    }

    pub(super) fn render(&mut self, diagnostic: &Diagnostic, out: &mut Vec<u8>) {
        let shown = self.shown(diagnostic);
        if !plain::render(&shown, &self.view, &self.styles, out) {
            self.emit(diagnostic, shown, out);
        }
    }

    /// Writes a diagnostic with the general renderer, even if the fast path could.
    pub(super) fn render_generally(&mut self, diagnostic: &Diagnostic, out: &mut Vec<u8>) {
        let shown = self.shown(diagnostic);
        self.emit(diagnostic, shown, out);
    }

    fn emit(&self, diagnostic: &Diagnostic, shown: Shown<'_>, out: &mut Vec<u8>) {
        let mut writer = Styled::new(self.colors);
        let general = general(shown);
        let written = if general.labels.is_empty() {
            self.emit_without_source(&mut writer, diagnostic, &general)
        } else {
            emit_to_write_style(&mut writer, &self.config, &self.view, &general)
        };
        match written {
            Ok(()) => out.extend_from_slice(&writer.into_text()),
            // Unreachable: writing to a buffer cannot fail, and labels are in sources of the view.
            Err(_) => super::short::render(diagnostic, self.view.sources(), out),
        }
    }

    fn shown<'r>(&mut self, diagnostic: &'r Diagnostic) -> Shown<'r> {
        self.view.forget_excerpts();
        let mut shown = Shown {
            severity: diagnostic.severity,
            code: diagnostic.code.name(),
            message: escape_controls(&diagnostic.message),
            marks: Vec::with_capacity(1 + diagnostic.secondary.len()),
            notes: Vec::new(),
        };
        for (n, place) in diagnostic.labels().enumerate() {
            match self.mark(place, n == 0) {
                Some(mark) => shown.marks.push(mark),
                None => shown.notes.push(describe(place).into()),
            }
        }
        shown.notes.extend(table(diagnostic).map(Cow::from));
        shown.notes.extend(help(diagnostic).map(Cow::from));
        shown
    }

    /// Returns a mark in a source of this session; `None` if the location is not in a source.
    fn mark<'r>(&mut self, place: &'r Label, is_primary: bool) -> Option<Mark<'r>> {
        let Location::Span { source, span } = place.location else {
            return None;
        };
        let (file, range) = self.view.mark(source, span)?;
        Some(Mark {
            is_primary,
            file,
            range,
            message: escape_controls(&place.text),
        })
    }

    /// Writes a diagnostic without source lines.
    fn emit_without_source(
        &self,
        writer: &mut dyn WriteStyle,
        diagnostic: &Diagnostic,
        general: &codespan::Diagnostic<FileId>,
    ) -> Result<(), Error> {
        let mut renderer = Renderer::new(writer, &self.config);
        renderer.render_header(None, general.severity, general.code.as_deref(), &general.message)?;
        let labels = diagnostic.labels();
        for place in labels.filter(|place| says_more(place, diagnostic)) {
            write!(renderer, "  ")?;
            renderer.set_source_border()?;
            write!(renderer, "{}", self.config.chars.snippet_start)?;
            renderer.reset()?;
            writeln!(renderer, " {}", describe(place))?;
        }
        for note in table(diagnostic).into_iter().chain(help(diagnostic)) {
            renderer.render_snippet_note(1, &note)?;
        }
        renderer.render_empty()
    }
}

/// Converts a diagnostic for the general renderer.
fn general(shown: Shown<'_>) -> codespan::Diagnostic<FileId> {
    let level = match shown.severity {
        Severity::Error => codespan::Severity::Error,
        Severity::Warning => codespan::Severity::Warning,
    };
    let label = |mark: Mark<'_>| {
        let style = if mark.is_primary {
            codespan::LabelStyle::Primary
        } else {
            codespan::LabelStyle::Secondary
        };
        codespan::Label::new(style, mark.file, mark.range).with_message(mark.message)
    };
    codespan::Diagnostic::new(level)
        .with_code(shown.code)
        .with_message(shown.message)
        .with_labels(shown.marks.into_iter().map(label).collect())
        .with_notes(shown.notes.into_iter().map(Cow::into_owned).collect())
}

/// Returns the help. Options are appended on a separate line, ready to be copied.
fn help(diagnostic: &Diagnostic) -> Option<String> {
    let help = diagnostic.help.as_deref()?;
    let help = ["help: ", &escape_controls(help)].concat();
    Some(match &diagnostic.advice {
        Some(advice) => [help.as_str(), ":\n", &escape_controls(&advice.command_line())].concat(),
        None => help,
    })
}

/// Returns the table that precedes the help.
fn table(diagnostic: &Diagnostic) -> Option<String> {
    let rows = &diagnostic.advice.as_ref()?.table;
    let rows: Vec<_> = rows.iter().map(|row| escape_controls(row)).collect();
    (!rows.is_empty()).then(|| rows.join("\n"))
}

/// Returns true if a label adds something to the message.
fn says_more(place: &Label, diagnostic: &Diagnostic) -> bool {
    match &place.location {
        Location::File(path) => !place.text.is_empty() || !diagnostic.message.contains(&format!("`{path}`")),
        _ => true,
    }
}

/// Formats a location that is not in a source of the session.
fn describe(place: &Label) -> String {
    let location = match &place.location {
        Location::Line { object, file, line } if object == file => format!("{file}:{line}"),
        Location::Line { object, file, line } => format!("{file}:{line} (in {object})"),
        Location::File(path) => path.clone(),
        Location::Span { .. } => String::new(),
    };
    let text = if place.text.is_empty() {
        location
    } else {
        format!("{location}: {}", place.text)
    };
    escape_controls(&text).into_owned()
}
