//! The kinds of files, and the bytes and suffixes by which programs tell them apart.

use std::path::Path;

use crate::formats::archive::header::{MAGIC, THIN_MAGIC};
use crate::formats::layout::{DVLB, DVOJ};

/// The kinds of files that this crate reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FileKind {
    /// A shader binary: see [`shbin`](crate::formats::shbin).
    Shbin,
    /// An object: see [`object`](crate::formats::object).
    Object,
    /// An archive, possibly a thin one: see [`archive`](crate::formats::archive).
    Archive,
}

/// The first bytes of each kind of file. Every kind has a row.
const MAGICS: &[(&[u8], FileKind)] = &[
    (&DVLB, FileKind::Shbin),
    (&DVOJ, FileKind::Object),
    (&MAGIC, FileKind::Archive),
    (&THIN_MAGIC, FileKind::Archive),
];

impl FileKind {
    /// The name of the kind in messages, in the singular.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Shbin => "shader binary",
            Self::Object => "object",
            Self::Archive => "archive",
        }
    }

    /// Whether every file of this kind contains a NUL, so that a text with the same first bytes is not one.
    pub const fn has_nul(self) -> bool {
        matches!(self, Self::Shbin | Self::Object)
    }

    /// The suffixes of file names of this kind, in lower case and without the point. Programs write the first.
    pub const fn suffixes(self) -> &'static [&'static str] {
        match self {
            Self::Shbin => &["shbin"],
            Self::Object => &["dvoj"],
            Self::Archive => &["a", "dvar"],
        }
    }

    /// The kind that the suffix of a file name promises, in either case; `None` for other suffixes.
    pub fn of_name(path: &Path) -> Option<Self> {
        let suffix = path.extension()?;
        let mut kinds = MAGICS.iter().map(|&(_, kind)| kind);
        kinds.find(|kind| {
            let mut suffixes = kind.suffixes().iter();
            suffixes.any(|known| suffix.eq_ignore_ascii_case(known))
        })
    }
}

/// The kind of a file by its first bytes; `None` if they are those of no kind. The rest of the file can still be damaged.
pub fn recognise(file: &[u8]) -> Option<FileKind> {
    let mut magics = MAGICS.iter();
    let (_, kind) = magics.find(|(magic, _)| file.starts_with(magic))?;
    Some(*kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_first_bytes() {
        let kinds = [
            (&b"DVLB"[..], Some(FileKind::Shbin)),
            (b"DVOJ....", Some(FileKind::Object)),
            (b"!<arch>\n", Some(FileKind::Archive)),
            (b"!<thin>\n/", Some(FileKind::Archive)),
            (b"!<arch>", None),
            (b"DVLE....", None),
            (b"DVL", None),
            (b"", None),
        ];
        for (bytes, kind) in kinds {
            assert_eq!(recognise(bytes), kind, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn names_promise_kinds() {
        let kind = |name: &str| FileKind::of_name(Path::new(name));
        assert_eq!(kind("a.SHBIN"), Some(FileKind::Shbin));
        assert_eq!(kind("lib/a.b.dvoj"), Some(FileKind::Object));
        assert_eq!(
            (kind("a.dvar"), kind("a.A")),
            (Some(FileKind::Archive), Some(FileKind::Archive))
        );
        assert_eq!((kind("a.vsh"), kind(".a")), (None, None));
    }
}
