//! Viewers by file kind.

use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::text::page::with_article;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;
use pica200_report::view::Viewer;

use super::NATIVE_VIEWERS;
use super::options::CommandLine;

/// The option that compares two files.
const DIFF: &str = "--diff";

/// Returns the viewers of all kinds of files.
pub(super) fn viewers() -> impl Iterator<Item = &'static dyn Viewer> {
    NATIVE_VIEWERS.iter().chain(pica200_foreign::VIEWERS).copied()
}

/// Returns true if a file kind belongs to another system.
pub(super) fn is_foreign(kind: FileKind) -> bool {
    let mut viewers = pica200_foreign::VIEWERS.iter();
    viewers.any(|viewer| viewer.kinds().contains(&kind))
}

/// Returns the viewer of a file kind; all kinds have one.
pub(super) fn find_viewer(kind: FileKind) -> Option<&'static dyn Viewer> {
    viewers().find(|viewer| viewer.kinds().contains(&kind))
}

/// Returns the error for options whose views a file does not support, `None` if it supports all of them.
pub(super) fn unsupported_views(
    viewer: &dyn Viewer,
    kind: FileKind,
    options: &CommandLine,
    file: &InputFile,
) -> Option<Diagnostic> {
    let mut views: Vec<_> = viewer.views().iter().map(|view| view.option()).collect();
    views.extend(viewer.comparison().map(|_| DIFF));
    let mut wanted: Vec<_> = options.requested().iter().map(|view| view.option()).collect();
    wanted.extend(options.is_diff().then_some(DIFF));
    wanted.retain(|option| !views.contains(option));
    let first = *wanted.first()?;
    let (name, kind) = (&file.name, with_article(kind.noun()));
    let others = match views.as_slice() {
        [] => "the only view is the one without options".to_owned(),
        [one] => format!("the only other view is `{one}`"),
        _ => format!("the other views are {}", quoted(&views)),
    };
    let message = format!("`{name}` is {kind}, which has no view `{first}`; {others}");
    let diagnostic = Diagnostic::for_file(Code::NoSuchView, name, message);
    Some(match viewer.other_tool_hint(file) {
        Some(way) => diagnostic.with_help(way),
        None => diagnostic,
    })
}

/// Formats options in backticks.
fn quoted(options: &[&str]) -> String {
    let quoted: Vec<_> = options.iter().map(|option| format!("`{option}`")).collect();
    quoted.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_one_viewer() {
        for kind in FileKind::ALL {
            let found = viewers().filter(|viewer| viewer.kinds().contains(kind));
            assert_eq!(found.count(), 1, "{}", kind.noun());
        }
    }
}
