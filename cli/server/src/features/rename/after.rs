//! Verification of renames: the edited sources are analysed and must have the same meaning as before.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use gen_lsp_types::TextEdit;
use pica200_asm::analysis::{Analysis, SymbolKind, Use};

use crate::error::RequestError;
use crate::positions::Text;
use crate::snapshot::{Derived as _, Snapshot};
use crate::source_analysis::SourceAnalysis;

/// Checks that sources have the same meaning after the edits.
///
/// # Errors
///
/// Returns an error that says what would change, or if the request was cancelled.
pub(super) fn check(
    snapshot: &Snapshot,
    roots: &BTreeSet<PathBuf>,
    edits: &BTreeMap<PathBuf, Vec<TextEdit>>,
) -> Result<(), RequestError> {
    let mut documents = (*snapshot.documents).clone();
    for (path, edits) in edits {
        let text = snapshot.documents.text(path).unwrap_or_default();
        documents.replace(path, changed(text, edits));
    }
    let after = snapshot.with_documents(documents);
    for root in roots {
        snapshot.check_cancelled()?;
        let before = snapshot.derived::<SourceAnalysis>(root);
        let after = SourceAnalysis::derive(root, &after);
        compare(&before.analysis, &after.analysis)?;
    }
    Ok(())
}

/// Applies sorted, disjoint edits to a text.
fn changed(text: Text, edits: &[TextEdit]) -> Text {
    let edits = edits.iter().rev();
    edits.fold(text, |text, edit| text.changed(Some(edit.range), &edit.new_text))
}

fn compare(before: &Analysis, after: &Analysis) -> Result<(), RequestError> {
    let known = before.diagnostics();
    if let Some(new) = after.diagnostics().iter().find(|new| {
        let count = |all: &[pica200_asm::diagnostic::Diagnostic]| all.iter().filter(|one| one.code == new.code).count();
        count(known) < count(after.diagnostics())
    }) {
        let message = &new.message;
        return Err(RequestError::Refused(format!("after the rename: {message}")));
    }
    let is_same = names(before) == names(after)
        && procedures(before) == procedures(after)
        && before.word_count() == after.word_count()
        && known.len() == after.diagnostics().len();
    if is_same {
        Ok(())
    } else {
        Err(RequestError::Refused(
            "the rename would change the meaning of names in the source".to_owned(),
        ))
    }
}

/// Returns all names with the order of their uses.
fn names(analysis: &Analysis) -> Vec<(SymbolKind, Vec<Use>)> {
    let uses = |symbol: pica200_asm::analysis::Symbol<'_>| {
        let uses = symbol.occurrences().map(|found| found.usage);
        (symbol.kind(), uses.collect())
    };
    analysis.symbols().map(uses).collect()
}

/// Returns all procedures: whether they are global, whether they are the entry point, and their addresses.
fn procedures(analysis: &Analysis) -> Vec<(bool, bool, u32)> {
    let procedures = analysis.procedures().iter();
    let facts = procedures.map(|one| (one.is_global, one.is_entry, one.instructions));
    facts.collect()
}
