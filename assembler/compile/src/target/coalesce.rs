//! Copy coalescing: merges lanes that are copied to each other and have disjoint live ranges.

use super::code::{Code, From, Instruction, LaneId, Node, for_each_list_mut, instructions};
use super::registers::Registers;
use super::unread;

/// Removes copies, those in the innermost loops first.
pub(super) fn run(code: &mut Code) {
    loop {
        unread::run(code);
        let mut copies: Vec<(u32, LaneId, LaneId)> = Vec::new();
        for (instruction, depth) in instructions(&code.body) {
            if instruction.is_copy() {
                let pairs = instruction.destinations.iter().zip(&instruction.sources[0]);
                for (to, read) in pairs.filter(|(_, read)| !read.negated) {
                    let from = read.as_lane().filter(|from| can_merge(code, *from, *to));
                    copies.extend(from.map(|from| (depth, *to, from)));
                }
            }
        }
        if copies.is_empty() {
            return;
        }
        copies.sort_by_key(|(depth, ..)| u32::MAX - depth);
        let mut registers = Registers::new(code);
        let mut kept: Vec<LaneId> = (0..).map(LaneId).take(code.lanes.len()).collect();
        let mut changed = false;
        for (_, to, from) in copies {
            let (mut a, mut b) = (root(&kept, from), root(&kept, to));
            if code.lane(b).fixed.is_some() {
                // That lane stays where it is.
                std::mem::swap(&mut a, &mut b);
            }
            if can_merge(code, a, b) && registers.merge(a, b) {
                kept[b.index()] = a;
                changed = true;
                if code.lanes[a.index()].hint.is_none() {
                    code.lanes[a.index()].hint = code.lanes[b.index()].hint;
                }
            }
        }
        if !changed {
            return;
        }
        rename(code, &kept);
    }
}

/// Returns whether two lanes may become one, as far as their registers allow it.
fn can_merge(code: &Code, a: LaneId, b: LaneId) -> bool {
    let (one, other) = (code.lane(a), code.lane(b));
    let are_fixed = one.fixed.is_some() && other.fixed.is_some();
    a != b && !are_fixed && one.output.is_none() && other.output.is_none()
}

fn root(kept: &[LaneId], mut lane: LaneId) -> LaneId {
    while kept[lane.index()] != lane {
        lane = kept[lane.index()];
    }
    lane
}

fn rename(code: &mut Code, kept: &[LaneId]) {
    let rename = |instruction: &mut Instruction| {
        for lane in &mut instruction.destinations {
            *lane = root(kept, *lane);
        }
        for read in instruction.sources.iter_mut().flatten() {
            if let From::Lane(lane) = &mut read.from {
                *lane = root(kept, *lane);
            }
        }
    };
    for read in &mut code.indices {
        if let From::Lane(lane) = &mut read.from {
            *lane = root(kept, *lane);
        }
    }
    for_each_list_mut(&mut code.body, &mut |nodes| {
        for node in nodes.iter_mut() {
            if let Node::Instruction(instruction) = node {
                rename(instruction);
                if instruction.is_copy() {
                    let useless = |index: usize| {
                        let read = instruction.sources[0][index];
                        !read.negated && read.as_lane() == Some(instruction.destinations[index])
                    };
                    *instruction = instruction.part(|index| !useless(index));
                }
            }
        }
        nodes.retain(|node| match node {
            Node::Instruction(i) => !(i.is_copy() && i.destinations.is_empty()),
            _ => true,
        });
    });
}
