//! Diagnostics of all tools, with user-visible locations.

use pica200_asm::diagnostic as asm;
use pica200_check::{self as check, BinaryLocation, CodeLocation, Names};
pub use pica200_diagnostics::{
    Advice, Applicability, Code, Diagnostic, Diagnostics, Fix, Label, Location, Severity, Tool, reason,
};
use pica200_objfmt::formats::error::WriteError;

/// Returns mutable references to the source indices of a diagnostic.
pub(crate) fn sources(diagnostic: &mut Diagnostic) -> impl Iterator<Item = &mut usize> {
    let Diagnostic {
        primary,
        secondary,
        fixes,
        ..
    } = diagnostic;
    let labels = primary.as_deref_mut().into_iter().chain(secondary);
    let labels = labels.map(|label| &mut label.location);
    let locations = labels.chain(fixes.iter_mut().map(|fix| &mut fix.location));
    locations.filter_map(|location| match location {
        Location::Span { source, .. } => Some(source),
        Location::Line { .. } | Location::File(_) => None,
    })
}

/// Returns the error for an object or a binary that cannot be written to a file.
pub(crate) fn unwritable(code: Code, file: String, error: &WriteError) -> Diagnostic {
    let message = format!("cannot write `{file}`: {error}");
    Diagnostic::for_file(code, file, message)
}

/// Converts a diagnostic of the assembler for the source with an index.
pub fn from_assembler(diagnostic: asm::Diagnostic, source: usize) -> Diagnostic {
    let diagnostic = diagnostic.map(|span| Location::Span { source, span });
    match diagnostic.code {
        // The fix is an option of the command-line tools, unknown to the assembler.
        Code::CannotInclude => diagnostic.with_default_help(),
        _ => diagnostic,
    }
}

/// Converts a diagnostic of the checker, with the severity from [`crate::levels::Levels`]. `label` maps a code location
/// to a label with a longer text.
pub fn from_checker(
    diagnostic: check::Diagnostic,
    severity: Severity,
    label: impl Fn(BinaryLocation, String) -> Label,
) -> Diagnostic {
    let code = diagnostic.code;
    let help = diagnostic.help.as_deref().unwrap_or(code.remedy());
    let help = format!("{help}; for more information, try `picald --explain {code}`");
    let labels = diagnostic.labels().cloned();
    let labels: Vec<_> = labels.map(|of| label(of.location, of.text)).collect();
    Diagnostic {
        severity,
        ..Diagnostic::new(Tool::Checker, code, None, diagnostic.message)
    }
    .with_help(help)
    .with_labels(labels)
}

/// Returns a label for a location in a shader of the binary at `path`: by source line if there is a line table, and by
/// word.
pub(crate) fn in_binary(
    path: &str,
    names: &Names<'_>,
    shader: Option<usize>,
    place: CodeLocation,
    text: &str,
) -> Label {
    let location = Location::in_object(path, names.line(place.word));
    Label::new(location, format!("{}: {text}", names.describe(shader, place)))
}
