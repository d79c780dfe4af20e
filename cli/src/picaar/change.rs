//! Operations that modify archives: `r`, `q`, `d`, `s`.

use crate::session_ext::SessionExt;
use std::collections::HashSet;
use std::path::Path;

use bstr::{BStr, ByteSlice};
use pica200_diagnostics::Code;
use pica200_objfmt::formats::archive::{Archive, ArchiveError};
use pica200_objfmt::formats::{FileKind, recognise};

use super::content::{Content, members, no_such_members};
use super::operation::Verb;
use super::{CommandLine, line, names};
use crate::destination::conflicts;
use crate::program::Streams;
use pica200::archives::unreadable;
use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::job::Destination;
use pica200::session::Session;
use pica200::text::page::shown;

/// Reads the members of the archive to change.
fn content<'a>(file: &'a InputFile, session: &mut Session<'_>) -> Option<Content<'a>> {
    read_content(file, Archive::read(&file.bytes), session)
}

/// Returns the members of an archive that was read successfully, or reports the error.
fn read_content<'a>(
    file: &'a InputFile,
    archive: Result<Archive<'a>, ArchiveError>,
    session: &mut Session<'_>,
) -> Option<Content<'a>> {
    match archive {
        Ok(archive) => Some(Content::from_archive(&archive)),
        Err(error) => {
            session.diagnostics.push(unreadable(&file.name, &error));
            None
        }
    }
}

/// Implements `r` and `q`.
pub(super) fn put(
    options: &CommandLine,
    old: Option<&InputFile>,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let files = read_files(options, session, streams);
    if !options.any_file {
        let others = files.iter().filter_map(not_an_object);
        session.diagnostics.extend(others);
    }
    let named = named_files(&files, session);
    let replaces = options.operation.verb == Verb::Replace;
    if replaces {
        session.diagnostics.extend(duplicate_names(&named));
    }
    let content = match old {
        Some(file) => content(file, session),
        None => Some(Content::empty()),
    };
    let Some(mut content) = content.filter(|_| !session.has_errors()) else {
        return;
    };
    let replaced = if replaces {
        content.replace(&named)
    } else {
        content.append(&named);
        vec![false; named.len()]
    };
    let done: String = named
        .iter()
        .zip(replaced)
        .map(|((name, _), replaced)| line(if replaced { 'r' } else { 'a' }, name))
        .collect();
    save(options, &content, &done, session, streams);
}

/// Returns the files to add with their member names.
pub(super) fn named_files<'f>(
    files: impl IntoIterator<Item = &'f InputFile>,
    session: &mut Session<'_>,
) -> Vec<(&'f BStr, &'f InputFile)> {
    let mut named = Vec::new();
    for file in files {
        session.keep(member_name(file), &mut named);
    }
    named
}

/// Reads the files to add. None of them may be the archive.
pub(super) fn read_files(
    options: &CommandLine,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) -> Vec<InputFile> {
    let mut files = Vec::new();
    for path in &options.files {
        let file = InputFile::read(path, streams.files, streams.stdin);
        session.keep(file, &mut files);
    }
    let destination = Destination::File(options.archive.clone());
    let paths = files.iter().filter_map(|file| file.path.as_deref());
    session.diagnostics.extend(conflicts([&destination], paths));
    files
}

/// Implements `d`.
pub(super) fn delete(options: &CommandLine, file: &InputFile, session: &mut Session<'_>, streams: &mut Streams<'_>) {
    let Some(mut content) = content(file, session) else {
        return;
    };
    let names = names(&options.files);
    let missing = content.delete(&names);
    if !missing.is_empty() {
        // The archive was read just before.
        if let Ok(archive) = Archive::read_members(&file.bytes) {
            session
                .diagnostics
                .extend(no_such_members(&file.name, missing, &members(&archive)));
        }
        return;
    }
    let done: String = names.iter().map(|name| line('d', name)).collect();
    save(options, &content, &done, session, streams);
}

/// Implements `s`.
pub(super) fn index(options: &CommandLine, file: &InputFile, session: &mut Session<'_>, streams: &mut Streams<'_>) {
    // The existing index may be damaged.
    let archive = Archive::read(&file.bytes).or_else(|_| Archive::read_members(&file.bytes));
    if let Some(content) = read_content(file, archive, session) {
        save(options, &content, "", session, streams);
    }
}

/// Writes the archive, then reports the changes if requested.
fn save(
    options: &CommandLine,
    content: &Content<'_>,
    done: &str,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let name = options.archive.display().to_string();
    match content.write(&name, options.any_file) {
        Ok(written) => {
            session.diagnostics.extend(written.warnings);
            save_bytes(options, written.bytes, done, session, streams);
        }
        Err(diagnostics) => session.diagnostics.extend(diagnostics),
    }
}

/// Writes the bytes of an archive, then reports the changes if requested.
pub(super) fn save_bytes(
    options: &CommandLine,
    bytes: Vec<u8>,
    done: &str,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let destination = Destination::File(options.archive.clone());
    session.write(&[(destination, bytes)], streams);
    if options.operation.verbose && !session.has_errors() {
        session.show(done.as_bytes(), streams);
    }
}

/// Returns the member name of a file, with the file.
fn member_name(file: &InputFile) -> Result<(&BStr, &InputFile), Diagnostic> {
    let name = file.path.as_deref().and_then(Path::file_name);
    match name.and_then(<[u8]>::from_os_str) {
        Some(name) => Ok((name.as_bstr(), file)),
        None => {
            let message = format!("a member cannot have the name of `{}`", file.name);
            Err(Diagnostic::for_file(Code::UnwritableArchive, &file.name, message))
        }
    }
}

/// Returns errors for files with the same member name.
pub(super) fn duplicate_names(named: &[(&BStr, &InputFile)]) -> Vec<Diagnostic> {
    let mut names = HashSet::new();
    let again = named.iter().filter(|(name, _)| !names.insert(*name));
    let diagnostic = |(name, file): &(&BStr, &InputFile)| {
        let message = format!("two files have the member name `{}`", shown(name));
        Diagnostic::for_file(Code::DuplicateMember, &file.name, message)
            .with_help("`q` appends members without replacing those of the same name")
    };
    again.map(diagnostic).collect()
}

/// Returns the error for a file that is not an object.
fn not_an_object(file: &InputFile) -> Option<Diagnostic> {
    let help = match recognise(&file.bytes) {
        Some(FileKind::Object) => return None,
        Some(FileKind::Archive) => "extract the members of an archive with `picaar x`",
        Some(_) => "archives contain objects before linking; create them with picasm",
        None => "assemble sources with picasm, or add any file with `--any-file`",
    };
    let message = format!("`{}` is not an object", file.name);
    Some(Diagnostic::for_file(Code::NotAnObject, &file.name, message).with_help(help))
}
