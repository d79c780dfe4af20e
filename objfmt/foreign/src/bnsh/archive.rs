//! BNSH files, with pieces of code as members.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Display;
use std::ops::Range;

use bstr::BString;
use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::session::Session;
use pica200::text::page::shown;
use pica200_bnsh::Bnsh;
use pica200_bnsh::part::{self, Part, ReplaceError};
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;
use pica200_report::view::damage;

use super::{Format, description};
use crate::archive::{Archive, ArchiveInputs, ArchiveKind, Member, NewArchive};

impl ArchiveKind for Format {
    fn kind(&self) -> FileKind {
        FileKind::Bnsh
    }

    fn owner(&self) -> &'static str {
        "file"
    }

    fn open<'f>(&self, file: &'f InputFile, session: &mut Session<'_>) -> Option<Box<dyn Archive<'f> + 'f>> {
        let found = read(file, session)?;
        Some(Box::new(OpenArchive {
            file: &file.bytes,
            parts: found.parts(),
            bytes: file.bytes.clone(),
            replaced: HashMap::new(),
        }))
    }

    fn create(&self, _name: &str, mut parts: ArchiveInputs<'_>, session: &mut Session<'_>) -> Option<NewArchive> {
        let contents = match description::read(&mut parts) {
            Ok(contents) => contents,
            Err(error) => {
                session.diagnostics.push(parts.invalid(error));
                return None;
            }
        };
        let description = &parts.description.name;
        let added = parts.finish(["piece of code", "pieces of code"], session);
        if session.has_errors() {
            return None;
        }
        match pica200_bnsh::write::write(&contents) {
            Ok(bytes) => Some(NewArchive { bytes, added }),
            Err(error) => {
                let message = error.to_string();
                let diagnostic = Diagnostic::for_file(Code::InvalidDescription, description, message);
                session.diagnostics.push(diagnostic);
                None
            }
        }
    }
}

/// Reads a file without errors.
fn read<'f>(file: &'f InputFile, session: &mut Session<'_>) -> Option<Bnsh<'f>> {
    let (found, faults) = match Bnsh::read(&file.bytes) {
        Ok(mut found) => {
            let faults = std::mem::take(&mut found.faults);
            (Some(found), faults)
        }
        Err(fault) => (None, vec![fault]),
    };
    let diagnostics = faults.iter();
    let diagnostics = diagnostics.map(|fault| damage(&file.name, fault));
    session.diagnostics.extend(diagnostics);
    found.filter(|_| faults.is_empty())
}

/// A file whose code is being replaced.
struct OpenArchive<'f> {
    /// The original bytes.
    file: &'f [u8],
    parts: Vec<Part>,
    /// The bytes with the new code.
    bytes: Vec<u8>,
    /// The replaced pieces, by byte range.
    replaced: HashMap<Range<usize>, &'f InputFile>,
}

impl<'f> Archive<'f> for OpenArchive<'f> {
    fn members(&self) -> Vec<Member<'f>> {
        let member = |part: &Part| Member {
            name: Cow::Owned(BString::from(part.name.as_str())),
            bytes: Cow::Borrowed(self.file.get(part.range.clone()).unwrap_or_default()),
        };
        self.parts.iter().map(member).collect()
    }

    /// New code may not be larger.
    fn replace(&mut self, member: usize, new: &'f InputFile) -> Result<(), Diagnostic> {
        let Some(part) = self.parts.get(member) else {
            return Ok(());
        };
        let wrong = |reason: &dyn Display| {
            let message = format!(
                "`{}` cannot replace `{}`: {reason}",
                new.name,
                shown(part.name.as_bytes())
            );
            Diagnostic::for_file(Code::WrongMember, &new.name, message)
        };
        let earlier = self.replaced.insert(part.range.clone(), new);
        if let Some(other) = earlier.filter(|other| other.bytes != new.bytes) {
            let reason = format!(
                "it shares its code with the member that `{}` replaces; give both the same code",
                other.name
            );
            return Err(wrong(&reason));
        }
        part::replace(&mut self.bytes, &self.parts, part, &new.bytes).map_err(|error| {
            let diagnostic = wrong(&error);
            match error {
                ReplaceError::TooLarge { .. } => {
                    diagnostic.with_help("create a new file from a description printed by `picadump --json`")
                }
                _ => diagnostic,
            }
        })
    }

    fn write(self: Box<Self>, _name: &str) -> Result<Vec<u8>, Diagnostic> {
        Ok(self.bytes)
    }
}
