//! Results for sources, kept as long as nothing changes on which they depend.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Snapshot;
use crate::documents::State;

/// A result for a source, which depends on files, and on what [`Derived::still_applies`] compares.
pub(crate) trait Derived: fmt::Debug + Send + Sync + 'static {
    /// Makes the result for the source at a path.
    fn derive(root: &Path, snapshot: &Snapshot) -> Self;

    /// The files on which it depends: those that were read, or searched in vain, with their states.
    fn read(&self) -> &BTreeMap<PathBuf, State>;

    /// Whether what it depends on besides these files is the same for the source at a path.
    fn still_applies(&self, _root: &Path, _snapshot: &Snapshot) -> bool {
        true
    }
}

/// Whether nothing has changed on which a result depends.
fn holds(result: &impl Derived, root: &Path, snapshot: &Snapshot) -> bool {
    let same = |(path, state): (&PathBuf, &State)| snapshot.documents.state(path) == *state;
    result.read().iter().all(same) && result.still_applies(root, snapshot)
}

/// The last result for each source.
#[derive(Debug)]
pub(super) struct Cache<T> {
    results: Mutex<BTreeMap<PathBuf, Arc<T>>>,
}

impl<T> Default for Cache<T> {
    fn default() -> Self {
        Self {
            results: Mutex::default(),
        }
    }
}

impl<T: Derived> Cache<T> {
    /// The result for a source: the last one if it still holds, otherwise a new one.
    pub(super) fn get(&self, root: &Path, snapshot: &Snapshot) -> Arc<T> {
        let last = self.results().get(root).cloned();
        if let Some(last) = last.filter(|last| holds(&**last, root, snapshot)) {
            return last;
        }
        // Other threads may work meanwhile.
        let result = Arc::new(T::derive(root, snapshot));
        // A result of cancelled work can be incomplete.
        if !snapshot.cancelled.is_set() {
            self.results().insert(root.to_owned(), result.clone());
        }
        result
    }

    /// Forgets the results for all other sources than these, which are sorted.
    pub(super) fn keep(&self, roots: &[PathBuf]) {
        let is_kept = |root: &Path| roots.binary_search_by(|kept| kept.as_path().cmp(root)).is_ok();
        self.results().retain(|root, _| is_kept(root));
    }

    fn results(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Arc<T>>> {
        // Nothing panics while it holds the lock, and each entry is whole anyway.
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
