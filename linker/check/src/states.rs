//! The states of an exploration, by their numbers.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::search::{Decision, Memory, State};

/// A state, the one before it, and the decision that led from there. Nothing is before the first one.
struct Step<M> {
    state: State<M>,
    from: u32,
    decision: Option<Decision>,
}

/// The states that were found, in the order in which they were found. The first is the start of the shader.
pub(crate) struct States<M> {
    steps: Vec<Step<M>>,
    /// One more than the number of the first state of each node, or 0. Most nodes have no other state.
    first: Vec<u32>,
    /// One more than the number of the first state of each node whose memory is a goal, or 0.
    goals: Vec<u32>,
    others: Others,
}

impl<M: Memory> States<M> {
    /// The start of a shader with so many nodes.
    pub(crate) fn new(nodes: usize) -> Self {
        let mut states = Self {
            steps: Vec::with_capacity(64),
            first: vec![0; nodes],
            goals: vec![0; nodes],
            others: Others::default(),
        };
        states.add(State::start(), 0, None);
        states
    }

    /// The state of a number.
    pub(crate) fn get(&self, number: usize) -> Option<State<M>> {
        self.steps.get(number).map(|step| step.state)
    }

    /// All states so far.
    pub(crate) fn iter(&self) -> impl Iterator<Item = State<M>> {
        self.steps.iter().map(|step| step.state)
    }

    /// The first state of a node whose memory is a goal.
    pub(crate) fn goal(&self, node: u32) -> Option<usize> {
        let goal = self.goals.get(node as usize)?;
        Some(goal.checked_sub(1)? as usize)
    }

    /// The number of states that are examined before a state is found.
    pub(crate) fn examined_before(&self, state: usize) -> usize {
        let step = self.steps.get(state).filter(|_| state > 0);
        step.map_or(0, |step| step.from as usize + 1)
    }

    /// The decisions on the path to a state.
    pub(crate) fn way(&self, state: usize) -> Vec<Decision> {
        let mut decisions = Vec::new();
        let mut next = state;
        while let Some(step) = self.steps.get(next) {
            decisions.extend(step.decision);
            if next == 0 {
                break;
            }
            next = step.from as usize;
        }
        decisions.reverse();
        decisions
    }

    /// Adds a state, unless it is known. Returns its number.
    pub(crate) fn add(
        &mut self,
        state: State<M>,
        from: usize,
        decision: Option<Decision>,
    ) -> usize {
        let (node, next) = (state.node as usize, self.steps.len());
        match self.first[node].checked_sub(1) {
            None => self.first[node] = number(next + 1),
            Some(first) if self.steps[first as usize].state == state => return first as usize,
            Some(_) => {
                let known = self.others.enter(&self.steps, &state, next);
                if known != next {
                    return known;
                }
            }
        }
        self.steps.push(Step {
            state,
            from: number(from),
            decision,
        });
        if state.memory.is_goal() && self.goals[node] == 0 {
            self.goals[node] = number(next + 1);
        }
        next
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// The states that are not the first ones of their nodes, in slots that their hashes select. A state whose slot is taken
/// is in the next free one. At least half of the slots are free.
#[derive(Default)]
struct Others {
    /// One more than the number of a state, or 0.
    slots: Vec<u32>,
    count: usize,
}

impl Others {
    /// The number of a state. A new one gets the number `next`.
    fn enter<M: Memory>(&mut self, steps: &[Step<M>], state: &State<M>, next: usize) -> usize {
        if self.count * 2 >= self.slots.len() {
            self.grow(steps);
        }
        let mut slot = self.slot(state);
        while let Some(known) = self.slots[slot].checked_sub(1) {
            if steps[known as usize].state == *state {
                return known as usize;
            }
            slot = self.behind(slot);
        }
        self.slots[slot] = number(next + 1);
        self.count += 1;
        next
    }

    fn grow<M: Memory>(&mut self, steps: &[Step<M>]) {
        let room = (self.slots.len() * 4).max(64);
        let old = std::mem::replace(&mut self.slots, vec![0; room]);
        for entry in old {
            let Some(known) = entry.checked_sub(1) else {
                continue;
            };
            let mut slot = self.slot(&steps[known as usize].state);
            while self.slots[slot] != 0 {
                slot = self.behind(slot);
            }
            self.slots[slot] = entry;
        }
    }

    /// The slot that a state's hash selects. The number of slots is a power of two.
    fn slot<M: Memory>(&self, state: &State<M>) -> usize {
        let hash = FxBuildHasher.hash_one(state) & 0xFFFF_FFFF;
        usize::try_from(hash).unwrap_or_default() & (self.slots.len() - 1)
    }

    fn behind(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }
}
