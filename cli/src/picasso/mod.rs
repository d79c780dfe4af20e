//! `picasso`: a drop-in replacement for picasso 2.7.2 on top of this assembler and linker, for Makefiles that call it.
//! For sources that both accept, it writes the same bytes as the original. It also has its options, their order, and
//! its diagnostic format, `FILE:LINE: error: TEXT`. It differs where the original lets a faulty build continue: one run
//! reports all errors, and failed writes and unknown options are errors.

mod command_line;

use crate::session_ext::SessionExt;
use std::ffi::OsString;
use std::path::PathBuf;

use pica200_link::{Compat, header};

use crate::destination::conflicts;
use crate::program::{Status, Streams};
pub(crate) use command_line::command_line;
use command_line::{Request, USAGE, parse};
use pica200::job::{Destination, Job, JobInput, LinkedFile, OutputKind};
use pica200::levels::Levels;
use pica200::session::Session;

/// The output of `--help`, which [`command_line`] describes. A constant, because clap is larger than the assembler.
/// `UPDATE_SHIPPED=1` generates it.
const HELP: &str = include_str!("../picasso/help.txt");

/// The output of `--version`. Scripts that search it for a version find picasso's.
const VERSION: &str = concat!(
    "picasso 2.7.2 - the drop-in of pica200 ",
    env!("CARGO_PKG_VERSION"),
    "\n"
);

/// Inputs and outputs of a job.
#[derive(Clone, PartialEq, Eq, Debug)]
struct CommandLine {
    sources: Vec<PathBuf>,
    /// Path of the shader binary.
    output: Option<Destination>,
    /// Path of the header.
    header: Option<Destination>,
    /// True if padding NOPs are inserted.
    padding: bool,
}

impl CommandLine {
    /// Returns the job. `further` levels follow the drop-in's.
    fn job(&self, further: &Levels) -> Job {
        let mut levels = Levels::for_drop_in();
        levels.extend(further);
        let header = OutputKind::Header { program: "picasso" };
        let outputs = [(OutputKind::Binary, &self.output), (header, &self.header)];
        let outputs = outputs.into_iter();
        Job {
            inputs: self.sources.iter().cloned().map(JobInput::Source).collect(),
            assembling: pica200_asm::AssemblyOptions {
                padding: self.padding,
                number_operands: false,
                lenient: true,
                ..Default::default()
            },
            levels,
            linking: pica200_link::LinkOptions::with_compat(Compat::Picasso),
            outputs: outputs
                .filter_map(|(product, to)| Some((product, to.clone()?)))
                .collect(),
            ..Job::default()
        }
    }
}

/// Runs the program. `arguments` begin with the program's name.
pub fn main(arguments: Vec<OsString>, streams: &mut Streams<'_>) -> Status {
    match parse(arguments) {
        Ok(Request::Help) => show(HELP, streams),
        Ok(Request::Version) => show(VERSION, streams),
        Ok(Request::Build(line)) => match streams.levels() {
            Ok(levels) => run(&line.job(&levels), streams),
            Err(message) => usage_error(&message, streams),
        },
        Err(message) => usage_error(&message, streams),
    }
}

fn usage_error(message: &str, streams: &mut Streams<'_>) -> Status {
    let text = format!("error: {message}\n\nUsage: {USAGE}\n\nFor more information, try `picasso --help`.\n");
    // If standard error is closed, the error cannot be reported.
    let _ = streams.stderr.write_all(text.as_bytes());
    Status::Usage
}

/// Writes the requested text to standard output.
fn show(text: &str, streams: &mut Streams<'_>) -> Status {
    let mut session = Session::default();
    session.show(text.as_bytes(), streams);
    session.report_as_picasso(streams)
}

fn run(job: &Job, streams: &mut Streams<'_>) -> Status {
    let mut session = Session::new(streams.files);
    let files = job.read_sources(&mut session, streams.stdin);
    let linked = job.link_sources(&files, &mut session);
    let read = files.iter().filter_map(|file| file.path.as_deref());
    let read = read.chain(session.included.iter().map(PathBuf::as_path));
    let conflicts = conflicts(job.outputs.iter().map(|(_, to)| to), read);
    session.diagnostics.extend(conflicts);
    if let Some(linked) = linked.filter(|_| !session.has_errors()) {
        session.write(&outputs(job, &linked), streams);
    }
    session.report_as_picasso(streams)
}

/// Returns the files to write. Build systems look at the binary, so it is the last one: once it exists, so does the
/// header. [`Job::outputs`] has the bindings in all languages.
fn outputs(job: &Job, linked: &LinkedFile) -> Vec<(Destination, Vec<u8>)> {
    let outputs = job.outputs.iter().rev().map(|(product, to)| {
        let bytes = match product {
            OutputKind::Header { program } => header(program, &linked.output.interface).into_bytes(),
            _ => linked.bytes.clone(),
        };
        (to.clone(), bytes)
    });
    outputs.collect()
}
