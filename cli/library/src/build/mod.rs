//! Shaders for Cargo: in build scripts, and under the macros of `pica200-macros`.
//!
//! A build script that assembles and links shaders:
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), pica200::build::BuildError> {
//!     let built = pica200::Build::new("toon").files(["shaders/toon.vsh", "shaders/toon.gsh"]).run()?;
//!     print!("{}", built.cargo_instructions());
//!     Ok(())
//! }
//! ```
//!
//! It writes `toon.shbin` and a Rust module `toon.rs` into Cargo's `OUT_DIR`. The module has the bytes, aligned to 4,
//! and constants for all shaders, uniforms, inputs and outputs, as [`pica200_bindings`] describes them; it needs no
//! library, not even `std`:
//!
//! ```ignore
//! mod toon {
//!     include!(concat!(env!("OUT_DIR"), "/toon.rs"));
//! }
//! let library = Library::from_bytes(toon::SHBIN)?;
//! let projection = toon::main::uniforms::PROJECTION.location();
//! ```
//!
//! What is printed makes Cargo run the script again when a file that was read changes, included ones too, and shows
//! warnings with file and line. Errors are those that the programs print, all of them: `main` returns them.
//!
//! # Variants
//!
//! Shaders that ask for numbers (`.if LIGHTS > 0`) can be built for several values of each. There is a binary for each
//! combination, and the module finds it by the values:
//!
//! ```
//! use pica200::build::{Build, MemoryFiles};
//!
//! let source = "\
//! .out position position
//! .out color color
//! .constf colors(0, 0.5, 1, LIGHTS)
//! .proc main
//!     mov position, v0
//!     .if FOG
//!         mov color, colors.zzzw
//!     .else
//!         mov color, colors.xyzw
//!     .endif
//!     end
//! .end
//! ";
//! let files = MemoryFiles::new().with("lit.vsh", source);
//! let compiled = Build::new("lit")
//!     .file("lit.vsh")
//!     .variants("LIGHTS", [0, 1, 2, 4])
//!     .variants("FOG", [0, 1])
//!     .compile(&files)?;
//! assert_eq!(compiled.binaries.len(), 8);
//! let foggy = compiled.variant(&[("FOG", 1), ("LIGHTS", 2)])?;
//! assert_eq!(compiled.binaries[5], *foggy);
//! # Ok::<(), pica200::build::BuildError>(())
//! ```
//!
//! In the program, `lit::VARIANTS` has all of them in this order, and `lit::index_of(2, 1)` is `Some(5)`; it is a
//! `const fn`. A uniform may be at another register in each, so each has constants of its own,
//! `lit::variant_5::main::uniforms`; where a source places a uniform itself, as in `.fvec projection[4] c0`, those of
//! any variant will do.

mod artifacts;
mod compile;
mod error;
mod options;
mod project;
#[cfg(test)]
mod tests;
mod variants;
mod watch;

use std::ffi::OsString;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use pica200_bindings::Axis;
use pica200_diagnostics::Level;

pub use artifacts::Artifacts;
pub use compile::{BuiltBinary, Compiled};
pub use error::BuildError;
pub use pica200_asm::{DiskFiles, Files, MemoryFiles};
pub use pica200_link::Compat;
use watch::Asked;

use crate::input::is_stdin;
use crate::job::options::{BuildOption, Value, by_name};
use crate::job::{Job, JobInput};
use crate::levels::Subject;
use crate::remap::RemapRule;

/// A build: its inputs and options. The module has examples.
#[derive(Clone, Debug)]
pub struct Build {
    name: String,
    /// The job without variants. Numbers and levels are added when the build runs, because they may be wrong.
    job: Job,
    defines: Vec<(String, String)>,
    /// The names of environment variables with numbers.
    environment: Vec<String>,
    axes: Vec<Axis>,
    levels: Vec<(Result<Subject, String>, Level)>,
    /// The names of environment variables with levels.
    level_variables: Vec<String>,
    out_dir: Option<PathBuf>,
    /// Whether each binary has a C header.
    has_c: bool,
    /// The options whose values are wrong, with the messages, which the build says when it runs.
    wrong: Vec<(&'static str, String)>,
    /// What was read to make the build: the file of a project.
    asked: Asked,
}

impl Build {
    /// An empty build. The names of the outputs are `NAME.shbin` and `NAME.rs`.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            job: Job::default(),
            defines: Vec::new(),
            environment: Vec::new(),
            axes: Vec::new(),
            levels: Vec::new(),
            level_variables: Vec::new(),
            out_dir: None,
            has_c: false,
            wrong: Vec::new(),
            asked: Asked::default(),
        }
    }

    /// Adds an input: a source, a shader in another language (with the feature `direct3d` `.dxbc`, and with `compile`
    /// `.wgsl`, `.vert`, `.glsl`, `.spv`), an object (`.dvoj`), an archive of objects (`.a`, `.dvar`) or a list of
    /// inputs (`.shlist`), as for picald. Their order is that of the shaders in the binary. In build scripts, paths are
    /// relative to the folder of the package.
    #[must_use]
    pub fn file(mut self, path: impl AsRef<Path>) -> Self {
        self.job.inputs.push(JobInput::File(plain(path.as_ref())));
        self
    }

    /// Adds several inputs.
    #[must_use]
    pub fn files<P: AsRef<Path>>(self, paths: impl IntoIterator<Item = P>) -> Self {
        paths.into_iter().fold(self, Self::file)
    }

    /// Adds a source in memory. `path` is its name in diagnostics; includes are relative to its folder.
    #[must_use]
    pub fn text(mut self, path: impl AsRef<Path>, text: impl Into<String>) -> Self {
        let path = plain(path.as_ref());
        let bytes = text.into().into_bytes();
        self.job.inputs.push(JobInput::Memory(path, bytes));
        self
    }

    /// Adds a library, as `picald -l` does: the first of `libNAME.a`, `NAME.dvar` and `libNAME.dvar` in the folders of
    /// [`Build::library_path`].
    #[must_use]
    pub fn library(mut self, name: impl Into<OsString>) -> Self {
        self.job.inputs.push(JobInput::Library(name.into()));
        self
    }

    /// Adds a folder to search for libraries.
    #[must_use]
    pub fn library_path(mut self, folder: impl Into<PathBuf>) -> Self {
        self.job.library_paths.push(folder.into());
        self
    }

    /// Declares a number for all sources; it may be an expression, as in `define("SCALE", "1.0 / 3")`. The last
    /// definition of a name counts.
    #[must_use]
    pub fn define(mut self, name: impl Into<String>, value: impl Display) -> Self {
        self.defines.push((name.into(), value.to_string()));
        self
    }

    /// Declares the number in the environment variable with this name, if it is set and not empty. A number from
    /// [`Build::define`] takes precedence. Cargo runs the build script again when the variable changes.
    #[must_use]
    pub fn define_from_env(mut self, name: impl Into<String>) -> Self {
        self.environment.push(name.into());
        self
    }

    /// Builds everything for each of these values of a number; with several such numbers, for each combination.
    #[must_use]
    pub fn variants(mut self, name: impl Into<String>, values: impl IntoIterator<Item = i32>) -> Self {
        let values = values.into_iter().collect();
        self.axes.push(Axis::new(name, values));
        self
    }

    /// Whether the variations of a file (`NAME.variants.toml`) are divided among several binaries, `NAME.0.shbin`,
    /// `NAME.1.shbin` and so on, as many as the limits of a binary need. By default there is one, and it is an error if
    /// they do not fit.
    #[must_use]
    pub fn split(mut self, split: bool) -> Self {
        self.job.split = split;
        self
    }

    /// Allows diagnostics, as `picald -A` does: one, such as `Code::UnusedValue`, or by name, such as `"unused-value"`;
    /// `"warnings"` means all warnings. A name that does not exist is an error when the build runs.
    #[must_use]
    pub fn allow<S: TryInto<Subject, Error: Display>>(self, subject: S) -> Self {
        self.level(subject, Level::Allow)
    }

    /// Turns diagnostics into warnings, as `picald -W` does. See [`Build::allow`] for their names.
    #[must_use]
    pub fn warn<S: TryInto<Subject, Error: Display>>(self, subject: S) -> Self {
        self.level(subject, Level::Warn)
    }

    /// Turns diagnostics into errors, as `picald -D` does. See [`Build::allow`] for their names.
    #[must_use]
    pub fn deny<S: TryInto<Subject, Error: Display>>(self, subject: S) -> Self {
        self.level(subject, Level::Deny)
    }

    /// Sets levels as the environment variable with this name says, if it is set: `-W unused -A shifted-swizzle`.
    /// Programs read `PICA200_LINTS`. Levels that other methods set take precedence. Cargo runs the build script again
    /// when the variable changes.
    #[must_use]
    pub fn levels_from_env(mut self, name: impl Into<String>) -> Self {
        self.level_variables.push(name.into());
        self
    }

    fn level<S: TryInto<Subject, Error: Display>>(mut self, subject: S, level: Level) -> Self {
        let subject = subject.try_into().map_err(|error| error.to_string());
        self.levels.push((subject, level));
        self
    }

    /// Sets an option of the [table](crate::job::options), as a macro or a file of your own names it. A wrong value is
    /// an error when the build runs.
    ///
    /// ```
    /// use pica200::Build;
    /// use pica200::job::options::{Value, by_name};
    ///
    /// let option = by_name("strict-math").expect("the table has it");
    /// let build = Build::new("shader").set(option, Value::Switch(true));
    /// ```
    #[must_use]
    pub fn set(mut self, option: &BuildOption, value: Value<'_>) -> Self {
        // Of several values the last counts.
        if !option.kind.is_repeated() {
            self.wrong.retain(|(name, _)| *name != option.name);
        }
        if let Err(message) = option.set(&mut self.job, value) {
            self.wrong.push((option.name, message));
        }
        self
    }

    /// The same for the option with a name.
    fn option(self, name: &str, value: Value<'_>) -> Self {
        match by_name(name) {
            Some(option) => self.set(option, value),
            None => self,
        }
    }

    /// Whether to make a link map. [`BuiltBinary::map`] contains it, and [`Build::run`] writes it beside the binary as
    /// `NAME.map`. The number of instructions of each variation of a file is there with the feature `testing`.
    #[must_use]
    pub fn map(mut self, map: bool) -> Self {
        self.job.linking.map = map;
        self
    }

    /// Whether to make a C99 header with the bytes and the registers, as `picald --c` does. [`BuiltBinary::c`] contains
    /// it, and [`Build::run`] writes it beside the binary as `NAME.h`. Its names begin with that of the file.
    #[must_use]
    pub fn c(mut self, c: bool) -> Self {
        self.has_c = c;
        self
    }

    /// Starts the shader at this procedure, whatever its source names. The inputs must make exactly one shader.
    #[must_use]
    pub fn entry(mut self, procedure: impl Into<String>) -> Self {
        self.job.entry = Some(procedure.into());
        self
    }

    /// In the line table and the map, replaces the path `from` at the beginning of file names by `to`. If several such
    /// rules match a name, the last one counts.
    #[must_use]
    pub fn remap_path_prefix(mut self, from: impl AsRef<str>, to: impl AsRef<str>) -> Self {
        let rule = RemapRule::new(from.as_ref(), to.as_ref());
        self.job.remap.rules.push(rule);
        self
    }

    /// The folder for the outputs, in place of Cargo's `OUT_DIR`. It is created if necessary.
    #[must_use]
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(folder.into());
        self
    }

    /// Builds, and writes nothing. Inputs and includes are read from `files`.
    ///
    /// # Errors
    ///
    /// All mistakes in the sources and their link; inputs that cannot be read; wrong settings of the build.
    pub fn compile(&self, files: &dyn Files) -> Result<Compiled, BuildError> {
        compile::compile(self, files)
    }

    /// Builds, and writes the outputs. If there is any error nothing is written.
    ///
    /// # Errors
    ///
    /// Those of [`Build::compile`]; if there is no folder for the outputs, or it cannot be written; if Cargo cannot
    /// watch a path.
    pub fn run(&self) -> Result<Artifacts, BuildError> {
        artifacts::write(self, self.compile(&DiskFiles)?)
    }
}

/// A path that does not mean standard input.
fn plain(path: &Path) -> PathBuf {
    if is_stdin(path) {
        Path::new(".").join(path)
    } else {
        path.to_owned()
    }
}
