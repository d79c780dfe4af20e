//! Component assignment: decides which lanes share a register.
//!
//! The lanes that an instruction writes share one, and so should those that one operand reads. Lanes of a register with
//! disjoint live ranges share its components. If a register has no free components for the lanes of an operand, some of
//! them are copied to it, or all of them to a new one.

use super::code::{Code, From, Instruction, Lane, LaneId, Node, SourceLane, for_each_list_mut, instructions};
use super::copies;
use super::liveness::Liveness;
use super::registers::Registers;

/// Maximum number of iterations of copying. Each one leaves fewer operands that span registers.
const MAX_ITERATIONS: usize = 16;

/// Finds the registers of all lanes, and adds copies to the code where needed.
pub(super) fn run(code: &mut Code) -> Registers {
    let first_copy = code.lanes.len();
    for round in 0.. {
        let mut registers = Registers::new(code);
        registers.join_operands(code);
        if round == MAX_ITERATIONS || !registers.gather(code, first_copy) {
            let apart = code.clone();
            // A copy that moves changes which lanes are alive together.
            let is_changed = copies::join(code, &registers);
            if is_changed {
                registers.liveness = Liveness::new(code);
            }
            if is_changed && !registers.each_has_room() {
                *code = apart;
                registers.liveness = Liveness::new(code);
            }
            return registers;
        }
    }
    Registers::new(code)
}

impl Registers {
    /// Puts the lanes of each operand into one register where possible, inner loops first.
    fn join_operands(&mut self, code: &Code) {
        let mut operands: Vec<(u32, usize, Vec<LaneId>)> = Vec::new();
        for (instruction, depth) in instructions(&code.body) {
            if instruction.is_copy() || instruction.operation.is_fixed() {
                continue;
            }
            for source in &instruction.sources {
                let lanes = lanes(source);
                operands.push((depth, lanes.len(), lanes));
            }
        }
        operands.sort_by_key(|(depth, width, _)| (u32::MAX - depth, usize::MAX - width));
        for (.., lanes) in operands {
            self.join(&lanes);
        }
        let literals = copies::sets_of_literals(code);
        for lanes in literals.into_iter().chain(copies::sets_of_outputs(code)) {
            self.join(&lanes);
        }
    }

    /// Copies lanes where an operand spans registers. Returns whether there were any.
    fn gather(&self, code: &mut Code, first_copy: usize) -> bool {
        let mut changed = false;
        let mut body = std::mem::take(&mut code.body);
        for_each_list_mut(&mut body, &mut |nodes| {
            let mut gathered = Vec::with_capacity(nodes.len());
            for node in nodes.drain(..) {
                let Node::Instruction(instruction) = node else {
                    gathered.push(node);
                    continue;
                };
                if instruction.operation.is_fixed() {
                    gathered.push(Node::Instruction(instruction));
                    continue;
                }
                let mut instruction = instruction;
                for source in 0..instruction.sources.len() {
                    let reads = instruction.sources[source].clone();
                    if self.distinct(&lanes(&reads)).len() > 1 {
                        changed = true;
                        instruction.sources[source] = self.copied(code, &reads, first_copy, &mut gathered);
                    }
                }
                gathered.push(Node::Instruction(instruction));
            }
            *nodes = gathered;
        });
        code.body = body;
        changed
    }

    /// Copies lanes, so that an operand can read them from one register. In the first iteration, the lanes of the
    /// register with most of them stay; if the others do not fit there, the next iteration copies all.
    fn copied(
        &self,
        code: &mut Code,
        reads: &[SourceLane],
        first_copy: usize,
        gathered: &mut Vec<Node>,
    ) -> Vec<SourceLane> {
        let of = |read: &SourceLane| read.as_lane().map(|lane| self.register(lane));
        let is_second_try = (reads.iter().filter_map(|read| read.as_lane())).any(|lane| lane.index() >= first_copy);
        let stays = if is_second_try {
            None
        } else {
            let count = |register: u32| reads.iter().filter(|r| of(r) == Some(register)).count();
            self.distinct(&lanes(reads)).into_iter().max_by_key(|r| count(*r))
        };
        let mut copies: Vec<(LaneId, SourceLane)> = Vec::new();
        let mut result = Vec::new();
        for read in reads {
            if of(read) == stays {
                result.push(*read);
                continue;
            }
            let plain = SourceLane {
                from: read.from,
                negated: false,
            };
            let known = copies.iter().find(|(_, copied)| *copied == plain);
            let lane = match (known, read.as_lane()) {
                (Some((lane, _)), _) => *lane,
                (None, from) => {
                    let from = from.map_or_else(Lane::default, |lane| *code.lane(lane));
                    let lane = code.add_lane(Lane {
                        output: None,
                        fixed: None,
                        ..from
                    });
                    copies.push((lane, plain));
                    lane
                }
            };
            result.push(SourceLane {
                from: From::Lane(lane),
                negated: read.negated,
            });
        }
        let copies = copies.into_iter();
        let copies = copies.map(|(to, from)| Instruction::copy(vec![to], vec![from], Vec::new()));
        gathered.extend(copies.map(Node::Instruction));
        result
    }
}

/// Returns the lanes of temporary registers that an operand reads.
fn lanes(source: &[SourceLane]) -> Vec<LaneId> {
    let mut lanes: Vec<_> = source.iter().filter_map(|read| read.as_lane()).collect();
    lanes.sort_unstable();
    lanes.dedup();
    lanes
}
