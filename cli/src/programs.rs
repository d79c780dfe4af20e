//! The programs by name, and the multi-call program `pica200`.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use clap::builder::PossibleValuesParser;

#[cfg(feature = "server")]
use crate::picals;
use crate::program::{Status, arguments, parse_without_response_files, run_with, with_process_streams};
#[cfg(feature = "inspect")]
use crate::{picaar, picadump, picarun};
use crate::{picac, picafmt, picald, picasm, picasso};

/// A program.
struct Program {
    name: &'static str,
    command_line: fn() -> clap::Command,
    /// Runs it with its arguments, which begin with its name.
    run: fn(Vec<OsString>) -> ExitCode,
}

/// The programs enabled by the Cargo features of this build, sorted by name.
const PROGRAMS: &[Program] = &[
    #[cfg(feature = "inspect")]
    Program {
        name: "picaar",
        command_line: picaar::command_line,
        run: |arguments| run_with(picaar::main, arguments),
    },
    Program {
        name: "picac",
        command_line: picac::command_line,
        run: |arguments| run_with(picac::main, arguments),
    },
    #[cfg(feature = "inspect")]
    Program {
        name: "picadump",
        command_line: picadump::command_line,
        run: |arguments| run_with(picadump::main, arguments),
    },
    Program {
        name: "picafmt",
        command_line: picafmt::command_line,
        run: |arguments| run_with(picafmt::main, arguments),
    },
    Program {
        name: "picald",
        command_line: picald::command_line,
        run: |arguments| run_with(picald::main, arguments),
    },
    #[cfg(feature = "server")]
    Program {
        name: "picals",
        command_line: picals::command_line,
        run: picals::run_with,
    },
    #[cfg(feature = "inspect")]
    Program {
        name: "picarun",
        command_line: picarun::command_line,
        run: |arguments| run_with(picarun::main, arguments),
    },
    Program {
        name: "picasm",
        command_line: picasm::command_line,
        run: |arguments| run_with(picasm::main, arguments),
    },
    Program {
        name: "picasso",
        command_line: picasso::command_line,
        run: |arguments| run_with(picasso::main, arguments),
    },
];

/// Returns the command line of each program, to generate completions and manual pages.
pub fn command_lines() -> Vec<clap::Command> {
    let commands = PROGRAMS.iter().map(|program| (program.command_line)());
    commands.collect()
}

/// All programs of the PICA200 toolchain in one
///
/// When called by the name of a program, through a link, it is that program. Otherwise, the first argument is the
/// program's name.
#[derive(Parser, Debug)]
#[command(name = "pica200", version, after_help = AFTER_HELP)]
struct CommandLine {
    /// The program to run
    #[arg(value_name = "PROGRAM", value_parser = PossibleValuesParser::new(PROGRAMS.iter().map(|program| program.name)))]
    program: String,

    /// Its arguments
    #[arg(value_name = "ARGUMENT", trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

const AFTER_HELP: &str = "\
Exit status: the program's.

Examples:
  pica200 picald shader.vsh                      the same as `picald shader.vsh`
  ln -s pica200 picald && ./picald shader.vsh    the same, by a link";

/// Runs the program named by the process's own name, or else by its first argument.
pub fn run_named() -> ExitCode {
    let arguments = arguments();
    let process = arguments.first().and_then(|path| Path::new(path).file_stem());
    if let Some(program) = process.and_then(find) {
        return (program.run)(arguments);
    }
    if let Some(program) = arguments.get(1).and_then(|name| find(name)) {
        return (program.run)(arguments.into_iter().skip(1).collect());
    }
    let parsed = with_process_streams(|streams| parse_without_response_files::<CommandLine>(arguments, streams));
    match parsed {
        Ok((line, _)) => match find(line.program.as_ref()) {
            Some(program) => {
                let words = std::iter::once(line.program.into()).chain(line.arguments);
                (program.run)(words.collect())
            }
            None => Status::Usage.into(),
        },
        Err(status) => status.into(),
    }
}

/// Finds a program by name.
fn find(name: &OsStr) -> Option<&'static Program> {
    PROGRAMS.iter().find(|program| name == program.name)
}
