//! Object builders, one method per source line, and diagnostics as text.

#![allow(dead_code, unused_imports, reason = "every test file takes a part of what is here")]

mod declarations;
mod source;
mod words;

use std::fmt::Write;

use pica200_diagnostics::{Diagnostic, Location, Severity};
use pica200_link::{Compat, LinkOptions, LinkOutput, LinkResult, link};
pub(crate) use source::{Source, Src, library, plain};
pub(crate) use words::{descriptor, float_uniform, small_uniform, target};

/// Returns options that drop nothing and merge nothing.
pub(crate) fn everything() -> LinkOptions {
    LinkOptions::default().whole()
}

/// Returns the options of `--compat=picasso`.
pub(crate) fn picasso() -> LinkOptions {
    LinkOptions {
        compat: Compat::Picasso,
        ..LinkOptions::default()
    }
}

/// The result of a link.
pub(crate) struct Outcome {
    /// The output of a link without errors.
    pub(crate) output: Option<LinkOutput>,
    /// All diagnostics.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl From<Result<LinkResult, Vec<Diagnostic>>> for Outcome {
    fn from(result: Result<LinkResult, Vec<Diagnostic>>) -> Self {
        let (output, diagnostics) = match result {
            Ok(linked) => (Some(linked.output), linked.warnings),
            Err(diagnostics) => (None, diagnostics),
        };
        let errors = diagnostics.iter().any(Diagnostic::is_error);
        assert_eq!(output.is_none(), errors);
        Self { output, diagnostics }
    }
}

/// Links sources with options.
pub(crate) fn link_with(options: LinkOptions, sources: impl IntoIterator<Item = Source>) -> Outcome {
    let inputs: Vec<_> = sources.into_iter().map(Source::input_file).collect();
    link(&inputs, &options).into()
}

/// Returns the diagnostics of a link as text.
pub(crate) fn diagnostics(options: LinkOptions, sources: impl IntoIterator<Item = Source>) -> String {
    let linked = link_with(options, sources);
    linked.diagnostics.iter().map(render).collect()
}

/// Returns the output of a link; panics on diagnostics.
pub(crate) fn output(options: LinkOptions, sources: impl IntoIterator<Item = Source>) -> LinkOutput {
    let linked = link_with(options, sources);
    let text: String = linked.diagnostics.iter().map(render).collect();
    assert_eq!(text, "");
    linked.output.expect("output")
}

/// Renders a diagnostic as text. The catalogue's generic help is left out.
pub(crate) fn render(diagnostic: &Diagnostic) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let Diagnostic { code, message, .. } = diagnostic;
    let mut text = format!("{severity}[{code}]: {message}\n");
    for label in diagnostic.labels() {
        let place = match &label.location {
            Location::Line { object, file, line } => format!("{object}({file}:{line})"),
            Location::File(object) => object.clone(),
            Location::Span { .. } => unreachable!("the linker reads no sources"),
        };
        writeln!(text, "  at {place}: {}", label.text).expect("a string");
    }
    let help = diagnostic.help.as_deref().expect("help");
    if help != code.remedy() {
        writeln!(text, "  help: {help}").expect("a string");
    }
    text
}
