//! The kinds of archives, and the operations that each has.

use std::borrow::Cow;

use bstr::BStr;
use pica200_objfmt::formats::{FileKind, recognise};

use super::CommandLine;
use super::objects::Objects;
use crate::program::Streams;
use pica200::input::InputFile;
use pica200::session::Session;

/// All kinds of archives. The first is that of new archives, and of files that begin like no archive.
const KINDS: &[&dyn ArchiveKind] = &[&Objects];

/// A kind of archives. `t` and `x` are the same for all kinds: see `look`.
pub(super) trait ArchiveKind: Sync {
    /// The kind of the file.
    fn kind(&self) -> FileKind;

    /// The members, in the archive's order. `None` after the report on an archive that cannot be read.
    fn members<'f>(
        &self,
        options: &CommandLine,
        file: &'f InputFile,
        session: &mut Session<'_>,
    ) -> Option<Vec<Member<'f>>>;

    /// Carries out a verb that changes the archive, of which there is none yet if `archive` is `None`.
    fn change(
        &self,
        options: &CommandLine,
        archive: Option<&InputFile>,
        session: &mut Session<'_>,
        streams: &mut Streams<'_>,
    );
}

/// A file in an archive.
#[derive(Clone, Debug)]
pub(super) struct Member<'f> {
    /// Its name, which may be any bytes.
    pub(super) name: Cow<'f, BStr>,
    /// Its content.
    pub(super) bytes: Cow<'f, [u8]>,
}

/// The kind of an archive by its first bytes.
pub(super) fn kind_of(archive: Option<&InputFile>) -> &'static dyn ArchiveKind {
    let found = archive.and_then(|file| recognise(&file.bytes));
    let mut kinds = KINDS.iter().copied();
    kinds
        .find(|kind| Some(kind.kind()) == found)
        .unwrap_or(&Objects)
}
