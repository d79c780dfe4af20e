//! `picafmt`: sources in the house layout.

use crate::ending::Ending;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::Parser;

use crate::program::{DiagnosticOptions, Status, Streams, parse, usage};
use pica200::destination::Destination;
use pica200::input::{InputFile, is_stdin};
use pica200::session::Session;

/// Lays out sources of shaders for the PICA200: indentation, blanks, comments
///
/// Files are rewritten where they stand, if anything changes. What they assemble to stays the same, but for line numbers.
/// Sources with mistakes are laid out, too: a line that is not understood stays as it is. So do the lines between the
/// comments `; picafmt: off` and `; picafmt: on`. There is one style, and no options for it. An argument @FILE
/// stands for the words of the file.
#[derive(Parser, Debug)]
#[command(name = "picafmt", version)]
#[command(
    after_help = "Exit status: 0 success, 1 errors with files or, with --check, files to lay out, 2 wrong usage."
)]
struct CommandLine {
    /// Sources to lay out; `-` is standard input, which goes to standard output
    ///
    /// Sources are UTF-8 text. Line ends become LF, or CR LF in files whose first line ends so. Files are replaced whole
    /// or not at all, and none is if one of them cannot be read.
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,

    /// Write nothing; each source that would change is an error, with the first line that would
    #[arg(long)]
    check: bool,

    #[command(flatten)]
    diagnostics: DiagnosticOptions,
}

/// The command line.
pub(crate) fn command_line() -> clap::Command {
    <CommandLine as clap::CommandFactory>::command()
}

/// Runs the program. `arguments` begin with the program's name.
pub fn main(arguments: Vec<OsString>, streams: &mut Streams<'_>) -> Status {
    let options: CommandLine = match parse(arguments, streams) {
        Ok(options) => options,
        Err(status) => return status,
    };
    if options.sources.iter().filter(|s| is_stdin(s)).count() > 1 {
        return usage::<CommandLine>("standard input can be read only once", streams);
    }
    format(&options, streams)
}

fn format(options: &CommandLine, streams: &mut Streams<'_>) -> Status {
    let mut session = Session::default();
    let mut inputs = Vec::new();
    for source in &options.sources {
        let input = InputFile::read(source, streams.files, streams.stdin);
        session.keep(input, &mut inputs);
    }
    let mut outputs = Vec::new();
    for input in &inputs {
        let Some(formatted) = session.format(input, options.check) else {
            continue;
        };
        match &input.path {
            None => outputs.push((Destination::Stdout, formatted.into_bytes())),
            Some(path) if formatted.as_bytes() != input.bytes => {
                outputs.push((Destination::File(path.clone()), formatted.into_bytes()));
            }
            Some(_) => {}
        }
    }
    if options.check {
        outputs.clear();
    }
    session.finish(&outputs, options.diagnostics, streams)
}
