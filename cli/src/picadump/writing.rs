//! Files that picadump writes.

use std::path::Path;

use pica200::input::InputFile;
use pica200::job::Destination;
use pica200::session::Session;

use crate::destination::{conflicts, make_folder};
use crate::ending::Ending;
use crate::program::Streams;

/// Writes files into a folder, which is created if it is missing.
pub(super) fn write_to_folder(
    folder: &Path,
    files: Vec<(String, Vec<u8>)>,
    input: &InputFile,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    if let Err(diagnostic) = make_folder(folder) {
        session.diagnostics.push(diagnostic);
        return;
    }
    let file = |(name, bytes)| (Destination::File(folder.join::<String>(name)), bytes);
    let outputs: Vec<_> = files.into_iter().map(file).collect();
    write(&outputs, input, session, streams);
}

/// Writes files, none of which may be the input.
pub(super) fn write(
    outputs: &[(Destination, Vec<u8>)],
    input: &InputFile,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let destinations = outputs.iter().map(|(destination, _)| destination);
    let conflicts = conflicts(destinations, input.path.as_deref());
    if conflicts.is_empty() {
        session.write(outputs, streams);
    } else {
        session.diagnostics.extend(conflicts);
    }
}
