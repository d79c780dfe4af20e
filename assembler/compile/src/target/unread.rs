//! Dead-code elimination on vector code.

use super::code::{Code, If, Instruction, LaneId, Node, Operation, for_each_list_mut};
use super::liveness;

/// Removes instructions with unused results, and branches that become empty.
pub(super) fn run(code: &mut Code) {
    while remove_unread(code) {}
}

/// Removes writes of dead lanes. Returns whether there were any.
fn remove_unread(code: &mut Code) -> bool {
    let alive = liveness::alive(code);
    let mut number = 0;
    let mut changed = false;
    let Code { lanes, body, .. } = code;
    each_in_order(body, &mut |instruction| {
        if instruction.operation.is_fixed() {
            number += 1;
            return true;
        }
        let is_read = |lane: LaneId| lanes[lane.index()].output.is_some() || alive[number].contains(lane.index());
        if !instruction.destinations.iter().all(|lane| is_read(*lane)) {
            let kept = instruction.part(|index| is_read(instruction.destinations[index]));
            *instruction = kept;
            changed = true;
        }
        number += 1;
        let is_empty = instruction.destinations.is_empty();
        let writes_lanes = !matches!(instruction.operation, Operation::Compare(_) | Operation::Address(_));
        !(is_empty && writes_lanes)
    });
    for_each_list_mut(body, &mut |nodes| changed |= remove_empty(nodes));
    changed
}

/// Removes branches without instructions, with the comparisons before them. Returns whether there were any.
fn remove_empty(nodes: &mut Vec<Node>) -> bool {
    let is_empty = |node: &Node| matches!(node, Node::If(If { arms: [then, otherwise], .. }) if then.is_empty() && otherwise.is_empty());
    let Some(index) = nodes.iter().position(is_empty) else {
        return false;
    };
    nodes.remove(index);
    let is_comparison =
        |node: &Node| matches!(node, Node::Instruction(i) if matches!(i.operation, Operation::Compare(_)));
    if index > 0 && is_comparison(&nodes[index - 1]) {
        nodes.remove(index - 1);
    }
    true
}

/// Calls `keep` for each instruction in order, and removes those for which it returns false.
fn each_in_order(nodes: &mut Vec<Node>, keep: &mut impl FnMut(&mut Instruction) -> bool) {
    nodes.retain_mut(|node| match node {
        Node::Instruction(instruction) => keep(instruction),
        other => {
            for list in other.lists_mut() {
                each_in_order(list, keep);
            }
            true
        }
    });
}
