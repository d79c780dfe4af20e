//! BNSH files: their pieces of code as members.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Display;
use std::ops::Range;

use bstr::{BStr, BString};
use pica200_bnsh::Bnsh;
use pica200_bnsh::part::{self, NoRoom, Part};
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;

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

/// BNSH files.
pub(super) struct BnshFiles;

impl ArchiveKind for BnshFiles {
    fn kind(&self) -> FileKind {
        FileKind::Bnsh
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
        let found = read(file, session)?;
        Some(members_of(&found.parts(), &file.bytes))
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
            // Other verbs are refused, and need a file.
            _ => {}
        }
    }
}

/// Reads a file without faults.
fn read<'f>(file: &'f InputFile, session: &mut Session<'_>) -> Option<Bnsh<'f>> {
    let (found, faults) = match Bnsh::read(&file.bytes) {
        Ok(mut found) => {
            let faults = std::mem::take(&mut found.faults);
            (Some(found), faults)
        }
        Err(fault) => (None, vec![fault]),
    };
    let diagnostics = faults.iter();
    let diagnostics =
        diagnostics.map(|fault| Diagnostic::of_fault(Code::DamagedFile, &file.name, fault));
    session.diagnostics.extend(diagnostics);
    found.filter(|_| faults.is_empty())
}

/// `r`: pieces of code that there are get new code, which may not be larger.
fn replace(
    options: &CommandLine,
    file: &InputFile,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let files = read_files(options, session, streams);
    let named = named_files(&files, session);
    session.diagnostics.extend(twice(&named));
    let Some(found) = read(file, session) else {
        return;
    };
    let parts = found.parts();
    let place = |name: &BStr| parts.iter().find(|part| *name == *part.name.as_bytes());
    let missing: Vec<_> = named.iter().map(|(name, _)| *name).collect();
    let missing = missing.into_iter().filter(|name| place(name).is_none());
    let members = members_of(&parts, &file.bytes);
    session
        .diagnostics
        .extend(no_such_members(&file.name, missing, &members));
    let mut bytes = file.bytes.to_vec();
    let mut done = String::new();
    let mut replaced: HashMap<Range<usize>, &InputFile> = HashMap::new();
    for (name, new) in &named {
        let Some(part) = place(name) else {
            continue;
        };
        let wrong = |reason: &dyn Display| {
            let message = format!("`{}` cannot replace `{}`: {reason}", new.name, shown(name));
            Diagnostic::of_file(Code::WrongMember, &new.name, message)
        };
        let earlier = replaced.insert(part.range.clone(), *new);
        if let Some(other) = earlier.filter(|other| other.bytes != new.bytes) {
            let reason = format!(
                "it shares its code with the member that `{}` replaces; give both the same code",
                other.name
            );
            session.diagnostics.push(wrong(&reason));
        } else if let Err(error) = part::replace(&mut bytes, &parts, part, &new.bytes) {
            let diagnostic = wrong(&error);
            session.diagnostics.push(match error {
                NoRoom::TooLarge { .. } => diagnostic.with_help(
                    "make the file anew, with a description that `picadump --json` prints",
                ),
                _ => diagnostic,
            });
        }
        done.push_str(&line('r', name));
    }
    if !session.has_errors() {
        save_bytes(options, bytes, &done, session, streams);
    }
}

/// `r` without a file, or with a description: makes a file from the description and the code that it names.
fn create(options: &CommandLine, session: &mut Session<'_>, streams: &mut Streams<'_>) {
    let files = read_files(options, session, streams);
    if session.has_errors() {
        return;
    }
    let Some(mut parts) = Parts::new(options, FileKind::Bnsh, "file", &files, session) else {
        return;
    };
    let contents = match description::bnsh::read(&mut parts) {
        Ok(contents) => contents,
        Err(error) => return session.diagnostics.push(parts.invalid(error)),
    };
    let description = &parts.description.name;
    let done = parts.finish(["piece of code", "pieces of code"], session);
    if session.has_errors() {
        return;
    }
    match pica200_bnsh::write::write(&contents) {
        Ok(bytes) => save_bytes(options, bytes, &done, session, streams),
        Err(error) => {
            let message = error.to_string();
            let diagnostic = Diagnostic::of_file(Code::InvalidDescription, description, message);
            session.diagnostics.push(diagnostic);
        }
    }
}

/// The pieces of code of a file, which has these bytes.
fn members_of<'f>(parts: &[Part], file: &'f [u8]) -> Vec<Member<'f>> {
    let member = |part: &Part| Member {
        name: Cow::Owned(BString::from(part.name.as_str())),
        bytes: Cow::Borrowed(file.get(part.range.clone()).unwrap_or_default()),
    };
    parts.iter().map(member).collect()
}
