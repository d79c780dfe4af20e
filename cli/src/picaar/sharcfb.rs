//! SHARCFB archives: their binaries as members.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use bstr::{BStr, BString};
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_sharcfb::Archive;

use super::change::{named_files, save_bytes};
use super::content::no_such_members;
use super::kind::{ArchiveKind, Member};
use super::operation::Verb;
use super::{CommandLine, description, line};
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

/// `r` without an archive, or with a description: makes an archive from the description and the binaries that it names.
fn create(options: &CommandLine, session: &mut Session<'_>, streams: &mut Streams<'_>) {
    let archive = options.archive.display().to_string();
    let files = super::change::read_files(options, session, streams);
    if session.has_errors() {
        return;
    }
    let (descriptions, binaries): (Vec<_>, Vec<_>) = files
        .into_iter()
        .partition(|file| file.path.as_deref().is_some_and(is_description));
    let [description] = &descriptions[..] else {
        // With an archive, there is at least one.
        let lead = match descriptions.len() {
            0 => format!("`{archive}` does not exist;"),
            _ => format!("`{archive}`:"),
        };
        let found = descriptions.len();
        let message = format!(
            "{lead} a new SHARCFB archive needs one description (`.json`), and {found} are given"
        );
        let help = "`picadump --json` prints the description of an archive";
        let report = Report::of_file(Code::InvalidDescription, &archive, message).with_help(help);
        return session.reports.push(report);
    };
    let named = named_files(&binaries, session);
    session.reports.extend(super::change::twice(&named));
    let invalid =
        |message: String| Report::of_file(Code::InvalidDescription, &description.name, message);
    let mut new = match description::read(&description.bytes, named.len()) {
        Ok(new) => new,
        Err(error) => return session.reports.push(invalid(error)),
    };
    let names = new.binary_names();
    let by_name: HashMap<_, _> = named.iter().copied().collect();
    let mut done = String::new();
    let mut missing = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let Some(file) = by_name.get(BStr::new(name)) else {
            missing.push(name);
            continue;
        };
        let Some(stage) = new.binaries().get(index).map(|binary| binary.stage()) else {
            continue;
        };
        if let Err(error) = new.replace_binary(index, stage, file.bytes.clone()) {
            let message = format!("`{}` cannot be `{name}`: {error}", file.name);
            let report = Report::of_file(Code::WrongMember, &file.name, message);
            session.reports.push(report);
        }
        done.push_str(&line('a', BStr::new(name)));
    }
    if let Some(first) = missing.first() {
        let message = match missing.len() - 1 {
            0 => format!("no file `{first}` is given for a binary of the archive"),
            more => {
                format!("no files are given for binaries of the archive: `{first}` and {more} more")
            }
        };
        session.reports.push(invalid(message));
    }
    let known: HashSet<_> = names.iter().map(BStr::new).collect();
    for (name, file) in &named {
        if !known.contains(name) {
            let message = format!(
                "`{}`: the description has no binary of this name",
                shown(name)
            );
            session
                .reports
                .push(Report::of_file(Code::WrongMember, &file.name, message));
        }
    }
    if session.has_errors() {
        return;
    }
    let faults = new.faults();
    session
        .reports
        .extend(faults.iter().map(|fault| invalid(fault.to_string())));
    if !session.has_errors()
        && let Some(bytes) = written_as(&archive, &new, session)
    {
        save_bytes(options, bytes, &done, session, streams);
    }
}

/// Whether a file is named `*.json`.
fn is_description(path: &Path) -> bool {
    let suffix = path.extension();
    suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case(description::SUFFIX))
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
            let report = Report::of_file(Code::UnwritableArchive, name, message);
            session.reports.push(report);
            None
        }
    }
}
