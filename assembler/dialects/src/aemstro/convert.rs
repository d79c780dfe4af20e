//! Conversion of sources to programs.

use std::collections::{HashMap, HashSet};

use pica200_asm::Lookup;
use pica200_diagnostics::Code as Name;

use super::bodies::Bodies;
use super::declare::{Tables, is, skipped_warning};
use super::instruction::Converter;
use super::line::{Line, Statement};
use super::mnemonic::mnemonic;
use super::step::{Labels, Step, labels};
use super::version::AemstroVersion;
use crate::diagnostic::{Diagnostic, diagnose, without_entries};
use crate::directives::directives;
use crate::listing::Reader;
use crate::names::Names;
use crate::program::Program;
use crate::write::write;
use crate::{Conversion, ConvertedShader, Options};

/// Converts a source.
pub(crate) fn convert(name: &str, source: &[u8], options: &Options, lookup: &Lookup<'_>) -> Conversion {
    // aemstro has no include directive.
    let (listing, mut diagnostics) = Reader::read(name, source, lookup, |_| None);
    let mut conversion = Conversion::default();
    if diagnostics.is_empty() {
        let lines: Vec<Line<'_>> = listing.text.lines().zip(1..).map(Line::new).collect();
        let mut source = Source::new(&lines, &mut diagnostics);
        conversion.sources = source.convert(options, &mut diagnostics);
        conversion.notes = source.notes;
        conversion.notes.extend(without_entries(&diagnostics));
    }
    conversion.listing = listing;
    conversion.diagnostics = diagnostics;
    conversion
}

/// A source with everything known about it.
pub(super) struct Source<'s> {
    pub(super) lines: &'s [Line<'s>],
    pub(super) tables: Tables,
    pub(super) labels: Labels,
    pub(super) version: AemstroVersion,
    pub(super) names: Names,
    /// The output names of labels that are also uniforms.
    pub(super) renamed: HashMap<String, String>,
    pub(super) steps: Vec<Step>,
    pub(super) bodies: Bodies,
    /// True if an instruction is only for geometry shaders.
    pub(super) is_geometry: bool,
    pub(super) notes: Vec<String>,
}

impl<'s> Source<'s> {
    fn new(lines: &'s [Line<'s>], diagnostics: &mut Vec<Diagnostic>) -> Self {
        let version = AemstroVersion::detect(lines);
        let mut tables = Tables::read(lines, diagnostics);
        let labels = labels(lines, |name| mnemonic(name).is_some());
        let (names, renamed) = names(&mut tables, &labels);
        let mut converter = Converter {
            tables: &tables,
            version,
            diagnostics: Vec::new(),
            is_geometry: false,
        };
        let steps: Vec<Step> = lines.iter().map(|line| step(line, &mut converter)).collect();
        let is_geometry = converter.is_geometry;
        diagnostics.append(&mut converter.diagnostics);
        warn_about_duplicate_labels(lines, &labels, diagnostics);
        let bodies = Bodies::new(lines, &steps, &labels, diagnostics);
        Self {
            lines,
            tables,
            labels,
            version,
            names,
            renamed,
            steps,
            bodies,
            is_geometry,
            notes: Vec::new(),
        }
    }

    /// Returns the converted sources, one for each shader; none if there are errors.
    fn convert(&mut self, options: &Options, diagnostics: &mut Vec<Diagnostic>) -> Vec<ConvertedShader> {
        let shaders = self.shaders(options, diagnostics);
        let read = HashSet::new();
        let declarations = directives(&self.tables.declarations, &self.names, &read, diagnostics);
        let programs: Vec<Program> = shaders.iter().map(|shader| self.program(shader)).collect();
        diagnostics.extend(programs.iter().filter_map(Program::too_long));
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Vec::new();
        }
        let first = diagnostics.len();
        let mut sources = Vec::new();
        for (mut program, shader) in programs.into_iter().zip(shaders) {
            program.declarations.clone_from(&declarations);
            let mut said = diagnostics.clone();
            let lines = write(&program, &mut self.names.clone(), &mut said);
            for diagnostic in said.split_off(diagnostics.len()) {
                let before = diagnostics.get(first..).unwrap_or_default();
                if !before.contains(&diagnostic) {
                    diagnostics.push(diagnostic);
                }
            }
            sources.push(ConvertedShader {
                part: shader.part,
                lines,
            });
        }
        sources
    }
}

/// Returns the step of a line.
fn step(line: &Line<'_>, converter: &mut Converter<'_>) -> Step {
    match &line.statement {
        Statement::Empty if line.comment.is_none() => Step::Blank,
        Statement::Empty => Step::NoOutput,
        Statement::Label { rest, .. } => {
            if !rest.text.is_empty() {
                let what = "after a label, where it has no effect";
                converter.diagnostics.push(skipped_warning(line, rest, what));
            }
            Step::Label
        }
        Statement::Directive { name, .. } => {
            let declares = [".const", ".out", ".uniform"];
            if declares.into_iter().any(|declares| is(name, declares)) {
                Step::Declaration
            } else {
                Step::NoOutput
            }
        }
        Statement::Instruction { mnemonic: name, rest } => {
            let Some(known) = mnemonic(&name.text.to_ascii_lowercase()) else {
                let what = "an unknown instruction";
                converter.diagnostics.push(skipped_warning(line, name, what));
                return Step::NoOutput;
            };
            converter.step(line, known, rest).unwrap_or_else(|diagnostic| {
                converter.diagnostics.push(diagnostic);
                Step::Wrong
            })
        }
    }
}

/// Warns about labels that are overridden by a later one.
fn warn_about_duplicate_labels(lines: &[Line<'_>], labels: &Labels, diagnostics: &mut Vec<Diagnostic>) {
    for (index, line) in lines.iter().enumerate() {
        let Statement::Label { name, .. } = &line.statement else {
            continue;
        };
        let counts = labels.get(&name.text.to_ascii_lowercase());
        let Some(counts) = counts.filter(|at| at.line != index) else {
            continue;
        };
        let counting = lines.get(counts.line).map_or(0, |line| line.number);
        let message = format!("duplicate label `{}`: the one in line {counting} is used", name.text);
        diagnostics.push(diagnose(Name::DialectQuirk, line.place(name), message));
    }
}

/// Returns the names of a source, and for labels that are also uniforms, other names. Sets the output names of the
/// declarations.
fn names(tables: &mut Tables, labels: &Labels) -> (Names, HashMap<String, String>) {
    let uniforms = tables.declarations.iter().filter_map(|one| one.printed.clone());
    let uniforms: HashSet<String> = uniforms.collect();
    let mut all: Vec<&str> = uniforms.iter().map(String::as_str).collect();
    let own = labels.keys().map(String::as_str);
    let (same, other): (Vec<&str>, Vec<&str>) = own.partition(|name| uniforms.contains(*name));
    all.extend(other);
    all.sort_unstable();
    let mut names = Names::new(all.into_iter());
    let mut renamed = HashMap::new();
    let mut same = same;
    same.sort_unstable();
    for label in same {
        renamed.insert(label.to_owned(), names.unique(&format!("{label}_")));
    }
    for one in &mut tables.declarations {
        one.printed = one.printed.as_deref().map(|name| names.printed(name));
    }
    (names, renamed)
}
