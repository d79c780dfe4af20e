//! `joins`: joins, parameters and results that are always another value become that value.

use super::edit::Replacements;
use crate::ir::{Block, Operand, Parameter, Program, Statement};

/// Removes joins of one value, parameters that keep their first value, and results that are values from before the loop.
/// Returns whether there were any.
pub(crate) fn run(program: &mut Program) -> bool {
    if !program.body.branches() {
        return false;
    }
    let mut simplifier = Simplifier {
        depth: 0,
        depths: vec![0; program.values.len()],
        replaced: Replacements::new(program),
        changed: true,
    };
    // A parameter that goes may make another one superfluous, at most once for each.
    while std::mem::take(&mut simplifier.changed) {
        simplifier.block(&program.body);
    }
    simplifier.replaced.apply(program);
    simplifier.replaced.has_more()
}

struct Simplifier {
    /// The number of loops around.
    depth: u32,
    /// The number of loops around each definition; of leaves 0.
    depths: Vec<u32>,
    replaced: Replacements,
    changed: bool,
}

impl Simplifier {
    fn block(&mut self, block: &Block) {
        for statement in &block.0 {
            match statement {
                Statement::Define(value) => self.depths[value.index()] = self.depth,
                Statement::If {
                    then,
                    otherwise,
                    joins,
                    ..
                } => {
                    self.block(then);
                    self.block(otherwise);
                    for join in joins {
                        self.depths[join.value.index()] = self.depth;
                        self.same(join.value, &join.from);
                    }
                }
                Statement::Loop { .. } => self.looped(statement),
                Statement::Call { results, .. } => {
                    for result in results {
                        self.depths[result.index()] = self.depth;
                    }
                }
                _ => {}
            }
        }
    }

    /// Replaces a value by the operands, if they are one.
    fn same(&mut self, value: crate::ir::Value, operands: &[Operand]) {
        if self.replaced.contains(value) {
            return;
        }
        let mut all = operands
            .iter()
            .map(|operand| self.replaced.resolve(*operand));
        let Some(first) = all.next() else { return };
        let is_outside = self.depths[first.value.index()] <= self.depth;
        if is_outside && first.value != value && all.all(|other| other == first) {
            self.replaced.set(value, first);
            self.changed = true;
        }
    }

    fn looped(&mut self, statement: &Statement) {
        let Statement::Loop {
            parameters,
            rounds,
            body,
            results,
            ..
        } = statement
        else {
            return;
        };
        self.depth += 1;
        for parameter in parameters {
            self.depths[parameter.value.index()] = self.depth;
        }
        self.block(body);
        self.depth -= 1;
        for Parameter { value, first, next } in parameters {
            let next = self.replaced.resolve(*next);
            let stays = next == Operand::from(*value) || next == self.replaced.resolve(*first);
            if stays && !self.replaced.contains(*value) {
                self.same(*value, &[*first]);
            }
        }
        for (index, result) in results.iter().enumerate() {
            self.depths[result.index()] = self.depth;
            let leaves = body.0.iter().filter_map(|statement| match statement {
                Statement::Leave { values, .. } => values.get(index),
                _ => None,
            });
            let end = rounds.iter().filter_map(|rounds| rounds.values.get(index));
            let ends: Vec<_> = leaves.chain(end).copied().collect();
            self.same(*result, &ends);
        }
    }
}
