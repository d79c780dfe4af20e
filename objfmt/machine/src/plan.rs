//! Analysis of a program before it runs, for faster batches.

use pica200_objfmt::isa::opcode::{Opcode, Transfer};

use crate::step::{Fork, Step, StepRange};

/// Marks straight-line steps and forks.
pub(crate) fn plan(steps: &mut [Step]) {
    let mut straight = 0_u16;
    for step in steps.iter_mut().rev() {
        straight = if is_plain(step) && !step.closes {
            straight.saturating_add(1)
        } else {
            0
        };
        step.straight = straight;
    }
    for word in 0..steps.len() {
        let fork = u16::try_from(word).ok().and_then(|word| fork(steps, word));
        if let Some(step) = steps.get_mut(word) {
            step.fork = fork;
        }
    }
}

/// Returns true if an instruction only computes: it neither transfers control nor fails.
fn is_plain(step: &Step) -> bool {
    step.writes_vector() || matches!(step.opcode, Some(Opcode::Mova | Opcode::Cmp | Opcode::Nop))
}

/// Returns the fork at a word.
fn fork(steps: &[Step], word: u16) -> Option<Fork> {
    let step = steps.get(usize::from(word))?;
    let next = word.checked_add(1)?;
    let way = |first: u16, behind: u16| {
        Some(StepRange {
            first,
            steps: behind.checked_sub(first)?,
        })
    };
    let is_straight = |way: StepRange| {
        let first = steps.get(usize::from(way.first));
        way.steps == 0 || first.is_some_and(|step| step.straight >= way.steps)
    };
    let fork = match step.transfer {
        Transfer::If(_) => {
            let taken = way(next, step.target)?;
            // An `if` closes after the last step of its body.
            let last = steps.get(usize::from(step.target.checked_sub(1)?))?;
            let others = StepRange {
                steps: taken.steps.checked_sub(1)?,
                ..taken
            };
            if !is_plain(last) || !is_straight(others) {
                return None;
            }
            Fork {
                taken,
                other: way(step.target, step.end)?,
                meeting: step.end,
                closing: Some(step.target),
            }
        }
        Transfer::Jump(_) => Fork {
            taken: StepRange::default(),
            other: way(next, step.target)?,
            meeting: step.target,
            closing: None,
        },
        _ => return None,
    };
    let meets = usize::from(fork.meeting) < steps.len();
    (meets && !step.closes && is_straight(fork.other)).then_some(fork)
}
