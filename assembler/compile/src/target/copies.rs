//! Copies of single lanes that the machine can do at once.

use super::code::{Code, Home, Instruction, LaneId, Node, Read, each_list};
use super::registers::Registers;

/// Joins copies that follow each other, if they read one register with one sign and write one register.
pub(super) fn join(code: &mut Code, registers: &Registers) {
    let mut body = std::mem::take(&mut code.body);
    each_list(&mut body, &mut |nodes| {
        let mut joined: Vec<Node> = Vec::with_capacity(nodes.len());
        for node in nodes.drain(..) {
            if let Some(copy) = as_copy(&node) {
                let kind = Kind::of(code, registers, copy);
                if let Some(index) = partner(&joined, copy, |other| {
                    kind == Kind::of(code, registers, other)
                }) && let Node::Instruction(other) = &mut joined[index]
                {
                    other.destinations.extend(&copy.destinations);
                    other.sources[0].extend(&copy.sources[0]);
                    other.origins.extend(&copy.origins);
                    continue;
                }
            }
            joined.push(node);
        }
        *nodes = joined;
    });
    code.body = body;
}

fn as_copy(node: &Node) -> Option<&Instruction> {
    match node {
        Node::Instruction(instruction) if instruction.is_copy() => Some(instruction),
        _ => None,
    }
}

/// The place of a copy that another one can join: one that fits, with nothing between that would be disturbed.
fn partner(
    before: &[Node],
    copy: &Instruction,
    fits: impl Fn(&Instruction) -> bool,
) -> Option<usize> {
    for (index, node) in before.iter().enumerate().rev() {
        let other = as_copy(node)?;
        let reads_copied = |reader: &Instruction, written: &Instruction| {
            let mut lanes = reader.reads().filter_map(Read::as_lane);
            lanes.any(|lane| written.destinations.contains(&lane))
        };
        let writes_same = copy
            .destinations
            .iter()
            .any(|lane| other.destinations.contains(lane));
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

/// What copies that are done at once have in common.
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
    fn of(code: &Code, registers: &Registers, copy: &Instruction) -> Option<Self> {
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
