//! The warnings of pages: those of the checks of a binary, and what picald says of objects.

use std::path::PathBuf;

use pica200::input::{InputFile, InputKind};
use pica200::job::Job;
use pica200::report::{Location, Report};
use pica200::session::Session;
use pica200::text::page::shown;
use pica200_asm::Files;
use pica200_check::check_for;
use pica200_link::Compat;
use pica200_objfmt::formats::inspect::Content;
use pica200_report::contents::Subject;
use pica200_report::model::Warning;

use crate::picadump::options::CommandLine;

/// The findings of the checks. A damaged file is not checked, because its missing parts would look like faults.
pub(super) fn of_binary(subject: &Subject<'_>, options: &CommandLine) -> Vec<Warning> {
    let Content::Shbin(shbin) = &subject.inspection.content else {
        return Vec::new();
    };
    if !subject.inspection.faults.is_empty() {
        return Vec::new();
    }
    let severity = |code| options.levels.levels.of_check(code, Compat::None);
    let findings = check_for(shbin, |code| severity(code).is_some());
    let warning = |finding: pica200_check::Finding| {
        let severity = severity(finding.code)?;
        Some(Warning::of_finding(finding, severity))
    };
    findings.into_iter().filter_map(warning).collect()
}

/// What picald says of each of some objects when it links them to a program, or why it cannot link them.
pub(super) fn of_objects(
    job: &Job,
    objects: &[InputFile],
    files: &dyn Files,
) -> Result<Vec<Vec<Warning>>, String> {
    let mut session = Session::new(files);
    if job.link(objects, &mut session).is_none() {
        let mut errors = session.reports.iter().filter(|report| report.is_error());
        let first = errors.next().map(|report| report.message.as_str());
        let why = shown(first.unwrap_or("they are not a program").as_bytes());
        return Err(format!(
            "Without warnings: picald checks whole programs, and cannot link this alone: {why}"
        ));
    }
    job.levels.apply(&mut session.reports);
    let mut all = vec![Vec::new(); objects.len()];
    for report in &session.reports {
        let own = objects.iter().position(|of| is_about(report, &of.name));
        if let Some(warnings) = all.get_mut(own.unwrap_or(0)) {
            warnings.push(Warning::of_report(report, &session.sources));
        }
    }
    Ok(all)
}

/// Whether the first place of a report is in an object.
fn is_about(report: &Report, name: &str) -> bool {
    match report.places.first().map(|place| &place.location) {
        Some(Location::Line { object, .. }) => object == name,
        Some(Location::File(path)) => path == name,
        _ => false,
    }
}

/// A member of an archive, as an input of picald.
pub(super) fn member(archive: &str, name: &str, bytes: &[u8]) -> InputFile {
    let path = PathBuf::from(format!("{archive}({name})"));
    InputFile {
        kind: InputKind::Object,
        ..InputFile::of(path, bytes.to_owned())
    }
}
