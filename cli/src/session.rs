//! A run of a program: what it assembles, and all there is to say.

use std::collections::HashMap;
use std::io;

use pica200_asm::Assembly;
use pica200_link::Finding;
use pica200_objfmt::object::Object;

use crate::destination::Destination;
use crate::input::InputFile;
use crate::output::write_all;
use crate::program::{DiagnosticOptions, Status, Streams};
use crate::render::render;
use crate::report::{Location, Report};
use crate::source::{LineIndex, Source};

/// What was read and said so far. Borrows the inputs.
#[derive(Default, Debug)]
pub struct Session<'s> {
    /// The sources that were assembled.
    pub sources: Vec<Source<'s>>,
    /// What there is to say, in order.
    pub reports: Vec<Report>,
}

impl<'s> Session<'s> {
    /// Assembles an input. There is no object if there are errors.
    pub fn assemble(
        &mut self,
        input: &'s InputFile,
        options: &pica200_asm::Options,
    ) -> Option<Object> {
        if let Some(product) = input.product() {
            let message = format!("`{}` is {product}, and no source", input.name);
            let help = "picald links objects, whose names end in .dvoj; picasm assembles sources";
            let report = Report::of_file("not-a-source", &input.name, message);
            self.reports.push(report.with_help(help));
            return None;
        }
        let Assembly {
            object,
            diagnostics,
            text,
            lines,
        } = pica200_asm::assemble(&input.recorded_name, &input.bytes, options);
        let number = self.sources.len();
        self.sources.push(Source {
            path: &input.name,
            text,
            lines,
        });
        self.reports.extend(
            diagnostics
                .into_iter()
                .map(|diagnostic| Report::from_diagnostic(diagnostic, number)),
        );
        object
    }

    /// The object of an input: read, or assembled if the input is a source.
    pub(crate) fn object(
        &mut self,
        file: &'s InputFile,
        options: &pica200_asm::Options,
    ) -> Option<Object> {
        if !file.is_object() {
            return self.assemble(file, options);
        }
        match Object::read(&file.bytes) {
            Ok(object) => Some(object),
            Err(error) => {
                self.reports.push(unreadable_object(
                    &file.name,
                    &file.bytes,
                    &error.to_string(),
                ));
                None
            }
        }
    }

    /// Adds what the linker says.
    pub fn add_findings(&mut self, findings: Vec<Finding>) {
        self.add(findings.into_iter().map(Report::from_finding).collect());
    }

    /// Adds reports. Lines of inputs that were assembled in this session become pieces of these sources.
    pub(crate) fn add(&mut self, mut reports: Vec<Report>) {
        let mut indices = HashMap::new();
        for place in reports.iter_mut().flat_map(|report| &mut report.places) {
            let Location::Line { object, file, line } = &place.location else {
                continue;
            };
            let found = self.sources.iter().position(|source| source.path == object);
            let Some((number, source)) = found.and_then(|n| Some((n, self.sources.get(n)?))) else {
                continue;
            };
            let index = indices
                .entry(number)
                .or_insert_with(|| LineIndex::new(source));
            if let Some(span) = index.statement(file, *line) {
                place.location = Location::Span {
                    source: number,
                    span,
                };
            }
        }
        self.reports.append(&mut reports);
    }

    /// Keeps what went well, or what there is to say if it did not.
    pub(crate) fn keep<T>(&mut self, made: Result<T, Report>, all: &mut Vec<T>) {
        match made {
            Ok(one) => all.push(one),
            Err(report) => self.reports.push(report),
        }
    }

    /// Whether anything stops the output.
    pub fn has_errors(&self) -> bool {
        self.reports.iter().any(Report::is_error)
    }

    /// Writes the outputs unless there were errors, and says all there is to say.
    pub(crate) fn finish(
        mut self,
        outputs: &[(Destination, Vec<u8>)],
        options: DiagnosticOptions,
        streams: &mut Streams<'_>,
    ) -> Status {
        if !self.has_errors() {
            self.write(outputs, streams);
        }
        self.say(options, streams)
    }

    /// Writes outputs, whatever there is to say.
    pub(crate) fn write(&mut self, outputs: &[(Destination, Vec<u8>)], streams: &mut Streams<'_>) {
        if let Err((destination, error)) = write_all(outputs, streams.stdout) {
            self.cannot_write(&destination, &error);
        }
    }

    /// Writes text that people asked to see to standard output.
    pub(crate) fn show(&mut self, text: &[u8], streams: &mut Streams<'_>) {
        let written = streams
            .stdout
            .write_all(text)
            .and_then(|()| streams.stdout.flush());
        self.shown(written);
    }

    /// Takes what writing to standard output came to. Who closes the pipe has read enough.
    pub(crate) fn shown(&mut self, written: io::Result<()>) {
        match written {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                self.cannot_write(&Destination::Stdout, &error);
            }
            _ => {}
        }
    }

    fn cannot_write(&mut self, destination: &Destination, error: &io::Error) {
        let report = Report::of_io("cannot-write", "cannot write", &destination.name(), error);
        self.reports.push(report);
    }

    /// Says all there is to say.
    pub(crate) fn say(self, options: DiagnosticOptions, streams: &mut Streams<'_>) -> Status {
        let text = render(
            &self.reports,
            &self.sources,
            options.format(),
            options.colors(streams),
        );
        // There is nobody left to tell when the diagnostics' stream is closed; the status says it.
        let _ = streams
            .stderr
            .write_all(&text)
            .and_then(|()| streams.stderr.flush());
        if self.has_errors() {
            Status::Errors
        } else {
            Status::Success
        }
    }
}

/// What to say of an object that cannot be read.
pub(crate) fn unreadable_object(name: &str, bytes: &[u8], why: &str) -> Report {
    let message = format!("`{name}` cannot be read as an object: {why}");
    let report = Report::of_file("unreadable-object", name, message);
    if bytes.starts_with(b"DVOJ") {
        report.with_help("picasm makes it anew from its source")
    } else {
        report.with_help("a name that ends in .dvoj is that of an object; sources have other names")
    }
}
