//! Runs of batches.
//!
//! A group executes each instruction for all of its members, and straight-line runs of instructions at once. At an
//! instruction that transfers control, members that diverge from the first one leave the group and wait as a separate
//! group. Where both paths soon reconverge, the group executes one after the other instead. Each vertex thus executes
//! the instructions that it would execute alone.

use std::slice;

use pica200_objfmt::isa::opcode::{Opcode, Test, Transfer};
use pica200_objfmt::observe::Observer;

use super::SIZE;
use super::execution::execute;
use super::group::{Group, Groups};
use super::members::Members;
use super::state::BatchState;
use crate::execute::{LOOP_COUNTER, Next, Outcome, flow, integer};
use crate::fault::FaultKind;
use crate::program::{Decoded, Program};
use crate::step::{Fork, Step, StepRange};

/// A run of a vertex shader. `ROUND` truncates each result to a float24.
pub(super) struct BatchRun<'r, O, const ROUND: bool> {
    pub(super) program: &'r Decoded,
    pub(super) wide: &'r mut BatchState,
    /// The waiting groups.
    pub(super) groups: &'r mut Groups,
    pub(super) observer: &'r mut O,
    pub(super) budget: u64,
    /// For each vertex, the number of instructions that it has executed in addition to its group's; wraps, because it
    /// may be negative.
    pub(super) ahead: [u64; SIZE],
    pub(super) ended: &'r mut [Outcome; SIZE],
}

impl<O: Observer<Program>, const ROUND: bool> BatchRun<'_, O, ROUND> {
    /// Runs the first vertices to completion.
    pub(super) fn run(mut self, vertices: usize) {
        let entry = self.program.entry;
        let members = Members::first(vertices);
        let mut next = (!members.is_empty()).then(|| Group {
            members,
            word: entry,
            last: entry,
            limit: self.budget,
            ..Group::default()
        });
        while let Some(mut group) = next {
            while self.advance(&mut group) {
                if !self.groups.are_after(&group) {
                    self.switch_group(&mut group);
                }
            }
            next = self.groups.next();
        }
    }

    /// Executes instructions, up to one that transfers control or could end a vertex. Returns true if the group has
    /// members left.
    #[inline(always)]
    fn advance(&mut self, group: &mut Group) -> bool {
        let (program, word) = (self.program, group.word);
        let Some(step) = program.steps.get(usize::from(word)) else {
            let words = program.steps.len();
            return self.end(group, Some(FaultKind::OutsideCode { target: word, words }));
        };
        let left = group.limit - group.executed;
        let together = u64::from(step.straight).min(left);
        let together = together.min(self.groups.distance(group) as u64);
        match u16::try_from(together) {
            Ok(steps @ 1..) => {
                self.compute(group.members, StepRange { first: word, steps });
                group.last = word + (steps - 1);
                group.word = word + steps;
                group.executed += u64::from(steps);
                true
            }
            _ => self.step(group, step),
        }
    }

    /// Executes straight-line steps.
    #[inline(always)]
    fn compute(&mut self, members: Members, way: StepRange) {
        let first = usize::from(way.first);
        let words = first..first + usize::from(way.steps);
        for word in words.clone() {
            self.observer.steps(word, members.count());
        }
        let steps = self.program.steps.get(words).unwrap_or_default();
        execute::<ROUND>(self.wide, steps, members);
    }

    /// Executes an instruction. Returns true if the group has members left.
    #[inline(always)]
    fn step(&mut self, group: &mut Group, step: &Step) -> bool {
        let (program, word) = (self.program, group.word);
        group.last = word;
        if group.executed == group.limit && !self.enforce_budget(group) {
            return false;
        }
        let Some(opcode) = step.opcode else {
            return self.end(group, Some(program.undecodable(word)));
        };
        let mut next = Next::after(word);
        match (step.transfer, opcode) {
            (Transfer::End, _) => {
                self.notify(group);
                group.executed += 1;
                return self.end(group, None);
            }
            (Transfer::Next, Opcode::Emit | Opcode::Setemit) => {
                self.notify(group);
                return self.end(group, Some(FaultKind::GeometryOnly));
            }
            (Transfer::Next, Opcode::Nop) => {}
            (Transfer::Next, _) => {
                execute::<ROUND>(self.wide, slice::from_ref(step), group.members);
            }
            _ => {
                if self.transfer(group, step, &mut next) {
                    return true;
                }
            }
        }
        self.notify(group);
        group.executed += 1;
        if step.closes {
            self.close(group, &mut next);
        }
        group.word = next.word;
        true
    }

    #[inline(always)]
    fn notify(&mut self, group: &Group) {
        let vertices = group.members.count();
        self.observer.steps(group.word.into(), vertices);
    }

    /// Executes a control transfer for the members that agree with the first one. Returns true if they took both paths
    /// instead, and have reconverged.
    #[inline(always)]
    fn transfer(&mut self, group: &mut Group, step: &Step, next: &mut Next) -> bool {
        let transfer = step.transfer;
        let first = group.members.lowest();
        let mut holds = true;
        if let Some(test @ (Test::Flags | Test::Boolean)) = transfer.test() {
            let those = self.holds(test, step);
            holds = those.has(first);
            if let Some(fork) = &step.fork
                && self.can_run_both_paths(group, fork, those)
            {
                self.run_both_paths(group, fork, those);
                return true;
            }
            self.split_off(group, if holds { those } else { those.not() });
        }
        if transfer != Transfer::Loop {
            let scopes = &mut group.scopes;
            flow(step, holds, [0; 4], &mut 0, scopes, next);
            return false;
        }
        let integers = integer(step, &self.wide.integers);
        let turns = integers[first];
        if !group.members.agree(integers, turns) {
            self.split_off(group, Members::from_fn(|vertex| integers[vertex] == turns));
        }
        let mut counter = self.wide.addresses[LOOP_COUNTER][first];
        let scopes = &mut group.scopes;
        flow(step, holds, turns.to_le_bytes(), &mut counter, scopes, next);
        self.set_counter(group.members, counter);
        false
    }

    /// Returns true if divergent members can execute both paths of a fork, one after the other: no group waits there,
    /// no budget ends there, and an `if` closes only its own scope.
    #[inline(always)]
    fn can_run_both_paths(&self, group: &Group, fork: &Fork, those: Members) -> bool {
        let members = group.members;
        let steps = fork.taken.steps.max(fork.other.steps);
        let words = fork.meeting.saturating_sub(group.word);
        members.and(those) != members
            && !members.and(those).is_empty()
            && group.limit - group.executed > steps.into()
            && self.groups.distance(group) >= words.into()
            && (fork.closing).is_none_or(|closing| group.scopes.can_open_if(closing))
    }

    /// Executes both paths of a fork, each for the members that take it. `those` are the vertices for which the
    /// condition holds.
    fn run_both_paths(&mut self, group: &mut Group, fork: &Fork, those: Members) {
        self.notify(group);
        let others = group.members.without(those);
        self.compute(group.members.and(those), fork.taken);
        self.compute(others, fork.other);
        let [steps, of_others] = [fork.taken, fork.other].map(|way| u64::from(way.steps));
        add(&mut self.ahead, others, of_others.wrapping_sub(steps));
        group.executed += 1 + steps;
        group.limit -= of_others.saturating_sub(steps);
        group.word = fork.meeting;
    }

    /// Returns the vertices for which a test holds.
    #[inline(always)]
    fn holds(&self, test: Test, step: &Step) -> Members {
        let [x, y] = self.wide.flags;
        let boolean = self.wide.booleans[usize::from(step.number & 15)];
        match (test, step.expected) {
            (Test::Boolean, true) => boolean,
            (Test::Boolean, false) => boolean.not(),
            _ => {
                let states = [x.or(y).not(), x.without(y), y.without(x), x.and(y)];
                let taken = states.into_iter().enumerate();
                let taken = taken.filter(|(state, _)| step.condition >> state & 1 != 0);
                taken.fold(Members::NONE, |all, (_, members)| all.or(members))
            }
        }
    }

    /// Closes the scopes that end after an instruction.
    #[inline(always)]
    fn close(&mut self, group: &mut Group, next: &mut Next) {
        let before = self.wide.addresses[LOOP_COUNTER][group.members.lowest()];
        let mut counter = before;
        let behind = group.word + 1;
        next.word = group.scopes.close(behind, next.word, next.is_break, &mut counter);
        // It changes only at the end of a loop, where all members have the same value.
        if counter != before {
            self.set_counter(group.members, counter);
        }
    }

    #[inline(always)]
    fn set_counter(&mut self, members: Members, counter: i32) {
        members.assign(&mut self.wide.addresses[LOOP_COUNTER], [counter; SIZE]);
    }

    /// Splits off the members outside `kept` as a waiting group.
    #[inline(always)]
    fn split_off(&mut self, group: &mut Group, kept: Members) {
        let others = group.members.without(kept);
        if !others.is_empty() {
            group.members = group.members.and(kept);
            self.groups.push(Group {
                members: others,
                ..group.clone()
            });
        }
    }

    /// Merges the groups that wait at this location, and switches to a group that is scheduled earlier.
    fn switch_group(&mut self, group: &mut Group) {
        let counters = &self.wide.addresses[LOOP_COUNTER];
        let counter = |group: &Group| counters[group.members.lowest()];
        // Outside the code, the last words may differ, and faults record them.
        while usize::from(group.word) < self.program.steps.len()
            && let Some(other) = self.groups.take(|other| {
                other.word == group.word
                    && other.scopes == group.scopes
                    && (!group.scopes.is_in_loop() || counter(other) == counter(group))
            })
        {
            let more = other.executed.wrapping_sub(group.executed);
            add(&mut self.ahead, other.members, more);
            let left = other.limit - other.executed;
            group.limit = group.limit.min(group.executed.saturating_add(left));
            group.members = group.members.or(other.members);
        }
        self.groups.swap_with_earlier(group);
    }

    /// Returns the number of instructions that a vertex of a group has executed.
    fn executed(&self, group: &Group, vertex: usize) -> u64 {
        group.executed.wrapping_add(self.ahead[vertex])
    }

    /// Ends the members that have exhausted their budget, if there are any: the limit may be from vertices that have
    /// left the group. Returns true if members are left.
    #[cold]
    fn enforce_budget(&mut self, group: &mut Group) -> bool {
        let budget = self.budget;
        let left = |vertex| budget - self.executed(group, vertex);
        let over = Members::from_fn(|vertex| group.members.has(vertex) && left(vertex) == 0);
        let others = group.members.without(over);
        let least = others.numbers().map(left).min();
        group.limit = group.executed.saturating_add(least.unwrap_or(0));
        group.members = over;
        self.end(group, Some(FaultKind::BudgetUsedUp { budget }));
        group.members = others;
        !others.is_empty()
    }

    /// Ends the runs of all members of a group.
    fn end(&mut self, group: &Group, fault: Option<FaultKind>) -> bool {
        for vertex in group.members.numbers() {
            self.ended[vertex] = Outcome {
                fault,
                word: group.last,
                instructions: self.executed(group, vertex),
            };
        }
        false
    }
}

/// Adds to the numbers of members, wrapping.
#[inline(always)]
fn add(numbers: &mut [u64; SIZE], members: Members, more: u64) {
    for (vertex, number) in numbers.iter_mut().enumerate() {
        let more = if members.has(vertex) { more } else { 0 };
        *number = number.wrapping_add(more);
    }
}
