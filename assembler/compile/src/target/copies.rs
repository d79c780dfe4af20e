//! Copies of single lanes that the GPU can do at once.

use std::collections::BTreeMap;

use super::code::{Code, Home, Instruction, LaneId, Node, SourceLane, for_each_list_mut, instructions};
use super::registers::Registers;

/// Joins copies that follow each other, if they read one register with one sign and write one register. Returns whether
/// there were any.
pub(super) fn join(code: &mut Code, registers: &Registers) -> bool {
    let mut changed = false;
    let mut body = std::mem::take(&mut code.body);
    for_each_list_mut(&mut body, &mut |nodes| {
        let mut joined: Vec<Node> = Vec::with_capacity(nodes.len());
        for node in nodes.drain(..) {
            if let Some(copy) = as_copy(&node) {
                let kind = Kind::new(code, registers, copy);
                if let Some(index) = partner(&joined, copy, |other| kind == Kind::new(code, registers, other))
                    && let Node::Instruction(other) = &mut joined[index]
                {
                    other.destinations.extend(&copy.destinations);
                    other.sources[0].extend(&copy.sources[0]);
                    other.origins.extend(&copy.origins);
                    changed = true;
                    continue;
                }
            }
            joined.push(node);
        }
        *nodes = joined;
    });
    code.body = body;
    changed
}

/// Maximum distance, in instructions, between copies of literals that are merged.
const WIDTH: usize = 4;

/// Moves copies of literals to lanes from `first_copy` on, which have no other value, to earlier ones of the same list,
/// four at a time.
pub(super) fn gather_literals(nodes: &mut Vec<Node>, first_copy: usize) {
    let is_literal = |node: &Node| {
        as_copy(node).is_some_and(|copy| {
            let read = copy.sources[0].first();
            let is_own = copy.destinations.iter().all(|lane| lane.index() >= first_copy);
            is_own && read.is_some_and(|read| read.from.home() == Home::Literal)
        })
    };
    let mut place = 0;
    while let Some(first) = (place..nodes.len()).find(|index| is_literal(&nodes[*index])) {
        place = first + 1;
        for _ in 1..WIDTH {
            let Some(next) = (place..nodes.len()).find(|index| is_literal(&nodes[*index])) else {
                return;
            };
            let copy = nodes.remove(next);
            nodes.insert(place, copy);
            place += 1;
        }
    }
}

/// Returns the lanes that copies of literals which follow each other set, four at a time: one register for them saves
/// copies.
pub(super) fn sets_of_literals(code: &Code) -> Vec<Vec<LaneId>> {
    let mut sets: Vec<Vec<LaneId>> = Vec::new();
    let mut is_open = false;
    for (instruction, _) in instructions(&code.body) {
        let lane = instruction.destinations.first().copied();
        let from = instruction.sources.first().and_then(|source| source.first());
        let is_literal = from.is_some_and(|read| read.from.home() == Home::Literal);
        match lane.filter(|_| instruction.is_copy() && is_literal) {
            Some(lane) => match sets.last_mut() {
                Some(set) if is_open && set.len() < WIDTH => set.push(lane),
                _ => {
                    sets.push(vec![lane]);
                    is_open = true;
                }
            },
            None => is_open = false,
        }
    }
    sets
}

/// Returns the lanes that are copied to each output with one sign: one register for them saves copies.
pub(super) fn sets_of_outputs(code: &Code) -> Vec<Vec<LaneId>> {
    let mut sets: BTreeMap<(usize, bool), Vec<LaneId>> = BTreeMap::new();
    for (instruction, _) in instructions(&code.body) {
        if !instruction.is_copy() {
            continue;
        }
        for (to, read) in instruction.destinations.iter().zip(&instruction.sources[0]) {
            if let (Some((output, _)), Some(lane)) = (code.lane(*to).output, read.as_lane()) {
                sets.entry((output, read.negated)).or_default().push(lane);
            }
        }
    }
    let mut sets: Vec<_> = sets.into_values().collect();
    for set in &mut sets {
        set.sort_unstable();
        set.dedup();
    }
    sets
}

fn as_copy(node: &Node) -> Option<&Instruction> {
    match node {
        Node::Instruction(instruction) if instruction.is_copy() => Some(instruction),
        _ => None,
    }
}

/// Returns the index of a copy that another one can be merged into: nothing between may conflict.
fn partner(before: &[Node], copy: &Instruction, fits: impl Fn(&Instruction) -> bool) -> Option<usize> {
    for (index, node) in before.iter().enumerate().rev() {
        let other = as_copy(node)?;
        let reads_copied = |reader: &Instruction, written: &Instruction| {
            let mut lanes = reader.reads().filter_map(SourceLane::as_lane);
            lanes.any(|lane| written.destinations.contains(&lane))
        };
        let writes_same = copy.destinations.iter().any(|lane| other.destinations.contains(lane));
        if reads_copied(copy, other) || writes_same {
            return None;
        }
        if fits(other) && other.destinations.len() < 4 {
            return Some(index);
        }
        if reads_copied(other, copy) {
            return None;
        }
    }
    None
}

/// The common properties of copies that are merged.
#[derive(PartialEq, Eq)]
struct Kind {
    to: Register,
    from: (Home, Option<u32>),
    negated: bool,
}

/// A register that is written.
#[derive(PartialEq, Eq)]
enum Register {
    Output(usize),
    Temporary(u32),
}

impl Kind {
    fn new(code: &Code, registers: &Registers, copy: &Instruction) -> Option<Self> {
        let to = *copy.destinations.first()?;
        let read = *copy.sources.first()?.first()?;
        let register = |lane: LaneId| registers.register(lane);
        Some(Self {
            to: match code.lane(to).output {
                Some((output, _)) => Register::Output(output),
                None => Register::Temporary(register(to)),
            },
            from: (read.from.home(), read.as_lane().map(register)),
            negated: read.negated,
        })
    }
}
