//! `picasso`: the command line of the incumbent over this assembler and linker, for Makefiles that call it.
//!
//! What it writes for sources that both take is what the incumbent writes, byte for byte. What build systems see of it
//! beside is as they know it, too: the options, the order in which they may stand, diagnostics as `FILE:LINE: error:
//! TEXT`. It differs where the incumbent lets a build go on with something wrong: all errors come in one run, a file
//! that cannot be written is an error, an option that there is not is one as well.

mod command_line;

use crate::ending::Ending;
use std::ffi::OsString;
use std::path::PathBuf;

use pica200_diagnostics::Code;
use pica200_link::{Compat, Input, Output, header_by, link};

use crate::destination::{Destination, conflicts};
use crate::program::{Status, Streams};
use command_line::{HELP, Request, USAGE, parse};
use pica200::input::InputFile;
use pica200::levels::Levels;
use pica200::render::{Colors, Format};
use pica200::report::Report;
use pica200::session::Session;

/// What `--version` says. Scripts that look for a version find that of the incumbent whose output this is.
const VERSION: &str = concat!(
    "picasso 2.7.2 - the drop-in of pica200 ",
    env!("CARGO_PKG_VERSION"),
    "\n"
);

/// What to make of what.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Job {
    sources: Vec<PathBuf>,
    /// Where the shader binary goes.
    output: Option<Destination>,
    /// Where the header goes.
    header: Option<Destination>,
    /// Whether padding NOPs are put in.
    padding: bool,
}

/// Runs the program. `arguments` begin with the program's name.
pub fn main(arguments: Vec<OsString>, streams: &mut Streams<'_>) -> Status {
    match parse(arguments) {
        Ok(Request::Help) => show(HELP, streams),
        Ok(Request::Version) => show(VERSION, streams),
        Ok(Request::Job(job)) => run(&job, streams),
        Err(message) => {
            let text =
                format!("error: {message}\n\n{USAGE}\n\n`picasso --help` says what there is.\n");
            // There is nobody left to tell when the diagnostics' stream is closed.
            let _ = streams.stderr.write_all(text.as_bytes());
            Status::Usage
        }
    }
}

/// Writes what was asked for to standard output.
fn show(text: &str, streams: &mut Streams<'_>) -> Status {
    let mut session = Session::default();
    session.show(text.as_bytes(), streams);
    session.say_in(Format::Lines, Colors::None, streams)
}

fn run(job: &Job, streams: &mut Streams<'_>) -> Status {
    let mut session = Session::new(streams.files);
    let mut files = Vec::new();
    for path in &job.sources {
        let file = InputFile::read(path, streams.files, streams.stdin);
        session.keep(file, &mut files);
    }
    let outputs = make(job, &files, &mut session);
    Levels::default().apply(&mut session.reports);
    if !session.has_errors() {
        session.write(&outputs, streams);
    }
    session.say_in(Format::Lines, Colors::None, streams)
}

/// Assembles and links. There are no outputs if there are errors.
fn make<'s>(
    job: &Job,
    files: &'s [InputFile],
    session: &mut Session<'s>,
) -> Vec<(Destination, Vec<u8>)> {
    let options = pica200_asm::Options {
        padding: job.padding,
        ..pica200_asm::Options::default()
    };
    let mut inputs = Vec::new();
    for file in files {
        let name = file.name.clone();
        let object = session.assemble(file, &options);
        inputs.extend(object.map(|object| Input { name, object }));
    }
    let read = files.iter().filter_map(|file| file.path.as_deref());
    let read = read.chain(session.included.iter().map(PathBuf::as_path));
    let destinations = [&job.output, &job.header].into_iter().flatten();
    let conflicts = conflicts(destinations, read);
    session.reports.extend(conflicts);
    if session.has_errors() {
        return Vec::new();
    }
    let linked = link(&inputs, &pica200_link::Options::of(Compat::Picasso));
    session.add_findings(linked.findings);
    let Some(linked) = linked.output else {
        return Vec::new();
    };
    session.check(&linked, Compat::Picasso, &Levels::default());
    serialize(job, &linked, session)
}

/// The bytes of the outputs.
fn serialize(job: &Job, linked: &Output, session: &mut Session<'_>) -> Vec<(Destination, Vec<u8>)> {
    let mut outputs = Vec::new();
    if let Some(destination) = &job.output {
        match linked.shbin.write() {
            Ok(bytes) => outputs.push((destination.clone(), bytes)),
            Err(error) => {
                let report = Report::unwritable(Code::UnwritableBinary, destination.name(), &error);
                session.reports.push(report);
            }
        }
    }
    if let Some(destination) = &job.header {
        let text = header_by("picasso", &linked.interface);
        outputs.push((destination.clone(), text.into_bytes()));
    }
    outputs
}
