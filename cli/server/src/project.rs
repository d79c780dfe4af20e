//! The project of a source: the nearest file `pica200.toml` in its folder and those around it, within the workspace.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use pica200::input::InputFile;
use pica200::job::{Job, JobInput};
use pica200::project::{FILE_NAME, Project, ProjectBinary};
use pica200::report::Report;
use pica200::session::Session;
use pica200_asm::{AssemblyOptions, Files};

use crate::snapshot::Snapshot;
use crate::uri::normal;
use crate::workspace::include_names;

/// The project of a source.
#[derive(Debug)]
pub(crate) struct SourceProject {
    /// Its file.
    pub(crate) file: InputFile,
    /// What it says; `None` if it has mistakes.
    project: Option<Project>,
}

/// Whether a file is that of a project, by its name.
pub(crate) fn is_project(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == FILE_NAME)
}

impl SourceProject {
    /// The project of a source. `None` if there is none.
    pub(crate) fn find(root: &Path, snapshot: &Snapshot, files: &dyn Files) -> Option<Self> {
        let folders = snapshot.workspace.folders.iter();
        let around = folders.filter(|folder| root.starts_with(folder));
        let last = around.max_by_key(|folder| folder.components().count());
        let path = Project::find(files, root.parent()?, last.map(|last| last.as_path()))?;
        Self::read(&path, files)
    }

    /// The project of a file. `None` if it cannot be read.
    pub(crate) fn read(path: &Path, files: &dyn Files) -> Option<Self> {
        let file = InputFile::read(path, files, &mut io::empty()).ok()?;
        let mut session = Session::new(files);
        let project = Project::read(&file, &mut session);
        Some(Self { project, file })
    }

    /// Calls a function with the mistakes in the file, and the session that has them.
    pub(crate) fn with_mistakes<T>(
        &self,
        files: &dyn Files,
        take: impl FnOnce(Vec<Report>, &Session<'_>) -> T,
    ) -> T {
        let mut session = Session::new(files);
        Project::read(&self.file, &mut session);
        let reports = std::mem::take(&mut session.reports);
        take(reports, &session)
    }

    /// The binaries that have a file among their inputs; if there are none, those whose sources include it.
    pub(crate) fn binaries(&self, root: &Path, files: &dyn Files) -> Vec<&ProjectBinary> {
        let all = self.project.iter().flat_map(|project| &project.binaries);
        let naming: Vec<_> = all.clone().filter(|of| of.names(root, files)).collect();
        match naming.is_empty() {
            true => all.filter(|of| includes_file(of, root, files)).collect(),
            false => naming,
        }
    }

    /// The options for sources that belong to no binary.
    pub(crate) fn defaults(&self) -> Job {
        let project = self.project.as_ref();
        project.map_or_else(Job::default, |project| project.defaults.clone())
    }
}

/// Whether the sources of a binary include a file, directly or through others.
fn includes_file(binary: &ProjectBinary, wanted: &Path, files: &dyn Files) -> bool {
    let mut session = Session::new(files);
    let inputs = binary.job.read(&mut session, &mut io::empty());
    let mut left: Vec<_> = inputs.into_iter().filter_map(|input| input.path).collect();
    let mut seen: BTreeSet<_> = left.iter().map(|path| normal(path)).collect();
    while let Some(path) = left.pop() {
        let text = files.read(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let own = path.parent().unwrap_or(Path::new(""));
        let searched = &binary.job.assembling.include_paths;
        for name in include_names(&text) {
            let folders = std::iter::once(own).chain(searched.iter().map(PathBuf::as_path));
            let mut paths = folders.map(|folder| normal(&folder.join(name)));
            let Some(included) = paths.find(|path| files.read(path).is_ok()) else {
                continue;
            };
            if included == wanted {
                return true;
            }
            if seen.insert(included.clone()) {
                left.push(included);
            }
        }
    }
    false
}

/// The build of a source that belongs to no binary: with the options at the top of its project, if it has one.
pub(crate) fn alone(root: &Path, project: Option<&SourceProject>) -> Job {
    Job {
        inputs: vec![JobInput::Source(root.to_owned())],
        ..project.map_or_else(Job::default, SourceProject::defaults)
    }
}

/// The options with which a source is assembled: those of the first binary that has it.
pub(crate) fn assembling(root: &Path, snapshot: &Snapshot, files: &dyn Files) -> AssemblyOptions {
    let project = SourceProject::find(root, snapshot, files);
    let binaries = project
        .as_ref()
        .map(|project| project.binaries(root, files));
    match binaries.and_then(|binaries| binaries.first().copied()) {
        Some(binary) => binary.job.assembling.clone(),
        None => alone(root, project.as_ref()).assembling,
    }
}
