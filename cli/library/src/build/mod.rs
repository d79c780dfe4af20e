//! Shaders in Cargo build scripts; also the base of the macros of `pica200-macros`.
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
//! It writes `toon.shbin` and a Rust module `toon.rs` to Cargo's `OUT_DIR`. The module contains the bytes, aligned to
//! 4, and constants for all shaders, uniforms, inputs and outputs, as described in [`pica200_bindings`]. It has no
//! dependencies, not even `std`:
//!
//! ```ignore
//! mod toon {
//!     include!(concat!(env!("OUT_DIR"), "/toon.rs"));
//! }
//! let library = Library::from_bytes(toon::SHBIN)?;
//! let projection = toon::main::uniforms::PROJECTION.location();
//! ```
//!
//! The printed instructions make Cargo rerun the script when a source or an include changes, and show warnings with
//! file and line. `main` returns all errors, in the format of the command-line tools.
//!
//! # Variants
//!
//! Shaders with compile-time parameters (`.if LIGHTS > 0`) can be built for several values of each. There is one binary
//! per combination, and the module finds it by the values:
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
//! In the program, `lit::VARIANTS` lists all of them in this order, and the `const fn` `lit::index_of(2, 1)` returns
//! `Some(5)`. A uniform may have another register in each variant, so each variant has its own constants,
//! `lit::variant_5::main::uniforms`. If the source assigns the register (`.fvec projection[4] c0`), the constants of
//! any variant are valid.

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
use watch::RequestedPaths;

use crate::input::is_stdin;
use crate::job::options::{BuildOption, Value, by_name};
use crate::job::{Job, JobInput};
use crate::levels::LevelTarget;
use crate::remap::RemapRule;

/// Inputs and options of a build. See the [module documentation](self) for examples.
#[derive(Clone, Debug)]
pub struct Build {
    name: String,
    /// The job without variants. Defines and levels are added when the build runs, because they may be invalid.
    job: Job,
    defines: Vec<(String, String)>,
    /// Names of environment variables with defines.
    environment: Vec<String>,
    axes: Vec<Axis>,
    levels: Vec<(Result<LevelTarget, String>, Level)>,
    /// Names of environment variables with levels.
    level_variables: Vec<String>,
    out_dir: Option<PathBuf>,
    /// True to write a C header for each binary.
    has_c: bool,
    /// Options with invalid values and their messages, reported when the build runs.
    invalid: Vec<(&'static str, String)>,
    /// Paths read to create the build: the project file.
    requested: RequestedPaths,
}

impl Build {
    /// Creates an empty build. Its outputs are named `NAME.shbin` and `NAME.rs`.
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
            invalid: Vec::new(),
            requested: RequestedPaths::default(),
        }
    }

    /// Adds an input, as for picald: a source, a shader in another language (`.dxbc` with the feature `direct3d`;
    /// `.wgsl`, `.vert`, `.glsl` and `.spv` with `compile`), an object (`.dvoj`), an archive of objects (`.a`, `.dvar`)
    /// or a list of inputs (`.shlist`). Shaders have the same order in the binary. In build scripts, paths are relative
    /// to the package directory.
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

    /// Adds a source in memory. `path` is its name in diagnostics; includes are relative to the directory of `path`.
    #[must_use]
    pub fn text(mut self, path: impl AsRef<Path>, text: impl Into<String>) -> Self {
        let path = plain(path.as_ref());
        let bytes = text.into().into_bytes();
        self.job.inputs.push(JobInput::Memory(path, bytes));
        self
    }

    /// Adds a library, like `picald -l`: the first of `libNAME.a`, `NAME.dvar` and `libNAME.dvar` in the directories of
    /// [`Build::library_path`].
    #[must_use]
    pub fn library(mut self, name: impl Into<OsString>) -> Self {
        self.job.inputs.push(JobInput::Library(name.into()));
        self
    }

    /// Adds a library search directory.
    #[must_use]
    pub fn library_path(mut self, dir: impl Into<PathBuf>) -> Self {
        self.job.library_paths.push(dir.into());
        self
    }

    /// Defines a constant for all sources. The value may be an expression, such as `define("SCALE", "1.0 / 3")`. If a
    /// name is defined more than once, the last definition wins.
    #[must_use]
    pub fn define(mut self, name: impl Into<String>, value: impl Display) -> Self {
        self.defines.push((name.into(), value.to_string()));
        self
    }

    /// Defines a constant from the environment variable of the same name, if that is set and not empty.
    /// [`Build::define`] takes precedence. Cargo reruns the build script when the variable changes.
    #[must_use]
    pub fn define_from_env(mut self, name: impl Into<String>) -> Self {
        self.environment.push(name.into());
        self
    }

    /// Adds a parameter with several values. Everything is built once for each combination of the values of all
    /// parameters.
    #[must_use]
    pub fn variants(mut self, name: impl Into<String>, values: impl IntoIterator<Item = i32>) -> Self {
        let values = values.into_iter().collect();
        self.axes.push(Axis::new(name, values));
        self
    }

    /// Sets whether the variants of a variant file (`NAME.variants.toml`) may be split into several binaries
    /// (`NAME.0.shbin`, `NAME.1.shbin`, ...) if they exceed the limits of one. By default that is an error.
    #[must_use]
    pub fn split(mut self, split: bool) -> Self {
        self.job.split = split;
        self
    }

    /// Allows diagnostics, like `picald -A`: a single one, such as `Code::UnusedValue` or `"unused-value"`, or all
    /// warnings (`"warnings"`). An unknown name is an error when the build runs.
    #[must_use]
    pub fn allow<S: TryInto<LevelTarget, Error: Display>>(self, subject: S) -> Self {
        self.level(subject, Level::Allow)
    }

    /// Turns diagnostics into warnings, like `picald -W`. See [`Build::allow`] for their names.
    #[must_use]
    pub fn warn<S: TryInto<LevelTarget, Error: Display>>(self, subject: S) -> Self {
        self.level(subject, Level::Warn)
    }

    /// Turns diagnostics into errors, like `picald -D`. See [`Build::allow`] for their names.
    #[must_use]
    pub fn deny<S: TryInto<LevelTarget, Error: Display>>(self, subject: S) -> Self {
        self.level(subject, Level::Deny)
    }

    /// Sets diagnostic levels from an environment variable, if it is set, in the form `-W unused -A shifted-swizzle`.
    /// The command-line tools read `PICA200_LINTS`. Levels set by other methods take precedence. Cargo reruns the build
    /// script when the variable changes.
    #[must_use]
    pub fn levels_from_env(mut self, name: impl Into<String>) -> Self {
        self.level_variables.push(name.into());
        self
    }

    fn level<S: TryInto<LevelTarget, Error: Display>>(mut self, subject: S, level: Level) -> Self {
        let subject = subject.try_into().map_err(|error| error.to_string());
        self.levels.push((subject, level));
        self
    }

    /// Sets an option of the [option table](crate::job::options) by its entry, for macros and custom configuration
    /// files. An invalid value is an error when the build runs.
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
        // The last of several values wins.
        if !option.kind.is_repeated() {
            self.invalid.retain(|(name, _)| *name != option.name);
        }
        if let Err(message) = option.set(&mut self.job, value) {
            self.invalid.push((option.name, message));
        }
        self
    }

    /// Like [`Build::set`], with the name of the option.
    fn option(self, name: &str, value: Value<'_>) -> Self {
        match by_name(name) {
            Some(option) => self.set(option, value),
            None => self,
        }
    }

    /// Sets whether to create a link map. It is returned in [`BuiltBinary::map`], and [`Build::run`] writes it to
    /// `NAME.map` next to the binary. With the feature `testing`, it includes the instruction count of each variant of
    /// a variant file.
    #[must_use]
    pub fn map(mut self, map: bool) -> Self {
        self.job.linking.map = map;
        self
    }

    /// Sets whether to create a C99 header with the bytes and the registers, like `picald --c`. It is returned in
    /// [`BuiltBinary::c`], and [`Build::run`] writes it to `NAME.h` next to the binary. Its identifiers begin with the
    /// file name.
    #[must_use]
    pub fn c(mut self, c: bool) -> Self {
        self.has_c = c;
        self
    }

    /// Overrides the entry point of the shader. The inputs must contain exactly one shader.
    #[must_use]
    pub fn entry(mut self, procedure: impl Into<String>) -> Self {
        self.job.entry = Some(procedure.into());
        self
    }

    /// Replaces the prefix `from` of file names in the line table and the map with `to`. If several rules match a name,
    /// the last one wins.
    #[must_use]
    pub fn remap_path_prefix(mut self, from: impl AsRef<str>, to: impl AsRef<str>) -> Self {
        let rule = RemapRule::new(from.as_ref(), to.as_ref());
        self.job.remap.rules.push(rule);
        self
    }

    /// Sets the output directory (default: Cargo's `OUT_DIR`). It is created if necessary.
    #[must_use]
    pub fn out_dir(mut self, dir: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(dir.into());
        self
    }

    /// Builds in memory, without writing files. Inputs and includes are read from `files`.
    ///
    /// # Errors
    ///
    /// Returns all errors in the sources and the link, unreadable inputs, and invalid settings of the build.
    pub fn compile(&self, files: &dyn Files) -> Result<Compiled, BuildError> {
        compile::compile(self, files)
    }

    /// Builds and writes the outputs. Nothing is written if there are errors.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Build::compile`]. Also fails if there is no output directory, it cannot be written, or
    /// Cargo cannot watch a path.
    pub fn run(&self) -> Result<Artifacts, BuildError> {
        artifacts::write(self, self.compile(&DiskFiles)?)
    }
}

/// Returns a path that does not mean standard input.
fn plain(path: &Path) -> PathBuf {
    if is_stdin(path) {
        Path::new(".").join(path)
    } else {
        path.to_owned()
    }
}
