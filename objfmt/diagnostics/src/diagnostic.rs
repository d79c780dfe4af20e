//! The diagnostic type of all tools.

use std::fmt;
use std::io;

use crate::{Advice, Applicability, Code, Level, Location, Severity, Span, Tool};

/// An error or a warning about an input.
///
/// `L` is the tool's representation of locations: source spans in the assembler, lines of the displayed text in the
/// compiler, words of code in the checker. [`Diagnostic::map`] converts them to the [`Location`]s that programs show.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Diagnostic<L = Location> {
    /// The severity, which decides whether output is prevented.
    pub severity: Severity,
    /// Its row in the catalogue.
    pub code: Code,
    /// The tool that reports it.
    pub tool: Tool,
    /// The error, with the text that was found, without a full stop.
    pub message: String,
    /// The location; `None` if the diagnostic is about the input as a whole.
    pub primary: Option<Box<Label<L>>>,
    /// Related locations.
    pub secondary: Vec<Label<L>>,
    /// The allowed alternatives, or a correction.
    pub help: Option<String>,
    /// Command-line options that fix the diagnostic. They follow the help.
    pub advice: Option<Box<Advice>>,
    /// Alternative changes of the sources that fix the diagnostic.
    pub fixes: Vec<Fix<L>>,
}

/// A location with a text about it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label<L = Location> {
    /// The location.
    pub location: L,
    /// The text about it; may be empty.
    pub text: String,
}

/// A change of a source.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fix<L = Location> {
    /// The location to replace; empty to insert.
    pub location: L,
    /// The new text.
    pub replacement: String,
    /// The certainty of the change.
    pub applicability: Applicability,
}

impl<L> Label<L> {
    /// Creates a label with a text.
    pub fn new(location: L, text: impl Into<String>) -> Self {
        Self {
            location,
            text: text.into(),
        }
    }

    /// Converts the location. `None` if it cannot be converted.
    fn filter_map<M>(self, convert: impl FnOnce(L) -> Option<M>) -> Option<Label<M>> {
        Some(Label::new(convert(self.location)?, self.text))
    }
}

impl Label {
    /// Creates a label of a whole file, without a text.
    pub fn for_file(path: impl Into<String>) -> Self {
        Self::new(Location::File(path.into()), "")
    }
}

impl<L> Diagnostic<L> {
    /// Creates a diagnostic of a tool, with the default severity from the catalogue. A lint that runs is a warning. If
    /// the catalogue has no row of the tool for the code, the first row of the code applies.
    pub fn new(tool: Tool, code: Code, location: impl Into<Option<L>>, message: impl Into<String>) -> Self {
        let rule = code.rule(tool).or_else(|| code.rules().first());
        Self {
            severity: match rule {
                Some(rule) if rule.level < Level::Deny => Severity::Warning,
                _ => Severity::Error,
            },
            code,
            tool: rule.map_or(tool, |rule| rule.tool),
            message: message.into(),
            primary: boxed(location.into()),
            secondary: Vec::new(),
            help: None,
            advice: None,
            fixes: Vec::new(),
        }
    }

    /// Sets the text at the primary location, if there is one.
    #[must_use]
    pub fn with_label(mut self, text: impl Into<String>) -> Self {
        if let Some(primary) = &mut self.primary {
            primary.text = text.into();
        }
        self
    }

    /// Sets the primary location, without a text.
    #[must_use]
    pub fn with_location(mut self, location: impl Into<Option<L>>) -> Self {
        self.primary = boxed(location.into());
        self
    }

    /// Adds a related location.
    #[must_use]
    pub fn with_secondary(mut self, location: L, text: impl Into<String>) -> Self {
        self.secondary.push(Label::new(location, text));
        self
    }

    /// Sets the help.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets the help, if there is one.
    #[must_use]
    pub fn with_optional_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// Sets the help to the remedy in the catalogue, unless there is a help already.
    #[must_use]
    pub fn with_default_help(mut self) -> Self {
        self.help.get_or_insert_with(|| self.code.remedy().to_owned());
        self
    }

    /// Adds command-line options that fix the diagnostic.
    #[must_use]
    pub fn with_options(mut self, options: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.advice = Some(Box::new(Advice {
            options: options.into_iter().map(Into::into).collect(),
            ..Advice::default()
        }));
        self
    }

    /// Adds a change that fixes the diagnostic. Unless there is a help already, the help describes the change.
    #[must_use]
    pub fn with_fix(mut self, location: L, replacement: impl Into<String>, applicability: Applicability) -> Self {
        let replacement = replacement.into();
        self.help
            .get_or_insert_with(|| format!("write `{}`", replacement.trim()));
        self.fixes.push(Fix {
            location,
            replacement,
            applicability,
        });
        self
    }

    /// Converts the diagnostic to a warning.
    #[must_use]
    pub fn into_warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// Returns true if the diagnostic is an error, which prevents output.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Returns true if the level can be set. Errors of the checker can be changed; other errors prevent any output.
    pub fn is_settable(&self) -> bool {
        !self.is_error() || self.tool == Tool::Checker
    }

    /// Returns the primary location.
    pub fn location(&self) -> Option<&L> {
        self.primary.as_ref().map(|label| &label.location)
    }

    /// Returns the labels: the primary one, then the others.
    pub fn labels(&self) -> impl DoubleEndedIterator<Item = &Label<L>> + Clone {
        self.primary.as_deref().into_iter().chain(&self.secondary)
    }

    /// Returns the labels, mutably: the primary one, then the others.
    pub fn labels_mut(&mut self) -> impl Iterator<Item = &mut Label<L>> {
        let primary = self.primary.as_deref_mut().into_iter();
        primary.chain(&mut self.secondary)
    }

    /// Adds a label, as the primary one if there is none yet.
    pub fn push_label(&mut self, label: Label<L>) {
        match self.primary {
            Some(_) => self.secondary.push(label),
            None => self.primary = Some(Box::new(label)),
        }
    }

    /// Sets the first of some labels as the primary one, and the others as secondary.
    #[must_use]
    pub fn with_labels(mut self, labels: impl IntoIterator<Item = Label<L>>) -> Self {
        let mut labels = labels.into_iter();
        self.primary = labels.next().map(Box::new);
        self.secondary = labels.collect();
        self
    }

    /// Converts all locations.
    pub fn map<M>(self, mut convert: impl FnMut(L) -> M) -> Diagnostic<M> {
        self.filter_map(|location| Some(convert(location)))
    }

    /// Converts locations. Drops labels and fixes whose location cannot be converted.
    pub fn filter_map<M>(self, mut convert: impl FnMut(L) -> Option<M>) -> Diagnostic<M> {
        Diagnostic {
            severity: self.severity,
            code: self.code,
            tool: self.tool,
            message: self.message,
            primary: (self.primary)
                .and_then(|label| label.filter_map(&mut convert))
                .map(Box::new),
            secondary: (self.secondary.into_iter())
                .filter_map(|label| label.filter_map(&mut convert))
                .collect(),
            help: self.help,
            advice: self.advice,
            fixes: (self.fixes.into_iter())
                .filter_map(|fix| {
                    Some(Fix {
                        location: convert(fix.location)?,
                        replacement: fix.replacement,
                        applicability: fix.applicability,
                    })
                })
                .collect(),
        }
    }

    /// Adds the help that `word` was probably meant instead of the text at a location, if there is such a word.
    #[must_use]
    pub fn with_suggestion(self, location: L, word: Option<&str>) -> Self {
        match word {
            Some(word) => {
                self.with_help(format!("did you mean `{word}`?"))
                    .with_fix(location, word, Applicability::Maybe)
            }
            None => self,
        }
    }
}

/// Returns a label without a text.
fn boxed<L>(location: Option<L>) -> Option<Box<Label<L>>> {
    location.map(|location| Box::new(Label::new(location, "")))
}

impl Diagnostic<Span> {
    /// Returns the span of the primary location.
    pub fn span(&self) -> Span {
        self.location().copied().unwrap_or_default()
    }
}

impl Diagnostic {
    /// Creates an error about a whole file.
    pub fn for_file(code: Code, path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            primary: Some(Box::new(Label::for_file(path))),
            ..Self::without_file(code, message)
        }
    }

    /// Creates an error about a file, whose message is the name of the file and a fault.
    pub fn for_fault(code: Code, path: &str, fault: &dyn fmt::Display) -> Self {
        Self::for_file(code, path, format!("`{path}`: {fault}"))
    }

    /// Creates an error about a failed system call on a file. `what` is the failed operation.
    pub fn for_io(code: Code, what: &str, path: &str, error: &io::Error) -> Self {
        Self::for_file(code, path, format!("{what} `{path}`: {}", reason(error)))
    }

    /// Creates an error without a location in a file.
    pub fn without_file(code: Code, message: impl Into<String>) -> Self {
        let rule = code.rules().first();
        let tool = rule.map_or(Tool::Programs, |rule| rule.tool);
        Self {
            severity: Severity::Error,
            ..Self::new(tool, code, None, message)
        }
    }
}

/// Formats a system error in the style of other messages: no code, lower case, no full stop.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text
        .split(" (os error ")
        .next()
        .unwrap_or_default()
        .trim_end_matches('.');
    let mut characters = text.chars();
    match characters.next() {
        // An acronym keeps its case.
        Some(first) if !characters.as_str().starts_with(|c: char| c.is_uppercase() || c == '/') => {
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
            ("No such file or directory (os error 2)", "no such file or directory"),
            ("The file was not found. (os error 2)", "the file was not found"),
            ("I/O error", "I/O error"),
            ("EOF reached", "EOF reached"),
        ];
        for (system, ours) in cases {
            assert_eq!(reason(&io::Error::other(system)), ours);
        }
    }
}
