//! The last steps of a program with several builds: what the builds without errors made is written.

use std::path::PathBuf;

use pica200::job::{Destination, Job, LinkedFile};
use pica200::session::Session;

use crate::depend::{Dependencies, DependencyOptions};
use crate::destination::conflicts;
use crate::ending::Ending;
use crate::program::{DiagnosticOptions, Status, Streams};

/// What a build made of the files that it read.
pub(crate) struct Built {
    /// The dependencies of its outputs.
    pub(crate) dependencies: Dependencies,
    /// The outputs, those last at which build systems look: once they are there, so are the others. None if there are
    /// errors.
    pub(crate) outputs: Vec<(Destination, Vec<u8>)>,
}

impl Built {
    /// The outputs of a job with a binary that was linked, or with none because of errors, and `read`, the files that it
    /// read.
    pub(crate) fn of(job: &Job, linked: Option<&LinkedFile>, read: Vec<PathBuf>) -> Self {
        let mut outputs = linked.map_or_else(Vec::new, |linked| job.outputs(linked));
        let binaries = linked.map_or(0, |linked| linked.binaries().count());
        let first = binaries.min(outputs.len());
        outputs.rotate_left(first);
        let output = job.output().clone();
        let parts = match job.split {
            true => 0..binaries,
            false => 0..0,
        };
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
    match is_asked {
        true => Err("headers, modules, maps and listings describe one binary, but `-o` names a folder: name a file, or let `picald --project` name them for each binary".to_owned()),
        false => Ok(()),
    }
}

/// The builds of a run.
pub(crate) struct Several<'s> {
    pub(crate) built: Vec<Built>,
    /// Outputs that belong to all builds, written if none has errors.
    pub(crate) texts: Vec<(Destination, Vec<u8>)>,
    /// The reports of all builds.
    pub(crate) session: Session<'s>,
}

impl Several<'_> {
    /// Writes the outputs of the builds without errors, those of each build all at once, and all reports.
    pub(crate) fn finish(
        self,
        dependencies: &DependencyOptions,
        diagnostics: DiagnosticOptions,
        streams: &mut Streams<'_>,
    ) -> Status {
        let (built, mut texts, mut session) = (self.built, self.texts, self.session);
        let read = built.iter().flat_map(|one| &one.dependencies.files);
        let read: Vec<_> = read.cloned().collect();
        let has_errors = built.iter().any(|one| one.outputs.is_empty());
        let made = built.into_iter().filter(|one| !one.outputs.is_empty());
        let (rules, mut outputs): (Vec<_>, Vec<_>) =
            made.map(|one| (one.dependencies, one.outputs)).unzip();
        match dependencies.outputs(&rules) {
            Ok(_) if rules.is_empty() => {}
            Ok(rules) if dependencies.only() => outputs = vec![rules],
            Ok(rules) if dependencies.are_joined() => texts.extend(rules),
            Ok(rules) => {
                for (outputs, rule) in outputs.iter_mut().zip(rules) {
                    outputs.insert(0, rule);
                }
            }
            Err(reports) => {
                session.reports.extend(reports);
                outputs.clear();
            }
        }
        if let Some(first) = outputs
            .first_mut()
            .filter(|_| !has_errors && !dependencies.only())
        {
            first.splice(0..0, texts);
        }
        let planned = outputs.iter().flatten().map(|(output, _)| output);
        let conflicts = conflicts(planned, read.iter().map(PathBuf::as_path));
        if !conflicts.is_empty() {
            outputs.clear();
        }
        session.reports.extend(conflicts);
        for outputs in &outputs {
            session.write(outputs, streams);
        }
        session.say(diagnostics, streams)
    }
}
