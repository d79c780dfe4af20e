//! The files that sources in GLSL include.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use pica200_asm::Files;
use pica200_asm::text::{FilePiece, Lines};
use pica200_compile::{IncludedFile, Includes, Piece};
use pica200_link::file_name;

/// Finds the files that a source includes: in the folder of the including file, then in those of `-I`.
#[derive(Debug)]
pub(crate) struct IncludeFolders<'f> {
    /// Reads the files.
    pub(crate) files: &'f dyn Files,
    /// The folder of the source.
    pub(crate) folder: &'f Path,
    /// The folders that are searched after the folder of the including file, in order.
    pub(crate) include_paths: &'f [PathBuf],
}

impl Includes for IncludeFolders<'_> {
    fn read(&self, name: &str, from: Option<&Path>) -> Result<IncludedFile, String> {
        let own = from.map_or(Some(self.folder), Path::parent).unwrap_or(Path::new(""));
        // A name that begins with `/` means the folder of the source in some engines, which have no files of their own.
        let folders = [own, self.folder]
            .into_iter()
            .chain(self.include_paths.iter().map(PathBuf::as_path));
        let mut tried: Vec<PathBuf> = Vec::new();
        for folder in folders {
            let path = folder.join(name);
            if tried.contains(&path) {
                continue;
            }
            match self.files.read_ordinary(&path) {
                Ok(bytes) => {
                    return Ok(IncludedFile {
                        recorded: file_name(&path.display().to_string()).to_owned(),
                        path,
                        bytes,
                    });
                }
                Err(error) if error.kind() == ErrorKind::NotFound => tried.push(path),
                Err(error) => return Err(format!("cannot read `{}`: {error}", path.display())),
            }
        }
        let tried: Vec<_> = tried.iter().map(|path| format!("`{}`", path.display())).collect();
        Err(format!("cannot find `{name}`: there is no {}", tried.join(", ")))
    }
}

/// Returns the lines of a listing: those of the source, and behind them those of the files that it includes.
pub(super) fn lines(name: &str, listing: &str, pieces: &[Piece]) -> Lines {
    if pieces.is_empty() {
        return Lines::of_text(name, listing);
    }
    let shown: Vec<Option<String>> = pieces
        .iter()
        .map(|piece| Some(piece.path.as_ref()?.display().to_string()))
        .collect();
    let source = FilePiece {
        first: 0,
        recorded: name,
        shown: None,
        line: 1,
    };
    let included = pieces.iter().zip(&shown).map(|(piece, shown)| FilePiece {
        first: piece.first,
        recorded: &piece.recorded,
        shown: shown.as_deref(),
        line: 1,
    });
    Lines::of_pieces(listing, std::iter::once(source).chain(included))
}
