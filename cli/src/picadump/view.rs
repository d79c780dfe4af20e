//! The views of files, by kind.

use std::fmt::Display;

use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::session::Session;
use pica200::text::page::with_article;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::inspect::Embedded;

use super::VIEWERS;
use super::options::CommandLine;
pub(super) use super::options::View;
use crate::program::Streams;

/// The option that compares two files.
const DIFF: &str = "--diff";

/// Compares two files of the kinds of a viewer: a line for each difference, `None` after a report.
pub(super) type Comparison = fn([&InputFile; 2], &mut Session<'_>) -> Option<Vec<String>>;

/// The views of files of some kinds.
pub(super) trait Viewer: Sync {
    /// The kinds.
    fn kinds(&self) -> &'static [FileKind];

    /// The views that these files have beside the one without options.
    fn views(&self) -> &'static [View];

    /// Another way to what the views do not show, if there is one.
    fn other_way(&self, _file: &InputFile) -> Option<String> {
        None
    }

    /// Shows a file: the views that the options ask for, which are among [`Self::views`], or the one without options.
    fn show(
        &self,
        options: &CommandLine,
        file: &InputFile,
        session: &mut Session<'_>,
        streams: &mut Streams<'_>,
    );

    /// Compares two files; `None` if these files cannot be compared.
    fn comparison(&self) -> Option<Comparison> {
        None
    }

    /// The files of these kinds inside another file, in the order of their offsets. They do not overlap.
    fn scan(&self, _file: &[u8]) -> Vec<Embedded> {
        Vec::new()
    }
}

/// The report on damage in a file.
pub(super) fn damage(name: &str, fault: &dyn Display) -> Diagnostic {
    Diagnostic::of_fault(Code::DamagedFile, name, fault)
}

/// The viewer of files of a kind; all kinds have one.
pub(super) fn viewer_of(kind: FileKind) -> Option<&'static dyn Viewer> {
    let mut viewers = VIEWERS.iter().copied();
    viewers.find(|viewer| viewer.kinds().contains(&kind))
}

/// The report on options for views that a file does not have, `None` if it has all of them.
pub(super) fn refusal(
    viewer: &dyn Viewer,
    kind: FileKind,
    options: &CommandLine,
    file: &InputFile,
) -> Option<Diagnostic> {
    let mut views: Vec<_> = viewer.views().iter().map(|view| view.option()).collect();
    views.extend(viewer.comparison().map(|_| DIFF));
    let mut wanted: Vec<_> = options
        .requested()
        .iter()
        .map(|view| view.option())
        .collect();
    wanted.extend(options.wants_diff().then_some(DIFF));
    wanted.retain(|option| !views.contains(option));
    let first = *wanted.first()?;
    let (name, kind) = (&file.name, with_article(kind.noun()));
    let others = match views.as_slice() {
        [] => "the only view is the one without options".to_owned(),
        [one] => format!("the only other view is `{one}`"),
        _ => format!("the other views are {}", quoted(&views)),
    };
    let message = format!("`{name}` is {kind}, which has no view `{first}`; {others}");
    let diagnostic = Diagnostic::of_file(Code::NoSuchView, name, message);
    Some(match viewer.other_way(file) {
        Some(way) => diagnostic.with_help(way),
        None => diagnostic,
    })
}

/// Options in backticks.
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
            let viewers = VIEWERS.iter().filter(|v| v.kinds().contains(kind));
            assert_eq!(viewers.count(), 1, "{}", kind.noun());
        }
    }
}
