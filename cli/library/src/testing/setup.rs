//! Values for a shader, and its run.

use pica200_machine::{FeedError, FeedResult, Machine, Observer, Precision, Program, Value, Vector};
use pica200_objfmt::isa::register::{Bank, Register};

use super::build::Target;
use super::failure::Problem;
use crate::shader::direct3d;
use crate::shader::feeding::{Feeding, Keys, PrimitiveSizes, cannot_feed};
use crate::shader::registers::RegisterName;
use crate::shader::row::Row;
use crate::shader::runs::{DEFAULT_BUDGET, run};
use crate::shader::value_error::ValueError;

/// Names in messages: keys of test files, and methods of a case.
const KEYS: Keys = Keys {
    vertices: "vertices",
    stride: "stride",
    primitive: "primitive",
};

/// An observer for shaders of any kind.
pub trait AnyObserver: Observer<Program> + Observer<pica200_dxbc_machine::Program> {}

impl<O: Observer<Program> + Observer<pica200_dxbc_machine::Program>> AnyObserver for O {}

/// The values for a shader.
#[derive(Clone, Debug)]
pub(super) enum TargetSetup<'s> {
    /// A shader of a shader binary.
    Pica200(Setup<'s>),
    /// The shader of a container.
    Direct3d(direct3d::Setup<'s>),
}

impl<'s> TargetSetup<'s> {
    /// Creates an empty setup.
    pub(super) fn new(target: &'s Target) -> Self {
        match target {
            Target::Pica200(shader) => Self::Pica200(Setup::new(&shader.program)),
            Target::Direct3d(shader) => Self::Direct3d(direct3d::Setup::new(shader)),
        }
    }
}

/// The values for a PICA200 shader.
#[derive(Clone, Debug)]
pub(super) struct Setup<'s> {
    pub(super) program: &'s Program,
    /// Values of registers. Each register appears once, because cases copy the list.
    pub(super) values: Vec<(Register, Value)>,
    /// Vertices for a geometry shader; `None` if it runs once, with the values of its registers.
    pub(super) vertices: Option<Vec<Vec<Vector>>>,
    pub(super) primitives: PrimitiveSizes,
    pub(super) budget: u64,
    pub(super) precision: Precision,
}

impl<'s> Setup<'s> {
    fn new(program: &'s Program) -> Self {
        Self {
            program,
            values: Vec::new(),
            vertices: None,
            primitives: PrimitiveSizes::default(),
            budget: DEFAULT_BUDGET,
            precision: Precision::Single,
        }
    }

    /// Sets consecutive registers starting at a name, replacing earlier values.
    pub(super) fn set(&mut self, name: &str, bank: Bank, rows: &[Row]) -> Result<(), ValueError> {
        let target = RegisterName::parse(name, bank).map_err(ValueError::new)?;
        for (register, value) in target.assign(self.program, rows)? {
            self.values.retain(|(other, _)| *other != register);
            self.values.push((register, value));
        }
        Ok(())
    }

    /// Returns true for a single run of a vertex shader.
    pub(super) fn is_vertex(&self) -> bool {
        let PrimitiveSizes { stride, vertices } = self.primitives;
        !self.program.is_geometry() && self.vertices.is_none() && stride.is_none() && vertices.is_none()
    }

    /// Checks that the shader accepts the vertices.
    pub(super) fn check_feed(&self) -> Result<(), ValueError> {
        self.feeding().map(|_| ())
    }

    /// Returns a machine whose registers have the values.
    pub(super) fn machine(&self) -> Result<Machine, Problem> {
        let mut machine = Machine::with_precision(self.program, self.precision);
        for (register, value) in &self.values {
            let set = machine.set(*register, *value);
            set.map_err(|error| Problem::Setup(error.to_string()))?;
        }
        Ok(machine)
    }

    /// Returns the feeding of the shader; `None` if there are no vertices.
    fn feeding(&self) -> Result<Option<Feeding<'_>>, ValueError> {
        let PrimitiveSizes { stride, vertices } = self.primitives;
        let unused = match (&self.vertices, stride, vertices) {
            (Some(vertices), ..) => {
                return Feeding::new(self.program, vertices, self.primitives, KEYS).map(Some);
            }
            (None, Some(_), _) => KEYS.stride,
            (None, None, Some(_)) => KEYS.primitive,
            (None, None, None) => return Ok(None),
        };
        Err(ValueError::new("`vertices` is missing").about(unused))
    }

    /// Runs a machine to the end of all runs. Returns a message if the last vertices form no complete primitive.
    pub(super) fn run<O: Observer<Program>>(
        &self,
        machine: &mut Machine,
        observer: &mut O,
    ) -> Result<(FeedResult, Option<ValueError>), Problem> {
        let mut feeding = self.feeding()?;
        let ended = run(machine, feeding.as_mut(), self.budget, observer);
        let fed = ended.map_err(|error| match error {
            FeedError::Fault { fault, before } => Problem::Fault {
                fault,
                before: before.runs,
            },
            error => cannot_feed(&error, self.program, KEYS).into(),
        })?;
        Ok((fed, feeding.and_then(|feeding| feeding.left_over())))
    }
}
