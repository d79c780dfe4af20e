//! The kinds of files, and the bytes and suffixes by which programs tell them apart.

use std::path::Path;

use crate::formats::FileKind;

/// The facts about a kind of file that tell it from others; the methods of [`FileKind`] of the same names explain them.
pub(super) struct Facts {
    pub(super) magics: &'static [&'static [u8]],
    pub(super) noun: &'static str,
    pub(super) suffixes: &'static [&'static str],
    pub(super) has_nul: bool,
}

/// Declares the kinds, each with all its facts.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident: $facts:expr;)*) => {
        /// The kinds of files that programs tell from others.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum FileKind {
            $($(#[$doc])* $kind,)*
        }

        impl FileKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            const fn facts(self) -> &'static Facts {
                match self {
                    $(Self::$kind => const { &$facts },)*
                }
            }
        }
    };
}
pub(super) use kinds;

impl FileKind {
    /// The first bytes of files of this kind, of which each file has one form.
    pub const fn magics(self) -> &'static [&'static [u8]] {
        self.facts().magics
    }

    /// The name of the kind in messages, in the singular.
    pub const fn noun(self) -> &'static str {
        self.facts().noun
    }

    /// Whether every file of this kind contains a NUL, so that a text with the same first bytes is not one.
    pub const fn has_nul(self) -> bool {
        self.facts().has_nul
    }

    /// The suffixes of file names of this kind, in lower case and without the point. Programs write the first.
    pub const fn suffixes(self) -> &'static [&'static str] {
        self.facts().suffixes
    }

    /// The kind that the suffix of a file name promises, in either case; `None` for other suffixes.
    pub fn of_name(path: &Path) -> Option<Self> {
        let suffix = path.extension()?;
        Self::ALL.iter().copied().find(|kind| {
            let mut suffixes = kind.suffixes().iter();
            suffixes.any(|known| suffix.eq_ignore_ascii_case(known))
        })
    }
}

/// The kind of a file by its first bytes; `None` if they are those of no kind. The rest of the file can still be
/// damaged.
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
                assert_eq!(FileKind::of_name(Path::new(&name)), Some(*kind));
            }
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
