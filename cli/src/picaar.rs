//! `picaar`: archives of objects, made and looked into with the letters of `ar`.

mod change;
mod content;
mod look;
mod operation;

use crate::ending::Ending;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bstr::{BStr, ByteSlice};
use clap::Parser;

use crate::program::{DiagnosticOptions, Status, Streams, parse, usage};
use operation::{Operation, Verb};
use pica200::input::{InputFile, is_stdin};
use pica200::session::Session;
use pica200::text::page::shown;

/// Makes archives of objects, which picald links with, and shows and changes them
///
/// The format is the common one of `ar`, so a Makefile may have AR=picaar. Archives always have a symbol index of the
/// procedures in them, and hold no times and no owners: the same members give the same bytes. An argument
/// @FILE stands for the words of the file.
#[derive(Parser, Debug)]
#[command(name = "picaar", version, after_help = AFTER_HELP)]
struct CommandLine {
    /// A letter for what to do, and letters for how; a dash may stand before them
    ///
    /// r puts FILEs into the archive, in place of members of the same name; q puts them behind all members; d takes
    /// members away; t lists them; x writes them to files; s, alone, makes the index anew. v says what is done with each
    /// member, and adds sizes to lists. c, s, u and D may stand beside r and q, and change nothing: an archive is made
    /// if there is none, it has an index, and it has no times.
    #[arg(value_name = "OPERATION", allow_hyphen_values = true, value_parser = Operation::parse)]
    operation: Operation,

    /// The archive (.a or .dvar)
    archive: PathBuf,

    /// Objects to put in; for d, t and x the names of members
    ///
    /// A member has the name of its file without folders. Without names, t and x take all members.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Put in files that are no objects, too, or objects of other versions
    ///
    /// The index says nothing of them, and links pass them over.
    #[arg(long)]
    any_file: bool,

    /// List the symbol index instead of the members: each procedure, and the member that it is in
    #[arg(long)]
    symbols: bool,

    #[command(flatten)]
    diagnostics: DiagnosticOptions,
}

const AFTER_HELP: &str = "\
Exit status: 0 success, 1 errors in the inputs or with files, 2 wrong usage.

Examples:
  picaar rcs libmath.a rotate.dvoj light.dvoj  an archive of two objects
  picaar t libmath.a                           the names of its members
  picaar t libmath.a --symbols                 the procedures in it
  picald shader.vsh -L . -l math -o out.shbin  what of it the shader needs";

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
    if let Some(message) = wrong_usage(&options) {
        return usage::<CommandLine>(message, streams);
    }
    let mut session = Session::default();
    match options.operation.verb {
        Verb::Replace | Verb::Append => change::put(&options, &mut session, streams),
        Verb::Delete => change::delete(&options, &mut session, streams),
        Verb::Index => change::index(&options, &mut session, streams),
        Verb::List => look::list(&options, &mut session, streams),
        Verb::Extract => look::extract(&options, &mut session, streams),
    }
    session.say(options.diagnostics, streams)
}

fn wrong_usage(options: &CommandLine) -> Option<&'static str> {
    let verb = options.operation.verb;
    let paths = std::iter::once(&options.archive).chain(&options.files);
    if verb == Verb::Delete && options.files.is_empty() {
        Some("d needs the names of members")
    } else if verb == Verb::Index && !options.files.is_empty() {
        Some("s takes an archive alone")
    } else if options.symbols && verb != Verb::List {
        Some("`--symbols` goes with t only")
    } else if paths.into_iter().any(|path| is_stdin(path)) {
        Some("archives and their members are files; standard input is none")
    } else {
        None
    }
}

/// Reads the archive. `None` if there is none, or if it cannot be read, which is reported.
fn read_archive(
    options: &CommandLine,
    session: &mut Session<'_>,
    streams: &Streams<'_>,
) -> Option<InputFile> {
    let path = &options.archive;
    let may_be_made = matches!(options.operation.verb, Verb::Replace | Verb::Append);
    match streams.files.read(path) {
        Ok(bytes) => Some(InputFile::of(path.clone(), bytes)),
        Err(error) if may_be_made && error.kind() == ErrorKind::NotFound => None,
        Err(error) => {
            session.reports.push(InputFile::unreadable(path, &error));
            None
        }
    }
}

/// What was done with a member, as `ar` says it.
fn line(what: char, name: &BStr) -> String {
    format!("{what} - {}\n", shown(name))
}

/// Names of members as the command line gives them.
fn names(files: &[PathBuf]) -> Vec<&BStr> {
    files.iter().map(|path| name_of(path)).collect()
}

fn name_of(path: &Path) -> &BStr {
    // What is no text names no member, on systems where that can be.
    <[u8]>::from_path(path).unwrap_or_default().as_bstr()
}
