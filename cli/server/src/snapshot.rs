//! The state at one moment, with which a worker answers a request.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gen_lsp_types::Uri;
use pica200::levels::Levels;
use pica200_asm::reference::Reference;

use crate::analysed::Analysed;
use crate::cache::Cache;
use crate::client::Client;
use crate::diagnostics::Checked;
use crate::documents::{Document, Documents};
use crate::fault::Fault;
use crate::features::SentTokens;
use crate::names::Outline;
use crate::settings::Settings;
use crate::workspace::Workspace;

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
    /// The results of checks, which all snapshots share.
    pub(crate) checks: Arc<Cache<Checked>>,
    /// The analyses of sources, which all snapshots share.
    pub(crate) analyses: Arc<Cache<Analysed>>,
    /// What sources define for others and need of them, which all snapshots share.
    pub(crate) outlines: Arc<Cache<Outline>>,
    /// The semantic tokens that the client has, which all snapshots share.
    pub(crate) sent_tokens: Arc<SentTokens>,
    /// Whether the answer is not needed any more.
    pub(crate) cancelled: Cancelled,
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
        match self.cancelled.is_set() {
            true => Err(Fault::Cancelled),
            false => Ok(()),
        }
    }

    /// The sources by which a file is assembled: those that include it, directly or through others, but nothing includes;
    /// or the file itself.
    pub(crate) fn roots(&self, path: &Path) -> Vec<PathBuf> {
        self.workspace.roots(path, &self.documents)
    }

    /// The analysis of the first source by which a file is assembled: of an open one, if there is any.
    pub(crate) fn analysed(&self, path: &Path) -> Arc<Analysed> {
        let root = self.roots(path).into_iter().next();
        self.analyses.get(root.as_deref().unwrap_or(path), self)
    }

    /// The workspace after its scan, for answers that must not miss a file. The scan at the beginning of the session may
    /// not be complete yet; then this is another one.
    ///
    /// # Errors
    ///
    /// If the request was cancelled meanwhile.
    pub(crate) fn scanned(&self) -> Result<Arc<Workspace>, Fault> {
        if self.workspace.is_scanned {
            return Ok(self.workspace.clone());
        }
        let folders = self.workspace.folders.clone();
        let workspace = Workspace::scan(folders, &|| self.cancelled.is_set());
        self.check()?;
        Ok(Arc::new(workspace))
    }
}
