//! Archives of objects, in `ar` format.

use pica200_foreign::archive::Member;
use pica200_objfmt::formats::archive::Archive;

use super::operation::Verb;
use super::{CommandLine, change, content};
use crate::program::Streams;
use pica200::archives::unreadable;
use pica200::input::InputFile;
use pica200::session::Session;

/// Returns the members of an archive.
pub(super) fn members<'f>(
    options: &CommandLine,
    file: &'f InputFile,
    session: &mut Session<'_>,
) -> Option<Vec<Member<'f>>> {
    archive(options, file, session).map(|archive| content::members(&archive))
}

/// Runs a verb that modifies an archive; `archive` is `None` if it does not exist yet.
pub(super) fn change(
    options: &CommandLine,
    archive: Option<&InputFile>,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    match (options.operation.verb, archive) {
        (Verb::Replace | Verb::Append, old) => change::put(options, old, session, streams),
        (Verb::Delete, Some(file)) => change::delete(options, file, session, streams),
        (Verb::Index, Some(file)) => change::index(options, file, session, streams),
        // Nothing changes, or there is nothing to change, which has been reported.
        (Verb::List | Verb::Extract, _) | (_, None) => {}
    }
}

/// Reads an archive. Errors in the index are reported only if the index is needed.
pub(super) fn archive<'f>(
    options: &CommandLine,
    file: &'f InputFile,
    session: &mut Session<'_>,
) -> Option<Archive<'f>> {
    let error = match Archive::read(&file.bytes) {
        Ok(archive) => return Some(archive),
        Err(error) => unreadable(&file.name, &error),
    };
    let members = Archive::read_members(&file.bytes).ok();
    let members = members.filter(|_| !options.symbols);
    session.diagnostics.push(match &members {
        Some(_) => error.into_warning(),
        None => error,
    });
    members
}
