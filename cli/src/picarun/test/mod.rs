//! `picarun --test`: the cases of test files, and what came of them.

mod cases;
mod document;
mod expectations;
mod tally;
mod values;

use std::io;
use std::path::{Path, PathBuf};

use pica200_asm::source::Lines;
use pica200_machine::ShaderChoice;
use toml::de::DeTable;

use super::options::Testing;
use crate::input::InputFile;
use crate::program::{DiagnosticOptions, Status, Streams};
use crate::report::Report;
use crate::session::Session;
use crate::shader::rows::parse_error;
use crate::source::Source;
use crate::testing::{Binary, Shader};
use cases::cases;
use document::{Choice, Findings, Header, header};
use tally::{Tally, line, no_such_case};

/// How large a test file may be. Read, it takes some 80 times as much.
const MOST_BYTES: usize = 2 << 20;

/// Runs the cases of all files.
pub(super) fn run(
    options: &Testing,
    diagnostics: DiagnosticOptions,
    streams: &mut Streams<'_>,
) -> Status {
    let mut tally = Tally::default();
    for path in &options.test {
        if test_file(path, options, diagnostics, &mut tally, streams) != Status::Success {
            tally.broken += 1;
        }
    }
    let mut session = Session::default();
    session.show(tally.summary().as_bytes(), streams);
    if let Some(filter) = &options.filter
        && tally.passed + tally.failed == 0
        && tally.broken == 0
    {
        session.reports.push(no_such_case(filter));
    }
    match session.say(diagnostics, streams) {
        Status::Success if tally.failed + tally.broken != 0 => Status::Errors,
        status => status,
    }
}

/// Runs the cases of a file, and says what is wrong with it.
fn test_file(
    path: &Path,
    options: &Testing,
    diagnostics: DiagnosticOptions,
    tally: &mut Tally,
    streams: &mut Streams<'_>,
) -> Status {
    match InputFile::read(path, streams.files, streams.stdin) {
        Ok(file) => test_read(&file, options, diagnostics, tally, streams),
        Err(report) => of_report(report).say(diagnostics, streams),
    }
}

/// A session that has one thing to say.
fn of_report<'s>(report: Report) -> Session<'s> {
    Session {
        reports: vec![report],
        ..Session::default()
    }
}

fn test_read(
    file: &InputFile,
    options: &Testing,
    diagnostics: DiagnosticOptions,
    tally: &mut Tally,
    streams: &mut Streams<'_>,
) -> Status {
    let name = &file.name;
    let Ok(text) = std::str::from_utf8(&file.bytes) else {
        let message = format!("`{name}`: it is no UTF-8");
        let report = Report::of_file("unreadable-test", name, message);
        return of_report(report).say(diagnostics, streams);
    };
    let mut findings = Findings::new(name);
    let document = read(text, &mut findings);
    let inputs = document.as_ref().map_or_else(Vec::new, |(_, header)| {
        shaders(file.path.as_deref(), header, &mut findings, streams)
    });
    let mut session = Session::default();
    session.sources.push(Source {
        path: name,
        text,
        lines: Lines::of_text(name, text),
    });
    if let Some((table, header)) = document
        && inputs.len() == header.shaders.len()
        && let Some(shader) = link(&inputs, &header, &mut findings, &mut session)
    {
        let cases = cases(&table, &shader, &mut findings);
        if findings.is_empty() {
            let filter = options.filter.as_deref();
            let chosen = tally.choose(&cases, filter);
            if !chosen.is_empty() {
                session.show(line("", name).as_bytes(), streams);
            }
            for case in chosen {
                // Where nothing can be written there is nothing to run for.
                if session.has_errors() {
                    break;
                }
                session.show(tally.run(case).as_bytes(), streams);
            }
        }
    }
    session.reports.append(&mut findings.into_reports());
    session.say(diagnostics, streams)
}

/// The table of a file, and what it says of its shader. `None` if there is no way on.
fn read<'t>(text: &'t str, findings: &mut Findings<'_>) -> Option<(DeTable<'t>, Header)> {
    if text.len() > MOST_BYTES {
        let message = format!("it has more than {MOST_BYTES} bytes");
        let help = "cases can be shared out among several files";
        findings.of_file("unreadable-test", &message, help);
        return None;
    }
    match DeTable::parse(text) {
        Ok(table) => {
            let table = table.into_inner();
            let header = header(&table, findings)?;
            Some((table, header))
        }
        Err(error) => {
            let span = error.span().unwrap_or_default();
            findings.error("unreadable-test", span, parse_error(&error));
            None
        }
    }
}

/// Reads the shaders of a test file: their paths are relative to it.
fn shaders(
    test: Option<&Path>,
    header: &Header,
    findings: &mut Findings<'_>,
    streams: &Streams<'_>,
) -> Vec<InputFile> {
    let folder = test.and_then(Path::parent).unwrap_or(Path::new(""));
    let read = |(path, span): &(PathBuf, std::ops::Range<usize>)| {
        let path = folder.join(path);
        match InputFile::read(&path, streams.files, &mut io::empty()) {
            Ok(input) => Some(input),
            Err(report) => {
                findings.error(report.name, span.clone(), report.message);
                None
            }
        }
    };
    header.shaders.iter().filter_map(read).collect()
}

/// Links the shaders, and chooses the one to test. `None` if there were errors.
fn link<'s>(
    inputs: &'s [InputFile],
    header: &Header,
    findings: &mut Findings<'_>,
    session: &mut Session<'s>,
) -> Option<Shader> {
    let binary = Binary::link(inputs, session)?;
    let choice = match &header.choice {
        Choice::Index(index, _) => ShaderChoice::Index(*index),
        Choice::Entry(name, _) => ShaderChoice::Entry(name),
    };
    match binary.choose(choice) {
        Ok(shader) => Some(shader),
        Err(report) => {
            findings.report(header.choice.span(), report);
            None
        }
    }
}
