//! Common parts of all programs: streams, exit statuses, options for diagnostics.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::{mem, panic};

use pica200_asm::{DiskFiles, Files};
use pica200_compile::is_contained;
use pica200_diagnostics::Code;

use clap::error::ErrorKind;
use clap::{ArgMatches, CommandFactory, FromArgMatches, ValueEnum};

use crate::arguments::expand;
use crate::depend::expand_short_options;
use pica200::diagnostic::Diagnostic;
use pica200::levels::Levels;
use pica200::render::{Colors, Format, render};

/// The exit status of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Success, possibly with warnings.
    Success = 0,
    /// There were errors, and nothing was written.
    Errors = 1,
    /// The command line is invalid.
    Usage = 2,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}

/// The environment variable with lint levels for every program.
const LEVELS_VARIABLE: &str = "PICA200_LINTS";

/// The environment variable with the format of diagnostics for every program, for builds whose commands cannot be
/// changed.
const FORMAT_VARIABLE: &str = "PICA200_ERROR_FORMAT";

/// Streams, files and environment of a program.
pub struct Streams<'a> {
    /// The stream that `-` reads as an input.
    pub stdin: &'a mut dyn Read,
    /// The stream that `-` writes as an output.
    pub stdout: &'a mut dyn Write,
    /// The stream of diagnostics.
    pub stderr: &'a mut dyn Write,
    /// Access to named inputs.
    pub files: &'a dyn Files,
    /// True if `stdout` is an interactive terminal.
    pub stdout_is_terminal: bool,
    /// True if `stderr` is an interactive terminal.
    pub stderr_is_terminal: bool,
    /// Value of the environment variable `PICA200_LINTS`: lint levels, as options.
    pub lints: Option<&'a OsStr>,
    /// Value of the environment variable `PICA200_ERROR_FORMAT`: a format of diagnostics, as for `--error-format`.
    pub error_format: Option<&'a OsStr>,
    /// The command line, once the program has parsed it, for messages that suggest options.
    pub command: Vec<OsString>,
}

impl Streams<'_> {
    /// Returns the lint levels of the environment. Those of a command line follow them.
    ///
    /// # Errors
    ///
    /// Returns an error message about the variable.
    pub(crate) fn levels(&self) -> Result<Levels, String> {
        let levels = self.lints.map(|value| Levels::from_variable(LEVELS_VARIABLE, value));
        levels.unwrap_or_else(|| Ok(Levels::default()))
    }

    /// Returns the format set by the environment, if any.
    ///
    /// # Errors
    ///
    /// Returns an error message about the variable.
    fn format(&self) -> Result<Option<FormatOption>, String> {
        let Some(value) = self.error_format.filter(|value| !value.is_empty()) else {
            return Ok(None);
        };
        let found = value.to_str().and_then(|text| FormatOption::from_str(text, false).ok());
        found.map(Some).ok_or_else(|| {
            let known = FormatOption::value_variants().iter();
            let names = known.filter_map(|option| Some(option.to_possible_value()?.get_name().to_owned()));
            let names: Vec<_> = names.collect();
            format!(
                "in the environment variable `{FORMAT_VARIABLE}`: unknown format `{}`; the formats are {}",
                value.display(),
                names.join(", ")
            )
        })
    }
}

/// The function that `main` of a program calls with its arguments.
type Program = fn(Vec<OsString>, &mut Streams<'_>) -> Status;

/// Keeps naga's panics off standard error: the compiler reports them.
pub(crate) fn install_panic_hook() {
    let default = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !is_contained() {
            default(panic);
        }
    }));
}

/// Runs a program with the arguments and streams of the process.
pub fn run(program: Program) -> ExitCode {
    run_with(program, arguments())
}

/// Returns the arguments of the process.
pub(crate) fn arguments() -> Vec<OsString> {
    std::env::args_os().collect()
}

/// Runs a program with the streams of the process.
pub(crate) fn run_with(program: Program, arguments: Vec<OsString>) -> ExitCode {
    install_panic_hook();
    with_process_streams(|streams| program(arguments, streams)).into()
}

/// Runs a part of a program with the streams of the process, which are locked meanwhile.
pub(crate) fn with_process_streams<T>(part: impl FnOnce(&mut Streams<'_>) -> T) -> T {
    let stdout = io::stdout();
    let stderr = io::stderr();
    let lints = std::env::var_os(LEVELS_VARIABLE);
    let error_format = std::env::var_os(FORMAT_VARIABLE);
    let mut streams = Streams {
        stdin: &mut io::stdin(),
        stdout_is_terminal: stdout.is_terminal(),
        stdout: &mut stdout.lock(),
        files: &DiskFiles,
        stderr_is_terminal: stderr.is_terminal(),
        stderr: &mut stderr.lock(),
        lints: lints.as_deref(),
        error_format: error_format.as_deref(),
        command: Vec::new(),
    };
    part(&mut streams)
}

/// Options for the format of diagnostics.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct DiagnosticOptions {
    /// Format of diagnostics on standard error [default: human]
    ///
    /// The environment variable PICA200_ERROR_FORMAT changes the default, for builds whose commands cannot be changed.
    #[arg(long, value_name = "FORMAT")]
    error_format: Option<FormatOption>,

    /// When to colour diagnostics
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorOption,

    /// Stop reporting after N errors; 0 reports all
    ///
    /// The last message gives the number of suppressed errors. Warnings are not limited.
    #[arg(long, value_name = "N", default_value = "20")]
    error_limit: usize,
}

/// The name of [`FormatOption::Short`], for programs without clap.
pub(crate) const SHORT: &str = "short";

/// The name of [`FormatOption::Github`], for programs without clap.
pub(crate) const GITHUB: &str = "github";

#[derive(ValueEnum, Clone, Copy, Debug)]
enum FormatOption {
    /// Source lines with underlined locations
    Human,
    /// FILE:LINE:COL: error: TEXT [NAME], one line per diagnostic, for editors; a line with note: shows where a macro
    /// uses a wrong argument
    #[value(name = SHORT)]
    Short,
    /// One JSON object per line, for programs
    Json,
    /// Annotations of GitHub Actions, one line per diagnostic
    #[value(name = GITHUB)]
    Github,
    /// A SARIF 2.1.0 log, for services that collect analysis results
    Sarif,
}

impl From<FormatOption> for Format {
    fn from(option: FormatOption) -> Self {
        match option {
            FormatOption::Human => Self::Human,
            FormatOption::Short => Self::Short,
            FormatOption::Json => Self::Json,
            FormatOption::Github => Self::Github,
            FormatOption::Sarif => Self::Sarif,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum ColorOption {
    /// On a terminal, unless the environment variable NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl DiagnosticOptions {
    /// Returns the format selected by the command line, or else by the environment.
    pub(crate) fn format(self, streams: &Streams<'_>) -> Format {
        let of_environment = || streams.format().ok().flatten();
        let option = self.error_format.or_else(of_environment);
        option.map_or(Format::Human, Format::from)
    }

    /// Returns the maximum number of errors to report; `None` for all.
    pub(crate) fn error_limit(self) -> Option<usize> {
        (self.error_limit > 0).then_some(self.error_limit)
    }

    /// Returns whether diagnostics are coloured.
    pub(crate) fn colors(self, streams: &Streams<'_>) -> Colors {
        self.colors_on(streams.stderr_is_terminal)
    }

    /// Returns whether human-readable text on standard output is coloured.
    pub(crate) fn stdout_colors(self, streams: &Streams<'_>) -> Colors {
        self.colors_on(streams.stdout_is_terminal)
    }

    fn colors_on(self, is_terminal: bool) -> Colors {
        let wanted = match self.color {
            ColorOption::Auto => default_colors(is_terminal),
            ColorOption::Always => true,
            ColorOption::Never => false,
        };
        if wanted { Colors::Ansi } else { Colors::None }
    }
}

/// Parses a command line. On help, version or error, writes the text and returns the exit status.
pub(crate) fn parse<C: CommandFactory + FromArgMatches>(
    arguments: Vec<OsString>,
    streams: &mut Streams<'_>,
) -> Result<C, Status> {
    parse_matches(arguments, streams).map(|(options, _)| options)
}

/// Parses a command line, and also returns the matches, which have the relative order of options and inputs.
pub(crate) fn parse_matches<C: CommandFactory + FromArgMatches>(
    arguments: Vec<OsString>,
    streams: &mut Streams<'_>,
) -> Result<(C, ArgMatches), Status> {
    streams.command.clone_from(&arguments);
    match expand(arguments, streams.files) {
        Ok(arguments) => parse_arguments(expand_short_options(arguments), streams),
        Err(message) => Err(usage::<C>(&message, streams)),
    }
}

/// Parses a command line without response files, for a program whose values begin with `@`.
pub(crate) fn parse_without_response_files<C: CommandFactory + FromArgMatches>(
    arguments: Vec<OsString>,
    streams: &mut Streams<'_>,
) -> Result<(C, ArgMatches), Status> {
    streams.command.clone_from(&arguments);
    parse_arguments(arguments, streams)
}

fn parse_arguments<C: CommandFactory + FromArgMatches>(
    arguments: Vec<OsString>,
    streams: &mut Streams<'_>,
) -> Result<(C, ArgMatches), Status> {
    let mut command = C::command();
    let parsed = command.try_get_matches_from_mut(&arguments);
    // Leaked: freeing hundreds of options takes as long as parsing a command line.
    mem::forget(command);
    let options = parsed.and_then(|matches| Ok((C::from_arg_matches(&matches)?, matches)));
    let error = match options {
        Ok(options) => {
            return match streams.format() {
                Ok(_) => Ok(options),
                Err(message) => Err(usage::<C>(&message, streams)),
            };
        }
        Err(error) => error,
    };
    let error = match error.kind() {
        // Only help shows groups, which take a moment to arrange.
        ErrorKind::DisplayHelp => {
            let mut command = crate::help::command::<C>();
            let parsed = command.try_get_matches_from_mut(arguments);
            parsed.err().unwrap_or(error)
        }
        _ => error,
    };
    Err(if error.use_stderr() {
        print_usage_error(&error, streams);
        Status::Usage
    } else {
        print_help(&error, streams)
    })
}

/// Reports a command line that parses but is invalid.
pub(crate) fn usage<C: CommandFactory>(message: &str, streams: &mut Streams<'_>) -> Status {
    let error = C::command().error(ErrorKind::ArgumentConflict, message);
    print_usage_error(&error, streams);
    Status::Usage
}

fn print_usage_error(error: &clap::Error, streams: &mut Streams<'_>) {
    let text = error.render();
    // If standard error is closed, the error cannot be reported.
    let _ = if default_colors(streams.stderr_is_terminal) {
        write!(streams.stderr, "{}", text.ansi())
    } else {
        write!(streams.stderr, "{text}")
    };
}

/// Writes the requested help or version.
fn print_help(text: &clap::Error, streams: &mut Streams<'_>) -> Status {
    let written = write!(streams.stdout, "{}", text.render()).and_then(|()| streams.stdout.flush());
    match written {
        Ok(()) => Status::Success,
        // A closed pipe is not an error.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Success,
        Err(error) => {
            let diagnostic = Diagnostic::for_io(Code::CannotWrite, "cannot write", "<stdout>", &error);
            let text = render(&[diagnostic], &[], Format::Human, Colors::None);
            let _ = streams.stderr.write_all(&text);
            Status::Errors
        }
    }
}

/// Returns true if text may be coloured by default.
fn default_colors(is_terminal: bool) -> bool {
    is_terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::{env, thread};

    use pica200_compile::contain;

    /// The variable that makes a process of this test panic.
    const PANICS: &str = "PICA200_TEST_PANICS";

    #[test]
    #[expect(clippy::panic, clippy::unwrap_used, reason = "panics are what is tested")]
    fn panics_of_naga_alone_are_not_printed() {
        if env::var_os(PANICS).is_some() {
            super::install_panic_hook();
            assert!(contain(|| panic!("a panic on naga")).is_err());
            let started = thread::spawn(|| panic!("a panic on another"));
            assert!(started.join().is_err());
            return;
        }
        let name = "program::tests::panics_of_naga_alone_are_not_printed";
        let mut again = Command::new(env::current_exe().unwrap());
        let output = again
            .args(["--exact", name, "--nocapture"])
            .env(PANICS, "1")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert!(said.contains("a panic on another"), "{said}");
        assert!(!said.contains("a panic on naga"), "{said}");
    }
}
