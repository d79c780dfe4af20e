//! The kinds of archives, and the operations that each has.

use std::borrow::Cow;
use std::path::Path;

use bstr::BStr;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_objfmt::formats::{FileKind, recognise};

use super::CommandLine;
use super::bnsh::BnshFiles;
use super::convert::fixed;
use super::objects::Objects;
use super::operation::Verb;
use super::sharcfb::ShaderArchives;
use crate::program::Streams;
use pica200::input::InputFile;
use pica200::report::Report;
use pica200::session::Session;
use pica200::text::page::with_article;

/// All kinds of archives. The first is that of new archives, and of files that begin like no archive.
const KINDS: &[&dyn ArchiveKind] = &[&Objects, &ShaderArchives, &BnshFiles];

/// A kind of archives. `t` and `x` are the same for all kinds: see `look`.
pub(super) trait ArchiveKind: Sync {
    /// The kind of the file.
    fn kind(&self) -> FileKind;

    /// The operations on these archives. All kinds have `t` and `x`.
    fn verbs(&self) -> &'static [Verb];

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

    /// The bytes of an archive in a byte order. `None` after the report on an archive that cannot be converted.
    fn converted(
        &self,
        file: &InputFile,
        _order: ByteOrder,
        session: &mut Session<'_>,
    ) -> Option<Vec<u8>> {
        session.reports.push(fixed(file));
        None
    }
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

/// The kind of an archive that does not exist yet, by its name.
pub(super) fn kind_of_new(path: &Path) -> &'static dyn ArchiveKind {
    match FileKind::of_name(path) {
        Some(FileKind::Sharcfb) => &ShaderArchives,
        Some(FileKind::Bnsh) => &BnshFiles,
        _ => &Objects,
    }
}

/// The report on an operation that archives of a kind do not have, `None` if they have it. Only the kind of `ar` has an
/// index.
pub(super) fn refusal(
    kind: &dyn ArchiveKind,
    options: &CommandLine,
    archive: &InputFile,
) -> Option<Report> {
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
    Some(Report::of_file(
        Code::NoSuchOperation,
        &archive.name,
        message,
    ))
}
