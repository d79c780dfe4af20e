//! Address registers: loads them for indexed arrays.
//!
//! `a0.x` and `a0.y` hold the two indices that were needed last. A loop whose indices do not change gets them before
//! it.

use super::code::{
    Address, Addresses, Code, Element, From, IndexId, Instruction, LaneId, Node, Operation, instructions,
};

/// Assigns an address register to each element, and adds the instructions that set them.
pub(super) fn run(code: &mut Code) {
    let body = std::mem::take(&mut code.body);
    let mut state = State::default();
    code.body = Placer { code }.block(body, &mut state);
}

/// The indices in `a0.x` and `a0.y`, and which of them was used last.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct State {
    held: [Option<IndexId>; 2],
    last: usize,
}

struct Placer<'c> {
    code: &'c Code,
}

impl Placer<'_> {
    fn block(&self, nodes: Vec<Node>, state: &mut State) -> Vec<Node> {
        let mut placed = Vec::with_capacity(nodes.len());
        let mut nodes = nodes.into_iter();
        while let Some(node) = nodes.next() {
            match node {
                Node::Instruction(mut instruction) => {
                    let mut needed = needed(&instruction);
                    if needed.iter().any(|index| !state.held.contains(&Some(*index))) {
                        let next = self.companion(&needed, nodes.as_slice(), &placed);
                        needed.extend(next);
                    }
                    self.hold(&needed, state, &mut placed);
                    choose(&mut instruction, state);
                    if matches!(instruction.operation, Operation::Call(_)) {
                        *state = State::default();
                    }
                    placed.push(Node::Instruction(instruction));
                }
                Node::If(mut branch) => {
                    let mut at_else = *state;
                    let [then, otherwise] = branch.arms;
                    let then = self.block(then, state);
                    branch.arms = [then, self.block(otherwise, &mut at_else)];
                    for register in 0..2 {
                        if state.held[register] != at_else.held[register] {
                            state.held[register] = None;
                        }
                    }
                    placed.push(Node::If(branch));
                }
                Node::Loop(mut repeat) => {
                    let needed = indices(&repeat.body);
                    let fits = needed.len() <= 2
                        && !calls(&repeat.body)
                        && needed.iter().all(|index| !self.changes(*index, &repeat.body));
                    if fits {
                        self.hold(&needed, state, &mut placed);
                    } else {
                        *state = State::default();
                    }
                    repeat.body = self.block(repeat.body, state);
                    if !fits {
                        *state = State::default();
                    }
                    placed.push(Node::Loop(repeat));
                }
                exit @ Node::Break { .. } => placed.push(exit),
            }
        }
        placed
    }

    /// Returns whether an index is computed in the body of a loop.
    fn changes(&self, index: IndexId, body: &[Node]) -> bool {
        let lane = self.code.index(index).as_lane();
        lane.is_some_and(|lane| instructions(body).any(|(i, _)| i.destinations.contains(&lane)))
    }

    /// Returns the index that instructions need next, if one instruction can set both address registers: the same
    /// instruction has computed both.
    fn companion(&self, needed: &[IndexId], following: &[Node], placed: &[Node]) -> Option<IndexId> {
        let [index] = needed else {
            return None;
        };
        let following = following.iter().map_while(|node| match node {
            Node::Instruction(instruction) => Some(instruction),
            _ => None,
        });
        let mut later = following.flat_map(self::needed);
        let next = later.find(|other| other != index)?;
        let lanes = [*index, next].map(|index| self.code.index(index).as_lane());
        let [Some(a), Some(b)] = lanes else {
            return None;
        };
        let computes_both = placed.iter().any(|node| match node {
            Node::Instruction(i) => i.destinations.contains(&a) && i.destinations.contains(&b),
            _ => false,
        });
        computes_both.then_some(next)
    }

    /// Sets address registers, so that they hold all of up to two indices.
    fn hold(&self, needed: &[IndexId], state: &mut State, placed: &mut Vec<Node>) {
        for index in needed {
            if let Some(register) = state.held.iter().position(|held| *held == Some(*index)) {
                state.last = register;
                continue;
            }
            let register = match state.held {
                [None, _] => 0,
                [_, None] => 1,
                _ => 1 - state.last,
            };
            let register = match state.held[register] {
                Some(held) if needed.contains(&held) => 1 - register,
                _ => register,
            };
            state.held[register] = Some(*index);
            state.last = register;
            let addresses = [Addresses::X, Addresses::Y][register];
            placed.push(Node::Instruction(Instruction {
                operation: Operation::Address(addresses),
                destinations: Vec::new(),
                sources: vec![vec![self.code.index(*index)]],
                origins: Vec::new(),
            }));
        }
    }
}

/// Returns the indices of the elements that an instruction reads.
fn needed(instruction: &Instruction) -> Vec<IndexId> {
    let mut needed = Vec::new();
    for read in instruction.reads() {
        if let From::Element(element, _) = read.from
            && !needed.contains(&element.index)
        {
            needed.push(element.index);
        }
    }
    needed
}

/// Lets the elements that an instruction reads name the address registers that hold their indices.
fn choose(instruction: &mut Instruction, state: &State) {
    for element in elements(instruction) {
        let is_in_y = state.held[1] == Some(element.index);
        element.address = Some(if is_in_y { Address::Y } else { Address::X });
    }
}

/// Returns the elements that an instruction reads.
fn elements(instruction: &mut Instruction) -> impl Iterator<Item = &mut Element> {
    let reads = instruction.sources.iter_mut().flatten();
    reads.filter_map(|read| match &mut read.from {
        From::Element(element, _) => Some(element),
        _ => None,
    })
}

/// Returns whether code calls procedures, which may write the address registers.
fn calls(nodes: &[Node]) -> bool {
    instructions(nodes).any(|(i, _)| matches!(i.operation, Operation::Call(_)))
}

/// Returns the indices that code needs.
fn indices(nodes: &[Node]) -> Vec<IndexId> {
    let mut found = Vec::new();
    for (instruction, _) in instructions(nodes) {
        for read in instruction.reads() {
            if let From::Element(element, _) = read.from
                && !found.contains(&element.index)
            {
                found.push(element.index);
            }
        }
    }
    found
}

/// Sets both address registers with one instruction, where two consecutive ones set them and the source lanes are in
/// one register.
pub(super) fn join(nodes: &mut Vec<Node>, same_register: &impl Fn(LaneId, LaneId) -> bool) {
    super::code::for_each_list_mut(nodes, &mut |nodes| {
        let mut index = 1;
        while index < nodes.len() {
            let both = match (&nodes[index - 1], &nodes[index]) {
                (Node::Instruction(first), Node::Instruction(second)) => joined(first, second, same_register),
                _ => None,
            };
            if let Some(both) = both {
                nodes[index - 1] = Node::Instruction(both);
                nodes.remove(index);
            } else {
                index += 1;
            }
        }
    });
}

/// One instruction that replaces two.
fn joined(
    first: &Instruction,
    second: &Instruction,
    same_register: &impl Fn(LaneId, LaneId) -> bool,
) -> Option<Instruction> {
    let (Operation::Address(a), Operation::Address(b)) = (first.operation, second.operation) else {
        return None;
    };
    let (of_a, of_b) = (*first.sources[0].first()?, *second.sources[0].first()?);
    let share = of_a.negated == of_b.negated
        && match (of_a.as_lane(), of_b.as_lane()) {
            (Some(a), Some(b)) => same_register(a, b),
            (None, None) => of_a.from.home() == of_b.from.home(),
            _ => false,
        };
    let source = match (a, b) {
        (Addresses::X, Addresses::Y) => vec![of_a, of_b],
        (Addresses::Y, Addresses::X) => vec![of_b, of_a],
        _ => return None,
    };
    share.then(|| Instruction {
        operation: Operation::Address(Addresses::Both),
        destinations: Vec::new(),
        sources: vec![source],
        origins: Vec::new(),
    })
}
