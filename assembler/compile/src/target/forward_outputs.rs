//! Output forwarding: lets instructions write outputs directly.
//!
//! An output of the GPU can be written once and never read. So an instruction writes it directly if nothing else reads
//! the lane, and if control reaches the instruction whenever it reaches the copy to the output.

use rustc_hash::FxHashMap;

use super::code::{Code, Instruction, Lane, LaneId, Node, instructions};

/// Makes instructions write outputs directly.
pub(super) fn run(code: &mut Code) {
    let mut readers = Readers::default();
    let indices = code.indices.iter().filter_map(|read| read.as_lane());
    indices.for_each(|lane| *readers.entry(lane).or_default() += 1);
    for (instruction, _) in instructions(&code.body) {
        for lane in instruction.reads().filter_map(|read| read.as_lane()) {
            *readers.entry(lane).or_default() += 1;
        }
    }
    Sinker {
        lanes: &code.lanes,
        readers,
    }
    .block(&mut code.body);
}

/// The number of reads of each lane.
type Readers = FxHashMap<LaneId, usize>;

struct Sinker<'c> {
    lanes: &'c [Lane],
    readers: Readers,
}

impl Sinker<'_> {
    /// Handles the copies to outputs in a block, then those in branches, where lanes of phis may have become outputs.
    fn block(&mut self, nodes: &mut Vec<Node>) {
        let copied = self.copied_to_outputs(nodes);
        let repeated = self.repeated(nodes, &copied);
        for (from, to) in copied {
            if !repeated.contains(&from)
                && self.readers.get(&from) == Some(&to.len())
                && self.define_as(nodes, from, &to)
            {
                remove_copies(nodes, from, &to);
            }
        }
        for node in nodes {
            if let Node::If(branch) = node {
                branch.arms.iter_mut().for_each(|arm| self.block(arm));
            }
        }
    }

    /// Returns the lanes that a block copies to outputs, each with these outputs.
    fn copied_to_outputs(&self, nodes: &[Node]) -> Vec<(LaneId, Vec<LaneId>)> {
        let mut found: Vec<(LaneId, Vec<LaneId>)> = Vec::new();
        for (to, from) in nodes.iter().filter_map(as_copy).flat_map(copied_lanes) {
            if self.lanes[to.index()].output.is_some() {
                match found.iter_mut().find(|(lane, _)| *lane == from) {
                    Some((_, outputs)) => outputs.push(to),
                    None => found.push((from, vec![to])),
                }
            }
        }
        found
    }

    /// Returns the lanes that are cheaper to copy to several outputs than to compute for each: results of instructions
    /// with one result, such as dot products, if there are more of them than copies.
    fn repeated(&self, nodes: &[Node], copied: &[(LaneId, Vec<LaneId>)]) -> Vec<LaneId> {
        let outputs = |to: &[LaneId]| {
            let outputs = to.iter().filter_map(|lane| self.lanes[lane.index()].output);
            let mut outputs: Vec<_> = outputs.map(|(output, _)| output).collect();
            outputs.sort_unstable();
            outputs.dedup();
            outputs
        };
        let is_single = |lane: LaneId| {
            nodes.iter().any(|node| match node {
                Node::Instruction(instruction) => {
                    !instruction.operation.is_lanewise() && instruction.destinations.contains(&lane)
                }
                _ => false,
            })
        };
        let mut groups: FxHashMap<Vec<usize>, Vec<LaneId>> = FxHashMap::default();
        for (from, to) in copied {
            let outputs = outputs(to);
            if outputs.len() > 1 && is_single(*from) {
                groups.entry(outputs).or_default().push(*from);
            }
        }
        // Each output beyond the first one takes the instructions once more.
        groups.retain(|outputs, lanes| lanes.len() * (outputs.len() - 1) > outputs.len());
        groups.into_values().flatten().collect()
    }

    /// Lets the instruction that defines a lane, or those at the ends of both branches, write outputs instead. Returns
    /// whether there is one.
    fn define_as(&mut self, nodes: &mut [Node], lane: LaneId, to: &[LaneId]) -> bool {
        for node in nodes {
            match node {
                Node::Instruction(instruction) if instruction.destinations.contains(&lane) => {
                    self.redirect(instruction, lane, to);
                    return true;
                }
                Node::If(branch) => {
                    let ends = branch.arms.each_mut().map(|arm| joining(arm, lane));
                    if let [Some(yes), Some(no)] = ends {
                        self.redirect(yes, lane, to);
                        self.redirect(no, lane, to);
                        return true;
                    }
                }
                Node::Loop(_) | Node::Instruction(_) | Node::Break { .. } => {}
            }
        }
        false
    }

    /// Makes an instruction write other lanes instead of one.
    fn redirect(&mut self, instruction: &mut Instruction, lane: LaneId, to: &[LaneId]) {
        let mut changed = instruction.part(|_| false);
        for (index, destination) in instruction.destinations.iter().enumerate() {
            let is_replaced = *destination == lane;
            let targets = if is_replaced { to } else { &[*destination][..] };
            changed.destinations.extend(targets);
            if !instruction.operation.is_lanewise() {
                continue;
            }
            for (source, reads) in changed.sources.iter_mut().zip(&instruction.sources) {
                let read = reads[index];
                source.extend(targets.iter().map(|_| read));
                if is_replaced && let Some(lane) = read.as_lane() {
                    *self.readers.entry(lane).or_default() += to.len() - 1;
                }
            }
        }
        *instruction = changed;
    }
}

fn as_copy(node: &Node) -> Option<&Instruction> {
    match node {
        Node::Instruction(instruction) if instruction.is_copy() => Some(instruction),
        _ => None,
    }
}

/// Returns the lanes of a copy, with the lanes that they are copied from, except for those whose sign changes.
fn copied_lanes(copy: &Instruction) -> impl Iterator<Item = (LaneId, LaneId)> {
    let pairs = copy.destinations.iter().zip(&copy.sources[0]);
    pairs.filter_map(|(to, read)| Some((*to, read.as_lane().filter(|_| !read.negated)?)))
}

/// Returns the copy at the end of a branch that sets the lane of a phi.
fn joining(nodes: &mut [Node], lane: LaneId) -> Option<&mut Instruction> {
    match nodes.last_mut() {
        Some(Node::Instruction(last)) if last.is_copy() && last.destinations.contains(&lane) => Some(last),
        _ => None,
    }
}

/// Removes the copies of a lane to outputs.
fn remove_copies(nodes: &mut Vec<Node>, from: LaneId, to: &[LaneId]) {
    for node in nodes.iter_mut() {
        let Node::Instruction(copy) = node else {
            continue;
        };
        if !copy.is_copy() || !copied_lanes(copy).any(|(_, lane)| lane == from) {
            continue;
        }
        let is_removed =
            |index: usize| to.contains(&copy.destinations[index]) && copy.sources[0][index].as_lane() == Some(from);
        let kept = copy.part(|index| !is_removed(index));
        *copy = kept;
    }
    nodes.retain(|node| as_copy(node).is_none_or(|copy| !copy.destinations.is_empty()));
}
