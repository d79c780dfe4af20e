//! Archives of objects: library search by name, and errors of unreadable archives.

use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::path::PathBuf;

use bstr::ByteSlice;
use pica200_asm::Files;
use pica200_diagnostics::Code;
use pica200_link::Library;
use pica200_objfmt::formats::archive::{Archive, ArchiveError, ArchiveErrorKind, ArchivePart};

use crate::diagnostic::Diagnostic;
use crate::input::InputFile;

/// Finds the library for `-l NAME`. Directories are searched in order.
///
/// # Errors
///
/// Returns a diagnostic that lists the directories if the library is not found, or says why it cannot be read.
pub(crate) fn find(name: &OsStr, dirs: &[PathBuf], files: &dyn Files) -> Result<InputFile, Diagnostic> {
    let candidates = candidates(name);
    for dir in dirs {
        for candidate in &candidates {
            let path = dir.join(candidate);
            match files.read(&path) {
                Ok(bytes) => return Ok(InputFile::new(path, bytes)),
                Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {}
                Err(error) => return Err(InputFile::unreadable(&path, &error)),
            }
        }
    }
    Err(missing(name, &candidates, dirs))
}

/// Returns the possible file names of a library.
fn candidates(name: &OsStr) -> Vec<OsString> {
    let exact = <[u8]>::from_os_str(name)
        .and_then(|name| name.strip_prefix(b":"))
        .and_then(|name| name.to_os_str().ok());
    if let Some(exact) = exact {
        return vec![exact.to_owned()];
    }
    let framed = |before: &str, after: &str| {
        let mut candidate = OsString::from(before);
        candidate.push(name);
        candidate.push(after);
        candidate
    };
    vec![framed("lib", ".a"), framed("", ".dvar"), framed("lib", ".dvar")]
}

fn missing(name: &OsStr, candidates: &[OsString], dirs: &[PathBuf]) -> Diagnostic {
    let quoted = |name: &OsStr| format!("`{}`", name.display());
    let candidates: Vec<_> = candidates.iter().map(|c| quoted(c)).collect();
    let dirs: Vec<_> = dirs.iter().map(|f| quoted(f.as_os_str())).collect();
    let name = name.display();
    let looked = candidates.join(", ");
    let message = if dirs.is_empty() {
        format!("no library `{name}`: no directory to search for {looked}")
    } else {
        format!("no library `{name}`: {looked} not found in {}", dirs.join(", "))
    };
    Diagnostic::without_file(Code::MissingLibrary, message).with_help("add its directory to the library paths")
}

/// Reads an archive for a link.
///
/// # Errors
///
/// Returns a diagnostic if the archive cannot be read.
pub(crate) fn read(file: &InputFile) -> Result<Library<'_>, Diagnostic> {
    match Archive::read(&file.bytes) {
        Ok(archive) => Ok(Library {
            name: file.name.clone(),
            archive,
        }),
        Err(error) => Err(unreadable(&file.name, &error)),
    }
}

/// Returns the diagnostic for an archive that cannot be read.
pub fn unreadable(name: &str, error: &ArchiveError) -> Diagnostic {
    let message = format!("`{name}` cannot be read as an archive: {error}");
    let diagnostic = Diagnostic::for_file(Code::UnreadableArchive, name, message);
    match (&error.kind, error.part) {
        (ArchiveErrorKind::Thin, _) => diagnostic
            .with_help("create an archive that contains its members with `picaar rc`, or with `ar` without `T`"),
        (ArchiveErrorKind::Magic { .. }, _) => diagnostic.with_help("the suffix .a or .dvar means an archive"),
        (_, ArchivePart::Index(_)) => diagnostic.with_help(format!("rebuild the index with `picaar s {name}`")),
        _ => diagnostic,
    }
}
