//! Documents in TOML, such as test files: their tables, values and errors.
//!
//! Functions that read a value return a [`Flaw`] if it is wrong. [`Findings`] makes reports of flaws, each with its place
//! in the document.

mod values;

use std::ops::Range;

use pica200_asm::text::Span;
use pica200_diagnostics::most_similar;
use pica200_diagnostics::{Code, Tool};
use toml::Spanned;
use toml::de::{DeString, DeTable};

use crate::report::{Location, Place, Report, Severity};
use crate::text::lists::listed;
pub use values::{
    Flaw, Item, array, boolean, needed, noun, parse_error, string, strings, table, whole,
};

/// The maximum size of a test file. Reading it takes about 80 times as much memory.
pub const MOST_TEST_BYTES: usize = 2 << 20;

/// A key, and its place.
type Key<'i> = Spanned<DeString<'i>>;

/// The findings on a document, which is a source of its session.
#[derive(Debug)]
pub struct Findings<'f> {
    file: &'f str,
    source: usize,
    invalid: Code,
    tool: Tool,
    reports: Vec<Report>,
}

impl<'f> Findings<'f> {
    /// No findings on a file. `source` is its number in the session, and `invalid` the diagnostic for its wrong keys and
    /// values.
    pub fn new(file: &'f str, source: usize, invalid: Code) -> Self {
        Self {
            file,
            source,
            invalid,
            tool: Report::of_no_file(invalid, "").tool,
            reports: Vec::new(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.reports.is_empty()
    }

    /// The number of findings.
    pub fn len(&self) -> usize {
        self.reports.len()
    }

    /// The findings, in the order of the file.
    pub fn into_reports(mut self) -> Vec<Report> {
        self.reports.sort_by_key(|report| {
            let first = report.places.first();
            first.and_then(|place| match place.location {
                Location::Span { span, .. } => Some(span.start),
                _ => None,
            })
        });
        self.reports
    }

    /// Adds an error at a piece of the file.
    pub fn error(
        &mut self,
        code: Code,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> &mut Report {
        let report = Report {
            severity: Severity::Error,
            code,
            tool: self.tool,
            message: message.into(),
            places: Vec::new(),
            help: None,
            advice: None,
            suggestions: Vec::new(),
        };
        self.report(span, report)
    }

    /// Adds an error about a wrong key or value.
    pub fn wrong(&mut self, span: Range<usize>, message: impl Into<String>) -> &mut Report {
        self.error(self.invalid, span, message)
    }

    /// A piece of the file, with a text about it.
    pub fn place(&self, span: Range<usize>, text: &str) -> Place {
        Place {
            location: Location::Span {
                source: self.source,
                span: Span::from_range(span),
            },
            text: text.to_owned(),
        }
    }

    /// Adds a report, with a piece of the file as its place.
    pub fn report(&mut self, span: Range<usize>, mut report: Report) -> &mut Report {
        report.places = vec![self.place(span, "")];
        self.reports.push(report);
        let last = self.reports.len() - 1;
        &mut self.reports[last]
    }

    /// Adds a place to all findings from a number on.
    pub fn add_place(&mut self, from: usize, place: &Place) {
        for report in self.reports.iter_mut().skip(from) {
            report.places.push(place.clone());
        }
    }

    /// Adds an error about the file as a whole.
    pub fn of_file(&mut self, code: Code, message: &str, help: &str) {
        let message = format!("`{}`: {message}", self.file);
        let report = Report::of_file(code, self.file, message);
        self.reports.push(report.with_help(help));
    }

    /// Adds the findings on another document at the place in this one that names it.
    pub fn within(&mut self, name: &str, span: &Range<usize>, findings: Findings<'_>) {
        for report in findings.into_reports() {
            let message = format!("`{name}`: {}", report.message);
            self.error(report.code, span.clone(), message).help = report.help;
        }
    }

    /// Adds an error about the value of a key.
    pub fn flaw(&mut self, key: &str, flaw: Flaw) {
        let message = format!("`{key}` {}", flaw.why);
        self.wrong(flaw.span, message);
    }

    /// Adds errors about unknown keys of a table. `what` is the name of the table in messages.
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

    /// The value of a key; `None` if it is missing or invalid.
    pub fn get<'t, 'i, T>(
        &mut self,
        table: &'t DeTable<'i>,
        key: &str,
        read: impl FnOnce(&'t Item<'i>) -> Result<T, Flaw>,
    ) -> Option<T> {
        match read(table.get(key)?) {
            Ok(value) => Some(value),
            Err(flaw) => {
                self.flaw(key, flaw);
                None
            }
        }
    }
}

/// The keys and values of a table, in the order of the file.
pub fn entries<'t, 'i>(table: &'t DeTable<'i>) -> Vec<(&'t Key<'i>, &'t Item<'i>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}
