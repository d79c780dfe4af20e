//! `picasm`: assembles sources into objects.

use crate::ending::Ending;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use pica200_diagnostics::Tool;

use clap::Parser;

use crate::assembling::AssemblingOptions;
use crate::depend::{Dependencies, DependencyOptions};
use crate::destination::{check_stdout, conflicts, from_argument, is_folder};
use crate::explain::ExplainOption;
use crate::levels::LevelOptions;
use crate::listing;
use crate::program::{DiagnosticOptions, Status, Streams, parse, usage};
use crate::remap::RemapOptions;
use crate::stdin::StdinOption;
use pica200::input::{InputFile, is_stdin};
use pica200::job::{Destination, Job, JobInput, Product};
use pica200::session::Session;

/// Assembles shaders for the PICA200, the GPU of the Nintendo 3DS
///
/// Each source becomes a relocatable object (DVOJ). picald links objects into the file that consoles load. One run
/// reports all errors of all sources; if there are any, nothing is written. An argument @FILE stands for the words of
/// the file.
#[derive(Parser, Debug)]
#[command(name = "picasm", version)]
#[command(override_usage = "picasm [OPTIONS] <SOURCE>...\n       picasm --explain [<NAME>]")]
#[command(after_help = AFTER_HELP)]
struct CommandLine {
    /// Sources to assemble; `-` is standard input
    ///
    /// Sources are UTF-8 text with the line endings of any system.
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,

    /// The object to write, or the folder for the objects; `-` is standard output
    ///
    /// For a name that ends in a slash, or that is a folder, each source gets an object SOURCE.dvoj there, in which
    /// .dvoj replaces the suffix of the source. Without this option, each object is written beside its source. Files
    /// are written whole or not at all. An output that is also an input is an error. If there are several -o, the last
    /// one counts.
    #[arg(
        short = 'o',
        overrides_with = "output",
        long = "output",
        alias = "out",
        value_name = "OUT"
    )]
    output: Option<PathBuf>,

    /// Assemble the sources and report what is wrong with them, but write nothing
    #[arg(long, conflicts_with_all = ["output", "preprocess", "only", "also", "listing"])]
    check: bool,

    /// Write the source after includes, macros and conditionals, and assemble nothing
    ///
    /// It goes to standard output, or to the file of -o. Line markers show the origin of each line. The text assembles
    /// to the same object as the source.
    #[arg(short = 'E', long, conflicts_with_all = ["only", "also", "listing"])]
    preprocess: bool,

    /// Write a listing: the sources beside their words, then the tables with descriptors and registers; `-` is standard
    /// output
    ///
    /// The registers of uniforms are those of the object alone; linking may assign others.
    #[arg(short = 'a', long, value_name = "FILE")]
    listing: Option<PathBuf>,

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
    remap: RemapOptions,

    #[command(flatten)]
    diagnostics: DiagnosticOptions,
}

const AFTER_HELP: &str = "\
Exit status: 0 success, 1 errors in the sources or with files, 2 wrong usage.

Examples:
  picasm shader.vsh                  the object shader.dvoj
  picasm common.vsh lit.vsh -o out/  the objects out/common.dvoj and out/lit.dvoj
  picasm shader.vsh -a shader.lst    the object, and a listing
  picasm --check shader.vsh          the diagnostics only
  picasm -E shader.vsh               the source after includes, macros and conditionals
  picasm -D LIGHTS=2 -I lib lit.vsh  a number for the source, a folder for its includes";

/// The command line.
pub(crate) fn command_line() -> clap::Command {
    <CommandLine as clap::CommandFactory>::command()
}

/// Runs the program. `arguments` begin with the program's name.
pub fn main(arguments: Vec<OsString>, streams: &mut Streams<'_>) -> Status {
    let mut options: CommandLine = match parse(arguments, streams) {
        Ok(options) => options,
        Err(status) => return status,
    };
    if let Some(status) = options.explain.answer::<CommandLine>(streams) {
        return status;
    }
    if let Some((_, why)) = options
        .levels
        .levels
        .refused(&[Tool::Assembler, Tool::Programs])
    {
        return usage::<CommandLine>(&why, streams);
    }
    if let Err(status) = options.levels.follow_environment::<CommandLine>(streams) {
        return status;
    }
    if let Err(message) = options.stdin.check(&options.sources) {
        return usage::<CommandLine>(&message, streams);
    }
    if options.check {
        return check(&options, streams);
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

/// Reads the sources of a job. Reports those in other languages.
fn read(job: &Job, session: &mut Session<'_>, streams: &mut Streams<'_>) -> Vec<InputFile> {
    let mut inputs = job.read(session, streams.stdin);
    inputs.retain(|input| session.takes_assembly(input));
    inputs
}

/// Assembles the sources for their diagnostics.
fn check(options: &CommandLine, streams: &mut Streams<'_>) -> Status {
    let mut session = Session::new(streams.files);
    let job = options.job(options.sources.iter().cloned());
    let inputs = read(&job, &mut session, streams);
    for input in &inputs {
        if let Some(object) = job.assemble(input, &mut session) {
            // Some errors come up only in the bytes.
            job.write_object(object, &mut session);
        }
    }
    options.levels.levels.apply(&mut session.reports);
    session.finish(&[], options.diagnostics, streams)
}

/// Writes a source as the assembler sees it.
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
        session.reports.extend(conflicts);
        outputs.extend(text.map(|text| (destination, text.into_bytes())));
    }
    options.levels.levels.apply(&mut session.reports);
    session.finish(&outputs, options.diagnostics, streams)
}

impl CommandLine {
    /// The job of sources, without its outputs.
    fn job(&self, sources: impl IntoIterator<Item = PathBuf>) -> Job {
        let mut job = Job {
            inputs: sources.into_iter().map(JobInput::Source).collect(),
            stdin_name: self.stdin.name().map(Path::to_owned),
            remap: self.remap.remap(),
            ..Job::default()
        };
        self.assembling.apply(&self.levels, &mut job);
        job
    }
}

/// The path of the object of each source.
fn destinations(options: &CommandLine) -> Result<Vec<Destination>, String> {
    let has_stdin = options.sources.iter().any(|source| is_stdin(source));
    match (&options.output, options.sources.as_slice()) {
        (Some(output), sources) if is_folder(output) => {
            if has_stdin {
                return Err("the object of standard input has no name in a folder".to_owned());
            }
            let in_folder = |source: &PathBuf| {
                let name = source.with_extension("dvoj");
                output.join(name.file_name().unwrap_or_default())
            };
            Ok(sources
                .iter()
                .map(in_folder)
                .map(Destination::File)
                .collect())
        }
        (Some(output), [_]) => Ok(vec![from_argument(output.clone())]),
        (Some(output), sources) => Err(format!(
            "{} objects cannot be written to one file `{}`; name a folder, with a slash at the end",
            sources.len(),
            output.display()
        )),
        (None, _) if has_stdin => Err("the object of standard input needs `-o`".to_owned()),
        (None, sources) => Ok(sources
            .iter()
            .map(|s| Destination::File(s.with_extension("dvoj")))
            .collect()),
    }
}

/// A source, its job, and the path of its object.
struct Source {
    job: Job,
    input: InputFile,
    output: Destination,
}

/// The results for the sources.
#[derive(Default)]
struct Products {
    objects: Vec<(Destination, Vec<u8>)>,
    dependencies: Vec<Dependencies>,
    listing: Vec<u8>,
}

fn assemble(
    options: &CommandLine,
    destinations: Vec<Destination>,
    listing: Option<Destination>,
    streams: &mut Streams<'_>,
) -> Status {
    let mut session = Session::new(streams.files);
    let mut inputs = Vec::new();
    for (source, destination) in options.sources.iter().zip(destinations) {
        let job = Job {
            outputs: vec![(Product::Binary, destination.clone())],
            ..options.job([source.clone()])
        };
        let files = read(&job, &mut session, streams);
        inputs.extend(files.into_iter().map(|input| Source {
            job: job.clone(),
            input,
            output: destination.clone(),
        }));
    }
    let mut products = Products::default();
    for source in &inputs {
        products.add(source, listing.is_some(), &mut session);
    }
    let asked: Vec<_> = inputs.iter().map(|source| &source.output).collect();
    let read = products.dependencies.iter().flat_map(|one| &one.files);
    let conflicts = conflicts(
        &options.dependencies.planned(&asked, &listing),
        read.map(PathBuf::as_path),
    );
    session.reports.extend(conflicts);
    options.levels.levels.apply(&mut session.reports);
    let rules = options.dependencies.outputs(&products.dependencies);
    let mut outputs = rules.unwrap_or_else(|reports| {
        session.reports.extend(reports);
        Vec::new()
    });
    if !options.dependencies.only() {
        outputs.extend(listing.map(|listing| (listing, products.listing)));
        // Build systems look at the objects: once they are there, so are the others.
        outputs.append(&mut products.objects);
    }
    session.finish(&outputs, options.diagnostics, streams)
}

impl Products {
    /// Assembles a source.
    fn add<'s>(&mut self, source: &'s Source, with_listing: bool, session: &mut Session<'s>) {
        let Source { job, input, output } = source;
        let first = session.sources.len();
        let assembled = job.assemble(input, session);
        self.dependencies.push(Dependencies {
            output: output.clone(),
            parts: Vec::new(),
            files: input
                .path
                .iter()
                .cloned()
                .chain(session.included.drain(..))
                .collect(),
        });
        // Listings use the real names of the sources.
        let words = match &assembled {
            Some(object) if with_listing => listing::of_object(&input.name, object),
            _ => Vec::new(),
        };
        let Some((_, bytes)) = assembled.and_then(|object| job.write_object(object, session))
        else {
            return;
        };
        if with_listing {
            let sources = session.sources.get(first..).unwrap_or_default();
            let text = listing::listing(sources, &words, &output.to_string(), &bytes);
            self.listing.extend(text);
        }
        self.objects.push((output.clone(), bytes));
    }
}
