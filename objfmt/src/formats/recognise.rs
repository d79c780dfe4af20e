//! File kinds: detection by first bytes and suffixes.

use std::path::Path;

use crate::formats::FileKind;

/// The properties of a file kind. The methods of [`FileKind`] with the same names explain them.
pub(super) struct KindInfo {
    pub(super) magics: &'static [&'static [u8]],
    pub(super) noun: &'static str,
    pub(super) suffixes: &'static [&'static str],
    pub(super) has_nul: bool,
}

/// Declares the file kinds, each with all its properties.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident: $facts:expr;)*) => {
        /// A kind of file that programs can recognise.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum FileKind {
            $($(#[$doc])* $kind,)*
        }

        impl FileKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            const fn facts(self) -> &'static KindInfo {
                match self {
                    $(Self::$kind => const { &$facts },)*
                }
            }
        }
    };
}
pub(super) use kinds;

impl FileKind {
    /// Returns the magics of files of this kind. Each file has one of them.
    pub const fn magics(self) -> &'static [&'static [u8]] {
        self.facts().magics
    }

    /// Returns the name of the kind in messages, in the singular.
    pub const fn noun(self) -> &'static str {
        self.facts().noun
    }

    /// Returns true if every file of this kind contains a NUL, so that a text with the same first bytes is not one.
    pub const fn has_nul(self) -> bool {
        self.facts().has_nul
    }

    /// Returns the suffixes of file names of this kind, in lower case and without the dot. The first one is the default
    /// for output.
    pub const fn suffixes(self) -> &'static [&'static str] {
        self.facts().suffixes
    }

    /// Returns the kind that belongs to the suffix of a file name, in either case; `None` for other suffixes.
    pub fn from_path(path: &Path) -> Option<Self> {
        let suffix = path.extension()?;
        Self::ALL.iter().copied().find(|kind| {
            let mut suffixes = kind.suffixes().iter();
            suffixes.any(|known| suffix.eq_ignore_ascii_case(known))
        })
    }
}

/// Returns the kind of a file by its first bytes; `None` for unknown files. The rest of the file can still be damaged.
pub fn recognise(file: &[u8]) -> Option<FileKind> {
    FileKind::ALL.iter().copied().find(|kind| {
        let mut magics = kind.magics().iter();
        magics.any(|magic| file.starts_with(magic))
    })
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
    fn kinds_have_first_bytes_and_suffixes_of_their_own() {
        for kind in FileKind::ALL {
            assert!(!kind.magics().is_empty(), "{}", kind.noun());
            for magic in kind.magics() {
                assert_eq!(recognise(magic), Some(*kind));
            }
            for suffix in kind.suffixes() {
                let name = format!("x.{suffix}");
                assert_eq!(FileKind::from_path(Path::new(&name)), Some(*kind));
            }
        }
    }

    #[test]
    fn names_promise_kinds() {
        let kind = |name: &str| FileKind::from_path(Path::new(name));
        assert_eq!(kind("a.SHBIN"), Some(FileKind::Shbin));
        assert_eq!(kind("lib/a.b.dvoj"), Some(FileKind::Object));
        assert_eq!(
            (kind("a.dvar"), kind("a.A")),
            (Some(FileKind::Archive), Some(FileKind::Archive))
        );
        assert_eq!((kind("a.vsh"), kind(".a")), (None, None));
    }
}
