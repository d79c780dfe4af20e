//! Objects built by hand, one method per source line, and findings as text.

#![allow(
    dead_code,
    unused_imports,
    reason = "every test file takes a part of what is here"
)]

mod declarations;
mod source;
mod words;

use std::fmt::Write;

use pica200_diagnostics::Severity;
use pica200_link::{Compat, Finding, LinkOptions, LinkOutput, Linked, link};
pub(crate) use source::{Source, Src, library, plain};
pub(crate) use words::{descriptor, float_uniform, small_uniform, target};

/// Options that leave nothing out and merge nothing.
pub(crate) fn everything() -> LinkOptions {
    LinkOptions::default().whole()
}

/// Options of `--compat=picasso`.
pub(crate) fn picasso() -> LinkOptions {
    LinkOptions {
        compat: Compat::Picasso,
        ..LinkOptions::default()
    }
}

/// Links sources with options.
pub(crate) fn link_with(options: LinkOptions, sources: impl IntoIterator<Item = Source>) -> Linked {
    let inputs: Vec<_> = sources.into_iter().map(Source::input_file).collect();
    let linked = link(&inputs, &options);
    let errors = linked
        .findings
        .iter()
        .any(|finding| finding.severity == Severity::Error);
    assert_eq!(linked.output.is_none(), errors);
    linked
}

/// The findings of a link, as text.
pub(crate) fn findings(options: LinkOptions, sources: impl IntoIterator<Item = Source>) -> String {
    let linked = link_with(options, sources);
    linked.findings.iter().map(render).collect()
}

/// The output of a link that nothing is wrong with.
pub(crate) fn output(
    options: LinkOptions,
    sources: impl IntoIterator<Item = Source>,
) -> LinkOutput {
    let linked = link_with(options, sources);
    let text: String = linked.findings.iter().map(render).collect();
    assert_eq!(text, "");
    linked.output.expect("output")
}

/// A finding as text.
pub(crate) fn render(finding: &Finding) -> String {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let problem = &finding.problem;
    let mut text = format!("{severity}[{}]: {problem}\n", problem.code().name());
    for place in &finding.places {
        let line = place
            .source
            .as_ref()
            .map(|source| format!("({}:{})", source.file, source.line));
        let line = line.unwrap_or_default();
        writeln!(text, "  at {}{line}: {}", place.object, place.label).expect("a string");
    }
    if let Some(help) = problem.help() {
        writeln!(text, "  help: {help}").expect("a string");
    }
    text
}
