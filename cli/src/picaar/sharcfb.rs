//! SHARCFB archives: their binaries as members.

use std::borrow::Cow;

use bstr::{BStr, BString};
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_sharcfb::Archive;

use super::change::{named_files, read_files, save_bytes, twice};
use super::content::no_such_members;
use super::description::{self, Parts, is_description};
use super::kind::{ArchiveKind, Member};
use super::operation::Verb;
use super::{CommandLine, line};
use crate::program::Streams;
use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::session::Session;
use pica200::text::page::shown;

/// SHARCFB archives.
pub(super) struct ShaderArchives;

impl ArchiveKind for ShaderArchives {
    fn kind(&self) -> FileKind {
        FileKind::Sharcfb
    }

    fn verbs(&self) -> &'static [Verb] {
        &[Verb::Replace, Verb::List, Verb::Extract]
    }

    fn members<'f>(
        &self,
        _options: &CommandLine,
        file: &'f InputFile,
        session: &mut Session<'_>,
    ) -> Option<Vec<Member<'f>>> {
        read(file, session).map(|archive| members(&archive))
    }

    fn change(
        &self,
        options: &CommandLine,
        archive: Option<&InputFile>,
        session: &mut Session<'_>,
        streams: &mut Streams<'_>,
    ) {
        let describes = options.files.iter().any(|path| is_description(path));
        match (options.operation.verb, archive) {
            (Verb::Replace, Some(file)) if !describes => replace(options, file, session, streams),
            (Verb::Replace, _) => create(options, session, streams),
            // Other verbs are refused, and need an archive.
            _ => {}
        }
    }

    fn converted(
        &self,
        file: &InputFile,
        order: ByteOrder,
        session: &mut Session<'_>,
    ) -> Option<Vec<u8>> {
        let mut archive = read(file, session)?;
        if let Err(error) = archive.convert(order) {
            let diagnostic = Diagnostic::of_fault(Code::FixedByteOrder, &file.name, &error);
            session.diagnostics.push(diagnostic);
            return None;
        }
        written(file, &archive, session)
    }
}

/// Reads an archive, all records of which can be read.
fn read(file: &InputFile, session: &mut Session<'_>) -> Option<Archive> {
    let (archive, damage) = match Archive::inspect(&file.bytes) {
        Ok(inspection) => (Some(inspection.archive), inspection.damage),
        Err(error) => (None, vec![error]),
    };
    let diagnostics = damage
        .iter()
        .map(|error| Diagnostic::of_fault(Code::DamagedFile, &file.name, error));
    session.diagnostics.extend(diagnostics);
    let archive = archive.filter(|_| damage.is_empty())?;
    if !archive.is_known_version() {
        let message = format!(
            "`{}` has version {}; only the contents of archives of the versions 8 and 9 are known",
            file.name,
            archive.version()
        );
        let diagnostic = Diagnostic::of_file(Code::OtherVersion, &file.name, message);
        session.diagnostics.push(diagnostic);
        return None;
    }
    Some(archive)
}

fn members(archive: &Archive) -> Vec<Member<'static>> {
    let named = archive.binary_names().into_iter().zip(archive.binaries());
    let member = |(name, binary): (String, &pica200_sharcfb::archive::Binary)| Member {
        name: Cow::Owned(BString::from(name)),
        bytes: Cow::Owned(binary.data().to_vec()),
    };
    named.map(member).collect()
}

/// `r`: only binaries that there are can be replaced.
fn replace(
    options: &CommandLine,
    file: &InputFile,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let files = read_files(options, session, streams);
    let named = named_files(&files, session);
    session.diagnostics.extend(twice(&named));
    let Some(mut archive) = read(file, session) else {
        return;
    };
    let members = members(&archive);
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
        let Some(stage) = archive.binaries().get(index).map(|binary| binary.stage()) else {
            continue;
        };
        if let Err(error) = archive.replace_binary(index, stage, new.bytes.clone()) {
            let message = format!("`{}` cannot replace `{}`: {error}", new.name, shown(name));
            let diagnostic = Diagnostic::of_file(Code::WrongMember, &new.name, message);
            session.diagnostics.push(diagnostic);
        }
        done.push_str(&line('r', name));
    }
    if session.has_errors() {
        return;
    }
    if let Some(bytes) = written(file, &archive, session) {
        save_bytes(options, bytes, &done, session, streams);
    }
}

/// `r` without an archive, or with a description: makes an archive from the description and the binaries that it names.
fn create(options: &CommandLine, session: &mut Session<'_>, streams: &mut Streams<'_>) {
    let files = read_files(options, session, streams);
    if session.has_errors() {
        return;
    }
    let Some(mut parts) = Parts::new(options, FileKind::Sharcfb, "archive", &files, session) else {
        return;
    };
    let mut new = match description::sharcfb::read(&parts.description.bytes, parts.named.len()) {
        Ok(new) => new,
        Err(error) => return session.diagnostics.push(parts.invalid(error)),
    };
    for (index, name) in new.binary_names().iter().enumerate() {
        let stage = new.binaries().get(index).map(|binary| binary.stage());
        let (Some(file), Some(stage)) = (parts.take(name), stage) else {
            continue;
        };
        if let Err(error) = new.replace_binary(index, stage, file.bytes.clone()) {
            let message = format!("`{}` cannot be `{name}`: {error}", file.name);
            let diagnostic = Diagnostic::of_file(Code::WrongMember, &file.name, message);
            session.diagnostics.push(diagnostic);
        }
    }
    let description = parts.description;
    let done = parts.finish(["binary", "binaries"], session);
    if session.has_errors() {
        return;
    }
    let invalid = |fault: &dyn std::fmt::Display| {
        Diagnostic::of_file(
            Code::InvalidDescription,
            &description.name,
            fault.to_string(),
        )
    };
    session
        .diagnostics
        .extend(new.faults().iter().map(|fault| invalid(fault)));
    let archive = options.archive.display().to_string();
    if !session.has_errors()
        && let Some(bytes) = written_as(&archive, &new, session)
    {
        save_bytes(options, bytes, &done, session, streams);
    }
}

fn written(file: &InputFile, archive: &Archive, session: &mut Session<'_>) -> Option<Vec<u8>> {
    written_as(&file.name, archive, session)
}

/// The bytes of an archive with this name.
fn written_as(name: &str, archive: &Archive, session: &mut Session<'_>) -> Option<Vec<u8>> {
    match archive.write() {
        Ok(bytes) => Some(bytes),
        Err(error) => {
            let message = format!("cannot write `{name}`: {error}");
            let diagnostic = Diagnostic::of_file(Code::UnwritableArchive, name, message);
            session.diagnostics.push(diagnostic);
            None
        }
    }
}
