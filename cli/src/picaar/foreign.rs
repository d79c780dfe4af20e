//! Archives of other systems: `r` replaces existing members, or builds a new file from a description.

use std::path::Path;

use bstr::BStr;
use pica200_diagnostics::Code;
use pica200_foreign::archive::{ArchiveInputs, ArchiveKind};

use super::change::{duplicate_names, named_files, read_files, save_bytes};
use super::content::no_such_members;
use super::operation::Verb;
use super::{CommandLine, line};
use crate::program::Streams;
use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::session::Session;
use pica200::text::page::with_article;

/// Runs a verb that modifies the archive; `archive` is `None` if it does not exist yet.
pub(super) fn change(
    kind: &dyn ArchiveKind,
    options: &CommandLine,
    archive: Option<&InputFile>,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let describes = options.files.iter().any(|path| is_description(path));
    match (options.operation.verb, archive) {
        (Verb::Replace, Some(file)) if !describes => replace(kind, options, file, session, streams),
        (Verb::Replace, _) => create(kind, options, session, streams),
        // Other verbs are rejected, and need an archive.
        _ => {}
    }
}

/// Returns true if a file is named `*.json`.
fn is_description(path: &Path) -> bool {
    let suffix = path.extension();
    suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case("json"))
}

/// Implements `r`: only existing members can be replaced.
fn replace(
    kind: &dyn ArchiveKind,
    options: &CommandLine,
    file: &InputFile,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let files = read_files(options, session, streams);
    let named = named_files(&files, session);
    session.diagnostics.extend(duplicate_names(&named));
    let Some(mut archive) = kind.open(file, session) else {
        return;
    };
    let members = archive.members();
    let place = |name: &BStr| members.iter().position(|member| *member.name == *name);
    let missing: Vec<_> = named.iter().map(|(name, _)| *name).collect();
    let missing = missing.into_iter().filter(|name| place(name).is_none());
    session
        .diagnostics
        .extend(no_such_members(&file.name, missing, &members));
    let mut done = String::new();
    for (name, new) in &named {
        let Some(index) = place(name) else {
            continue;
        };
        session.diagnostics.extend(archive.replace(index, new).err());
        done.push_str(&line('r', name));
    }
    if session.has_errors() {
        return;
    }
    match archive.write(&file.name) {
        Ok(bytes) => save_bytes(options, bytes, &done, session, streams),
        Err(diagnostic) => session.diagnostics.push(diagnostic),
    }
}

/// Implements `r` without an archive, or with a description: builds an archive from the description and the files that
/// it lists.
fn create(kind: &dyn ArchiveKind, options: &CommandLine, session: &mut Session<'_>, streams: &mut Streams<'_>) {
    let files = read_files(options, session, streams);
    if session.has_errors() {
        return;
    }
    let archive = options.archive.display().to_string();
    let Some(split_files) = split_files(kind, &archive, &files, session) else {
        return;
    };
    if let Some(created) = kind.create(&archive, split_files, session) {
        let done = created.added.iter();
        let done: String = done.map(|name| line('a', name.as_ref())).collect();
        save_bytes(options, created.bytes, &done, session, streams);
    }
}

/// Splits the files on the command line into the description and the members. Reports an error and returns `None`
/// unless there is exactly one description.
fn split_files<'f>(
    kind: &dyn ArchiveKind,
    archive: &str,
    files: &'f [InputFile],
    session: &mut Session<'_>,
) -> Option<ArchiveInputs<'f>> {
    let is_description = |file: &&InputFile| file.path.as_deref().is_some_and(is_description);
    let (descriptions, members): (Vec<_>, Vec<_>) = files.iter().partition(is_description);
    let owner = kind.owner();
    let [description] = descriptions[..] else {
        // With an archive, there is at least one.
        let lead = match descriptions.len() {
            0 => format!("`{archive}` does not exist;"),
            _ => format!("`{archive}`:"),
        };
        let found = descriptions.len();
        let message = format!(
            "{lead} a new {} needs one description (`.json`), and {found} are given",
            kind.kind().noun()
        );
        let help = format!("`picadump --json` prints the description of {}", with_article(owner));
        let diagnostic = Diagnostic::for_file(Code::InvalidDescription, archive, message);
        session.diagnostics.push(diagnostic.with_help(help));
        return None;
    };
    let named = named_files(members, session);
    session.diagnostics.extend(duplicate_names(&named));
    Some(ArchiveInputs::new(owner, description, named))
}
