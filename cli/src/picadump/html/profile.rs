//! Execution profile of a page.

use std::path::Path;

use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::session::Session;
use pica200::text::page::counted;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::inspect::Content;
use pica200_report::contents::InspectedFile;
use pica200_report::model::{Counts, ProfileError};

/// Reads the execution counts written by `picarun --trace=json`.
pub(super) fn read(path: &Path, session: &mut Session<'_>) -> Option<Counts> {
    let name = path.display().to_string();
    let unreadable = |why: String| {
        let diagnostic = Diagnostic::for_file(Code::UnreadableProfile, &name, format!("`{name}`: {why}"));
        diagnostic.with_help("write it with `picarun --trace=json`, which prints each executed instruction")
    };
    let read = match session.files().read(path) {
        Ok(bytes) => String::from_utf8(bytes).map_err(|_| unreadable("it is not valid UTF-8".to_owned())),
        Err(error) => Err(Diagnostic::for_io(Code::CannotRead, "cannot read", &name, &error)),
    };
    let counts = read.and_then(|text| {
        Counts::from_trace(&text).map_err(|error| {
            unreadable(match error {
                ProfileError::Line(line, why) => {
                    format!("line {line} is not a line of a trace: {why}")
                }
                ProfileError::NoInstructions => "no line has an executed instruction".to_owned(),
            })
        })
    });
    let mut kept = Vec::new();
    session.keep(counts, &mut kept);
    kept.pop()
}

/// Reports a profile for a file that cannot have one, because it does not run as it is.
pub(super) fn reject(counts: Option<&Counts>, file: &InputFile, what: &str, session: &mut Session<'_>) {
    if counts.is_some() {
        let name = &file.name;
        let message = format!("`{name}` is {what}; only shader binaries have profiles");
        let diagnostic = Diagnostic::for_file(Code::UnreadableProfile, name, message);
        session
            .diagnostics
            .push(diagnostic.with_help("give the shader binary, or the sources"));
    }
}

/// Returns the counts, unless they belong to another program, which is reported.
pub(super) fn matching_counts(
    counts: Option<Counts>,
    subject: &InspectedFile<'_>,
    session: &mut Session<'_>,
) -> Option<Counts> {
    let words = match &subject.inspection.content {
        Content::Shbin(shbin) => shbin.program.code.len(),
        _ => 0,
    };
    let last = counts.as_ref()?.last_word()?;
    if usize::try_from(last).is_ok_and(|last| last < words) {
        return counts;
    }
    let name = subject.name;
    let message = format!(
        "the profile belongs to another program: it executes word {last:#05x}, but `{name}` has {}",
        counted(words, "word")
    );
    let diagnostic = Diagnostic::for_file(Code::UnreadableProfile, name, message);
    session
        .diagnostics
        .push(diagnostic.with_help("profile the same file, or sources with the same options"));
    None
}
