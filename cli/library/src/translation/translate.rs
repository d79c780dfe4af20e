//! Translating an input to assembly, and assembling it.
//!
//! Places in the assembly become places in the listing of the input: its disassembly, if it is compiled. So diagnostics, the
//! line table, maps, profiles and traces show what the input says.

use pica200_asm::allow::Allowances;
use pica200_asm::lint::Lints;
use pica200_asm::text::{Lines, Span};
use pica200_asm::{Assembly, AssemblyOptions, assemble};
use pica200_compile::{Compilation, Finding, Line};
use pica200_objfmt::formats::object::Object;

use super::{Interface, fault};
use crate::input::InputFile;
use crate::positions;
use crate::report::{Location, Place, Report};
use crate::source::Source;

/// A translated input.
pub(crate) struct Translated<'s> {
    /// Its listing as a source.
    pub(crate) source: Source<'s>,
    /// The reports.
    pub(crate) reports: Vec<Report>,
    /// The lines of the assembly; `None` if there are errors.
    assembly: Option<Vec<Line>>,
    /// The uniforms and outputs.
    pub(crate) interface: Interface,
    /// The names of numbers that the input takes.
    pub(crate) numbers: Vec<String>,
}

impl<'s> Translated<'s> {
    /// What the compiler made of an input. `number` is that of its source in the session.
    pub(crate) fn new(input: &'s InputFile, number: usize, made: Compilation) -> Self {
        let source = Source {
            path: &input.name,
            lines: Lines::of_text(&input.recorded_name, &made.listing),
            text: made.listing.into(),
            allowances: Allowances::default(),
        };
        let report = |finding: Finding| fault::report(finding, &source, number);
        let reports: Vec<_> = made.findings.into_iter().map(report).collect();
        let is_good = !reports.iter().any(Report::is_error);
        Self {
            assembly: made.assembly.filter(|_| is_good),
            interface: Interface {
                bindings: made.bindings,
                outputs: made.outputs,
            },
            numbers: made.numbers,
            source,
            reports,
        }
    }

    /// The text of the assembly; `None` if there are errors.
    pub(crate) fn text(&self) -> Option<String> {
        Some(text(self.assembly.as_ref()?))
    }

    /// Assembles the translation. Adds what the assembler reports, with places in the listing. `None` if there are errors.
    pub(crate) fn assemble(
        &mut self,
        name: &str,
        number: usize,
        options: &AssemblyOptions,
    ) -> Option<Object> {
        let lines = self.assembly.as_ref()?;
        let text = text(lines);
        // The compiler has put the numbers in their places; folders, lints and the ban on pseudo-instructions are for what people write.
        let options = AssemblyOptions {
            padding: options.padding,
            lints: Lints::NONE,
            ..AssemblyOptions::default()
        };
        let Assembly {
            object,
            diagnostics,
            lines: of_text,
            ..
        } = assemble(name, text.as_bytes(), &options);
        let origins = origins(lines);
        let origin = |index: usize| origins.get(index).or(origins.last()).copied().unwrap_or(1);
        let place_of = |span: Span| origin(of_text.index(span.start));
        let reports = diagnostics.into_iter().map(|diagnostic| {
            let mut report = Report::from_diagnostic(diagnostic, number);
            report.suggestions.clear();
            for Place { location, .. } in &mut report.places {
                if let Location::Span { span, .. } = location {
                    *span = fault::statement(&self.source, place_of(*span));
                }
            }
            report
        });
        self.reports.extend(reports);
        let mut object = object?;
        positions::change(&mut object, |position| {
            // Labels have an end in line 0, which is no line.
            if position.line > 0 {
                let index = usize::try_from(position.line - 1).unwrap_or(usize::MAX);
                position.line = origin(index);
            }
        });
        Some(object)
    }
}

/// The text of lines of assembly.
fn text(lines: &[Line]) -> String {
    let ended = lines.iter().flat_map(|line| [line.text.as_str(), "\n"]);
    ended.collect()
}

/// For each line of the assembly, the line of the listing, from 1, from which it comes. A line of assembly without a place
/// belongs to the one before it; what is declared before all of them, to the first line of the listing.
fn origins(lines: &[Line]) -> Vec<u32> {
    let origin = |last: &mut u32, line: &Line| {
        *last = line.place.map_or(*last, |place| place.line.max(1));
        Some(*last)
    };
    lines.iter().scan(1, origin).collect()
}
