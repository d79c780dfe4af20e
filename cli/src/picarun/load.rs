//! Inputs, and the shader binary that they are or link to.

use std::collections::HashMap;
use std::path::PathBuf;

use pica200_link::{Input, link};
use pica200_objfmt::shbin::Shbin;

use crate::input::InputFile;
use crate::program::Streams;
use crate::report::Report;
use crate::session::Session;

/// Reads inputs; what cannot be read is told.
pub(super) fn read(
    paths: &[PathBuf],
    streams: &mut Streams<'_>,
    reports: &mut Vec<Report>,
) -> Vec<InputFile> {
    let mut files = Vec::new();
    for path in paths {
        match InputFile::read(path, streams.files, streams.stdin) {
            Ok(file) => files.push(file),
            Err(report) => reports.push(report),
        }
    }
    tell_apart(&mut files);
    files
}

/// Lines are told by the last part of a path. Where inputs share it, all but the first get a number: `lit.vsh (2)`.
fn tell_apart(files: &mut [InputFile]) {
    let mut uses: HashMap<String, usize> = HashMap::new();
    for file in files {
        let uses = uses.entry(file.recorded_name.clone()).or_default();
        *uses += 1;
        if *uses > 1 {
            file.recorded_name = format!("{} ({uses})", file.recorded_name);
        }
    }
}

/// The shader binary that inputs are: one that is a binary itself, or what sources and objects link to. `None` if there
/// were errors.
pub(super) fn binary<'s>(files: &'s [InputFile], session: &mut Session<'s>) -> Option<Shbin> {
    match files {
        [file] if is_binary(file) => read_binary(file, session),
        _ => linked(files, session),
    }
}

fn is_binary(file: &InputFile) -> bool {
    file.bytes.starts_with(b"DVLB")
}

fn read_binary(file: &InputFile, session: &mut Session<'_>) -> Option<Shbin> {
    match Shbin::read(&file.bytes) {
        Ok(shbin) => Some(shbin),
        Err(error) => {
            let message = format!("`{}`: {error}", file.name);
            let report = Report::of_file("damaged-file", &file.name, message);
            session.reports.push(report);
            None
        }
    }
}

fn linked<'s>(files: &'s [InputFile], session: &mut Session<'s>) -> Option<Shbin> {
    let mut inputs = Vec::new();
    for file in files {
        if is_binary(file) {
            session.reports.push(linked_already(file));
            continue;
        }
        let object = session.object(file, &pica200_asm::Options::default());
        inputs.extend(object.map(|object| Input {
            name: file.name.clone(),
            object,
        }));
    }
    if session.has_errors() {
        return None;
    }
    // The lines are for messages, traces and profiles.
    let options = pica200_link::Options {
        debug: true,
        ..Default::default()
    };
    let linked = link(&inputs, &options);
    session.add_findings(linked.findings);
    let output = linked.output?;
    (!session.has_errors()).then_some(output.shbin)
}

fn linked_already(file: &InputFile) -> Report {
    let message = format!(
        "`{}` is linked already, and cannot be linked with other files",
        file.name
    );
    let help = "run it alone, or the sources and objects that it was made of";
    Report::of_file("linked-already", &file.name, message).with_help(help)
}
