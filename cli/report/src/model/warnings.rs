//! Warnings, and the words and lines to which they belong.

use pica200::report::{Location, Report};
use pica200::source::Source;
use pica200::text::page::{shortened, shown};
use pica200_check::{CodePlace, Finding};
use pica200_diagnostics::{Code, Severity};

use super::Part;

/// A warning or an error.
#[derive(Clone, Debug)]
pub struct Warning {
    /// The diagnostic.
    pub code: Code,
    /// Its severity.
    pub severity: Severity,
    /// The message.
    pub message: String,
    /// A remedy.
    pub help: Option<String>,
    /// Its places: the primary one, then related ones, such as the path of execution to it.
    pub notes: Vec<Note>,
}

/// A place of a warning.
#[derive(Clone, Debug)]
pub struct Note {
    /// The place.
    pub at: At,
    /// A short text about it; may be empty.
    pub text: String,
}

/// Where something is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum At {
    /// A word of the code.
    Word(u32),
    /// A line of a file, from 1.
    Line(String, u32),
    /// The file as a whole.
    File,
}

impl Warning {
    /// A finding of the checks of a shader binary.
    pub fn of_finding(finding: Finding, severity: Severity) -> Self {
        let note = |place: Option<CodePlace>, text: &str| Note {
            at: place.map_or(At::File, |place| At::Word(place.word)),
            text: shown_text(text),
        };
        let first = note(finding.place, finding.label);
        let path = finding.path.iter();
        let path = path.map(|step| note(Some(step.place), step.what));
        Self {
            code: finding.code,
            severity,
            message: shown_text(&finding.message),
            help: Some(finding.code.remedy().to_owned()),
            notes: std::iter::once(first).chain(path).collect(),
        }
    }

    /// A report of a session with these sources.
    pub fn of_report(report: &Report, sources: &[Source<'_>]) -> Self {
        let places = report.places.iter().map(|place| Note {
            at: at(&place.location, sources),
            text: shown_text(&place.text),
        });
        Self {
            code: report.code,
            severity: report.severity,
            message: shown_text(&report.message),
            help: report.help.as_deref().map(shown_text),
            notes: places.collect(),
        }
    }
}

/// A text that may be empty, and quotes names of files.
fn shown_text(text: &str) -> String {
    match text {
        "" => String::new(),
        text => shown(text.as_bytes()),
    }
}

fn at(location: &Location, sources: &[Source<'_>]) -> At {
    match location {
        Location::Span { source, span } => match sources.get(*source) {
            Some(source) => {
                let position = source.lines.position(source.lines.index(span.start));
                let file = source.file_name(position.file);
                At::Line(shown(file.as_bytes()), position.line)
            }
            None => At::File,
        },
        Location::Line { file, line, .. } => At::Line(shown(file.as_bytes()), *line),
        Location::File(_) => At::File,
    }
}

/// Gives words and lines their warnings.
pub(super) fn attach(part: &mut Part) {
    for (number, warning) in part.warnings.iter().enumerate() {
        let Some(note) = warning.notes.first() else {
            continue;
        };
        match &note.at {
            At::Word(word) => {
                let index = usize::try_from(*word).ok();
                if let Some(word) = index.and_then(|index| part.words.get_mut(index)) {
                    word.warnings.push(number);
                }
            }
            At::Line(file, line) => {
                for source in &mut part.sources {
                    let row = source.row_of(file, *line);
                    if let Some(row) = row.and_then(|row| source.lines.get_mut(row)) {
                        row.warnings.push(number);
                    }
                }
                let place = format!("{}:{line}", shortened(last_part(file).as_bytes()));
                let is_here = |of: &&mut super::Word| {
                    of.place.as_deref().is_some_and(|of| last_part(of) == place)
                };
                if let Some(word) = part.words.iter_mut().find(is_here) {
                    word.warnings.push(number);
                }
            }
            At::File => {}
        }
    }
}

/// The last part of a path: line tables have no folders.
fn last_part(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
