//! Counters that some compilers add to loops so that each loop terminates: they count down from the largest 64-bit
//! number, which no shader does. The hardware could not count that far.

use ::spirv::Op;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::words::{Id, Instruction};
use super::Body;

/// The relation of an id to a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Counter,
    /// Its value.
    Count,
    /// A component of its value.
    Digit,
    /// Its next value.
    Next,
}

impl Body<'_, '_> {
    /// Finds counters that are compared with 0 and counted down, and nothing else.
    pub(super) fn find_endless(&mut self) {
        let mut roles = self.counters();
        if roles.is_empty() {
            return;
        }
        let mut wrong = FxHashSet::default();
        for instruction in self.instructions() {
            let (Some(op), Some((_, id))) = (instruction.op, self.result_of(&instruction)) else {
                continue;
            };
            let base = instruction.operand(2).ok();
            let Some(&(counter, role)) = base.and_then(|base| roles.get(&base)) else {
                continue;
            };
            let own = match (op, role) {
                (Op::Load, Role::Counter) => Role::Count,
                (Op::CompositeExtract, Role::Count) => Role::Digit,
                (Op::ISub, Role::Count) => Role::Next,
                _ => continue,
            };
            roles.insert(id, (counter, own));
        }
        for instruction in self.instructions() {
            for (index, operand) in instruction.operands(0).iter().enumerate() {
                if let Some((counter, role)) = roles.get(operand)
                    && !self.is_fine(&instruction, index, (*counter, *role), &roles)
                {
                    wrong.insert(*counter);
                }
            }
        }
        let counters = roles.values().map(|(counter, _)| *counter);
        self.endless = counters.filter(|counter| !wrong.contains(counter)).collect();
    }

    /// Returns the instructions of all blocks.
    fn instructions(&self) -> impl Iterator<Item = Instruction<'_>> {
        let words = self.reader.words;
        let blocks = self.graph.blocks.iter();
        blocks.flat_map(|block| words.range(block.instructions.start..block.last + 1))
    }

    /// Returns the variables that begin with the largest numbers.
    fn counters(&self) -> FxHashMap<Id, (Id, Role)> {
        let mut counters = FxHashMap::default();
        for instruction in self.instructions() {
            let first = instruction.operand(3).ok();
            let first = first.and_then(|first| self.reader.constants.get(first));
            let (Some(Op::Variable), Ok(id), Some(first)) = (instruction.op, instruction.operand(1), first) else {
                continue;
            };
            let count = self.reader.types.numeric(first.ty).map(|(_, count)| count);
            let components = first.components(count.unwrap_or(0)).unwrap_or_default();
            if !components.is_empty() && components.iter().all(|bits| *bits == u32::MAX) {
                counters.insert(id, (id, Role::Counter));
            }
        }
        counters
    }

    /// Returns whether an operand of an instruction is used as a counter is.
    fn is_fine(
        &self,
        instruction: &Instruction<'_>,
        index: usize,
        (counter, role): (Id, Role),
        roles: &FxHashMap<Id, (Id, Role)>,
    ) -> bool {
        let is_zero = |index| {
            let other = instruction.operand(index).ok();
            let other = other.and_then(|id| self.reader.constants.get(id));
            let components = other.and_then(|other| {
                let (_, count) = self.reader.types.numeric(other.ty)?;
                other.components(count)
            });
            components.is_some_and(|components| components.iter().all(|bits| *bits == 0))
        };
        match (instruction.op, role) {
            // The result itself.
            (Some(Op::Variable), Role::Counter) => index == 1,
            (Some(Op::Load), Role::Counter) => index == 2,
            (Some(Op::Load), Role::Count) => index == 1,
            (Some(Op::Store), Role::Counter) => {
                let value = instruction.operand(1).ok();
                let value = value.and_then(|value| roles.get(&value));
                index == 0 && value == Some(&(counter, Role::Next))
            }
            (Some(Op::Store), Role::Next) => {
                let to = instruction.operand(0).ok();
                let to = to.and_then(|to| roles.get(&to));
                index == 1 && to == Some(&(counter, Role::Counter))
            }
            (Some(Op::ISub), Role::Count) => index == 2,
            (Some(Op::ISub), Role::Next) => index == 1,
            (Some(Op::CompositeExtract), Role::Count) => index == 2,
            (Some(Op::CompositeExtract), Role::Digit) => index == 1,
            (Some(Op::IEqual | Op::INotEqual), Role::Count | Role::Digit) => match index {
                2 => is_zero(3),
                3 => is_zero(2),
                _ => false,
            },
            _ => false,
        }
    }
}
