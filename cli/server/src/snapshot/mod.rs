//! An immutable state of the server from which workers compute responses, with a store for results.
//!
//! A snapshot knows nothing about the results. The modules above store theirs in it: per source with
//! [`Snapshot::derived`], for the whole state with [`Snapshot::memo`].

mod cache;
mod store;

use std::any::Any;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gen_lsp_types::Uri;
use pica200::levels::Levels;
use pica200_asm::reference::Reference;

use self::cache::Cache;
use self::store::Store;
use crate::client::Client;
use crate::documents::{Document, Documents};
use crate::error::RequestError;
use crate::settings::Settings;
use crate::workspace::Workspace;

pub(crate) use self::cache::Derived;

/// The state at one moment. Immutable and cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    /// The open documents, layered over the files on disk.
    pub documents: Arc<Documents>,
    /// The client capabilities.
    pub client: Arc<Client>,
    /// The settings.
    pub settings: Settings,
    /// The sources in the workspace folders.
    pub workspace: Arc<Workspace>,
    /// The language reference, shared by all snapshots.
    pub reference: Arc<Reference>,
    /// The diagnostic levels from the environment.
    pub levels: Arc<Levels>,
    /// Set when the response is no longer needed.
    pub(crate) cancelled: CancelFlag,
    /// Values shared by all snapshots.
    shared: Arc<Store>,
    /// Results for these documents and this workspace.
    memos: Arc<Store>,
}

/// A cancellation flag.
#[derive(Clone, Default, Debug)]
pub(crate) struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// Cancels the work.
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns true if the work is cancelled.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Values are consistent even after a panic.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Snapshot {
    /// Returns the open document with a URI.
    ///
    /// # Errors
    ///
    /// Returns an error if no such document is open.
    pub(crate) fn document(&self, uri: &Uri) -> Result<&Document, RequestError> {
        let document = self.documents.get(uri);
        document
            .map(Arc::as_ref)
            .ok_or_else(|| RequestError::InvalidParams(format!("the document `{}` is not open", uri.0)))
    }

    /// Returns an error if the work is cancelled. Called frequently in long loops.
    ///
    /// # Errors
    ///
    /// Returns an error if the request was cancelled or a document changed.
    pub(crate) fn check_cancelled(&self) -> Result<(), RequestError> {
        if self.cancelled.is_set() {
            Err(RequestError::Cancelled)
        } else {
            Ok(())
        }
    }

    /// Returns the value of a type that all snapshots share.
    pub(crate) fn shared<T: Any + Default + Send + Sync>(&self) -> Arc<T> {
        self.shared.get()
    }

    /// Returns the result of a type for a source: the last one if it is still valid, otherwise a new one.
    pub(crate) fn derived<T: Derived>(&self, root: &Path) -> Arc<T> {
        self.shared::<Cache<T>>().get(root, self)
    }

    /// Drops the results of a type for all sources except these, which are sorted.
    pub(crate) fn keep<T: Derived>(&self, roots: &[PathBuf]) {
        self.shared::<Cache<T>>().keep(roots);
    }

    /// Returns the value of a type for these documents and this workspace. The first caller computes it while others
    /// wait.
    pub(crate) fn memo<T: Send + Sync + 'static>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        let Ok(value) = self.try_memo(|| Ok::<_, Infallible>(make()));
        value
    }

    /// Like [`Self::memo`], for fallible computations.
    ///
    /// # Errors
    ///
    /// Returns the error of `make`. The next caller tries again.
    pub(crate) fn try_memo<T: Send + Sync + 'static, E>(
        &self,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let value = self.memos.get::<Mutex<Option<Arc<T>>>>();
        let mut value = lock(&value);
        match &*value {
            Some(known) => Ok(known.clone()),
            None => Ok(value.insert(Arc::new(make()?)).clone()),
        }
    }

    /// Returns the memoized value of a type for a file or directory with these documents and this workspace.
    pub(crate) fn memo_for<T: Clone + Send + Sync + 'static>(&self, path: &Path, make: impl FnOnce() -> T) -> T {
        let values = self.memos.get::<Mutex<BTreeMap<PathBuf, T>>>();
        if let Some(known) = lock(&values).get(path) {
            return known.clone();
        }
        let made = make();
        lock(&values).insert(path.to_owned(), made.clone());
        made
    }

    /// Returns a copy with another cancellation flag.
    pub(crate) fn with_cancel_flag(&self, cancelled: CancelFlag) -> Self {
        Self {
            cancelled,
            ..self.clone()
        }
    }

    /// Returns a copy with another workspace.
    pub(crate) fn with_workspace(&self, workspace: Arc<Workspace>) -> Self {
        Self {
            workspace,
            memos: Arc::default(),
            ..self.clone()
        }
    }

    /// Returns a copy with the workspace of another snapshot of the same documents, and its results.
    pub(crate) fn with_workspace_of(&self, other: &Self) -> Self {
        Self {
            workspace: other.workspace.clone(),
            memos: other.memos.clone(),
            ..self.clone()
        }
    }

    /// Returns a copy with other documents.
    pub(crate) fn with_documents(&self, documents: Documents) -> Self {
        Self {
            documents: Arc::new(documents),
            memos: Arc::default(),
            ..self.clone()
        }
    }

    /// Returns the documents for modification. Clones of the snapshot keep the old ones.
    pub(crate) fn documents_mut(&mut self) -> &mut Documents {
        self.memos = Arc::default();
        Arc::make_mut(&mut self.documents)
    }

    /// Creates a snapshot of documents and a workspace, with defaults otherwise.
    pub(crate) fn from_documents(documents: Documents, workspace: Workspace) -> Self {
        Self {
            documents: Arc::new(documents),
            workspace: Arc::new(workspace),
            client: Arc::default(),
            settings: Settings::default(),
            levels: Arc::default(),
            reference: Arc::default(),
            cancelled: CancelFlag::default(),
            shared: Arc::default(),
            memos: Arc::default(),
        }
    }
}
