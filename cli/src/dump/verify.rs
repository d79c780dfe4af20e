//! `--verify`: the faults of a shader binary.

use pica200_check::{CodePlace, check_for};
use pica200_diagnostics::Code;
use pica200_link::Compat;
use pica200_objfmt::formats::inspect::Content;

use crate::dump::contents::Subject;
use pica200::levels::Levels;
use pica200::report::{Location, Place, Report};
use pica200::session::Session;

/// Checks a file. A damaged file is not checked, because its missing parts would look like faults of the shaders.
pub(crate) fn verify(subject: &Subject<'_>, levels: &Levels, session: &mut Session<'_>) {
    let name = subject.name;
    let Content::Shbin(shbin) = &subject.inspection.content else {
        let message = format!("`{name}` is not a linked shader binary; only these can be checked");
        let report = Report::of_file(Code::CannotCheck, name, message);
        session
            .reports
            .push(report.with_help("picald checks the binaries that it links"));
        return;
    };
    if !subject.inspection.faults.is_empty() {
        return;
    }
    let severity = |code| levels.of_check(code, Compat::None);
    let findings = check_for(shbin, |code| severity(code).is_some());
    let reports = findings.into_iter().filter_map(|finding| {
        let severity = severity(finding.code)?;
        let locate = |place: Option<&CodePlace>, label: &str| locate(name, place, label);
        Some(Report::from_check(finding, severity, locate))
    });
    session.reports.extend(reports);
}

/// A place in the file: by the line table if there is one, and by the word.
fn locate(name: &str, place: Option<&CodePlace>, label: &str) -> Place {
    let Some(place) = place else {
        return Place::of_file(name);
    };
    let location = match &place.source {
        Some(source) => Location::Line {
            object: name.to_owned(),
            file: source.file.clone(),
            line: source.line,
        },
        None => Location::File(name.to_owned()),
    };
    Place {
        location,
        text: format!("{place}: {label}"),
    }
}
