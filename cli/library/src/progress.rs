//! Progress of long operations.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A progress callback. The default does nothing.
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<dyn Fn(Step) + Send + Sync>>);

/// A progress update.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Noun for the parts, in the plural: `frames`.
    pub parts: &'static str,
    /// Number of completed parts.
    pub done: usize,
    /// Total number of parts.
    pub total: usize,
}

/// A counter of completed parts.
#[derive(Debug)]
pub struct Counter<'p> {
    progress: &'p Progress,
    parts: &'static str,
    done: AtomicUsize,
    total: usize,
}

impl Progress {
    /// Creates a callback for each completed part, called from the thread that completed it.
    pub fn new(function: impl Fn(Step) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(function)))
    }

    /// Begins work with `total` parts, which are called `parts`.
    pub fn begin(&self, parts: &'static str, total: usize) -> Counter<'_> {
        Counter {
            progress: self,
            parts,
            done: AtomicUsize::new(0),
            total,
        }
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Progress").field(&self.0.is_some()).finish()
    }
}

impl Counter<'_> {
    /// Counts a part.
    pub fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(function) = &self.progress.0 {
            function(Step {
                parts: self.parts,
                done,
                total: self.total,
            });
        }
    }
}
