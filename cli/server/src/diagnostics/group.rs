//! The builds of a source that no file of a project names.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use pica200::job::{Job, JobInput};
use pica200::project::Project;
use pica200_asm::Files;

use crate::fault::Fault;
use crate::names::Links;
use crate::project::{SourceProject, alone};
use crate::snapshot::Snapshot;
use crate::workspace::MOST_ROOTS;

/// The sources that decide which builds a source belongs to, with the files that they include.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Candidates(BTreeSet<PathBuf>);

impl Candidates {
    /// The candidates for a source.
    ///
    /// # Errors
    ///
    /// If the work was cancelled meanwhile.
    pub(super) fn find(root: &Path, snapshot: &Snapshot) -> Result<Self, Fault> {
        let links = Links::new(snapshot, &snapshot.workspace)?;
        let sources = links.candidates(root);
        let outlines = links.outlines();
        let outlines = outlines.filter(|(path, _)| sources.contains(path.as_path()));
        let included = outlines.flat_map(|(_, outline)| outline.includes.iter().cloned());
        let mut found: BTreeSet<_> = included.collect();
        found.extend(sources.into_iter().map(Path::to_owned));
        Ok(Self(found))
    }

    /// The builds that have a source among their inputs: those that [`Project::guess`] finds, or else that of the source
    /// alone. Of many, these are the first ones.
    pub(super) fn jobs(
        &self,
        root: &Path,
        project: Option<&SourceProject>,
        files: &dyn Files,
    ) -> Vec<Job> {
        let read = |path: &PathBuf| Some((path.clone(), files.read(path).ok()?));
        let sources: Vec<_> = self.0.iter().filter_map(read).collect();
        let defaults = project.map_or_else(Job::default, SourceProject::defaults);
        let mut jobs = Project::guess(&sources, &defaults);
        jobs.retain(|job| job.inputs.len() > 1 && has_input(job, root));
        jobs.truncate(MOST_ROOTS);
        if jobs.is_empty() {
            jobs.push(alone(root, project));
        }
        jobs
    }
}

/// Whether a file is an input of a build.
fn has_input(job: &Job, path: &Path) -> bool {
    let is_it = |input: &JobInput| matches!(input, JobInput::File(named) if named == path);
    job.inputs.iter().any(is_it)
}
