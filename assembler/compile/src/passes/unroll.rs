//! `unroll`: short counted loops become their rounds.

use rustc_hash::FxHashMap;

use super::edit::Replacements;
use super::estimate;
use crate::ir::{Block, Join, Op, Operand, Parameter, Program, Rounds, Statement, Value};

/// The most instructions, as estimated, that the rounds of a loop may take.
const MOST_INSTRUCTIONS: usize = 48;
/// The most operations that the rounds of a loop may take.
const MOST_OPERATIONS: usize = 256;

/// Unrolls loops, inner ones first, if their rounds take few instructions.
pub(crate) fn run(program: &mut Program) -> bool {
    if !program.body.has_loops() {
        return false;
    }
    let body = std::mem::take(&mut program.body);
    let mut unroller = Unroller {
        replaced: Replacements::new(program),
        program,
    };
    let body = unroller.block(body);
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
    fn block(&mut self, block: Block) -> Block {
        let mut to = Vec::with_capacity(block.0.len());
        for mut statement in block.0 {
            for inner in statement.blocks_mut() {
                *inner = self.block(std::mem::take(inner));
            }
            match statement {
                Statement::Loop {
                    parameters,
                    rounds: Some(rounds),
                    body,
                    results,
                    ..
                } if self.is_short(&rounds, &body) => {
                    self.unroll(&parameters, &rounds, &body, &results, &mut to);
                }
                other => to.push(other),
            }
        }
        Block(to)
    }

    fn is_short(&self, rounds: &Rounds, body: &Block) -> bool {
        let is_left = body.0.iter().any(|s| matches!(s, Statement::Leave { .. }));
        let Some(count) = rounds.count.known().map(usize::from) else {
            return false;
        };
        let size = estimate::size(self.program, body);
        !is_left
            && count * size.instructions <= MOST_INSTRUCTIONS
            && count * size.operations <= MOST_OPERATIONS
    }

    fn unroll(
        &mut self,
        parameters: &[Parameter],
        rounds: &Rounds,
        body: &Block,
        results: &[Value],
        to: &mut Vec<Statement>,
    ) {
        let mut current: Vec<_> = parameters.iter().map(|p| p.first).collect();
        let mut copies = FxHashMap::default();
        for _ in 0..rounds.count.known().unwrap_or(1) {
            copies.clear();
            for (parameter, now) in parameters.iter().zip(&current) {
                copies.insert(parameter.value, *now);
            }
            self.copy(body, &mut copies, to);
            current = parameters
                .iter()
                .map(|parameter| self.copied(&copies, parameter.next))
                .collect();
        }
        for (result, end) in results.iter().zip(&rounds.values) {
            self.replaced.set(*result, self.copied(&copies, *end));
        }
    }

    /// Adds a copy of statements, whose values are new.
    fn copy(
        &mut self,
        block: &Block,
        copies: &mut FxHashMap<Value, Operand>,
        to: &mut Vec<Statement>,
    ) {
        for statement in &block.0 {
            let mut copy = statement.clone();
            match &mut copy {
                Statement::Define(value) => {
                    *value = self.fresh(*value, copies);
                    let mut op = self.program.definition(*value).op;
                    op.each_operand(|operand| *operand = self.copied(copies, *operand));
                    self.program.values[value.index()].op = op;
                }
                Statement::Loop {
                    parameters,
                    results,
                    ..
                } => {
                    for parameter in parameters {
                        parameter.value = self.fresh(parameter.value, copies);
                    }
                    for result in results {
                        *result = self.fresh(*result, copies);
                    }
                }
                _ => {}
            }
            for inner in copy.blocks_mut() {
                let mut inside = Vec::with_capacity(inner.0.len());
                self.copy(inner, copies, &mut inside);
                inner.0 = inside;
            }
            copy.each_operand(|operand| *operand = self.copied(copies, *operand));
            match &mut copy {
                Statement::If { joins, .. } => {
                    for Join { value, .. } in joins {
                        *value = self.fresh(*value, copies);
                    }
                }
                Statement::Call { results, .. } => {
                    for result in results {
                        *result = self.fresh(*result, copies);
                    }
                }
                _ => {}
            }
            to.push(copy);
        }
    }

    fn fresh(&mut self, value: Value, copies: &mut FxHashMap<Value, Operand>) -> Value {
        let definition = *self.program.definition(value);
        debug_assert!(
            !matches!(definition.op, Op::Variable(_)),
            "a form of values"
        );
        let copy = self.program.add(definition);
        copies.insert(value, copy.into());
        copy
    }

    /// An operand in a copy. Results of loops that were unrolled before are already replaced.
    fn copied(&self, copies: &FxHashMap<Value, Operand>, operand: Operand) -> Operand {
        let operand = self.replaced.resolve(operand);
        match copies.get(&operand.value) {
            Some(copy) => copy.negate_if(operand.negated),
            None => operand,
        }
    }
}
