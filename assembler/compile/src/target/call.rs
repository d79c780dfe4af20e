//! Calls: where the convention of procedures has arguments and results.
//!
//! Arguments are in the temporary registers from `r0` on, the result is in `r0`. A procedure may write `r0` to `r7`,
//! the address registers and the flags; it keeps the other temporary registers.
//!
//! Each component of the registers `r0` to `r7` is a separate lane, which copies set before a call. The call writes all
//! of them, so that lanes which are alive across it interfere with them and get other registers.

use pica200_objfmt::isa::descriptor::Component;

use super::code::{Instruction, Lane, LaneId, Node, Operation, SourceLane};
use super::emit::Emitter;
use crate::ir::{Call, InputId, Op, Value};

/// The number of temporary registers, from `r0` on, that a procedure may write.
pub(super) const WRITTEN: u8 = 8;

impl Emitter<'_, '_> {
    /// Returns the lane of a component of a certain register.
    fn fixed(&mut self, register: u8, component: Component) -> LaneId {
        if let Some(lane) = self.fixed.get(&(register, component)) {
            return *lane;
        }
        let lane = self.code.add_lane(Lane {
            fixed: Some((register, component)),
            hint: Some(component),
            ..Lane::default()
        });
        self.fixed.insert((register, component), lane);
        lane
    }

    /// Returns the lanes of the first components of a register.
    fn first_fixed(&mut self, register: u8, count: usize) -> Vec<LaneId> {
        let components = Component::ALL.into_iter().take(count);
        components.map(|component| self.fixed(register, component)).collect()
    }

    /// Sets the arguments, calls a procedure, and takes its result.
    pub(super) fn call(&mut self, call: &Call, nodes: &mut Vec<Node>) {
        let origin = call.origin;
        let mut sources = Vec::new();
        for (register, argument) in (0..).zip(&call.arguments) {
            let lanes = self.first_fixed(register, argument.len());
            let reads = self.reads(argument);
            sources.push(lanes.iter().map(|lane| SourceLane::lane(*lane)).collect());
            nodes.push(Node::Instruction(Instruction::copy(lanes, reads, vec![origin])));
        }
        let written = (0..WRITTEN).flat_map(|register| self.first_fixed(register, 4));
        nodes.push(Node::Instruction(Instruction {
            operation: Operation::Call(call.procedure),
            destinations: written.collect(),
            sources,
            origins: vec![origin],
        }));
        let lanes = self.first_fixed(0, call.results.len());
        let reads = lanes.into_iter().map(SourceLane::lane).collect();
        let results = call.results.iter().map(|value| LaneId(value.0)).collect();
        nodes.push(Node::Instruction(Instruction::copy(results, reads, vec![origin])));
    }

    /// Takes the arguments of a procedure at its beginning.
    pub(super) fn arguments(&mut self, nodes: &mut Vec<Node>) {
        let program = self.program;
        for (number, input) in program.inputs.iter().enumerate() {
            let (mut lanes, mut reads) = (Vec::new(), Vec::new());
            for (index, definition) in program.values.iter().enumerate() {
                if let Op::Input(id, component) = definition.op
                    && id == InputId::from_index(number)
                {
                    lanes.push(LaneId(Value::from_index(index).0));
                    reads.push(SourceLane::lane(self.fixed(input.register, component)));
                }
            }
            if !lanes.is_empty() {
                let copy = Instruction::copy(lanes, reads, Vec::new());
                nodes.push(Node::Instruction(copy));
            }
        }
    }

    /// Sets the result of a procedure at its end.
    pub(super) fn result(&mut self, nodes: &mut Vec<Node>) {
        let components = self.program.outputs.iter().flat_map(|o| &o.components);
        let components: Vec<_> = components.copied().collect();
        let mut origins: Vec<_> = (components.iter())
            .map(|operand| self.program.definition(operand.value).origin)
            .collect();
        origins.sort_unstable();
        origins.dedup();
        let lanes = self.first_fixed(0, components.len());
        let reads = self.reads(&components);
        let source = lanes.iter().map(|lane| SourceLane::lane(*lane)).collect();
        nodes.push(Node::Instruction(Instruction::copy(lanes, reads, origins)));
        nodes.push(Node::Instruction(Instruction {
            operation: Operation::Return,
            destinations: Vec::new(),
            sources: vec![source],
            origins: Vec::new(),
        }));
    }
}
