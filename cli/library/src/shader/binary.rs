//! From files to a shader binary, and what is said when a shader cannot be loaded.

use std::collections::HashMap;

use pica200_diagnostics::Code;
use pica200_link::{Input, link};
use pica200_machine::LoadError;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::formats::{FileKind, recognise};
use pica200_objfmt::similar::most_similar;

use crate::input::InputFile;
use crate::report::Report;
use crate::session::Session;

/// Lines are told by the last part of a path. Where files share it, all but the first get a number: `lit.vsh (2)`.
pub fn tell_apart(files: &mut [InputFile]) {
    let mut uses: HashMap<String, usize> = HashMap::new();
    for file in files {
        let uses = uses.entry(file.recorded_name.clone()).or_default();
        *uses += 1;
        if *uses > 1 {
            file.recorded_name = format!("{} ({uses})", file.recorded_name);
        }
    }
}

/// The shader binary that files are: one that is a binary itself, or what sources and objects link to. `None` if there
/// were errors.
pub fn binary<'s>(files: &'s [InputFile], session: &mut Session<'s>) -> Option<Shbin> {
    match files {
        [file] if is_binary(file) => read_binary(file, session),
        _ => linked(files, session),
    }
}

fn is_binary(file: &InputFile) -> bool {
    recognise(&file.bytes) == Some(FileKind::Shbin)
}

fn read_binary(file: &InputFile, session: &mut Session<'_>) -> Option<Shbin> {
    match Shbin::read(&file.bytes) {
        Ok(shbin) => Some(shbin),
        Err(error) => {
            let message = format!("`{}`: {error}", file.name);
            let report = Report::of_file(Code::DamagedFile, &file.name, message);
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
    Report::of_file(Code::LinkedAlready, &file.name, message).with_help(help)
}

/// What to say of a shader that cannot be loaded. `file` is what messages call its file.
pub fn cannot_load(error: &LoadError, file: &str) -> Report {
    let code = match error {
        LoadError::NoIndex { .. } | LoadError::NoEntry { .. } => Code::NoSuchShader,
        LoadError::EntryOutside { .. } => Code::DamagedFile,
    };
    let report = Report::of_file(code, file, format!("`{file}`: {error}"));
    let similar = match error {
        LoadError::NoEntry { name, names } => most_similar(name, names.iter().map(String::as_str)),
        _ => None,
    };
    match similar {
        Some(name) => report.with_help(format!("did you mean `{name}`?")),
        None => report,
    }
}
