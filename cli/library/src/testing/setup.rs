//! The values for a shader, and its run.

use pica200_machine::{Fed, FeedError, Machine, Observer, Precision, Program, Value, Vector};
use pica200_objfmt::isa::register::Register;

use super::failure::Problem;
use crate::shader::feeding::{Feeding, Keys, Primitives, cannot_feed};
use crate::shader::misfit::Misfit;
use crate::shader::runs::{DEFAULT_BUDGET, run};

/// What messages call what is fed: the keys of test files, and the functions of a case.
const KEYS: Keys = Keys {
    vertices: "vertices",
    stride: "stride",
    primitive: "primitive",
};

/// What a shader is given.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// Each register once: cases copy what is common to them.
    values: Vec<(Register, Value)>,
    /// The vertices that a geometry shader is fed; it runs once, with what was set, if there are none.
    pub(super) vertices: Option<Vec<Vec<Vector>>>,
    pub(super) primitives: Primitives,
    pub(super) budget: u64,
    pub(super) precision: Precision,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            vertices: None,
            primitives: Primitives::default(),
            budget: DEFAULT_BUDGET,
            precision: Precision::Single,
        }
    }
}

impl Setup {
    /// Gives a register a value, in place of one that it had.
    pub(super) fn set(&mut self, register: Register, value: Value) {
        self.values.retain(|(other, _)| *other != register);
        self.values.push((register, value));
    }

    /// A machine whose registers hold what was given.
    pub(super) fn machine<'p>(&self, program: &'p Program) -> Result<Machine<'p>, Problem> {
        let mut machine = Machine::with_precision(program, self.precision);
        for (register, value) in &self.values {
            let set = machine.set(*register, *value);
            set.map_err(|error| Problem::Setup(error.to_string()))?;
        }
        Ok(machine)
    }

    /// The vertices that the shader is fed with, `None` if there are none.
    pub(super) fn feeding(&self, program: &Program) -> Result<Option<Feeding<'_>>, Misfit> {
        let Primitives { stride, vertices } = self.primitives;
        let unused = match (&self.vertices, stride, vertices) {
            (Some(vertices), ..) => {
                return Feeding::new(program, vertices, self.primitives, KEYS).map(Some);
            }
            (None, Some(_), _) => KEYS.stride,
            (None, None, Some(_)) => KEYS.primitive,
            (None, None, None) => return Ok(None),
        };
        Err(Misfit::new("`vertices` is missing").about(unused))
    }

    /// Runs a machine to the end of all runs. What to say if vertices are left that make no primitive.
    pub(super) fn run<O: Observer<Program>>(
        &self,
        machine: &mut Machine<'_>,
        observer: &mut O,
    ) -> Result<(Fed, Option<Misfit>), Problem> {
        let program = machine.program();
        let mut feeding = self.feeding(program)?;
        let ended = run(machine, feeding.as_mut(), self.budget, observer);
        let fed = ended.map_err(|error| match error {
            FeedError::Fault { fault, before } => Problem::Fault {
                fault,
                before: before.runs,
            },
            error => cannot_feed(&error, program, KEYS).into(),
        })?;
        Ok((fed, feeding.and_then(|feeding| feeding.left_over())))
    }
}
