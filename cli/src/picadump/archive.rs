//! Archives: what of them is shown.

use crate::ending::Ending;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::archive::{Archive, ArchiveError};

use super::options::CommandLine;
use crate::dump::archive as archive_view;
use crate::program::Streams;
use pica200::input::InputFile;
use pica200::report::Report;
use pica200::session::Session;
use pica200::text::page::Page;

/// Shows an archive: a list of its members, or the symbols of each.
pub(super) fn show(
    options: &CommandLine,
    file: &InputFile,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let symbols = options.view.symbols;
    if !symbols && options.wants_part() {
        return session.reports.push(no_such_view(file));
    }
    let fault = |error: ArchiveError| {
        let message = format!("`{}`: {error}", file.name);
        Report::of_file(Code::DamagedFile, &file.name, message)
    };
    // The members can be shown without what is wrong with the index.
    let archive = Archive::read(&file.bytes).or_else(|error| {
        session.reports.push(fault(error));
        Archive::read_members(&file.bytes)
    });
    let Ok(archive) = archive else {
        return;
    };
    let mut page = Page::new(options.diagnostics.stdout_colors(streams));
    if symbols {
        archive_view::member_symbols(&mut page, &archive);
    } else {
        archive_view::archive(&mut page, &file.name, &file.bytes, &archive);
    }
    session.show(&page.into_bytes(), streams);
}

/// What to say of a view that archives do not have.
pub(super) fn no_such_view(file: &InputFile) -> Report {
    let name = &file.name;
    let message =
        format!("`{name}` is an archive; only its list of members and `--symbols` can be shown");
    Report::of_file(Code::IsAnArchive, name, message)
        .with_help(format!("extract its members with `picaar x {name}` first"))
}
