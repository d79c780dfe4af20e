//! Kinds of archives, and the operations that each has.

use std::path::Path;

use pica200_diagnostics::Code;
use pica200_foreign::ARCHIVES;
use pica200_foreign::archive::{ArchiveKind, Member};
use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_objfmt::formats::{FileKind, recognise};

use super::operation::Verb;
use super::{CommandLine, foreign, objects};
use crate::program::Streams;
use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::session::Session;
use pica200::text::page::with_article;

/// A kind of archives. `t` and `x` are the same for all kinds: see `look`.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// Archives of objects, in the format of `ar`.
    Objects,
    /// Files of other systems with members.
    Foreign(&'static dyn ArchiveKind),
}

impl Kind {
    /// The kind of an archive by its first bytes. Files that begin like no archive are those of objects.
    pub(super) fn of(archive: Option<&InputFile>) -> Self {
        Self::find(archive.and_then(|file| recognise(&file.bytes)))
    }

    /// The kind of an archive that does not exist yet, by its name.
    pub(super) fn of_new(path: &Path) -> Self {
        Self::find(FileKind::of_name(path))
    }

    fn find(kind: Option<FileKind>) -> Self {
        let mut kinds = ARCHIVES.iter();
        let found = kinds.find(|known| Some(known.kind()) == kind);
        found.map_or(Self::Objects, |found| Self::Foreign(*found))
    }

    /// The kind of the file.
    fn kind(self) -> FileKind {
        match self {
            Self::Objects => FileKind::Archive,
            Self::Foreign(kind) => kind.kind(),
        }
    }

    /// The operations on these archives. All kinds have `t` and `x`.
    pub(super) fn verbs(self) -> &'static [Verb] {
        match self {
            Self::Objects => Verb::ALL,
            Self::Foreign(_) => &[Verb::Replace, Verb::List, Verb::Extract],
        }
    }

    /// The members, in the archive's order. `None` after the report on an archive that cannot be read.
    pub(super) fn members<'f>(
        self,
        options: &CommandLine,
        file: &'f InputFile,
        session: &mut Session<'_>,
    ) -> Option<Vec<Member<'f>>> {
        match self {
            Self::Objects => objects::members(options, file, session),
            Self::Foreign(kind) => Some(kind.open(file, session)?.members()),
        }
    }

    /// Carries out a verb that changes the archive, of which there is none yet if `archive` is `None`.
    pub(super) fn change(
        self,
        options: &CommandLine,
        archive: Option<&InputFile>,
        session: &mut Session<'_>,
        streams: &mut Streams<'_>,
    ) {
        match self {
            Self::Objects => objects::change(options, archive, session, streams),
            Self::Foreign(kind) => foreign::change(kind, options, archive, session, streams),
        }
    }

    /// The bytes of an archive in a byte order. `None` after the report on an archive that cannot be converted.
    pub(super) fn converted(self, file: &InputFile, order: ByteOrder, session: &mut Session<'_>) -> Option<Vec<u8>> {
        let converter = match self {
            Self::Objects => None,
            Self::Foreign(kind) => kind.converter(),
        };
        match converter {
            Some(convert) => convert(file, order, session),
            None => {
                session.diagnostics.push(fixed(file));
                None
            }
        }
    }
}

/// The report on an operation that archives of a kind do not have, `None` if they have it. Only the kind of `ar` has an
/// index.
pub(super) fn refusal(kind: Kind, options: &CommandLine, archive: &InputFile) -> Option<Diagnostic> {
    let verb = options.operation.verb;
    let wanted = if options.symbols && kind.kind() != FileKind::Archive {
        "t --symbols"
    } else if kind.verbs().contains(&verb) {
        return None;
    } else {
        verb.letter()
    };
    let letters: Vec<_> = kind.verbs().iter().map(|verb| verb.letter()).collect();
    let message = format!(
        "`{}` is {}, which has no operation `{wanted}`; its operations are {}",
        archive.name,
        with_article(kind.kind().noun()),
        letters.join(", ")
    );
    Some(Diagnostic::of_file(Code::NoSuchOperation, &archive.name, message))
}

/// The report on a file whose kind has one byte order.
fn fixed(file: &InputFile) -> Diagnostic {
    let name = &file.name;
    let kind = match recognise(&file.bytes) {
        Some(kind) => with_article(kind.noun()),
        None => "a file of an unknown kind".to_owned(),
    };
    let message =
        format!("`{name}` is {kind}, whose byte order cannot be converted; `--byte-order` takes SHARCFB archives");
    Diagnostic::of_file(Code::FixedByteOrder, name, message)
}
