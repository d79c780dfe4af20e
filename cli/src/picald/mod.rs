//! `picald`: links objects, archives and sources into a shader binary.

mod batch;
mod project;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, Parser, ValueEnum};
use pica200_link::{Compat, LinkOptions};

use crate::build_options::{AssemblingOptions, CompilingOptions, GroupOptions, Linking};
use crate::build_set::{BuildOutput, BuildSet, Outputs};
use crate::depend::DependencyOptions;
use crate::destination::{check_stdout, from_argument, is_directory};
use crate::explain::ExplainOption;
use crate::levels::LevelOptions;
use crate::listing;
use crate::options::{BindingOptions, JobOptions, LibraryOptions, RemapOptions, StdinOption};
use crate::program::{DiagnosticOptions, Status, Streams, parse_matches, usage};
use pica200::input::{InputFile, is_stdin, is_variant_file};
use pica200::job::map;
use pica200::job::{Destination, Job, LinkedFile, OutputKind};
use pica200::session::Session;

/// Links objects for the PICA200, the GPU of the Nintendo 3DS, into a shader binary
///
/// The shaders in the file are in the order of the inputs. Sources are assembled first: `picald shader.vsh` does the
/// whole job. A single run reports all errors; if there are any, nothing is written. @FILE reads further arguments from
/// FILE.
#[derive(Parser, Debug)]
#[command(name = "picald", version)]
#[command(
    override_usage = "picald [OPTIONS] <INPUT>...\n       picald [OPTIONS] <INPUT>... -o <DIR>/\n       picald [OPTIONS] [<BINARY>...] --project [<FILE>]\n       picald --explain [<NAME>]"
)]
#[command(after_help = AFTER_HELP)]
struct CommandLine {
    /// Sources, objects, archives, shaders in other languages and lists to link, or a variant file; `-` is standard
    /// input
    ///
    /// Shaders in other languages are .wgsl, .vert, .glsl, .spv, .dxbc and .hlsl, objects .dvoj, archives .a and .dvar,
    /// lists .shlist, variant files .variants.toml. An archive is detected by its first bytes. A name that ends in
    /// .dvoj is an object, and one that ends in .shlist a list: a file with the paths of inputs, relative to its
    /// directory. A variant file must be the only input; its sources are assembled for each combination of its values,
    /// and linked to one binary. A shader in another language, detected by its name or its first bytes, is compiled to
    /// assembly. Any other input is a source. Standard input can be anything but a list. From an archive, only those
    /// members are linked that define a procedure, uniform or constant that is used and that no other input defines.
    #[arg(required_unless_present = "project", value_name = "INPUT")]
    inputs: Vec<PathBuf>,

    /// Build the binaries of a project file, pica200.toml
    ///
    /// FILE is the file or its directory. Without FILE, the current directory and its parents are searched. The
    /// arguments before the option are then names of binaries; without any, all are built. If one has errors, the
    /// others are still written. The file sets the outputs and the options; options for assembling and compiling, lint
    /// levels and -g or -s can be added here. cli/docs/project.md describes it.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = [
            "StdinOption", "LibraryOptions", "BindingOptions", "LinkingOptions", "LinkReports",
            "output", "entry", "relocatable", "split", "compat", "listing"
        ]
    )]
    project: Option<Option<PathBuf>>,

    #[command(flatten)]
    stdin: StdinOption,

    #[command(flatten)]
    libraries: LibraryOptions,

    /// Write the shader binary, or with -r the object, to OUT (`-`: standard output; a directory: one binary per
    /// source)
    ///
    /// By default, the shader binary of a single input is written next to it, and .shbin replaces the input's suffix.
    /// The option is required with several inputs and with -r. If OUT is a directory or ends in a slash, each source,
    /// list and variant file is linked to a separate binary SOURCE.shbin in it; libraries are linked with each of them,
    /// and objects, archives and sources with .nodvle with each source and list. If one has errors, the others are
    /// still written. Files are written completely or not at all. An output that is also an input is an error. If -o is
    /// repeated, the last one wins.
    #[arg(
        short = 'o',
        overrides_with = "output",
        long = "output",
        alias = "out",
        value_name = "OUT"
    )]
    output: Option<PathBuf>,

    #[command(flatten)]
    bindings: BindingOptions,

    /// Override the entry point
    ///
    /// The inputs must define exactly one shader.
    #[arg(short = 'e', long, value_name = "PROCEDURE")]
    entry: Option<String>,

    /// Combine the inputs into one object, which can be linked again
    ///
    /// Calls between the inputs are resolved, and all code is kept. At most one of the inputs may define a shader, and
    /// if there are several inputs, none may have separate uniforms.
    #[arg(
        short = 'r',
        long,
        conflicts_with_all = ["BindingOptions", "compat", "debug", "strip", "LinkingOptions", "LinkReports"]
    )]
    relocatable: bool,

    /// Divide the variations of a variant file among several binaries
    ///
    /// As many binaries are written as the limits require. `-o lit.shbin` writes lit.0.shbin, lit.1.shbin and so on;
    /// the first always exists. Each variation is in one of them. Headers and modules locate the binary of a variation,
    /// and its shader in it. Binaries of earlier runs with higher numbers are not deleted.
    #[arg(long, conflicts_with_all = ["relocatable", "listing"])]
    split: bool,

    /// Reproduce the output of another tool, byte for byte
    #[arg(long, value_name = "TOOL")]
    compat: Option<CompatOption>,

    /// Write the line table: the file and line of each instruction
    ///
    /// Debuggers use it to find the source. File names are stored without directories.
    #[arg(short = 'g', long, conflicts_with = "compat")]
    debug: bool,

    /// Strip labels, file names and lines
    ///
    /// Consoles need none of these, so this is for release binaries. They are smaller than picasso's, while binaries
    /// with names can be larger. The names of uniforms are kept, because applications look them up.
    #[arg(short = 's', long, conflicts_with = "debug")]
    strip: bool,

    /// Write a listing: the sources next to their code words, then the tables
    ///
    /// The tables list descriptors and registers. `-` is standard output.
    #[arg(short = 'a', long, value_name = "FILE", conflicts_with = "relocatable")]
    listing: Option<PathBuf>,

    #[command(flatten)]
    linking: GroupOptions<Linking>,

    #[command(flatten)]
    reports: LinkReports,

    #[command(flatten)]
    assembling: AssemblingOptions,

    #[command(flatten)]
    compiling: CompilingOptions,

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
Exit status: 0 success, 1 errors in the inputs or with files, 2 usage error.

Examples:
  picald shader.vsh                              one shader, to shader.shbin
  picald scene.vsh scene.gsh -o scene.shbin      a vertex and a geometry shader in one file
  picald lib.vsh lit.vsh flat.vsh -o build/      a file for each source without .nodvle, in one run
  picald shader.vsh --header shader.h            the binary, and a header for C
  picald main.dvoj -L lib -l math -o main.shbin  an object, linked with an archive
  picald --explain no-output                     the description of a diagnostic";

impl CommandLine {
    /// Returns the output file.
    fn output(&self) -> Result<PathBuf, String> {
        match (&self.output, self.inputs.as_slice()) {
            (Some(output), _) => Ok(output.clone()),
            (None, _) if self.relocatable => Err("`-r` requires `-o`".to_owned()),
            (None, [input]) if is_stdin(input) => Err("linking standard input requires `-o`".to_owned()),
            (None, [input]) => Ok(beside(input)),
            (None, inputs) => Err(format!("linking {} inputs requires `-o`", inputs.len())),
        }
    }

    /// Returns the job: all options except those for the listing, for dependencies and for the format of diagnostics.
    fn job(&self, outputs: Vec<(OutputKind, Destination)>, matches: &ArgMatches) -> Job {
        let mut job = Job {
            inputs: self.libraries.inputs("inputs", &self.inputs, matches),
            stdin_name: self.stdin.name().map(Path::to_owned),
            library_paths: self.libraries.folders.clone(),
            entry: self.entry.clone(),
            remap: self.remap.remap(),
            split: self.split,
            threads: self.jobs.jobs,
            outputs,
            ..Job::default()
        };
        let compat = match self.compat {
            None => Compat::None,
            Some(CompatOption::Picasso) => Compat::Picasso,
        };
        job.linking = LinkOptions {
            compat,
            debug: self.debug,
            strip: self.strip,
            map: self.reports.print_gc_sections,
            ..LinkOptions::default()
        };
        self.linking.apply(&mut job);
        self.assembling.apply(&self.levels, &mut job);
        self.compiling.apply(&mut job);
        job
    }

    /// Returns the bindings to generate, with their destinations.
    fn texts(&self) -> Vec<(OutputKind, Destination)> {
        let maps = [
            (OutputKind::Map, &self.reports.map),
            (OutputKind::MapJson, &self.reports.map_json),
        ];
        let maps = maps.into_iter();
        let maps = maps.filter_map(|(product, path)| Some((product, from_argument(path.clone()?))));
        let mut texts = self.bindings.outputs("picald");
        texts.extend(maps);
        texts
    }

    /// Describes the parts of a binary that were left out, if requested.
    fn left_out(&self, linked: &LinkedFile) -> Vec<String> {
        if !self.reports.print_gc_sections {
            return Vec::new();
        }
        let maps = linked.binaries().flat_map(|binary| &binary.output.map);
        maps.flat_map(map::left_out).collect()
    }
}

/// Returns the default output of an input. `.variants.toml` is a single suffix.
fn beside(input: &Path) -> PathBuf {
    let output = input.with_extension("shbin");
    if is_variant_file(input) {
        output.with_extension("").with_extension("shbin")
    } else {
        output
    }
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum CompatOption {
    /// picasso 2.7.2: its order of registers and descriptors; no labels, file names and lines; no constants of
    /// libraries in shaders
    Picasso,
}

/// Reports to print or write.
#[derive(Args, Debug)]
struct LinkReports {
    /// Print what is left out, and why, to standard error
    #[arg(long)]
    print_gc_sections: bool,

    /// Write a map: procedures, uniforms, constants, and the usage of each limit
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,

    /// Write the map as JSON
    ///
    /// JSON.md describes it.
    #[arg(long, value_name = "FILE")]
    map_json: Option<PathBuf>,
}

/// Returns the command line.
pub(crate) fn command_line() -> clap::Command {
    crate::help::command::<CommandLine>()
}

/// Runs the program. `arguments` begin with the program's name.
pub fn main(arguments: Vec<OsString>, streams: &mut Streams<'_>) -> Status {
    let (mut options, matches): (CommandLine, _) = match parse_matches(arguments, streams) {
        Ok(parsed) => parsed,
        Err(status) => return status,
    };
    if let Some(status) = options.explain.run::<CommandLine>(streams) {
        return status;
    }
    if let Err(status) = options.levels.apply_environment::<CommandLine>(streams) {
        return status;
    }
    if let Some(path) = &options.project {
        return project::run(&options, path.as_deref(), streams);
    }
    if let Err(message) = options.stdin.check(&options.inputs) {
        return usage::<CommandLine>(&message, streams);
    }
    if let Some(folder) = options.output.as_ref().filter(|output| is_directory(output)) {
        return batch::run(&options, folder, &matches, streams);
    }
    let output = match options.output() {
        Ok(output) => output,
        Err(message) => return usage::<CommandLine>(&message, streams),
    };
    if options.split && is_stdin(&output) {
        let message = "`--split` cannot write to standard output: give a file with `-o`";
        return usage::<CommandLine>(message, streams);
    }
    let output = from_argument(output);
    let mut outputs = vec![(OutputKind::Binary, output.clone())];
    outputs.extend(options.texts());
    let run = Run {
        job: Job {
            progress: streams.progress(),
            ..options.job(outputs, &matches)
        },
        output,
        listing: options.listing.clone().map(from_argument),
        options: &options,
    };
    let checked = options.dependencies.check(&[&run.output]);
    if let Err(message) = checked.and_then(|()| check_stdout(&run.planned())) {
        return usage::<CommandLine>(&message, streams);
    }
    run.run(streams)
}

/// A run of the program.
struct Run<'o> {
    options: &'o CommandLine,
    job: Job,
    output: Destination,
    listing: Option<Destination>,
}

impl Run<'_> {
    /// Returns all files to write.
    fn planned(&self) -> Vec<Destination> {
        let texts = self.job.outputs.iter().skip(1).map(|(_, text)| text);
        let texts = texts.chain(&self.listing);
        self.options.dependencies.planned(&[&self.output], texts)
    }

    fn run(&self, streams: &mut Streams<'_>) -> Status {
        let mut session = Session::new(streams.files);
        let files = self.job.read(&mut session, streams.stdin);
        let built = self.build(&files, &mut session, streams);
        let mut build_set = BuildSet::new(vec![built], session);
        build_set.named = self.planned();
        let options = self.options;
        build_set.finish(&options.jobs, &options.dependencies, options.diagnostics, streams)
    }

    /// Links. Returns no outputs if there are errors.
    fn build<'s>(&self, files: &'s [InputFile], session: &mut Session<'s>, streams: &mut Streams<'_>) -> BuildOutput {
        let (binaries, mut outputs) = self.outputs(files, session, streams);
        if session.has_errors() {
            outputs.clear();
        }
        let paths = files.iter().filter_map(|file| file.path.clone());
        let read = paths.chain(session.included.drain(..)).collect();
        BuildOutput::new(&self.job, binaries, outputs, read)
    }

    /// Links. Returns the number of binaries and all outputs, the binaries first; nothing if there are errors.
    fn outputs<'s>(
        &self,
        files: &'s [InputFile],
        session: &mut Session<'s>,
        streams: &mut Streams<'_>,
    ) -> (usize, Outputs) {
        if self.options.relocatable {
            let combined = self.job.combine(files, session);
            let combined = combined.map(|(_, bytes)| (self.output.clone(), bytes));
            return (1, combined.into_iter().collect());
        }
        let Some(linked) = self.job.link(files, session) else {
            return (0, Vec::new());
        };
        print_left_out(&self.options.left_out(&linked), streams);
        let mut outputs = self.job.outputs(&linked);
        outputs.extend(self.listing.clone().map(|listing| {
            let words = listing::linked_words(&linked.output);
            let name = self.output.to_string();
            let text = listing::listing(&session.sources, &words, &name, &linked.bytes);
            (listing, text)
        }));
        (linked.binaries().count(), outputs)
    }
}

/// Prints the parts that were left out.
fn print_left_out(lines: &[String], streams: &mut Streams<'_>) {
    for line in lines {
        // If standard error is closed, the error cannot be reported.
        let _ = writeln!(streams.stderr, "left out: {line}");
    }
}
