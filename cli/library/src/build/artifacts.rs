//! Output files of a build, and its instructions to Cargo.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use pica200_diagnostics::Code;

use super::error::{BuildError, invalid};
use super::{Build, Compiled};
use crate::diagnostic::Diagnostic;

/// The files written by a build.
#[derive(Clone, Debug)]
pub struct Artifacts {
    /// The result of the build.
    pub compiled: Compiled,
    /// The Rust module, for `include!`.
    pub module: PathBuf,
    /// The shader binaries, in the order of [`Compiled::binaries`].
    pub binaries: Vec<PathBuf>,
    instructions: String,
}

impl Artifacts {
    /// Returns the text for a build script to print: the files, directories and environment variables for Cargo to
    /// watch, and all warnings.
    pub fn cargo_instructions(&self) -> &str {
        &self.instructions
    }
}

/// Writes the outputs of a build. Files whose contents are unchanged are not touched.
pub(super) fn write(build: &Build, compiled: Compiled) -> Result<Artifacts, BuildError> {
    let dir = dir(build)?;
    fs::create_dir_all(&dir).map_err(|error| cannot_write(&dir, &error))?;
    let instructions = instructions(build, &compiled, &dir)?;
    let mut binaries = Vec::new();
    for (number, binary) in compiled.binaries.iter().enumerate() {
        let stem = build.stem(number, &binary.values);
        let path = dir.join(format!("{stem}.shbin"));
        write_changed(&path, &binary.bytes)?;
        binaries.push(path);
        // With split variants, one map and one header cover all binaries.
        let stem = if build.job.split { build.name.clone() } else { stem };
        if let Some(map) = &binary.map {
            write_changed(&dir.join(format!("{stem}.map")), map.as_bytes())?;
        }
        if let Some(c) = &binary.c {
            write_changed(&dir.join(format!("{stem}.h")), c.as_bytes())?;
        }
    }
    let module = dir.join(format!("{}.rs", build.name));
    write_changed(&module, compiled.module.as_bytes())?;
    Ok(Artifacts {
        compiled,
        module,
        binaries,
        instructions,
    })
}

/// Returns the output directory.
fn dir(build: &Build) -> Result<PathBuf, Diagnostic> {
    let of_cargo = || env::var_os("OUT_DIR").map(PathBuf::from);
    build.out_dir.clone().or_else(of_cargo).ok_or_else(|| {
        invalid("no output directory: Cargo did not set `OUT_DIR`").with_help("set it with `Build::out_dir`")
    })
}

fn write_changed(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    // No other program writes here, so the name with another suffix is unused.
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &io::Error) -> Diagnostic {
    let name = path.display().to_string();
    Diagnostic::for_io(Code::CannotWrite, "cannot write", &name, error)
}

/// Returns the instructions to Cargo, one per line.
fn instructions(build: &Build, compiled: &Compiled, dir: &Path) -> Result<String, Diagnostic> {
    let mut text = String::new();
    let mut line = |key: &str, value: &str| text.push_str(&format!("cargo:{key}={value}\n"));
    for path in compiled.requested.watch_list(dir)? {
        line("rerun-if-changed", &path);
    }
    for name in build.environment.iter().chain(&build.level_variables) {
        line("rerun-if-env-changed", name);
    }
    for warning in &compiled.warnings {
        line("warning", warning);
    }
    Ok(text)
}
