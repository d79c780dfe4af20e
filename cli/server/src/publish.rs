//! Published diagnostics: of all files if the client does not pull diagnostics, otherwise of files that are not open.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use gen_lsp_types::{Diagnostic, PublishDiagnosticsNotification, PublishDiagnosticsParams, Uri};

use crate::diagnostics::AllDiagnostics;
use crate::outgoing::Outgoing;
use crate::snapshot::Snapshot;

/// The diagnostics sent for a file.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SentDiagnostics {
    uri: Uri,
    version: Option<i32>,
    diagnostics: Vec<Diagnostic>,
}

/// The diagnostics that the client has.
#[derive(Default, Debug)]
pub(crate) struct Published {
    sent: BTreeMap<PathBuf, SentDiagnostics>,
    /// The last diagnostics of open documents that the client pulls.
    asked: BTreeMap<PathBuf, Vec<Diagnostic>>,
}

impl Published {
    /// Sends changed diagnostics. `found` was computed from `snapshot`; `edited` are the documents that changed since
    /// the last update.
    pub(crate) fn update(
        &mut self,
        found: AllDiagnostics,
        snapshot: &Snapshot,
        edited: &BTreeSet<PathBuf>,
        outgoing: &mut Outgoing,
    ) {
        let mut asked = BTreeMap::new();
        let mut wanted = BTreeMap::new();
        let open = snapshot.documents.iter();
        let open = open.map(|document| (document.path.clone(), Vec::new()));
        for (path, diagnostics) in open.chain(found) {
            let is_open = snapshot.documents.at(&path).is_some();
            if is_open && snapshot.client.pulls_diagnostics {
                asked.insert(path, diagnostics)
            } else {
                wanted.insert(path, diagnostics)
            };
        }
        let gone: Vec<_> = self
            .sent
            .keys()
            .filter(|path| !wanted.contains_key(*path))
            .cloned()
            .collect();
        for path in gone {
            self.clear(&path, outgoing);
        }
        for (path, diagnostics) in wanted {
            self.send(path, diagnostics, snapshot, outgoing);
        }
        // The client pulls documents that it changed on its own.
        let is_new = |(path, diagnostics): (&PathBuf, &Vec<Diagnostic>)| {
            let last = self.asked.get(path);
            !edited.contains(path) && last.is_some_and(|last| last != diagnostics)
        };
        if snapshot.client.refreshes_diagnostics && asked.iter().any(is_new) {
            outgoing.refresh_diagnostics();
        }
        self.asked = asked;
    }

    /// Sends the diagnostics of a file, unless the client already has them.
    fn send(&mut self, path: PathBuf, diagnostics: Vec<Diagnostic>, snapshot: &Snapshot, outgoing: &Outgoing) {
        let Some(uri) = snapshot.documents.uri(&path) else {
            return;
        };
        let version = snapshot.documents.at(&path).map(|document| document.version);
        let new = SentDiagnostics {
            uri,
            version,
            diagnostics,
        };
        let last = self.sent.get(&path);
        let is_known = match last {
            Some(last) => *last == new,
            // Empty diagnostics are only sent for open files.
            None => new.diagnostics.is_empty() && version.is_none(),
        };
        if is_known {
            return;
        }
        outgoing.notify::<PublishDiagnosticsNotification>(PublishDiagnosticsParams {
            uri: new.uri.clone(),
            version: new.version,
            diagnostics: new.diagnostics.clone(),
        });
        self.sent.insert(path, new);
    }

    /// Clears the diagnostics of a file.
    pub(crate) fn clear(&mut self, path: &Path, outgoing: &Outgoing) {
        let Some(sent) = self.sent.remove(path) else {
            return;
        };
        if !sent.diagnostics.is_empty() {
            outgoing.notify::<PublishDiagnosticsNotification>(PublishDiagnosticsParams {
                uri: sent.uri,
                version: None,
                diagnostics: Vec::new(),
            });
        }
    }
}
