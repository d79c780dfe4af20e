//! Builds from a project file.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use pica200_asm::Files;
use pica200_diagnostics::Code;

use super::Build;
use super::error::{BuildError, invalid};
use super::watch::{RecordingFiles, RequestedPaths};
use crate::diagnostic::Diagnostic;
use crate::input::InputFile;
use crate::job::{Destination, OutputKind};
use crate::project::{Project, ProjectBinary};
use crate::session::Session;

impl Build {
    /// Returns the builds of a project, one for each binary of its file (`pica200.toml`), in the order of the file.
    /// Each build is named after its binary's output, without directory and suffix; outputs are written to the same
    /// places as for other builds. Binaries with the keys `c` or `map` also get a C header or a link map; `header`,
    /// `cpp`, `rust` and `map-json` have no effect. Cargo reruns the build script when the file changes, or when a file
    /// appears that could match one of its patterns.
    ///
    /// ```no_run
    /// // build.rs
    /// use pica200::build::{Build, BuildError, DiskFiles};
    ///
    /// fn main() -> Result<(), BuildError> {
    ///     for build in Build::project("pica200.toml", &DiskFiles)? {
    ///         print!("{}", build.run()?.cargo_instructions());
    ///     }
    ///     Ok(())
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns all errors in the file. Also fails if it cannot be read or contains no binaries, or if outputs of two
    /// binaries have the same name.
    pub fn project(path: impl AsRef<Path>, files: &dyn Files) -> Result<Vec<Self>, BuildError> {
        let watched = RecordingFiles::new(files);
        let file = InputFile::read(path.as_ref(), &watched, &mut io::empty())?;
        let mut session = Session::new(&watched);
        let Some(project) = Project::read(&file, &mut session) else {
            return Err(BuildError::new(&session));
        };
        drop(session);
        if project.binaries.is_empty() {
            let message = "the project has no binaries";
            let diagnostic = Diagnostic::for_file(Code::InvalidProject, &file.name, message);
            return Err(diagnostic.with_help("add a table `[binary.NAME]` with `inputs`").into());
        }
        let requested = watched.into_requested();
        let binaries = project.binaries.into_iter();
        let builds: Vec<_> = binaries.map(|binary| of_binary(binary, &requested)).collect();
        let mut names = HashSet::new();
        match builds.iter().find(|build| !names.insert(&build.name)) {
            Some(build) => {
                let message = format!("two binaries of the project would be `{}.shbin`", build.name);
                let help = "all outputs of a build are in one directory: give one of them another `output`";
                Err(invalid(message).with_help(help).into())
            }
            None => Ok(builds),
        }
    }
}

/// Returns the build of a binary.
fn of_binary(binary: ProjectBinary, requested: &RequestedPaths) -> Build {
    let job = binary.job;
    let output = job.outputs.iter().find_map(|(product, to)| match to {
        Destination::File(path) if *product == OutputKind::Binary => path.file_stem(),
        _ => None,
    });
    let name = output.map_or(binary.name, |name| name.to_string_lossy().into_owned());
    let makes = |wanted| job.outputs.iter().any(|(product, _)| *product == wanted);
    let (has_c, has_map) = (makes(OutputKind::C), makes(OutputKind::Map));
    let build = Build {
        job,
        has_c,
        requested: requested.clone(),
        ..Build::new(name)
    };
    build.map(has_map)
}
