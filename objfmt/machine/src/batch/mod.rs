//! BatchRun execution of vertices of one program.

use pica200_objfmt::isa::register::Register;
use pica200_objfmt::observe::{NoObserver, Observer};

use crate::execute::{Outcome, Run};
use crate::fault::Fault;
use crate::geometry::Emitter;
use crate::machine::Machine;
use crate::precision::Precision;
use crate::program::Program;
use crate::registers::{BATCH_SIZE as SIZE, Vector, slot};
use crate::value::{RegisterWrite, SetError, Value, vector_slot};

mod execution;
mod group;
mod members;
mod run;
mod state;
mod vertices;

use group::Groups;
use run::BatchRun;
use state::BatchState;

pub use vertices::ShadedVertex;

/// Sixteen machines with one program, each for a vertex, which run together.
///
/// Each vertex has separate registers, including uniforms. Its results are equal to the results of a [`Machine`], bit
/// for bit except for the bits of a NaN, which `f32` leaves unspecified. Divergent vertices wait for each other where
/// their paths reconverge.
///
/// Geometry shaders, and runs with an observer that asks for details, run vertices sequentially.
///
/// ```
/// # use pica200_machine::{Batch, Machine, Vector};
/// # use pica200_objfmt::isa::register::{Bank, Register};
/// # fn transform(machine: &Machine, mesh: &[Vector]) -> Result<Vec<Vector>, Box<dyn std::error::Error>> {
/// let register = |bank| Register { bank, number: 0 };
/// let mut batch = Batch::new(machine);
/// let mut positions = Vec::new();
/// for vertices in mesh.chunks(Batch::SIZE) {
///     batch.set_vectors(register(Bank::Input), vertices)?;
///     batch.run(vertices.len(), 1000);
///     for result in batch.results() {
///         result?;
///     }
///     let outputs = batch.vectors(register(Bank::Output)).into_iter().flatten();
///     positions.extend(outputs.take(vertices.len()));
/// }
/// # Ok(positions)
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    program: Program,
    precision: Precision,
    wide: Box<BatchState>,
    /// The emitters of geometry shaders.
    emitters: [Emitter; SIZE],
    groups: Groups,
    /// The number of vertices of the last run, and how they ended.
    vertices: usize,
    ended: [Outcome; SIZE],
}

impl Batch {
    /// The number of vertices of a batch.
    pub const SIZE: usize = SIZE;

    /// Creates vertices with the registers of a machine.
    pub fn new(machine: &Machine) -> Self {
        let mut batch = Self {
            program: machine.program.clone(),
            precision: machine.precision,
            wide: Box::default(),
            emitters: Default::default(),
            groups: Groups::default(),
            vertices: 0,
            ended: [Outcome::default(); SIZE],
        };
        batch.load(machine);
        batch
    }

    /// Loads the program and the registers of a machine into all vertices.
    pub fn load(&mut self, machine: &Machine) {
        self.program.clone_from(&machine.program);
        self.precision = machine.precision;
        self.wide.set_all(&machine.state);
        for emitter in &mut self.emitters {
            emitter.clone_from(&machine.state.emitter);
        }
    }

    /// Returns the program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Sets a register of one vertex, numbered from 0, like [`Machine::set`].
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such vertex or register, or if the register holds values of another kind.
    pub fn set(&mut self, vertex: usize, register: Register, value: Value) -> Result<(), SetError> {
        if vertex >= Self::SIZE {
            return Err(SetError::NoVertex { vertex });
        }
        let setting = RegisterWrite::new(register, value, self.precision)?;
        self.wide.apply(vertex, setting);
        Ok(())
    }

    /// Sets a register of the first vertices, each to its own value.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more values than vertices, or if the register does not exist or holds no vectors.
    pub fn set_vectors(&mut self, register: Register, values: &[Vector]) -> Result<(), SetError> {
        if values.len() > SIZE {
            return Err(SetError::NoVertex { vertex: SIZE });
        }
        let slot = vector_slot(register)?;
        let vectors = &mut self.wide.vectors;
        vectors.set_first(slot, values, self.precision);
        Ok(())
    }

    /// Returns the values of a register in all vertices; `None` if it does not exist or holds no vectors.
    pub fn vectors(&self, register: Register) -> Option<[Vector; SIZE]> {
        Some(self.wide.vectors.of_vertices(slot(register)?))
    }

    /// Returns a machine with the registers of one vertex; `None` if there is no such vertex.
    pub fn machine(&self, vertex: usize) -> Option<Machine> {
        let emitter = self.emitters.get(vertex)?.clone();
        Some(Machine {
            program: self.program.clone(),
            precision: self.precision,
            state: self.wide.vertex(vertex, emitter),
        })
    }

    /// Runs the program for the first vertices, like [`Machine::run`], each with at most `budget` instructions.
    /// [`Batch::results`] returns the results.
    pub fn run(&mut self, vertices: usize, budget: u64) {
        self.run_observed(vertices, budget, &mut NoObserver);
    }

    /// Like [`Self::run`], with an observer. An observer that asks for details sees the whole run of the first vertex,
    /// then of the next. Other observers are notified of each instruction with the number of vertices that execute it.
    pub fn run_observed<O: Observer<Program>>(&mut self, vertices: usize, budget: u64, observer: &mut O) {
        self.vertices = vertices.min(SIZE);
        if O::DETAILS || self.program.is_geometry() {
            return self.run_one_by_one(budget, observer);
        }
        match self.precision {
            Precision::Single => self.run_together::<O, false>(budget, observer),
            Precision::Float24 => self.run_together::<O, true>(budget, observer),
        }
    }

    /// Returns the results of the last run, in the order of the vertices.
    pub fn results(&self) -> impl Iterator<Item = Result<Run, Fault>> {
        let ended = self.ended.iter().take(self.vertices);
        ended.map(|ended| ended.result(&self.program))
    }

    fn run_together<O: Observer<Program>, const ROUND: bool>(&mut self, budget: u64, observer: &mut O) {
        let batched = BatchRun::<O, ROUND> {
            program: self.program.decoded(),
            wide: &mut self.wide,
            groups: &mut self.groups,
            observer,
            budget,
            ahead: [0; SIZE],
            ended: &mut self.ended,
        };
        batched.run(self.vertices);
    }

    fn run_one_by_one<O: Observer<Program>>(&mut self, budget: u64, observer: &mut O) {
        for vertex in 0..self.vertices {
            let Some(mut machine) = self.machine(vertex) else {
                continue;
            };
            self.ended[vertex] = machine.execute(budget, observer);
            self.wide.set_vertex(vertex, &machine.state);
            self.emitters[vertex] = machine.state.emitter;
        }
    }
}
