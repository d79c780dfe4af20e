//! Warnings, and their words and lines.

use pica200::diagnostic::{Diagnostic, Label, Location};
use pica200::source::Source;
use pica200::text::page::{shown, truncated_name};
use pica200_check::{self as check, BinaryLocation};
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
    /// The help text.
    pub help: Option<String>,
    /// Its locations: the primary one, then related ones, such as the execution path that leads to it.
    pub notes: Vec<Note>,
}

/// A location of a warning.
#[derive(Clone, Debug)]
pub struct Note {
    /// The location.
    pub at: WarningLocation,
    /// The label text; may be empty.
    pub text: String,
}

/// A location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WarningLocation {
    /// A word of the code.
    Word(u32),
    /// A line of a file, 1-based.
    Line(String, u32),
    /// The file as a whole.
    File,
}

impl Warning {
    /// Converts a diagnostic of the shader binary checks.
    pub fn from_check(diagnostic: check::Diagnostic, severity: Severity) -> Self {
        let note = |label: &Label<BinaryLocation>| {
            Some(Note {
                at: WarningLocation::Word(label.location.code()?.word),
                text: shown_text(&label.text),
            })
        };
        let mut notes: Vec<_> = diagnostic.labels().filter_map(note).collect();
        if notes.is_empty() {
            notes.push(Note {
                at: WarningLocation::File,
                text: String::new(),
            });
        }
        Self {
            code: diagnostic.code,
            severity,
            message: shown_text(&diagnostic.message),
            help: Some(diagnostic.code.remedy().to_owned()),
            notes,
        }
    }

    /// Converts a diagnostic of a session with these sources.
    pub fn from_diagnostic(diagnostic: &Diagnostic, sources: &[Source<'_>]) -> Self {
        let notes = diagnostic.labels().map(|label| Note {
            at: at(&label.location, sources),
            text: shown_text(&label.text),
        });
        Self {
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: shown_text(&diagnostic.message),
            help: diagnostic.help.as_deref().map(shown_text),
            notes: notes.collect(),
        }
    }
}

/// Quotes file names in a text that may be empty.
fn shown_text(text: &str) -> String {
    match text {
        "" => String::new(),
        text => shown(text.as_bytes()),
    }
}

fn at(location: &Location, sources: &[Source<'_>]) -> WarningLocation {
    match location {
        Location::Span { source, span } => match sources.get(*source) {
            Some(source) => {
                let position = source.lines.position(source.lines.index(span.start));
                let file = source.file_name(position.file);
                WarningLocation::Line(shown(file.as_bytes()), position.line)
            }
            None => WarningLocation::File,
        },
        Location::Line { file, line, .. } => WarningLocation::Line(shown(file.as_bytes()), *line),
        Location::File(_) => WarningLocation::File,
    }
}

/// Attaches the warnings to words and lines.
pub(super) fn attach(part: &mut Part) {
    for (number, warning) in part.warnings.iter().enumerate() {
        let Some(note) = warning.notes.first() else {
            continue;
        };
        match &note.at {
            WarningLocation::Word(word) => {
                let index = usize::try_from(*word).ok();
                if let Some(word) = index.and_then(|index| part.words.get_mut(index)) {
                    word.warnings.push(number);
                }
            }
            WarningLocation::Line(file, line) => {
                for source in &mut part.sources {
                    let row = source.row_of(file, *line);
                    if let Some(row) = row.and_then(|row| source.lines.get_mut(row)) {
                        row.warnings.push(number);
                    }
                }
                let place = format!("{}:{line}", truncated_name(last_part(file).as_bytes()));
                let is_here = |of: &&mut super::Word| of.place.as_deref().is_some_and(|of| last_part(of) == place);
                if let Some(word) = part.words.iter_mut().find(is_here) {
                    word.warnings.push(number);
                }
            }
            WarningLocation::File => {}
        }
    }
}

/// Returns the last component of a path: line tables contain no directories.
fn last_part(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
