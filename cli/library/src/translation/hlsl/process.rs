//! Finding and running programs, with a time limit.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf, absolute};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

/// The result of a run.
pub(super) struct ProcessOutput {
    /// `None` if the program exceeded the time limit and was killed.
    pub(super) status: Option<ExitStatus>,
    /// Output to standard error, then to standard output.
    pub(super) text: String,
}

/// Maximum size in bytes of a program's output.
const MAX_TEXT: u64 = 1 << 20;

/// Interval for polling a running program.
const PAUSE: Duration = Duration::from_millis(5);

/// Returns the path of a program. A bare name is searched in the directories of `PATH`, as the system does, except for
/// relative ones: the program runs in the source's directory, where they would refer to another directory, which may
/// contain any program.
pub(super) fn find(program: &Path) -> io::Result<PathBuf> {
    if program.components().count() > 1 {
        return absolute(program);
    }
    let dirs = env::var_os("PATH").unwrap_or_default();
    let suffix = env::consts::EXE_SUFFIX;
    let candidates = env::split_paths(&dirs).filter(|dir| dir.is_absolute()).flat_map(|dir| {
        let plain = dir.join(program);
        let mut with_suffix = plain.clone().into_os_string();
        with_suffix.push(suffix);
        [plain, PathBuf::from(with_suffix)]
    });
    let mut candidates = candidates;
    candidates
        .find(|path| is_program(path))
        .ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// Returns true if a file is executable.
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

/// Runs a program with a time limit. Its output goes to files in a directory, so that it never blocks on a pipe.
pub(super) fn run(mut command: Command, dir: &Path, limit: Duration) -> io::Result<ProcessOutput> {
    let [mut errors, mut output] = ["stderr", "stdout"].map(|name| {
        File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(dir.join(name))
    });
    let (errors, output) = (errors.as_mut(), output.as_mut());
    let (Ok(errors), Ok(output)) = (errors, output) else {
        return Err(io::Error::other("cannot store its output"));
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
        file.take(MAX_TEXT).read_to_end(&mut bytes)?;
        text.push_str(&String::from_utf8_lossy(&bytes));
    }
    Ok(ProcessOutput { status, text })
}

/// Waits for a program. Kills it after a time limit; then there is no status.
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
        let dir = tempfile::tempdir().expect("the system runs shells");
        let command = shell("echo out; echo err >&2; exit 3");
        let ended = run(command, dir.path(), Duration::from_secs(600)).expect("the system runs shells");
        assert_eq!(ended.text, "err\nout\n");
        assert_eq!(ended.status.and_then(|status| status.code()), Some(3));
    }

    #[test]
    fn programs_that_hang_are_ended() {
        let dir = tempfile::tempdir().expect("the system runs shells");
        let start = Instant::now();
        let command = shell("echo first; exec sleep 3600");
        let ended = run(command, dir.path(), Duration::from_millis(200)).expect("the system runs shells");
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
