//! Runs of whole meshes: any number of vertices that start from the registers of one machine.

use pica200_objfmt::isa::register::{Bank, Register};
use pica200_objfmt::observe::{NoObserver, Observer};

use super::{Batch, SIZE};
use crate::execute::Run;
use crate::fault::Fault;
use crate::machine::Machine;
use crate::program::Program;
use crate::registers::{Vector, slot};
use crate::value::{SetError, vector_slot};

/// A vertex whose run reached `end`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShadedVertex {
    /// `o0` to `o15`. Outputs that the shader does not write have the vertex's own vectors, if they are among its
    /// inputs, and otherwise the values of the machine, which are 0 unless they were set.
    pub outputs: [Vector; 16],
    /// The result of the run.
    pub run: Run,
}

impl Machine {
    /// Runs the program once for each vertex, with at most `budget` instructions each. Use this to run a mesh: vertices
    /// run in a [`Batch`], sixteen at a time, with the same results as alone.
    ///
    /// Every run starts from the registers of this machine: its constants, the uniforms that were set, and all other
    /// state. Each vertex then sets the registers in `inputs` to its own vectors, in the same order. `inputs` has no
    /// duplicates, and a vertex may have fewer vectors than there are inputs. The registers of this machine do not
    /// change.
    ///
    /// The results are in the order of the vertices. A vertex that does not reach `end` has a fault as its result, and
    /// has no effect on the others. Vertices that a geometry shader emits are dropped; use [`Feed`](crate::Feed) for
    /// geometry shaders.
    ///
    /// ```
    /// # use pica200_machine::{Machine, Program, ShaderChoice, Value};
    /// # use pica200_objfmt::isa::register::{Bank, Register};
    /// # let source = "
    /// #     .fvec scale
    /// #     .in position
    /// #     .out outPosition position
    /// #     .proc main
    /// #         mul outPosition, scale, position
    /// #         end
    /// #     .end";
    /// # let assembly = pica200_asm::assemble("scale.vsh", source.as_bytes(), &Default::default());
    /// # let input = pica200_link::Input {
    /// #     name: "scale.vsh".into(),
    /// #     object: assembly.object.expect("the source has no errors"),
    /// # };
    /// # let linked = pica200_link::link(&[input], &Default::default());
    /// # let shbin = linked.expect("it links").output.shbin;
    /// # let program = Program::load(&shbin, ShaderChoice::Index(0))?;
    /// let mut machine = Machine::new(&program);
    /// machine.set_named("scale", 0, Value::Vector([2.0, 2.0, 2.0, 1.0]))?;
    /// let position = program.named("position").expect("an input").first;
    /// let mesh = [[[1.0, 2.0, 3.0, 1.0]], [[-1.0, 0.0, 0.5, 1.0]]];
    /// for shaded in machine.run_vertices(&[position], &mesh, 1000)? {
    ///     println!("{:?}", shaded?.outputs[0]);
    /// }
    /// # let shaded = machine.run_vertices(&[position], &mesh, 1000)?;
    /// # assert_eq!(shaded[1].as_ref().map(|vertex| vertex.outputs[0]), Ok([-2.0, 0.0, 1.0, 1.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if one of the `inputs` does not exist, holds no vectors or is listed twice, or if a vertex has
    /// more vectors than there are inputs.
    pub fn run_vertices<V: AsRef<[Vector]>>(
        &self,
        inputs: &[Register],
        vertices: &[V],
        budget: u64,
    ) -> Result<Vec<Result<ShadedVertex, Fault>>, SetError> {
        self.run_vertices_observed(inputs, vertices, budget, &mut NoObserver)
    }

    /// Like [`Machine::run_vertices`], with an observer. An observer that asks for details sees the whole run of the
    /// first vertex, then of the next. Other observers are notified of each instruction with the number of vertices
    /// that execute it.
    ///
    /// # Errors
    ///
    /// The errors of [`Machine::run_vertices`].
    pub fn run_vertices_observed<V: AsRef<[Vector]>, O: Observer<Program>>(
        &self,
        inputs: &[Register],
        vertices: &[V],
        budget: u64,
        observer: &mut O,
    ) -> Result<Vec<Result<ShadedVertex, Fault>>, SetError> {
        for (at, input) in inputs.iter().enumerate() {
            vector_slot(*input)?;
            if inputs.iter().take(at).any(|before| before == input) {
                return Err(SetError::DuplicateInput { register: *input });
            }
        }
        for (vertex, vectors) in vertices.iter().enumerate() {
            let (found, inputs) = (vectors.as_ref().len(), inputs.len());
            if found > inputs {
                return Err(SetError::TooManyVectors { vertex, found, inputs });
            }
        }
        let mut mesh = Mesh::new(self, inputs);
        let mut results = Vec::with_capacity(vertices.len());
        for (number, chunk) in vertices.chunks(SIZE).enumerate() {
            if number > 0 {
                mesh.reset();
            }
            for (at, input) in inputs.iter().enumerate() {
                mesh.set_input(*input, at, chunk)?;
            }
            mesh.batch.run_observed(chunk.len(), budget, observer);
            mesh.collect(&mut results);
        }
        Ok(results)
    }
}

/// The vertices of a mesh, in batches of sixteen.
struct Mesh<'m> {
    machine: &'m Machine,
    batch: Batch,
    /// The registers that the program can write.
    written: Vec<Register>,
    /// The outputs that the program or a vertex can write.
    outputs: Vec<Register>,
}

impl<'m> Mesh<'m> {
    fn new(machine: &'m Machine, inputs: &[Register]) -> Self {
        let written: Vec<Register> = machine.program.written().collect();
        let set = written.iter().chain(inputs).copied();
        Self {
            machine,
            batch: Batch::new(machine),
            outputs: set.filter(|set| set.bank == Bank::Output).collect(),
            written,
        }
    }

    /// Restores the machine's values of the registers that the program has written.
    fn reset(&mut self) {
        let Self {
            machine,
            batch,
            written,
            ..
        } = self;
        if machine.program.is_geometry() {
            return batch.load(machine);
        }
        batch.wide.set_control(&machine.state);
        for slot in written.iter().filter_map(|register| slot(*register)) {
            let value = machine.state.vectors.of_vertex(slot, 0);
            batch.wide.vectors.set_all(slot, value);
        }
    }

    /// Sets an input of each vertex to its vector at an index, or to the machine's value where a vertex has none.
    fn set_input<V: AsRef<[Vector]>>(&mut self, input: Register, at: usize, vertices: &[V]) -> Result<(), SetError> {
        let slot = vector_slot(input)?;
        let own = self.machine.state.vectors.of_vertex(slot, 0);
        // The machine's value already has its precision, so truncating it again changes nothing.
        let mut values = [own; SIZE];
        for (value, given) in values.iter_mut().zip(vertices) {
            if let Some(given) = given.as_ref().get(at) {
                *value = *given;
            }
        }
        let vectors = &mut self.batch.wide.vectors;
        vectors.set_first(slot, &values, self.batch.precision);
        Ok(())
    }

    /// Appends the results of the last run.
    fn collect(&self, results: &mut Vec<Result<ShadedVertex, Fault>>) {
        let first = results.len();
        let outputs = self.machine.outputs();
        let ran = self.batch.results();
        results.extend(ran.map(|run| run.map(|run| ShadedVertex { outputs, run })));
        for register in &self.outputs {
            let values = self.batch.vectors(*register).into_iter().flatten();
            for (result, value) in results.iter_mut().skip(first).zip(values) {
                if let Ok(vertex) = result {
                    vertex.outputs[usize::from(register.number) % 16] = value;
                }
            }
        }
    }
}
