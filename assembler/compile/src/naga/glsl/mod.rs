//! The front end for GLSL: all versions for desktops from 1.10 to 4.60, for embedded systems from 1.00 to 3.20, and the
//! dialect of Vulkan.
//!
//! A source passes these steps:
//!
//! 1. [`preprocess`]: tokens, directives, macros, included files.
//! 2. [`parser`]: the syntax tree ([`ast`]), with the location of each node in the listing.
//! 3. [`build`]: names and types are checked, and the tree becomes a module of naga and its interface.

mod ast;
mod build;
mod macros;
mod parser;
mod preprocess;
mod report;
mod token;
mod types;

use crate::diagnostic::diagnose;
use crate::options::Options;
use crate::source::Includes;

use super::refused::FrontendOutput;
use super::text::Text;
use report::Reports;

/// Maximum number of bytes of a source with the files that it includes.
pub(super) const MAX_BYTES: usize = preprocess::MAX_BYTES;

/// Reads a source.
pub(super) fn read(source: &str, options: &Options, includes: &dyn Includes) -> FrontendOutput {
    let mut reports = Reports::default();
    let (defines, misfits) = macros::from_options(options, source);
    let preprocessed = preprocess::run(source, &defines, includes, &mut reports);
    let words = parser::Words::new(&preprocessed.interner);
    let globals = parser::parse(&preprocessed.tokens, &preprocessed.interner, &words, &mut reports);
    let used = macros::used(options, &preprocessed);
    let built = build::build(globals, preprocessed.interner, &options.defines, &mut reports);
    let text = Text::new(&preprocessed.listing);
    let diagnostics = reports.all.into_iter().map(|report| {
        let span = report.location().copied();
        let place = span.and_then(|span| text.place(span.into()));
        diagnose(report.code, place, report.message).with_optional_help(report.help)
    });
    let numbers: Vec<_> = used
        .into_iter()
        .filter(|name| !built.constants.contains(name))
        .collect();
    let misfits = misfits
        .into_iter()
        .filter(|(name, _)| numbers.contains(name))
        .map(|(_, diagnostic)| diagnostic);
    // Without its number, a name of the caller is not declared.
    let misfits: Vec<_> = misfits.collect();
    let diagnostics = if misfits.is_empty() {
        diagnostics.collect()
    } else {
        misfits
    };
    FrontendOutput {
        module: built.module,
        interface: built.interface,
        refused: built.refused,
        notes: built.notes,
        numbers,
        diagnostics,
        listing: preprocessed.listing,
        pieces: preprocessed.pieces,
    }
}
