//! Files that wrap shader binaries: CGFX containers, and texts with base64.

use pica200::input::InputFile;
use pica200::session::Session;
use pica200::wrapped::{WrappedFile, WrappedFiles, wraps_nothing};

use super::options::CommandLine;
use super::shader::Shaders;
use super::view::Viewer;
use crate::dump::wrapped as text;
use crate::ending::Ending;
use crate::program::Streams;

/// Replaces each file that wraps shader binaries by the one that the options choose, if they choose one, or ask for a
/// view of a single file. A file without it is left out after a report.
pub(super) fn open(
    options: &CommandLine,
    files: Vec<InputFile>,
    session: &mut Session<'_>,
) -> Vec<InputFile> {
    let numbers = &options.shader_file;
    let scans = options.view.scan || options.extract.is_some();
    let takes_one = !options.requested().is_empty() || options.wants_diff();
    if scans || (numbers.is_empty() && !takes_one) {
        return files;
    }
    let mut opened = Vec::new();
    let mut is_used = numbers.is_empty();
    for (index, file) in files.into_iter().enumerate() {
        let number = numbers.get(index).or(numbers.last()).copied();
        let file = match WrappedFiles::of(&file) {
            Some(wrapped) => {
                is_used = true;
                wrapped.choose(number)
            }
            None => Ok(file),
        };
        session.keep(file, &mut opened);
    }
    match opened.first() {
        Some(file) if !is_used => {
            session.reports.push(wraps_nothing(file));
            Vec::new()
        }
        _ => opened,
    }
}

/// The files in a file that wraps shader binaries; `None` for other files.
pub(super) fn all_of(file: &InputFile) -> Option<WrappedFiles> {
    WrappedFiles::of(file)
}

/// Lists the shader binaries in a file, then shows each as if it were given alone.
pub(super) fn show(
    options: &CommandLine,
    file: &InputFile,
    files: WrappedFiles,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let list = text::list(&file.name, &file.bytes, &files);
    session.show(list.as_bytes(), streams);
    if files.files.is_empty() {
        session.keep(files.choose(None), &mut Vec::new());
        return;
    }
    for found in files.files {
        match found {
            Ok(WrappedFile { file, .. }) => {
                session.show(b"\n", streams);
                Shaders.show(options, &file, session, streams);
            }
            Err(report) => session.reports.push(report),
        }
    }
}
