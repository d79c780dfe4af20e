//! SHARCFB archives, with binaries as members.

use std::borrow::Cow;

use bstr::BString;
use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::session::Session;
use pica200::text::page::shown;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;
use pica200_report::view::damage;
use pica200_sharcfb::Archive as ShaderArchive;
use pica200_sharcfb::archive::Binary;

use super::{Format, description};
use crate::archive::{Archive, ArchiveInputs, ArchiveKind, Converter, Member, NewArchive};

impl ArchiveKind for Format {
    fn kind(&self) -> FileKind {
        FileKind::Sharcfb
    }

    fn owner(&self) -> &'static str {
        "archive"
    }

    fn open<'f>(&self, file: &'f InputFile, session: &mut Session<'_>) -> Option<Box<dyn Archive<'f> + 'f>> {
        let archive = read(file, session)?;
        let names = archive.binary_names();
        Some(Box::new(OpenArchive { archive, names }))
    }

    fn create(&self, name: &str, mut parts: ArchiveInputs<'_>, session: &mut Session<'_>) -> Option<NewArchive> {
        let mut new = match description::read(&parts.description.bytes, parts.members.len()) {
            Ok(new) => new,
            Err(error) => {
                session.diagnostics.push(parts.invalid(error));
                return None;
            }
        };
        for (index, name) in new.binary_names().iter().enumerate() {
            let stage = new.binaries().get(index).map(|binary| binary.stage());
            let (Some(file), Some(stage)) = (parts.take(name), stage) else {
                continue;
            };
            if let Err(error) = new.replace_binary(index, stage, file.bytes.clone()) {
                let message = format!("`{}` cannot be `{name}`: {error}", file.name);
                let diagnostic = Diagnostic::for_file(Code::WrongMember, &file.name, message);
                session.diagnostics.push(diagnostic);
            }
        }
        let description = parts.description;
        let added = parts.finish(["binary", "binaries"], session);
        if session.has_errors() {
            return None;
        }
        let invalid = |fault: &dyn std::fmt::Display| {
            Diagnostic::for_file(Code::InvalidDescription, &description.name, fault.to_string())
        };
        session
            .diagnostics
            .extend(new.faults().iter().map(|fault| invalid(fault)));
        if session.has_errors() {
            return None;
        }
        let mut made = Vec::new();
        let write = write(name, &new).map(|bytes| NewArchive { bytes, added });
        session.keep(write, &mut made);
        made.pop()
    }

    fn converter(&self) -> Option<Converter> {
        Some(|file, order, session| {
            let mut archive = read(file, session)?;
            let converted = archive.convert(order);
            let converted = converted.map_err(|error| Diagnostic::for_fault(Code::FixedByteOrder, &file.name, &error));
            let mut made = Vec::new();
            let bytes = converted.and_then(|()| write(&file.name, &archive));
            session.keep(bytes, &mut made);
            made.pop()
        })
    }
}

/// Reads an archive without unreadable records.
fn read(file: &InputFile, session: &mut Session<'_>) -> Option<ShaderArchive> {
    let (archive, faults) = match ShaderArchive::inspect(&file.bytes) {
        Ok(inspection) => (Some(inspection.archive), inspection.damage),
        Err(error) => (None, vec![error]),
    };
    let diagnostics = faults.iter().map(|error| damage(&file.name, error));
    session.diagnostics.extend(diagnostics);
    let archive = archive.filter(|_| faults.is_empty())?;
    if !archive.is_known_version() {
        let message = format!(
            "`{}` has version {}; only versions 8 and 9 are supported",
            file.name,
            archive.version()
        );
        let diagnostic = Diagnostic::for_file(Code::OtherVersion, &file.name, message);
        session.diagnostics.push(diagnostic);
        return None;
    }
    Some(archive)
}

/// An archive whose binaries are being replaced.
struct OpenArchive {
    archive: ShaderArchive,
    /// The names of the original binaries.
    names: Vec<String>,
}

impl<'f> Archive<'f> for OpenArchive {
    fn members(&self) -> Vec<Member<'f>> {
        let named = self.names.iter().zip(self.archive.binaries());
        let member = |(name, binary): (&String, &Binary)| Member {
            name: Cow::Owned(BString::from(name.as_str())),
            bytes: Cow::Owned(binary.data().to_vec()),
        };
        named.map(member).collect()
    }

    fn replace(&mut self, member: usize, new: &'f InputFile) -> Result<(), Diagnostic> {
        let stage = self.archive.binaries().get(member).map(Binary::stage);
        let (Some(stage), Some(name)) = (stage, self.names.get(member)) else {
            return Ok(());
        };
        let replaced = self.archive.replace_binary(member, stage, new.bytes.clone());
        replaced.map_err(|error| {
            let name = shown(name.as_bytes());
            let message = format!("`{}` cannot replace `{name}`: {error}", new.name);
            Diagnostic::for_file(Code::WrongMember, &new.name, message)
        })
    }

    fn write(self: Box<Self>, name: &str) -> Result<Vec<u8>, Diagnostic> {
        write(name, &self.archive)
    }
}

/// Returns the bytes of an archive. `name` is used in messages.
fn write(name: &str, archive: &ShaderArchive) -> Result<Vec<u8>, Diagnostic> {
    archive.write().map_err(|error| {
        let message = format!("cannot write `{name}`: {error}");
        Diagnostic::for_file(Code::UnwritableArchive, name, message)
    })
}
