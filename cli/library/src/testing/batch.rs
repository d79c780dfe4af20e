//! Batched execution of cases of one shader.

use std::ptr;

use pica200_machine::{Batch, Fault, FeedResult, GeometryOutput, Machine, Observer, Program, Run, Vector};
use pica200_objfmt::isa::register::{Bank, Register};

use super::case::Case;
use super::failure::{Failure, Problem};
use super::outcome::Outcome;
use super::setup::{AnyObserver, Setup, TargetSetup};

impl<'s> Case<'s> {
    /// Checks several cases, with the results of [`Case::check_observed`], in order. Consecutive cases of one vertex
    /// shader run in batches, unless the observer needs details. That takes a fraction of the time for shaders that
    /// execute many instructions.
    pub fn check_all<O: AnyObserver>(cases: &[&Self], observer: &mut O) -> Vec<Result<Outcome, Failure>> {
        let mut results = Vec::with_capacity(cases.len());
        let mut rest = cases;
        while let [first, ..] = rest {
            let alike = rest.iter().take_while(|case| first.may_run_with(case));
            let count = alike.take(Batch::SIZE).count();
            let (together, others) = rest.split_at(count.max(1));
            match run_together(together, observer) {
                Some(found) => results.extend(found),
                None => results.extend(together.iter().map(|case| case.check_observed(observer))),
            }
            rest = others;
        }
        results
    }

    /// Returns the values for a PICA200 vertex shader, if they fit.
    fn vertex_setup(&self) -> Option<&Setup<'s>> {
        match &self.given {
            TargetSetup::Pica200(setup) if !self.has_value_errors() && setup.is_vertex() => Some(setup),
            _ => None,
        }
    }

    /// Returns true if both are for one vertex shader, and run in the same mode.
    fn may_run_with(&self, other: &Self) -> bool {
        let setups = self.vertex_setup().zip(other.vertex_setup());
        setups.is_some_and(|(one, other)| {
            ptr::eq(one.program, other.program) && one.budget == other.budget && one.precision == other.precision
        })
    }

    /// Returns the result of a run in a batch.
    fn ended(&self, program: &Program, run: Result<Run, Fault>, outputs: [Vector; 16]) -> Result<Outcome, Failure> {
        let checked = match run {
            Ok(run) => {
                let fed = FeedResult {
                    runs: 1,
                    instructions: run.instructions,
                    end: Some(run.end),
                };
                self.compare(program, outputs, GeometryOutput::default(), fed)
            }
            Err(fault) => Err((vec![Problem::Fault { fault, before: 0 }], 1)),
        };
        self.finish(checked)
    }
}

/// Runs cases of one vertex shader, at most the batch size. Returns `None` if they have to run one by one.
fn run_together<O: AnyObserver>(cases: &[&Case<'_>], observer: &mut O) -> Option<Vec<Result<Outcome, Failure>>> {
    if <O as Observer<Program>>::DETAILS || cases.len() < 2 {
        return None;
    }
    let first = cases.first()?.vertex_setup()?;
    let program = first.program;
    let mut batch = Batch::new(&Machine::with_precision(program, first.precision));
    for (vertex, case) in cases.iter().enumerate() {
        for (register, value) in &case.vertex_setup()?.values {
            batch.set(vertex, *register, *value).ok()?;
        }
    }
    batch.run_observed(cases.len(), first.budget, observer);
    let mut outputs = [[[0.0; 4]; 16]; Batch::SIZE];
    for number in 0..Bank::Output.size() {
        let bank = Bank::Output;
        let values = batch.vectors(Register { bank, number })?;
        for (outputs, value) in outputs.iter_mut().zip(values) {
            if let Some(output) = outputs.get_mut(usize::from(number)) {
                *output = value;
            }
        }
    }
    let runs = cases.iter().zip(batch.results()).zip(outputs);
    let results = runs.map(|((case, run), outputs)| case.ended(program, run, outputs));
    Some(results.collect())
}
