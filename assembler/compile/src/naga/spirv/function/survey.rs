//! Analysis of a function before its translation: phis, and values that are used after the loops that compute them.

use std::rc::Rc;

use ::naga::{Handle, LocalVariable};
use ::spirv::Op;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::graph::BlockId;
use super::super::words::{Id, Instruction, Result};
use super::{Body, Phi};

impl Body<'_, '_> {
    /// Finds phis, and values that are used after the loops that compute them.
    pub(super) fn survey(&mut self) -> Result<()> {
        let words = self.reader.words;
        let mut definitions = FxHashMap::default();
        self.phis = vec![Vec::new(); self.graph.blocks.len()];
        for block in 0..self.graph.blocks.len() {
            for instruction in words.range(self.graph.blocks[block].instructions.clone()) {
                if let Some((ty, id)) = self.result_of(&instruction) {
                    definitions.insert(id, (block, instruction.index));
                    if instruction.op == Some(Op::Phi) {
                        let pairs = instruction.operands(2).chunks_exact(2);
                        let sources = pairs.map(|pair| (pair[1], pair[0])).collect();
                        let sources = Rc::new(sources);
                        let variable = self.variable_of(ty, id);
                        self.phis[block].push(Phi {
                            id,
                            ty,
                            sources,
                            variable,
                        });
                    }
                }
            }
        }
        if !self.graph.loops.is_empty() {
            self.find_carried(&definitions);
            self.find_endless();
        }
        Ok(())
    }

    /// Returns the type and the id of the result of an instruction, if it has one.
    pub(super) fn result_of(&self, instruction: &Instruction<'_>) -> Option<(Id, Id)> {
        let (&ty, &id) = match instruction.operands(0) {
            [ty, id, ..] => (ty, id),
            _ => return None,
        };
        self.reader.types.get(ty).map(|_| (ty, id))
    }

    fn find_carried(&mut self, definitions: &FxHashMap<Id, (BlockId, usize)>) {
        let words = self.reader.words;
        let mut uses: Vec<(BlockId, Id)> = Vec::new();
        let labels: FxHashMap<Id, BlockId> = (self.graph.blocks.iter().enumerate())
            .map(|(index, block)| (block.label, index))
            .collect();
        for (index, block) in self.graph.blocks.iter().enumerate() {
            for instruction in words.range(block.instructions.start..block.last + 1) {
                if instruction.op == Some(Op::Phi) {
                    for pair in instruction.operands(2).chunks_exact(2) {
                        if let Some(from) = labels.get(&pair[1]) {
                            uses.push((*from, pair[0]));
                        }
                    }
                } else {
                    // Literals among them do no harm.
                    let operands = instruction.operands(0).iter();
                    uses.extend(operands.map(|operand| (index, *operand)));
                }
            }
        }
        let mut seen = FxHashSet::default();
        while let Some((user, id)) = uses.pop() {
            let Some((block, index)) = definitions.get(&id) else {
                continue;
            };
            if self.tree.sees(user, *block) || !seen.insert((user, id)) {
                continue;
            }
            let Some(instruction) = words.get(*index) else {
                continue;
            };
            let Some((ty, _)) = self.result_of(&instruction) else {
                continue;
            };
            if self.reader.types.pointer(ty).is_some() {
                // A pointer is rebuilt from its operands at each use.
                let operands = instruction.operands(2).iter();
                uses.extend(operands.map(|operand| (user, *operand)));
            } else if !self.carried.contains_key(&id) {
                let variable = self.variable_of(ty, id);
                self.carried.insert(id, variable);
            }
        }
    }

    /// Adds a variable for a value, if the hardware can hold it.
    pub(super) fn variable_of(&mut self, ty: Id, id: Id) -> Option<Handle<LocalVariable>> {
        let ty = self.reader.types.naga(ty)?;
        let name = self.reader.names.get(&id).cloned();
        Some(self.variable(ty, name))
    }
}
