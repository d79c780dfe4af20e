//! From files to a shader binary, and what is said when a shader cannot be loaded.

use pica200_link::{Input, link};
use pica200_machine::LoadError;
use pica200_objfmt::shbin::Shbin;
use pica200_objfmt::similar::most_similar;

use crate::input::InputFile;
use crate::report::Report;
use crate::session::Session;

/// The shader binary that a file is, or what sources and objects link to. `None` if there were errors.
pub(crate) fn binary<'s>(files: &'s [InputFile], session: &mut Session<'s>) -> Option<Shbin> {
    if let [file] = files
        && file.bytes.starts_with(b"DVLB")
    {
        return match Shbin::read(&file.bytes) {
            Ok(shbin) => Some(shbin),
            Err(error) => {
                let message = format!("`{}`: {error}", file.name);
                let report = Report::of_file("damaged-file", &file.name, message);
                session.reports.push(report);
                None
            }
        };
    }
    let assembling = pica200_asm::Options::default();
    let inputs = files.iter().filter_map(|file| {
        Some(Input {
            object: session.object(file, &assembling)?,
            name: file.name.clone(),
        })
    });
    let inputs: Vec<_> = inputs.collect();
    if session.has_errors() {
        return None;
    }
    // The lines are for messages and traces.
    let options = pica200_link::Options {
        debug: true,
        ..Default::default()
    };
    let linked = link(&inputs, &options);
    session.add_findings(linked.findings);
    let output = linked.output?;
    (!session.has_errors()).then_some(output.shbin)
}

/// What to say of a shader that cannot be loaded. `file` is what messages call its file.
pub(crate) fn cannot_load(error: &LoadError, file: &str) -> Report {
    let name = match error {
        LoadError::NoIndex { .. } | LoadError::NoEntry { .. } => "no-such-shader",
        LoadError::EntryOutside { .. } => "damaged-file",
    };
    let report = Report::of_file(name, file, format!("`{file}`: {error}"));
    let similar = match error {
        LoadError::NoEntry { name, names } => most_similar(name, names.iter().map(String::as_str)),
        _ => None,
    };
    match similar {
        Some(name) => report.with_help(format!("did you mean `{name}`?")),
        None => report,
    }
}
