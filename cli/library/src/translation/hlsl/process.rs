//! Programs: where they are, and runs of them that end.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf, absolute};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

/// The end of a run.
pub(super) struct Ended {
    /// `None` if the program took too long, and was ended.
    pub(super) status: Option<ExitStatus>,
    /// What it wrote to standard error, then to standard output.
    pub(super) text: String,
}

/// The most bytes of a program's text.
const MOST_TEXT: u64 = 1 << 20;

/// The pause between two looks at a program that runs.
const PAUSE: Duration = Duration::from_millis(5);

/// The path of a program. A name alone is looked for in the folders of `PATH`, as the system does, except that those
/// that are not absolute do not count: they mean another folder once the program runs in that of the source, and a
/// source's folder may hold any program.
pub(super) fn find(program: &Path) -> io::Result<PathBuf> {
    if program.components().count() > 1 {
        return absolute(program);
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    let suffix = env::consts::EXE_SUFFIX;
    let candidates = env::split_paths(&folders)
        .filter(|folder| folder.is_absolute())
        .flat_map(|folder| {
            let plain = folder.join(program);
            let mut with_suffix = plain.clone().into_os_string();
            with_suffix.push(suffix);
            [plain, PathBuf::from(with_suffix)]
        });
    let mut candidates = candidates;
    candidates
        .find(|path| is_program(path))
        .ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// Whether a file can be started.
fn is_program(path: &Path) -> bool {
    let Ok(metadata) = path.metadata() else {
        return false;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        metadata.is_file() && metadata.permissions().mode() & 0o111 != 0
    }
    #[cfg(not(unix))]
    metadata.is_file()
}

/// Runs a program to its end, but for no longer than a limit. Its text goes to files in a folder, so that nothing waits
/// for someone to read it.
pub(super) fn run(mut command: Command, folder: &Path, limit: Duration) -> io::Result<Ended> {
    let [mut errors, mut output] = ["stderr", "stdout"].map(|name| {
        File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(folder.join(name))
    });
    let (errors, output) = (errors.as_mut(), output.as_mut());
    let (Ok(errors), Ok(output)) = (errors, output) else {
        return Err(io::Error::other("its text cannot be kept"));
    };
    command
        .stdin(Stdio::null())
        .stderr(errors.try_clone()?)
        .stdout(output.try_clone()?);
    let mut child = command.spawn()?;
    let status = wait(&mut child, limit)?;
    let mut text = String::new();
    for file in [errors, output] {
        let mut bytes = Vec::new();
        file.rewind()?;
        file.take(MOST_TEXT).read_to_end(&mut bytes)?;
        text.push_str(&String::from_utf8_lossy(&bytes));
    }
    Ok(Ended { status, text })
}

/// Waits for the end of a program. Ends it after a limit; then there is no status.
fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() >= limit {
            // It may have ended just now.
            let _ = child.kill();
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(PAUSE);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::Path;
    use std::process::Command;
    use std::time::{Duration, Instant};

    use super::{find, run};

    fn shell(script: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn texts_are_kept() {
        let folder = tempfile::tempdir().expect("the system runs shells");
        let command = shell("echo out; echo err >&2; exit 3");
        let ended = run(command, folder.path(), Duration::from_secs(600)).expect("the system runs shells");
        assert_eq!(ended.text, "err\nout\n");
        assert_eq!(ended.status.and_then(|status| status.code()), Some(3));
    }

    #[test]
    fn programs_that_hang_are_ended() {
        let folder = tempfile::tempdir().expect("the system runs shells");
        let start = Instant::now();
        let command = shell("echo first; exec sleep 3600");
        let ended = run(command, folder.path(), Duration::from_millis(200)).expect("the system runs shells");
        assert!(ended.status.is_none());
        assert!(start.elapsed() < Duration::from_secs(1800));
    }

    #[test]
    fn a_path_is_not_looked_for() {
        let found = find(Path::new("./no/such/program")).expect("the system runs shells");
        assert!(found.is_absolute());
        assert!(find(Path::new("no-program-has-this-name")).is_err());
    }
}
