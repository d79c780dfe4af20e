//! BNSH files: their pieces of code as members.

use std::borrow::Cow;

use bstr::BString;
use pica200_bnsh::Bnsh;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;

use super::CommandLine;
use super::kind::{ArchiveKind, Member};
use super::operation::Verb;
use crate::program::Streams;
use pica200::input::InputFile;
use pica200::report::Report;
use pica200::session::Session;

/// BNSH files.
pub(super) struct BnshFiles;

impl ArchiveKind for BnshFiles {
    fn kind(&self) -> FileKind {
        FileKind::Bnsh
    }

    fn verbs(&self) -> &'static [Verb] {
        &[Verb::List, Verb::Extract]
    }

    fn members<'f>(
        &self,
        _options: &CommandLine,
        file: &'f InputFile,
        session: &mut Session<'_>,
    ) -> Option<Vec<Member<'f>>> {
        let found = match Bnsh::read(&file.bytes) {
            Ok(found) => found,
            Err(fault) => {
                let report = Report::of_fault(Code::DamagedFile, &file.name, &fault);
                session.reports.push(report);
                return None;
            }
        };
        let faults = found.faults.iter();
        let reports = faults.map(|fault| Report::of_fault(Code::DamagedFile, &file.name, fault));
        session.reports.extend(reports);
        if !found.faults.is_empty() {
            return None;
        }
        let members = found.parts().into_iter().map(|part| Member {
            name: Cow::Owned(BString::from(part.name)),
            bytes: Cow::Borrowed(found.bytes().get(part.range).unwrap_or_default()),
        });
        Some(members.collect())
    }

    fn change(
        &self,
        _options: &CommandLine,
        _archive: Option<&InputFile>,
        _session: &mut Session<'_>,
        _streams: &mut Streams<'_>,
    ) {
        // All verbs that change archives are refused.
    }
}
