//! One form for all that programs say: diagnostics of the assembler, findings of the linker, trouble with files.

use std::io;

use pica200_asm::diagnostic as asm;
use pica200_asm::text::Span;
use pica200_check::{self as check, CodePlace};
use pica200_link as link;
use pica200_objfmt::formats::error::WriteError;

/// Whether a report stops the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// Nothing is written.
    Error,
    /// The output is written all the same.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// Something to say.
#[derive(Clone, Debug)]
pub struct Report {
    /// Whether it stops the output.
    pub severity: Severity,
    /// The name of its kind, in kebab case.
    pub name: &'static str,
    /// What is wrong.
    pub message: String,
    /// Where: first the place itself, then others that have to do with it.
    pub places: Vec<Place>,
    /// What is allowed, or how to mend it.
    pub help: Option<String>,
    /// Whether options may turn it into a warning, or into nothing. Warnings may always be.
    pub is_lint: bool,
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

impl From<link::Place> for Place {
    fn from(place: link::Place) -> Self {
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
    pub fn of_file(
        name: &'static str,
        path: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            severity: Severity::Error,
            name,
            message: message.into(),
            places: vec![Place::of_file(path)],
            help: None,
            is_lint: false,
        }
    }

    /// The same as a warning.
    #[must_use]
    pub fn as_warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// An error of the system over a file. `what` says what cannot be done to it.
    pub fn of_io(name: &'static str, what: &str, path: &str, error: &io::Error) -> Self {
        Self::of_file(name, path, format!("{what} `{path}`: {}", reason(error)))
    }

    /// An error over something that has no place in a file.
    pub fn of_no_file(name: &'static str, message: impl Into<String>) -> Self {
        Self {
            places: Vec::new(),
            ..Self::of_file(name, "", message)
        }
    }

    /// An error over an object or a binary that no file can hold.
    pub fn unwritable(name: &'static str, file: String, error: &WriteError) -> Self {
        let message = format!("cannot write `{file}`: {error}");
        Self::of_file(name, file, message)
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

    /// What the assembler says of a source.
    pub fn from_diagnostic(diagnostic: asm::Diagnostic, source: usize) -> Self {
        let severity = match diagnostic.kind.severity() {
            asm::Severity::Error => Severity::Error,
            asm::Severity::Warning | asm::Severity::Allowed => Severity::Warning,
        };
        let labels = std::iter::once(diagnostic.primary).chain(diagnostic.secondary);
        let place = |label: asm::Label| Place {
            location: Location::Span {
                source,
                span: label.span,
            },
            text: label.text,
        };
        Self {
            severity,
            name: diagnostic.kind.name(),
            message: diagnostic.message,
            places: labels.map(place).collect(),
            help: diagnostic.help,
            is_lint: false,
        }
    }

    /// What the linker says.
    pub fn from_finding(finding: link::Finding) -> Self {
        let severity = match finding.severity {
            link::Severity::Error => Severity::Error,
            link::Severity::Warning => Severity::Warning,
        };
        Self {
            severity,
            name: finding.problem.name(),
            message: finding.problem.to_string(),
            help: finding.problem.help(),
            places: finding.places.into_iter().map(Place::from).collect(),
            is_lint: false,
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
            name: finding.lint.name(),
            message: finding.message,
            places: std::iter::once(first)
                .chain(path.map(|step| locate(Some(&step.place), &step.what)))
                .collect(),
            help: Some(format!(
                "`picald --explain {}` says more",
                finding.lint.name()
            )),
            is_lint: true,
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
