//! The sixth room: address registers for elements of arrays.
//!
//! `a0.x` and `a0.y` hold the two indices that were needed last. A loop whose indices do not change gets them before it.

use super::code::{
    Address, Addresses, Code, Element, From, IndexId, Instruction, LaneId, Node, Operation,
    each_instruction,
};

/// Gives each element an address register, and adds the instructions that set them.
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
        for node in nodes {
            match node {
                Node::Instruction(mut instruction) => {
                    self.elements(&mut instruction, state, &mut placed);
                    placed.push(Node::Instruction(instruction));
                }
                Node::If {
                    test,
                    then,
                    otherwise,
                    origin,
                } => {
                    let mut at_else = *state;
                    let then = self.block(then, state);
                    let otherwise = self.block(otherwise, &mut at_else);
                    for register in 0..2 {
                        if state.held[register] != at_else.held[register] {
                            state.held[register] = None;
                        }
                    }
                    placed.push(Node::If {
                        test,
                        then,
                        otherwise,
                        origin,
                    });
                }
                Node::Loop {
                    rounds,
                    body,
                    origin,
                } => {
                    let needed = indices(&body);
                    let fits = needed.len() <= 2
                        && needed.iter().all(|index| !self.changes(*index, &body));
                    if fits {
                        self.hold(&needed, state, &mut placed);
                    } else {
                        *state = State::default();
                    }
                    let body = self.block(body, state);
                    if !fits {
                        *state = State::default();
                    }
                    placed.push(Node::Loop {
                        rounds,
                        body,
                        origin,
                    });
                }
                leave @ Node::Leave { .. } => placed.push(leave),
            }
        }
        placed
    }

    /// Whether an index is computed in the body of a loop.
    fn changes(&self, index: IndexId, body: &[Node]) -> bool {
        let lane = self.code.index(index).as_lane();
        let mut changes = false;
        each_instruction(body, 0, &mut |instruction, _| {
            changes |= lane.is_some_and(|lane| instruction.destinations.contains(&lane));
        });
        changes
    }

    /// Lets the address registers hold the indices of an instruction.
    fn elements(&self, instruction: &mut Instruction, state: &mut State, placed: &mut Vec<Node>) {
        let mut needed = Vec::new();
        for element in elements(instruction) {
            if !needed.contains(&element.index) {
                needed.push(element.index);
            }
        }
        self.hold(&needed, state, placed);
        for element in elements(instruction) {
            let held = state
                .held
                .iter()
                .position(|held| *held == Some(element.index));
            let address = match held {
                Some(1) => Address::Y,
                _ => Address::X,
            };
            element.address = Some(address);
        }
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

/// The elements that an instruction reads.
fn elements(instruction: &mut Instruction) -> impl Iterator<Item = &mut Element> {
    let reads = instruction.sources.iter_mut().flatten();
    reads.filter_map(|read| match &mut read.from {
        From::Element(element, _) => Some(element),
        _ => None,
    })
}

/// The indices that code needs.
fn indices(nodes: &[Node]) -> Vec<IndexId> {
    let mut found = Vec::new();
    each_instruction(nodes, 0, &mut |instruction, _| {
        for read in instruction.reads() {
            if let From::Element(element, _) = read.from
                && !found.contains(&element.index)
            {
                found.push(element.index);
            }
        }
    });
    found
}

/// Lets one instruction set both address registers, where two do one after the other and their lanes lie in one register.
pub(super) fn join(nodes: &mut Vec<Node>, same_register: &impl Fn(LaneId, LaneId) -> bool) {
    super::code::each_list(nodes, &mut |nodes| {
        let mut index = 1;
        while index < nodes.len() {
            let both = match (&nodes[index - 1], &nodes[index]) {
                (Node::Instruction(first), Node::Instruction(second)) => {
                    joined(first, second, same_register)
                }
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

/// One instruction that sets what two set.
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
