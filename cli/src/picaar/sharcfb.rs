//! SHARCFB archives: their binaries as members.

use std::borrow::Cow;

use bstr::{BStr, BString};
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_sharcfb::Archive;

use super::change::{named_files, save_bytes};
use super::content::no_such_members;
use super::kind::{ArchiveKind, Member};
use super::operation::Verb;
use super::{CommandLine, line};
use crate::program::Streams;
use pica200::input::InputFile;
use pica200::report::Report;
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
        // Other verbs are refused, and these archives are never new.
        if let (Verb::Replace, Some(file)) = (options.operation.verb, archive) {
            replace(options, file, session, streams);
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
            let report = Report::of_fault(Code::FixedByteOrder, &file.name, &error);
            session.reports.push(report);
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
    let reports = damage
        .iter()
        .map(|error| Report::of_fault(Code::DamagedFile, &file.name, error));
    session.reports.extend(reports);
    let archive = archive.filter(|_| damage.is_empty())?;
    if !archive.is_known_version() {
        let message = format!(
            "`{}` has version {}; only the contents of archives of the versions 8 and 9 are known",
            file.name,
            archive.version()
        );
        let report = Report::of_file(Code::OtherVersion, &file.name, message);
        session.reports.push(report);
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
    let files = super::change::read_files(options, session, streams);
    let named = named_files(&files, session);
    session.reports.extend(super::change::twice(&named));
    let Some(mut archive) = read(file, session) else {
        return;
    };
    let members = members(&archive);
    let place = |name: &BStr| members.iter().position(|member| *member.name == *name);
    let missing: Vec<_> = named.iter().map(|(name, _)| *name).collect();
    let missing = missing.into_iter().filter(|name| place(name).is_none());
    session
        .reports
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
            let report = Report::of_file(Code::WrongMember, &new.name, message);
            session.reports.push(report);
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

fn written(file: &InputFile, archive: &Archive, session: &mut Session<'_>) -> Option<Vec<u8>> {
    match archive.write() {
        Ok(bytes) => Some(bytes),
        Err(error) => {
            let message = format!("cannot write `{}`: {error}", file.name);
            let report = Report::of_file(Code::UnwritableArchive, &file.name, message);
            session.reports.push(report);
            None
        }
    }
}
