//! Loading shaders to test from sources, objects and binaries.

use std::io;
use std::path::Path;
use std::sync::Arc;

use pica200_asm::DiskFiles;
use pica200_diagnostics::Code;
use pica200_machine::{Program, ShaderChoice};
use pica200_objfmt::formats::shbin::Shbin;

use crate::build::{Build, BuildError};
use crate::diagnostic::Diagnostic;
use crate::input::{InputFile, InputKind};
use crate::job::{Job, JobInput};
use crate::session::Session;
use crate::shader::binary::{binary, cannot_load, job_to_run, make_names_unique};
use crate::shader::direct3d::{Direct3d, Machines, load, open};
use crate::shader::listing::Listing;
use crate::wrapped::unwrap_only;

/// A shader binary or a container, with its name in messages.
#[derive(Clone, Debug)]
pub struct Binary {
    name: String,
    content: Content,
}

/// The contents of a binary.
#[derive(Clone, Debug)]
enum Content {
    Shbin(Arc<Shbin>),
    Container(Box<Direct3d>),
}

impl Binary {
    /// Assembles and links a source.
    ///
    /// # Errors
    ///
    /// Returns all errors in the source.
    pub fn from_source(name: &str, text: &str) -> Result<Self, BuildError> {
        Self::from_sources([(name, text)])
    }

    /// Assembles sources, given with their names, and links them in order. Names with the suffix `.dvoj` are objects.
    ///
    /// # Errors
    ///
    /// Returns all errors in the sources and the link.
    pub fn from_sources<N: AsRef<str>, T: AsRef<[u8]>>(
        sources: impl IntoIterator<Item = (N, T)>,
    ) -> Result<Self, BuildError> {
        let input = |(name, bytes): (N, T)| JobInput::Memory(name.as_ref().into(), bytes.as_ref().to_owned());
        Self::from_inputs(sources.into_iter().map(input).collect())
    }

    /// Reads a shader binary or a DXBC container, or reads and links sources and objects in order. In tests run by
    /// Cargo, paths are relative to the package directory.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read or a binary is malformed, and all errors in the sources and the link.
    pub fn from_files<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Result<Self, BuildError> {
        let input = |path: P| JobInput::File(path.as_ref().to_owned());
        Self::from_inputs(paths.into_iter().map(input).collect())
    }

    /// Creates it from an existing shader binary. `name` is its name in messages.
    pub fn from_shbin(name: impl Into<String>, shbin: Shbin) -> Self {
        Self {
            name: name.into(),
            content: Content::Shbin(Arc::new(shbin)),
        }
    }

    /// Reads a DXBC container, which has one Direct3D shader. `name` is its name in messages.
    ///
    /// # Errors
    ///
    /// Returns an error if it has no program that can be run.
    pub fn from_container(name: impl Into<String>, file: &[u8]) -> Result<Self, BuildError> {
        let name = name.into();
        let container = load(&name, &name, file)?;
        Ok(Self {
            name,
            content: Content::Container(Box::new(container)),
        })
    }

    /// Runs the build of a build script in memory, with a line table for failures. Defines, include paths, libraries,
    /// levels and linker options come from the build. Paths are relative to the package directory.
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
    /// Returns the errors of [`Build::compile`], and an error if the build has variants: select one with
    /// [`Build::define`].
    pub fn from_build(build: &Build) -> Result<Self, BuildError> {
        Self::from_job(build.job_to_test()?, Machines::Direct3d)
    }

    /// Reads a container, like [`Binary::from_files`], whose shader runs on the given machines. The options of the
    /// build apply to the translation.
    ///
    /// ```
    /// use pica200::Build;
    /// use pica200::testing::{Binary, Machines};
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testsuite/golden/dxbc");
    /// # let path = format!("{folder}/vs-mvp.dxbc");
    /// let binary = Binary::from_build_on(&Build::new("mvp").file(path), Machines::Both)?;
    /// let shader = binary.shader(0)?;
    /// let case = shader.case().input("POSITION", [1, 2, 3]).input("TEXCOORD", [0.5, 0.25]);
    /// case.expect("TEXCOORD.y", 0.25).assert();
    /// # Ok::<(), pica200::build::BuildError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Binary::from_build`], and an error if the shader is not supported by the machine.
    pub fn from_build_on(build: &Build, machines: Machines) -> Result<Self, BuildError> {
        Self::from_job(build.job_to_test()?, machines)
    }

    fn from_inputs(inputs: Vec<JobInput>) -> Result<Self, BuildError> {
        Self::from_job(Job { inputs, ..job_to_run() }, Machines::Direct3d)
    }

    fn from_job(job: Job, machines: Machines) -> Result<Self, BuildError> {
        let mut session = Session::new(&DiskFiles);
        let mut inputs = job.read(&mut session, &mut io::empty());
        if let Err(diagnostic) = unwrap_only(&mut inputs, None) {
            session.diagnostics.push(diagnostic);
            return Err(BuildError::new(&session));
        }
        make_names_unique(&mut inputs);
        let made = Self::link(&job, &inputs, machines, &mut session);
        made.filter(|_| !session.has_errors())
            .ok_or_else(|| BuildError::new(&session))
    }

    /// Returns the binary of a job, see [`binary`], or the only container, to be run on `machines`. Returns `None` if
    /// there are errors, which are in the session.
    pub fn link<'s>(job: &Job, inputs: &'s [InputFile], machines: Machines, session: &mut Session<'s>) -> Option<Self> {
        if let [file] = inputs
            && file.kind == InputKind::Container
        {
            return open(job, file, machines, session).map(|container| Self {
                name: file.name.clone(),
                content: Content::Container(Box::new(container)),
            });
        }
        let shbin = binary(job, inputs, session)?;
        let names: Vec<_> = inputs.iter().map(|input| input.name.as_str()).collect();
        Some(Self::from_shbin(names.join(" "), shbin))
    }

    /// Returns the shader with an index in the file, from 0.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none.
    pub fn shader(&self, index: usize) -> Result<Shader, BuildError> {
        Ok(self.choose(ShaderChoice::Index(index))?)
    }

    /// Returns the shader with an entry procedure.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none.
    pub fn entry(&self, name: &str) -> Result<Shader, BuildError> {
        Ok(self.choose(ShaderChoice::Entry(name))?)
    }

    /// Returns one of the shaders.
    ///
    /// # Errors
    ///
    /// Returns an error if the file has no such shader.
    pub fn choose(&self, choice: ShaderChoice<'_>) -> Result<Shader, Diagnostic> {
        let target = match &self.content {
            Content::Shbin(shbin) => {
                let program = Program::load(shbin, choice);
                let program = program.map_err(|error| cannot_load(&error, &self.name))?;
                Target::Pica200(Box::new(Pica200 {
                    listing: Listing::new(shbin, &program),
                    program,
                    shbin: Arc::clone(shbin),
                }))
            }
            Content::Container(container) => match choice {
                ShaderChoice::Index(0) => Target::Direct3d(container.clone()),
                ShaderChoice::Index(_) | ShaderChoice::Entry(_) => {
                    let name = &self.name;
                    let message = format!("`{name}`: a DXBC container has one shader, without a name");
                    return Err(Diagnostic::for_file(Code::NoSuchShader, name, message));
                }
            },
        };
        Ok(Shader {
            name: self.name.clone(),
            target,
        })
    }
}

/// A shader to test: a linked binary with an entry point, or a container.
#[derive(Clone, Debug)]
pub struct Shader {
    pub(super) name: String,
    /// The machine, and the shader in its form.
    pub target: Target,
}

/// The machine for a shader, with the shader in the machine's form.
#[derive(Clone, Debug)]
pub enum Target {
    /// The PICA200.
    Pica200(Box<Pica200>),
    /// Direct3D.
    Direct3d(Box<Direct3d>),
}

/// A shader of a shader binary.
#[derive(Clone, Debug)]
pub struct Pica200 {
    /// The program.
    pub program: Program,
    /// Listing of the binary's words.
    pub listing: Listing,
    /// The binary.
    pub shbin: Arc<Shbin>,
}

impl Shader {
    /// Assembles a source and returns its first shader. [`Binary`] gives access to the others.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Binary::from_source`].
    pub fn from_source(name: &str, text: &str) -> Result<Self, BuildError> {
        Binary::from_source(name, text)?.shader(0)
    }

    /// Returns the first shader of a binary, or of sources and objects linked in order, or the shader of a DXBC
    /// container.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Binary::from_files`].
    pub fn from_files<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Result<Self, BuildError> {
        Binary::from_files(paths)?.shader(0)
    }
}
