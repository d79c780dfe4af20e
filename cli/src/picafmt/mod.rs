//! `picafmt`: formats sources, and converts sources in older dialects.

mod conversion;

use crate::session_ext::SessionExt;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::options::StdinOption;
use crate::program::{DiagnosticOptions, Status, Streams, parse, usage};
use pica200::input::InputFile;
use pica200::job::Destination;
use pica200::session::Session;
use pica200::translation::DialectChoice;

/// Formats shader sources for the PICA200: indentation, spacing, comments
///
/// Files are rewritten in place if anything changes. They assemble to the same object as before, except for line
/// numbers. Sources with errors are formatted as well: a line that does not parse is left unchanged, and so are the
/// lines between the comments `; picafmt: off` and `; picafmt: on`. There is one style, without options. @FILE reads
/// further arguments from FILE.
#[derive(Parser, Debug)]
#[command(name = "picafmt", version)]
#[command(after_help = AFTER_HELP)]
struct CommandLine {
    /// Sources to format; `-` formats standard input to standard output
    ///
    /// Sources are UTF-8 text. Line endings become LF, or CR LF if the first line ends with it. Files are written
    /// completely or not at all, and none is written if one of them cannot be read.
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,

    /// Write nothing; report each unformatted source as an error
    ///
    /// The error is at the first line that would change.
    #[arg(long)]
    check: bool,

    /// Convert a source in an older dialect to the language of this toolchain
    ///
    /// `auto` detects the dialect. Comments, blank lines and names are kept. Comments mark what needs a decision, and
    /// the last ones list changes for the program that loads the shader. The source itself is not modified.
    #[arg(long, value_name = "DIALECT", value_parser = choice(), conflicts_with = "check")]
    from: Option<DialectChoice>,

    /// Override the entry point
    ///
    /// The default is the label that the source names, or `main`.
    #[arg(long, value_name = "LABEL", requires = "from")]
    entry: Option<String>,

    /// Treat the shader as a geometry shader [default: as declared by the source]
    #[arg(long, requires = "from")]
    geometry: bool,

    /// Write output to OUT (`-`: standard output, the default; a directory: files NAME.pica)
    ///
    /// A source with several shaders needs a directory, in which each gets a file: NAME.v.pica and NAME.g.pica.
    #[arg(short = 'o', long, value_name = "OUT", requires = "from")]
    output: Option<PathBuf>,

    #[command(flatten)]
    stdin: StdinOption,

    #[command(flatten)]
    diagnostics: DiagnosticOptions,
}

/// Returns the parser of dialect names.
fn choice() -> impl TypedValueParser<Value = DialectChoice> {
    let names = DialectChoice::all().map(DialectChoice::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<DialectChoice>())
}

const AFTER_HELP: &str = "\
Exit status: 0 success, 1 errors with files or, with --check, unformatted files, 2 usage error.

Examples:
  picafmt shader.vsh              format a file in place
  picafmt --check shader.vsh      report whether the file would change, and where
  picafmt -                       format standard input to standard output
  picafmt --from=nihstro old.vsh  convert a nihstro source to the language of this toolchain";

/// Returns the command line.
pub(crate) fn command_line() -> clap::Command {
    crate::help::command::<CommandLine>()
}

/// Runs the program. `arguments` begin with the program's name.
pub fn main(arguments: Vec<OsString>, streams: &mut Streams<'_>) -> Status {
    let options: CommandLine = match parse(arguments, streams) {
        Ok(options) => options,
        Err(status) => return status,
    };
    if let Err(message) = options.stdin.check(&options.sources) {
        return usage::<CommandLine>(&message, streams);
    }
    match options.from {
        Some(choice) => conversion::convert(&options, choice, streams),
        None => format(&options, streams),
    }
}

fn format(options: &CommandLine, streams: &mut Streams<'_>) -> Status {
    let mut session = Session::default();
    let mut inputs = Vec::new();
    for source in &options.sources {
        let input = InputFile::read(source, streams.files, streams.stdin);
        let named = input.map(|input| input.with_stdin_name(options.stdin.name()));
        session.keep(named, &mut inputs);
    }
    inputs.retain(|input| session.takes_assembly(input));
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
