//! `picald`: objects, archives and sources to a shader binary.

mod bindings;
mod inputs;
mod layout;

use crate::ending::Ending;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Parser, ValueEnum};
use pica200_bindings::{Bound, rust};
use pica200_diagnostics::Code;
use pica200_link::{Compat, Item, Output, Selection, header, select, start_at};

use crate::assembling::AssemblingOptions;
use crate::depend::{Dependencies, DependencyOptions};
use crate::destination::{Destination, check_stdout, conflicts};
use crate::explain::ExplainOption;
use crate::levels::LevelOptions;
use crate::listing;
use crate::map;
use crate::program::{DiagnosticOptions, Status, Streams, parse_matches, usage};
use crate::remap::RemapOptions;
use bindings::BindingOptions;
use inputs::Inputs;
use layout::LayoutOptions;
use pica200::input::is_stdin;
use pica200::inputs::items;
use pica200::report::Report;
use pica200::session::Session;

/// Links objects for the PICA200, the GPU of the Nintendo 3DS, into a shader binary
///
/// The inputs' order is the order of the shaders in the file. Sources are assembled first: `picald shader.vsh -o
/// shader.shbin` is the whole job. All errors come in one run, and nothing is written if there are any. An argument
/// @FILE stands for the words of the file.
#[derive(Parser, Debug)]
#[command(name = "picald", version)]
#[command(
    override_usage = "picald [OPTIONS] --output <OUT> <INPUT>...\n       picald --explain [<NAME>]"
)]
#[command(
    after_help = "Exit status: 0 success, 1 errors in the inputs or with files, 2 wrong usage."
)]
struct Options {
    #[command(flatten)]
    inputs: Inputs,

    /// The shader binary, or with -r the object, to write; `-` is standard output
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

    #[command(flatten)]
    bindings: BindingOptions,

    /// Start the shader at this procedure, whatever its source says
    ///
    /// The inputs have to make exactly one shader.
    #[arg(short = 'e', long, value_name = "PROCEDURE")]
    entry: Option<String>,

    /// Make one object of the inputs, which can be linked with others
    ///
    /// What the inputs call among themselves is resolved; all code stays. At most one of them makes a shader, and none
    /// that is linked with others has uniforms of its own.
    #[arg(
        short = 'r',
        long,
        conflicts_with_all = [
            "header", "rust", "cpp", "compat", "debug", "strip", "map", "map_json", "gc_sections", "no_gc_sections",
            "print_gc_sections", "icf", "no_icf", "merge_constants", "no_merge_constants",
        ]
    )]
    relocatable: bool,

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

    /// Write a listing: the sources beside their words, then the tables with descriptors and registers; `-` is standard
    /// output
    #[arg(short = 'a', long, value_name = "FILE", conflicts_with = "relocatable")]
    listing: Option<PathBuf>,

    #[command(flatten)]
    assembling: AssemblingOptions,

    #[command(flatten)]
    dependencies: DependencyOptions,

    #[command(flatten)]
    explain: ExplainOption,

    #[command(flatten)]
    levels: LevelOptions,

    #[command(flatten)]
    layout: LayoutOptions,

    #[command(flatten)]
    remap: RemapOptions,

    #[command(flatten)]
    diagnostics: DiagnosticOptions,
}

/// Where everything goes.
struct Destinations {
    output: Destination,
    header: Option<Destination>,
    rust: Option<Destination>,
    cpp: Option<Destination>,
    map: Option<Destination>,
    map_json: Option<Destination>,
    listing: Option<Destination>,
}

impl Destinations {
    fn new(options: &Options, output: &Path) -> Self {
        Self {
            output: Destination::from_argument(output.to_owned()),
            header: options.header.clone().map(Destination::from_argument),
            rust: options.bindings.rust(),
            cpp: options.bindings.cpp(),
            map: options.layout.map(),
            map_json: options.layout.map_json(),
            listing: options.listing.clone().map(Destination::from_argument),
        }
    }

    /// All of them, and those of dependencies.
    fn planned(&self, options: &Options) -> Vec<Destination> {
        options.dependencies.planned(&[&self.output], self.texts())
    }

    /// Those of the texts beside the shader binary.
    fn texts(&self) -> impl Iterator<Item = &Destination> {
        let texts = [
            &self.header,
            &self.rust,
            &self.cpp,
            &self.map,
            &self.map_json,
            &self.listing,
        ];
        texts.into_iter().flatten()
    }
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum CompatOption {
    /// Those of picasso 2.7.2: its order of registers and descriptors, no labels, no file names and no lines; constants
    /// of a library reach no shader
    Picasso,
}

/// The command line.
pub(crate) fn command_line() -> clap::Command {
    <Options as clap::CommandFactory>::command()
}

/// Runs the program. `arguments` begin with the program's name.
pub fn main(arguments: Vec<OsString>, streams: &mut Streams<'_>) -> Status {
    let (options, matches): (Options, _) = match parse_matches(arguments, streams) {
        Ok(parsed) => parsed,
        Err(status) => return status,
    };
    if let Some(status) = options.explain.answer::<Options>(streams) {
        return status;
    }
    let Some(output) = &options.output else {
        return usage::<Options>("`--output` says where the shader binary goes", streams);
    };
    if options.inputs.inputs.iter().filter(|i| is_stdin(i)).count() > 1 {
        return usage::<Options>("standard input can be read only once", streams);
    }
    let destinations = Destinations::new(&options, output);
    let planned = destinations.planned(&options);
    let checked = options.dependencies.check(&[&destinations.output]);
    if let Err(message) = checked.and_then(|()| check_stdout(&planned)) {
        return usage::<Options>(&message, streams);
    }
    run(&options, &matches, &destinations, streams)
}

fn run(
    options: &Options,
    matches: &ArgMatches,
    destinations: &Destinations,
    streams: &mut Streams<'_>,
) -> Status {
    let mut session = Session::new(streams.files);
    let files = options.inputs.read(matches, &mut session, streams);
    let asm_options = options.assembling.options(&options.levels);
    let mut items = items(&files, &mut session, &asm_options);
    set_entry(options, &mut items, &mut session);
    let mut outputs = match session.has_errors() {
        false => outputs(options, items, destinations, &mut session, streams),
        true => Vec::new(),
    };
    let paths = files.iter().filter_map(|file| file.path.clone());
    let dependencies = Dependencies {
        output: destinations.output.clone(),
        files: paths.chain(session.included.drain(..)).collect(),
    };
    let planned = destinations.planned(options);
    let read = dependencies.files.iter().map(PathBuf::as_path);
    session.reports.extend(conflicts(&planned, read));
    if options.dependencies.only() {
        outputs.clear();
    }
    outputs.extend(options.dependencies.outputs(&[dependencies]));
    options.levels.levels.apply(&mut session.reports);
    session.finish(&outputs, options.diagnostics, streams)
}

/// Links, and checks what was linked. Nothing comes of it if there are errors.
fn outputs(
    options: &Options,
    items: Vec<Item<'_>>,
    destinations: &Destinations,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) -> Vec<(Destination, Vec<u8>)> {
    let mut selection = select(items);
    session.add_findings(std::mem::take(&mut selection.findings));
    if session.has_errors() {
        return Vec::new();
    }
    if options.relocatable {
        let output = combined(&selection, options, &destinations.output, session);
        return output.into_iter().collect();
    }
    let linked = session.link(&selection, &link_options(options), &options.levels.levels);
    let Some(mut linked) = linked else {
        return Vec::new();
    };
    if options.layout.print_gc_sections {
        print_left_out(&linked, streams);
    }
    options.remap.output(&mut linked);
    serialize(&linked, destinations, session)
}

fn set_entry(options: &Options, items: &mut [Item<'_>], session: &mut Session<'_>) {
    let Some(entry) = options.entry.as_deref().filter(|_| !session.has_errors()) else {
        return;
    };
    session.add_findings(start_at(items, entry).into_iter().collect());
}

/// The bytes of the inputs as one object.
fn combined(
    selection: &Selection,
    options: &Options,
    output: &Destination,
    session: &mut Session<'_>,
) -> Option<(Destination, Vec<u8>)> {
    let combined = selection.combine();
    session.add_findings(combined.findings);
    let mut object = combined.object?;
    options.remap.object(&mut object);
    match object.write() {
        Ok(bytes) => Some((output.clone(), bytes)),
        Err(error) => {
            session.reports.push(Report::unwritable(
                Code::UnwritableObject,
                output.name(),
                &error,
            ));
            None
        }
    }
}

fn link_options(options: &Options) -> pica200_link::Options {
    let compat = match options.compat {
        None => Compat::None,
        Some(CompatOption::Picasso) => Compat::Picasso,
    };
    options.layout.apply(pica200_link::Options {
        compat,
        debug: options.debug,
        strip: options.strip,
        ..Default::default()
    })
}

/// Says what was left out.
fn print_left_out(linked: &Output, streams: &mut Streams<'_>) {
    for line in linked.map.iter().flat_map(map::left_out) {
        // There is nobody left to tell when the diagnostics' stream is closed.
        let _ = writeln!(streams.stderr, "left out: {line}");
    }
}

/// The bytes of all outputs.
fn serialize(
    linked: &Output,
    destinations: &Destinations,
    session: &mut Session<'_>,
) -> Vec<(Destination, Vec<u8>)> {
    let output = &destinations.output;
    let bytes = match linked.shbin.write() {
        Ok(bytes) => bytes,
        Err(error) => {
            session.reports.push(Report::unwritable(
                Code::UnwritableBinary,
                output.name(),
                &error,
            ));
            return Vec::new();
        }
    };
    let bound = Bound {
        shbin: &linked.shbin,
        bytes: &bytes,
        entries: &linked.entries,
    };
    let header = || Some(header(&linked.interface).into_bytes());
    let rust = || Some(rust(&bound).into_bytes());
    let cpp = || Some(bindings::cpp_header(&bound, destinations));
    let text = || linked.map.as_ref().map(map::text);
    let json = || linked.map.as_ref().map(map::json);
    let sources = &session.sources;
    let listing = || {
        let words = listing::of_output(linked);
        Some(listing::listing(sources, &words, &output.name(), &bytes))
    };
    let mut outputs = Vec::new();
    let mut add = |destination: &Option<Destination>, bytes: &dyn Fn() -> Option<Vec<u8>>| {
        if let Some(destination) = destination {
            outputs.extend(bytes().map(|bytes| (destination.clone(), bytes)));
        }
    };
    add(&destinations.header, &header);
    add(&destinations.rust, &rust);
    add(&destinations.cpp, &cpp);
    add(&destinations.map, &text);
    add(&destinations.map_json, &json);
    add(&destinations.listing, &listing);
    outputs.insert(0, (output.clone(), bytes));
    outputs
}
