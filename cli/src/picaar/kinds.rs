//! All kinds of archives.

use std::path::Path;

use pica200_objfmt::formats::{FileKind, recognise};

use super::bnsh::BnshFiles;
use super::kind::ArchiveKind;
use super::objects::Objects;
use super::sharcfb::ShaderArchives;
use pica200::input::InputFile;

/// All kinds of archives. The first is that of new archives, and of files that begin like no archive.
const KINDS: &[&dyn ArchiveKind] = &[&Objects, &ShaderArchives, &BnshFiles];

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
