//! `picald --project`: builds the binaries of a project.

use std::env;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use pica200::diagnostic::Diagnostic;
use pica200::files::FileCache;
use pica200::input::InputFile;
use pica200::job::Job;
use pica200::parallel;
use pica200::project::{FILE_NAME, Project, ProjectBinary};
use pica200::session::Session;
use pica200_diagnostics::{Code, most_similar};

use super::CommandLine;
use crate::build_set::{BuildOutput, BuildSet};
use crate::program::{Status, Streams, usage};
use crate::session_ext::SessionExt;

/// Builds the binaries of a project. `path` is a file, its directory, or `None` to search the current directory and its
/// parents.
pub(super) fn run(options: &CommandLine, path: Option<&Path>, streams: &mut Streams<'_>) -> Status {
    if let Err(message) = options.dependencies.check_for_several() {
        return usage::<CommandLine>(&message, streams);
    }
    let file = match open(path, streams) {
        Ok(file) => file,
        Err(diagnostic) => {
            let mut session = Session::new(streams.files);
            session.diagnostics.push(diagnostic);
            return session.report_all(options.diagnostics, streams);
        }
    };
    let files = FileCache::new(streams.files);
    let mut session = Session::new(&files);
    let project = Project::read(&file, &mut session);
    let wanted = project.as_ref().map(|project| selected_binaries(project, options));
    let binaries = match wanted {
        Some(Ok(binaries)) => binaries,
        Some(Err(diagnostic)) => {
            session.diagnostics.push(diagnostic);
            Vec::new()
        }
        None => Vec::new(),
    };
    if session.has_errors() {
        return session.report_all(options.diagnostics, streams);
    }
    let mut defaults = project.as_ref().map_or_else(Job::default, |of| of.defaults.clone());
    options.apply_to(&mut defaults);
    defaults.share_defines();
    let mut jobs: Vec<_> = binaries.iter().map(|of| job(of, options)).collect();
    for binary in &mut jobs {
        binary.job.shared_defines.clone_from(&defaults.shared_defines);
        binary.job.threads = match binaries.len() {
            1 => options.jobs.jobs,
            // Each of them has one of the threads.
            _ => Some(NonZeroUsize::MIN),
        };
    }
    let read = parallel::map(options.jobs.jobs, &jobs, |binary| {
        let mut own = Session::new(&files);
        let inputs = binary.read(&file, &mut own);
        (own, inputs)
    });
    let (sessions, inputs): (Vec<_>, Vec<_>) = read.into_iter().unzip();
    let parts: Vec<_> = sessions.into_iter().zip(jobs.iter().zip(&inputs)).collect();
    let progress = streams.progress();
    let counter = progress.begin("binaries", parts.len());
    let built = parallel::map(options.jobs.jobs, parts, |(mut own, (binary, inputs))| {
        let linked = binary.job.link(inputs, &mut own);
        counter.step();
        let read = inputs.iter().filter_map(|input| input.path.clone());
        // The project file is the last dependency.
        let read = read.chain(own.included.drain(..)).chain(file.path.clone());
        let built = BuildOutput::from_link(&binary.job, linked.as_ref(), read.collect());
        (built, own.into())
    });
    let mut build_set = BuildSet::merged(built, session);
    build_set.report_unused_defines(&defaults, inputs.iter().flatten());
    build_set.finish(&options.jobs, &options.dependencies, options.diagnostics, streams)
}

/// Reads the project file.
fn open(path: Option<&Path>, streams: &Streams<'_>) -> Result<InputFile, Diagnostic> {
    let path = match path {
        Some(path) if path.is_dir() => path.join(FILE_NAME),
        Some(path) => path.to_owned(),
        None => nearest(streams)?,
    };
    let found = InputFile::read(&path, streams.files, &mut std::io::empty());
    found.map_err(|diagnostic| diagnostic.with_help(FORMAT))
}

/// Reference to the documentation of the file.
const FORMAT: &str = "cli/docs/project.md describes project files";

/// Returns the path of the project file in the current directory, or the nearest parent that has one.
fn nearest(streams: &Streams<'_>) -> Result<PathBuf, Diagnostic> {
    let missing = || {
        let message = format!("no `{FILE_NAME}` in the current directory or its parents");
        Diagnostic::without_file(Code::InvalidProject, message).with_help(FORMAT)
    };
    if streams.files.read(Path::new(FILE_NAME)).is_ok() {
        return Ok(FILE_NAME.into());
    }
    let here = env::current_dir().map_err(|_| missing())?;
    Project::find(streams.files, &here, None).ok_or_else(missing)
}

/// Returns the binaries named on the command line, or all.
fn selected_binaries<'p>(project: &'p Project, options: &CommandLine) -> Result<Vec<&'p ProjectBinary>, Diagnostic> {
    let names = options.inputs.iter();
    let names: Vec<_> = names.map(|name| name.display().to_string()).collect();
    let known = project.binaries.iter().map(|binary| binary.name.as_str());
    let wanted = project.named(&names).map_err(|unknown| {
        let message = format!("the project has no binary `{unknown}`");
        let diagnostic = Diagnostic::without_file(Code::InvalidProject, message);
        match most_similar(unknown, known) {
            Some(similar) => diagnostic.with_help(format!("did you mean `{similar}`?")),
            None => diagnostic.with_help("with `--project`, the arguments are names of binaries"),
        }
    })?;
    if wanted.is_empty() {
        let diagnostic = Diagnostic::without_file(Code::InvalidProject, "the project has no binaries");
        Err(diagnostic.with_help("add a table `[binary.NAME]` with `inputs`"))
    } else {
        Ok(wanted)
    }
}

/// Returns a binary with the options of the command line, which take precedence.
fn job(binary: &ProjectBinary, options: &CommandLine) -> ProjectBinary {
    let mut binary = binary.clone();
    options.apply_to(&mut binary.job);
    binary
}

impl CommandLine {
    /// Adds the project options to a job.
    fn apply_to(&self, job: &mut Job) {
        self.assembling.apply(&self.levels, job);
        self.compiling.apply(job);
        job.remap.rules.extend(self.remap.remap().rules);
        if self.debug {
            (job.linking.debug, job.linking.strip) = (true, false);
        }
        if self.strip {
            (job.linking.debug, job.linking.strip) = (false, true);
        }
    }
}
