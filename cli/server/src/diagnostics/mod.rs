//! Diagnostics: assembles, links and checks sources with the same job as the command-line programs, and converts the
//! diagnostics to LSP.

mod check;
mod convert;
mod place;
mod plan;

pub(crate) use convert::{FileDiagnostic, QuickFix};

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types::Diagnostic;

use self::check::CheckResult;
use crate::documents::Document;
use crate::error::RequestError;
use crate::kinds::names_builds;
use crate::snapshot::Snapshot;
use crate::source_analysis::SourceAnalysis;

/// Returns the diagnostics of a file from all roots that include it. Duplicates are removed.
///
/// # Errors
///
/// Returns an error if the request was cancelled.
pub(crate) fn of_file(snapshot: &Snapshot, path: &Path) -> Result<Vec<FileDiagnostic>, RequestError> {
    let mut diagnostics = Vec::new();
    for root in snapshot.roots(path) {
        let checked = checked(&root, snapshot)?;
        add(&mut diagnostics, checked.of_file(path));
    }
    Ok(diagnostics)
}

/// Returns the check result of a source.
///
/// # Errors
///
/// Returns an error if the request was cancelled. The result is incomplete then.
fn checked(root: &Path, snapshot: &Snapshot) -> Result<Arc<CheckResult>, RequestError> {
    let checked = snapshot.derived(root);
    snapshot.check_cancelled()?;
    Ok(checked)
}

/// Adds diagnostics. A duplicate only contributes its related locations.
fn add(diagnostics: &mut Vec<FileDiagnostic>, further: &[FileDiagnostic]) {
    // Most files have no diagnostics from other roots.
    let known = diagnostics.len();
    for diagnostic in further {
        let mut earlier = diagnostics.iter_mut().take(known);
        match earlier.find(|earlier| earlier.is_duplicate_of(diagnostic)) {
            Some(earlier) => earlier.add_related(diagnostic),
            None => diagnostics.push(diagnostic.clone()),
        }
    }
}

/// The diagnostics of all files that belong to open documents.
pub(crate) type AllDiagnostics = BTreeMap<PathBuf, Vec<Diagnostic>>;

/// Returns the diagnostics of all files that belong to open documents, or `None` if the work was cancelled.
pub(crate) fn all_diagnostics(snapshot: &Snapshot) -> Option<AllDiagnostics> {
    let mut roots = Vec::new();
    let documents = snapshot.documents.iter();
    for document in documents.filter(|document| is_checked(document, snapshot)) {
        roots.extend(snapshot.roots(&document.path));
    }
    roots.sort();
    roots.dedup();
    let checked = roots.iter().map(|root| checked(root, snapshot));
    let checked = checked.collect::<Result<Vec<_>, _>>().ok()?;
    snapshot.keep::<CheckResult>(&roots);
    snapshot.keep::<SourceAnalysis>(&roots);
    let mut found: BTreeMap<PathBuf, Vec<FileDiagnostic>> = BTreeMap::new();
    for (path, diagnostics) in checked.iter().flat_map(|checked| checked.files()) {
        add(found.entry(path.clone()).or_default(), diagnostics);
    }
    let bare = |one: FileDiagnostic| one.lsp;
    let files = found.into_iter();
    Some(
        files
            .map(|(path, diagnostics)| (path, diagnostics.into_iter().map(bare).collect()))
            .collect(),
    )
}

/// Returns true if the document gets diagnostics: a shader or a file that defines builds.
pub(crate) fn is_checked(document: &Document, snapshot: &Snapshot) -> bool {
    snapshot.is_shader(document) || names_builds(&document.path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::Documents;
    use crate::workspace::Workspace;

    #[test]
    fn cancelled_checks_have_no_result() {
        let documents = Documents::default();
        let snapshot = Snapshot::from_documents(documents, Workspace::default());
        assert!(checked(Path::new("/w/a.vsh"), &snapshot).is_ok());
        snapshot.cancelled.set();
        assert!(checked(Path::new("/w/a.vsh"), &snapshot).is_err());
    }
}
