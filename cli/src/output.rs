//! Output files: written beside their destination and renamed, all of them or none.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::destination::{folder, is_ordinary, resolve_links};
use pica200::job::Destination;

/// Writes outputs: all of them, or none if one of them cannot be written. Only if the system refuses to rename a
/// complete file can the outputs before it already be in place. Existing files that are not ordinary files (pipes,
/// devices) are written in place, since no file can be renamed over them.
///
/// # Errors
///
/// The output that could not be written, and the reason.
pub fn write_all(
    outputs: &[(Destination, Vec<u8>)],
    stdout: &mut dyn Write,
) -> Result<(), (Destination, io::Error)> {
    let failed = |destination: &Destination| {
        let destination = destination.clone();
        move |error| (destination, error)
    };
    let mut staged = Vec::new();
    let mut direct = Vec::new();
    for (destination, bytes) in outputs {
        match destination {
            Destination::File(path) if is_ordinary(path) => {
                let file = Staged::write(path, bytes).map_err(failed(destination))?;
                staged.push((destination, file));
            }
            _ => direct.push((destination, bytes)),
        }
    }
    for (destination, bytes) in direct {
        write_in_place(destination, bytes, stdout).map_err(failed(destination))?;
    }
    for (destination, file) in staged {
        file.put_in_place().map_err(failed(destination))?;
    }
    Ok(())
}

fn write_in_place(
    destination: &Destination,
    bytes: &[u8],
    stdout: &mut dyn Write,
) -> io::Result<()> {
    match destination {
        Destination::Stdout => stdout.write_all(bytes).and_then(|()| stdout.flush()),
        Destination::File(path) => fs::OpenOptions::new()
            .write(true)
            .open(path)
            .and_then(|mut file| file.write_all(bytes)),
    }
}

/// A file that is written beside its target. It is removed unless it is put in place.
struct Staged {
    target: PathBuf,
    file: NamedTempFile,
    /// The permissions of the file to replace.
    permissions: Option<fs::Permissions>,
}

impl Staged {
    fn write(path: &Path, bytes: &[u8]) -> io::Result<Self> {
        let target = resolve_links(path);
        let permissions = permissions_of(&target)?;
        let mut builder = tempfile::Builder::new();
        if let Some(permissions) = default_permissions() {
            builder.permissions(permissions);
        }
        let staged = builder.prefix(".pica200-").tempfile_in(folder(&target));
        let mut file = staged.map_err(plain)?;
        file.write_all(bytes).map_err(plain)?;
        Ok(Self {
            target,
            file,
            permissions,
        })
    }

    fn put_in_place(self) -> io::Result<()> {
        if let Some(permissions) = self.permissions {
            self.file.as_file().set_permissions(permissions)?;
        }
        self.file
            .persist(self.target)
            .map_err(|error| error.error)?;
        Ok(())
    }
}

/// The permissions of an existing file. Renaming over a file does not check whether that file is writable, so this
/// function does.
fn permissions_of(target: &Path) -> io::Result<Option<fs::Permissions>> {
    let Ok(metadata) = fs::metadata(target) else {
        return Ok(None);
    };
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let permissions = metadata.permissions();
    if permissions.readonly() {
        return Err(io::Error::other("the file is read-only"));
    }
    Ok(Some(permissions))
}

/// The system's error without the path of the temporary file, which users do not know.
fn plain(error: io::Error) -> io::Error {
    if error.get_ref().is_none() {
        return error;
    }
    let text = error.to_string();
    let words = text.split(" at path \"").next().unwrap_or_default();
    io::Error::new(error.kind(), words)
}

/// The permissions of a new file, to which the system applies the process's mask.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have none")]
fn default_permissions() -> Option<fs::Permissions> {
    Some(std::os::unix::fs::PermissionsExt::from_mode(0o666))
}

#[cfg(not(unix))]
fn default_permissions() -> Option<fs::Permissions> {
    None
}

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    reason = "a test that cannot set up its files fails"
)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_when_one_output_cannot_be() {
        let directory = tempfile::tempdir().unwrap();
        let good = directory.path().join("good");
        let bad = directory.path().join("missing/bad");
        let outputs = [
            (Destination::File(good.clone()), vec![1, 2, 3]),
            (Destination::File(bad.clone()), vec![4]),
        ];
        let (destination, error) = write_all(&outputs, &mut io::sink()).unwrap_err();
        assert_eq!(destination, Destination::File(bad));
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains(".pica200-"));
        assert!(!good.exists());
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_file_is_replaced_and_a_directory_is_not() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("file");
        fs::write(&file, "old").unwrap();
        write_all(
            &[(Destination::File(file.clone()), b"new".to_vec())],
            &mut io::sink(),
        )
        .unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        let outputs = [(Destination::File(directory.path().to_owned()), vec![])];
        assert!(write_all(&outputs, &mut io::sink()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_symbolic_link_stays_one() {
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("file"), directory.path().join("link"));
        std::os::unix::fs::symlink("file", &link).unwrap();
        for content in ["first", "second"] {
            let outputs = [(Destination::File(link.clone()), content.into())];
            write_all(&outputs, &mut io::sink()).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read(&file).unwrap(), content.as_bytes());
        }
    }
}
