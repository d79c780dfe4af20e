//! Diagnostics: sources are assembled, linked and checked by the job that the programs run, and its diagnostics become
//! those of the protocol.

mod check;
mod convert;
mod place;
mod plan;

pub(crate) use convert::{FileDiagnostic, QuickFix};

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types::Diagnostic;

use self::check::Checked;
use crate::analysed::Analysed;
use crate::documents::Document;
use crate::fault::Fault;
use crate::kinds::names_builds;
use crate::snapshot::Snapshot;

/// The diagnostics in a file, from all sources by which it is assembled. One that several sources draw appears once.
///
/// # Errors
///
/// If the request was cancelled meanwhile.
pub(crate) fn of_file(snapshot: &Snapshot, path: &Path) -> Result<Vec<FileDiagnostic>, Fault> {
    let mut diagnostics = Vec::new();
    for root in snapshot.roots(path) {
        let checked = checked(&root, snapshot)?;
        add(&mut diagnostics, checked.of_file(path));
    }
    Ok(diagnostics)
}

/// The result of checking a source.
///
/// # Errors
///
/// If the request was cancelled meanwhile: the result is not complete then.
fn checked(root: &Path, snapshot: &Snapshot) -> Result<Arc<Checked>, Fault> {
    let checked = snapshot.derived(root);
    snapshot.check()?;
    Ok(checked)
}

/// Adds diagnostics. One that is there already gets the related places of the other.
fn add(diagnostics: &mut Vec<FileDiagnostic>, further: &[FileDiagnostic]) {
    // Files without diagnostics from elsewhere are the rule.
    let known = diagnostics.len();
    for diagnostic in further {
        let mut earlier = diagnostics.iter_mut().take(known);
        match earlier.find(|earlier| earlier.is_same(diagnostic)) {
            Some(earlier) => earlier.add_related(diagnostic),
            None => diagnostics.push(diagnostic.clone()),
        }
    }
}

/// The diagnostics of all files that belong to open documents.
pub(crate) type Everything = BTreeMap<PathBuf, Vec<Diagnostic>>;

/// The diagnostics of all files that belong to open documents. `None` if the work was cancelled.
pub(crate) fn everything(snapshot: &Snapshot) -> Option<Everything> {
    let mut roots = Vec::new();
    let documents = snapshot.documents.iter();
    for document in documents.filter(|document| is_checked(document, snapshot)) {
        roots.extend(snapshot.roots(&document.path));
    }
    roots.sort();
    roots.dedup();
    let checked = roots.iter().map(|root| checked(root, snapshot));
    let checked = checked.collect::<Result<Vec<_>, _>>().ok()?;
    snapshot.keep::<Checked>(&roots);
    snapshot.keep::<Analysed>(&roots);
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

/// Whether a document has diagnostics: a shader, and a file that names builds.
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
        let snapshot = Snapshot::of_documents(documents, Workspace::default());
        assert!(checked(Path::new("/w/a.vsh"), &snapshot).is_ok());
        snapshot.cancelled.set();
        assert!(checked(Path::new("/w/a.vsh"), &snapshot).is_err());
    }
}
