//! Unnamed files, which disappear with the process that wrote them.

pub(super) use system::{create, link};

#[cfg(target_os = "linux")]
mod system {
    use std::fs::{File, OpenOptions};
    use std::io;
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::OpenOptionsExt;
    use std::path::{Path, PathBuf};

    use nix::fcntl::{AT_FDCWD, AtFlags, OFlag};
    use nix::unistd::linkat;

    /// Creates an empty unnamed file on the file system of a directory.
    ///
    /// # Errors
    ///
    /// Returns an error if the file system has no such files, or if there is no `/proc`, through which the file is
    /// named.
    pub(in super::super) fn create(folder: &Path) -> io::Result<File> {
        let file = OpenOptions::new()
            .write(true)
            .mode(0o666)
            .custom_flags(OFlag::O_TMPFILE.bits())
            .open(folder)?;
        proc_path(&file).metadata()?;
        Ok(file)
    }

    /// Links an unnamed file to a path.
    ///
    /// # Errors
    ///
    /// Returns an error if the path exists, or if the system refuses.
    pub(in super::super) fn link(file: &File, path: &Path) -> io::Result<()> {
        let (name, follow) = (proc_path(file), AtFlags::AT_SYMLINK_FOLLOW);
        Ok(linkat(AT_FDCWD, &name, AT_FDCWD, path, follow)?)
    }

    /// Returns the path of an open file below `/proc`.
    fn proc_path(file: &File) -> PathBuf {
        format!("/proc/self/fd/{}", file.as_raw_fd()).into()
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    /// Fails: this system has no unnamed files.
    pub(in super::super) fn create(_folder: &Path) -> io::Result<File> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Fails: this system has no unnamed files.
    pub(in super::super) fn link(_file: &File, _path: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
