//! What a shader is given, and its run.

use pica200_machine::{
    Fault, FaultKind, Feed, FeedError, Machine, Observer, Precision, Program, Value, Vector,
};
use pica200_objfmt::register::Register;

use super::failure::Problem;

/// The most instructions of a case, where nothing else is said.
pub(crate) const DEFAULT_BUDGET: u64 = 10_000_000;

/// What a shader is given.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// Each register once: cases copy what is common to them.
    values: Vec<(Register, Value)>,
    /// The vertices that a geometry shader is fed; it runs once, with what was set, if there are none.
    pub(super) vertices: Option<Vec<Vec<Vector>>>,
    /// In point mode, how many registers make a primitive.
    pub(super) stride: Option<u8>,
    pub(super) budget: u64,
    pub(super) precision: Precision,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            vertices: None,
            stride: None,
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

    /// Runs a machine to the end. How many instructions were executed.
    pub(super) fn run<O: Observer>(
        &self,
        machine: &mut Machine<'_>,
        observer: &mut O,
    ) -> Result<u64, Problem> {
        match &self.vertices {
            None if self.stride.is_some() => Err(Problem::Setup(
                "there is a stride, and there are no vertices".to_owned(),
            )),
            None => {
                let run = machine.run_observed(self.budget, observer);
                Ok(run.map_err(Problem::Fault)?.instructions)
            }
            Some(vertices) => self.feed(vertices, machine, observer),
        }
    }

    /// Feeds the vertices one by one: the budget is for all runs together.
    fn feed<O: Observer>(
        &self,
        vertices: &[Vec<Vector>],
        machine: &mut Machine<'_>,
        observer: &mut O,
    ) -> Result<u64, Problem> {
        let program = machine.program();
        let Some(first) = vertices.first() else {
            let message = "cannot feed the vertices: there are none";
            return Err(Problem::Setup(message.to_owned()));
        };
        let outputs = u8::try_from(first.len()).unwrap_or(u8::MAX);
        if self.stride.is_some() && program.geometry().mode != 0 {
            let message = "there is a stride, and the shader is not one of point mode";
            return Err(Problem::Setup(message.to_owned()));
        }
        let mut feed =
            Feed::new(program, self.stride.unwrap_or(outputs), outputs).map_err(cannot_feed)?;
        let at_once = match program.geometry().mode {
            1 => vertices.len(),
            _ => 1,
        };
        let mut instructions = 0;
        for some in vertices.chunks(at_once.max(1)) {
            let left = self.budget.saturating_sub(instructions);
            let fed = feed.feed_observed(machine, some, left, observer);
            let fed = fed.map_err(|error| match error {
                FeedError::Fault(fault) => Problem::Fault(self.with_whole_budget(fault)),
                error => cannot_feed(error),
            })?;
            instructions += fed.instructions;
        }
        if feed.waiting() != 0 {
            let waiting = feed.waiting();
            let message = format!("the last {waiting} registers make no whole primitive");
            return Err(Problem::Setup(message));
        }
        Ok(instructions)
    }

    /// A fault in the last of several runs, with what they all were allowed.
    fn with_whole_budget(&self, fault: Fault) -> Fault {
        let kind = match fault.kind {
            FaultKind::BudgetUsedUp { .. } => FaultKind::BudgetUsedUp {
                budget: self.budget,
            },
            kind => kind,
        };
        Fault { kind, ..fault }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn cannot_feed(error: FeedError) -> Problem {
    Problem::Setup(format!("cannot feed the vertices: {error}"))
}
