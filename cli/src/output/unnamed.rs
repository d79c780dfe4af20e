//! Files without names, which go away with the program that wrote them.

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

    /// An empty file that has no name yet, on the file system of a folder.
    ///
    /// # Errors
    ///
    /// If the file system has no such files, or if there is no `/proc`, through which the file gets its name.
    pub(in super::super) fn create(folder: &Path) -> io::Result<File> {
        let file = OpenOptions::new()
            .write(true)
            .mode(0o666)
            .custom_flags(OFlag::O_TMPFILE.bits())
            .open(folder)?;
        name_of(&file).metadata()?;
        Ok(file)
    }

    /// Gives a file its name.
    ///
    /// # Errors
    ///
    /// If there is a file of this name, or if the system refuses.
    pub(in super::super) fn link(file: &File, path: &Path) -> io::Result<()> {
        let (name, follow) = (name_of(file), AtFlags::AT_SYMLINK_FOLLOW);
        Ok(linkat(AT_FDCWD, &name, AT_FDCWD, path, follow)?)
    }

    /// The path by which the system finds an open file.
    fn name_of(file: &File) -> PathBuf {
        format!("/proc/self/fd/{}", file.as_raw_fd()).into()
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    /// Fails: this system has no files without names.
    pub(in super::super) fn create(_folder: &Path) -> io::Result<File> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Fails: this system has no files without names.
    pub(in super::super) fn link(_file: &File, _path: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
