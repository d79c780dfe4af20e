//! Kinds of archives, and the operations that each supports.

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

/// A kind of archive. All kinds share `t` and `x`: see `inspect`.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// Archives of objects, in `ar` format.
    Objects,
    /// Archives of other systems.
    Foreign(&'static dyn ArchiveKind),
}

impl Kind {
    /// Determines the kind of an archive from its first bytes. Unknown files are taken for archives of objects.
    pub(super) fn detect(archive: Option<&InputFile>) -> Self {
        Self::find(archive.and_then(|file| recognise(&file.bytes)))
    }

    /// Determines the kind of a new archive from its name.
    pub(super) fn from_path(path: &Path) -> Self {
        Self::find(FileKind::from_path(path))
    }

    fn find(kind: Option<FileKind>) -> Self {
        let mut kinds = ARCHIVES.iter();
        let found = kinds.find(|known| Some(known.kind()) == kind);
        found.map_or(Self::Objects, |found| Self::Foreign(*found))
    }

    /// Returns the file kind.
    fn kind(self) -> FileKind {
        match self {
            Self::Objects => FileKind::Archive,
            Self::Foreign(kind) => kind.kind(),
        }
    }

    /// Returns the operations on these archives. All kinds have `t` and `x`.
    pub(super) fn verbs(self) -> &'static [Verb] {
        match self {
            Self::Objects => Verb::ALL,
            Self::Foreign(_) => &[Verb::Replace, Verb::List, Verb::Extract],
        }
    }

    /// Returns the members in archive order. Reports an error and returns `None` if the archive cannot be read.
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

    /// Runs a verb that modifies the archive; `archive` is `None` if it does not exist yet.
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

    /// Converts an archive to a byte order. Reports an error and returns `None` if it cannot be converted.
    pub(super) fn convert(self, file: &InputFile, order: ByteOrder, session: &mut Session<'_>) -> Option<Vec<u8>> {
        let converter = match self {
            Self::Objects => None,
            Self::Foreign(kind) => kind.converter(),
        };
        match converter {
            Some(convert) => convert(file, order, session),
            None => {
                session.diagnostics.push(fixed_byte_order(file));
                None
            }
        }
    }
}

/// Returns the error for an operation that archives of a kind do not support. Only `ar` archives have an index.
pub(super) fn unsupported_operation(kind: Kind, options: &CommandLine, archive: &InputFile) -> Option<Diagnostic> {
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
        "`{}` is {}, which does not support the operation `{wanted}`; it supports {}",
        archive.name,
        with_article(kind.kind().noun()),
        letters.join(", ")
    );
    Some(Diagnostic::for_file(Code::NoSuchOperation, &archive.name, message))
}

/// Builds the error for a file format with a fixed byte order.
fn fixed_byte_order(file: &InputFile) -> Diagnostic {
    let name = &file.name;
    let kind = match recognise(&file.bytes) {
        Some(kind) => with_article(kind.noun()),
        None => "a file of an unknown kind".to_owned(),
    };
    let message =
        format!("`{name}` is {kind}, whose byte order cannot be converted; `--byte-order` accepts SHARCFB archives");
    Diagnostic::for_file(Code::FixedByteOrder, name, message)
}
