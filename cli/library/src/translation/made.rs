//! Assembly that the compiler or a converter made of an input.
//!
//! Places in the assembly become places in the listing of the input, so that diagnostics, line tables, maps, profiles
//! and traces show what the input says.

use pica200_asm::lint::Lints;
use pica200_asm::{Assembly, AssemblyOptions, assemble};
use pica200_objfmt::formats::object::Object;

use super::fault;
use crate::diagnostic::{Diagnostic, Label, Location, of_assembler};
use crate::positions;
use crate::source::Source;

/// A text in assembly, and where it comes from.
pub(super) struct Made {
    text: String,
    /// For each line of the text, the line of the listing, from 1, from which it comes.
    origins: Vec<u32>,
}

impl Made {
    /// The assembly of lines, each with the line of the listing, from 1, from which it comes. A line without one
    /// belongs to the one before it; what is declared before all of them, to the first line of the listing.
    pub(super) fn new<'l>(lines: impl Iterator<Item = (&'l str, Option<u32>)> + Clone) -> Self {
        let ended = lines.clone().flat_map(|(text, _)| [text, "\n"]);
        let origin = |last: &mut u32, (_, line): (&str, Option<u32>)| {
            *last = line.map_or(*last, |line| line.max(1));
            Some(*last)
        };
        Self {
            text: ended.collect(),
            origins: lines.scan(1, origin).collect(),
        }
    }

    /// The text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Assembles the text. Adds what the assembler reports to `diagnostics`, with places in the listing, the source of
    /// this number. `None` if there are errors.
    pub(super) fn assemble(
        &self,
        name: &str,
        listing: &Source<'_>,
        number: usize,
        options: &AssemblyOptions,
        diagnostics: &mut impl Extend<Diagnostic>,
    ) -> Option<Object> {
        // Numbers are in their places already. Folders, lints and the ban on pseudo-instructions are for what people
        // write.
        let options = AssemblyOptions {
            padding: options.padding,
            lints: Lints::NONE,
            ..AssemblyOptions::default()
        };
        let Assembly {
            object,
            diagnostics: found,
            lines,
            ..
        } = assemble(name, self.text.as_bytes(), &options);
        diagnostics.extend(found.into_iter().map(|diagnostic| {
            let mut diagnostic = of_assembler(diagnostic, number);
            diagnostic.fixes.clear();
            for Label { location, .. } in diagnostic.labels_mut() {
                if let Location::Span { span, .. } = location {
                    *span = fault::statement(listing, self.origin(lines.index(span.start)));
                }
            }
            diagnostic
        }));
        let mut object = object?;
        object.files = listing.lines.files().map(str::to_owned).collect();
        positions::change(&mut object, |position| {
            // Labels have an end in line 0, which is not a line.
            if let Some(index) = position.line.checked_sub(1) {
                let line = self.origin(usize::try_from(index).unwrap_or(usize::MAX));
                *position = listing.lines.recorded(fault::index(listing, line));
            }
        });
        Some(object)
    }

    /// The line of the listing, from 1, from which the line of the text with this index comes.
    fn origin(&self, index: usize) -> u32 {
        let origin = self.origins.get(index).or(self.origins.last());
        origin.copied().unwrap_or(1)
    }
}
