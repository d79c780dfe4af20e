//! Warnings on pages: from the checks of a binary, and from linking objects.

use std::path::PathBuf;

use pica200::diagnostic::{Diagnostic, Location};
use pica200::input::{InputFile, InputKind};
use pica200::job::Job;
use pica200::session::Session;
use pica200::text::page::shown;
use pica200_asm::Files;
use pica200_check::check_for;
use pica200_link::Compat;
use pica200_objfmt::formats::inspect::Content;
use pica200_report::contents::InspectedFile;
use pica200_report::model::Warning;

use crate::picadump::options::CommandLine;

/// Returns the diagnostics of the checks. A damaged file is not checked, because its missing parts would look like
/// faults.
pub(super) fn binary_warnings(subject: &InspectedFile<'_>, options: &CommandLine) -> Vec<Warning> {
    let Content::Shbin(shbin) = &subject.inspection.content else {
        return Vec::new();
    };
    if !subject.inspection.faults.is_empty() {
        return Vec::new();
    }
    let severity = |code| options.levels.levels.check_severity(code, Compat::None);
    let diagnostics = check_for(shbin, |code| severity(code).is_some());
    let warning = |diagnostic: pica200_check::Diagnostic| {
        let severity = severity(diagnostic.code)?;
        Some(Warning::from_check(diagnostic, severity))
    };
    diagnostics.into_iter().filter_map(warning).collect()
}

/// Returns picald's diagnostics on each object when it links them to a program, or why it cannot link them.
pub(super) fn object_warnings(
    job: &Job,
    objects: &[InputFile],
    files: &dyn Files,
) -> Result<Vec<Vec<Warning>>, String> {
    let mut session = Session::new(files);
    if job.link(objects, &mut session).is_none() {
        let mut errors = session.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        let first = errors.next().map(|diagnostic| diagnostic.message.as_str());
        let why = shown(first.unwrap_or("they are not a program").as_bytes());
        return Err(format!(
            "No warnings: picald checks complete programs, and cannot link this file alone: {why}"
        ));
    }
    job.levels.apply(&mut session.diagnostics);
    let mut all = vec![Vec::new(); objects.len()];
    for diagnostic in &session.diagnostics {
        let own = objects.iter().position(|of| is_about(diagnostic, &of.name));
        if let Some(warnings) = all.get_mut(own.unwrap_or(0)) {
            warnings.push(Warning::from_diagnostic(diagnostic, &session.sources));
        }
    }
    Ok(all)
}

/// Returns true if the first location of a diagnostic is in the object.
fn is_about(diagnostic: &Diagnostic, name: &str) -> bool {
    match diagnostic.location() {
        Some(Location::Line { object, .. }) => object == name,
        Some(Location::File(path)) => path == name,
        _ => false,
    }
}

/// Returns an archive member as an input of picald.
pub(super) fn member(archive: &str, name: &str, bytes: &[u8]) -> InputFile {
    let path = PathBuf::from(format!("{archive}({name})"));
    InputFile {
        kind: InputKind::Object,
        ..InputFile::new(path, bytes.to_owned())
    }
}
