//! `picals`: the language server for editors.

use std::ffi::OsString;
use std::io::{BufReader, stdin, stdout};
use std::process::ExitCode;

use clap::Parser;
use pica200::diagnostic::Diagnostic;
use pica200::levels::Levels;
use pica200::render::{Colors, Format, render};
use pica200_diagnostics::Code;
use pica200_server::{SessionEnd, connect, serve};

use crate::program::{Status, Streams, arguments, install_panic_hook, parse, usage, with_process_streams};

/// Language server for PICA200 shaders
///
/// Editors start it and speak the Language Server Protocol on standard input and output. It reports the diagnostics of
/// picasm and picald while a source is being edited, offers fixes, and formats like picafmt. Open files are used as
/// they are in the editor, not as they are on disk.
#[derive(Parser, Debug)]
#[command(name = "picals", version)]
#[command(after_help = AFTER_HELP)]
struct CommandLine {
    /// Use standard input and output (the default); some editors pass this option
    #[arg(long)]
    stdio: bool,
}

const AFTER_HELP: &str = "\
Exit status: 0 the editor ended the session, 1 the editor disconnected or violated the protocol, 2 usage error.

Examples:
  picals          serve an editor on standard input and output
  picals --stdio  the same";

/// Returns the command line.
pub(crate) fn command_line() -> clap::Command {
    crate::help::command::<CommandLine>()
}

/// Runs the program with the arguments and streams of the process.
pub fn run() -> ExitCode {
    run_with(arguments())
}

/// Runs the program with the streams of the process.
pub(crate) fn run_with(arguments: Vec<OsString>) -> ExitCode {
    install_panic_hook();
    // The threads of the connection have the streams to themselves.
    let status = match with_process_streams(|streams| begin(arguments, streams)) {
        Ok(levels) => {
            let (connection, threads) = connect(BufReader::new(stdin()), stdout());
            let ended = serve(&connection, levels).map_err(|error| error.to_string());
            drop(connection);
            let read = threads.join().map_err(|error| error.to_string());
            with_process_streams(|streams| end(read.and(ended), streams))
        }
        Err(status) => status,
    };
    status.into()
}

/// Parses the command line, and the lint levels of the environment.
fn begin(arguments: Vec<OsString>, streams: &mut Streams<'_>) -> Result<Levels, Status> {
    let _: CommandLine = parse(arguments, streams)?;
    let levels = streams.levels();
    levels.map_err(|message| usage::<CommandLine>(&message, streams))
}

/// Returns the status after a session.
fn end(ended: Result<SessionEnd, String>, streams: &mut Streams<'_>) -> Status {
    match ended {
        Ok(SessionEnd::Orderly) => Status::Success,
        Ok(SessionEnd::Abrupt) => Status::Errors,
        Err(error) => {
            let message = format!("the editor violated the protocol: {error}");
            let diagnostic = Diagnostic::without_file(Code::CannotRead, message);
            let text = render(&[diagnostic], &[], Format::Human, Colors::None);
            // If standard error is closed, the error cannot be reported.
            let _ = streams.stderr.write_all(&text);
            Status::Errors
        }
    }
}
