//! The values for a shader, and its run.

use pica200_machine::{Fed, FeedError, Machine, Observer, Precision, Program, Value, Vector};
use pica200_objfmt::isa::register::Register;

use super::failure::Problem;
use crate::shader::feeding::{Feeding, Keys, Primitives, cannot_feed};
use crate::shader::misfit::Misfit;
use crate::shader::runs::{DEFAULT_BUDGET, run};

/// The names in messages: keys of test files, and functions of a case.
const KEYS: Keys = Keys {
    vertices: "vertices",
    stride: "stride",
    primitive: "primitive",
};

/// The values for a shader.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// The values of registers. Each register appears once, because cases copy the list.
    values: Vec<(Register, Value)>,
    /// The vertices for a geometry shader; `None` if it runs once, with the values of its registers.
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
    /// Gives a register a value, in place of an earlier one.
    pub(super) fn set(&mut self, register: Register, value: Value) {
        self.values.retain(|(other, _)| *other != register);
        self.values.push((register, value));
    }

    /// A machine whose registers have the values.
    pub(super) fn machine<'p>(&self, program: &'p Program) -> Result<Machine<'p>, Problem> {
        let mut machine = Machine::with_precision(program, self.precision);
        for (register, value) in &self.values {
            let set = machine.set(*register, *value);
            set.map_err(|error| Problem::Setup(error.to_string()))?;
        }
        Ok(machine)
    }

    /// The feeding of the shader; `None` if there are no vertices.
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

    /// Runs a machine to the end of all runs. Returns a message if the last vertices form no primitive.
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
