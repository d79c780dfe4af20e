//! `picald`: objects and sources to a shader binary.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use pica200_link::{Compat, Input, Output, header, link};

use crate::destination::{Destination, conflicts};
use crate::explain::{explain, names};
use crate::input::{InputFile, is_stdin};
use crate::levels::{Levels, unknown_name};
use crate::program::{DiagnosticOptions, Status, Streams, parse, usage};
use crate::report::Report;
use crate::session::Session;

/// Links objects for the PICA200, the GPU of the Nintendo 3DS, into a shader binary
///
/// The inputs' order is the order of the shaders in the file. An input whose name does not end in .dvoj is a source,
/// and is assembled first: `picald shader.vsh -o shader.shbin` is the whole job. All errors come in one run, and
/// nothing is written if there are any.
#[derive(Parser, Debug)]
#[command(name = "picald", version)]
#[command(
    override_usage = "picald [OPTIONS] --output <OUT> <INPUT>...\n       picald --explain <NAME>"
)]
#[command(
    after_help = "Exit status: 0 success, 1 errors in the inputs or with files, 2 wrong usage."
)]
struct Options {
    /// Objects (.dvoj) and sources to link; `-` is standard input
    ///
    /// A name that ends in .dvoj is that of an object, any other that of a source. Standard input may be either.
    #[arg(required_unless_present = "explain", value_name = "INPUT")]
    inputs: Vec<PathBuf>,

    /// The shader binary to write; `-` is standard output
    ///
    /// Files appear whole or not at all, and one that is also an input is refused. The last of several -o counts.
    #[arg(
        short = 'o',
        overrides_with = "output",
        long = "output",
        alias = "out",
        value_name = "OUT",
        required_unless_present = "explain"
    )]
    output: Option<PathBuf>,

    /// Write a C header with the registers of the uniforms; `-` is standard output
    ///
    /// It defines VSH_FVEC_name, VSH_IVEC_name, VSH_FLAG_name and VSH_ULEN_name for the uniforms of vertex shaders,
    /// GSH_... for those of geometry shaders.
    #[arg(long, value_name = "FILE")]
    header: Option<PathBuf>,

    /// Give the bytes that another tool gives for the same sources
    #[arg(long, value_name = "TOOL")]
    compat: Option<CompatOption>,

    /// Write the line table: file and line of each instruction
    ///
    /// Debuggers find the source by it. Files are called by their own names, without the folders that they are in.
    #[arg(short = 'g', long, conflicts_with = "compat")]
    debug: bool,

    /// Leave out labels, file names and lines
    ///
    /// The binary becomes smaller; consoles need none of these. Names of uniforms stay.
    #[arg(short = 's', long, conflicts_with = "debug")]
    strip: bool,

    /// Put no padding NOPs into sources; each missing one draws a warning
    ///
    /// The hardware loses jumps and calls in the last word of a block, and blocks that close together. Without the
    /// NOPs that prevent this a shader may misbehave on the console. Objects stay as they were assembled.
    #[arg(short = 'n', long)]
    no_nop: bool,

    /// Explain what a diagnostic means, with examples, and how to mend it
    ///
    /// NAME is what diagnostics have in brackets.
    #[arg(long, value_name = "NAME", exclusive = true)]
    explain: Option<String>,

    #[command(flatten)]
    levels: Levels,

    #[command(flatten)]
    diagnostics: DiagnosticOptions,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum CompatOption {
    /// Those of picasso 2.7.2: its order of registers and descriptors, no labels, no file names and no lines; constants
    /// of a library reach no shader
    Picasso,
}

/// Runs the program. `arguments` begin with the program's name.
pub fn main(arguments: Vec<OsString>, streams: &mut Streams<'_>) -> Status {
    let options: Options = match parse(arguments, streams) {
        Ok(options) => options,
        Err(status) => return status,
    };
    if let Some(name) = &options.explain {
        return say_explanation(name, streams);
    }
    let Some(output) = options.output.clone() else {
        return usage::<Options>("`--output` says where the shader binary goes", streams);
    };
    if options.inputs.iter().filter(|i| is_stdin(i)).count() > 1 {
        return usage::<Options>("standard input can be read only once", streams);
    }
    let output = Destination::from_argument(output);
    let header = options.header.clone().map(Destination::from_argument);
    if output == Destination::Stdout && header == Some(Destination::Stdout) {
        return usage::<Options>(
            "the shader binary and the header cannot both go to standard output",
            streams,
        );
    }
    run(&options, output, header, streams)
}

/// Writes what there is to say of a diagnostic.
fn say_explanation(name: &str, streams: &mut Streams<'_>) -> Status {
    match explain(name) {
        Some(text) => {
            let mut session = Session::default();
            session.show(text.as_bytes(), streams);
            if session.has_errors() {
                Status::Errors
            } else {
                Status::Success
            }
        }
        None => usage::<Options>(&unknown_name(name, names()), streams),
    }
}

fn run(
    options: &Options,
    output: Destination,
    header: Option<Destination>,
    streams: &mut Streams<'_>,
) -> Status {
    let mut session = Session::default();
    let mut files = Vec::new();
    for path in &options.inputs {
        match InputFile::read(path, streams.files, streams.stdin) {
            Ok(file) => files.push(file),
            Err(report) => session.reports.push(report),
        }
    }
    let paths = files.iter().filter_map(|file| file.path.as_deref());
    session
        .reports
        .extend(conflicts(std::iter::once(&output).chain(&header), paths));
    let asm_options = pica200_asm::Options {
        padding: !options.no_nop,
    };
    let mut inputs = Vec::new();
    for file in &files {
        let object = session.object(file, &asm_options);
        inputs.extend(object.map(|object| Input {
            name: file.name.clone(),
            object,
        }));
    }
    let mut outputs = Vec::new();
    if !session.has_errors() {
        let linked = link(&inputs, &link_options(options));
        session.add_findings(linked.findings);
        if let Some(linked) = linked.output {
            let compat = link_options(options).compat;
            session.check(&linked, compat, &options.levels);
            outputs = serialize(&linked, output, header, &mut session);
        }
    }
    options.levels.apply(&mut session.reports);
    session.finish(&outputs, options.diagnostics, streams)
}

fn link_options(options: &Options) -> pica200_link::Options {
    let compat = match options.compat {
        None => Compat::None,
        Some(CompatOption::Picasso) => Compat::Picasso,
    };
    pica200_link::Options {
        compat,
        debug: options.debug,
        strip: options.strip,
    }
}

/// The bytes of all outputs.
fn serialize(
    linked: &Output,
    output: Destination,
    header_file: Option<Destination>,
    session: &mut Session<'_>,
) -> Vec<(Destination, Vec<u8>)> {
    match linked.shbin.write() {
        Ok(bytes) => {
            let text = header_file.map(|file| (file, header(&linked.interface).into_bytes()));
            std::iter::once((output, bytes)).chain(text).collect()
        }
        Err(error) => {
            let name = output.name();
            let message = format!("cannot write `{name}`: {error}");
            let report = Report::of_file("unwritable-binary", name, message);
            session.reports.push(report);
            Vec::new()
        }
    }
}
