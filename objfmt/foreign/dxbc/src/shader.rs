//! All chunks of a container together.

use crate::container::{Chunk, Container};
use crate::error::{Error, Fault, FourCc};
use crate::features::{self, Features};
use crate::interfaces::{self, Interfaces};
use crate::level9::{self, Level9};
use crate::program::{Located, Program, decode};
use crate::resources::{self, Resources};
use crate::signature::{Signature, SignatureKind};
use crate::statistics::{self, Statistics};

/// The names of the chunks that hold a program.
pub const PROGRAMS: [FourCc; 2] = [FourCc(*b"SHDR"), FourCc(*b"SHEX")];

/// The name of the chunk that holds a program of shader model 6, which is a container of LLVM bit code.
pub const MODEL_6: FourCc = FourCc(*b"DXIL");

/// Whether shaders cannot run without a chunk: it holds the program, inputs or outputs. Other chunks
/// describe the shader, or hold other forms of it.
pub fn is_needed_to_run(chunk: FourCc) -> bool {
    let kind = SignatureKind::of(chunk);
    PROGRAMS.contains(&chunk) || matches!(kind, Some(SignatureKind::Input | SignatureKind::Output))
}

/// The contents of a container. Chunks of other names hold bytes only: debug data, private data.
#[derive(Clone, PartialEq, Debug)]
pub struct Shader<'a> {
    /// Buffers, variables and bindings.
    pub resources: Option<Resources<'a>>,
    /// The signatures in the order of the file.
    pub signatures: Vec<Signature<'a>>,
    /// The program, with the chunk that holds it.
    pub program: Option<(Chunk<'a>, Program)>,
    /// The numbers of instructions and registers.
    pub statistics: Option<Statistics>,
    /// Class types and interface slots.
    pub interfaces: Option<Interfaces<'a>>,
    /// The features that the shader needs.
    pub features: Option<Features>,
    /// Code of Direct3D 9.
    pub level9: Option<Level9>,
    /// One fault for each chunk that cannot be read, in the order of the file. Its value is then missing here.
    pub faults: Vec<Error>,
}

impl<'a> Shader<'a> {
    /// Reads the chunks. A chunk that cannot be read does not hide the others. Of several chunks with one name, the
    /// first counts.
    pub fn of(container: &Container<'a>) -> Self {
        let mut shader = Self {
            resources: None,
            signatures: Vec::new(),
            program: None,
            statistics: None,
            interfaces: None,
            features: None,
            level9: None,
            faults: Vec::new(),
        };
        let mut read = Vec::new();
        for chunk in container.chunks() {
            if Known::of(chunk.id).is_some() && !read.contains(&chunk.id) {
                read.push(chunk.id);
                if let Err(fault) = shader.add(&chunk) {
                    shader.faults.push(fault);
                }
            }
        }
        shader
    }

    fn add(&mut self, chunk: &Chunk<'a>) -> Result<(), Error> {
        match Known::of(chunk.id) {
            Some(Known::Resources) => self.resources = Some(Resources::read(chunk)?),
            Some(Known::Signature) => self.signatures.push(Signature::read(chunk)?),
            Some(Known::Program) if self.program.is_none() => {
                let program = Program::read(chunk)?;
                self.program = Some((*chunk, program));
            }
            Some(Known::Statistics) => self.statistics = Some(Statistics::read(chunk)),
            Some(Known::Interfaces) => self.interfaces = Some(Interfaces::read(chunk)?),
            Some(Known::Level9) => self.level9 = Some(Level9::read(chunk)?),
            Some(Known::Features) => self.features = Some(Features::read(chunk)?),
            Some(Known::Program) | None => {}
        }
        Ok(())
    }
}

impl Program {
    /// Reads a chunk `SHDR` or `SHEX`.
    ///
    /// Memory is limited by the size of the chunk times a constant.
    ///
    /// # Errors
    ///
    /// The first fault. Numbers without a known meaning are no faults, nor are dwords behind the operands of an
    /// instruction.
    pub fn read(chunk: &Chunk<'_>) -> Result<Self, Error> {
        decode(chunk.data).map_err(|Located { at, fault }| Error {
            chunk: Some(chunk.id),
            offset: usize::try_from(at)
                .unwrap_or(usize::MAX)
                .saturating_mul(4)
                .saturating_add(chunk.offset),
            fault: Fault::Program(fault),
        })
    }
}

/// The contents of a chunk, by its name.
#[derive(Clone, Copy)]
enum Known {
    Resources,
    Signature,
    Program,
    Statistics,
    Interfaces,
    Features,
    Level9,
}

impl Known {
    fn of(id: FourCc) -> Option<Self> {
        match id {
            resources::ID => Some(Self::Resources),
            statistics::ID => Some(Self::Statistics),
            interfaces::ID => Some(Self::Interfaces),
            level9::ID => Some(Self::Level9),
            features::ID => Some(Self::Features),
            id if PROGRAMS.contains(&id) => Some(Self::Program),
            id if Signature::ids().any(|known| known == id) => Some(Self::Signature),
            _ => None,
        }
    }
}
