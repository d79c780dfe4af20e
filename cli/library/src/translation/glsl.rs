//! Include lookup for GLSL.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use pica200_asm::Files;
use pica200_asm::text::{FilePiece, Lines};
use pica200_compile::{IncludedFile, Includes, Piece};
use pica200_link::file_name;

/// Finds the includes of a source: first in the directory of the including file, then in the `-I` directories.
#[derive(Debug)]
pub(crate) struct IncludeDirs<'f> {
    /// Provider of the files.
    pub(crate) files: &'f dyn Files,
    /// Directory of the source.
    pub(crate) dir: &'f Path,
    /// Directories searched after the directory of the including file, in order.
    pub(crate) include_paths: &'f [PathBuf],
}

impl Includes for IncludeDirs<'_> {
    fn read(&self, name: &str, from: Option<&Path>) -> Result<IncludedFile, String> {
        let own = from.map_or(Some(self.dir), Path::parent).unwrap_or(Path::new(""));
        // In some engines, a name that begins with `/` is relative to the source's directory.
        let dirs = [own, self.dir]
            .into_iter()
            .chain(self.include_paths.iter().map(PathBuf::as_path));
        let mut tried: Vec<PathBuf> = Vec::new();
        for dir in dirs {
            let path = dir.join(name);
            if tried.contains(&path) {
                continue;
            }
            match self.files.read_regular(&path) {
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

/// Returns the lines of a listing: the source's lines, followed by the lines of its includes.
pub(super) fn lines(name: &str, listing: &str, pieces: &[Piece]) -> Lines {
    if pieces.is_empty() {
        return Lines::from_text(name, listing);
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
    Lines::from_pieces(listing, std::iter::once(source).chain(included))
}
