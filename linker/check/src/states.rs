//! The states of an exploration, by index.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use crate::search::{Decision, Memory, State};

/// The maximum initial capacity, in states. Few explorations have more, and a shader can have many explorations.
const MAX_INITIAL_CAPACITY: usize = 1024;

/// A state, its predecessor, and the decision that led from there. The first one has no predecessor.
struct Step<M> {
    state: State<M>,
    from: u32,
    decision: Option<Decision>,
}

/// The states found, in the order of discovery. The first is the start of the shader.
pub(crate) struct States<M> {
    steps: Vec<Step<M>>,
    /// One more than the index of the first state of each node, or 0. Most nodes have no other state.
    first: Vec<u32>,
    /// One more than the index of the first state of each node whose memory is a goal, or 0. Empty if there is only one
    /// memory.
    goals: Vec<u32>,
    /// The indices of the states that are not the first ones of their nodes, with their hashes, so that growing the
    /// table does not access states.
    others: HashTable<(u64, u32)>,
}

impl<M: Memory> States<M> {
    /// Creates the start state of a shader with `nodes` nodes.
    pub(crate) fn new(nodes: usize) -> Self {
        let mut states = Self {
            steps: Vec::with_capacity(initial_capacity(nodes)),
            first: vec![0; nodes],
            goals: vec![0; if M::IS_ONE { 0 } else { nodes }],
            others: HashTable::new(),
        };
        states.add(State::start(), 0, None);
        states
    }

    /// Returns the state with an index.
    pub(crate) fn get(&self, number: usize) -> Option<State<M>> {
        self.steps.get(number).map(|step| step.state)
    }

    /// Returns all states so far.
    pub(crate) fn iter(&self) -> impl Iterator<Item = State<M>> {
        self.steps.iter().map(|step| step.state)
    }

    /// Returns the first state of a node whose memory is a goal.
    pub(crate) fn goal(&self, node: u32) -> Option<usize> {
        let goals = if M::IS_ONE { &self.first } else { &self.goals };
        let goal = goals.get(node as usize)?;
        Some(goal.checked_sub(1)? as usize)
    }

    /// Returns the number of states that are examined before a state is found.
    pub(crate) fn examined_before(&self, state: usize) -> usize {
        let step = self.steps.get(state).filter(|_| state > 0);
        step.map_or(0, |step| step.from as usize + 1)
    }

    /// Returns the decisions on the path to a state.
    pub(crate) fn path(&self, state: usize) -> Vec<Decision> {
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

    /// Adds a state, unless it is known. Returns its index.
    pub(crate) fn add(&mut self, state: State<M>, from: usize, decision: Option<Decision>) -> usize {
        let (node, next) = (state.node as usize, self.steps.len());
        match self.first[node].checked_sub(1) {
            None => self.first[node] = number(next + 1),
            Some(first) if self.steps[first as usize].state == state => return first as usize,
            Some(_) => {
                let steps = &self.steps;
                if self.others.capacity() == 0 {
                    // Few explorations have more, so the table rarely grows.
                    self.others
                        .reserve(initial_capacity(self.first.len()), |(hash, _)| *hash);
                }
                let hash = FxBuildHasher.hash_one(state);
                let known = self.others.entry(
                    hash,
                    |&(of, known)| of == hash && steps[known as usize].state == state,
                    |&(hash, _)| hash,
                );
                match known {
                    Entry::Occupied(known) => return known.get().1 as usize,
                    Entry::Vacant(free) => free.insert((hash, number(next))),
                };
            }
        }
        self.push(state, from, decision);
        next
    }

    /// Adds a state known to be new, of a node whose states are all added by this function.
    pub(crate) fn add_new(&mut self, state: State<M>, from: usize) -> usize {
        let next = self.steps.len();
        let first = &mut self.first[state.node as usize];
        if *first == 0 {
            *first = number(next + 1);
        }
        self.push(state, from, None);
        next
    }

    fn push(&mut self, state: State<M>, from: usize, decision: Option<Decision>) {
        let (node, next) = (state.node as usize, self.steps.len());
        self.steps.push(Step {
            state,
            from: number(from),
            decision,
        });
        if !M::IS_ONE && state.memory.is_goal() && self.goals[node] == 0 {
            self.goals[node] = number(next + 1);
        }
    }
}

/// Returns the initial capacity, in states.
fn initial_capacity(nodes: usize) -> usize {
    nodes.saturating_mul(2).min(MAX_INITIAL_CAPACITY)
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use pica200_objfmt::flow::graph::EdgeKind;

    use super::*;

    #[test]
    fn states_that_are_known_to_be_new_are_goals_with_a_way() {
        let mut states: States<()> = States::new(3);
        let decision = Decision {
            word: 0,
            kind: EdgeKind::Next,
            holds: Some(true),
        };
        let at = |node, calls| State {
            node,
            calls,
            ..State::start()
        };
        let before = [0, 1].map(|calls| states.add(at(1, calls), 0, Some(decision)));
        let behind = [0, 1].map(|calls| states.add_new(at(2, calls), before[calls as usize]));
        assert_eq!(behind, [3, 4]);
        assert_eq!(states.goal(2), Some(3));
        assert_eq!(states.examined_before(4), 3);
        assert_eq!(states.path(4), [decision]);
        assert_eq!(states.get(4), Some(at(2, 1)));
    }

    #[test]
    fn known_states_keep_their_numbers() {
        let mut states = States::new(2);
        let state = |calls| State {
            node: 1,
            calls,
            memory: false,
            ..State::start()
        };
        for _ in 0..2 {
            let numbers: Vec<_> = (0..200).map(|calls| states.add(state(calls), 0, None)).collect();
            assert_eq!(numbers, (1..=200).collect::<Vec<_>>());
        }
        assert_eq!(states.iter().count(), 201);
    }
}
