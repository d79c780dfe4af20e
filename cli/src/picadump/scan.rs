//! Files inside other files.

use pica200::input::InputFile;
use pica200::session::Session;
use pica200_objfmt::formats::inspect::Embedded;

use super::VIEWERS;
use super::options::CommandLine;
use super::writing::write_to_folder;
use crate::dump::scan as text;
use crate::ending::Ending;
use crate::program::Streams;

/// Lists the files inside a file, and extracts them.
pub(super) fn show(
    options: &CommandLine,
    file: &InputFile,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let found = find(&file.bytes);
    let list = text::list(&file.name, &file.bytes, &found);
    session.show(list.as_bytes(), streams);
    let Some(folder) = &options.extract else {
        return;
    };
    let piece = |one: &Embedded| {
        let rest = file.bytes.get(one.offset..).unwrap_or_default();
        let bytes = rest.get(..one.size).unwrap_or(rest);
        (text::extracted_name(one), bytes.to_vec())
    };
    let files = found.iter().map(piece).collect();
    write_to_folder(folder, files, file, session, streams);
}

/// The files of all kinds inside a file, in the order of their offsets. Those inside a file that was found are left out.
fn find(file: &[u8]) -> Vec<Embedded> {
    let mut found: Vec<_> = VIEWERS
        .iter()
        .flat_map(|viewer| viewer.scan(file))
        .collect();
    found.sort_by_key(|one| one.offset);
    let mut end = 0;
    found.retain(|one| {
        let is_outside = one.offset >= end;
        if is_outside {
            end = one.offset.saturating_add(one.size);
        }
        is_outside
    });
    found
}
