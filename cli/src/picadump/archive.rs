//! The views of archives.

use pica200::input::InputFile;
use pica200::session::Session;
use pica200::text::page::Page;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::archive::Archive;

use super::options::CommandLine;
use super::view::{Comparison, View, Viewer, damage};
use crate::dump::archive as text;
use crate::dump::diff::{archives, cannot_compare};
use crate::ending::Ending;
use crate::program::Streams;

/// Archives: a list of the members, or the symbols of each.
pub(super) struct Archives;

impl Viewer for Archives {
    fn kinds(&self) -> &'static [FileKind] {
        &[FileKind::Archive]
    }

    fn views(&self) -> &'static [View] {
        &[View::Symbols, View::Html]
    }

    fn other_way(&self, file: &InputFile) -> Option<String> {
        let name = &file.name;
        Some(format!("extract its members with `picaar x {name}` first"))
    }

    fn show(
        &self,
        options: &CommandLine,
        file: &InputFile,
        session: &mut Session<'_>,
        streams: &mut Streams<'_>,
    ) {
        // The members can be shown even if the index is damaged.
        let archive = Archive::read(&file.bytes).or_else(|error| {
            session.diagnostics.push(damage(&file.name, &error));
            Archive::read_members(&file.bytes)
        });
        let Ok(archive) = archive else {
            return;
        };
        let mut page = Page::new(options.diagnostics.stdout_colors(streams));
        if options.view.symbols {
            text::member_symbols(&mut page, &archive);
        } else {
            text::archive(&mut page, &file.name, &file.bytes, &archive);
        }
        session.show(&page.into_bytes(), streams);
    }

    fn comparison(&self) -> Option<Comparison> {
        Some(compare)
    }
}

/// Compares two archives, member by member.
fn compare(files: [&InputFile; 2], session: &mut Session<'_>) -> Option<Vec<String>> {
    let found = archives(files.map(|file| (file.name.as_str(), &file.bytes[..])));
    found
        .map_err(|reason| {
            let names = files.map(|file| file.name.as_str());
            session.diagnostics.push(cannot_compare(names, &reason));
        })
        .ok()
}
