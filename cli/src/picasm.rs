//! `picasm`: assembles sources into objects.

use crate::session_ext::SessionExt;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Parser;

use crate::build_options::AssemblingOptions;
use crate::build_set::{BuildOutput, BuildSet};
use crate::depend::{Dependencies, DependencyOptions};
use crate::destination::{check_names, check_stdout, conflicts, from_argument, in_directory, is_directory};
use crate::explain::ExplainOption;
use crate::levels::LevelOptions;
use crate::listing;
use crate::options::{JobOptions, RemapOptions, StdinOption};
use crate::program::{DiagnosticOptions, Status, Streams, parse, usage};
use pica200::files::FileCache;
use pica200::input::{InputFile, is_stdin};
use pica200::job::{Destination, Job, JobInput, KeyedSession, OutputKind};
use pica200::objects::{SourceObject, two_shaders};
use pica200::parallel;
use pica200::session::Session;

/// Assembles shaders for the PICA200, the GPU of the Nintendo 3DS
///
/// Each source is assembled to a relocatable object (DVOJ). picald links objects into the file that consoles load. A
/// single run reports all errors of all sources; if there are any, nothing is written, except that -o DIR still gets
/// the objects of the other sources. @FILE reads further arguments from FILE.
#[derive(Parser, Debug)]
#[command(name = "picasm", version)]
#[command(override_usage = "picasm [OPTIONS] <SOURCE>...\n       picasm --explain [<NAME>]")]
#[command(after_help = AFTER_HELP)]
struct CommandLine {
    /// Sources to assemble; `-` is standard input
    ///
    /// Sources are UTF-8 text with any line endings.
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,

    /// Write output to OUT (`-`: standard output; a directory: one object per source)
    ///
    /// If OUT is a directory or ends in a slash, each source is assembled to the object SOURCE.dvoj in it, where .dvoj
    /// replaces the suffix of the source, except for sources with errors. By default, each object is written next to
    /// its source. Files are written completely or not at all. An output that is also an input is an error. If -o is
    /// repeated, the last one wins.
    #[arg(
        short = 'o',
        overrides_with = "output",
        long = "output",
        alias = "out",
        value_name = "OUT"
    )]
    output: Option<PathBuf>,

    /// Report diagnostics, but write nothing
    #[arg(long, conflicts_with_all = ["output", "preprocess", "only", "also", "listing"])]
    check: bool,

    /// Write the source after preprocessing
    ///
    /// Includes, macros and conditionals are expanded; nothing is assembled. The text goes to standard output, or to
    /// the file given by -o. Line markers show the origin of each line. The text assembles to the same object as the
    /// source.
    #[arg(short = 'E', long, conflicts_with_all = ["only", "also", "listing"])]
    preprocess: bool,

    /// Write a listing: the sources next to their code words, then the tables
    ///
    /// The tables list descriptors and registers. `-` is standard output. Uniforms have the registers of the object
    /// alone; linking may assign others.
    #[arg(short = 'a', long, value_name = "FILE")]
    listing: Option<PathBuf>,

    /// Override the entry point of shaders in another dialect
    ///
    /// The default is the label that the shader names, or `main`.
    #[arg(long, value_name = "LABEL", requires = "dialect")]
    entry: Option<String>,

    #[command(flatten)]
    stdin: StdinOption,

    #[command(flatten)]
    assembling: AssemblingOptions,

    #[command(flatten)]
    dependencies: DependencyOptions,

    #[command(flatten)]
    explain: ExplainOption,

    #[command(flatten)]
    levels: LevelOptions,

    #[command(flatten)]
    jobs: JobOptions,

    #[command(flatten)]
    remap: RemapOptions,

    #[command(flatten)]
    diagnostics: DiagnosticOptions,
}

const AFTER_HELP: &str = "\
Exit status: 0 success, 1 errors in the sources or with files, 2 usage error.

Examples:
  picasm shader.vsh                  the object shader.dvoj
  picasm common.vsh lit.vsh -o out/  the objects out/common.dvoj and out/lit.dvoj
  picasm shader.vsh -a shader.lst    the object, and a listing
  picasm --check shader.vsh          the diagnostics only
  picasm -E shader.vsh               the source after includes, macros and conditionals
  picasm -D LIGHTS=2 -I lib lit.vsh  a definition, and an include directory";

/// Returns the command line.
pub(crate) fn command_line() -> clap::Command {
    crate::help::command::<CommandLine>()
}

/// Runs the program. `arguments` begin with the program's name.
pub fn main(arguments: Vec<OsString>, streams: &mut Streams<'_>) -> Status {
    let mut options: CommandLine = match parse(arguments, streams) {
        Ok(options) => options,
        Err(status) => return status,
    };
    if let Some(status) = options.explain.run::<CommandLine>(streams) {
        return status;
    }
    if let Err(status) = options.levels.apply_environment::<CommandLine>(streams) {
        return status;
    }
    if let Err(message) = options.stdin.check(&options.sources) {
        return usage::<CommandLine>(&message, streams);
    }
    if options.check {
        let nowhere = vec![Destination::Stdout; options.sources.len()];
        return assemble(&options, nowhere, None, streams);
    }
    if options.preprocess {
        return preprocess(&options, streams);
    }
    let destinations = match destinations(&options) {
        Ok(destinations) => destinations,
        Err(message) => return usage::<CommandLine>(&message, streams),
    };
    let outputs: Vec<_> = destinations.iter().collect();
    let listing = options.listing.clone().map(from_argument);
    let planned = options.dependencies.planned(&outputs, &listing);
    let checked = options.dependencies.check(&outputs);
    if let Err(message) = checked.and_then(|()| check_stdout(&planned)) {
        return usage::<CommandLine>(&message, streams);
    }
    assemble(&options, destinations, listing, streams)
}

/// Reads the sources of a job. Reports sources in other languages.
fn read(job: &Job, session: &mut Session<'_>, streams: &mut Streams<'_>) -> Vec<InputFile> {
    let mut inputs = job.read_sources(session, streams.stdin);
    inputs.retain(|input| session.takes_assembly(input));
    inputs
}

/// Writes a source after preprocessing.
fn preprocess(options: &CommandLine, streams: &mut Streams<'_>) -> Status {
    let [source] = options.sources.as_slice() else {
        return usage::<CommandLine>("`-E` takes one source", streams);
    };
    let destination = match &options.output {
        Some(output) => from_argument(output.clone()),
        None => Destination::Stdout,
    };
    let mut session = Session::new(streams.files);
    let job = options.job([source.clone()]);
    let inputs = read(&job, &mut session, streams);
    let mut outputs = Vec::new();
    if let Some(input) = inputs.first() {
        let text = job.preprocess(input, &mut session);
        let read = input.path.iter().chain(&session.included);
        let conflicts = conflicts([&destination], read.map(PathBuf::as_path));
        session.diagnostics.extend(conflicts);
        outputs.extend(text.map(|text| (destination, text.into_bytes())));
    }
    options.levels.levels.apply(&mut session.diagnostics);
    session.finish(&outputs, options.diagnostics, streams)
}

impl CommandLine {
    /// Returns the job of some sources, without its outputs.
    fn job(&self, sources: impl IntoIterator<Item = PathBuf>) -> Job {
        let mut job = Job {
            inputs: sources.into_iter().map(JobInput::Source).collect(),
            stdin_name: self.stdin.name().map(Path::to_owned),
            remap: self.remap.remap(),
            ..Job::default()
        };
        self.assembling.apply(&self.levels, &mut job);
        job.translation.dialect.entry.clone_from(&self.entry);
        job
    }
}

/// Returns the path of each source's object.
fn destinations(options: &CommandLine) -> Result<Vec<Destination>, String> {
    let has_stdin = options.sources.iter().any(|source| is_stdin(source));
    match (&options.output, options.sources.as_slice()) {
        (Some(output), sources) if is_directory(output) => {
            if has_stdin {
                return Err("the object of standard input has no name in a directory".to_owned());
            }
            let object = |source: &Path| in_directory(output, &source.with_extension("dvoj"));
            check_names(sources.iter().map(PathBuf::as_path), object)?;
            let objects = sources.iter().map(|source| object(source));
            Ok(objects.map(Destination::File).collect())
        }
        (Some(output), [_]) => Ok(vec![from_argument(output.clone())]),
        (Some(output), sources) => Err(format!(
            "{} objects cannot be written to one file `{}`; give a directory, with a trailing slash",
            sources.len(),
            output.display()
        )),
        (None, _) if has_stdin => Err("assembling standard input requires `-o`".to_owned()),
        (None, sources) => Ok(sources
            .iter()
            .map(|s| Destination::File(s.with_extension("dvoj")))
            .collect()),
    }
}

/// Returns the object path of a part, whose name precedes the suffix.
fn part_destination(output: &Destination, part: &str) -> Destination {
    match output {
        Destination::File(path) if !part.is_empty() => {
            let suffix = path.extension().unwrap_or_default().to_string_lossy();
            Destination::File(path.with_extension(format!("{part}{suffix}")))
        }
        _ => output.clone(),
    }
}

/// An assembled source.
struct Assembled<'s> {
    told: KeyedSession<'s>,
    built: BuildOutput,
    /// Its listing; empty if none is requested.
    listing: Vec<u8>,
}

/// Assembles the sources, and writes the outputs; with `--check` only diagnostics.
fn assemble(
    options: &CommandLine,
    destinations: Vec<Destination>,
    listing: Option<Destination>,
    streams: &mut Streams<'_>,
) -> Status {
    let threads = options.jobs.jobs;
    let files = FileCache::new(streams.files);
    let sources = options.sources.iter().zip(destinations);
    let jobs = sources.map(|(source, output)| Job {
        outputs: vec![(OutputKind::Binary, output)],
        ..options.job([source.clone()])
    });
    let jobs: Vec<_> = jobs.collect();
    let mut sessions = Vec::new();
    let mut inputs = Vec::new();
    for job in &jobs {
        let mut session = Session::new(&files);
        inputs.push(read(job, &mut session, streams));
        sessions.push(session);
    }
    // The objects of two shaders in one source get separate names, which only a directory provides; with `--check`,
    // nothing is written.
    let in_directory = options.check || options.output.as_deref().is_some_and(is_directory);
    let parts: Vec<_> = sessions.into_iter().zip(jobs.iter().zip(&inputs)).collect();
    let progress = streams.progress();
    let counter = progress.begin("sources", parts.len());
    let assembled = parallel::map(threads, parts, |(session, (job, inputs))| {
        let assembled = Assembled::new(job, inputs, listing.is_some(), in_directory, session);
        counter.step();
        assembled
    });
    let mut text = Vec::new();
    let parts = assembled.into_iter().map(|one| {
        text.extend(one.listing);
        (one.built, one.told)
    });
    let mut build_set = BuildSet::merged(parts, Session::new(&files));
    let output = options.output.as_ref();
    build_set.folder = output.filter(|output| is_directory(output)).cloned();
    if options.check {
        let session = build_set.session;
        return session.report_all_with_jobs(&options.jobs, options.diagnostics, streams);
    }
    let has_errors = build_set.session.has_errors();
    build_set.is_atomic = !in_directory;
    // The listing of all sources is an output of all of them.
    if let Some(listing) = listing.filter(|_| !has_errors) {
        build_set.texts.push((listing, text));
    }
    build_set.finish(&options.jobs, &options.dependencies, options.diagnostics, streams)
}

impl<'s> Assembled<'s> {
    fn new(
        job: &Job,
        inputs: &'s [InputFile],
        with_listing: bool,
        in_directory: bool,
        mut session: Session<'s>,
    ) -> Self {
        let input = inputs.first();
        let assembled = input.map(|input| (input, job.assemble(input, &mut session)));
        let (mut outputs, mut listing) = (Vec::new(), Vec::new());
        let output = job.output().clone();
        if let Some((input, parts)) = assembled {
            if parts.len() > 1 && !in_directory {
                session.diagnostics.push(two_shaders(&input.name));
            }
            for SourceObject { name, object } in parts {
                // Listings use the real names of the sources.
                let words = if with_listing {
                    listing::object_words(&input.name, &object)
                } else {
                    Vec::new()
                };
                let Some((_, bytes)) = job.write_object(object, &mut session) else {
                    continue;
                };
                let output = part_destination(&output, name);
                if with_listing {
                    let (sources, name) = (&session.sources, output.to_string());
                    listing.extend(listing::listing(sources, &words, &name, &bytes));
                }
                outputs.push((output, bytes));
            }
        }
        job.apply_levels(&mut session);
        if session.has_errors() {
            outputs.clear();
        }
        let read = inputs.iter().filter_map(|input| input.path.clone());
        let dependencies = Dependencies {
            output,
            parts: Vec::new(),
            files: read.chain(session.included.drain(..)).collect(),
        };
        Self {
            told: session.into(),
            built: BuildOutput { dependencies, outputs },
            listing,
        }
    }
}
