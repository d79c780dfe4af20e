//! Builds defined by project files (`pica200.toml`), list files and variant files.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pica200::diagnostic::Diagnostics;
use pica200::input::InputFile;
use pica200::job::{Job, JobInput, LinkInputs};
use pica200::project::{FILE_NAME, Project, ProjectBinary};
use pica200::session::Session;
use pica200_asm::{AssemblyOptions, Files};

use crate::documents::{Documents, State};
use crate::includes::include_names;
use crate::kinds::{is_project, is_source, names_builds};
use crate::recorder::Recorder;
use crate::snapshot::{Derived, Snapshot};
use crate::uri::normal;

/// A file that defines builds.
#[derive(Debug)]
pub(crate) struct BuildFile {
    /// The file; `None` if it cannot be read.
    pub(crate) file: Option<InputFile>,
    /// The builds; empty if a project file has errors.
    pub(crate) builds: Vec<Build>,
    /// Options for sources that belong to no build: the defaults of the project.
    pub(crate) defaults: Job,
    /// Assembler options for sources that belong to no build.
    default_options: Arc<AssemblyOptions>,
    /// True if this is a project file with errors.
    has_errors: bool,
    /// Indices of the builds that use each file.
    by_file: BTreeMap<PathBuf, Vec<usize>>,
    /// For a list file or variant file, the enclosing project, if any.
    enclosing: Option<Option<Arc<BuildFile>>>,
    read: BTreeMap<PathBuf, State>,
}

/// A build defined by a file.
#[derive(Debug)]
pub(crate) struct Build {
    /// The job to run.
    pub(crate) job: Job,
    /// The project binary.
    binary: Option<ProjectBinary>,
    /// The files that it links, including list and variant files and the files that they name.
    pub(crate) paths: Vec<PathBuf>,
    /// The assembler options for its sources.
    options: Arc<AssemblyOptions>,
}

/// The project of a directory.
#[derive(Clone)]
struct DirectoryProject(Option<Arc<BuildFile>>);

/// For each build of a project, the files that its sources include, directly or transitively.
#[derive(Clone)]
struct BuildIncludes(Arc<Vec<BTreeSet<PathBuf>>>);

impl Snapshot {
    /// Returns the builds defined by files of the workspace.
    pub(crate) fn builds(&self) -> Arc<Builds> {
        self.memo(|| Builds::new(self))
    }

    /// Returns the project that a file belongs to.
    pub(crate) fn project_of(&self, path: &Path) -> Option<Arc<BuildFile>> {
        let folder = path.parent()?;
        let find = || DirectoryProject(find_project(folder, self));
        self.memo_for(folder, find).0
    }

    /// Returns the files that the sources of each build of a project include.
    fn included_by(&self, project: &BuildFile) -> Arc<Vec<BTreeSet<PathBuf>>> {
        let included = |build| included(build, &self.documents);
        let find = || BuildIncludes(Arc::new(project.builds.iter().map(included).collect()));
        self.memo_for(&project.path(), find).0
    }
}

impl Derived for BuildFile {
    fn derive(path: &Path, snapshot: &Snapshot) -> Self {
        let recorder = Recorder::new(&snapshot.documents);
        let file = InputFile::read(path, &recorder, &mut io::empty()).ok();
        let mut found = Self {
            file,
            builds: Vec::new(),
            defaults: Job::default(),
            default_options: Arc::default(),
            has_errors: false,
            by_file: BTreeMap::new(),
            enclosing: None,
            read: BTreeMap::new(),
        };
        if is_project(path) {
            found.read_project(&recorder);
        } else {
            found.read_named(path, snapshot, &recorder);
        }
        for (index, build) in found.builds.iter().enumerate() {
            for path in &build.paths {
                found.by_file.entry(path.clone()).or_default().push(index);
            }
        }
        found.read = recorder.finish();
        found
    }

    fn read(&self) -> &BTreeMap<PathBuf, State> {
        &self.read
    }

    fn is_valid(&self, path: &Path, snapshot: &Snapshot) -> bool {
        self.enclosing.as_ref().is_none_or(|enclosing| {
            let now = snapshot.project_of(path);
            match (enclosing, &now) {
                (Some(enclosing), Some(now)) => Arc::ptr_eq(enclosing, now),
                (enclosing, now) => enclosing.is_none() && now.is_none(),
            }
        })
    }
}

impl BuildFile {
    fn read_project(&mut self, files: &Recorder<'_>) {
        let Some(file) = &self.file else {
            return;
        };
        let mut session = Session::new(files);
        let Some(project) = Project::read(file, &mut session) else {
            self.has_errors = true;
            return;
        };
        let build = |binary: ProjectBinary| Build::new(binary.job.clone(), Some(binary), files);
        self.builds = project.binaries.into_iter().map(build).collect();
        self.default_options = Arc::new(project.defaults.assembling.clone());
        self.defaults = project.defaults;
    }

    fn read_named(&mut self, path: &Path, snapshot: &Snapshot, files: &Recorder<'_>) {
        let project = snapshot.project_of(path);
        if let Some(project) = &project {
            files.note_all(&project.read);
            self.defaults = project.defaults.clone();
        }
        self.enclosing = Some(project);
        if self.file.is_some() {
            let job = Job {
                inputs: vec![JobInput::File(path.to_owned())],
                ..self.defaults.clone()
            };
            self.builds = vec![Build::new(job, None, files)];
        }
    }

    /// Returns the normalized path; empty if the file cannot be read.
    pub(crate) fn path(&self) -> PathBuf {
        let path = self.file.as_ref().and_then(|file| file.path.as_deref());
        normal(path.unwrap_or(Path::new("")))
    }

    /// Returns the indices of the builds that use a file.
    fn of(&self, path: &Path) -> impl Iterator<Item = usize> {
        self.by_file.get(path).into_iter().flatten().copied()
    }

    /// Returns true if the build uses an open document other than `besides`.
    pub(crate) fn has_open(&self, number: usize, besides: &Path, snapshot: &Snapshot) -> bool {
        let paths = self.builds.get(number).into_iter();
        let mut paths = paths.flat_map(|build| &build.paths);
        paths.any(|path| path != besides && snapshot.documents.at(path).is_some())
    }

    /// Calls a function with the errors of a project file and their session.
    pub(crate) fn with_errors<T: Default>(
        &self,
        files: &dyn Files,
        take: impl FnOnce(Diagnostics, &Session<'_>) -> T,
    ) -> T {
        let Some(file) = self.file.as_ref().filter(|_| self.has_errors) else {
            return T::default();
        };
        let mut session = Session::new(files);
        Project::read(file, &mut session);
        let diagnostics = std::mem::take(&mut session.diagnostics);
        take(diagnostics, &session)
    }

    /// Returns the include directories of the builds that use a file.
    pub(crate) fn include_dirs(&self, path: &Path) -> Vec<PathBuf> {
        let own: Vec<_> = self.of(path).filter_map(|at| self.builds.get(at)).collect();
        let builds = if own.is_empty() {
            self.builds.iter().collect()
        } else {
            own
        };
        let options = builds.into_iter().map(|build| &build.options);
        let all = options.chain([&self.default_options]);
        let mut folders = Vec::new();
        for folder in all.flat_map(|options| &options.include_paths) {
            if !folders.contains(folder) {
                folders.push(folder.clone());
            }
        }
        folders
    }
}

impl Build {
    fn new(job: Job, binary: Option<ProjectBinary>, files: &dyn Files) -> Self {
        let LinkInputs { paths, assembling } = job.parts(files);
        Self {
            job,
            binary,
            paths,
            options: Arc::new(assembling),
        }
    }

    /// Reads the inputs. Errors in project inputs are reported at their locations in the project file.
    pub(crate) fn read<'s>(&self, file: &'s InputFile, session: &mut Session<'s>) -> Vec<InputFile> {
        match &self.binary {
            Some(binary) => binary.read(file, session),
            None => self.job.read(session, &mut io::empty()),
        }
    }
}

/// The builds defined by files of the workspace and by the projects of open documents.
#[derive(Debug)]
pub(crate) struct Builds {
    /// Project files, then list files and variant files.
    files: Vec<Arc<BuildFile>>,
    /// For each file, the indices of the list and variant files that name it.
    naming: BTreeMap<PathBuf, Vec<usize>>,
    projects: usize,
}

/// A build: the file that defines it, and its index there.
pub(crate) type BuildRef<'b> = (&'b Arc<BuildFile>, usize);

impl Builds {
    fn new(snapshot: &Snapshot) -> Self {
        let workspace = &snapshot.workspace;
        let mut paths = workspace.build_files.clone();
        let mut files = Vec::new();
        for document in snapshot.documents.iter() {
            if names_builds(&document.path) {
                paths.insert(document.path.clone());
            }
            files.extend(snapshot.project_of(&document.path));
        }
        let cached = |path: &PathBuf| snapshot.derived(path);
        let (projects, others): (Vec<_>, Vec<_>) = paths.iter().partition(|path| is_project(path));
        files.extend(projects.into_iter().map(cached));
        files.sort_by_key(|file| file.path());
        files.dedup_by_key(|file| file.path());
        let count = files.len();
        files.extend(others.into_iter().map(cached));
        let mut naming: BTreeMap<PathBuf, Vec<usize>> = BTreeMap::new();
        for (number, file) in files.iter().enumerate().skip(count) {
            for path in file.by_file.keys() {
                naming.entry(path.clone()).or_default().push(number);
            }
        }
        Self {
            files,
            naming,
            projects: count,
        }
    }

    /// Returns the files.
    pub(crate) fn files(&self) -> &[Arc<BuildFile>] {
        &self.files
    }

    /// Returns the builds that use a file: the builds of the nearest project first; list and variant files only if no
    /// project build uses the file.
    pub(crate) fn of(&self, path: &Path) -> Vec<BuildRef<'_>> {
        let projects = self.files.iter().take(self.projects);
        let mut found: Vec<BuildRef<'_>> = projects
            .flat_map(|file| file.of(path).map(move |build| (file, build)))
            .collect();
        found.sort_by_key(|(file, _)| {
            let folder = file.path().parent().map(Path::to_owned);
            let enclosing = folder.filter(|folder| path.starts_with(folder));
            std::cmp::Reverse(enclosing.map(|folder| folder.components().count()))
        });
        if found.is_empty() {
            let naming = self.naming_files(path);
            found.extend(naming.filter(|file| !file.builds.is_empty()).map(|file| (file, 0)));
        }
        found
    }

    /// Returns the list files and variant files that name a file.
    pub(crate) fn naming_files(&self, path: &Path) -> impl Iterator<Item = &Arc<BuildFile>> {
        let numbers = self.naming.get(path).into_iter().flatten();
        numbers.filter_map(|number| self.files.get(*number))
    }
}

/// Returns the builds that use a source, directly or as an included file, with the files that define them.
pub(crate) fn builds_of(root: &Path, snapshot: &Snapshot) -> Vec<(Arc<BuildFile>, usize)> {
    let builds = snapshot.builds();
    let named = builds.of(root).into_iter();
    let mut found: Vec<_> = named.map(|(file, build)| (file.clone(), build)).collect();
    if found.is_empty()
        && !is_source(root)
        && let Some(project) = snapshot.project_of(root)
    {
        let included = snapshot.included_by(&project);
        let having = included.iter().enumerate();
        let having = having.filter(|(_, included)| included.contains(root));
        found.extend(having.map(|(number, _)| (project.clone(), number)));
    }
    found
}

/// Returns the files that the sources of a build include, directly or transitively.
fn included(build: &Build, documents: &Documents) -> BTreeSet<PathBuf> {
    let mut left = build.paths.clone();
    let mut found = BTreeSet::new();
    while let Some(path) = left.pop() {
        let text = documents.read(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let own = path.parent().unwrap_or(Path::new(""));
        let searched = &build.options.include_paths;
        for name in include_names(&text) {
            let folders = std::iter::once(own).chain(searched.iter().map(PathBuf::as_path));
            let mut paths = folders.map(|folder| normal(&folder.join(name)));
            let Some(included) = paths.find(|path| documents.has(path)) else {
                continue;
            };
            if found.insert(included.clone()) {
                left.push(included);
            }
        }
    }
    found
}

/// Returns the options of the enclosing project, for sources that belong to no build.
pub(crate) fn defaults(path: &Path, snapshot: &Snapshot) -> Job {
    let project = snapshot.project_of(path);
    project.map_or_else(Job::default, |project| project.defaults.clone())
}

fn default_options(path: &Path, snapshot: &Snapshot) -> Arc<AssemblyOptions> {
    let project = snapshot.project_of(path);
    project.map_or_else(Arc::default, |project| project.default_options.clone())
}

/// Returns the assembler options of a source, taken from its first build.
pub(crate) fn assembly_options(root: &Path, snapshot: &Snapshot) -> Arc<AssemblyOptions> {
    let builds = builds_of(root, snapshot);
    let first = builds.first();
    let build = first.and_then(|(file, number)| file.builds.get(*number));
    build.map_or_else(|| default_options(root, snapshot), |build| build.options.clone())
}

/// Finds the project of a file: in its directory, or in the nearest parent directory within the workspace.
fn find_project(folder: &Path, snapshot: &Snapshot) -> Option<Arc<BuildFile>> {
    let folders = snapshot.workspace.folders.iter();
    let enclosing = folders.filter(|one| folder.starts_with(one));
    let last = enclosing.max_by_key(|folder| folder.components().count());
    for folder in folder.ancestors() {
        let path = folder.join(FILE_NAME);
        let found = snapshot.derived::<BuildFile>(&path);
        if found.file.is_some() {
            return Some(found);
        }
        if last.is_some_and(|last| last == folder) {
            return None;
        }
    }
    None
}
