//! Telling files apart.

use crate::formats::layout;

/// The kinds of files that this crate reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FileKind {
    /// A shader binary: [`shbin::Shbin::read`] takes it.
    Shbin,
    /// An object: [`object::Object::read`] takes it.
    Object,
}

/// What a file is by the four bytes that it begins with, `None` for anything else.
pub fn kind_of_file(file: &[u8]) -> Option<FileKind> {
    match *file.first_chunk::<4>()? {
        layout::DVLB => Some(FileKind::Shbin),
        layout::DVOJ => Some(FileKind::Object),
        _ => None,
    }
}
