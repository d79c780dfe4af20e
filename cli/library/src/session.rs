//! Build sessions: sources and diagnostics of a run.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::PathBuf;

use pica200_asm::diagnostic as asm;
use pica200_asm::text::{Cause, Expansion, Lines};
use pica200_asm::{Files, MemoryFiles};
use pica200_compile::{Binding, OutputMapping};
use pica200_diagnostics::Code;
use pica200_link::{LinkOutput, LinkResult};
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::wrapped::WrapperKind;

use crate::diagnostic::{Diagnostic, Diagnostics, Fix, Label, Location, from_assembler, sources};
use crate::input::{InputFile, is_variant_file};
use crate::levels::settable;
use crate::source::{LineIndex, Source};
use crate::text::page::with_article;

/// Maximum number of warnings about unknown names in the comments of a source.
const MAX_UNKNOWN: usize = 100;

/// The sources and diagnostics so far. Borrows the inputs.
#[derive(Debug)]
pub struct Session<'s> {
    /// Provider of included files.
    pub(crate) files: &'s dyn Files,
    /// Assembled sources.
    pub sources: Vec<Source<'s>>,
    /// Diagnostics, in order.
    pub diagnostics: Diagnostics,
    /// Included files, in order.
    pub included: Vec<PathBuf>,
    /// Assembly of translated inputs, by name, in order.
    pub translations: Vec<(&'s str, String)>,
    /// Names of defines used by translated inputs.
    pub(crate) numbers: HashSet<String>,
    /// Application interfaces of translated inputs, by path.
    pub(crate) interfaces: Vec<(&'s str, Interface)>,
}

/// The application interface of a translated input: its uniforms and outputs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Interface {
    /// Origins of the uniforms.
    pub(crate) bindings: Vec<Binding>,
    /// Outputs by their names in the input, with their properties.
    pub(crate) outputs: Vec<OutputMapping>,
}

/// Creates a session whose sources cannot include files.
impl Default for Session<'_> {
    fn default() -> Self {
        static NOTHING: MemoryFiles = MemoryFiles::new();
        Self::new(&NOTHING)
    }
}

impl<'s> Session<'s> {
    /// Creates a session whose sources include files from `files`.
    pub fn new(files: &'s dyn Files) -> Self {
        Self {
            files,
            sources: Vec::new(),
            diagnostics: Diagnostics::default(),
            included: Vec::new(),
            translations: Vec::new(),
            numbers: HashSet::new(),
            interfaces: Vec::new(),
        }
    }

    /// Returns the provider of included files.
    pub fn files(&self) -> &'s dyn Files {
        self.files
    }

    /// Adds a source and its diagnostics.
    pub(crate) fn add_source(&mut self, source: Source<'s>, diagnostics: Vec<asm::Diagnostic>) {
        let number = self.sources.len();
        self.diagnostics.extend(diagnostics.into_iter().map(|diagnostic| {
            let way = way_to(&source.lines, &diagnostic, number);
            let mut diagnostic = from_assembler(diagnostic, number);
            // An edit of expanded text is not an edit of the file.
            let is_written = |fix: &Fix| match fix.location {
                Location::Span { span, .. } => {
                    let mut expansions = source.lines.expansions(span.start);
                    expansions.all(|expansion| matches!(expansion.cause, Cause::Include))
                }
                _ => false,
            };
            diagnostic.fixes.retain(is_written);
            diagnostic.secondary.extend(way);
            diagnostic
        }));
        self.sources.push(source);
        self.check_allowances(number);
    }

    /// Warns about names in the comments of a source that are not diagnostics with a configurable level.
    fn check_allowances(&mut self, number: usize) {
        let Some(source) = self.sources.get(number) else {
            return;
        };
        let mut reported = HashSet::new();
        let names = source.allowances.iter();
        let unknown = names.filter_map(|allowance| {
            let message = settable(&allowance.name).err()?;
            let span = allowance.span;
            let location = Location::Span { source: number, span };
            reported.insert(&allowance.name).then(|| {
                let warning = Diagnostic::without_file(Code::UnknownWarning, message).into_warning();
                warning.with_location(location)
            })
        });
        let unknown = unknown.take(MAX_UNKNOWN).collect();
        self.add(unknown);
    }

    /// Returns true if a comment in a source allows a diagnostic at its location.
    fn is_allowed(&self, diagnostic: &Diagnostic) -> bool {
        if !diagnostic.is_settable() {
            return false;
        }
        let name = diagnostic.code.name();
        let of_path = |path| self.sources.iter().find(|source| source.path == path);
        match diagnostic.location() {
            Some(Location::Span { source, span }) => self.sources.get(*source).is_some_and(|of| {
                let Source { allowances, lines, .. } = of;
                allowances.allows(name, span.start, lines)
            }),
            Some(Location::Line { object: path, .. } | Location::File(path)) => {
                of_path(path).is_some_and(|source| source.allowances.allows_everywhere(name))
            }
            None => false,
        }
    }

    /// Returns true if an input may be a source. Reports an input that is an output of this toolchain.
    pub fn takes_source(&mut self, input: &InputFile) -> bool {
        if input.path.as_deref().is_some_and(is_variant_file) {
            let message = format!("`{}` is a variant file, not a source", input.name);
            let help = "link it with picald, which assembles its sources for each variation";
            let diagnostic = Diagnostic::for_file(Code::NotASource, &input.name, message);
            self.diagnostics.push(diagnostic.with_help(help));
            return false;
        }
        let Some(product) = input.product() else {
            return true;
        };
        let kind = with_article(product);
        let message = format!("`{}` is {kind}, not a source", input.name);
        let help = if product == FileKind::Dxbc.noun() {
            "it contains a compiled Direct3D shader: picac and picald translate it, and picadump shows it"
        } else if WrapperKind::detect_input(&input.bytes).is_some() {
            "shader binaries are already linked; picarun runs the ones in the file, and picadump shows them"
        } else {
            "link objects (.dvoj) with picald; assemble sources with picasm"
        };
        let diagnostic = Diagnostic::for_file(Code::NotASource, &input.name, message);
        self.diagnostics.push(diagnostic.with_help(help));
        false
    }

    /// Returns true if an input may be assembly, for programs that only accept assembly. Reports an input whose name or
    /// contents indicate a compiled language.
    pub fn takes_assembly(&mut self, input: &InputFile) -> bool {
        let Some(language) = input.compiled_language() else {
            return true;
        };
        let message = format!("`{}` is {language}, not assembly", input.name);
        let help = "picac compiles it to assembly or an object, and picald links it; rename an assembly source, for \
                    example to .vsh";
        let diagnostic = Diagnostic::for_file(Code::NotASource, &input.name, message);
        self.diagnostics.push(diagnostic.with_help(help));
        false
    }

    /// Adds diagnostics, except for those that a source allows. Line-table locations in inputs assembled in this
    /// session become spans in their sources.
    pub fn add(&mut self, mut diagnostics: Vec<Diagnostic>) {
        let mut indices = BTreeMap::new();
        for place in diagnostics.iter_mut().flat_map(Diagnostic::labels_mut) {
            let Location::Line { object, file, line } = &place.location else {
                continue;
            };
            let found = self.sources.iter().position(|source| source.path == object);
            let Some((number, source)) = found.and_then(|n| Some((n, self.sources.get(n)?))) else {
                continue;
            };
            let index = indices.entry(number).or_insert_with(|| LineIndex::new(source));
            if let Some(span) = index.statement(file, *line) {
                place.location = Location::Span { source: number, span };
            }
        }
        diagnostics.retain(|diagnostic| !self.is_allowed(diagnostic));
        self.diagnostics.extend(diagnostics);
    }

    /// Returns the output of a link, and adds its diagnostics.
    pub fn take_linked(&mut self, linked: Result<LinkResult, Vec<Diagnostic>>) -> Option<LinkOutput> {
        let linked = self.take(linked)?;
        self.add(linked.warnings);
        Some(linked.output)
    }

    /// Returns a successful result, or adds the diagnostics of a failure.
    pub(crate) fn take<T>(&mut self, made: Result<T, Vec<Diagnostic>>) -> Option<T> {
        made.map_err(|errors| self.add(errors)).ok()
    }

    /// Pushes a successful result to `all`, or adds the diagnostic of a failure.
    pub fn keep<T>(&mut self, made: Result<T, Diagnostic>, all: &mut Vec<T>) {
        match made {
            Ok(one) => all.push(one),
            Err(diagnostic) => self.diagnostics.push(diagnostic),
        }
    }

    /// Drops the sources to which no diagnostic refers.
    pub(crate) fn drop_unused_sources(&mut self) {
        let used = self.diagnostics.iter_mut().flat_map(sources);
        let mut used: BTreeSet<_> = used.map(|source| *source).collect();
        used.retain(|source| *source < self.sources.len());
        let kept = used.iter().filter_map(|of| self.sources.get(*of).cloned());
        self.sources = kept.collect();
        let new: HashMap<_, _> = used.into_iter().zip(0..).collect();
        for source in self.diagnostics.iter_mut().flat_map(sources) {
            if let Some(new) = new.get(source) {
                *source = *new;
            }
        }
    }

    /// Returns true if any diagnostic prevents output.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.has_errors()
    }
}

/// Maximum number of includes and calls shown with a diagnostic.
const MAX_LINKS: usize = 8;

/// Returns the includes and macro calls from the location of a diagnostic outwards to its source.
fn way_to(lines: &Lines, diagnostic: &asm::Diagnostic, source: usize) -> Vec<Label> {
    let expansions = lines.expansions(diagnostic.span().start);
    let place = |expansion: &Expansion| Label {
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
    if way.len() > MAX_LINKS {
        let left_out = way.len() - MAX_LINKS;
        way.drain(MAX_LINKS / 2..MAX_LINKS / 2 + left_out);
        if let Some(next) = way.get_mut(MAX_LINKS / 2) {
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
        let text = |name: &str, text: &str| InputFile::new(name.into(), text.into());
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
        session.diagnostics.retain(Diagnostic::is_error);
        session.drop_unused_sources();
        let paths: Vec<_> = session.sources.iter().map(|source| source.path).collect();
        assert_eq!(paths, ["first.vsh", "last.vsh"]);
        let all = session.diagnostics.iter_mut().flat_map(sources);
        let mut all: Vec<_> = all.map(|source| *source).collect();
        all.dedup();
        assert_eq!(all, [0, 1]);
    }
}
