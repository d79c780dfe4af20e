//! Vertices for geometry shaders.

use std::fmt;

use pica200_objfmt::formats::object::GeometryMode;
use pica200_objfmt::isa::register::{Bank, Register};

use crate::fault::Fault;
use crate::machine::{Machine, Value};
use crate::observe::{Observer, Unobserved};
use crate::program::Program;
use crate::registers::Vector;

/// Why a geometry shader cannot be fed.
#[derive(Clone, PartialEq, Debug)]
pub enum FeedError {
    /// The program is a vertex shader.
    NoGeometryShader,
    /// The mode is unknown.
    UnknownMode {
        /// The byte that says the mode.
        mode: u8,
    },
    /// The vertices of a primitive do not fit into the registers for them.
    TooLarge {
        /// How many registers they take.
        registers: usize,
        /// How many there are.
        room: usize,
    },
    /// A primitive of no registers.
    Empty,
    /// The shader did not come to its end.
    Fault {
        /// What ended the run.
        fault: Fault,
        /// What the runs before it came to, of the same feed.
        before: Fed,
    },
}

impl fmt::Display for FeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGeometryShader => {
                f.write_str("vertices are fed to geometry shaders, and this is a vertex shader")
            }
            Self::UnknownMode { mode } => write!(
                f,
                "the shader says that it is fed in mode {mode}, and the modes 0, 1 and 2 are known"
            ),
            Self::TooLarge { registers, room } => write!(
                f,
                "a primitive takes {registers} registers, and there are {room} for it"
            ),
            Self::Empty => f.write_str("a primitive has no vertices, or its vertices no outputs"),
            Self::Fault { fault, .. } => fault.fmt(f),
        }
    }
}

impl std::error::Error for FeedError {}

/// What feeding came to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Fed {
    /// How many times the shader ran.
    pub runs: u64,
    /// How many instructions it executed in all.
    pub instructions: u64,
    /// The word of the last run's `end`, `None` if there was no run.
    pub end: Option<u16>,
}

/// Gives a geometry shader the outputs of vertices, and runs it for each primitive.
///
/// How the console feeds is known from tested emulators:
/// - point mode: the registers of the vertices, one vertex after the other, from `v0` on. The program on the console
///   says how many make a primitive (the *input stride*), the file does not;
/// - variable mode: the number of the primitive's vertices in all components of `c0`, then from `c1` on all registers of
///   the first vertices, as many as the file says, and the first register alone of the others;
/// - fixed mode: all registers of the vertices, as many as the file says, from the uniform on that the file says.
///
/// Not modelled: the table by which the console can deal out outputs to other inputs (here `o0` of a vertex comes first,
/// then `o1`), and the one by which outputs that a vertex shader does not write are left out (give those it writes).
#[derive(Clone, Debug)]
pub struct Feed {
    mode: GeometryMode,
    /// The first register.
    first: Register,
    /// How many registers make a primitive; in variable mode, how many it has at most.
    size: usize,
    /// Registers of a primitive that is not complete.
    waiting: Vec<Vector>,
}

impl Feed {
    /// A feed as the file says it. `stride` is the number of registers that make a primitive in point mode; `outputs`
    /// the number of registers of a vertex, for fixed mode.
    ///
    /// # Errors
    ///
    /// If the program is no geometry shader, or its primitives do not fit.
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
                let room = usize::from(Bank::Float.size() - 1);
                (Bank::Float, 1, room)
            }
            GeometryMode::Fixed { start, vertices } => {
                let size = usize::from(vertices) * usize::from(outputs);
                (Bank::Float, start, size)
            }
        };
        let room = usize::from(bank.size().saturating_sub(number));
        if size > room {
            return Err(FeedError::TooLarge {
                registers: size,
                room,
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

    /// The mode, as the file says it.
    pub fn mode(&self) -> GeometryMode {
        self.mode
    }

    /// How many registers make a primitive; in variable mode, how many it has at most.
    pub fn size(&self) -> usize {
        self.size
    }

    /// How many registers wait for the rest of their primitive.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Feeds vertices, each given by its outputs, and runs the shader for each primitive that is complete; at most
    /// `budget` instructions for each run.
    ///
    /// In variable mode the vertices are one primitive. In the other modes they continue those of the feeds before:
    /// what completes no primitive waits.
    ///
    /// # Errors
    ///
    /// If a run does not come to its end, or the primitive does not fit; then nothing waits any more.
    pub fn feed<V: AsRef<[Vector]>>(
        &mut self,
        machine: &mut Machine<'_>,
        vertices: &[V],
        budget: u64,
    ) -> Result<Fed, FeedError> {
        self.feed_observed(machine, vertices, budget, &mut Unobserved)
    }

    /// The same as [`Feed::feed`], with someone who looks on.
    ///
    /// # Errors
    ///
    /// Those of [`Feed::feed`].
    pub fn feed_observed<V: AsRef<[Vector]>, O: Observer>(
        &mut self,
        machine: &mut Machine<'_>,
        vertices: &[V],
        budget: u64,
        observer: &mut O,
    ) -> Result<Fed, FeedError> {
        let mut runs = Runs {
            machine,
            observer,
            budget,
            fed: Fed::default(),
        };
        let fed = match self.mode {
            GeometryMode::Variable { vertices: full } => {
                self.feed_variable(&mut runs, vertices, usize::from(full))
            }
            GeometryMode::Point | GeometryMode::Fixed { .. } => {
                self.feed_registers(&mut runs, vertices)
            }
        };
        if fed.is_err() {
            self.waiting.clear();
        }
        fed.map(|()| runs.fed)
    }

    fn feed_variable<V: AsRef<[Vector]>, O: Observer>(
        &mut self,
        runs: &mut Runs<'_, '_, O>,
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
                    room: self.size,
                });
            }
        }
        // Vertices without outputs take no registers; such a number is given as the highest.
        let count = f32::from(u8::try_from(vertices.len()).unwrap_or(u8::MAX));
        let number = 0;
        let counter = Register {
            number,
            ..self.first
        };
        runs.set(counter, [count; 4]);
        self.run(runs)
    }

    fn feed_registers<V: AsRef<[Vector]>, O: Observer>(
        &mut self,
        runs: &mut Runs<'_, '_, O>,
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

    /// Writes the registers that wait, and runs the shader.
    fn run<O: Observer>(&mut self, runs: &mut Runs<'_, '_, O>) -> Result<(), FeedError> {
        for (number, value) in (self.first.number..).zip(self.waiting.drain(..)) {
            runs.set(
                Register {
                    number,
                    ..self.first
                },
                value,
            );
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

/// The runs of a feed.
struct Runs<'r, 'p, O> {
    machine: &'r mut Machine<'p>,
    observer: &'r mut O,
    budget: u64,
    fed: Fed,
}

impl<O> Runs<'_, '_, O> {
    /// Sets a register of which is known that it is there.
    fn set(&mut self, register: Register, value: Vector) {
        let set = self.machine.set(register, Value::Vector(value));
        debug_assert!(set.is_ok(), "primitives fit");
    }
}
