//! The last steps of a program with one or several builds: outputs of builds without errors are written.

use std::path::PathBuf;

use pica200::input::InputFile;
use pica200::job::{Destination, Job, KeyedSession, LinkedFile, Reports};
use pica200::session::Session;

use crate::depend::{Dependencies, DependencyOptions};
use crate::destination::{conflicts, create_directory};
use crate::options::JobOptions;
use crate::program::{DiagnosticOptions, Status, Streams};
use crate::session_ext::SessionExt;

/// The outputs of a build, and the files that it read.
pub(crate) struct BuildOutput {
    /// The dependencies of its outputs.
    pub(crate) dependencies: Dependencies,
    /// The outputs. Those that build systems look at come last: once they exist, so do the others. Empty if there are
    /// errors.
    pub(crate) outputs: Outputs,
}

pub(crate) use crate::output::Outputs;

impl BuildOutput {
    /// Returns the outputs of a job, whose binary is `None` after errors. `read` are the files that it read.
    pub(crate) fn from_link(job: &Job, linked: Option<&LinkedFile>, read: Vec<PathBuf>) -> Self {
        let outputs = linked.map_or_else(Vec::new, |linked| job.outputs(linked));
        let binaries = linked.map_or(0, |linked| linked.binaries().count());
        Self::new(job, binaries, outputs, read)
    }

    /// Returns the outputs of a job, of which the first `binaries` are binaries. `read` are the files that it read.
    pub(crate) fn new(job: &Job, binaries: usize, mut outputs: Outputs, read: Vec<PathBuf>) -> Self {
        let first = binaries.min(outputs.len());
        outputs.rotate_left(first);
        let output = job.output().clone();
        let parts = if job.split { 0..binaries } else { 0..0 };
        Self {
            dependencies: Dependencies {
                parts: parts.map(|number| output.numbered(number)).collect(),
                output,
                files: read,
            },
            outputs,
        }
    }
}

/// Checks that no requested file describes a single binary.
///
/// # Errors
///
/// Returns an error message if one does.
pub(crate) fn check_single_binary_outputs(is_requested: bool) -> Result<(), String> {
    if is_requested {
        Err("headers, modules and maps describe one binary, but `-o` is a directory: give a file, or use `picald --project`, which writes them for each binary".to_owned())
    } else {
        Ok(())
    }
}

/// The builds of a run.
pub(crate) struct BuildSet<'s> {
    pub(crate) built: Vec<BuildOutput>,
    /// Outputs that belong to all builds, written after them if none has errors.
    pub(crate) texts: Outputs,
    /// The diagnostics of all builds.
    pub(crate) session: Session<'s>,
    /// Diagnostics of builds that share definitions.
    diagnostics: Reports,
    /// True if the outputs of all builds are written atomically together.
    pub(crate) is_atomic: bool,
    /// The directory of the outputs, which is created if it is missing and there is anything to write.
    pub(crate) folder: Option<PathBuf>,
    /// The requested outputs, which must not be inputs even if errors leave none to write.
    pub(crate) named: Vec<Destination>,
}

impl<'s> BuildSet<'s> {
    /// Returns builds whose diagnostics are in `session`.
    pub(crate) fn new(built: Vec<BuildOutput>, session: Session<'s>) -> Self {
        Self {
            built,
            texts: Vec::new(),
            session,
            diagnostics: Reports::default(),
            is_atomic: false,
            folder: None,
            named: Vec::new(),
        }
    }

    /// Merges the diagnostics of builds into `session`, in build order and without duplicates.
    pub(crate) fn merged(
        parts: impl IntoIterator<Item = (BuildOutput, KeyedSession<'s>)>,
        mut session: Session<'s>,
    ) -> Self {
        let mut diagnostics = Reports::default();
        let built = parts.into_iter().map(|(built, own)| {
            diagnostics.add(own, &mut session);
            built
        });
        let built = built.collect();
        Self {
            diagnostics,
            ..Self::new(built, session)
        }
    }

    /// Warns about definitions of a job, shared by its builds, that no input uses: see [`Reports::finish`].
    pub(crate) fn report_unused_defines<'f>(&mut self, job: &Job, files: impl IntoIterator<Item = &'f InputFile>) {
        let diagnostics = std::mem::take(&mut self.diagnostics);
        if !diagnostics.finish(job, files, &mut self.session) {
            self.built.clear();
        }
    }

    /// Writes the outputs of the builds without errors, atomically per build or for all builds, and all diagnostics.
    pub(crate) fn finish(
        mut self,
        jobs: &JobOptions,
        dependencies: &DependencyOptions,
        diagnostics: DiagnosticOptions,
        streams: &mut Streams<'_>,
    ) -> Status {
        let read = self.built.iter().flat_map(|one| &one.dependencies.files);
        let read: Vec<_> = read.cloned().collect();
        let named = std::mem::take(&mut self.named);
        let folder = self.folder.take();
        let (groups, texts, mut session) = self.outputs(dependencies);
        let written = groups.iter().flatten().chain(&texts);
        let mut planned: Vec<_> = written.map(|(output, _)| output).collect();
        if planned.is_empty() {
            planned.extend(&named);
        }
        let conflicts = conflicts(planned, read.iter().map(PathBuf::as_path));
        let has_outputs = !groups.iter().all(Vec::is_empty) || !texts.is_empty();
        let folder = folder.filter(|_| has_outputs && conflicts.is_empty());
        let created = folder.map_or(Ok(()), |folder| create_directory(&folder));
        if let Err(diagnostic) = created {
            session.diagnostics.push(diagnostic);
        } else if conflicts.is_empty() {
            let before = session.diagnostics.len();
            session.write_groups(jobs, &groups, streams);
            if session.diagnostics.len() == before {
                session.write(&texts, streams);
            }
        }
        session.diagnostics.extend(conflicts);
        session.report_all_with_jobs(jobs, diagnostics, streams)
    }

    /// Returns the outputs to write: atomic groups, and those that follow if all groups are written. Outputs that
    /// describe all builds are dropped if one of them has errors.
    fn outputs(self, dependencies: &DependencyOptions) -> (Vec<Outputs>, Outputs, Session<'s>) {
        let Self {
            built,
            mut texts,
            mut session,
            is_atomic,
            ..
        } = self;
        let has_errors = built.iter().any(|one| one.outputs.is_empty());
        if has_errors && (is_atomic || dependencies.only()) {
            return (Vec::new(), Vec::new(), session);
        }
        let succeeded = built.into_iter().filter(|build| !build.outputs.is_empty());
        let (inputs, mut groups): (Vec<_>, Vec<_>) = succeeded.map(|build| (build.dependencies, build.outputs)).unzip();
        match dependencies.outputs(&inputs) {
            _ if inputs.is_empty() => {}
            Ok(rules) if dependencies.only() => return (vec![rules], Vec::new(), session),
            Ok(rules) if dependencies.is_single_file() => texts.extend(rules),
            Ok(rules) => {
                for (outputs, rule) in groups.iter_mut().zip(rules) {
                    outputs.insert(0, rule);
                }
            }
            Err(diagnostics) => {
                session.diagnostics.extend(diagnostics);
                groups.clear();
            }
        }
        if has_errors || groups.is_empty() {
            texts.clear();
        }
        if is_atomic {
            texts.extend(groups.into_iter().flatten());
            return (vec![texts], Vec::new(), session);
        }
        (groups, texts, session)
    }
}
