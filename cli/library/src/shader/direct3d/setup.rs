//! Setup of a program's inputs, and its runs.

use std::sync::Arc;

use pica200_dxbc_machine::{
    Fault, FaultKind, Geometry, GeometryOutput, Machine, Observer, Port, Program, Run, STREAMS, Texture, TextureSlot,
    Textures,
};
use pica200_machine::{self as pica, Batch, Counts, Precision};
use pica200_objfmt::isa::register::Bank;

use super::load::Direct3d;
use super::outputs::{named, values, values_of_vertex};
use super::translation::{self, Difference, Translation, TranslationFault};
use super::{constants, inputs, textures};
use crate::shader::numbers::Number;
use crate::shader::outputs::NamedOutput;
use crate::shader::row::Row;
use crate::shader::runs::DEFAULT_BUDGET;
use crate::shader::value_error::ValueError;

/// A machine with values for its program, and the vertices to run it for.
#[derive(Clone, Debug)]
pub struct Setup<'p> {
    machine: Machine<'p>,
    textures: Textures,
    /// Rows of each vertex, one for each input from the first; `None` for a single run with the values set.
    vertices: Option<Vec<Vec<Row>>>,
    /// Maximum number of executed instructions in all runs.
    pub budget: u64,
    /// Register precision of the translation.
    pub precision: Precision,
    translation: Option<&'p Translation>,
}

/// Completed runs.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct CompletedRuns {
    /// Number of runs.
    pub runs: u64,
    /// Number of executed instructions in all runs.
    pub instructions: u64,
    /// Outputs of each run: the components of each output of the signature, followed by zeros.
    pub outputs: Vec<Vec<[Number; 4]>>,
    /// Stream of each vertex emitted by a geometry shader; such vertices are in `outputs`.
    pub streams: Vec<u8>,
    /// Primitives formed by these vertices.
    pub primitives: Vec<EmittedPrimitive>,
    /// True if a pixel shader discarded its pixel.
    pub is_discarded: bool,
    /// True if the translation was run.
    pub(crate) is_translated: bool,
    /// Index of the last instruction of the last run; for a translation, its word.
    pub end: Option<usize>,
}

/// A primitive formed by the vertices of a geometry shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EmittedPrimitive {
    /// Stream of the vertices.
    pub stream: u8,
    /// Vertex indices from 0: one for a point, two for a line, three for a triangle.
    pub vertices: Vec<usize>,
}

/// A run that did not complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunFault {
    /// The fault that ended the run.
    pub fault: Fault,
    /// Number of completed runs before it.
    pub before: u64,
}

/// Completed runs, or the fault that ended the last one.
pub type RunResult = Result<CompletedRuns, RunFault>;

impl CompletedRuns {
    /// Adds a run of the translation.
    fn add_translated(&mut self, run: translation::Run) {
        self.runs += 1;
        self.instructions = self.instructions.saturating_add(run.instructions);
        self.end = Some(run.end.into());
        self.outputs.push(run.outputs);
    }
}

impl<'p> Setup<'p> {
    /// Creates a machine whose registers have the values of the file.
    pub fn new(shader: &'p Direct3d) -> Self {
        Self {
            machine: Machine::new(&shader.program),
            textures: Textures::default(),
            vertices: None,
            budget: DEFAULT_BUDGET,
            precision: Precision::Single,
            translation: shader.translation.as_deref(),
        }
    }

    /// Returns the program.
    pub fn program(&self) -> &'p Program {
        self.machine.program()
    }

    /// Sets an input, if the bank is inputs, or otherwise a variable or register of a constant buffer. The bank
    /// determines the accepted values: any numbers, integers or booleans.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is unknown, or the rows do not fit its type.
    pub fn set(&mut self, name: &str, bank: Bank, rows: &[Row]) -> Result<(), ValueError> {
        match bank {
            Bank::Input => inputs::set(&mut self.machine, name, rows),
            _ => constants::set(&mut self.machine, name, bank, rows),
        }
    }

    /// Returns the register of a texture by its name in the source, or by a name such as `t1`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such texture.
    pub fn texture_register(&self, name: &str) -> Result<u32, ValueError> {
        textures::texture_slot(self.program(), name).map(|slot| slot.register)
    }

    /// Binds a texture to a register by its name in the source (`diffuse`, `shadows[1]`), or by a name such as `t1`.
    /// The function creates it for the declared register.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such texture, and the errors of the function.
    pub fn set_texture(
        &mut self,
        name: &str,
        texture: impl FnOnce(&TextureSlot) -> Result<Arc<Texture>, ValueError>,
    ) -> Result<(), ValueError> {
        let program = self.machine.program();
        textures::set_texture(&mut self.textures, program, name, texture)
    }

    /// Binds a sampler to a register by its name in the source, or by a name such as `s1`. The settings are words
    /// parsed by [`Sampler`]: `linear,wrap`.
    ///
    /// [`Sampler`]: pica200_dxbc_machine::Sampler
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such sampler, or a setting is invalid.
    pub fn set_sampler(&mut self, name: &str, settings: &str) -> Result<(), ValueError> {
        let program = self.machine.program();
        textures::set_sampler(&mut self.textures, program, name, settings)
    }

    /// Runs the program once for each vertex, or a geometry shader for each primitive. A vertex has a row for each
    /// input of the signature, from the first. Inputs without a row keep the values set.
    ///
    /// # Errors
    ///
    /// Returns an error if the program is a pixel shader, or a vertex has too many rows, or rows that do not fit their
    /// inputs.
    pub fn feed(&mut self, vertices: Vec<Vec<Row>>) -> Result<(), ValueError> {
        if self.program().is_pixel() {
            let message = "this is a pixel shader, which has no vertices";
            return Err(ValueError::new(message).with_help("set its inputs by their semantics"));
        }
        if vertices.is_empty() {
            return Err(ValueError::new("there are none"));
        }
        let mut trial = self.machine.clone();
        for (number, vertex) in vertices.iter().enumerate() {
            inputs::feed(&mut trial, 0, vertex)
                .map_err(|value_error| value_error.within(&format!("vertex {number}, counted from 0")))?;
        }
        self.vertices = Some(vertices);
        Ok(())
    }

    /// Returns a message if the last vertices form no complete primitive of a geometry shader.
    pub fn left_over(&self) -> Option<ValueError> {
        let size = self.program().geometry()?.vertices;
        let vertices = self.vertices.as_ref()?.len();
        let rest = vertices % usize::try_from(size).ok()?;
        (rest > 0).then(|| {
            ValueError::new(format!(
                "a primitive has {size} vertices, but the last one only {rest}; the shader was not run for it"
            ))
        })
    }

    /// Returns true if a translation is run.
    pub fn is_translated(&self) -> bool {
        self.translation.is_some()
    }

    /// Returns true if it has vertices.
    pub fn is_fed(&self) -> bool {
        self.vertices.is_some()
    }

    /// Runs the program, once or for each vertex or primitive. The values set are kept.
    ///
    /// # Errors
    ///
    /// Returns the fault of a run that did not complete.
    pub fn run<O: Observer<Program>>(&self, observer: &mut O) -> RunResult {
        let mut machine = self.machine.clone();
        let mut ran = CompletedRuns::default();
        if let Some(geometry) = self.program().geometry() {
            self.run_geometry(geometry, machine, observer, &mut ran)?;
            return Ok(ran);
        }
        match &self.vertices {
            None => self.run_once(&mut machine, observer, &mut ran)?,
            Some(vertices) => {
                for vertex in vertices {
                    machine.clone_from(&self.machine);
                    // Each vertex was validated when it was added.
                    let _ = inputs::feed(&mut machine, 0, vertex);
                    self.run_once(&mut machine, observer, &mut ran)?;
                }
            }
        }
        Ok(ran)
    }

    /// Runs the translation with the same values, like [`Setup::run`] for the program. Without a translation, there are
    /// no runs.
    ///
    /// # Errors
    ///
    /// Returns the fault of a run that did not complete.
    pub fn run_translation<O: Observer<pica::Program>>(
        &self,
        observer: &mut O,
    ) -> Result<CompletedRuns, TranslationFault> {
        let mut ran = CompletedRuns {
            is_translated: true,
            ..CompletedRuns::default()
        };
        let Some(translation) = self.translation else {
            return Ok(ran);
        };
        let Some(vertices) = &self.vertices else {
            self.run_alone(translation, &self.machine, observer, &mut ran)?;
            return Ok(ran);
        };
        let mut machines = Vec::new();
        for vertices in vertices.chunks(Batch::SIZE) {
            machines.resize_with(vertices.len(), || self.machine.clone());
            for (machine, vertex) in machines.iter_mut().zip(vertices) {
                machine.clone_from(&self.machine);
                // Each vertex was validated when it was added.
                let _ = inputs::feed(machine, 0, vertex);
            }
            if !self.run_together(translation, &machines, observer, &mut ran) {
                for machine in &machines {
                    self.run_alone(translation, machine, observer, &mut ran)?;
                }
            }
        }
        Ok(ran)
    }

    /// Runs the translation for several vertices together. Returns false, without effect, if the observer needs
    /// details, one of the runs faults, or all of them exceed the budget.
    fn run_together<O: Observer<pica::Program>>(
        &self,
        translation: &Translation,
        machines: &[Machine<'_>],
        observer: &mut O,
        ran: &mut CompletedRuns,
    ) -> bool {
        if O::DETAILS || machines.len() < 2 {
            return false;
        }
        let left = self.budget.saturating_sub(ran.instructions);
        let mut counts = Counts::new(&translation.program);
        let runs = translation.run_together(machines, self.precision, left, &mut counts);
        let executed = |runs: &Vec<translation::Run>| {
            let counts = runs.iter().map(|run| run.instructions);
            counts.fold(0, u64::saturating_add)
        };
        let Some(runs) = runs.filter(|runs| executed(runs) <= left) else {
            return false;
        };
        counts.replay(observer);
        for run in runs {
            ran.add_translated(run);
        }
        true
    }

    /// Runs the translation with the values of a machine.
    fn run_alone<O: Observer<pica::Program>>(
        &self,
        translation: &Translation,
        machine: &Machine<'_>,
        observer: &mut O,
        ran: &mut CompletedRuns,
    ) -> Result<(), TranslationFault> {
        let left = self.budget.saturating_sub(ran.instructions);
        let run = translation.run(machine, self.precision, left, observer);
        let run = run.map_err(|mut fault| {
            if let pica::FaultKind::BudgetUsedUp { budget } = &mut fault.kind {
                *budget = self.budget;
            }
            TranslationFault {
                fault,
                before: ran.runs,
            }
        })?;
        ran.add_translated(run);
        Ok(())
    }

    /// Returns the outputs of runs with their names, in signature order: the translation's, without dropped components,
    /// if it was run.
    pub fn named(&self, ran: &CompletedRuns) -> Vec<Vec<NamedOutput>> {
        let has = |port: &Port| {
            self.translation
                .is_none_or(|of| !ran.is_translated || of.covered(port) > 0)
        };
        let named = |(vertex, values): (usize, &Vec<[Number; 4]>)| {
            let stream = ran.streams.get(vertex);
            let ports = self.program().outputs().iter();
            let outputs = ports.zip(named(self.program(), values));
            let kept = outputs.filter(|(port, _)| has(port) && stream.is_none_or(|stream| port.stream == *stream));
            kept.map(|(_, output)| output).collect()
        };
        ran.outputs.iter().enumerate().map(named).collect()
    }

    /// Returns the differences between runs of the translation and of the program.
    pub fn differences(&self, program: &CompletedRuns, translation: &CompletedRuns) -> Vec<Difference> {
        let of = self.translation.into_iter();
        of.flat_map(|of| {
            let (wanted, got) = (&program.outputs, &translation.outputs);
            of.differences(self.program(), wanted, got, self.is_fed())
        })
        .collect()
    }

    fn run_once<O: Observer<Program>>(
        &self,
        machine: &mut Machine<'p>,
        observer: &mut O,
        ran: &mut CompletedRuns,
    ) -> Result<(), RunFault> {
        let left = self.budget.saturating_sub(ran.instructions);
        let run = machine.run_with(left, &mut &self.textures, observer);
        self.add(run, ran)?;
        ran.outputs.push(values(machine));
        Ok(())
    }

    /// Adds a completed run.
    fn add(&self, run: Result<Run, Fault>, ran: &mut CompletedRuns) -> Result<(), RunFault> {
        let run = run.map_err(|mut fault| {
            if let FaultKind::BudgetUsedUp { budget } = &mut fault.kind {
                *budget = self.budget;
            }
            RunFault {
                fault,
                before: ran.runs,
            }
        })?;
        ran.runs += 1;
        ran.instructions = ran.instructions.saturating_add(run.instructions);
        ran.is_discarded |= run.is_discarded;
        let mut steps = self.program().instructions().iter();
        ran.end = steps.position(|instruction| instruction.at == run.end.at);
        Ok(())
    }

    /// Runs a geometry shader for each complete primitive formed by the vertices; once without vertices.
    fn run_geometry<O: Observer<Program>>(
        &self,
        geometry: &Geometry,
        mut machine: Machine<'p>,
        observer: &mut O,
        ran: &mut CompletedRuns,
    ) -> Result<(), RunFault> {
        let mut emitted = GeometryOutput::default();
        let mut run = |machine: &mut Machine<'p>, ran: &mut CompletedRuns| {
            let left = self.budget.saturating_sub(ran.instructions);
            let run = machine.run_geometry(left, &mut &self.textures, observer, &mut emitted);
            self.add(run, ran)
        };
        let size = usize::try_from(geometry.vertices).unwrap_or(usize::MAX);
        match &self.vertices {
            None => run(&mut machine, ran)?,
            Some(vertices) => {
                for (number, primitive) in (0..).zip(vertices.chunks_exact(size.max(1))) {
                    machine.clone_from(&self.machine);
                    machine.set_primitive_id(number);
                    for (number, vertex) in (0..).zip(primitive) {
                        // Each vertex was validated when it was added.
                        let _ = inputs::feed(&mut machine, number, vertex);
                    }
                    run(&mut machine, ran)?;
                }
            }
        }
        for vertex in &emitted.vertices {
            ran.streams.push(vertex.stream);
            ran.outputs.push(values_of_vertex(self.program(), vertex));
        }
        for stream in 0..STREAMS {
            let primitives = emitted.primitives(geometry, stream).into_iter();
            let primitives = primitives.map(|vertices| EmittedPrimitive { stream, vertices });
            ran.primitives.extend(primitives);
        }
        Ok(())
    }
}
