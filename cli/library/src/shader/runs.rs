//! Runs of a shader: once, or for each primitive.

use std::fmt::Display;

use pica200_machine::{FeedError, FeedResult, Machine, Observer, Program};

use super::feeding::Feeding;

/// Default maximum number of executed instructions.
pub const DEFAULT_BUDGET: u64 = 10_000_000;

/// Completed runs, or the error that ended the last one.
pub type RunResult = Result<FeedResult, FeedError>;

/// Runs a machine once, or for each primitive, with at most `budget` instructions in all runs.
pub fn run<O: Observer<Program>>(
    machine: &mut Machine,
    feeding: Option<&mut Feeding<'_>>,
    budget: u64,
    observer: &mut O,
) -> RunResult {
    if let Some(feeding) = feeding {
        return feeding.run(machine, budget, observer);
    }
    match machine.run_observed(budget, observer) {
        Ok(run) => Ok(FeedResult {
            runs: 1,
            instructions: run.instructions,
            end: Some(run.end),
        }),
        Err(fault) => Err(FeedError::Fault {
            fault,
            before: FeedResult::default(),
        }),
    }
}

/// Returns the message about a run that did not complete, after a number of other runs.
pub fn fault_text(fault: &impl Display, before: u64) -> String {
    match before {
        0 => fault.to_string(),
        _ => format!("run {}, {fault}", before + 1),
    }
}
