//! Cached results for sources, valid until a dependency changes.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Snapshot;
use crate::documents::State;

/// A result for a source that depends on files and on the state compared by [`Derived::is_valid`].
pub(crate) trait Derived: fmt::Debug + Send + Sync + 'static {
    /// Computes the result for the source at a path.
    fn derive(root: &Path, snapshot: &Snapshot) -> Self;

    /// Returns the files on which it depends: those read or looked up without success, with their states.
    fn read(&self) -> &BTreeMap<PathBuf, State>;

    /// Returns true if its other dependencies are unchanged for the source at a path.
    fn is_valid(&self, _root: &Path, _snapshot: &Snapshot) -> bool {
        true
    }
}

/// Returns true if the dependencies of a result are unchanged.
fn is_up_to_date(result: &impl Derived, root: &Path, snapshot: &Snapshot) -> bool {
    let same = |(path, state): (&PathBuf, &State)| snapshot.documents.state(path) == *state;
    result.read().iter().all(same) && result.is_valid(root, snapshot)
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
    /// Returns the result for a source: the last one if it is still valid, otherwise a new one.
    pub(super) fn get(&self, root: &Path, snapshot: &Snapshot) -> Arc<T> {
        let last = self.results().get(root).cloned();
        if let Some(last) = last.filter(|last| is_up_to_date(&**last, root, snapshot)) {
            return last;
        }
        // The lock is not held while computing.
        let result = Arc::new(T::derive(root, snapshot));
        // A result of cancelled work can be incomplete.
        if !snapshot.cancelled.is_set() {
            self.results().insert(root.to_owned(), result.clone());
        }
        result
    }

    /// Drops the results of all sources except these, which are sorted.
    pub(super) fn keep(&self, roots: &[PathBuf]) {
        let is_kept = |root: &Path| roots.binary_search_by(|kept| kept.as_path().cmp(root)).is_ok();
        self.results().retain(|root, _| is_kept(root));
    }

    fn results(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Arc<T>>> {
        // Nothing panics while holding the lock, and entries are always consistent.
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
