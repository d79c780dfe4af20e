//! Lock against concurrent modification of an archive.

use std::path::Path;

use crate::destination::resolve_links;

/// A lock, released when it is dropped or the process ends.
pub(super) use system::Lock;

/// Waits until no other picaar modifies the archive. Returns `None` if the system cannot lock it: there is no such
/// directory, permissions are missing, or the file system has no locks.
pub(super) fn lock(archive: &Path) -> Option<Lock> {
    system::lock(&resolve_links(archive).ok()?)
}

/// Locks the directory, not the archive: the archive may not exist yet, and each change replaces it with another file.
#[cfg(unix)]
mod system {
    use std::fs::File;
    use std::path::Path;

    use crate::destination::parent_directory;
    use nix::fcntl::{Flock, FlockArg};

    pub(in super::super) type Lock = Flock<File>;

    pub(super) fn lock(archive: &Path) -> Option<Lock> {
        let folder = File::open(parent_directory(archive)).ok()?;
        Flock::lock(folder, FlockArg::LockExclusive).ok()
    }
}

/// Locks with a file next to the archive that only one program can open, and that is deleted on close.
#[cfg(windows)]
mod system {
    use std::fs::{File, OpenOptions};
    use std::os::windows::fs::OpenOptionsExt;
    use std::path::Path;
    use std::thread::sleep;
    use std::time::Duration;

    pub(in super::super) type Lock = File;

    const DELETE_ON_CLOSE: u32 = 0x0400_0000;

    /// Another program has the file open.
    const SHARING_VIOLATION: i32 = 32;

    /// The file is about to be deleted, or permissions are missing.
    const ACCESS_DENIED: i32 = 5;

    /// The number of further attempts.
    const MAX_RETRIES: usize = 400;

    pub(super) fn lock(archive: &Path) -> Option<Lock> {
        let mut name = archive.as_os_str().to_owned();
        name.push(".lock");
        let mut options = OpenOptions::new();
        options.write(true).create(true).share_mode(0);
        options.custom_flags(DELETE_ON_CLOSE);
        let mut denials = 0;
        loop {
            let error = match options.open(&name) {
                Ok(file) => return Some(file),
                Err(error) => error,
            };
            match error.raw_os_error() {
                Some(SHARING_VIOLATION) => {}
                Some(ACCESS_DENIED) if denials < MAX_RETRIES => denials += 1,
                _ => return None,
            }
            sleep(Duration::from_millis(5));
        }
    }
}

#[cfg(not(any(unix, windows)))]
mod system {
    use std::path::Path;

    pub(in super::super) type Lock = ();

    pub(super) fn lock(_archive: &Path) -> Option<Lock> {
        None
    }
}
