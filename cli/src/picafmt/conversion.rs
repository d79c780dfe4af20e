//! `picafmt --from`: conversion of sources in older dialects.

use std::path::{Path, PathBuf};

use pica200::diagnostic::Diagnostic;
use pica200::input::{DialectSource, InputFile};
use pica200::job::Destination;
use pica200::objects::two_shaders;
use pica200::session::Session;
use pica200::translation::DialectChoice;
use pica200_diagnostics::Code;

use super::CommandLine;
use crate::destination::{check_names, conflicts, create_directory, from_argument, in_directory, is_directory};
use crate::program::{Status, Streams, usage};
use crate::session_ext::SessionExt;

/// Suffix of converted sources.
const SUFFIX: &str = "pica";

/// Prints the converted sources of a command line.
pub(super) fn convert(options: &CommandLine, choice: DialectChoice, streams: &mut Streams<'_>) -> Status {
    if let Err(message) = check(options) {
        return usage::<CommandLine>(&message, streams);
    }
    let mut session = Session::new(streams.files);
    let mut inputs = Vec::new();
    for source in &options.sources {
        let input = InputFile::read(source, streams.files, streams.stdin);
        let named = input.map(|input| input.with_stdin_name(options.stdin.name()));
        session.keep(named, &mut inputs);
    }
    inputs.retain(|input| session.takes_assembly(input) && session.takes_source(input));
    let mut outputs = Vec::new();
    for input in &inputs {
        let Some(dialect) = choice.detect(&input.bytes) else {
            session.diagnostics.push(not_recognised(input));
            continue;
        };
        let of = DialectSource {
            dialect,
            options: pica200_dialects::Options {
                entry: options.entry.clone(),
                is_geometry: options.geometry,
            },
        };
        let made = session.convert(input, &of);
        let is_one = made.sources.len() == 1;
        for converted in &made.sources {
            match destination(options, input, converted.part, is_one) {
                Some(to) => {
                    let text = text(&converted.text(), &made.notes);
                    outputs.push((to, text.into_bytes()));
                }
                None => {
                    session.diagnostics.push(two_shaders(&input.name));
                    break;
                }
            }
        }
    }
    let read = inputs.iter().filter_map(|input| input.path.as_deref());
    let read: Vec<PathBuf> = read
        .map(Path::to_owned)
        .chain(session.included.iter().cloned())
        .collect();
    let planned = outputs.iter().map(|(to, _)| to);
    let conflicts = conflicts(planned, read.iter().map(PathBuf::as_path));
    session.diagnostics.extend(conflicts);
    let folder = options.output.as_deref().filter(|output| is_directory(output));
    if let Some(folder) = folder.filter(|_| !session.has_errors() && !outputs.is_empty()) {
        session.diagnostics.extend(create_directory(folder).err());
    }
    session.finish(&outputs, options.diagnostics, streams)
}

/// Checks that several sources have several outputs.
fn check(options: &CommandLine) -> Result<(), String> {
    match &options.output {
        Some(output) if is_directory(output) => {
            let names = options.sources.iter().map(PathBuf::as_path);
            check_names(names, |source| in_directory(output, &source.with_extension(SUFFIX)))
        }
        _ if options.sources.len() > 1 => Err(format!(
            "{} converted sources require an output directory: `-o DIR/`",
            options.sources.len()
        )),
        _ => Ok(()),
    }
}

/// Returns the destination of a converted source; `None` if it is one of several, and there is no output directory.
fn destination(options: &CommandLine, input: &InputFile, part: &str, is_one: bool) -> Option<Destination> {
    match &options.output {
        Some(output) if is_directory(output) => {
            let name = Path::new(&input.recorded_name);
            let path = in_directory(output, &name.with_extension(format!("{part}{SUFFIX}")));
            Some(Destination::File(path))
        }
        Some(output) if is_one => Some(from_argument(output.clone())),
        None if is_one => Some(Destination::Stdout),
        _ => None,
    }
}

/// Formats a converted source with picafmt's layout, with notes at its end.
fn text(converted: &str, notes: &[String]) -> String {
    let mut text = converted.to_owned();
    if !notes.is_empty() {
        text.push_str("\n; For the program that loads the shader:\n");
    }
    for note in notes {
        text.push_str("; - ");
        text.push_str(note);
        text.push('\n');
    }
    pica200_format::format(text.as_bytes()).formatted.unwrap_or(text)
}

fn not_recognised(input: &InputFile) -> Diagnostic {
    let message = format!("`{}` does not look like a source in an older dialect", input.name);
    let help = "if it is one, give the dialect, as in `--from=nihstro`";
    Diagnostic::for_file(Code::UnknownDialect, &input.name, message).with_help(help)
}
