//! `picaar`: creates and inspects archives of objects, with the operation letters of `ar`.

mod change;
mod content;
mod convert;
mod foreign;
mod inspect;
mod kind;
mod lock;
mod objects;
mod operation;

use crate::session_ext::SessionExt;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bstr::{BStr, ByteSlice};
use clap::Parser;

use crate::program::{DiagnosticOptions, Status, Streams, parse, usage};
use convert::Order;
use kind::{Kind, unsupported_operation};
use operation::{Operation, Verb};
use pica200::input::{InputFile, is_stdin};
use pica200::session::Session;
use pica200::text::page::shown;
use pica200_objfmt::formats::{FileKind, recognise};

/// Creates, modifies and lists archives of objects for picald
///
/// The format is the common one of `ar`, so a Makefile may set AR=picaar. Archives always have a symbol index, and
/// neither times nor owners: the same members give the same bytes. Concurrent runs on one archive wait for each other.
/// @FILE reads further arguments from FILE.
#[derive(Parser, Debug)]
#[command(name = "picaar", version, after_help = AFTER_HELP)]
struct Arguments {
    /// Operation letter and modifiers, optionally after a dash
    ///
    /// r adds FILEs to the archive and replaces members of the same name; q appends them after all members; d deletes
    /// members; t lists them; x extracts them to files, replacing links of the same name; s alone rebuilds the index. v
    /// reports the operation on each member, and adds sizes to lists. c, s, u and D are accepted with r and q and have
    /// no effect: an archive is always created if it does not exist, has an index, and has no times.
    ///
    /// BNSH files (.bnsh) and SHARCFB archives (.sharcfb) support r, t and x: r replaces code or binaries of the file;
    /// code of a BNSH file may not become larger. If a description (.json), as printed by `picadump --json`, is among
    /// the files, r builds a new SHARCFB archive or BNSH file from it and the binaries or code. With `--byte-order`,
    /// the archive is the only argument.
    #[arg(value_name = "OPERATION", allow_hyphen_values = true)]
    operation: OsString,

    /// The archive (.a, .dvar, .sharcfb or .bnsh)
    #[arg(required_unless_present = "byte_order")]
    archive: Option<PathBuf>,

    /// Objects to add; for d, t and x, names of members
    ///
    /// The name of a member is its file name without directories. Without names, t and x apply to all members. Binaries
    /// of a SHARCFB archive are named PROGRAM.INDEX.STAGE.gx2, with the index among all binaries. Code of a BNSH file
    /// is named VARIATION.PROGRAM.STAGE.control and VARIATION.PROGRAM.STAGE.code.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Also add files that are not objects, or objects of other versions
    ///
    /// The index does not list them, and links ignore them.
    #[arg(long)]
    any_file: bool,

    /// List the symbol index instead of the members: each procedure, uniform and constant with its member
    #[arg(long)]
    symbols: bool,

    /// Convert a SHARCFB archive to another byte order
    ///
    /// The only other arguments are the archive and `-o`.
    #[arg(long, value_name = "ORDER", requires = "output", conflicts_with_all = ["archive", "files", "any_file", "symbols"])]
    byte_order: Option<Order>,

    /// Write the output of `--byte-order` to OUT (`-`: standard output)
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    #[command(flatten)]
    diagnostics: DiagnosticOptions,
}

/// An operation on an archive.
#[derive(Debug)]
struct CommandLine {
    operation: Operation,
    archive: PathBuf,
    files: Vec<PathBuf>,
    any_file: bool,
    symbols: bool,
}

const AFTER_HELP: &str = "\
Exit status: 0 success, 1 errors in the inputs or with files, 2 usage error.

Examples:
  picaar rcs libmath.a rotate.dvoj light.dvoj  an archive of two objects
  picaar t libmath.a                           the names of its members
  picaar t libmath.a --symbols                 the procedures in it
  picaar x shaders.sharcfb                     the GX2 shaders of an archive
  picaar rc new.sharcfb new.json *.gx2         an archive from its description
  picaar rc new.bnsh new.json [0-9]*           a BNSH file from its description
  picaar --byte-order=big a.sharcfb -o b       the same archive, big endian
  picald shader.vsh -L . -l math -o out.shbin  only the members that the shader needs";

/// Returns the command line.
pub(crate) fn command_line() -> clap::Command {
    crate::help::command::<Arguments>()
}

/// Runs the program. `arguments` begin with the program's name.
pub fn main(arguments: Vec<OsString>, streams: &mut Streams<'_>) -> Status {
    let arguments: Arguments = match parse(arguments, streams) {
        Ok(arguments) => arguments,
        Err(status) => return status,
    };
    let levels = match streams.levels() {
        Ok(levels) => levels,
        Err(message) => return usage::<Arguments>(&message, streams),
    };
    let diagnostics = arguments.diagnostics;
    let mut session = Session::default();
    if let (Some(order), Some(output)) = (arguments.byte_order, &arguments.output) {
        let archive = Path::new(&arguments.operation);
        convert::convert(archive, order, output, &mut session, streams);
    } else {
        let options = match parse_operation(arguments) {
            Ok(options) => options,
            Err(message) => return usage::<Arguments>(&message, streams),
        };
        operate(&options, &mut session, streams);
    }
    levels.apply(&mut session.diagnostics);
    session.report_all(diagnostics, streams)
}

/// Converts the parsed arguments to an operation, or returns an error message.
fn parse_operation(arguments: Arguments) -> Result<CommandLine, String> {
    let letters = arguments.operation.to_string_lossy();
    let operation =
        Operation::parse(&letters).map_err(|why| format!("invalid value '{letters}' for '<OPERATION>': {why}"))?;
    // Clap drops this rule, because an archive excludes `--byte-order`.
    if arguments.output.is_some() {
        return Err("`--output` can be used only with `--byte-order`".to_owned());
    }
    let options = CommandLine {
        operation,
        // Clap requires it.
        archive: arguments.archive.unwrap_or_default(),
        files: arguments.files,
        any_file: arguments.any_file,
        symbols: arguments.symbols,
    };
    match usage_error(&options) {
        Some(message) => Err(message.to_owned()),
        None => Ok(options),
    }
}

fn operate(options: &CommandLine, session: &mut Session<'_>, streams: &mut Streams<'_>) {
    let changes = !matches!(options.operation.verb, Verb::List | Verb::Extract);
    let _lock = changes.then(|| lock::lock(&options.archive));
    match options.operation.verb {
        Verb::List if options.symbols => inspect::symbols(options, session, streams),
        Verb::List => inspect::list(options, session, streams),
        Verb::Extract => inspect::extract(options, session, streams),
        Verb::Replace | Verb::Append | Verb::Delete | Verb::Index => {
            let archive = read_archive(options, session, streams);
            if session.has_errors() {
                return;
            }
            let archive = archive.as_ref();
            let kind = match archive.filter(|file| recognise(&file.bytes).is_some()) {
                None => Kind::from_path(&options.archive),
                archive => Kind::detect(archive),
            };
            match archive.and_then(|archive| unsupported_operation(kind, options, archive)) {
                Some(diagnostic) => session.diagnostics.push(diagnostic),
                None => kind.change(options, archive, session, streams),
            }
        }
    }
}

fn usage_error(options: &CommandLine) -> Option<&'static str> {
    let verb = options.operation.verb;
    let paths = std::iter::once(&options.archive).chain(&options.files);
    if verb == Verb::Delete && options.files.is_empty() {
        Some("`d` requires member names")
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

/// Reads the archive. Returns `None` if it does not exist, or if it cannot be read, which is reported.
fn read_archive(options: &CommandLine, session: &mut Session<'_>, streams: &Streams<'_>) -> Option<InputFile> {
    let path = &options.archive;
    let may_be_made = match (Kind::from_path(path), FileKind::from_path(path)) {
        (Kind::Foreign(_), _) => options.operation.verb == Verb::Replace,
        (Kind::Objects, None | Some(FileKind::Archive)) => {
            matches!(options.operation.verb, Verb::Replace | Verb::Append)
        }
        (Kind::Objects, Some(_)) => false,
    };
    match streams.files.read(path) {
        Ok(bytes) => Some(InputFile::new(path.clone(), bytes)),
        Err(error) if may_be_made && error.kind() == ErrorKind::NotFound => None,
        Err(error) => {
            session.diagnostics.push(InputFile::unreadable(path, &error));
            None
        }
    }
}

/// Formats the operation on a member as `ar` does.
fn line(what: char, name: &BStr) -> String {
    format!("{what} - {}\n", shown(name))
}

/// Returns the member names on the command line.
fn names(files: &[PathBuf]) -> Vec<&BStr> {
    files.iter().map(|path| name_of(path)).collect()
}

fn name_of(path: &Path) -> &BStr {
    // On some systems, a name that is not text cannot be a member name.
    <[u8]>::from_path(path).unwrap_or_default().as_bstr()
}
