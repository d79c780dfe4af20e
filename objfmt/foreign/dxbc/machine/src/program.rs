//! A shader program, decoded once for many runs.

use pica200_dxbc::program::{Instruction, InstructionLocation, Opcode, ProgramKind, RegisterKind, Version};
use pica200_dxbc::signature::SignatureKind;
use pica200_dxbc::{Container, MODEL_6, Shader, is_needed_to_run};

use crate::fault::LoadError;
use crate::geometry::Geometry;
use crate::lower::{self, LoweredProgram, location_of, lower};
use crate::ports::{INPUT_NAMES, OUTPUT_NAMES, Port};
use crate::registers::Vector;
use crate::slots::{SamplerSlot, Slots, TextureSlot};
use crate::step::Code;
use crate::variables::{Variable, VariableError, find, set_defaults, variables};

/// A program, decoded and ready to run. The file's program is [`Program`](pica200_dxbc::program::Program).
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) code: Code,
    /// The initial rows: constants and zeros.
    pub(crate) rows: Vec<Vector>,
    version: Version,
    geometry: Option<Geometry>,
    slots: Slots,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    variables: Vec<Variable>,
    instructions: Vec<Instruction>,
}

impl Program {
    /// Loads the program of a container.
    ///
    /// Memory is linear in the size of the file, in addition to the registers of Direct3D, about 1 MiB.
    ///
    /// # Errors
    ///
    /// Fails if the file is not a container, or has no valid program of a supported stage and model. A wrong checksum
    /// is ignored, and so are errors in chunks that the machine does not need.
    pub fn load(file: &[u8]) -> Result<Self, LoadError> {
        let container = Container::read(file)?;
        let is_newer = container.chunk(MODEL_6).is_some();
        match Self::from_shader(&Shader::from_container(&container)) {
            Err(LoadError::NoProgram) if is_newer => Err(LoadError::Model6),
            loaded => loaded,
        }
    }

    /// Loads the program of a parsed container.
    ///
    /// # Errors
    ///
    /// Fails like [`load`](Self::load).
    pub fn from_shader(shader: &Shader<'_>) -> Result<Self, LoadError> {
        let needed = |fault: &&pica200_dxbc::Error| fault.chunk.is_some_and(is_needed_to_run);
        if let Some(fault) = shader.faults.iter().find(needed) {
            return Err(fault.clone().into());
        }
        let plain = shader.with_plain_registers();
        let slots = Slots::from_shader(shader, &plain);
        let shader = &*plain;
        let (_, program) = shader.program.as_ref().ok_or(LoadError::NoProgram)?;
        let version = program.version;
        let stage = version.kind();
        let stages = [ProgramKind::VERTEX, ProgramKind::GEOMETRY, ProgramKind::PIXEL];
        let models = [(4, 0), (4, 1), (5, 0), (5, 1)];
        if !stages.contains(&stage) || !models.contains(&(version.major(), version.minor())) {
            return Err(LoadError::Version { found: version });
        }
        let inputs = ports(shader, SignatureKind::Input, INPUT_NAMES, RegisterKind::INPUT);
        let outputs = ports(shader, SignatureKind::Output, OUTPUT_NAMES, RegisterKind::OUTPUT);
        let geometry = match stage {
            ProgramKind::GEOMETRY => Some(Geometry::from_declarations(&program.instructions)?),
            _ => None,
        };
        let rows = |ports: &[Port]| ports.iter().map(Port::rows).max().unwrap_or_default();
        let sizes = lower::Ports {
            inputs: rows(&inputs),
            outputs: rows(&outputs),
            vertices: geometry.as_ref().map(|geometry| geometry.vertices),
        };
        let lowered = lower(&program.instructions, sizes, stage);
        let LoweredProgram { code, mut rows } =
            lowered.map_err(|(location, error)| LoadError::Code { location, error })?;
        if code.steps.is_empty() {
            return Err(LoadError::Empty);
        }
        let resources = shader.resources.as_ref();
        if let Some(resources) = resources {
            set_defaults(resources, &code.layout, &mut rows);
        }
        let executed = program.instructions.iter();
        let executed = executed.filter(|instruction| !instruction.is_declaration());
        Ok(Self {
            code,
            rows,
            version,
            geometry,
            slots,
            inputs,
            outputs,
            variables: resources.map(variables).unwrap_or_default(),
            instructions: executed.cloned().collect(),
        })
    }

    /// Returns the stage and the model.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Returns the primitive declarations of a geometry shader, or `None` for other stages.
    pub fn geometry(&self) -> Option<&Geometry> {
        self.geometry.as_ref()
    }

    /// Returns true if the program is a pixel shader.
    pub fn is_pixel(&self) -> bool {
        self.version.kind() == ProgramKind::PIXEL
    }

    /// Returns the inputs, in signature order.
    pub fn inputs(&self) -> &[Port] {
        &self.inputs
    }

    /// Returns the outputs, in signature order.
    pub fn outputs(&self) -> &[Port] {
        &self.outputs
    }

    /// Returns the variables of constant buffers, in file order; empty if the file does not describe them.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Returns the variable at a path, as in [`Machine::set_variable`](crate::Machine::set_variable).
    ///
    /// # Errors
    ///
    /// Fails if there is no such variable.
    pub fn variable(&self, path: &str) -> Result<&Variable, VariableError> {
        find(&self.variables, path).map(|(variable, ..)| variable)
    }

    /// Returns the declared textures and typed buffers, in declaration order.
    pub fn textures(&self) -> &[TextureSlot] {
        &self.slots.textures
    }

    /// Returns the declared samplers, in declaration order.
    pub fn samplers(&self) -> &[SamplerSlot] {
        &self.slots.samplers
    }

    /// Returns the instructions without declarations, in step order.
    pub fn instructions(&self) -> &[Instruction] {
        &self.instructions
    }

    /// Returns the declared number of rows of a constant buffer; 0 if it is not declared.
    pub fn constants(&self, slot: u32) -> u32 {
        let range = self.code.layout.range(RegisterKind::CONSTANT_BUFFER, slot);
        range.unwrap_or_default().count
    }

    /// Returns the location of a step, for messages.
    pub(crate) fn location(&self, step: u32) -> InstructionLocation {
        let location = self.instructions.get(step as usize).map(location_of);
        location.unwrap_or(InstructionLocation {
            opcode: Opcode::NOP,
            at: 0,
        })
    }
}

fn ports(shader: &Shader<'_>, kind: SignatureKind, names: &[(&str, RegisterKind)], list: RegisterKind) -> Vec<Port> {
    let signature = shader
        .signatures
        .iter()
        .find(|signature| signature.kind() == Some(kind));
    let elements = signature.map(|signature| signature.elements.as_slice());
    let elements = elements.unwrap_or_default().iter();
    elements
        .map(|element| Port::from_element(element, names, list))
        .collect()
}
