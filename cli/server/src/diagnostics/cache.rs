//! The results of checks, kept as long as nothing changes on which they depend.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::check::Checked;
use crate::snapshot::Snapshot;

/// The last result for each source.
#[derive(Default, Debug)]
pub(crate) struct Cache {
    results: Mutex<BTreeMap<PathBuf, Arc<Checked>>>,
}

impl Cache {
    /// The result for a source: the last one if it still holds, otherwise a new one.
    pub(crate) fn get(&self, root: &Path, snapshot: &Snapshot) -> Arc<Checked> {
        let last = self.results().get(root).cloned();
        if let Some(last) = last.filter(|last| last.holds(&snapshot.documents)) {
            return last;
        }
        // Other threads may work meanwhile.
        let checked = Arc::new(Checked::new(root, snapshot));
        self.results().insert(root.to_owned(), checked.clone());
        checked
    }

    /// Forgets the results for all other sources than these, which are sorted.
    pub(crate) fn keep(&self, roots: &[PathBuf]) {
        self.results()
            .retain(|root, _| roots.binary_search(root).is_ok());
    }

    fn results(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Arc<Checked>>> {
        // Nothing panics while it holds the lock, and each entry is whole anyway.
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
