//! The builds of which the diagnostics of a source come.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pica200::job::JobInput;
use pica200_asm::Files;

use crate::builds::{BuildFile, builds_of, is_project, names_builds};
use crate::fault::Fault;
use crate::snapshot::Snapshot;
use crate::workspace::MOST_ROOTS;

/// The builds of a source.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Plan(pub(super) Vec<Planned>);

/// A build.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Planned {
    /// One that a file names, by the file and its number there.
    Named(PathBuf, usize),
    /// One that rules find, with its inputs; or the source alone.
    Guessed(Vec<JobInput>),
}

impl Plan {
    /// The builds that files name for a source; or else those that rules find for it; or else the source alone. Of many that
    /// rules find, these are the first ones.
    ///
    /// # Errors
    ///
    /// If the work was cancelled meanwhile.
    pub(super) fn of(root: &Path, snapshot: &Snapshot, files: &dyn Files) -> Result<Self, Fault> {
        if is_project(root) {
            return Ok(Self(Vec::new()));
        }
        let named = builds_of(root, snapshot, files).into_iter();
        let mut builds: Vec<_> = named
            .map(|(file, number)| Planned::Named(file.path(), number))
            .collect();
        if builds.is_empty() && !names_builds(root) {
            let links = snapshot.links()?;
            let guessed = links.guessed(root).take(MOST_ROOTS);
            builds.extend(guessed.map(|group| {
                let inputs = group.iter().cloned().map(JobInput::File);
                Planned::Guessed(inputs.collect())
            }));
            if builds.is_empty() {
                let alone = JobInput::Source(root.to_owned());
                builds.push(Planned::Guessed(vec![alone]));
            }
        }
        Ok(Self(builds))
    }
}

/// The project of a source, or the file itself if it is that of a project.
pub(super) fn project(root: &Path, snapshot: &Snapshot) -> Option<Arc<BuildFile>> {
    match is_project(root) {
        true => Some(snapshot.build_files.get(root, snapshot)),
        false => snapshot.project_of(root),
    }
}
