//! Tables of test files: their keys, their errors, and the build of the shader.

use std::ops::Range;
use std::path::Path;

use pica200_asm::text::Span;
use pica200_diagnostics::most_similar;
use pica200_diagnostics::{Code, Tool};
use toml::Spanned;
use toml::de::{DeString, DeTable};

use super::build::{job, strings};
use super::values::{string, whole};
use crate::rows::{Flaw, Item};
use pica200::job::{Job, JobInput};
use pica200::report::{Location, Place, Report, Severity};
use pica200::shader::misfit::Misfit;
use pica200::shader::registers::listed;

/// The keys of a file.
const FILE_KEYS: &[&str] = &[
    "shader",
    "define",
    "include",
    "libraries",
    "library-paths",
    "allow",
    "warn",
    "deny",
    "padding",
    "entry",
    "index",
    "inputs",
    "uniforms",
    "tolerance",
    "budget",
    "float24",
    "case",
];

/// A key, and its place.
type Key<'i> = Spanned<DeString<'i>>;

/// The findings on a test file, which is the first source of its session.
pub(super) struct Findings<'f> {
    file: &'f str,
    reports: Vec<Report>,
}

impl<'f> Findings<'f> {
    pub(super) fn new(file: &'f str) -> Self {
        Self {
            file,
            reports: Vec::new(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.reports.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.reports.len()
    }

    /// The findings, in the order of the file.
    pub(super) fn into_reports(mut self) -> Vec<Report> {
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
    pub(super) fn error(
        &mut self,
        code: Code,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> &mut Report {
        let report = Report {
            severity: Severity::Error,
            code,
            tool: Tool::Runner,
            message: message.into(),
            places: Vec::new(),
            help: None,
            suggestions: Vec::new(),
        };
        self.report(span, report)
    }

    /// Adds a report, with a piece of the file as its place.
    pub(super) fn report(&mut self, span: Range<usize>, mut report: Report) -> &mut Report {
        report.places = vec![place(span, "")];
        self.reports.push(report);
        let last = self.reports.len() - 1;
        &mut self.reports[last]
    }

    /// Adds an error about the file as a whole.
    pub(super) fn of_file(&mut self, code: Code, message: &str, help: &str) {
        let message = format!("`{}`: {message}", self.file);
        let report = Report::of_file(code, self.file, message);
        self.reports.push(report.with_help(help));
    }

    /// Adds an error about the value of a key.
    pub(super) fn flaw(&mut self, key: &str, flaw: Flaw) {
        let message = format!("`{key}` {}", flaw.why);
        self.error(Code::InvalidTest, flaw.span, message);
    }

    /// Adds an error about a value that does not fit the shader.
    pub(super) fn misfit(&mut self, code: Code, span: Range<usize>, misfit: Misfit) -> &mut Report {
        let report = self.error(code, span, misfit.to_string());
        report.help = misfit.help;
        report
    }

    /// Adds errors about unknown keys of a table. `what` is the name of the table in messages.
    pub(super) fn check_keys(&mut self, table: &DeTable<'_>, what: &str, allowed: &[&str]) {
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
            self.error(Code::InvalidTest, key.span(), message).help = Some(help);
        }
    }

    /// The value of a key; `None` if it is missing or invalid.
    pub(super) fn get<'t, 'i, T>(
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
pub(super) fn entries<'t, 'i>(table: &'t DeTable<'i>) -> Vec<(&'t Key<'i>, &'t Item<'i>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// A piece of the file, with a text about it.
pub(super) fn place(span: Range<usize>, text: &str) -> Place {
    Place {
        location: Location::Span {
            source: 0,
            span: Span::from_range(span),
        },
        text: text.to_owned(),
    }
}

/// The choice of the tested shader, and its place in the test file.
pub(super) enum Choice {
    Index(usize, Range<usize>),
    Entry(String, Range<usize>),
}

impl Choice {
    pub(super) fn span(&self) -> Range<usize> {
        let (Self::Index(_, span) | Self::Entry(_, span)) = self;
        span.clone()
    }
}

/// The build of the shader that a file describes.
pub(super) struct Header {
    /// The inputs of the job, each with its place.
    pub(super) inputs: Vec<(JobInput, Range<usize>)>,
    /// The build of the shader, without its inputs.
    pub(super) job: Job,
    pub(super) choice: Choice,
}

/// Reads the build of the shader, and checks all keys of the file. Paths are relative to `folder`. `None` if the tests
/// cannot run.
pub(super) fn header(
    table: &DeTable<'_>,
    folder: &Path,
    findings: &mut Findings<'_>,
) -> Option<Header> {
    findings.check_keys(table, "a test file", FILE_KEYS);
    let Some(item) = table.get("shader") else {
        let help = "write `shader = \"shader.vsh\"`, relative to this file";
        findings.of_file(Code::InvalidTest, "it does not name the shader", help);
        return None;
    };
    let file = |(path, span): (&str, Range<usize>)| (JobInput::File(folder.join(path)), span);
    let shaders = findings.get(table, "shader", strings)?;
    let mut inputs: Vec<_> = shaders.into_iter().map(file).collect();
    let libraries = findings.get(table, "libraries", strings);
    let library = |(name, span): (&str, Range<usize>)| (JobInput::Library(name.into()), span);
    inputs.extend(libraries.into_iter().flatten().map(library));
    Some(Header {
        inputs,
        job: job(table, folder, findings),
        choice: choice(table, item, findings)?,
    })
}

fn choice(table: &DeTable<'_>, shader: &Item<'_>, findings: &mut Findings<'_>) -> Option<Choice> {
    match (table.get("entry"), table.get("index")) {
        (Some(_), Some(index)) => {
            let message = "`entry` and `index` both choose the shader";
            findings.error(Code::InvalidTest, index.span(), message);
            None
        }
        (Some(item), None) => {
            let name = findings.get(table, "entry", string)?;
            Some(Choice::Entry(name.to_owned(), item.span()))
        }
        (None, Some(item)) => {
            let index = findings.get(table, "index", whole)?;
            let index = usize::try_from(index).unwrap_or(usize::MAX);
            Some(Choice::Index(index, item.span()))
        }
        (None, None) => Some(Choice::Index(0, shader.span())),
    }
}
