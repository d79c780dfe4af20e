//! One form for all that programs say: diagnostics of the assembler, findings of the linker, trouble with files.

use std::io;

use pica200_asm::diagnostic as asm;
use pica200_asm::text::Span;
use pica200_check::{self as check, CodePlace};
use pica200_diagnostics::{Applicability, Tool};
pub use pica200_diagnostics::{Code, Severity};
use pica200_link as link;
use pica200_objfmt::formats::error::WriteError;

/// Something to say.
#[derive(Clone, Debug)]
pub struct Report {
    /// Whether it stops the output.
    pub severity: Severity,
    /// The diagnostic.
    pub code: Code,
    /// The tool that reports it.
    pub tool: Tool,
    /// What is wrong.
    pub message: String,
    /// Where: first the place itself, then others that have to do with it.
    pub places: Vec<Place>,
    /// What is allowed, or how to mend it.
    pub help: Option<String>,
    /// Changes of the sources that fix it, each by itself.
    pub suggestions: Vec<Suggestion>,
}

/// A change of a source of this session that fixes a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// The source, by its number in the session.
    pub source: usize,
    /// The piece to replace; empty to insert.
    pub span: Span,
    /// The text to put there.
    pub replacement: String,
    /// How certain the change is.
    pub applicability: Applicability,
}

/// A place that a report is about.
#[derive(Clone, Debug)]
pub struct Place {
    /// Where it is.
    pub location: Location,
    /// What is said of it; may be empty.
    pub text: String,
}

/// Where something is, as exactly as is known.
#[derive(Clone, Debug)]
pub enum Location {
    /// A piece of a source of this session.
    Span {
        /// The source, by its number in the session.
        source: usize,
        /// The piece.
        span: Span,
    },
    /// A line that an object remembers. Where the object was made in this session, it becomes a piece of the source.
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
    /// A file as a whole, with nothing to say of it.
    pub fn of_file(path: impl Into<String>) -> Self {
        Self {
            location: Location::File(path.into()),
            text: String::new(),
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
    /// An error that is about a file as a whole.
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
            suggestions: Vec::new(),
        }
    }

    /// The same as a warning.
    #[must_use]
    pub fn as_warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// An error of the system over a file. `what` says what cannot be done to it.
    pub fn of_io(code: Code, what: &str, path: &str, error: &io::Error) -> Self {
        Self::of_file(code, path, format!("{what} `{path}`: {}", reason(error)))
    }

    /// An error over something that has no place in a file.
    pub fn of_no_file(code: Code, message: impl Into<String>) -> Self {
        Self {
            places: Vec::new(),
            ..Self::of_file(code, "", message)
        }
    }

    /// An error over an object or a binary that no file can hold.
    pub fn unwritable(code: Code, file: String, error: &WriteError) -> Self {
        let message = format!("cannot write `{file}`: {error}");
        Self::of_file(code, file, message)
    }

    /// With a hint.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Whether it stops the output.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Whether its level can be set. Errors of the checker can; other errors stand in the way of any output.
    pub fn is_settable(&self) -> bool {
        !self.is_error() || self.tool == Tool::Checker
    }

    /// What the assembler says of a source.
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
            code: diagnostic.kind,
            tool: Tool::Assembler,
            message: diagnostic.message,
            places: labels.map(place).collect(),
            help: diagnostic.help,
            suggestions: suggestions.collect(),
        }
    }

    /// What the linker says.
    pub fn from_finding(finding: link::Finding) -> Self {
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
            suggestions: Vec::new(),
        }
    }

    /// What the checks on linked programs say, at the level that [`crate::levels::Levels`] gives them. `locate` finds a place: where it is, and what
    /// to say of it.
    pub fn from_check(
        finding: check::Finding,
        severity: Severity,
        locate: impl Fn(Option<&CodePlace>, &str) -> Place,
    ) -> Self {
        let path = finding.path.iter();
        let first = locate(finding.place.as_ref(), &finding.label);
        Self {
            severity,
            code: finding.code,
            tool: Tool::Checker,
            message: finding.message,
            places: std::iter::once(first)
                .chain(path.map(|step| locate(Some(&step.place), &step.what)))
                .collect(),
            help: Some(format!("`picald --explain {}` says more", finding.code)),
            suggestions: Vec::new(),
        }
    }
}

/// What the system says of a failure, in the form of our own messages: no code, lower case, no full stop.
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
