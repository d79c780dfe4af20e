//! `simplify-phis`: replaces redundant phis, block parameters and loop results.

use super::edit::Replacements;
use crate::ir::{Block, Loop, Operand, Parameter, Program, Statement, Value};

/// Removes phis of one value, block parameters that never change, and loop results defined before the loop. Returns
/// whether there were any.
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
                Statement::If(branch) => {
                    for arm in &branch.arms {
                        self.block(arm);
                    }
                    self.note(statement);
                    for phi in &branch.phis {
                        self.same(phi.value, &phi.from);
                    }
                }
                Statement::Loop(repeat) => self.looped(repeat),
                other => self.note(other),
            }
        }
    }

    /// Records where the values of a statement are defined.
    fn note(&mut self, statement: &Statement) {
        for value in statement.defined() {
            self.depths[value.index()] = self.depth;
        }
    }

    /// Replaces a value by the operands, if they are one.
    fn same(&mut self, value: Value, operands: &[Operand]) {
        if self.replaced.contains(value) {
            return;
        }
        let mut all = operands.iter().map(|operand| self.replaced.resolve(*operand));
        let Some(first) = all.next() else { return };
        let is_outside = self.depths[first.value.index()] <= self.depth;
        if is_outside && first.value != value && all.all(|other| other == first) {
            self.replaced.set(value, first);
            self.changed = true;
        }
    }

    fn looped(&mut self, repeat: &Loop) {
        self.depth += 1;
        for parameter in &repeat.parameters {
            self.depths[parameter.value.index()] = self.depth;
        }
        self.block(&repeat.body);
        self.depth -= 1;
        for Parameter { value, first, next } in &repeat.parameters {
            let next = self.replaced.resolve(*next);
            let stays = next == Operand::from(*value) || next == self.replaced.resolve(*first);
            if stays && !self.replaced.contains(*value) {
                self.same(*value, &[*first]);
            }
        }
        for (index, result) in repeat.results.iter().enumerate() {
            self.depths[result.index()] = self.depth;
            let ends = repeat.ends().filter_map(|values| values.get(index));
            let ends: Vec<_> = ends.copied().collect();
            self.same(*result, &ends);
        }
    }
}
