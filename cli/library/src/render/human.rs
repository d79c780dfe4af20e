//! Text for people: the source line, marks under it, the fault and the remedy.

use std::io::Write;
use std::ops::Range;

use codespan_reporting::diagnostic::{Diagnostic, Label, LabelStyle, Severity as Level};
use codespan_reporting::files::Error;
use codespan_reporting::term::termcolor::Buffer;
use codespan_reporting::term::{
    Config, Renderer, Styles, StylesWriter, WriteStyle, emit_to_write_style,
};

use super::Colors;
use super::text::escape_controls;
use super::view::{FileId, View};
use crate::report::{Location, Place, Report, Severity};
use crate::source::Source;

/// Writes reports about the same sources.
pub(super) struct Human<'a, 's> {
    view: View<'a, 's>,
    colors: Colors,
    config: Config,
}

impl<'a, 's> Human<'a, 's> {
    pub(super) fn new(sources: &'a [Source<'s>], colors: Colors) -> Self {
        Self {
            view: View::new(sources),
            colors,
            config: Config {
                tab_width: 4,
                ..Config::default()
            },
        }
    }

    pub(super) fn render(&mut self, report: &Report, out: &mut Vec<u8>) {
        let mut buffer = match self.colors {
            Colors::None => Buffer::no_color(),
            Colors::Ansi => Buffer::ansi(),
        };
        let styles = Styles::default();
        let mut writer = StylesWriter::new(&mut buffer, &styles);
        let diagnostic = self.diagnostic(report);
        let written = if diagnostic.labels.is_empty() {
            self.emit_without_source(&mut writer, report, &diagnostic)
        } else {
            emit_to_write_style(&mut writer, &self.config, &self.view, &diagnostic)
        };
        match written {
            Ok(()) => out.extend_from_slice(buffer.as_slice()),
            // This does not happen: writing to a buffer does not fail, and labels are in sources that the view shows.
            Err(_) => super::short::render(report, self.view.sources(), out),
        }
    }

    fn diagnostic(&mut self, report: &Report) -> Diagnostic<FileId> {
        let level = match report.severity {
            Severity::Error => Level::Error,
            Severity::Warning => Level::Warning,
        };
        let mut diagnostic = Diagnostic::new(level)
            .with_code(report.code.name())
            .with_message(escape_controls(&report.message));
        self.view.forget_excerpts();
        for (n, place) in report.places.iter().enumerate() {
            match self.label(place, n == 0) {
                Some(label) => diagnostic.labels.push(label),
                None => diagnostic.notes.push(in_words(place)),
            }
        }
        diagnostic.notes.extend(help(report));
        diagnostic
    }

    /// A mark in a source of this session; `None` if the location is not in a source.
    fn label(&mut self, place: &Place, primary: bool) -> Option<Label<FileId>> {
        let Location::Span { source, span } = place.location else {
            return None;
        };
        let style = if primary {
            LabelStyle::Primary
        } else {
            LabelStyle::Secondary
        };
        let (file, range): (FileId, Range<usize>) = self.view.mark(source, span)?;
        Some(Label::new(style, file, range).with_message(escape_controls(&place.text)))
    }

    /// Writes a report without source lines.
    fn emit_without_source(
        &self,
        writer: &mut dyn WriteStyle,
        report: &Report,
        diagnostic: &Diagnostic<FileId>,
    ) -> Result<(), Error> {
        let mut renderer = Renderer::new(writer, &self.config);
        renderer.render_header(
            None,
            diagnostic.severity,
            diagnostic.code.as_deref(),
            &diagnostic.message,
        )?;
        for place in report
            .places
            .iter()
            .filter(|place| says_more(place, report))
        {
            write!(renderer, "  ")?;
            renderer.set_source_border()?;
            write!(renderer, "{}", self.config.chars.snippet_start)?;
            renderer.reset()?;
            writeln!(renderer, " {}", in_words(place))?;
        }
        if let Some(help) = help(report) {
            renderer.render_snippet_note(1, &help)?;
        }
        renderer.render_empty()
    }
}

fn help(report: &Report) -> Option<String> {
    let help = report.help.as_deref()?;
    Some(format!("help: {}", escape_controls(help)))
}

/// Whether a place adds something to the message.
fn says_more(place: &Place, report: &Report) -> bool {
    match &place.location {
        Location::File(path) => {
            !place.text.is_empty() || !report.message.contains(&format!("`{path}`"))
        }
        _ => true,
    }
}

/// A place that is not in a source of the session, in words.
fn in_words(place: &Place) -> String {
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
