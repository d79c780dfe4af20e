//! `picald --project`: builds the binaries of a project.

use std::collections::HashSet;
use std::env;
use std::path::{Path, PathBuf};

use pica200::input::InputFile;
use pica200::job::{Destination, Job, LinkedFile};
use pica200::project::{FILE_NAME, Project, ProjectBinary};
use pica200::render::{Colors, Format, render};
use pica200::report::Report;
use pica200::session::Session;
use pica200_diagnostics::{Code, most_similar};

use super::CommandLine;
use crate::depend::Dependencies;
use crate::destination::conflicts;
use crate::ending::Ending;
use crate::program::{Status, Streams, usage};

/// Builds the binaries of the project at a path: that of a file, that of its folder, or none for the folder of the process
/// and those around it.
pub(super) fn run(options: &CommandLine, path: Option<&Path>, streams: &mut Streams<'_>) -> Status {
    if let Err(message) = options.dependencies.check_for_several() {
        return usage::<CommandLine>(&message, streams);
    }
    let file = match open(path, streams) {
        Ok(file) => file,
        Err(report) => {
            let mut session = Session::new(streams.files);
            session.reports.push(report);
            return session.say(options.diagnostics, streams);
        }
    };
    let files = streams.files;
    let mut session = Session::new(files);
    let project = Project::read(&file, &mut session);
    let wanted = project.as_ref().map(|project| wanted(project, options));
    let binaries = match wanted {
        Some(Ok(binaries)) => binaries,
        Some(Err(report)) => {
            session.reports.push(report);
            Vec::new()
        }
        None => Vec::new(),
    };
    if session.has_errors() {
        return session.say(options.diagnostics, streams);
    }
    let jobs: Vec<_> = binaries.iter().map(|of| job(of, options)).collect();
    let mut sessions = Vec::new();
    let mut inputs = Vec::new();
    for job in &jobs {
        let mut session = Session::new(files);
        inputs.push(job.read(&file, &mut session));
        sessions.push(session);
    }
    let parts = sessions.into_iter().zip(jobs.iter().zip(&inputs));
    let built = parts.map(|(session, (binary, inputs))| Built::new(binary, inputs, session));
    finish(built.collect(), &file, options, streams)
}

/// Reads the file of the project.
fn open(path: Option<&Path>, streams: &Streams<'_>) -> Result<InputFile, Report> {
    let path = match path {
        Some(path) if path.is_dir() => path.join(FILE_NAME),
        Some(path) => path.to_owned(),
        None => nearest(streams)?,
    };
    let found = InputFile::read(&path, streams.files, &mut std::io::empty());
    found.map_err(|report| report.with_help(FORMAT))
}

/// Where to read about the file.
const FORMAT: &str = "cli/docs/project.md describes the file of a project";

/// The path of the file in the folder of the process, or in the nearest folder around it.
fn nearest(streams: &Streams<'_>) -> Result<PathBuf, Report> {
    let missing = || {
        let message = format!("there is no `{FILE_NAME}` in this folder or one around it");
        Report::of_no_file(Code::InvalidProject, message).with_help(FORMAT)
    };
    if streams.files.read(Path::new(FILE_NAME)).is_ok() {
        return Ok(FILE_NAME.into());
    }
    let here = env::current_dir().map_err(|_| missing())?;
    Project::find(streams.files, &here, None).ok_or_else(missing)
}

/// The binaries that the command line names, or all.
fn wanted<'p>(
    project: &'p Project,
    options: &CommandLine,
) -> Result<Vec<&'p ProjectBinary>, Report> {
    let names = options.inputs.iter();
    let names: Vec<_> = names.map(|name| name.display().to_string()).collect();
    let known = project.binaries.iter().map(|binary| binary.name.as_str());
    let wanted = project.named(&names).map_err(|unknown| {
        let message = format!("the project has no binary `{unknown}`");
        let report = Report::of_no_file(Code::InvalidProject, message);
        match most_similar(unknown, known) {
            Some(similar) => report.with_help(format!("did you mean `{similar}`?")),
            None => report.with_help("with `--project`, the arguments are names of binaries"),
        }
    })?;
    match wanted.is_empty() {
        true => {
            let report = Report::of_no_file(Code::InvalidProject, "the project has no binaries");
            Err(report.with_help("add a table `[binary.NAME]` with `inputs`"))
        }
        false => Ok(wanted),
    }
}

/// A binary with the options of the command line, which take precedence.
fn job(binary: &ProjectBinary, options: &CommandLine) -> ProjectBinary {
    let mut binary = binary.clone();
    let job = &mut binary.job;
    options.assembling.apply(&options.levels, job);
    options.compiling.apply(job);
    job.remap.rules.extend(options.remap.remap().rules);
    if options.debug {
        (job.linking.debug, job.linking.strip) = (true, false);
    }
    if options.strip {
        (job.linking.debug, job.linking.strip) = (false, true);
    }
    binary
}

/// A binary that was linked, or the errors in the way.
struct Built<'s> {
    job: &'s Job,
    session: Session<'s>,
    linked: Option<LinkedFile>,
    /// The files that were read, in order.
    read: Vec<PathBuf>,
}

impl<'s> Built<'s> {
    fn new(binary: &'s ProjectBinary, inputs: &'s [InputFile], mut session: Session<'s>) -> Self {
        let job = &binary.job;
        let linked = job.link(inputs, &mut session);
        let read = inputs.iter().filter_map(|input| input.path.clone());
        Self {
            job,
            linked,
            read: read.chain(session.included.drain(..)).collect(),
            session,
        }
    }

    /// The dependencies of the binary. The file of the project is the last one.
    fn dependencies(&self, file: &InputFile) -> Option<Dependencies> {
        let (_, output) = self.job.outputs.first()?;
        let count = self.linked.as_ref().map_or(0, |of| of.binaries().count());
        let parts = match self.job.split {
            true => 0..count,
            false => 0..0,
        };
        let read = self.read.iter().chain(&file.path);
        Some(Dependencies {
            output: output.clone(),
            parts: parts.map(|number| output.numbered(number)).collect(),
            files: read.cloned().collect(),
        })
    }

    /// The outputs, the binaries last: once they are there, so are the others.
    fn outputs(&self) -> Vec<(Destination, Vec<u8>)> {
        let Some(linked) = &self.linked else {
            return Vec::new();
        };
        let mut outputs = self.job.outputs(linked);
        let binaries = linked.binaries().count().min(outputs.len());
        outputs.rotate_left(binaries);
        outputs
    }
}

/// Writes the outputs of the binaries without errors, and all reports.
fn finish(
    built: Vec<Built<'_>>,
    file: &InputFile,
    options: &CommandLine,
    streams: &mut Streams<'_>,
) -> Status {
    let mut last = Session::new(streams.files);
    let mut outputs: Vec<_> = built.iter().map(Built::outputs).collect();
    let of_linked = built.iter().filter(|one| one.linked.is_some());
    let rules: Vec<_> = of_linked.filter_map(|one| one.dependencies(file)).collect();
    let mut joined = Vec::new();
    match options.dependencies.outputs(&rules) {
        Ok(texts) if options.dependencies.only() => {
            outputs.iter_mut().for_each(Vec::clear);
            joined = texts;
        }
        Ok(texts) => {
            let linked = outputs.iter_mut().filter(|outputs| !outputs.is_empty());
            for (outputs, text) in linked.zip(texts) {
                outputs.insert(0, text);
            }
        }
        Err(reports) => last.reports.extend(reports),
    }
    let planned = outputs.iter().flatten().chain(&joined);
    let planned = planned.map(|(output, _)| output);
    let read = built.iter().flat_map(|one| &one.read).chain(&file.path);
    last.reports
        .extend(conflicts(planned, read.map(PathBuf::as_path)));
    if last.has_errors() {
        outputs.iter_mut().for_each(Vec::clear);
    }
    let mut status = Status::Success;
    let mut said = HashSet::new();
    for (mut one, outputs) in built.into_iter().zip(outputs) {
        if one.session.has_errors() {
            status = Status::Errors;
        }
        keep_new(&mut one.session, &mut said);
        if one.session.finish(&outputs, options.diagnostics, streams) != Status::Success {
            status = Status::Errors;
        }
    }
    match last.finish(&joined, options.diagnostics, streams) {
        Status::Success => status,
        failure => failure,
    }
}

/// Drops the reports that an earlier binary has drawn, too: those of a source that several have.
fn keep_new(session: &mut Session<'_>, said: &mut HashSet<Vec<u8>>) {
    let sources = &session.sources;
    session.reports.retain(|report| {
        let one = std::slice::from_ref(report);
        said.insert(render(one, sources, Format::Short, Colors::None))
    });
}
