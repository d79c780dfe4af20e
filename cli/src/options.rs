//! Options shared by several programs: jobs, standard input, libraries, path remapping, bindings.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args};
use pica200::input::is_stdin;
use pica200::job::{Destination, JobInput, OutputKind};
use pica200::remap::{Remap, RemapRule};

use crate::destination::from_argument;

/// Number of parallel jobs.
#[derive(Args, Debug)]
pub(crate) struct JobOptions {
    /// Number of parallel jobs [default: number of CPUs]
    ///
    /// Outputs and the order of diagnostics do not depend on it.
    #[arg(short = 'j', long, value_name = "N", value_parser = count)]
    pub(crate) jobs: Option<NonZeroUsize>,
}

impl JobOptions {
    /// The options of a program with one build.
    pub(crate) const SINGLE: Self = Self {
        jobs: Some(NonZeroUsize::MIN),
    };
}

/// Parses a number of jobs.
fn count(text: &str) -> Result<NonZeroUsize, String> {
    let message = |_| "expected an integer of at least 1".to_owned();
    text.parse().map_err(message)
}

/// The name of standard input.
#[derive(Args, Debug)]
pub(crate) struct StdinOption {
    /// Treat standard input as FILE, for diagnostics and includes
    ///
    /// Editors can check a buffer that is not saved. FILE is not read and need not exist.
    #[arg(long, value_name = "FILE")]
    stdin_name: Option<PathBuf>,
}

impl StdinOption {
    /// Returns the name.
    pub(crate) fn name(&self) -> Option<&Path> {
        self.stdin_name.as_deref()
    }

    /// Checks that standard input occurs at most once among the inputs, and that it does occur if it has a name.
    ///
    /// # Errors
    ///
    /// Returns an error message.
    pub(crate) fn check(&self, inputs: &[PathBuf]) -> Result<(), String> {
        match inputs.iter().filter(|input| is_stdin(input)).count() {
            0 if self.stdin_name.is_some() => Err("`--stdin-name` requires the input `-` (standard input)".to_owned()),
            0 | 1 => Ok(()),
            _ => Err("standard input can be read only once".to_owned()),
        }
    }
}

/// Libraries, and the directories to search for them.
#[derive(Args, Debug)]
pub(crate) struct LibraryOptions {
    /// Link with libNAME.a, searched for in the -L directories
    ///
    /// The first directory with libNAME.a, NAME.dvar or libNAME.dvar wins, in this order within a directory; `-l :FILE`
    /// searches for exactly FILE. The position of the option matters: the code of the members is placed between the
    /// code of the inputs before and after it.
    #[arg(short = 'l', long = "library", value_name = "NAME")]
    libraries: Vec<OsString>,

    /// Search DIR for the libraries of -l
    #[arg(short = 'L', long = "library-path", value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,
}

impl LibraryOptions {
    /// Returns files and libraries in command-line order. `id` is the argument id of the files.
    pub(crate) fn inputs(&self, id: &str, files: &[PathBuf], matches: &ArgMatches) -> Vec<JobInput> {
        let places = |id| matches.indices_of(id).into_iter().flatten();
        let files = files.iter().cloned().map(JobInput::File);
        let libraries = self.libraries.iter().cloned().map(JobInput::Library);
        let mut inputs: Vec<_> = places(id).zip(files).collect();
        inputs.extend(places("libraries").zip(libraries));
        inputs.sort_by_key(|(place, _)| *place);
        inputs.into_iter().map(|(_, input)| input).collect()
    }
}

/// The option, which may be repeated.
#[derive(Args, Clone, Default, Debug)]
pub(crate) struct RemapOptions {
    /// Replace the prefix FROM of file names in outputs by TO
    ///
    /// This makes builds reproducible in any directory. FROM ends at a directory boundary or at the end of the name. It
    /// applies to all file names in objects, shader binaries and maps, including line markers and includes.
    /// Diagnostics, listings and dependencies keep the real names. If several options match a name, the last one wins;
    /// FROM ends at the last `=`.
    #[arg(long = "remap-path-prefix", value_name = "FROM=TO")]
    rules: Vec<RemapRule>,
}

impl RemapOptions {
    /// Returns the rules.
    pub(crate) fn remap(&self) -> Remap {
        Remap {
            rules: self.rules.clone(),
        }
    }
}

/// Bindings to generate for the binary.
#[derive(Args, Clone, Debug)]
pub(crate) struct BindingOptions {
    /// Write a C header with the registers of the uniforms, as picasso does
    ///
    /// `-` is standard output. The header defines VSH_FVEC_name, VSH_IVEC_name, VSH_FLAG_name and VSH_ULEN_name for the
    /// uniforms of vertex shaders, GSH_... for geometry shaders.
    #[arg(long, value_name = "FILE")]
    header: Option<PathBuf>,

    /// Write a Rust module with the binary and constants for its shaders
    ///
    /// `-` is standard output. SHBIN is the binary, aligned to 4. Each shader has a module, named after its entry
    /// point, with its INDEX and its STAGE. In it, `uniforms`, `inputs` and `outputs` have a constant for each name:
    /// main::uniforms::LIGHT_COLOR for lightColor. The module needs no library, not even std, and can be included with
    /// include!.
    #[arg(long, value_name = "FILE")]
    rust: Option<PathBuf>,

    /// Write a C++17 header with the same contents
    ///
    /// `-` is standard output. Everything is in a namespace that is named after the file, without the suffix:
    /// toon::main::uniforms::lightColor in toon.hpp, with toon::shbin for the binary.
    #[arg(long, value_name = "FILE")]
    cpp: Option<PathBuf>,

    /// Write a C99 header with the same contents
    ///
    /// `-` is standard output. All names begin with the file's name, without the suffix: toon.h has the array
    /// toon_shbin of 32-bit words, its size in bytes toon_shbin_size, and constants such as
    /// toon_main_uniform_lightColor. It is also valid C++. A comment in the header shows how several files can share
    /// the array.
    #[arg(long, value_name = "FILE")]
    c: Option<PathBuf>,
}

impl BindingOptions {
    /// Returns the bindings to write, with their destinations. `program` is the program named in the first line of the
    /// C header.
    pub(crate) fn outputs(&self, program: &'static str) -> Vec<(OutputKind, Destination)> {
        let requested = [
            (OutputKind::Header { program }, &self.header),
            (OutputKind::Rust, &self.rust),
            (OutputKind::Cpp, &self.cpp),
            (OutputKind::C, &self.c),
        ];
        let texts = requested.into_iter().filter_map(|(product, path)| {
            let path = path.clone()?;
            Some((product, from_argument(path)))
        });
        texts.collect()
    }
}
