//! TOML documents, such as test files: tables, values and errors.
//!
//! Functions that read a value return a [`TomlError`] if it is invalid. [`DocumentReport`] turns these into diagnostics
//! with a location in the document.

mod values;

use std::ops::Range;

use pica200_asm::text::Span;
use pica200_diagnostics::most_similar;
use pica200_diagnostics::{Code, Tool};
use toml::Spanned;
use toml::de::{DeString, DeTable};

use crate::diagnostic::{Diagnostic, Label, Location};
use crate::text::lists::listed;
pub use values::{Item, TomlError, array, boolean, needed, noun, parse_error, string, strings, table, whole};

/// Maximum size of a test file. Reading one takes about 80 times as much memory.
pub const MAX_TEST_BYTES: usize = 2 << 20;

/// A key and its span.
type Key<'i> = Spanned<DeString<'i>>;

/// The diagnostics of a document, which is a source of its session.
#[derive(Debug)]
pub struct DocumentReport<'f> {
    file: &'f str,
    source: usize,
    invalid: Code,
    tool: Tool,
    diagnostics: Vec<Diagnostic>,
}

impl<'f> DocumentReport<'f> {
    /// Creates an empty report on a file. `source` is its index in the session, and `invalid` the diagnostic for
    /// invalid keys and values.
    pub fn new(file: &'f str, source: usize, invalid: Code) -> Self {
        Self {
            file,
            source,
            invalid,
            tool: Diagnostic::without_file(invalid, "").tool,
            diagnostics: Vec::new(),
        }
    }

    /// Returns true if there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// Returns the number of diagnostics.
    pub fn len(&self) -> usize {
        self.diagnostics.len()
    }

    /// Returns the diagnostics, in file order.
    pub fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|diagnostic| match diagnostic.location() {
            Some(Location::Span { span, .. }) => Some(span.start),
            _ => None,
        });
        self.diagnostics
    }

    /// Adds an error at a span of the file.
    pub fn error(&mut self, code: Code, span: Range<usize>, message: impl Into<String>) -> &mut Diagnostic {
        let diagnostic = Diagnostic {
            tool: self.tool,
            ..Diagnostic::without_file(code, message)
        };
        self.add(span, diagnostic)
    }

    /// Adds an error about an invalid key or value.
    pub fn wrong(&mut self, span: Range<usize>, message: impl Into<String>) -> &mut Diagnostic {
        self.error(self.invalid, span, message)
    }

    /// Returns a label for a span of the file.
    pub fn place(&self, span: Range<usize>, text: &str) -> Label {
        let location = Location::Span {
            source: self.source,
            span: Span::from_range(span),
        };
        Label::new(location, text)
    }

    /// Adds a diagnostic located at a span of the file.
    pub fn add(&mut self, span: Range<usize>, diagnostic: Diagnostic) -> &mut Diagnostic {
        let label = self.place(span, "");
        self.diagnostics.push(diagnostic.with_labels([label]));
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    /// Adds a secondary location to all diagnostics from index `from`.
    pub fn add_place(&mut self, from: usize, place: &Label) {
        for diagnostic in self.diagnostics.iter_mut().skip(from) {
            diagnostic.secondary.push(place.clone());
        }
    }

    /// Adds an error about the file as a whole.
    pub fn file_error(&mut self, code: Code, message: &str, help: &str) {
        let message = format!("`{}`: {message}", self.file);
        let diagnostic = Diagnostic::for_file(code, self.file, message);
        self.diagnostics.push(diagnostic.with_help(help));
    }

    /// Adds the diagnostics of another document, with the location that refers to it in this one.
    pub fn within(&mut self, name: &str, span: &Range<usize>, report: DocumentReport<'_>) {
        for diagnostic in report.into_diagnostics() {
            let message = format!("`{name}`: {}", diagnostic.message);
            self.error(diagnostic.code, span.clone(), message).help = diagnostic.help;
        }
    }

    /// Adds an error about the value of a key.
    pub fn toml_error(&mut self, key: &str, toml_error: TomlError) {
        let message = format!("`{key}` {}", toml_error.why);
        self.wrong(toml_error.span, message);
    }

    /// Adds errors about unknown keys of a table. `what` is the table's name in messages.
    pub fn check_keys(&mut self, table: &DeTable<'_>, what: &str, allowed: &[&str]) {
        for key in table.keys() {
            let name = key.get_ref().as_ref();
            if allowed.contains(&name) {
                continue;
            }
            let message = format!("{what} has no key `{name}`");
            let help = match most_similar(name, allowed.iter().copied()) {
                Some(similar) => format!("did you mean `{similar}`?"),
                None => format!("there are {}", listed(allowed)),
            };
            self.wrong(key.span(), message).help = Some(help);
        }
    }

    /// Returns the value of a key, or `None` if it is missing or invalid.
    pub fn get<'t, 'i, T>(
        &mut self,
        table: &'t DeTable<'i>,
        key: &str,
        read: impl FnOnce(&'t Item<'i>) -> Result<T, TomlError>,
    ) -> Option<T> {
        match read(table.get(key)?) {
            Ok(value) => Some(value),
            Err(toml_error) => {
                self.toml_error(key, toml_error);
                None
            }
        }
    }
}

/// Returns the keys and values of a table, in file order.
pub fn entries<'t, 'i>(table: &'t DeTable<'i>) -> Vec<(&'t Key<'i>, &'t Item<'i>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}
