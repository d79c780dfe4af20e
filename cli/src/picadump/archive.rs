//! Views of archives.

use pica200::input::InputFile;
use pica200::session::Session;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::archive::Archive;

use crate::dump::archive as text;
use crate::dump::diff::{archives, cannot_compare};
use pica200_report::view::{Comparison, Request, View, ViewOutput, Viewer, damage};

/// Viewer of archives: lists the members, or the symbols of each.
pub(super) struct Archives;

impl Viewer for Archives {
    fn kinds(&self) -> &'static [FileKind] {
        &[FileKind::Archive]
    }

    fn views(&self) -> &'static [View] {
        &[View::Symbols, View::Html]
    }

    fn other_tool_hint(&self, file: &InputFile) -> Option<String> {
        let name = &file.name;
        Some(format!("extract its members with `picaar x {name}` first"))
    }

    fn show(&self, request: &Request<'_>, file: &InputFile, session: &mut Session<'_>) -> Option<ViewOutput> {
        // The members can be shown even if the index is damaged.
        let archive = Archive::read(&file.bytes).or_else(|error| {
            session.diagnostics.push(damage(&file.name, &error));
            Archive::read_members(&file.bytes)
        });
        let archive = archive.ok()?;
        let mut page = request.page();
        if request.wants(View::Symbols) {
            text::member_symbols(&mut page, &archive);
        } else {
            text::archive(&mut page, &file.name, &file.bytes, &archive);
        }
        Some(page.into())
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
