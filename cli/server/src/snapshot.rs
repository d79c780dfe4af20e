//! The state at one moment, with which a worker answers a request.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use gen_lsp_types::Uri;
use pica200::levels::Levels;
use pica200_asm::reference::Reference;

use crate::analysed::Analysed;
use crate::builds::{self, BuildFile, Builds, find_project};
use crate::cache::Cache;
use crate::client::Client;
use crate::diagnostics::Checked;
use crate::documents::{Document, Documents};
use crate::fault::Fault;
use crate::features::SentTokens;
use crate::names::{Links, Outline};
use crate::settings::Settings;
use crate::workspace::{Included, MOST_ROOTS, Workspace};

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
    /// The files that name builds, which all snapshots share.
    pub(crate) build_files: Arc<Cache<BuildFile>>,
    /// The analyses of sources, which all snapshots share.
    pub(crate) analyses: Arc<Cache<Analysed>>,
    /// What sources define for others and need of them, which all snapshots share.
    pub(crate) outlines: Arc<Cache<Outline>>,
    /// What was computed of these documents and this workspace.
    pub(crate) once: Arc<Once>,
    /// The semantic tokens that the client has, which all snapshots share.
    pub(crate) sent_tokens: Arc<SentTokens>,
    /// Whether the answer is not needed any more.
    pub(crate) cancelled: Cancelled,
}

/// What is computed of the documents and the workspace of a snapshot when somebody asks for it, once for all copies.
#[derive(Default, Debug)]
pub(crate) struct Once {
    builds: OnceLock<Builds>,
    included: OnceLock<Included>,
    /// The projects of folders.
    projects: Mutex<BTreeMap<PathBuf, Option<Arc<BuildFile>>>>,
    /// What the builds of projects include, by the files of the projects.
    included_by: Mutex<BTreeMap<PathBuf, IncludedBy>>,
    links: Mutex<Option<Arc<Links>>>,
    /// The workspace after a scan, and what was computed of it.
    scanned: Mutex<Option<(Arc<Workspace>, Arc<Once>)>>,
}

/// For each build of a project, the files that its sources include, directly or through others.
pub(crate) type IncludedBy = Arc<Vec<BTreeSet<PathBuf>>>;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Each value is whole, even if somebody panics meanwhile.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// The builds that files of the workspace name.
    pub(crate) fn builds(&self) -> &Builds {
        self.once.builds.get_or_init(|| Builds::new(self))
    }

    /// The project that a file belongs to.
    pub(crate) fn project_of(&self, path: &Path) -> Option<Arc<BuildFile>> {
        let folder = path.parent()?;
        if let Some(known) = lock(&self.once.projects).get(folder) {
            return known.clone();
        }
        let found = find_project(folder, self);
        lock(&self.once.projects).insert(folder.to_owned(), found.clone());
        found
    }

    /// The files that the builds of a project include.
    pub(crate) fn included_by(&self, project: &BuildFile) -> IncludedBy {
        let path = project.path();
        if let Some(known) = lock(&self.once.included_by).get(&path) {
            return known.clone();
        }
        let included = |build| builds::included(build, &self.documents);
        let found = Arc::new(project.builds.iter().map(included).collect::<Vec<_>>());
        lock(&self.once.included_by).insert(path, found.clone());
        found
    }

    fn included(&self) -> &Included {
        self.once.included.get_or_init(|| Included::new(self))
    }

    /// The sources that nothing includes, with the open ones.
    pub(crate) fn tops(&self) -> Vec<PathBuf> {
        self.included().tops(self)
    }

    /// All sources by which a file is assembled, the open ones first: those that include it, directly or through others, but
    /// nothing includes; or the file itself.
    pub(crate) fn all_roots(&self, path: &Path) -> Vec<PathBuf> {
        self.included().roots(path, self)
    }

    /// The same; of many, these are the first ones.
    pub(crate) fn roots(&self, path: &Path) -> Vec<PathBuf> {
        let mut roots = self.all_roots(path);
        roots.truncate(MOST_ROOTS);
        roots
    }

    /// The analysis of the first source by which a file is assembled: of an open one, if there is any.
    pub(crate) fn analysed(&self, path: &Path) -> Arc<Analysed> {
        let root = self.roots(path).into_iter().next();
        self.analyses.get(root.as_deref().unwrap_or(path), self)
    }

    /// Which sources are linked together. The first who asks waits for all outlines.
    ///
    /// # Errors
    ///
    /// If the request was cancelled meanwhile.
    pub(crate) fn links(&self) -> Result<Arc<Links>, Fault> {
        let mut links = lock(&self.once.links);
        if let Some(links) = &*links {
            return Ok(links.clone());
        }
        Ok(links.insert(Arc::new(Links::new(self)?)).clone())
    }

    /// The same after the scan of the workspace, for answers that must not miss a file. The scan at the beginning of the
    /// session may not be complete yet; then this is another one.
    ///
    /// # Errors
    ///
    /// If the request was cancelled meanwhile.
    pub(crate) fn scanned(&self) -> Result<Self, Fault> {
        if self.workspace.is_scanned {
            return Ok(self.clone());
        }
        let mut scanned = lock(&self.once.scanned);
        let (workspace, once) = match &*scanned {
            Some(known) => known.clone(),
            None => {
                let workspace = Workspace::scan(self);
                self.check()?;
                scanned
                    .insert((Arc::new(workspace), Arc::default()))
                    .clone()
            }
        };
        Ok(Self {
            workspace,
            once,
            ..self.clone()
        })
    }

    /// The same with another workspace.
    pub(crate) fn with_workspace(&self, workspace: Arc<Workspace>) -> Self {
        Self {
            workspace,
            once: Arc::default(),
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

    /// A snapshot with nothing but documents and a workspace.
    pub(crate) fn of_documents(documents: Documents, workspace: Workspace) -> Self {
        Self {
            documents: Arc::new(documents),
            workspace: Arc::new(workspace),
            client: Arc::default(),
            settings: Settings::default(),
            levels: Arc::default(),
            reference: Arc::default(),
            checks: Arc::default(),
            build_files: Arc::default(),
            analyses: Arc::default(),
            outlines: Arc::default(),
            once: Arc::default(),
            sent_tokens: Arc::default(),
            cancelled: Cancelled::default(),
        }
    }
}
