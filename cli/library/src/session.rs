//! A run of a program: its sources and reports.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::PathBuf;

use pica200_asm::diagnostic::Diagnostic;
use pica200_asm::text::{Cause, Expansion, Lines};
use pica200_asm::{Files, MemoryFiles};
use pica200_compile::{Binding, OutputMapping};
use pica200_diagnostics::Code;
use pica200_link::Finding;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::wrapped::Wrapping;

use crate::input::{InputFile, is_variations};
use crate::levels::settable;
use crate::report::{Location, Place, Report, Suggestion};
use crate::source::{LineIndex, Source};
use crate::text::page::with_article;

/// The maximum number of warnings about unknown names in the comments of a source.
const MOST_UNKNOWN: usize = 100;

/// The sources and reports so far. Borrows the inputs.
#[derive(Debug)]
pub struct Session<'s> {
    /// The source of included files.
    pub(crate) files: &'s dyn Files,
    /// The sources that were assembled.
    pub sources: Vec<Source<'s>>,
    /// The reports, in order.
    pub reports: Vec<Report>,
    /// The files that sources included, in order.
    pub included: Vec<PathBuf>,
    /// The assembly of translated inputs, by their names, in order.
    pub translations: Vec<(&'s str, String)>,
    /// The names of numbers that translated inputs take.
    pub(crate) numbers: HashSet<String>,
    /// What the application knows of translated inputs, by their paths.
    pub(crate) interfaces: Vec<(&'s str, Interface)>,
}

/// What an application that sets uniforms and reads outputs knows of a translated input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Interface {
    /// Where the uniforms come from.
    pub(crate) bindings: Vec<Binding>,
    /// The outputs by their names in the input, with their properties.
    pub(crate) outputs: Vec<OutputMapping>,
}

/// A session whose sources cannot include files.
impl Default for Session<'_> {
    fn default() -> Self {
        static NOTHING: MemoryFiles = MemoryFiles::new();
        Self::new(&NOTHING)
    }
}

impl<'s> Session<'s> {
    /// A session whose sources include files from `files`.
    pub fn new(files: &'s dyn Files) -> Self {
        Self {
            files,
            sources: Vec::new(),
            reports: Vec::new(),
            included: Vec::new(),
            translations: Vec::new(),
            numbers: HashSet::new(),
            interfaces: Vec::new(),
        }
    }

    /// The source of included files.
    pub fn files(&self) -> &'s dyn Files {
        self.files
    }

    /// Adds a source and its diagnostics.
    pub(crate) fn add_source(&mut self, source: Source<'s>, diagnostics: Vec<Diagnostic>) {
        let number = self.sources.len();
        self.reports
            .extend(diagnostics.into_iter().map(|diagnostic| {
                let way = way_to(&source.lines, &diagnostic, number);
                let mut report = Report::from_diagnostic(diagnostic, number);
                // A change of expanded text is not a change of the file.
                let is_written = |suggestion: &Suggestion| {
                    let mut expansions = source.lines.expansions(suggestion.span.start);
                    expansions.all(|expansion| matches!(expansion.cause, Cause::Include))
                };
                report.suggestions.retain(is_written);
                report.places.extend(way);
                report
            }));
        self.sources.push(source);
        self.check_allowances(number);
    }

    /// Warns about names in the comments of a source that are not those of diagnostics with a level.
    fn check_allowances(&mut self, number: usize) {
        let Some(source) = self.sources.get(number) else {
            return;
        };
        let mut told = HashSet::new();
        let names = source.allowances.iter();
        let unknown = names.filter_map(|allowance| {
            let message = settable(&allowance.name).err()?;
            let span = allowance.span;
            let place = Place {
                location: Location::Span {
                    source: number,
                    span,
                },
                text: String::new(),
            };
            told.insert(&allowance.name).then(|| Report {
                places: vec![place],
                ..Report::of_file(Code::UnknownWarning, source.path, message).as_warning()
            })
        });
        let unknown = unknown.take(MOST_UNKNOWN).collect();
        self.add(unknown);
    }

    /// Whether a comment in a source allows a report at its place.
    fn is_allowed(&self, report: &Report) -> bool {
        if !report.is_settable() {
            return false;
        }
        let name = report.code.name();
        let of_path = |path| self.sources.iter().find(|source| source.path == path);
        match report.places.first().map(|place| &place.location) {
            Some(Location::Span { source, span }) => self.sources.get(*source).is_some_and(|of| {
                let Source {
                    allowances, lines, ..
                } = of;
                allowances.allow(name, span.start, lines)
            }),
            Some(Location::Line { object: path, .. } | Location::File(path)) => {
                of_path(path).is_some_and(|source| source.allowances.allow_anywhere(name))
            }
            None => false,
        }
    }

    /// Whether an input may be a source. Reports an input that is an output of this toolchain.
    pub fn takes_source(&mut self, input: &InputFile) -> bool {
        if input.path.as_deref().is_some_and(is_variations) {
            let message = format!("`{}` is a file of variations, not a source", input.name);
            let help = "link it with picald, which assembles its sources for every variation";
            let report = Report::of_file(Code::NotASource, &input.name, message);
            self.reports.push(report.with_help(help));
            return false;
        }
        let Some(product) = input.product() else {
            return true;
        };
        let kind = with_article(product);
        let message = format!("`{}` is {kind}, not a source", input.name);
        let help = if product == FileKind::Dxbc.noun() {
            "it holds a compiled shader of Direct3D: picac and picald translate it, and picadump shows it"
        } else if Wrapping::of_input(&input.bytes).is_some() {
            "shader binaries are linked already; picarun runs those in the file, and picadump shows them"
        } else {
            "link objects, whose names end in .dvoj, with picald; assemble sources with picasm"
        };
        let report = Report::of_file(Code::NotASource, &input.name, message);
        self.reports.push(report.with_help(help));
        false
    }

    /// Whether an input may be assembly, for programs that take no other language. Reports an input whose name or bytes say
    /// that it is in a language to compile.
    pub fn takes_assembly(&mut self, input: &InputFile) -> bool {
        let Some(language) = input.compiled_language() else {
            return true;
        };
        let message = format!("`{}` is in {language}, not in assembly", input.name);
        let help = "picac compiles it to assembly or an object, and picald links it; a source in assembly needs another suffix, such as .vsh";
        let report = Report::of_file(Code::NotASource, &input.name, message);
        self.reports.push(report.with_help(help));
        false
    }

    /// Adds the findings of the linker.
    pub fn add_findings(&mut self, findings: Vec<Finding>) {
        self.add(findings.into_iter().map(Report::from_finding).collect());
    }

    /// Adds reports, except for those that a source allows. Lines of inputs that were assembled in this session become
    /// pieces of these sources.
    pub fn add(&mut self, mut reports: Vec<Report>) {
        let mut indices = BTreeMap::new();
        for place in reports.iter_mut().flat_map(|report| &mut report.places) {
            let Location::Line { object, file, line } = &place.location else {
                continue;
            };
            let found = self.sources.iter().position(|source| source.path == object);
            let Some((number, source)) = found.and_then(|n| Some((n, self.sources.get(n)?))) else {
                continue;
            };
            let index = indices
                .entry(number)
                .or_insert_with(|| LineIndex::new(source));
            if let Some(span) = index.statement(file, *line) {
                place.location = Location::Span {
                    source: number,
                    span,
                };
            }
        }
        reports.retain(|report| !self.is_allowed(report));
        self.reports.append(&mut reports);
    }

    /// Returns a successful result, or adds the report of a failure.
    pub fn keep<T>(&mut self, made: Result<T, Report>, all: &mut Vec<T>) {
        match made {
            Ok(one) => all.push(one),
            Err(report) => self.reports.push(report),
        }
    }

    /// Drops the sources to which no report refers.
    pub(crate) fn drop_unused_sources(&mut self) {
        let used = self.reports.iter_mut().flat_map(Report::sources);
        let mut used: BTreeSet<_> = used.map(|source| *source).collect();
        used.retain(|source| *source < self.sources.len());
        let kept = used.iter().filter_map(|of| self.sources.get(*of).cloned());
        self.sources = kept.collect();
        let new: HashMap<_, _> = used.into_iter().zip(0..).collect();
        for source in self.reports.iter_mut().flat_map(Report::sources) {
            if let Some(new) = new.get(source) {
                *source = *new;
            }
        }
    }

    /// Whether any report prevents output.
    pub fn has_errors(&self) -> bool {
        self.reports.iter().any(Report::is_error)
    }
}

/// The maximum number of shown includes and calls on the way to a diagnostic.
const MOST_LINKS: usize = 8;

/// The includes and macro calls from the place of a diagnostic outwards to its source.
fn way_to(lines: &Lines, diagnostic: &Diagnostic, source: usize) -> Vec<Place> {
    let expansions = lines.expansions(diagnostic.primary.span.start);
    let place = |expansion: &Expansion| Place {
        location: Location::Span {
            source,
            span: expansion.at,
        },
        text: match &expansion.cause {
            Cause::Include => "included here".to_owned(),
            Cause::Macro(name) => format!("`{name}` is called here"),
            Cause::Repetition(turn) => format!("in repetition {turn} of this"),
        },
    };
    let mut way: Vec<_> = expansions.map(place).collect();
    if way.len() > MOST_LINKS {
        let left_out = way.len() - MOST_LINKS;
        way.drain(MOST_LINKS / 2..MOST_LINKS / 2 + left_out);
        if let Some(next) = way.get_mut(MOST_LINKS / 2) {
            next.text = format!("{}, {left_out} steps later", next.text);
        }
    }
    way
}

#[cfg(test)]
mod tests {
    use super::*;
    use pica200_asm::AssemblyOptions;

    #[test]
    fn reports_keep_their_sources() {
        let text = |name: &str, text: &str| InputFile::of(name.into(), text.into());
        let wrong = ".proc main\n\tnope\n\tend\n.end\n";
        let inputs = [
            text("good.vsh", ".proc main\n\tend\n.end\n"),
            text("first.vsh", wrong),
            text("empty.vsh", ""),
            text("last.vsh", wrong),
        ];
        let mut session = Session::default();
        for input in &inputs {
            session.assemble(input, &AssemblyOptions::default());
        }
        session.reports.retain(Report::is_error);
        session.drop_unused_sources();
        let paths: Vec<_> = session.sources.iter().map(|source| source.path).collect();
        assert_eq!(paths, ["first.vsh", "last.vsh"]);
        let all = session.reports.iter_mut().flat_map(Report::sources);
        let mut all: Vec<_> = all.map(|source| *source).collect();
        all.dedup();
        assert_eq!(all, [0, 1]);
    }
}
