//! `unroll`: unrolls short counted loops.

use rustc_hash::FxHashMap;

use super::edit::Replacements;
use super::estimate;
use crate::ir::{Block, Loop, Op, Operand, Program, Statement, Value};

/// Maximum number of instructions, as estimated, that the iterations of a loop may take.
const MAX_INSTRUCTIONS: usize = 48;
/// Maximum number of operations that the iterations of a loop may take.
const MAX_OPERATIONS: usize = 256;

/// Unrolls loops, inner ones first, if their iterations take few instructions.
pub(crate) fn run(program: &mut Program) -> bool {
    if !program.body.has_loops() {
        return false;
    }
    let mut body = std::mem::take(&mut program.body);
    let mut unroller = Unroller {
        replaced: Replacements::new(program),
        program,
    };
    body.rewrite(&mut |statement, to| match statement {
        Statement::Loop(repeat) if unroller.is_short(&repeat) => unroller.unroll(&repeat, to),
        other => to.push(other),
    });
    let Unroller { replaced, .. } = unroller;
    program.body = body;
    replaced.apply(program);
    true
}

struct Unroller<'p> {
    program: &'p mut Program,
    replaced: Replacements,
}

impl Unroller<'_> {
    fn is_short(&self, repeat: &Loop) -> bool {
        let count = repeat
            .counted_exit
            .as_ref()
            .and_then(|counted_exit| counted_exit.count.known());
        let Some(count) = count.map(usize::from) else {
            return false;
        };
        let size = estimate::size(self.program, &repeat.body);
        repeat.breaks().next().is_none()
            && count * size.instructions <= MAX_INSTRUCTIONS
            && count * size.operations <= MAX_OPERATIONS
    }

    fn unroll(&mut self, repeat: &Loop, to: &mut Vec<Statement>) {
        let mut current: Vec<_> = repeat.firsts().map(|(_, first)| first).collect();
        let mut copies = FxHashMap::default();
        let counted_exit = repeat.counted_exit.as_ref();
        for _ in 0..counted_exit
            .and_then(|counted_exit| counted_exit.count.known())
            .unwrap_or(1)
        {
            copies.clear();
            for (parameter, now) in repeat.parameters.iter().zip(&current) {
                copies.insert(parameter.value, *now);
            }
            self.copy(&repeat.body, &mut copies, to);
            let nexts = repeat.nexts().map(|(_, next)| self.copied(&copies, next));
            current = nexts.collect();
        }
        let ends = repeat.ends().flatten();
        for (result, end) in repeat.results.iter().zip(ends) {
            self.replaced.set(*result, self.copied(&copies, *end));
        }
    }

    /// Adds a copy of statements, whose values are new.
    fn copy(&mut self, block: &Block, copies: &mut FxHashMap<Value, Operand>, to: &mut Vec<Statement>) {
        for statement in &block.0 {
            let mut copy = statement.clone();
            // Operands of the inner blocks, defined by the statement itself.
            let is_first = matches!(copy, Statement::Define(_) | Statement::Loop(_));
            if is_first {
                self.fresh(&mut copy, copies);
            }
            if let Statement::Define(value) = copy {
                let mut op = self.program.definition(value).op;
                op.for_each_operand_mut(|operand| *operand = self.copied(copies, *operand));
                self.program.values[value.index()].op = op;
            }
            for inner in copy.blocks_mut() {
                let mut inside = Vec::with_capacity(inner.0.len());
                self.copy(inner, copies, &mut inside);
                inner.0 = inside;
            }
            copy.for_each_operand_mut(|operand| *operand = self.copied(copies, *operand));
            if !is_first {
                self.fresh(&mut copy, copies);
            }
            to.push(copy);
        }
    }

    /// Gives the values that a statement defines new ids.
    fn fresh(&mut self, statement: &mut Statement, copies: &mut FxHashMap<Value, Operand>) {
        statement.for_each_defined_mut(|value| {
            let definition = *self.program.definition(*value);
            debug_assert!(!matches!(definition.op, Op::Variable(_)), "a form of values");
            let copy = self.program.add(definition);
            copies.insert(*value, copy.into());
            *value = copy;
        });
    }

    /// Returns an operand in a copy. Results of loops that were unrolled before are already replaced.
    fn copied(&self, copies: &FxHashMap<Value, Operand>, operand: Operand) -> Operand {
        let operand = self.replaced.resolve(operand);
        match copies.get(&operand.value) {
            Some(copy) => copy.negate_if(operand.negated),
            None => operand,
        }
    }
}
