//! The states of an exploration, by their numbers.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::search::{Decision, Memory, State};

/// The number that stands for no state.
const NONE: u32 = u32::MAX;

/// A state, the one before it, and the decision that led from there. Nothing is before the first one.
struct Step<M> {
    state: State<M>,
    from: u32,
    decision: Option<Decision>,
}

/// The states that were found, in the order in which they were found. The first is the start of the shader.
pub(crate) struct States<M> {
    steps: Vec<Step<M>>,
    /// The first state of each node. Most nodes have no other.
    first: Vec<u32>,
    /// The first state of each node whose memory is a goal.
    goals: Vec<u32>,
    others: Others,
}

impl<M: Memory> States<M> {
    /// The start of a shader with so many nodes.
    pub(crate) fn new(nodes: usize) -> Self {
        let mut states = Self {
            steps: Vec::with_capacity(64),
            first: vec![NONE; nodes],
            goals: vec![NONE; nodes],
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
        let goal = self.goals.get(node as usize);
        goal.filter(|goal| **goal != NONE)
            .map(|goal| *goal as usize)
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
        let (node, next) = (state.node as usize, number(self.steps.len()));
        let first = self.first[node];
        if first == NONE {
            self.first[node] = next;
        } else {
            if self.steps[first as usize].state == state {
                return first as usize;
            }
            let known = self.others.enter(&self.steps, &state, next);
            if known != next {
                return known as usize;
            }
        }
        self.steps.push(Step {
            state,
            from: number(from),
            decision,
        });
        if state.memory.is_goal() && self.goals[node] == NONE {
            self.goals[node] = next;
        }
        next as usize
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(NONE)
}

/// The states that are not the first ones of their nodes, in slots that their hashes select. A state whose slot is taken
/// is in the next free one. At least half of the slots are free.
#[derive(Default)]
struct Others {
    slots: Vec<u32>,
    count: usize,
}

impl Others {
    /// The number of a state. A new one gets the number `next`.
    fn enter<M: Memory>(&mut self, steps: &[Step<M>], state: &State<M>, next: u32) -> u32 {
        if self.count * 2 >= self.slots.len() {
            self.grow(steps);
        }
        let mut slot = self.slot(state);
        loop {
            let known = self.slots[slot];
            if known == NONE {
                break;
            }
            if steps[known as usize].state == *state {
                return known;
            }
            slot = self.behind(slot);
        }
        self.slots[slot] = next;
        self.count += 1;
        next
    }

    fn grow<M: Memory>(&mut self, steps: &[Step<M>]) {
        let room = (self.slots.len() * 4).max(64);
        let old = std::mem::replace(&mut self.slots, vec![NONE; room]);
        for known in old.into_iter().filter(|known| *known != NONE) {
            let mut slot = self.slot(&steps[known as usize].state);
            while self.slots[slot] != NONE {
                slot = self.behind(slot);
            }
            self.slots[slot] = known;
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
