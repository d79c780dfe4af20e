//! Runs of batches.
//!
//! A group executes an instruction for all of its members. In front of an instruction that transfers control, members that
//! would go another way than the first one leave the group and wait, as a group of their own. So each vertex executes the
//! instructions that it would execute alone.

use pica200_objfmt::isa::opcode::{Opcode, Test, Transfer};
use pica200_objfmt::observe::Observer;

use super::SIZE;
use super::execution::Execution;
use super::group::{Group, Groups};
use super::members::Members;
use super::state::Wide;
use crate::arithmetic::{compare, truncated};
use crate::execute::{Ended, LOOP_COUNTER, Next, flow, integer};
use crate::fault::FaultKind;
use crate::operands::read;
use crate::program::Program;
use crate::registers::{COLLECTED, relative};
use crate::step::{Source, Step};

/// A run of a vertex shader. `ROUND` truncates each result to a float24.
pub(super) struct Batched<'r, O, const ROUND: bool> {
    pub(super) program: &'r Program,
    pub(super) wide: &'r mut Wide,
    /// The groups that wait.
    pub(super) groups: &'r mut Groups,
    pub(super) observer: &'r mut O,
    pub(super) budget: u64,
    /// How many instructions more than its group each vertex has executed: a number that wraps, because they may be fewer.
    pub(super) ahead: [u64; SIZE],
    pub(super) ended: &'r mut [Ended; SIZE],
}

impl<O: Observer<Program>, const ROUND: bool> Batched<'_, O, ROUND> {
    /// Runs the first vertices to their ends.
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
            while self.step(&mut group) {
                if !self.groups.are_behind(&group) {
                    self.change(&mut group);
                }
            }
            next = self.groups.next();
        }
    }

    /// Executes an instruction. Returns whether the group has members that have not ended.
    #[inline(always)]
    fn step(&mut self, group: &mut Group) -> bool {
        let (program, word) = (self.program, group.word);
        let Some(step) = program.steps.get(usize::from(word)) else {
            let words = program.steps.len();
            return self.end(
                group,
                Some(FaultKind::OutsideCode {
                    target: word,
                    words,
                }),
            );
        };
        group.last = word;
        if group.executed == group.limit && !self.keep_within_budget(group) {
            return false;
        }
        let Some(opcode) = step.opcode else {
            return self.end(group, Some(program.undecodable(word)));
        };
        let mut shifted = None;
        let sources = match step.relative {
            true => &*shifted.insert(self.shifted(group.members, step)),
            false => &step.sources,
        };
        let mut next = Next::after(word);
        let (vectors, members) = (&mut self.wide.vectors, group.members);
        let is_computed = match step.negates {
            true => Execution::<ROUND, true>::run(opcode, vectors, step, sources, members),
            false => Execution::<ROUND, false>::run(opcode, vectors, step, sources, members),
        };
        if !is_computed {
            match opcode {
                Opcode::Mova => self.set_addresses(group.members, step, &sources[0]),
                Opcode::Cmp => self.set_flags(group.members, step, sources),
                Opcode::End => {
                    self.tell(group);
                    group.executed += 1;
                    return self.end(group, None);
                }
                Opcode::Emit | Opcode::Setemit => {
                    self.tell(group);
                    return self.end(group, Some(FaultKind::GeometryOnly));
                }
                _ => self.transfer(group, opcode, step, &mut next),
            }
        }
        self.tell(group);
        group.executed += 1;
        if step.closes {
            self.close(group, &mut next);
        }
        group.word = next.word;
        true
    }

    #[inline(always)]
    fn tell(&mut self, group: &Group) {
        let vertices = group.members.count();
        self.observer.steps(group.word.into(), vertices);
    }

    /// The sources of a step with a relative one. If its register differs between members, their values are collected in
    /// one place.
    fn shifted(&mut self, members: Members, step: &Step) -> [Source; 3] {
        let mut sources = step.sources;
        let offsets = self.wide.addresses[usize::from(step.index) % 3];
        let wide = &mut sources[usize::from(step.wide) % 3];
        let first = offsets[members.lowest()];
        let agreeing = Members::those(offsets.map(|offset| offset == first));
        let place = if members.without(agreeing).is_empty() {
            relative(wide.register(), first)
        } else {
            for vertex in members.numbers() {
                let from = relative(wide.register(), offsets[vertex]);
                let value = self.wide.vectors.of_vertex(from, vertex);
                self.wide.vectors.set_vertex(COLLECTED, vertex, value);
            }
            COLLECTED
        };
        *wide = wide.of_register(place);
        sources
    }

    /// Executes `mova`.
    fn set_addresses(&mut self, members: Members, step: &Step, source: &Source) {
        for (component, addresses) in self.wide.addresses.iter_mut().enumerate().take(2) {
            if step.writes(component) {
                let numbers = read(&self.wide.vectors, source, component);
                members.assign(addresses, numbers.map(truncated));
            }
        }
    }

    /// Executes `cmp`.
    #[inline(always)]
    fn set_flags(&mut self, members: Members, step: &Step, [a, b, _]: &[Source; 3]) {
        for (component, flag) in self.wide.flags.iter_mut().enumerate() {
            let [a, b] = [a, b].map(|source| read(&self.wide.vectors, source, component));
            let holds = Members::those(compare(step.comparisons[component], a, b));
            *flag = flag.without(members).or(holds.and(members));
        }
    }

    /// Executes an instruction that transfers control, for the members that go the way of the first one.
    #[inline(always)]
    fn transfer(&mut self, group: &mut Group, opcode: Opcode, step: &Step, next: &mut Next) {
        let transfer = opcode.transfer();
        let first = group.members.lowest();
        let mut holds = true;
        if let Some(test @ (Test::Flags | Test::Boolean)) = transfer.test() {
            let those = self.holds(test, step);
            holds = those.has(first);
            self.divide(group, if holds { those } else { those.not() });
        }
        if transfer != Transfer::Loop {
            let scopes = &mut group.scopes;
            return flow(opcode, step, holds, [0; 4], &mut 0, scopes, next);
        }
        let integers = integer(step, &self.wide.integers);
        let turns = integers[first];
        self.divide(group, Members::those(integers.map(|other| other == turns)));
        let mut counter = self.wide.addresses[LOOP_COUNTER][first];
        let scopes = &mut group.scopes;
        flow(
            opcode,
            step,
            holds,
            turns.to_le_bytes(),
            &mut counter,
            scopes,
            next,
        );
        self.set_counter(group.members, counter);
    }

    /// The vertices for which a test holds.
    #[inline(always)]
    fn holds(&self, test: Test, step: &Step) -> Members {
        let [x, y] = self.wide.flags;
        let boolean = self.wide.booleans[usize::from(step.number & 15)];
        match (test, step.expected) {
            (Test::Boolean, true) => boolean,
            (Test::Boolean, false) => boolean.not(),
            _ => {
                let states = [x.or(y).not(), x.without(y), y.without(x), x.and(y)];
                let holding = states.into_iter().enumerate();
                let holding = holding.filter(|(state, _)| step.condition >> state & 1 != 0);
                holding.fold(Members::NONE, |all, (_, members)| all.or(members))
            }
        }
    }

    /// Closes the scopes that end after an instruction.
    #[inline(always)]
    fn close(&mut self, group: &mut Group, next: &mut Next) {
        let before = self.wide.addresses[LOOP_COUNTER][group.members.lowest()];
        let mut counter = before;
        let behind = group.word + 1;
        next.word = group
            .scopes
            .close(behind, next.word, next.is_break, &mut counter);
        // It changes only at the end of a loop, in which it is the same for all members.
        if counter != before {
            self.set_counter(group.members, counter);
        }
    }

    #[inline(always)]
    fn set_counter(&mut self, members: Members, counter: i32) {
        members.assign(&mut self.wide.addresses[LOOP_COUNTER], [counter; SIZE]);
    }

    /// Sends away the members that are not among these: they execute the instruction later.
    #[inline(always)]
    fn divide(&mut self, group: &mut Group, kept: Members) {
        let others = group.members.without(kept);
        if !others.is_empty() {
            group.members = group.members.and(kept);
            self.groups.push(Group {
                members: others,
                ..group.clone()
            });
        }
    }

    /// Takes up the groups that wait at the place of this one, and exchanges it for one that runs before it.
    fn change(&mut self, group: &mut Group) {
        let counters = &self.wide.addresses[LOOP_COUNTER];
        let counter = |group: &Group| counters[group.members.lowest()];
        // Outside the code, the last words may differ, which faults have.
        while usize::from(group.word) < self.program.steps.len()
            && let Some(other) = self.groups.take(|other| {
                other.word == group.word
                    && other.scopes == group.scopes
                    && (!group.scopes.is_in_loop() || counter(other) == counter(group))
            })
        {
            let more = other.executed.wrapping_sub(group.executed);
            let ahead = self.ahead.map(|ahead| ahead.wrapping_add(more));
            other.members.assign(&mut self.ahead, ahead);
            let left = other.limit - other.executed;
            group.limit = group.limit.min(group.executed.saturating_add(left));
            group.members = group.members.or(other.members);
        }
        self.groups.prefer_earlier(group);
    }

    /// The number of instructions that a vertex of a group has executed.
    fn executed(&self, group: &Group, vertex: usize) -> u64 {
        group.executed.wrapping_add(self.ahead[vertex])
    }

    /// Ends the members that have used up their budget, if there are any: the limit may be that of vertices that have left
    /// the group. Returns whether there are others.
    #[cold]
    fn keep_within_budget(&mut self, group: &mut Group) -> bool {
        let budget = self.budget;
        let left = |vertex| budget - self.executed(group, vertex);
        let over = Members::those(std::array::from_fn(|vertex| {
            group.members.has(vertex) && left(vertex) == 0
        }));
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
            self.ended[vertex] = Ended {
                fault,
                word: group.last,
                instructions: self.executed(group, vertex),
            };
        }
        false
    }
}
