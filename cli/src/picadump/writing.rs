//! Output of picadump: printing and writing files.

use std::path::Path;

use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::job::Destination;
use pica200::session::Session;
use pica200_diagnostics::Code;
use pica200_report::view::{ViewOutput, Viewer};

use super::options::CommandLine;
use crate::destination::{conflicts, create_directory, is_directory};
use crate::program::Streams;
use crate::session_ext::SessionExt;

/// Shows the requested views of a file, or writes its sources.
pub(super) fn present(
    viewer: &dyn Viewer,
    options: &CommandLine,
    file: &InputFile,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let request = options.request(options.diagnostics.stdout_colors(streams));
    match viewer.show(&request, file, session) {
        Some(ViewOutput::Text(text)) => session.show(&text, streams),
        Some(ViewOutput::Sources(sources)) => write_sources(options, sources, file, session, streams),
        None => {}
    }
}

/// Writes source texts to the requested destination: files only after success.
fn write_sources(
    options: &CommandLine,
    sources: Vec<(String, Vec<u8>)>,
    input: &InputFile,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    match options.output.as_deref() {
        None => session.show(&concatenate(sources), streams),
        Some(path) if path.as_os_str() == "-" => {
            session.show(&concatenate(sources), streams);
        }
        Some(_) if session.has_errors() => {}
        Some(folder) if is_directory(folder) => {
            write_to_folder(folder, sources, input, session, streams);
        }
        Some(path) => match <[_; 1]>::try_from(sources) {
            Ok([(_, text)]) => {
                let outputs = [(Destination::File(path.to_owned()), text)];
                write(&outputs, input, session, streams);
            }
            Err(sources) => {
                let name = path.display();
                let count = sources.len();
                let message = format!("{count} sources cannot be written to one file `{name}`");
                let diagnostic = Diagnostic::for_file(Code::SeveralSources, name.to_string(), message);
                let help = "give a directory, with a trailing slash";
                session.diagnostics.push(diagnostic.with_help(help));
            }
        },
    }
}

/// Concatenates sources, each after a line with its name.
fn concatenate(sources: Vec<(String, Vec<u8>)>) -> Vec<u8> {
    let are_several = sources.len() > 1;
    let mut text = Vec::new();
    for (name, source) in sources {
        if are_several {
            let blank = if text.is_empty() { "" } else { "\n" };
            text.extend(format!("{blank}; ---- {name} ----\n").into_bytes());
        }
        text.extend(source);
    }
    text
}

/// Writes files into a directory, which is created if it is missing.
pub(super) fn write_to_folder(
    folder: &Path,
    files: Vec<(String, Vec<u8>)>,
    input: &InputFile,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    if let Err(diagnostic) = create_directory(folder) {
        session.diagnostics.push(diagnostic);
        return;
    }
    let file = |(name, bytes)| (Destination::File(folder.join::<String>(name)), bytes);
    let outputs: Vec<_> = files.into_iter().map(file).collect();
    write(&outputs, input, session, streams);
}

/// Writes files, none of which may be the input.
fn write(outputs: &[(Destination, Vec<u8>)], input: &InputFile, session: &mut Session<'_>, streams: &mut Streams<'_>) {
    let destinations = outputs.iter().map(|(destination, _)| destination);
    let conflicts = conflicts(destinations, input.path.as_deref());
    if conflicts.is_empty() {
        session.write(outputs, streams);
    } else {
        session.diagnostics.extend(conflicts);
    }
}
