//! The state at one moment, with which a worker answers a request: what everything is computed of, and a place for what
//! was computed.
//!
//! A snapshot knows nothing of what is computed. Each module above it keeps its own results in it: those of a source
//! with [`Snapshot::derived`], those of the whole state with [`Snapshot::once`].

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
use crate::fault::Fault;
use crate::settings::Settings;
use crate::workspace::Workspace;

pub(crate) use self::cache::Derived;

/// The state at one moment. It does not change, and copies are cheap.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    /// The open documents, and the files under them.
    pub documents: Arc<Documents>,
    /// What the client can do.
    pub client: Arc<Client>,
    /// The settings.
    pub settings: Settings,
    /// The sources in the folders of the workspace.
    pub workspace: Arc<Workspace>,
    /// What the page about the language says, which all snapshots share.
    pub reference: Arc<Reference>,
    /// The levels of diagnostics from the environment.
    pub levels: Arc<Levels>,
    /// Whether the answer is not needed any more.
    pub(crate) cancelled: Cancelled,
    /// What all snapshots share.
    shared: Arc<Store>,
    /// What was computed of these documents and this workspace.
    once: Arc<Store>,
}

/// Whether the result of some work is not needed any more.
#[derive(Clone, Default, Debug)]
pub(crate) struct Cancelled(Arc<AtomicBool>);

impl Cancelled {
    /// Notes that the result is not needed any more.
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the result is not needed any more.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Each value is whole, even if somebody panics meanwhile.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Snapshot {
    /// The open document at an address.
    ///
    /// # Errors
    ///
    /// If no such document is open.
    pub(crate) fn document(&self, uri: &Uri) -> Result<&Document, Fault> {
        let document = self.documents.get(uri);
        document
            .map(Arc::as_ref)
            .ok_or_else(|| Fault::Params(format!("the document `{}` is not open", uri.0)))
    }

    /// Ends work whose result is not needed any more. Features with long loops ask often.
    ///
    /// # Errors
    ///
    /// If the request was cancelled, or a document changed.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        if self.cancelled.is_set() {
            Err(Fault::Cancelled)
        } else {
            Ok(())
        }
    }

    /// The value of a type that all snapshots share.
    pub(crate) fn shared<T: Any + Default + Send + Sync>(&self) -> Arc<T> {
        self.shared.get()
    }

    /// The result of a type for a source: the last one if it still holds, otherwise a new one.
    pub(crate) fn derived<T: Derived>(&self, root: &Path) -> Arc<T> {
        self.shared::<Cache<T>>().get(root, self)
    }

    /// Forgets the results of a type for all other sources than these, which are sorted.
    pub(crate) fn keep<T: Derived>(&self, roots: &[PathBuf]) {
        self.shared::<Cache<T>>().keep(roots);
    }

    /// The value of a type for these documents and this workspace, which the first who asks makes, while others wait.
    pub(crate) fn once<T: Send + Sync + 'static>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        let Ok(value) = self.try_once(|| Ok::<_, Infallible>(make()));
        value
    }

    /// The same if it can fail.
    ///
    /// # Errors
    ///
    /// Those of `make`. Then the next who asks tries again.
    pub(crate) fn try_once<T: Send + Sync + 'static, E>(
        &self,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let value = self.once.get::<Mutex<Option<Arc<T>>>>();
        let mut value = lock(&value);
        match &*value {
            Some(known) => Ok(known.clone()),
            None => Ok(value.insert(Arc::new(make()?)).clone()),
        }
    }

    /// The value of a type for a file or a folder with these documents and this workspace, which is not made again.
    pub(crate) fn once_for<T: Clone + Send + Sync + 'static>(&self, path: &Path, make: impl FnOnce() -> T) -> T {
        let values = self.once.get::<Mutex<BTreeMap<PathBuf, T>>>();
        if let Some(known) = lock(&values).get(path) {
            return known.clone();
        }
        let made = make();
        lock(&values).insert(path.to_owned(), made.clone());
        made
    }

    /// The same for work that ends if its result is not needed any more.
    pub(crate) fn for_work(&self, cancelled: Cancelled) -> Self {
        Self {
            cancelled,
            ..self.clone()
        }
    }

    /// The same with another workspace.
    pub(crate) fn with_workspace(&self, workspace: Arc<Workspace>) -> Self {
        Self {
            workspace,
            once: Arc::default(),
            ..self.clone()
        }
    }

    /// The same with the workspace of another snapshot of these documents, and what was computed of it.
    pub(crate) fn in_workspace_of(&self, other: &Self) -> Self {
        Self {
            workspace: other.workspace.clone(),
            once: other.once.clone(),
            ..self.clone()
        }
    }

    /// The same with other documents.
    pub(crate) fn with_documents(&self, documents: Documents) -> Self {
        Self {
            documents: Arc::new(documents),
            once: Arc::default(),
            ..self.clone()
        }
    }

    /// The documents, to change them. Copies of the snapshot keep the old ones.
    pub(crate) fn documents_mut(&mut self) -> &mut Documents {
        self.once = Arc::default();
        Arc::make_mut(&mut self.documents)
    }

    /// A snapshot with nothing but documents and a workspace.
    pub(crate) fn of_documents(documents: Documents, workspace: Workspace) -> Self {
        Self {
            documents: Arc::new(documents),
            workspace: Arc::new(workspace),
            client: Arc::default(),
            settings: Settings::default(),
            levels: Arc::default(),
            reference: Arc::default(),
            cancelled: Cancelled::default(),
            shared: Arc::default(),
            once: Arc::default(),
        }
    }
}
