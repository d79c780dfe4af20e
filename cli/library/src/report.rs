//! A common form for diagnostics of the assembler, findings of the linker and of the checks, and errors with files.

use std::fmt;
use std::io;

use pica200_asm::diagnostic as asm;
use pica200_asm::text::Span;
use pica200_check::{self as check, CodePlace, Names};
pub use pica200_compile::Advice;
use pica200_diagnostics::{Applicability, SourceLine, Tool};
pub use pica200_diagnostics::{Code, Severity};
use pica200_link as link;
use pica200_objfmt::formats::error::WriteError;

/// A report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Whether it prevents output.
    pub severity: Severity,
    /// The diagnostic.
    pub code: Code,
    /// The tool that reports it.
    pub tool: Tool,
    /// The fault, in words.
    pub message: String,
    /// The locations: the primary one, then related ones.
    pub places: Vec<Place>,
    /// The allowed values, or a remedy.
    pub help: Option<String>,
    /// Options of the command line that fix it, which follow the help.
    pub advice: Option<Box<Advice>>,
    /// Changes of the sources that fix it, each by itself.
    pub suggestions: Vec<Suggestion>,
}

/// A change of a source of this session that fixes a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// The number of the source in the session.
    pub source: usize,
    /// The piece to replace; empty to insert.
    pub span: Span,
    /// The text to put there.
    pub replacement: String,
    /// How certain the change is.
    pub applicability: Applicability,
}

/// A location in a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The location.
    pub location: Location,
    /// The text for it; may be empty.
    pub text: String,
}

/// A location, as exact as possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Location {
    /// A piece of a source of this session.
    Span {
        /// The number of the source in the session.
        source: usize,
        /// The piece.
        span: Span,
    },
    /// A line recorded in an object. If the object was made in this session, it becomes a piece of the source.
    Line {
        /// The object's path.
        object: String,
        /// The source file.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// A file as a whole.
    File(
        /// Its path.
        String,
    ),
}

impl Place {
    /// A file as a whole, without a text.
    pub fn of_file(path: impl Into<String>) -> Self {
        Self {
            location: Location::File(path.into()),
            text: String::new(),
        }
    }
}

impl Place {
    /// A place in a shader of the binary at a path: by the line table if there is one, and by the word.
    pub(crate) fn in_binary(
        path: &str,
        names: &Names<'_>,
        shader: Option<usize>,
        place: CodePlace,
        label: &str,
    ) -> Self {
        let location = match names.line(place.word) {
            Some(SourceLine { file, line }) => Location::Line {
                object: path.to_owned(),
                file,
                line,
            },
            None => Location::File(path.to_owned()),
        };
        Self {
            location,
            text: format!("{}: {label}", names.describe(shader, place)),
        }
    }
}

impl From<link::InputPlace> for Place {
    fn from(place: link::InputPlace) -> Self {
        Self {
            location: match place.source {
                Some(source) => Location::Line {
                    object: place.object,
                    file: source.file,
                    line: source.line,
                },
                None => Location::File(place.object),
            },
            text: place.label,
        }
    }
}

impl Report {
    /// An error about a file as a whole.
    pub fn of_file(code: Code, path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            tool: code
                .rules()
                .first()
                .map_or(Tool::Programs, |rule| rule.tool),
            message: message.into(),
            places: vec![Place::of_file(path)],
            help: None,
            advice: None,
            suggestions: Vec::new(),
        }
    }

    /// The numbers of the sources to which it refers.
    pub(crate) fn sources(&mut self) -> impl Iterator<Item = &mut usize> {
        let places = self.places.iter_mut();
        let places = places.filter_map(|place| match &mut place.location {
            Location::Span { source, .. } => Some(source),
            Location::Line { .. } | Location::File(_) => None,
        });
        places.chain(self.suggestions.iter_mut().map(|one| &mut one.source))
    }

    /// The same report, as a warning.
    #[must_use]
    pub fn as_warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// An error about a file, whose message is the name of the file and a fault.
    pub fn of_fault(code: Code, path: &str, fault: &dyn fmt::Display) -> Self {
        Self::of_file(code, path, format!("`{path}`: {fault}"))
    }

    /// A system error about a file. `what` names the failed operation.
    pub fn of_io(code: Code, what: &str, path: &str, error: &io::Error) -> Self {
        Self::of_file(code, path, format!("{what} `{path}`: {}", reason(error)))
    }

    /// An error without a location in a file.
    pub fn of_no_file(code: Code, message: impl Into<String>) -> Self {
        Self {
            places: Vec::new(),
            ..Self::of_file(code, "", message)
        }
    }

    /// An error about an object or a binary that cannot be written to a file.
    pub(crate) fn unwritable(code: Code, file: String, error: &WriteError) -> Self {
        let message = format!("cannot write `{file}`: {error}");
        Self::of_file(code, file, message)
    }

    /// The same, with a hint.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Whether it prevents output.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Whether its level can be set. Errors of the checker can; other errors stand in the way of any output.
    pub fn is_settable(&self) -> bool {
        !self.is_error() || self.tool == Tool::Checker
    }

    /// The report for a diagnostic of the assembler.
    pub fn from_diagnostic(diagnostic: asm::Diagnostic, source: usize) -> Self {
        let severity = diagnostic.severity();
        let labels = std::iter::once(diagnostic.primary).chain(diagnostic.secondary);
        let suggestions = diagnostic.suggestions.into_iter().map(|of| Suggestion {
            source,
            span: of.span,
            replacement: of.replacement,
            applicability: of.applicability,
        });
        let place = |label: asm::Label| Place {
            location: Location::Span {
                source,
                span: label.span,
            },
            text: label.text,
        };
        Self {
            severity,
            code: diagnostic.code,
            tool: Tool::Assembler,
            message: diagnostic.message,
            places: labels.map(place).collect(),
            help: diagnostic
                .help
                .or_else(|| remedy_with_option(diagnostic.code)),
            advice: None,
            suggestions: suggestions.collect(),
        }
    }

    /// The report for a finding of the linker.
    pub(crate) fn from_finding(finding: link::Finding) -> Self {
        let code = finding.problem.code();
        Self {
            severity: finding.severity,
            code,
            tool: Tool::Linker,
            message: finding.problem.to_string(),
            help: finding
                .problem
                .help()
                .or_else(|| Some(code.remedy().to_owned())),
            places: finding.places.into_iter().map(Place::from).collect(),
            advice: None,
            suggestions: Vec::new(),
        }
    }

    /// The report for a finding of the checker, with the severity from [`crate::levels::Levels`]. `locate` finds the
    /// location of a place and the text for it; a finding about outputs gets its locations later.
    pub fn from_check(
        finding: check::Finding,
        severity: Severity,
        locate: impl Fn(Option<CodePlace>, &str) -> Place,
    ) -> Self {
        let path = finding.path.iter();
        let first = locate(finding.place, finding.label);
        Self {
            severity,
            code: finding.code,
            tool: Tool::Checker,
            message: finding.message,
            places: std::iter::once(first)
                .chain(path.map(|step| locate(Some(step.place), step.what)))
                .collect(),
            help: Some(
                [
                    finding.help.unwrap_or_else(|| finding.code.remedy()),
                    "; for more information, try `picald --explain ",
                    finding.code.name(),
                    "`",
                ]
                .concat(),
            ),
            advice: None,
            suggestions: Vec::new(),
        }
    }
}

/// The system's text for a failure, in the form of other messages: no code, lower case, no full stop.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text
        .split(" (os error ")
        .next()
        .unwrap_or_default()
        .trim_end_matches('.');
    let mut characters = text.chars();
    match characters.next() {
        // An abbreviation keeps its form.
        Some(first)
            if !characters
                .as_str()
                .starts_with(|c: char| c.is_uppercase() || c == '/') =>
        {
            first.to_lowercase().chain(characters).collect()
        }
        _ => text.to_owned(),
    }
}

/// The remedy for a diagnostic of the assembler, if it is an option of the programs, which the assembler does not know.
fn remedy_with_option(code: Code) -> Option<String> {
    (code == Code::CannotInclude).then(|| code.remedy().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_have_the_form_of_messages() {
        let cases = [
            (
                "No such file or directory (os error 2)",
                "no such file or directory",
            ),
            (
                "The file was not found. (os error 2)",
                "the file was not found",
            ),
            ("I/O error", "I/O error"),
            ("EOF reached", "EOF reached"),
        ];
        for (system, ours) in cases {
            assert_eq!(reason(&io::Error::other(system)), ours);
        }
    }
}
