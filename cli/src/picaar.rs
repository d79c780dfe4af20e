//! `picaar`: creates and inspects archives of objects, with the letters of `ar`.

mod change;
mod content;
mod kind;
mod lock;
mod look;
mod objects;
mod operation;

use crate::ending::Ending;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bstr::{BStr, ByteSlice};
use clap::Parser;

use crate::program::{DiagnosticOptions, Status, Streams, parse, usage};
use kind::kind_of;
use operation::{Operation, Verb};
use pica200::input::{InputFile, is_stdin};
use pica200::session::Session;
use pica200::text::page::shown;

/// Creates, changes and lists archives of objects, with which picald links
///
/// The format is the common one of `ar`, so a Makefile may set AR=picaar. Archives always have a symbol index of the
/// procedures in them, and no times and owners: the same members give the same bytes. Programs that change an
/// archive at the same time wait for each other. An argument @FILE stands for the words of the file.
#[derive(Parser, Debug)]
#[command(name = "picaar", version, after_help = AFTER_HELP)]
struct CommandLine {
    /// A letter for the operation, and letters that modify it; a dash may precede them
    ///
    /// r adds FILEs to the archive and replaces members with the same names; q adds them after all members; d deletes
    /// members; t lists them; x extracts them to files, which replace links of the same names; s, alone, rebuilds the
    /// index. v reports the operation on each member, and adds sizes to lists. c, s, u and D are accepted with r and q
    /// and have no effect: an archive is always created if there is none, has an index, and has no times.
    #[arg(value_name = "OPERATION", allow_hyphen_values = true, value_parser = Operation::parse)]
    operation: Operation,

    /// The archive (.a or .dvar)
    archive: PathBuf,

    /// Objects to add; for d, t and x, the names of members
    ///
    /// The name of a member is that of its file, without folders. Without names, t and x apply to all members.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Also add files that are not objects, or objects of other versions
    ///
    /// The index does not list them, and links ignore them.
    #[arg(long)]
    any_file: bool,

    /// List the symbol index instead of the members: each procedure, uniform and constant, with its member
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
    let levels = match streams.levels() {
        Ok(levels) => levels,
        Err(message) => return usage::<CommandLine>(&message, streams),
    };
    let mut session = Session::default();
    let changes = !matches!(options.operation.verb, Verb::List | Verb::Extract);
    let _lock = changes.then(|| lock::lock(&options.archive));
    match options.operation.verb {
        Verb::List if options.symbols => look::symbols(&options, &mut session, streams),
        Verb::List => look::list(&options, &mut session, streams),
        Verb::Extract => look::extract(&options, &mut session, streams),
        Verb::Replace | Verb::Append | Verb::Delete | Verb::Index => {
            let archive = read_archive(&options, &mut session, streams);
            let kind = kind_of(archive.as_ref());
            kind.change(&options, archive.as_ref(), &mut session, streams);
        }
    }
    levels.apply(&mut session.reports);
    session.say(options.diagnostics, streams)
}

fn wrong_usage(options: &CommandLine) -> Option<&'static str> {
    let verb = options.operation.verb;
    let paths = std::iter::once(&options.archive).chain(&options.files);
    if verb == Verb::Delete && options.files.is_empty() {
        Some("`d` needs the names of members")
    } else if verb == Verb::Index && !options.files.is_empty() {
        Some("`s` takes only an archive")
    } else if options.symbols && verb != Verb::List {
        Some("`--symbols` can be used only with `t`")
    } else if paths.into_iter().any(|path| is_stdin(path)) {
        Some("archives and their members must be files, not standard input")
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

/// The operation on a member, as `ar` reports it.
fn line(what: char, name: &BStr) -> String {
    format!("{what} - {}\n", shown(name))
}

/// The names of members on the command line.
fn names(files: &[PathBuf]) -> Vec<&BStr> {
    files.iter().map(|path| name_of(path)).collect()
}

fn name_of(path: &Path) -> &BStr {
    // On some systems, a name that is not text cannot be the name of a member.
    <[u8]>::from_path(path).unwrap_or_default().as_bstr()
}
