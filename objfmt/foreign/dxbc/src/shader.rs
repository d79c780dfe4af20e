//! The chunks of a container, parsed.

use crate::container::{Chunk, Container};
use crate::error::{Error, ErrorKind, FourCc};
use crate::features::{self, Features};
use crate::interfaces::{self, Interfaces};
use crate::level9::{self, Level9};
use crate::program::{LocatedError, Program, decode};
use crate::resources::{self, Resources};
use crate::signature::{Signature, SignatureKind};
use crate::statistics::{self, Statistics};

/// The names of program chunks.
pub const PROGRAMS: [FourCc; 2] = [FourCc(*b"SHDR"), FourCc(*b"SHEX")];

/// The name of the chunk with a shader model 6 program, which is LLVM bitcode.
pub const MODEL_6: FourCc = FourCc(*b"DXIL");

/// Returns true if shaders cannot run without the chunk: it contains the program, inputs or outputs. Other chunks
/// describe the shader, or contain alternative forms of it.
pub fn is_needed_to_run(chunk: FourCc) -> bool {
    let kind = SignatureKind::from_chunk(chunk);
    PROGRAMS.contains(&chunk) || matches!(kind, Some(SignatureKind::Input | SignatureKind::Output))
}

/// The contents of a container. Other chunks are opaque: debug data, private data.
#[derive(Clone, PartialEq, Debug)]
pub struct Shader<'a> {
    /// Buffers, variables and bindings.
    pub resources: Option<Resources<'a>>,
    /// The signatures in file order.
    pub signatures: Vec<Signature<'a>>,
    /// The program and its chunk.
    pub program: Option<(Chunk<'a>, Program)>,
    /// The counts of instructions and registers.
    pub statistics: Option<Statistics>,
    /// Class types and interface slots.
    pub interfaces: Option<Interfaces<'a>>,
    /// The required features.
    pub features: Option<Features>,
    /// Direct3D 9 code.
    pub level9: Option<Level9>,
    /// One error for each chunk that cannot be read, in file order. Its field is then empty.
    pub faults: Vec<Error>,
}

impl<'a> Shader<'a> {
    /// Reads the chunks. An unreadable chunk does not hide the others. Of several chunks with one name, the first is
    /// used.
    pub fn from_container(container: &Container<'a>) -> Self {
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
            if ParsedChunk::from_id(chunk.id).is_some() && !read.contains(&chunk.id) {
                read.push(chunk.id);
                if let Err(error) = shader.add(&chunk) {
                    shader.faults.push(error);
                }
            }
        }
        shader
    }

    fn add(&mut self, chunk: &Chunk<'a>) -> Result<(), Error> {
        match ParsedChunk::from_id(chunk.id) {
            Some(ParsedChunk::Resources) => self.resources = Some(Resources::read(chunk)?),
            Some(ParsedChunk::Signature) => self.signatures.push(Signature::read(chunk)?),
            Some(ParsedChunk::Program) if self.program.is_none() => {
                let program = Program::read(chunk)?;
                self.program = Some((*chunk, program));
            }
            Some(ParsedChunk::Statistics) => self.statistics = Some(Statistics::read(chunk)),
            Some(ParsedChunk::Interfaces) => self.interfaces = Some(Interfaces::read(chunk)?),
            Some(ParsedChunk::Level9) => self.level9 = Some(Level9::read(chunk)?),
            Some(ParsedChunk::Features) => self.features = Some(Features::read(chunk)?),
            Some(ParsedChunk::Program) | None => {}
        }
        Ok(())
    }
}

impl Program {
    /// Reads a chunk `SHDR` or `SHEX`.
    ///
    /// Memory is linear in the size of the chunk.
    ///
    /// # Errors
    ///
    /// Fails with the first error. Numbers of unknown meaning and additional dwords after the operands of an
    /// instruction are accepted.
    pub fn read(chunk: &Chunk<'_>) -> Result<Self, Error> {
        decode(chunk.data).map_err(|LocatedError { at, error }| Error {
            chunk: Some(chunk.id),
            offset: usize::try_from(at)
                .unwrap_or(usize::MAX)
                .saturating_mul(4)
                .saturating_add(chunk.offset),
            kind: ErrorKind::Program(error),
        })
    }
}

/// The parsed contents of a chunk, by its name.
#[derive(Clone, Copy)]
enum ParsedChunk {
    Resources,
    Signature,
    Program,
    Statistics,
    Interfaces,
    Features,
    Level9,
}

impl ParsedChunk {
    fn from_id(id: FourCc) -> Option<Self> {
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
