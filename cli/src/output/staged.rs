//! A file that is staged for its target.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use tempfile::NamedTempFile;

use super::signals::SignalGuard;
use super::sweep::{PREFIX, RANDOM_LENGTH};
use super::unnamed;
use crate::destination::parent_directory;

/// How often replacing an open file is attempted, and the delay between attempts.
const ATTEMPTS: u32 = 50;
const PAUSE: Duration = Duration::from_millis(10);

/// A file that is ready to be put in place. It is removed on drop.
pub(super) struct Staged<'b> {
    target: PathBuf,
    bytes: &'b [u8],
    /// Permissions of the file to replace.
    permissions: Option<fs::Permissions>,
    place: Storage,
}

/// Where the bytes are until they are at their target.
enum Storage {
    /// An unnamed file.
    Unnamed(File),
    /// In memory. The target's directory accepts new files.
    Memory,
    /// A temporary file next to the target.
    Beside(NamedTempFile),
    /// In memory. The target's directory accepts no new files, but the target, which is open, is writable.
    Target(File),
    /// Already at the target, which is open.
    Unchanged(File),
}

impl<'b> Staged<'b> {
    /// Does everything that can fail and that leaves nothing behind if the program is killed.
    pub(super) fn prepare(target: PathBuf, bytes: &'b [u8]) -> io::Result<Self> {
        let permissions = existing_permissions(&target)?;
        let unchanged = permissions.as_ref().and_then(|_| unchanged(&target, bytes));
        let place = match unchanged {
            Some(file) => Storage::Unchanged(file),
            None => match unnamed::create(parent_directory(&target)) {
                Ok(mut file) => {
                    file.write_all(bytes)?;
                    Storage::Unnamed(file)
                }
                Err(_) => Storage::create_named(&target)?,
            },
        };
        Ok(Self {
            target,
            bytes,
            permissions,
            place,
        })
    }

    /// Writes the bytes that are still in memory.
    pub(super) fn write(&mut self) -> io::Result<()> {
        match &mut self.place {
            Storage::Unnamed(_) | Storage::Beside(_) | Storage::Unchanged(_) => Ok(()),
            Storage::Memory => {
                let mut file = beside(&self.target)?;
                file.write_all(self.bytes).map_err(without_path)?;
                self.place = Storage::Beside(file);
                Ok(())
            }
            Storage::Target(file) => {
                file.write_all(self.bytes)?;
                let len = file.stream_position()?;
                file.set_len(len)
            }
        }
    }

    /// Puts the file at its target. Returns the directory if this program, or one that was killed at the same work, may
    /// have left a temporary file there.
    pub(super) fn put_in_place(self) -> io::Result<Option<PathBuf>> {
        let used = parent_directory(&self.target).to_owned();
        let set_permissions = |file: &File| match self.permissions {
            Some(permissions) => file.set_permissions(permissions),
            None => Ok(()),
        };
        match self.place {
            Storage::Memory | Storage::Target(_) => return Ok(None),
            Storage::Unchanged(file) => set_time(&file)?,
            Storage::Beside(file) => {
                set_permissions(file.as_file())?;
                put(file, &self.target)?;
            }
            Storage::Unnamed(file) => {
                set_permissions(&file)?;
                if unnamed::link(&file, &self.target).is_ok() {
                    return Ok(None);
                }
                // A link replaces no file, but a rename does.
                let named = builder().make_in(&used, |path| unnamed::link(&file, path));
                put(named.map_err(without_path)?, &self.target)?;
            }
        }
        Ok(Some(used))
    }
}

/// Renames a file to its target. On Windows, retries while another program, such as a virus scanner, has the target
/// open.
fn put<F>(mut file: NamedTempFile<F>, target: &Path) -> io::Result<()> {
    let mut attempts = if cfg!(windows) { ATTEMPTS } else { 1 };
    loop {
        let Err(error) = file.persist(target) else {
            return Ok(());
        };
        attempts -= 1;
        if attempts == 0 || error.error.kind() != io::ErrorKind::PermissionDenied {
            return Err(error.error);
        }
        sleep(PAUSE);
        file = error.file;
    }
}

impl Storage {
    /// Determines whether a file can be created next to its target, or else whether the target is writable.
    fn create_named(target: &Path) -> io::Result<Self> {
        let _held = SignalGuard::begin();
        let error = match beside(target) {
            Ok(_) => return Ok(Self::Memory),
            Err(error) => error,
        };
        match error.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                let itself = OpenOptions::new().write(true).open(target);
                itself.map(Self::Target).map_err(|_| error)
            }
            _ => Err(error),
        }
    }
}

/// Returns the target, open for writing, if it already has these bytes. A file that cannot be read or written is
/// replaced like any other.
fn unchanged(target: &Path, bytes: &[u8]) -> Option<File> {
    let len = u64::try_from(bytes.len()).ok()?;
    if fs::metadata(target).ok()?.len() != len {
        return None;
    }
    let mut file = OpenOptions::new().read(true).write(true).open(target).ok()?;
    let mut found = Vec::with_capacity(bytes.len());
    (&mut file).take(len.saturating_add(1)).read_to_end(&mut found).ok()?;
    (found == bytes).then_some(file)
}

/// Sets the modification time to now, as if the file had been written.
#[cfg(unix)]
fn set_time(file: &File) -> io::Result<()> {
    use nix::sys::stat::futimens;
    use nix::sys::time::TimeSpec;
    Ok(futimens(file, &TimeSpec::UTIME_NOW, &TimeSpec::UTIME_NOW)?)
}

/// Sets the modification time to now, as if the file had been written.
#[cfg(not(unix))]
fn set_time(file: &File) -> io::Result<()> {
    file.set_modified(std::time::SystemTime::now())
}

/// Creates a temporary file next to a target.
fn beside(target: &Path) -> io::Result<NamedTempFile> {
    builder().tempfile_in(parent_directory(target)).map_err(without_path)
}

fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).rand_bytes(RANDOM_LENGTH);
    if let Some(permissions) = default_permissions() {
        builder.permissions(permissions);
    }
    builder
}

/// Returns the permissions of an existing file. A rename does not check whether the file it replaces is writable, so
/// this function does.
fn existing_permissions(target: &Path) -> io::Result<Option<fs::Permissions>> {
    let Ok(metadata) = fs::symlink_metadata(target) else {
        return Ok(None);
    };
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !metadata.is_file() {
        return Ok(None);
    }
    let permissions = metadata.permissions();
    if permissions.readonly() {
        return Err(io::Error::other("the file is read-only"));
    }
    Ok(Some(permissions))
}

/// Returns the system's error without the path of the temporary file, which users do not know.
fn without_path(error: io::Error) -> io::Error {
    if error.get_ref().is_none() {
        return error;
    }
    let text = error.to_string();
    let words = text.split(" at path \"").next().unwrap_or_default();
    io::Error::new(error.kind(), words)
}

/// Returns the permissions of a new file, to which the system applies the umask.
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
#[allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    /// Returns a file of a system without unnamed files.
    fn staged_in_memory(target: &Path) -> Staged<'static> {
        Staged {
            target: target.to_owned(),
            bytes: b"new",
            permissions: existing_permissions(target).unwrap(),
            place: Storage::create_named(target).unwrap(),
        }
    }

    #[test]
    fn files_that_are_named_from_the_start_replace_others_whole() {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("file");
        let count = || fs::read_dir(directory.path()).unwrap().count();
        for old in [None, Some("old")] {
            let mut file = staged_in_memory(&target);
            assert_eq!(count(), usize::from(old.is_some()));
            file.write().unwrap();
            assert_eq!(fs::read(&target).ok().as_deref(), old.map(str::as_bytes));
            file.put_in_place().unwrap();
            assert_eq!(fs::read(&target).unwrap(), b"new");
            fs::write(&target, "old").unwrap();
        }
        assert_eq!(count(), 1);
    }

    #[test]
    fn a_file_with_the_same_bytes_stays_and_gets_the_time() {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("file");
        let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
        for (content, stays) in [("new", true), ("old", false), ("newer", false)] {
            fs::write(&target, content).unwrap();
            let other = directory.path().join("link");
            fs::hard_link(&target, &other).unwrap();
            File::options()
                .write(true)
                .open(&target)
                .unwrap()
                .set_modified(old)
                .unwrap();
            let mut file = Staged::prepare(target.clone(), b"new").unwrap();
            file.write().unwrap();
            file.put_in_place().unwrap();
            assert_eq!(fs::read(&target).unwrap(), b"new");
            assert!(fs::metadata(&target).unwrap().modified().unwrap() > old);
            let is_old = fs::metadata(&other).unwrap().modified().unwrap() == old;
            assert_eq!(is_old, !stays, "{content}");
            fs::remove_file(&other).unwrap();
        }
    }

    #[test]
    fn a_named_file_that_is_not_put_in_place_goes_away() {
        let directory = tempfile::tempdir().unwrap();
        let mut file = staged_in_memory(&directory.path().join("file"));
        file.write().unwrap();
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        drop(file);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}
