//! The last steps of a program with one or several builds: what the builds without errors made is written.

use std::path::PathBuf;

use pica200::input::InputFile;
use pica200::job::{Destination, Job, LinkedFile, Reports, Told};
use pica200::session::Session;

use crate::depend::{Dependencies, DependencyOptions};
use crate::destination::{conflicts, make_folder};
use crate::ending::Ending;
use crate::options::JobOptions;
use crate::program::{DiagnosticOptions, Status, Streams};

/// What a build made of the files that it read.
pub(crate) struct Built {
    /// The dependencies of its outputs.
    pub(crate) dependencies: Dependencies,
    /// The outputs, those last at which build systems look: once they are there, so are the others. None if there are
    /// errors.
    pub(crate) outputs: Outputs,
}

pub(crate) use crate::output::Outputs;

impl Built {
    /// The outputs of a job with a binary that was linked, or with none because of errors, and `read`, the files that
    /// it read.
    pub(crate) fn of(job: &Job, linked: Option<&LinkedFile>, read: Vec<PathBuf>) -> Self {
        let outputs = linked.map_or_else(Vec::new, |linked| job.outputs(linked));
        let binaries = linked.map_or(0, |linked| linked.binaries().count());
        Self::new(job, binaries, outputs, read)
    }

    /// The outputs of a job, so many binaries first, and `read`, the files that it read.
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

/// Checks that no text is asked for that describes one binary.
///
/// # Errors
///
/// A message if there is one.
pub(crate) fn check_texts(is_asked: bool) -> Result<(), String> {
    if is_asked {
        Err("headers, modules and maps describe one binary, but `-o` names a folder: name a file, or let `picald --project` name them for each binary".to_owned())
    } else {
        Ok(())
    }
}

/// The builds of a run.
pub(crate) struct Several<'s> {
    pub(crate) built: Vec<Built>,
    /// Outputs that belong to all builds, written after them if none has errors.
    pub(crate) texts: Outputs,
    /// The reports of all builds.
    pub(crate) session: Session<'s>,
    /// What was reported of builds that share numbers.
    diagnostics: Reports,
    /// Whether the outputs of all builds are written all at once, or none of them.
    pub(crate) is_one: bool,
    /// The folder of the outputs, which is made if it is missing and there is anything to write.
    pub(crate) folder: Option<PathBuf>,
    /// The outputs as they are named, which must not be inputs even if errors leave none to write.
    pub(crate) named: Vec<Destination>,
}

impl<'s> Several<'s> {
    /// Builds whose reports are in `session`.
    pub(crate) fn of(built: Vec<Built>, session: Session<'s>) -> Self {
        Self {
            built,
            texts: Vec::new(),
            session,
            diagnostics: Reports::default(),
            is_one: false,
            folder: None,
            named: Vec::new(),
        }
    }

    /// The builds with what they told, which goes to `session` in the order of the builds, each report once.
    pub(crate) fn merged(parts: impl IntoIterator<Item = (Built, Told<'s>)>, mut session: Session<'s>) -> Self {
        let mut diagnostics = Reports::default();
        let built = parts.into_iter().map(|(built, own)| {
            diagnostics.add(own, &mut session);
            built
        });
        let built = built.collect();
        Self {
            diagnostics,
            ..Self::of(built, session)
        }
    }

    /// Warns about numbers of a job, which the builds share, that no input takes: see [`Reports::finish`].
    pub(crate) fn report_useless_defines<'f>(&mut self, job: &Job, files: impl IntoIterator<Item = &'f InputFile>) {
        let diagnostics = std::mem::take(&mut self.diagnostics);
        if !diagnostics.finish(job, files, &mut self.session) {
            self.built.clear();
        }
    }

    /// Writes the outputs of the builds without errors, those of each build or of all of them all at once, and all
    /// reports.
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
        let made = groups.iter().flatten().chain(&texts);
        let mut planned: Vec<_> = made.map(|(output, _)| output).collect();
        if planned.is_empty() {
            planned.extend(&named);
        }
        let conflicts = conflicts(planned, read.iter().map(PathBuf::as_path));
        let has_outputs = !groups.iter().all(Vec::is_empty) || !texts.is_empty();
        let made = folder.filter(|_| has_outputs && conflicts.is_empty());
        let made = made.map_or(Ok(()), |folder| make_folder(&folder));
        if let Err(diagnostic) = made {
            session.diagnostics.push(diagnostic);
        } else if conflicts.is_empty() {
            let before = session.diagnostics.len();
            session.write_groups(jobs, &groups, streams);
            if session.diagnostics.len() == before {
                session.write(&texts, streams);
            }
        }
        session.diagnostics.extend(conflicts);
        session.say_in(jobs, diagnostics, streams)
    }

    /// The outputs that are written: groups, each all at once, and those that follow if all groups are written. None
    /// that describes all builds if one of them has errors.
    fn outputs(self, dependencies: &DependencyOptions) -> (Vec<Outputs>, Outputs, Session<'s>) {
        let Self {
            built,
            mut texts,
            mut session,
            is_one,
            ..
        } = self;
        let has_errors = built.iter().any(|one| one.outputs.is_empty());
        if has_errors && (is_one || dependencies.only()) {
            return (Vec::new(), Vec::new(), session);
        }
        let made = built.into_iter().filter(|one| !one.outputs.is_empty());
        let (made, mut groups): (Vec<_>, Vec<_>) = made.map(|one| (one.dependencies, one.outputs)).unzip();
        match dependencies.outputs(&made) {
            _ if made.is_empty() => {}
            Ok(rules) if dependencies.only() => return (vec![rules], Vec::new(), session),
            Ok(rules) if dependencies.are_joined() => texts.extend(rules),
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
        if is_one {
            texts.extend(groups.into_iter().flatten());
            return (vec![texts], Vec::new(), session);
        }
        (groups, texts, session)
    }
}
