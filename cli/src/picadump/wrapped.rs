//! Files that wrap shader binaries: CGFX containers, and texts with base64.

use pica200::input::InputFile;
use pica200::session::Session;
use pica200::wrapped::{WrappedFile, WrappedFiles, wraps_nothing};

use super::options::CommandLine;
use super::shader::Shaders;
use super::writing::present;
use crate::dump::wrapped as text;
use crate::program::Streams;
use crate::session_ext::SessionExt;

/// Returns true if the options select one shader binary, or request a view of a single one.
pub(super) fn selects_one(options: &CommandLine) -> bool {
    let scans = options.view.scan || options.extract.is_some();
    let chooses = !options.shader_file.is_empty();
    !scans && (chooses || options.is_diff() || !options.requested().is_empty())
}

/// Replaces each file that wraps shader binaries by the selected one, if the options select one. Reports and drops
/// files without it.
pub(super) fn open(options: &CommandLine, files: Vec<InputFile>, session: &mut Session<'_>) -> Vec<InputFile> {
    if !selects_one(options) {
        return files;
    }
    let numbers = &options.shader_file;
    let mut opened = Vec::new();
    let mut is_used = numbers.is_empty();
    for (index, file) in files.into_iter().enumerate() {
        let number = numbers.get(index).or(numbers.last()).copied();
        let file = match WrappedFiles::detect(&file) {
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
            session.diagnostics.push(wraps_nothing(file));
            Vec::new()
        }
        _ => opened,
    }
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
                present(&Shaders, options, &file, session, streams);
            }
            Err(diagnostic) => session.diagnostics.push(diagnostic),
        }
    }
}
