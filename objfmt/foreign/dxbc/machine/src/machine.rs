//! The machine: the registers of a program, and its runs.

use pica200_dxbc::program::{InstructionPlace, RegisterKind};
use pica200_objfmt::observe::{Observer, Unobserved};

use crate::execute::{Progress, Runner, Stop};
use crate::fault::{Fault, FaultKind};
use crate::geometry::{Emission, Emitted};
use crate::ports::Port;
use crate::program::Program;
use crate::registers::{Bank, Register, Vector, row};
use crate::resources::{NoResources, Resources};
use crate::variables::{self, VariableError};

/// The reason why an input or a constant cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetError {
    /// No input has the semantic.
    #[error("there is no input `{name}{index}`; the program has {}", listed(.known))]
    NoInput {
        /// The semantic name that was asked for.
        name: String,
        /// The semantic index.
        index: u32,
        /// The semantics of the inputs.
        known: Vec<String>,
    },
    /// The input has no register that the machine knows.
    #[error("the input `{name}{index}` has no register")]
    NoRegister {
        /// The semantic name.
        name: String,
        /// The semantic index.
        index: u32,
    },
    /// An input has fewer components than values.
    #[error("the input `{name}{index}` has {components} components, but {values} values are given")]
    TooManyValues {
        /// The semantic name.
        name: String,
        /// The semantic index.
        index: u32,
        /// The components of the input.
        components: usize,
        /// The number of values.
        values: usize,
    },
    /// The input is one of each vertex of a geometry shader's primitive.
    #[error("each of the {vertices} vertices of a primitive has an input `{name}{index}`")]
    OfVertices {
        /// The semantic name.
        name: String,
        /// The semantic index.
        index: u32,
        /// The vertices of a primitive.
        vertices: u32,
    },
    /// The primitive of the program has no vertex with this number, or there are no primitives.
    #[error("there is no vertex {vertex}; a primitive of the program has {vertices}, counted from 0")]
    NoVertex {
        /// The vertex, counted from 0.
        vertex: u32,
        /// The vertices of a primitive; 0 if the program is not a geometry shader.
        vertices: u32,
    },
    /// There is no register with this number.
    #[error("there is no register `{register}`")]
    NoSuchRegister {
        /// The register.
        register: Register,
    },
    /// The program declares no constant buffer in the slot.
    #[error("the program has no constant buffer `cb{slot}`")]
    NoBuffer {
        /// The slot.
        slot: u32,
    },
}

/// Names for a message.
fn listed(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        names => format!("`{}`", names.join("`, `")),
    }
}

/// A run that reached its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The number of executed instructions, the last one among them.
    pub instructions: u64,
    /// The last instruction.
    pub end: InstructionPlace,
    /// Whether the pixel was discarded. One that runs alone ends there, one of a [`Quad`](crate::Quad) does not.
    pub is_discarded: bool,
}

/// A machine with a program.
///
/// At first, the variables of constant buffers have the default values that the container states, and all other
/// registers are zero. Inputs and constants keep their values between runs; temporaries and outputs are zero at the
/// start of each.
///
/// Values are lanes of 32 bits without a type: [`f32::to_bits`] makes those of floats, [`i32::cast_unsigned`] those of
/// integers.
#[derive(Clone, Debug)]
pub struct Machine<'p> {
    program: &'p Program,
    pub(crate) rows: Vec<Vector>,
}

impl<'p> Machine<'p> {
    /// A machine.
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            rows: program.rows.clone(),
        }
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Gives all registers the values of a new machine.
    pub fn reset(&mut self) {
        self.rows.clone_from(&self.program.rows);
    }

    /// Sets an input by its semantic. Fewer values than components are as those of a vertex format that has fewer: 0,
    /// but 1 for the fourth component. System values that the pipeline provides, as `SV_VertexID`, are set in the same
    /// way.
    ///
    /// # Errors
    ///
    /// If there is no such input, or it has fewer components.
    pub fn set_input(&mut self, name: &str, index: u32, values: &[u32]) -> Result<(), SetError> {
        self.set_port(name, index, None, values)
    }

    /// Sets an input of a vertex of a geometry shader's primitive, as [`Machine::set_input`] does. Vertices are counted
    /// from 0.
    ///
    /// # Errors
    ///
    /// If there is no such input or vertex, or the input has fewer components.
    pub fn set_vertex_input(&mut self, vertex: u32, name: &str, index: u32, values: &[u32]) -> Result<(), SetError> {
        let vertices = self.program.geometry().map_or(0, |geometry| geometry.vertices);
        if vertex >= vertices {
            return Err(SetError::NoVertex { vertex, vertices });
        }
        self.set_port(name, index, Some(vertex), values)
    }

    /// Sets all lanes of an input register of a vertex of a geometry shader's primitive. Vertices are counted from 0.
    ///
    /// # Errors
    ///
    /// If there is no such register.
    pub fn set_vertex_register(&mut self, vertex: u32, number: u32, value: Vector) -> Result<(), SetError> {
        let register = Register {
            kind: RegisterKind::INPUT,
            number: vertex,
            element: Some(number),
        };
        let row = self.row_mut(register);
        *row.ok_or(SetError::NoSuchRegister { register })? = value;
        Ok(())
    }

    /// Sets `vPrim`, the number of the primitive that a geometry shader reads.
    pub fn set_primitive_id(&mut self, number: u32) {
        self.set_single(RegisterKind::INPUT_PRIMITIVE_ID, number);
    }

    fn set_single(&mut self, kind: RegisterKind, value: u32) {
        if let Some(row) = self.row_mut(Register::new(kind, 0)) {
            *row = [value; 4];
        }
    }

    fn set_port(&mut self, name: &str, index: u32, vertex: Option<u32>, values: &[u32]) -> Result<(), SetError> {
        let inputs = self.program.inputs();
        let port = inputs.iter().find(|port| port.has_semantic(name, index));
        let port = port.ok_or_else(|| SetError::NoInput {
            name: name.to_owned(),
            index,
            known: inputs
                .iter()
                .map(|port| format!("{}{}", port.name, port.index))
                .collect(),
        })?;
        let components = port.mask.lanes().count();
        if values.len() > components {
            return Err(SetError::TooManyValues {
                name: name.to_owned(),
                index,
                components,
                values: values.len(),
            });
        }
        let register = match (port.register, self.program.geometry(), vertex) {
            (Some(register), Some(geometry), vertex) if register.kind == RegisterKind::INPUT => {
                let vertex = vertex.ok_or_else(|| SetError::OfVertices {
                    name: name.to_owned(),
                    index,
                    vertices: geometry.vertices,
                })?;
                Some(Register {
                    number: vertex,
                    element: Some(register.number),
                    ..register
                })
            }
            (register, ..) => register,
        };
        let row = register.and_then(|register| self.row_mut(register));
        let row = row.ok_or_else(|| SetError::NoRegister {
            name: name.to_owned(),
            index,
        })?;
        *row = port.spread(values, *row);
        Ok(())
    }

    /// Sets all lanes of an input register.
    ///
    /// # Errors
    ///
    /// If the program has no such input register.
    pub fn set_input_register(&mut self, number: u32, value: Vector) -> Result<(), SetError> {
        let register = Register::new(RegisterKind::INPUT, number);
        let row = self.row_mut(register).ok_or(SetError::NoSuchRegister { register })?;
        *row = value;
        Ok(())
    }

    /// Sets rows of a constant buffer, from a row up. Rows that the program does not declare are not kept: buffers may
    /// be larger than a program needs.
    ///
    /// # Errors
    ///
    /// If the program declares no constant buffer in the slot.
    pub fn set_constants(&mut self, slot: u32, first: u32, rows: &[Vector]) -> Result<(), SetError> {
        let bank = self.buffer(slot)?;
        let rows = (first..bank.count).zip(rows);
        for (number, value) in rows {
            if let Some(row) = bank.row(number).and_then(|place| self.rows.get_mut(place as usize)) {
                *row = *value;
            }
        }
        Ok(())
    }

    /// Sets bytes of a constant buffer, from an offset in bytes up. Bytes that the program does not declare are not
    /// kept.
    ///
    /// # Errors
    ///
    /// If the program declares no constant buffer in the slot.
    pub fn set_constant_bytes(&mut self, slot: u32, offset: usize, bytes: &[u8]) -> Result<(), SetError> {
        self.buffer(slot)?.set_bytes(&mut self.rows, offset, bytes);
        Ok(())
    }

    /// Sets a variable of a constant buffer by its name: `name`, `name[1]` for an element of an array, from which on
    /// further rows fill further elements, `name.member` for a member of a struct.
    ///
    /// Each row is a number, a vector, or a row of a matrix as in mathematics, whatever the order in which the buffer
    /// holds the matrix. Numbers become components of the variable's type; of booleans, they are 0 and 1. A buffer that
    /// the program does not declare is not kept: it reads none of its variables.
    ///
    /// # Errors
    ///
    /// If there is no such variable, or the numbers do not fit its type. Nothing is set then.
    ///
    /// ```
    /// # use pica200_dxbc_machine::{Machine, Program};
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../testsuite/golden/dxbc");
    /// # let program = Program::load(&std::fs::read(format!("{folder}/vs-struct-cb.dxbc"))?)?;
    /// let mut machine = Machine::new(&program);
    /// machine.set_variable("small", &[[1.0, 2.0], [3.0, 4.0]])?;
    /// machine.set_variable("l[1].power", &[[0.5]])?;
    /// machine.set_variable("pair", &[[1.0, -2.0]])?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_variable(&mut self, path: &str, rows: &[impl AsRef<[f64]>]) -> Result<(), VariableError> {
        let (slot, placed) = variables::place(self.program.variables(), path, rows)?;
        for (offset, bits) in placed {
            let offset = usize::try_from(offset).unwrap_or(usize::MAX);
            // The program may declare no such buffer.
            let _ = self.set_constant_bytes(slot, offset, &bits.to_le_bytes());
        }
        Ok(())
    }

    fn buffer(&self, slot: u32) -> Result<Bank, SetError> {
        let layout = &self.program.code.layout;
        let bank = layout.of(RegisterKind::CONSTANT_BUFFER, slot);
        bank.filter(|bank| bank.count > 0).ok_or(SetError::NoBuffer { slot })
    }

    fn row_mut(&mut self, register: Register) -> Option<&mut Vector> {
        let place = self.program.code.layout.place(register)?;
        self.rows.get_mut(place as usize)
    }

    /// The value of a register; `None` if the program has no such register.
    pub fn register(&self, register: Register) -> Option<Vector> {
        let place = self.program.code.layout.place(register)?;
        Some(row(&self.rows, place))
    }

    /// The components of an output by its semantic, in order, and zeros behind them; `None` if there is no such output.
    pub fn output(&self, name: &str, index: u32) -> Option<Vector> {
        let mut outputs = self.program.outputs().iter();
        self.value(outputs.find(|port| port.has_semantic(name, index))?)
    }

    /// The components of an input or output, in order, and zeros behind them; `None` if it has no register.
    pub fn value(&self, port: &Port) -> Option<Vector> {
        self.register(port.register?).map(|row| port.gather(row))
    }

    /// Runs the program to its end, with at most so many instructions.
    ///
    /// # Errors
    ///
    /// If the program does not reach its end. The registers keep their values at that point.
    pub fn run(&mut self, budget: u64) -> Result<Run, Fault> {
        self.run_with(budget, &mut NoResources, &mut Unobserved)
    }

    /// Does the same as [`Machine::run`], with resources and an observer.
    ///
    /// # Errors
    ///
    /// Those of [`Machine::run`].
    pub fn run_with<R: Resources, O: Observer<Program>>(
        &mut self,
        budget: u64,
        resources: &mut R,
        observer: &mut O,
    ) -> Result<Run, Fault> {
        self.run_once(budget, resources, observer, None)
    }

    /// Runs a geometry shader for the primitive in its inputs, once for each of its
    /// [instances](crate::Geometry::instances), and appends the vertices that it emits. Other runs of such a program
    /// lose them. The budget is for all instances together; the result has their instructions.
    ///
    /// # Errors
    ///
    /// Those of [`Machine::run`]. The vertices up to that point are there.
    pub fn run_geometry<R: Resources, O: Observer<Program>>(
        &mut self,
        budget: u64,
        resources: &mut R,
        observer: &mut O,
        emitted: &mut Emitted,
    ) -> Result<Run, Fault> {
        let geometry = self.program.geometry();
        let most = geometry.map_or(0, |geometry| geometry.max_vertices);
        let mut before = 0;
        let mut instance = 0;
        loop {
            self.set_single(RegisterKind::GEOMETRY_INSTANCE_ID, instance);
            let emission = Emission::new(emitted, most, self.program.outputs().len());
            let left = budget.saturating_sub(before);
            let ended = self.run_once(left, resources, observer, Some(emission));
            let mut run = ended.map_err(|mut fault| {
                fault.instructions = fault.instructions.saturating_add(before);
                if let FaultKind::BudgetUsedUp { budget: of_instance } = &mut fault.kind {
                    *of_instance = budget;
                }
                fault
            })?;
            run.instructions = run.instructions.saturating_add(before);
            before = run.instructions;
            instance += 1;
            if geometry.is_none_or(|geometry| instance >= geometry.instances) {
                return Ok(run);
            }
        }
    }

    fn run_once<R: Resources, O: Observer<Program>>(
        &mut self,
        budget: u64,
        resources: &mut R,
        observer: &mut O,
        emission: Option<Emission<'_>>,
    ) -> Result<Run, Fault> {
        self.begin();
        let program = self.program;
        let mut runner: Runner<'_, _, false> = Runner {
            code: &program.code,
            instructions: program.instructions(),
            rows: &mut self.rows,
            resources,
            gradients: None,
            emission,
        };
        let mut progress = Progress::default();
        match runner.run(&mut progress, observer, budget) {
            Stop::Fault(kind) => Err(Fault::new(program, &progress, kind)),
            // A pixel that runs alone does not wait.
            Stop::End | Stop::Waits => Ok(Run::new(program, &progress)),
        }
    }

    /// Sets what has no value at the start of a run to zero.
    pub(crate) fn begin(&mut self) {
        let volatile = self.rows.iter_mut();
        let volatile = volatile.take(self.program.code.layout.volatile as usize);
        volatile.for_each(|row| *row = [0; 4]);
    }
}

impl Run {
    pub(crate) fn new(program: &Program, progress: &Progress) -> Self {
        Self {
            instructions: progress.instructions,
            end: program.place(progress.last),
            is_discarded: progress.is_discarded,
        }
    }
}

impl Fault {
    pub(crate) fn new(program: &Program, progress: &Progress, kind: FaultKind) -> Self {
        Self {
            kind,
            place: program.place(progress.last),
            instructions: progress.instructions,
        }
    }
}
