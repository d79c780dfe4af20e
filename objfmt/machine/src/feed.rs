//! Input assembly for geometry shaders.

use std::fmt;

use pica200_objfmt::formats::shbin::GeometryMode;
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_objfmt::observe::{NoObserver, Observer};

use crate::fault::Fault;
use crate::machine::Machine;
use crate::program::Program;
use crate::registers::Vector;
use crate::value::Value;

/// An error of feeding a geometry shader.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum FeedError {
    /// The program is a vertex shader.
    NoGeometryShader,
    /// The geometry mode is unknown.
    UnknownMode {
        /// The geometry mode of the file.
        mode: u8,
    },
    /// The vertices of a primitive do not fit into their registers.
    TooLarge {
        /// The number of registers needed.
        registers: usize,
        /// The number of registers available.
        available: usize,
    },
    /// A primitive has no registers.
    Empty,
    /// The shader did not reach `end`.
    Fault {
        /// The fault that stopped the run.
        fault: Fault,
        /// The result of the previous runs of the same call.
        before: FeedResult,
    },
}

impl fmt::Display for FeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGeometryShader => f.write_str("only geometry shaders take vertices; this is a vertex shader"),
            Self::UnknownMode { mode } => {
                write!(f, "the shader has geometry mode {mode}; the known modes are 0, 1 and 2")
            }
            Self::TooLarge { registers, available } => write!(
                f,
                "a primitive needs {registers} registers, but there is room for {available}"
            ),
            Self::Empty => f.write_str("a primitive has no vertices, or its vertices have no outputs"),
            Self::Fault { fault, .. } => fault.fmt(f),
        }
    }
}

impl std::error::Error for FeedError {}

/// The result of feeding vertices.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FeedResult {
    /// The number of shader runs.
    pub runs: u64,
    /// The total number of executed instructions.
    pub instructions: u64,
    /// The word of the `end` that the last run executed; `None` if there was no run.
    pub end: Option<u16>,
}

/// Passes the outputs of vertices to a geometry shader, and runs it for each primitive.
///
/// Tested emulators document how the console feeds geometry shaders:
/// - point mode: the registers of the vertices, one vertex after the other, starting at `v0`. The program on the
///   console sets the number of registers of a primitive (the *input stride*), which is not in the file;
/// - variable mode: the number of vertices of the primitive in all components of `c0`; then, starting at `c1`, all
///   registers of the fully defined vertices, whose number is in the file, and only the first register of the others;
/// - fixed mode: all registers of the vertices, starting at a uniform; the file has the uniform and the number of
///   vertices.
///
/// Two tables are not modelled: the map from outputs to other inputs (here, `o0` of a vertex comes first, then `o1`),
/// and the mask of outputs that a vertex shader does not write (pass only the written outputs).
#[derive(Clone, Debug)]
pub struct Feed {
    mode: GeometryMode,
    /// The first register of a primitive.
    first: Register,
    /// The number of registers of a primitive; in variable mode, the maximum.
    size: usize,
    /// The registers of an incomplete primitive.
    waiting: Vec<Vector>,
}

impl Feed {
    /// Creates a feed in the mode of the file. `stride` is the number of registers of a primitive in point mode;
    /// `outputs` is the number of registers of a vertex in fixed mode.
    ///
    /// # Errors
    ///
    /// Returns an error if the program is not a geometry shader, or if its primitives do not fit.
    pub fn new(program: &Program, stride: u8, outputs: u8) -> Result<Self, FeedError> {
        if !program.is_geometry() {
            return Err(FeedError::NoGeometryShader);
        }
        let bytes = program.geometry();
        let mode = bytes.geometry_mode();
        let mode = mode.ok_or(FeedError::UnknownMode { mode: bytes.mode })?;
        let (bank, number, size) = match mode {
            GeometryMode::Point => (Bank::Input, 0, usize::from(stride)),
            GeometryMode::Variable { .. } => {
                let available = usize::from(Bank::Float.size() - 1);
                (Bank::Float, 1, available)
            }
            GeometryMode::Fixed { start, vertices } => {
                let size = usize::from(vertices) * usize::from(outputs);
                (Bank::Float, start, size)
            }
        };
        let available = usize::from(bank.size().saturating_sub(number));
        if size > available {
            return Err(FeedError::TooLarge {
                registers: size,
                available,
            });
        }
        if size == 0 {
            return Err(FeedError::Empty);
        }
        Ok(Self {
            mode,
            first: Register { bank, number },
            size,
            waiting: Vec::new(),
        })
    }

    /// Returns the geometry mode of the file.
    pub fn mode(&self) -> GeometryMode {
        self.mode
    }

    /// Returns the number of registers of a primitive; in variable mode, the maximum.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the number of buffered registers of an incomplete primitive.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Feeds vertices, each given by its outputs, and runs the shader for each complete primitive, with at most
    /// `budget` instructions per run.
    ///
    /// In variable mode, the vertices are one primitive. In the other modes, they continue the vertices of earlier
    /// calls, and an incomplete primitive is buffered.
    ///
    /// # Errors
    ///
    /// Returns an error if a run does not reach `end`, or if the primitive does not fit. Buffered vertices are then
    /// dropped.
    pub fn feed<V: AsRef<[Vector]>>(
        &mut self,
        machine: &mut Machine,
        vertices: &[V],
        budget: u64,
    ) -> Result<FeedResult, FeedError> {
        self.feed_observed(machine, vertices, budget, &mut NoObserver)
    }

    /// Like [`Feed::feed`], with an observer.
    ///
    /// # Errors
    ///
    /// The errors of [`Feed::feed`].
    pub fn feed_observed<V: AsRef<[Vector]>, O: Observer<Program>>(
        &mut self,
        machine: &mut Machine,
        vertices: &[V],
        budget: u64,
        observer: &mut O,
    ) -> Result<FeedResult, FeedError> {
        let mut runs = Runs {
            machine,
            observer,
            budget,
            fed: FeedResult::default(),
        };
        let fed = match self.mode {
            GeometryMode::Variable { vertices: full } => self.feed_variable(&mut runs, vertices, usize::from(full)),
            GeometryMode::Point | GeometryMode::Fixed { .. } => self.feed_registers(&mut runs, vertices),
        };
        if fed.is_err() {
            self.waiting.clear();
        }
        fed.map(|()| runs.fed)
    }

    fn feed_variable<V: AsRef<[Vector]>, O: Observer<Program>>(
        &mut self,
        runs: &mut Runs<'_, O>,
        vertices: &[V],
        full: usize,
    ) -> Result<(), FeedError> {
        if vertices.is_empty() {
            return Err(FeedError::Empty);
        }
        for (number, vertex) in vertices.iter().enumerate() {
            let outputs = vertex.as_ref();
            let count = if number < full { outputs.len() } else { 1 };
            self.waiting.extend(outputs.iter().take(count));
            if self.waiting.len() > self.size {
                return Err(FeedError::TooLarge {
                    registers: self.waiting.len(),
                    available: self.size,
                });
            }
        }
        // Vertices without outputs take no registers, so their number can exceed a byte; it saturates.
        let count = f32::from(u8::try_from(vertices.len()).unwrap_or(u8::MAX));
        let number = 0;
        let counter = Register { number, ..self.first };
        runs.set(counter, [count; 4]);
        self.run(runs)
    }

    fn feed_registers<V: AsRef<[Vector]>, O: Observer<Program>>(
        &mut self,
        runs: &mut Runs<'_, O>,
        vertices: &[V],
    ) -> Result<(), FeedError> {
        for register in vertices.iter().flat_map(AsRef::as_ref) {
            self.waiting.push(*register);
            if self.waiting.len() == self.size {
                self.run(runs)?;
            }
        }
        Ok(())
    }

    /// Writes the buffered registers, and runs the shader.
    fn run<O: Observer<Program>>(&mut self, runs: &mut Runs<'_, O>) -> Result<(), FeedError> {
        for (number, value) in (self.first.number..).zip(self.waiting.drain(..)) {
            runs.set(Register { number, ..self.first }, value);
        }
        let run = runs.machine.run_observed(runs.budget, runs.observer);
        let run = run.map_err(|fault| FeedError::Fault {
            fault,
            before: runs.fed,
        })?;
        runs.fed.runs += 1;
        runs.fed.instructions += run.instructions;
        runs.fed.end = Some(run.end);
        Ok(())
    }
}

/// The runs of one call.
struct Runs<'r, O> {
    machine: &'r mut Machine,
    observer: &'r mut O,
    budget: u64,
    fed: FeedResult,
}

impl<O> Runs<'_, O> {
    /// Sets a register that is known to exist.
    fn set(&mut self, register: Register, value: Vector) {
        let set = self.machine.set(register, Value::Vector(value));
        debug_assert!(set.is_ok(), "primitives fit");
    }
}
