//! picasso's command line: short options that can be combined and have attached values, long options that can be
//! abbreviated, and inputs anywhere between them.

use std::ffi::OsString;
use std::path::PathBuf;

use bstr::{ByteSlice, ByteVec};
use clap::ArgAction;
use lexopt::{Arg, Parser};

use super::CommandLine;
use crate::destination::from_argument;
use pica200::input::is_stdin;
use pica200::job::Destination;

/// Usage of the program.
pub(super) const USAGE: &str = "picasso [-n] [-o OUT] [-h HEADER] SOURCE...\n       picasso --help | --version";

const ABOUT: &str = "Assembles and links shaders for the PICA200, the GPU of the Nintendo 3DS, as picasso 2.7.2 does";

const LONG_ABOUT: &str = "\
Assembles and links shaders for the PICA200, the GPU of the Nintendo 3DS, as picasso 2.7.2 does: the same command line, \
the same bytes. picald does the same job, and more.

At least one of -o and -h is needed. Long options can be abbreviated. One run reports all errors; if there are any, nothing \
is written.";

const AFTER_HELP: &str = "\
Exit status: 0 success, 1 errors in the sources or with files, 2 usage error. The original exits with 0 after an unknown \
option, and after a failed write.

Examples:
  picasso -o scene.shbin scene.v.pica scene.g.pica  a vertex and a geometry shader in one file
  picasso -o toon.shbin toon.v.pica -h toon.h       the binary, and a header for C";

/// A parsed command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Request {
    Help,
    Version,
    Build(CommandLine),
}

#[derive(Clone, Copy)]
enum Opt {
    Out,
    Header,
    NoNop,
    Help,
    Version,
}

/// An option.
struct OptionSpec {
    letter: char,
    name: &'static str,
    option: Opt,
    /// Name of its value.
    value: Option<&'static str>,
    help: &'static str,
}

const OPTIONS: [OptionSpec; 5] = [
    OptionSpec {
        letter: 'o',
        name: "out",
        option: Opt::Out,
        value: Some("OUT"),
        help: "Write the shader binary to OUT (`-`: standard output). If repeated, the last one wins",
    },
    OptionSpec {
        letter: 'h',
        name: "header",
        option: Opt::Header,
        value: Some("HEADER"),
        help: "Write a C header with the registers of the uniforms. If repeated, the last one wins",
    },
    OptionSpec {
        letter: 'n',
        name: "no-nop",
        option: Opt::NoNop,
        value: None,
        help: "Do not insert padding NOPs; warn about each missing one",
    },
    OptionSpec {
        letter: '?',
        name: "help",
        option: Opt::Help,
        value: None,
        help: "Print help",
    },
    OptionSpec {
        letter: 'v',
        name: "version",
        option: Opt::Version,
        value: None,
        help: "Print version",
    },
];

impl OptionSpec {
    /// Returns the option as help, manual pages and completions describe it.
    fn argument(&self) -> clap::Arg {
        let argument = clap::Arg::new(self.name)
            .short(self.letter)
            .long(self.name)
            .help(self.help);
        match self.value {
            Some(value) => argument.value_name(value),
            None => argument.action(ArgAction::SetTrue),
        }
    }
}

/// Returns the description of the command line, which [`parse`] parses.
pub(crate) fn command_line() -> clap::Command {
    let sources = clap::Arg::new("sources")
        .value_name("SOURCE")
        .num_args(1..)
        .help("The sources, in the order of their shaders in the file; `-` is standard input");
    clap::Command::new("picasso")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .long_about(LONG_ABOUT)
        .override_usage(USAGE)
        .after_help(AFTER_HELP)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args(OPTIONS.iter().map(OptionSpec::argument))
        .arg(sources)
}

/// Parses a command line, which begins with the program's name. `--help` and `--version` take effect at once; arguments
/// after them are ignored.
///
/// # Errors
///
/// Returns an error if the command line is invalid.
pub(super) fn parse(arguments: Vec<OsString>) -> Result<Request, String> {
    let mut parser = Parser::from_args(arguments.into_iter().skip(1));
    // `-o=x` names the file `=x`.
    parser.set_short_equals(false);
    let mut job = CommandLine {
        sources: Vec::new(),
        output: None,
        header: None,
        padding: true,
    };
    while let Some(argument) = parser.next().map_err(message)? {
        let (option, is_long) = match argument {
            Arg::Value(path) => {
                job.sources.push(to_path(path));
                continue;
            }
            Arg::Short(letter) => (from_letter(letter)?, false),
            Arg::Long(name) => (from_name(name)?, true),
        };
        let ends = matches!(option, Opt::Help | Opt::Version);
        if ends && is_long && parser.optional_value().is_some() {
            return Err("`--help` and `--version` take no value".to_owned());
        }
        let mut file = || parser.value().map(destination).map_err(message);
        match option {
            Opt::Out => job.output = Some(file()?),
            Opt::Header => job.header = Some(file()?),
            Opt::NoNop => job.padding = false,
            Opt::Help => return Ok(Request::Help),
            Opt::Version => return Ok(Request::Version),
        }
    }
    check(&job)?;
    Ok(Request::Build(job))
}

fn from_letter(letter: char) -> Result<Opt, String> {
    let found = OPTIONS.iter().find(|row| row.letter == letter);
    found
        .map(|row| row.option)
        .ok_or_else(|| format!("unknown option `-{letter}`"))
}

/// Returns the option with this name, or the only one whose name begins with it.
fn from_name(name: &str) -> Result<Opt, String> {
    let begins: Vec<_> = OPTIONS.iter().filter(|row| row.name.starts_with(name)).collect();
    match begins.as_slice() {
        [row] => Ok(row.option),
        [] => Err(format!("unknown option `--{name}`")),
        matches => {
            let names: Vec<_> = matches.iter().map(|row| format!("`--{}`", row.name)).collect();
            let names = names.join(" and ");
            Err(format!("`--{name}` is ambiguous: {names}"))
        }
    }
}

/// Returns the error of an invalid job.
fn check(job: &CommandLine) -> Result<(), String> {
    if job.sources.is_empty() {
        return Err("there are no sources to assemble".to_owned());
    }
    if job.output.is_none() && job.header.is_none() {
        return Err("`-o` or `-h` is required: the shader binary or the header to write".to_owned());
    }
    if job.sources.iter().filter(|path| is_stdin(path)).count() > 1 {
        return Err("standard input can be read only once".to_owned());
    }
    if job.output == Some(Destination::Stdout) && job.output == job.header {
        return Err("only one of the outputs can go to standard output".to_owned());
    }
    Ok(())
}

fn message(error: lexopt::Error) -> String {
    match error {
        lexopt::Error::MissingValue { option: Some(option) } => format!("`{option}` requires a file name"),
        lexopt::Error::UnexpectedValue { option, .. } => format!("`{option}` takes no value"),
        other => other.to_string(),
    }
}

fn destination(path: OsString) -> Destination {
    from_argument(to_path(path))
}

/// Converts an argument to a path.
fn to_path(argument: OsString) -> PathBuf {
    if cfg!(windows) {
        from_msys(argument).into()
    } else {
        argument.into()
    }
}

/// Converts an MSYS path, which MSYS's `make` passes to programs, to a Windows path: `/c/x` to `c:/x`.
fn from_msys(path: OsString) -> OsString {
    match <[u8]>::from_os_str(&path) {
        Some([b'/', drive, rest @ ..]) if drive.is_ascii_alphabetic() && matches!(rest, [] | [b'/', ..]) => {
            let bytes = [&[*drive, b':'], rest].concat();
            bytes.into_os_string().unwrap_or(path)
        }
        _ => path,
    }
}

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a command line that does not parse fails the test"
)]
mod tests {
    use super::*;

    fn request(line: &str) -> Result<Request, String> {
        let words = line.split(' ').filter(|word| !word.is_empty());
        parse(std::iter::once("picasso").chain(words).map(OsString::from).collect())
    }

    /// Parses the sources, output and header of a job, and whether it has padding.
    fn job(line: &str) -> (String, String, String, bool) {
        match request(line) {
            Ok(Request::Build(job)) => {
                let sources: Vec<_> = job.sources.iter().map(|s| s.display().to_string()).collect();
                let name = |to: Option<Destination>| to.map(|to| to.to_string()).unwrap_or_default();
                (sources.join(" "), name(job.output), name(job.header), job.padding)
            }
            other => panic!("`{line}`: {other:?}"),
        }
    }

    #[test]
    fn options_have_any_form_and_order() {
        for line in [
            "-o x -h y -n a b",
            "a b -o x -h y -n",
            "a -ox b -hy --no-nop",
            "-nox -nhy a b",
            "--out=x --header=y --no-nop a b",
            "--out x --header y -n a b",
            "--ou x --hea=y --no a b",
            "--o=x --hea y --n a b",
            "-o 1 -h 2 -n --out=x a --header y -- b",
            "-nn -o -h -ox -hy a b",
        ] {
            let expected = ("a b".into(), "x".into(), "y".into(), false);
            assert_eq!(job(line), expected, "{line}");
        }
    }

    #[test]
    fn values_and_sources_are_taken_as_they_are() {
        let of = |line| job(line);
        let expected = |sources: &str, output: &str| (sources.to_owned(), output.to_owned(), String::new(), true);
        assert_eq!(of("-o=x a"), expected("a", "=x"));
        assert_eq!(of("-o -n a"), expected("a", "-n"));
        assert_eq!(of("--out -- a"), expected("a", "--"));
        assert_eq!(of("--out= a"), expected("a", ""));
        assert_eq!(of("-o x -- -n --help"), expected("-n --help", "x"));
        assert_eq!(of("-o - -"), expected("-", "<stdout>"));
        assert_eq!(of("-o x @a"), expected("@a", "x"));
        assert_eq!(job("-h y a"), ("a".into(), String::new(), "y".into(), true));
    }

    #[test]
    fn help_and_version_are_asked_for_at_once() {
        for line in ["-?", "--help", "--hel", "-n?o", "a -? --bogus", "--help --version"] {
            assert_eq!(request(line), Ok(Request::Help), "{line}");
        }
        for line in ["-v", "--version", "--v", "-vn", "-o x -v?", "-v --bogus"] {
            assert_eq!(request(line), Ok(Request::Version), "{line}");
        }
    }

    #[test]
    fn invalid_command_lines_are_errors() {
        for (line, said) in [
            ("", "there are no sources to assemble"),
            ("-o x", "there are no sources to assemble"),
            (
                "a",
                "`-o` or `-h` is required: the shader binary or the header to write",
            ),
            (
                "-n a",
                "`-o` or `-h` is required: the shader binary or the header to write",
            ),
            ("a -o", "`-o` requires a file name"),
            ("a --out", "`--out` requires a file name"),
            ("a -nh", "`-h` requires a file name"),
            ("--no-nop=1 a -o x", "`--no-nop` takes no value"),
            ("--vers=1", "`--help` and `--version` take no value"),
            ("--bogus a -o x", "unknown option `--bogus`"),
            ("--outs x a", "unknown option `--outs`"),
            ("-q a -o x", "unknown option `-q`"),
            ("-nq a -o x", "unknown option `-q`"),
            ("--he x a", "`--he` is ambiguous: `--header` and `--help`"),
            ("--bogus --help", "unknown option `--bogus`"),
            ("- - -o x", "standard input can be read only once"),
            ("a -o - -h -", "only one of the outputs can go to standard output"),
        ] {
            assert_eq!(request(line), Err(said.to_owned()), "{line}");
        }
    }

    #[test]
    fn paths_of_msys_are_those_of_windows() {
        for (msys, windows) in [
            ("/c/x/y", "c:/x/y"),
            ("/D", "D:"),
            ("/d/", "d:/"),
            ("/tmp/x", "/tmp/x"),
            ("/9/x", "/9/x"),
            ("c/x", "c/x"),
            ("//c/x", "//c/x"),
            ("/", "/"),
            ("", ""),
        ] {
            assert_eq!(from_msys(msys.into()), windows, "{msys}");
        }
    }
}
