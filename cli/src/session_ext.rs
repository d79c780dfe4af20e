//! The last steps of a session: formatting, writing, printing and reporting.

use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;

use pica200::session::Session;
use pica200_asm::text::Span;
use pica200_diagnostics::Code;
use pica200_format::Formatting;

use crate::advice::complete;
use crate::options::JobOptions;
use crate::output::{Outputs, replace_all, write_all, write_groups};
use crate::program::{DiagnosticOptions, GITHUB, SHORT, Status, Streams};
use pica200::diagnostic::{Diagnostic, Diagnostics, Location, from_assembler};
use pica200::input::InputFile;
use pica200::job::Destination;
use pica200::render::{render_github, render_in, render_lines, render_short};
use pica200::source::Source;

/// The last steps of a program.
pub(crate) trait SessionExt<'s> {
    /// Formats an input with picafmt's layout, if it is text. If it `must_be` formatted already, a change is an error.
    fn format(&mut self, input: &'s InputFile, must_be: bool) -> Option<String>;

    /// Writes the outputs unless there were errors, then all diagnostics.
    fn finish(
        self,
        outputs: &[(Destination, Vec<u8>)],
        options: DiagnosticOptions,
        streams: &mut Streams<'_>,
    ) -> Status;

    /// Writes outputs, even if there were errors.
    fn write(&mut self, outputs: &[(Destination, Vec<u8>)], streams: &mut Streams<'_>);

    /// Writes the outputs of several builds, each build's outputs atomically; see [`write_groups`].
    fn write_groups(&mut self, jobs: &JobOptions, groups: &[Outputs], streams: &mut Streams<'_>);

    /// Writes files under names from untrusted input; see [`replace_all`].
    fn replace(&mut self, files: &[(PathBuf, Vec<u8>)]);

    /// Writes requested text to standard output.
    fn show(&mut self, text: &[u8], streams: &mut Streams<'_>);

    /// Handles the result of writing to standard output. A closed pipe is not an error.
    fn handle_write_result(&mut self, written: io::Result<()>);

    /// Writes all diagnostics.
    fn report_all(self, options: DiagnosticOptions, streams: &mut Streams<'_>) -> Status;

    /// Writes the diagnostics of several builds, rendered by several threads.
    fn report_all_with_jobs(self, jobs: &JobOptions, options: DiagnosticOptions, streams: &mut Streams<'_>) -> Status;

    /// Writes all diagnostics in picasso's format.
    fn report_as_picasso(self, streams: &mut Streams<'_>) -> Status;
}

impl<'s> SessionExt<'s> for Session<'s> {
    fn format(&mut self, input: &'s InputFile, must_be: bool) -> Option<String> {
        if !self.takes_source(input) {
            return None;
        }
        let Formatting { text, formatted } = pica200_format::format(&input.bytes);
        let number = self.sources.len();
        // An editor needs line numbers of the file, not of line markers.
        let source = Source::from_text(&input.name, &input.name, text);
        match &formatted {
            Err(trouble) => {
                let diagnostic = from_assembler(trouble.clone(), number);
                self.diagnostics.push(diagnostic);
            }
            Ok(formatted) if must_be && formatted.as_bytes() != input.bytes => {
                self.diagnostics.push(unformatted(input, formatted, &source, number));
            }
            Ok(_) => {}
        }
        self.sources.push(source);
        formatted.ok()
    }

    fn finish(
        mut self,
        outputs: &[(Destination, Vec<u8>)],
        options: DiagnosticOptions,
        streams: &mut Streams<'_>,
    ) -> Status {
        if !self.has_errors() {
            self.write(outputs, streams);
        }
        self.report_all(options, streams)
    }

    fn write(&mut self, outputs: &[(Destination, Vec<u8>)], streams: &mut Streams<'_>) {
        if let Err((destination, error)) = write_all(outputs, streams.stdout) {
            cannot_write(self, &destination, &error);
        }
    }

    fn write_groups(&mut self, jobs: &JobOptions, groups: &[Outputs], streams: &mut Streams<'_>) {
        for (destination, error) in write_groups(jobs.jobs, groups, streams.stdout) {
            cannot_write(self, &destination, &error);
        }
    }

    fn replace(&mut self, files: &[(PathBuf, Vec<u8>)]) {
        if let Err((destination, error)) = replace_all(files) {
            cannot_write(self, &destination, &error);
        }
    }

    fn show(&mut self, text: &[u8], streams: &mut Streams<'_>) {
        let written = streams.stdout.write_all(text).and_then(|()| streams.stdout.flush());
        self.handle_write_result(written);
    }

    fn handle_write_result(&mut self, written: io::Result<()>) {
        match written {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                cannot_write(self, &Destination::Stdout, &error);
            }
            _ => {}
        }
    }

    fn report_all(self, options: DiagnosticOptions, streams: &mut Streams<'_>) -> Status {
        self.report_all_with_jobs(&JobOptions::SINGLE, options, streams)
    }

    fn report_all_with_jobs(
        mut self,
        jobs: &JobOptions,
        options: DiagnosticOptions,
        streams: &mut Streams<'_>,
    ) -> Status {
        if let Some(most) = options.error_limit() {
            limit_errors(&mut self.diagnostics, most);
        }
        complete(&mut self.diagnostics, &streams.command);
        let (format, colors) = (options.format(streams), options.colors(streams));
        let text = render_in(jobs.jobs, &self.diagnostics, &self.sources, format, colors);
        write_report(&self, &text, streams)
    }

    fn report_as_picasso(self, streams: &mut Streams<'_>) -> Status {
        // A program without clap knows these values of the environment variable; others have no effect.
        let form = streams.error_format.and_then(OsStr::to_str);
        let text = match form {
            Some(SHORT) => render_short(&self.diagnostics, &self.sources),
            Some(GITHUB) => render_github(&self.diagnostics, &self.sources),
            _ => render_lines(&self.diagnostics, &self.sources),
        };
        write_report(&self, &text, streams)
    }
}

/// Writes the rendered diagnostics of a session. Returns the exit status.
fn write_report(session: &Session<'_>, text: &[u8], streams: &mut Streams<'_>) -> Status {
    // If standard error is closed, only the status reports the error.
    let _ = streams.stderr.write_all(text).and_then(|()| streams.stderr.flush());
    if session.has_errors() {
        Status::Errors
    } else {
        Status::Success
    }
}

/// Drops all errors after the first `most`, and reports how many were dropped.
fn limit_errors(diagnostics: &mut Diagnostics, most: usize) {
    let mut errors = 0;
    diagnostics.retain(|diagnostic| {
        errors += usize::from(diagnostic.is_error());
        !diagnostic.is_error() || errors <= most
    });
    let message = match errors.saturating_sub(most) {
        0 => return,
        1 => "1 more error is not shown".to_owned(),
        more => format!("{more} more errors are not shown"),
    };
    let diagnostic = Diagnostic::without_file(Code::MoreErrors, message);
    diagnostics.push(diagnostic.with_help("`--error-limit 0` shows all errors"));
}

fn cannot_write(session: &mut Session<'_>, destination: &Destination, error: &io::Error) {
    let diagnostic = Diagnostic::for_io(Code::CannotWrite, "cannot write", &destination.to_string(), error);
    session.diagnostics.push(diagnostic);
}

/// Builds the diagnostic for an unformatted source, at the first line that would change.
fn unformatted(input: &InputFile, formatted: &str, source: &Source<'_>, number: usize) -> Diagnostic {
    let pairs = input.bytes.iter().zip(formatted.as_bytes());
    let same = pairs.take_while(|(old, new)| old == new).count();
    // The text has no byte order mark.
    let offset = same.saturating_sub(input.bytes.len() - source.text.len());
    let line = source.lines.index(Span::from_range(offset..offset).start);
    let message = format!("`{}` is not formatted", input.name);
    let location = Location::Span {
        source: number,
        span: source.line_span(line),
    };
    let diagnostic = Diagnostic::without_file(Code::Unformatted, message);
    let diagnostic = diagnostic.with_location(location).with_label("from this line on");
    match input.path {
        Some(_) => diagnostic.with_help(format!("format it with `picafmt {}`", input.name)),
        None => diagnostic,
    }
}
