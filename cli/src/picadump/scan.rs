//! `--scan`: files embedded in other files.

use std::borrow::Cow;

use pica200::input::InputFile;
use pica200::session::Session;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::inspect::Embedded;
use pica200_objfmt::formats::wrapped::Lines;
use pica200_objfmt::formats::wrapped::base64::{Run, runs};

use super::options::CommandLine;
use super::view::viewers;
use super::writing::write_to_folder;
use crate::dump::scan::{self as text, EmbeddedFile};
use crate::program::Streams;
use crate::session_ext::SessionExt;

/// Lists the embedded files, and extracts them.
pub(super) fn show(options: &CommandLine, file: &InputFile, session: &mut Session<'_>, streams: &mut Streams<'_>) {
    let found = find(&file.bytes);
    let list = text::list(&file.name, file.bytes.len(), &found);
    session.show(list.as_bytes(), streams);
    let Some(folder) = &options.extract else {
        return;
    };
    let piece = |one: EmbeddedFile<'_>| (one.file_name(), one.bytes.into_owned());
    let files = found.into_iter().map(piece).collect();
    write_to_folder(folder, files, file, session, streams);
}

/// Finds the embedded files of all kinds, sorted by offset. Files nested in a found file are left out.
fn find(file: &[u8]) -> Vec<EmbeddedFile<'_>> {
    let mut found: Vec<_> = in_bytes(file).collect();
    found.extend(in_base64(file));
    found.sort_by_key(|one| one.place.offset);
    let mut end = 0;
    found.retain(|one| {
        let Embedded { offset, size, .. } = one.place;
        let is_outside = offset >= end;
        if is_outside {
            end = offset.saturating_add(size);
        }
        is_outside
    });
    found
}

/// Finds the files in the raw bytes of a file.
fn in_bytes(file: &[u8]) -> impl Iterator<Item = EmbeddedFile<'_>> {
    let places = viewers().flat_map(|viewer| viewer.scan(file));
    places.map(|place| {
        let rest = file.get(place.offset..).unwrap_or_default();
        EmbeddedFile {
            place,
            line: None,
            bytes: Cow::Borrowed(rest.get(..place.size).unwrap_or(rest)),
        }
    })
}

/// Finds the files in the base64 texts of a file.
fn in_base64(file: &[u8]) -> Vec<EmbeddedFile<'static>> {
    let kinds = FileKind::ALL.iter();
    let magics: Vec<_> = kinds.flat_map(|kind| kind.magics()).copied().collect();
    let mut lines = Lines::new(file);
    let in_run = move |run: Run| {
        let mut places = viewers().flat_map(|viewer| viewer.scan(&run.bytes));
        let place = places.find(|place| place.offset == 0)?;
        let mut bytes = run.bytes;
        bytes.truncate(place.size);
        Some(EmbeddedFile {
            place: Embedded {
                offset: run.offset,
                ..place
            },
            line: Some(lines.line_column(run.offset).0),
            bytes: Cow::Owned(bytes),
        })
    };
    runs(file, &magics).into_iter().filter_map(in_run).collect()
}
