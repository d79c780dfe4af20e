//! Kinds of archives, and the operations that each has.

use std::borrow::Cow;

use bstr::BStr;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_objfmt::formats::{FileKind, recognise};

use super::CommandLine;
use super::operation::Verb;
use crate::program::Streams;
use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::session::Session;
use pica200::text::page::with_article;

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
        session.diagnostics.push(fixed(file));
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

/// The report on an operation that archives of a kind do not have, `None` if they have it. Only the kind of `ar` has an
/// index.
pub(super) fn refusal(
    kind: &dyn ArchiveKind,
    options: &CommandLine,
    archive: &InputFile,
) -> Option<Diagnostic> {
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
    Some(Diagnostic::of_file(
        Code::NoSuchOperation,
        &archive.name,
        message,
    ))
}

/// The report on a file whose kind has one byte order.
fn fixed(file: &InputFile) -> Diagnostic {
    let name = &file.name;
    let kind = match recognise(&file.bytes) {
        Some(kind) => with_article(kind.noun()),
        None => "a file of an unknown kind".to_owned(),
    };
    let message = format!(
        "`{name}` is {kind}, whose byte order cannot be converted; `--byte-order` takes SHARCFB archives"
    );
    Diagnostic::of_file(Code::FixedByteOrder, name, message)
}
