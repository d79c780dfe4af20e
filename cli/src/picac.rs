//! `picac`: compiles shaders in other languages to assembly, objects or shader binaries.

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Parser;
use pica200_compile::{is_stage, stages};
use pica200_diagnostics::Code;

use crate::build_options::CompilingOptions;
use crate::build_set::{BuildOutput, BuildSet, check_single_binary_outputs};
use crate::depend::{Dependencies, DependencyOptions};
use crate::destination::{check_names, check_stdout, from_argument, in_directory, is_directory};
use crate::explain::ExplainOption;
use crate::levels::LevelOptions;
use crate::options::{BindingOptions, JobOptions, RemapOptions, StdinOption};
use crate::program::{DiagnosticOptions, Status, Streams, parse, usage};
use pica200::diagnostic::Diagnostic;
use pica200::files::FileCache;
use pica200::input::{InputFile, InputKind, is_stdin};
use pica200::job::{Destination, Job, JobInput, OutputKind};
use pica200::parallel;
use pica200::session::Session;

/// Compiles a shader in another language for the PICA200, the GPU of the Nintendo 3DS
///
/// The source is a vertex shader in WGSL (.wgsl), GLSL (.vert, .glsl), SPIR-V (.spv), Direct3D bytecode of shader model
/// 4.0 to 5.1 (.dxbc), or HLSL (.hlsl), which is first compiled by an installed compiler. The suffix of -o selects the
/// output: readable assembly, an object, or a shader binary. A single run reports everything that the hardware does not
/// support; then nothing is written. @FILE reads further arguments from FILE.
#[derive(Parser, Debug)]
#[command(name = "picac", version)]
#[command(
    override_usage = "picac [OPTIONS] <SOURCE> -o <OUT>\n       picac [OPTIONS] <SOURCE>... -o <DIR>/\n       picac --explain [<NAME>]"
)]
#[command(after_help = AFTER_HELP)]
struct CommandLine {
    /// The shaders to compile; `-` is standard input
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,

    #[command(flatten)]
    stdin: StdinOption,

    /// Write output to OUT (`-`: standard output; a directory: one shader binary per source)
    ///
    /// Assembly can go to standard output. The suffix .dvoj selects an object for picald, .shbin a shader binary, and
    /// .vsh, .pica and .asm select assembly. If OUT is a directory or ends in a slash, each source is compiled to the
    /// shader binary SOURCE.shbin in it, except for sources with errors. Files are written completely or not at all. An
    /// output that is also an input is an error. If -o is repeated, the last one wins.
    #[arg(
        short = 'o',
        overrides_with = "output",
        long = "output",
        alias = "out",
        value_name = "OUT"
    )]
    output: Option<PathBuf>,

    /// Print the program after a stage of the compiler
    ///
    /// The text replaces the usual output, and goes to standard output, or to the file given by -o. `frontend` is the
    /// output of the front end, then there is a stage for each pass, and `assembly` is the result. The format of all
    /// other stages is meant for compiler developers.
    #[arg(long, value_name = "STAGE", value_parser = stage)]
    emit: Option<String>,

    #[command(flatten)]
    bindings: BindingOptions,

    /// Write the line table: the source line of each instruction
    ///
    /// The lines refer to the disassembly that `picadump -d` shows.
    #[arg(short = 'g', long)]
    debug: bool,

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
Exit status: 0 success, 1 errors in the source or with files, 2 usage error.

Examples:
  picac lit.wgsl -o lit.vsh                      readable assembly
  picac lit.dxbc -o lit.shbin --header lit.h     a shader binary, and a header for C
  picac lit.wgsl flat.wgsl -o build/             build/lit.shbin and build/flat.shbin
  picac lit.hlsl --hlsl-entry vertex -o lit.vsh  HLSL, by an installed compiler
  picac lit.dxbc --map-output NORMAL=view -o -   map an output to a property
  picac lit.dxbc --emit=frontend                 the IR after the front end";

/// Parses the name of a compiler stage.
fn stage(name: &str) -> Result<String, String> {
    if is_stage(name) {
        return Ok(name.to_owned());
    }
    let names: Vec<_> = stages().map(|stage| format!("`{stage}`")).collect();
    Err(format!("the stages are {}", names.join(", ")))
}

/// Output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OutputFormat<'o> {
    /// The program after a compiler stage.
    Stage(&'o str),
    Assembly,
    Object,
    Binary,
}

impl OutputFormat<'_> {
    /// Selects the format by the suffix of an output.
    fn from_path(output: &Path) -> Result<Self, String> {
        let suffix = output.extension().unwrap_or_default().to_string_lossy();
        match suffix.to_ascii_lowercase().as_str() {
            _ if output.as_os_str() == "-" => Ok(Self::Assembly),
            "vsh" | "pica" | "asm" => Ok(Self::Assembly),
            "dvoj" => Ok(Self::Object),
            "shbin" => Ok(Self::Binary),
            _ => Err(format!(
                "the name `{}` does not say what to write: assembly (`.vsh`), an object (`.dvoj`) or a shader binary \
                 (`.shbin`)",
                output.display()
            )),
        }
    }
}

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
    match runs(&options) {
        Ok(runs) => compile(&runs, &options, streams),
        Err(message) => usage::<CommandLine>(&message, streams),
    }
}

/// A source and its output.
struct Run<'o> {
    job: Job,
    form: OutputFormat<'o>,
}

/// Returns the runs that a command line describes.
///
/// # Errors
///
/// Returns an error message if options conflict.
fn runs(options: &CommandLine) -> Result<Vec<Run<'_>>, String> {
    options.stdin.check(&options.sources)?;
    let runs = match &options.output {
        Some(folder) if is_directory(folder) => options.runs_in(folder)?,
        _ => vec![options.run()?],
    };
    let outputs: Vec<_> = runs.iter().map(|run| run.job.output()).collect();
    options.dependencies.check(&outputs)?;
    let texts = runs.iter().flat_map(|run| run.job.outputs.iter().skip(1));
    let texts = texts.map(|(_, text)| text);
    check_stdout(&options.dependencies.planned(&outputs, texts))?;
    Ok(runs)
}

/// Compiles the sources of all runs, and writes the outputs.
fn compile(runs: &[Run<'_>], options: &CommandLine, streams: &mut Streams<'_>) -> Status {
    let files = FileCache::new(streams.files);
    let read = |run: &Run<'_>, stdin: &mut dyn Read| {
        let mut own = Session::new(&files);
        let inputs = run.job.read(&mut own, stdin);
        (own, inputs)
    };
    // A compiler for HLSL runs while its input is read. With an output directory, no source is standard input.
    let read = match runs {
        [only] => vec![read(only, streams.stdin)],
        _ => parallel::map(options.jobs.jobs, runs, |run| read(run, &mut io::empty())),
    };
    let (sessions, inputs): (Vec<_>, Vec<_>) = read.into_iter().unzip();
    let parts: Vec<_> = sessions.into_iter().zip(runs.iter().zip(&inputs)).collect();
    let progress = streams.progress();
    let counter = progress.begin("shaders", parts.len());
    let built = parallel::map(options.jobs.jobs, parts, |(mut own, (run, inputs))| {
        let built = run.build(inputs, &mut own);
        counter.step();
        (built, own.into())
    });
    let mut build_set = BuildSet::merged(built, Session::new(&files));
    let output = options.output.as_ref();
    build_set.folder = output.filter(|output| is_directory(output)).cloned();
    if let [Run { job, .. }, ..] = runs {
        build_set.report_unused_defines(job, inputs.iter().flatten());
    }
    build_set.finish(&options.jobs, &options.dependencies, options.diagnostics, streams)
}

impl Run<'_> {
    /// Compiles the source.
    fn build<'s>(&self, files: &'s [InputFile], session: &mut Session<'s>) -> BuildOutput {
        let mut outputs = self.outputs(files, session);
        self.job.apply_levels(session);
        if session.has_errors() {
            outputs.clear();
        }
        // Build systems look at the first one: once it exists, so do the others.
        if !outputs.is_empty() {
            outputs.rotate_left(1);
        }
        let paths = files.iter().filter_map(|file| file.path.clone());
        BuildOutput {
            dependencies: Dependencies {
                output: self.job.output().clone(),
                files: paths.chain(session.included.drain(..)).collect(),
                parts: Vec::new(),
            },
            outputs,
        }
    }

    /// Compiles the source. Returns no outputs if there are errors.
    fn outputs<'s>(&self, files: &'s [InputFile], session: &mut Session<'s>) -> Vec<(Destination, Vec<u8>)> {
        // The files listed by a list or variant file precede it.
        let [.., file] = files else {
            return Vec::new();
        };
        if !matches!(file.kind, InputKind::Container | InputKind::Shader(_)) {
            session.diagnostics.push(not_compiled(file));
            return Vec::new();
        }
        let bytes = match self.form {
            OutputFormat::Stage(stage) => {
                let text = self.job.compile_to(stage, file, session);
                text.map(String::into_bytes)
            }
            OutputFormat::Assembly => {
                let text = self.job.translate(file, session);
                text.map(String::into_bytes)
            }
            OutputFormat::Object => {
                let combined = self.job.combine(files, session);
                combined.map(|(_, bytes)| bytes)
            }
            OutputFormat::Binary => {
                let linked = self.job.link(files, session);
                add_link_advice(&mut session.diagnostics);
                return linked.map_or_else(Vec::new, |linked| self.job.outputs(&linked));
            }
        };
        let output = |bytes| (self.job.output().clone(), bytes);
        bytes.map(output).into_iter().collect()
    }
}

impl CommandLine {
    /// Returns the run of the only source.
    fn run(&self) -> Result<Run<'_>, String> {
        let [source] = self.sources.as_slice() else {
            return Err(format!(
                "{} sources require an output directory: `-o DIR/`",
                self.sources.len()
            ));
        };
        let (output, form) = match (&self.output, &self.emit) {
            (output, Some(stage)) => {
                let output = output.clone().unwrap_or_else(|| "-".into());
                (output, OutputFormat::Stage(stage))
            }
            (Some(output), None) => (output.clone(), OutputFormat::from_path(output)?),
            (None, None) => {
                let message = "missing `-o`: give the output file, such as `shader.vsh` or `shader.shbin`";
                return Err(message.to_owned());
            }
        };
        let job = self.job(source, output);
        if form != OutputFormat::Binary {
            if job.outputs.len() > 1 {
                let message = "headers, modules and maps describe a shader binary; write one with `-o NAME.shbin`";
                return Err(message.to_owned());
            }
            if self.debug {
                let message =
                    "`-g` applies to shader binaries: write one with `-o NAME.shbin`; objects always have a line table";
                return Err(message.to_owned());
            }
        }
        Ok(Run { job, form })
    }

    /// Returns the runs of all sources, whose outputs are in a directory.
    fn runs_in(&self, folder: &Path) -> Result<Vec<Run<'_>>, String> {
        if self.emit.is_some() {
            let message = "`--emit` writes one program, but `-o` is a directory: give a file";
            return Err(message.to_owned());
        }
        if self.sources.iter().any(|source| is_stdin(source)) {
            return Err("the binary of standard input has no name in a directory".to_owned());
        }
        check_single_binary_outputs(!self.bindings.outputs("picac").is_empty())?;
        let output = |source: &Path| in_directory(folder, &source.with_extension("shbin"));
        check_names(self.sources.iter().map(PathBuf::as_path), output)?;
        let run = |source: &PathBuf| Run {
            job: self.job(source, output(source)),
            form: OutputFormat::Binary,
        };
        Ok(self.sources.iter().map(run).collect())
    }

    /// Returns the job of a source: all options except those for dependencies and for the format of diagnostics.
    fn job(&self, source: &Path, output: PathBuf) -> Job {
        let mut job = Job {
            inputs: vec![JobInput::File(source.to_owned())],
            stdin_name: self.stdin.name().map(Path::to_owned),
            remap: self.remap.remap(),
            outputs: vec![(OutputKind::Binary, from_argument(output))],
            ..Job::default()
        };
        job.outputs.extend(self.bindings.outputs("picac"));
        job.linking.debug = self.debug;
        job.levels.extend(&self.levels.levels);
        job.assembling.defines.extend_from_slice(&self.levels.defines);
        self.compiling.apply(&mut job);
        if self.sources.len() > 1 {
            // Not every source has the outputs that others have.
            job.translation.share_outputs();
        }
        job.share_defines();
        job
    }
}

/// Adds advice on linking to diagnostics about procedures of other files, which picac does not accept.
fn add_link_advice(diagnostics: &mut [Diagnostic]) {
    for diagnostic in diagnostics {
        if diagnostic.code == Code::UndefinedProcedure {
            let help = "link the shader with the file that defines it: `picald SHADER FILE -o NAME.shbin`; an object \
                        (`-o NAME.dvoj`) needs no definition";
            diagnostic.help = Some(help.to_owned());
        }
    }
}

/// Builds the error for an input that is not a shader in another language.
fn not_compiled(file: &InputFile) -> Diagnostic {
    let message = format!("`{}` is not a shader that picac compiles", file.name);
    let help = "picac compiles WGSL (`.wgsl`), GLSL (`.vert`, `.glsl`), SPIR-V (`.spv`), containers of Direct3D \
                (`.dxbc`) and HLSL (`.hlsl`); `--lang` sets the language of a file with another name, and picald \
                accepts assembly";
    Diagnostic::for_file(Code::NotASource, &file.name, message).with_help(help)
}
