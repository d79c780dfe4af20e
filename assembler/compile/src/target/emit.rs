//! Emission: turns groups into instructions, and phis into copies.
//!
//! Each value is a lane with the value's number. Joins, parameters and results of loops are lanes, which copies set
//! where control comes from. The outputs are lanes that copies set at the end.

use pica200_objfmt::isa::descriptor::Component;
use rustc_hash::FxHashMap;

use super::code::{Code, Flags, From, If, Instruction, Lane, LaneId, Loop, Node, Operation, SourceLane, Test};
use super::vectorize::graph::Item;
use super::vectorize::{Operands, Packing};
use crate::ir::{Comparison, Logic, Op, Operand, Origin, Program, Statement, Unary, Value};

/// The location of a boolean that the GPU has no condition for, which passes should have removed.
pub(super) struct UnsupportedBool(pub Origin);

/// Emits code for a program in the given order.
pub(super) fn run(packing: Packing<'_>, order: &[Vec<Item>]) -> Result<Code, UnsupportedBool> {
    let program = packing.graph.program;
    let lanes = program.values.iter().map(|definition| Lane {
        origin: definition.origin,
        ..Lane::default()
    });
    let code = Code {
        is_procedure: program.procedure.is_some(),
        lanes: lanes.collect(),
        ..Code::default()
    };
    let mut emitter = Emitter {
        program,
        packing,
        order,
        code,
        fixed: FxHashMap::default(),
        leftover: None,
    };
    let mut body = Vec::new();
    if program.procedure.is_some() {
        emitter.arguments(&mut body);
    }
    body.extend(emitter.block(0));
    if program.procedure.is_some() {
        emitter.result(&mut body);
    } else {
        emitter.outputs(&mut body);
    }
    let mut code = emitter.code;
    code.body = body;
    while code.indices.len() < emitter.packing.operands.indices.len() {
        let operand = emitter.packing.operands.indices[code.indices.len()];
        code.indices.push(emitter.packing.operands.read(program, operand));
    }
    match emitter.leftover {
        Some(origin) => Err(UnsupportedBool(origin)),
        None => Ok(code),
    }
}

pub(super) struct Emitter<'k, 'p> {
    pub(super) program: &'p Program,
    packing: Packing<'p>,
    order: &'k [Vec<Item>],
    pub(super) code: Code,
    /// The lanes that are components of certain registers.
    pub(super) fixed: FxHashMap<(u8, Component), LaneId>,
    leftover: Option<Origin>,
}

impl<'p> Emitter<'_, 'p> {
    fn read(&mut self, operand: Operand) -> SourceLane {
        let program = self.program;
        let is_number = program.kind(operand).is_number();
        let op = program.op(operand);
        if !is_number || matches!(op, Op::BoolToFloat(_) | Op::Select(..) | Op::Variable(_)) {
            let origin = program.definition(operand.value).origin;
            self.leftover.get_or_insert(origin);
        }
        operands(&mut self.packing).read(program, operand)
    }

    pub(super) fn reads(&mut self, operands: &[Operand]) -> Vec<SourceLane> {
        operands.iter().map(|operand| self.read(*operand)).collect()
    }

    fn block(&mut self, block: u32) -> Vec<Node> {
        let mut nodes = Vec::new();
        for item in &self.order[block as usize] {
            match item {
                Item::Value(value) => {
                    if let Some(group) = self.packing.group_of[value.index()] {
                        let instruction = self.group(group);
                        nodes.push(Node::Instruction(instruction));
                    }
                }
                Item::Inner(inner) => self.inner(*inner, &mut nodes),
            }
        }
        nodes
    }

    fn group(&mut self, group: usize) -> Instruction {
        let members = self.packing.groups[group].clone();
        let shapes: Vec<_> = (members.iter())
            .filter_map(|value| self.packing.shapes[value.index()].clone())
            .collect();
        let operation = shapes
            .first()
            .map_or(Operation::Unary(Unary::Copy), |shape| shape.operation);
        let count = shapes.first().map_or(0, |shape| shape.sources.len());
        let sources = (0..count)
            .map(|source| {
                let lanes = shapes.iter().flat_map(|shape| shape.sources[source].clone());
                self.reads(&lanes.collect::<Vec<_>>())
            })
            .collect();
        Instruction {
            operation,
            destinations: members.iter().map(|value| LaneId(value.0)).collect(),
            sources,
            origins: self.origins(&members),
        }
    }

    fn origins(&self, values: &[Value]) -> Vec<Origin> {
        let origins = values.iter().map(|value| self.program.definition(*value).origin);
        let mut origins: Vec<_> = origins.collect();
        origins.sort_unstable();
        origins.dedup();
        origins
    }

    fn inner(&mut self, inner: usize, nodes: &mut Vec<Node>) {
        let statement = self.packing.graph.inner[inner].statement;
        let blocks = self.packing.graph.inner[inner].blocks.clone();
        match statement {
            Statement::If(branch) => {
                let test = self.condition(branch.condition, branch.origin, nodes);
                let mut arms = [Vec::new(), Vec::new()];
                for (arm, block) in blocks.into_iter().enumerate().take(2) {
                    arms[arm] = self.block(block);
                    let pairs: Vec<_> = branch.incoming(arm).collect();
                    self.assign(&pairs, &mut arms[arm]);
                }
                if let Test::Known(holds) = test {
                    let [then, otherwise] = arms;
                    return nodes.extend(if holds { then } else { otherwise });
                }
                nodes.push(Node::If(If {
                    test,
                    arms,
                    origin: branch.origin,
                }));
            }
            Statement::Loop(repeat) => {
                let first: Vec<_> = repeat.firsts().collect();
                self.assign(&first, nodes);
                let mut body = Vec::new();
                for block in blocks {
                    body = self.block(block);
                }
                let ends = repeat.counted_exit.iter().flat_map(|counted_exit| &counted_exit.values);
                let ends = repeat.results.iter().copied().zip(ends.copied());
                let next: Vec<_> = repeat.nexts().chain(ends).collect();
                self.assign(&next, &mut body);
                let is_endless = repeat.counted_exit.is_none() && !body.iter().any(leaves);
                nodes.push(Node::Loop(Loop {
                    trip_count: repeat.counted_exit.as_ref().map(|exit| exit.count),
                    body,
                    origin: repeat.origin,
                }));
                if is_endless {
                    self.clear(&repeat.results, nodes);
                }
            }
            Statement::Break(exit) => {
                let results = self.results_around(inner).iter().copied();
                let pairs: Vec<_> = results.zip(exit.values.iter().copied()).collect();
                self.assign(&pairs, nodes);
                let test = self.condition(exit.condition, exit.origin, nodes);
                let origin = exit.origin;
                nodes.push(Node::Break { test, origin });
            }
            Statement::Call(call) => self.call(call, nodes),
            _ => {}
        }
    }

    /// Returns the results of the loop that a `Break` leaves.
    fn results_around(&self, exit: usize) -> &'p [Value] {
        let graph = &self.packing.graph;
        let block = (0_u32..)
            .zip(&graph.items)
            .find(|(_, items)| items.contains(&Item::Inner(exit)));
        let around = block.and_then(|(block, _)| graph.inner.iter().find(|inner| inner.blocks.contains(&block)));
        match around.map(|inner| inner.statement) {
            Some(Statement::Loop(repeat)) => &repeat.results,
            _ => &[],
        }
    }

    /// Sets the results of a loop that never ends to 0: the code after it reads them, though it is never executed.
    fn clear(&self, results: &[Value], nodes: &mut Vec<Node>) {
        let numbers = results.iter().filter(|value| {
            let kind = self.program.definition(**value).kind;
            kind.is_number()
        });
        let lanes: Vec<_> = numbers.map(|value| LaneId(value.0)).collect();
        if !lanes.is_empty() {
            let zero = SourceLane {
                from: From::Literal(0.0_f32.to_bits()),
                negated: false,
            };
            let zeros = vec![zero; lanes.len()];
            let copy = Instruction::copy(lanes, zeros, Vec::new());
            nodes.push(Node::Instruction(copy));
        }
    }

    /// Sets lanes to operands, all at once.
    fn assign(&mut self, pairs: &[(Value, Operand)], nodes: &mut Vec<Node>) {
        let pairs: Vec<_> = (pairs.iter())
            .filter(|(value, from)| Operand::from(*value) != *from)
            .filter(|(value, _)| self.program.definition(*value).kind.is_number())
            .copied()
            .collect();
        let mut reads: Vec<SourceLane> = Vec::new();
        let mut saved = (Vec::new(), Vec::new());
        for (_, from) in &pairs {
            let mut read = self.read(*from);
            let is_set_too = pairs.iter().any(|(value, _)| *value == from.value);
            if is_set_too && read.as_lane().is_some() {
                let lane = self.code.add_lane(Lane::default());
                saved.0.push(lane);
                saved.1.push(read);
                read = SourceLane::lane(lane);
            }
            reads.push(read);
        }
        let lanes = pairs.iter().map(|(value, _)| LaneId(value.0)).collect();
        for (lanes, reads) in [saved, (lanes, reads)] {
            if !lanes.is_empty() {
                let copy = Instruction::copy(lanes, reads, Vec::new());
                nodes.push(Node::Instruction(copy));
            }
        }
    }

    /// Computes a condition: adds a comparison if it needs one.
    fn condition(&mut self, condition: Operand, origin: Origin, nodes: &mut Vec<Node>) -> Test {
        let program = self.program;
        let test = match *program.op(condition) {
            Op::Bool(holds) => Test::Known(holds),
            Op::Flag(uniform) => Test::Uniform(uniform, true),
            Op::Compare(comparison, [a, b]) => {
                let sources = [a, b].map(|operand| vec![self.read(operand)]).to_vec();
                let origins = vec![program.definition(condition.value).origin, origin];
                nodes.push(compare([comparison; 2], sources, origins));
                Test::Compared(Flags::X(true))
            }
            Op::Logic(logic @ (Logic::And | Logic::Or), [a, b]) => {
                let (Op::Compare(first, of_a), Op::Compare(second, of_b)) = (*program.op(a), *program.op(b)) else {
                    self.leftover.get_or_insert(origin);
                    return Test::Known(false);
                };
                let first_reads = self.reads(&of_a);
                let mut second_reads = self.reads(&of_b);
                let mut second = second;
                // The operands of the second comparison may be exchanged, to match the registers of the first one.
                let alike = |reads: &[SourceLane]| {
                    let pairs = first_reads.iter().zip(reads);
                    pairs.filter(|(a, b)| a.from.home() == b.from.home()).count()
                };
                let exchanged: Vec<_> = second_reads.iter().rev().copied().collect();
                if alike(&exchanged) > alike(&second_reads) {
                    second_reads = exchanged;
                    second = second.swapped();
                }
                let sources = (first_reads.iter().zip(&second_reads))
                    .map(|(a, b)| vec![*a, *b])
                    .collect();
                let origins = self.origins(&[condition.value, a.value, b.value]);
                nodes.push(compare([first, second], sources, origins));
                let states = (!a.negated, !b.negated);
                Test::Compared(match logic {
                    Logic::And => Flags::Both(states.0, states.1),
                    _ => Flags::Either(states.0, states.1),
                })
            }
            _ => {
                self.leftover.get_or_insert(origin);
                Test::Known(false)
            }
        };
        if condition.negated { test.opposite() } else { test }
    }

    /// Sets the outputs at the end.
    fn outputs(&mut self, body: &mut Vec<Node>) {
        for (index, output) in self.program.outputs.iter().enumerate() {
            let reads = self.reads(&output.components);
            let mut lanes = Vec::new();
            for component in 0..reads.len() {
                lanes.push(self.code.add_lane(Lane {
                    output: Some((index, component)),
                    fixed: None,
                    hint: Component::ALL.get(component).copied(),
                    origin: Origin::default(),
                }));
            }
            let mut origins: Vec<_> = (output.components.iter())
                .map(|operand| self.program.definition(operand.value).origin)
                .collect();
            origins.sort_unstable();
            origins.dedup();
            let copy = Instruction::copy(lanes, reads, origins);
            body.push(Node::Instruction(copy));
        }
    }
}

fn operands<'m>(packing: &'m mut Packing<'_>) -> &'m mut Operands {
    &mut packing.operands
}

fn compare(relations: [Comparison; 2], sources: Vec<Vec<SourceLane>>, origins: Vec<Origin>) -> Node {
    Node::Instruction(Instruction {
        operation: Operation::Compare(relations),
        destinations: Vec::new(),
        sources,
        origins,
    })
}

/// Returns whether a node can leave the loop whose body has it.
fn leaves(node: &Node) -> bool {
    matches!(node, Node::Break { test, .. } if *test != Test::Known(false))
}
