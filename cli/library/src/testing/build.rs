//! Shaders to test: from sources, objects and binaries.

use std::io;
use std::path::Path;

use pica200_asm::DiskFiles;
use pica200_machine::{Program, ShaderChoice};
use pica200_objfmt::formats::shbin::Shbin;

use crate::build::{Build, BuildError};
use crate::input::InputFile;
use crate::job::{Job, JobInput};
use crate::report::Report;
use crate::session::Session;
use crate::shader::binary::{binary, cannot_load, tell_apart, to_run};
use crate::shader::listing::Listing;

/// A shader binary, with its name for messages.
#[derive(Clone, Debug)]
pub struct Binary {
    name: String,
    shbin: Shbin,
}

impl Binary {
    /// Assembles a source and links it.
    ///
    /// # Errors
    ///
    /// All mistakes of the source.
    pub fn from_source(name: &str, text: &str) -> Result<Self, BuildError> {
        Self::from_sources([(name, text)])
    }

    /// Assembles sources, each with its name, and links them in this order. Names that end in `.dvoj` are those of
    /// objects.
    ///
    /// # Errors
    ///
    /// All mistakes of the sources, or of their link.
    pub fn from_sources<N: AsRef<str>, T: AsRef<[u8]>>(
        sources: impl IntoIterator<Item = (N, T)>,
    ) -> Result<Self, BuildError> {
        let input = |(name, bytes): (N, T)| {
            JobInput::Memory(name.as_ref().into(), bytes.as_ref().to_owned())
        };
        Self::of_inputs(sources.into_iter().map(input).collect())
    }

    /// Reads a shader binary, or reads and links sources and objects in this order. In tests that cargo runs, paths
    /// are relative to the folder of the package.
    ///
    /// # Errors
    ///
    /// If a file cannot be read; all mistakes of the sources, or of their link; damage of a binary.
    pub fn from_files<P: AsRef<Path>>(
        paths: impl IntoIterator<Item = P>,
    ) -> Result<Self, BuildError> {
        let input = |path: P| JobInput::File(path.as_ref().to_owned());
        Self::of_inputs(paths.into_iter().map(input).collect())
    }

    /// Uses an existing shader binary. `name` is its name in messages.
    pub fn from_shbin(name: impl Into<String>, shbin: Shbin) -> Self {
        Self {
            name: name.into(),
            shbin,
        }
    }

    /// Builds what a build script builds, with a line table for failures, and writes nothing. The numbers, include paths,
    /// libraries, levels and linking options are those of the build. Paths are relative to the folder of the package.
    ///
    /// ```
    /// use pica200::Build;
    /// use pica200::testing::Binary;
    ///
    /// let source = ".out position position\n.constf k(N, 0, 0, 1)\n.proc main\nmov position, k\nend\n.end\n";
    /// let build = Build::new("numbered").text("numbered.vsh", source).define("N", 3);
    /// let shader = Binary::from_build(&build)?.shader(0)?;
    /// shader.case().expect("position.x", 3.0).assert();
    /// # Ok::<(), pica200::build::BuildError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Build::compile`]; if the build has variants: [`Build::define`] chooses one.
    pub fn from_build(build: &Build) -> Result<Self, BuildError> {
        Self::of_job(build.job_to_test()?)
    }

    fn of_inputs(inputs: Vec<JobInput>) -> Result<Self, BuildError> {
        Self::of_job(Job { inputs, ..to_run() })
    }

    fn of_job(job: Job) -> Result<Self, BuildError> {
        let mut session = Session::new(&DiskFiles);
        let mut inputs = job.read(&mut session, &mut io::empty());
        tell_apart(&mut inputs);
        let made = Self::link(&job, &inputs, &mut session);
        made.filter(|_| !session.has_errors())
            .ok_or_else(|| BuildError::new(&session))
    }

    /// The binary of a job, as [`binary`] makes it. `None` if there is any error; the session has all errors.
    pub fn link<'s>(job: &Job, inputs: &'s [InputFile], session: &mut Session<'s>) -> Option<Self> {
        let shbin = binary(job, inputs, session)?;
        let names: Vec<_> = inputs.iter().map(|input| input.name.as_str()).collect();
        Some(Self::from_shbin(names.join(" "), shbin))
    }

    /// The shader with an index in the file, counted from 0.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn shader(&self, index: usize) -> Result<Shader, BuildError> {
        Ok(self.choose(ShaderChoice::Index(index))?)
    }

    /// The shader whose entry procedure has a name.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn entry(&self, name: &str) -> Result<Shader, BuildError> {
        Ok(self.choose(ShaderChoice::Entry(name))?)
    }

    /// One of the shaders.
    ///
    /// # Errors
    ///
    /// If the file has no such shader.
    pub fn choose(&self, choice: ShaderChoice<'_>) -> Result<Shader, Report> {
        let program =
            Program::load(&self.shbin, choice).map_err(|error| cannot_load(&error, &self.name))?;
        Ok(Shader {
            name: self.name.clone(),
            listing: Listing::new(&self.shbin, &program),
            program,
        })
    }
}

/// A shader to test: a linked binary and the entry point that runs.
#[derive(Clone, Debug)]
pub struct Shader {
    pub(super) name: String,
    /// The words of the binary as text.
    pub listing: Listing,
    pub(super) program: Program,
}

impl Shader {
    /// The shader of a source; of several, the first. [`Binary`] has the others.
    ///
    /// # Errors
    ///
    /// Those of [`Binary::from_source`].
    pub fn from_source(name: &str, text: &str) -> Result<Self, BuildError> {
        Binary::from_source(name, text)?.shader(0)
    }

    /// The first shader of a binary, or of sources and objects that are linked in this order.
    ///
    /// # Errors
    ///
    /// Those of [`Binary::from_files`].
    pub fn from_files<P: AsRef<Path>>(
        paths: impl IntoIterator<Item = P>,
    ) -> Result<Self, BuildError> {
        Binary::from_files(paths)?.shader(0)
    }

    /// The shader as the machine runs it.
    pub fn program(&self) -> &Program {
        &self.program
    }
}
