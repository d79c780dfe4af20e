//! Machine: the registers of a program, and its execution.

use pica200_dxbc::program::{InstructionLocation, RegisterKind};
use pica200_objfmt::observe::{NoObserver, Observer};

use crate::execute::{Progress, Runner, Stop};
use crate::fault::{Fault, FaultKind};
use crate::geometry::{Emission, GeometryOutput};
use crate::ports::Port;
use crate::program::Program;
use crate::registers::{Register, RowRange, Vector, row};
use crate::resources::{NoResources, Resources};
use crate::variables::{self, VariableError};

/// An error of setting an input or a constant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetError {
    /// No input has the semantic.
    #[error("there is no input `{name}{index}`; the program has {}", listed(.known))]
    NoInput {
        /// The requested semantic name.
        name: String,
        /// The semantic index.
        index: u32,
        /// The semantics of all inputs.
        known: Vec<String>,
    },
    /// The input has no known register.
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
        /// The number of components of the input.
        components: usize,
        /// The number of values.
        values: usize,
    },
    /// The input is a per-vertex input of a geometry shader.
    #[error("the input `{name}{index}` is per vertex; a primitive has {vertices} vertices")]
    PerVertex {
        /// The semantic name.
        name: String,
        /// The semantic index.
        index: u32,
        /// The number of vertices of a primitive.
        vertices: u32,
    },
    /// The primitive of the program has no such vertex, or there are no primitives.
    #[error("there is no vertex {vertex}; a primitive of the program has {vertices}, counted from 0")]
    NoVertex {
        /// The zero-based vertex index.
        vertex: u32,
        /// The number of vertices of a primitive; 0 if the program is not a geometry shader.
        vertices: u32,
    },
    /// There is no such register.
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

/// Formats names for a message.
fn listed(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        names => format!("`{}`", names.join("`, `")),
    }
}

/// A run that reached its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The number of executed instructions, including the last one.
    pub instructions: u64,
    /// The last instruction.
    pub end: InstructionLocation,
    /// True if the pixel was discarded. A discard ends the run of a pixel that runs alone, but not in a
    /// [`Quad`](crate::Quad).
    pub is_discarded: bool,
}

/// A machine with a program.
///
/// Initially, the variables of constant buffers have the default values of the container, and all other registers are
/// zero. Inputs and constants keep their values between runs; temporaries and outputs are zeroed at the start of each
/// run.
///
/// Values have untyped 32-bit components: use [`f32::to_bits`] for floats and [`i32::cast_unsigned`] for integers.
#[derive(Clone, Debug)]
pub struct Machine<'p> {
    program: &'p Program,
    pub(crate) rows: Vec<Vector>,
}

impl<'p> Machine<'p> {
    /// Creates a machine.
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            rows: program.rows.clone(),
        }
    }

    /// Returns the program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Resets all registers to their initial values.
    pub fn reset(&mut self) {
        self.rows.clone_from(&self.program.rows);
    }

    /// Sets an input by its semantic. Missing components are filled as in vertex formats: with 0, and with 1 for the
    /// fourth component. System values that the pipeline provides, such as `SV_VertexID`, are set the same way.
    ///
    /// # Errors
    ///
    /// Fails if there is no such input, or if it has fewer components.
    pub fn set_input(&mut self, name: &str, index: u32, values: &[u32]) -> Result<(), SetError> {
        self.set_port(name, index, None, values)
    }

    /// Sets an input of a vertex of a geometry shader's primitive like [`Machine::set_input`]. Vertices are counted
    /// from 0.
    ///
    /// # Errors
    ///
    /// Fails if there is no such input or vertex, or if the input has fewer components.
    pub fn set_vertex_input(&mut self, vertex: u32, name: &str, index: u32, values: &[u32]) -> Result<(), SetError> {
        let vertices = self.program.geometry().map_or(0, |geometry| geometry.vertices);
        if vertex >= vertices {
            return Err(SetError::NoVertex { vertex, vertices });
        }
        self.set_port(name, index, Some(vertex), values)
    }

    /// Sets all components of an input register of a vertex of a geometry shader's primitive. Vertices are counted from
    /// 0.
    ///
    /// # Errors
    ///
    /// Fails if there is no such register.
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

    /// Sets `vPrim`, the primitive ID of a geometry shader.
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
        let components = port.mask.components().count();
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
                let vertex = vertex.ok_or_else(|| SetError::PerVertex {
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
        *row = port.scatter(values, *row);
        Ok(())
    }

    /// Sets all components of an input register.
    ///
    /// # Errors
    ///
    /// Fails if the program has no such input register.
    pub fn set_input_register(&mut self, number: u32, value: Vector) -> Result<(), SetError> {
        let register = Register::new(RegisterKind::INPUT, number);
        let row = self.row_mut(register).ok_or(SetError::NoSuchRegister { register })?;
        *row = value;
        Ok(())
    }

    /// Sets rows of a constant buffer, starting at row `first`. Undeclared rows are ignored: buffers may be larger than
    /// a program needs.
    ///
    /// # Errors
    ///
    /// Fails if the program declares no constant buffer in the slot.
    pub fn set_constants(&mut self, slot: u32, first: u32, rows: &[Vector]) -> Result<(), SetError> {
        let range = self.buffer(slot)?;
        let rows = (first..range.count).zip(rows);
        for (number, value) in rows {
            if let Some(row) = range.row(number).and_then(|index| self.rows.get_mut(index as usize)) {
                *row = *value;
            }
        }
        Ok(())
    }

    /// Sets bytes of a constant buffer, starting at a byte offset. Undeclared bytes are ignored.
    ///
    /// # Errors
    ///
    /// Fails if the program declares no constant buffer in the slot.
    pub fn set_constant_bytes(&mut self, slot: u32, offset: usize, bytes: &[u8]) -> Result<(), SetError> {
        self.buffer(slot)?.set_bytes(&mut self.rows, offset, bytes);
        Ok(())
    }

    /// Sets a variable of a constant buffer by its path: `name`, `name[1]` for an array element (further rows set the
    /// following elements), `name.member` for a struct member.
    ///
    /// Each row is a number, a vector, or a mathematical matrix row, independent of the matrix's storage order. Numbers
    /// are converted to the component type of the variable; booleans are 0 and 1. Values for a buffer that the program
    /// does not declare are ignored: it reads none of its variables.
    ///
    /// # Errors
    ///
    /// Fails, without setting anything, if there is no such variable, or if the numbers do not fit its type.
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
        let (slot, components) = variables::locate(self.program.variables(), path, rows)?;
        for (offset, bits) in components {
            let offset = usize::try_from(offset).unwrap_or(usize::MAX);
            // The program may not declare the buffer.
            let _ = self.set_constant_bytes(slot, offset, &bits.to_le_bytes());
        }
        Ok(())
    }

    fn buffer(&self, slot: u32) -> Result<RowRange, SetError> {
        let layout = &self.program.code.layout;
        let range = layout.range(RegisterKind::CONSTANT_BUFFER, slot);
        range.filter(|range| range.count > 0).ok_or(SetError::NoBuffer { slot })
    }

    fn row_mut(&mut self, register: Register) -> Option<&mut Vector> {
        let index = self.program.code.layout.row_index(register)?;
        self.rows.get_mut(index as usize)
    }

    /// Returns the value of a register, or `None` if the program has no such register.
    pub fn register(&self, register: Register) -> Option<Vector> {
        let index = self.program.code.layout.row_index(register)?;
        Some(row(&self.rows, index))
    }

    /// Returns the components of an output by its semantic, in order, padded with zeros, or `None` if there is no such
    /// output.
    pub fn output(&self, name: &str, index: u32) -> Option<Vector> {
        let mut outputs = self.program.outputs().iter();
        self.value(outputs.find(|port| port.has_semantic(name, index))?)
    }

    /// Returns the components of an input or output, in order, padded with zeros, or `None` if it has no register.
    pub fn value(&self, port: &Port) -> Option<Vector> {
        self.register(port.register?).map(|row| port.gather(row))
    }

    /// Runs the program to its end, executing at most `budget` instructions.
    ///
    /// # Errors
    ///
    /// Fails if the program does not reach its end. The registers keep their values at that point.
    pub fn run(&mut self, budget: u64) -> Result<Run, Fault> {
        self.run_with(budget, &mut NoResources, &mut NoObserver)
    }

    /// Runs the program like [`Machine::run`], with resources and an observer.
    ///
    /// # Errors
    ///
    /// Fails like [`Machine::run`].
    pub fn run_with<R: Resources, O: Observer<Program>>(
        &mut self,
        budget: u64,
        resources: &mut R,
        observer: &mut O,
    ) -> Result<Run, Fault> {
        self.run_once(budget, resources, observer, None)
    }

    /// Runs a geometry shader for the primitive in its inputs, once for each of its
    /// [instances](crate::Geometry::instances), and appends the emitted vertices. With other methods, the vertices are
    /// lost. The budget and the instruction count of the result cover all instances.
    ///
    /// # Errors
    ///
    /// Fails like [`Machine::run`]. The vertices emitted up to that point are kept.
    pub fn run_geometry<R: Resources, O: Observer<Program>>(
        &mut self,
        budget: u64,
        resources: &mut R,
        observer: &mut O,
        emitted: &mut GeometryOutput,
    ) -> Result<Run, Fault> {
        let geometry = self.program.geometry();
        let max = geometry.map_or(0, |geometry| geometry.max_vertices);
        let mut before = 0;
        let mut instance = 0;
        loop {
            self.set_single(RegisterKind::GEOMETRY_INSTANCE_ID, instance);
            let emission = Emission::new(emitted, max, self.program.outputs().len());
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

    /// Zeroes the volatile registers.
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
            end: program.location(progress.last),
            is_discarded: progress.is_discarded,
        }
    }
}

impl Fault {
    pub(crate) fn new(program: &Program, progress: &Progress, kind: FaultKind) -> Self {
        Self {
            kind,
            location: program.location(progress.last),
            instructions: progress.instructions,
        }
    }
}
