//! `cse`: common-subexpression elimination.

use rustc_hash::FxHashMap;

use super::edit::Replacements;
use crate::ir::{Array, Block, Comparison, Op, Operand, Program, Statement, Type, Value};

/// Replaces an operation by an equal one whose result is visible there. Returns whether there was one.
pub(crate) fn run(program: &mut Program) -> bool {
    let body = std::mem::take(&mut program.body);
    let mut sharer = CommonSubexpressions {
        replaced: Replacements::new(program),
        known: FxHashMap::default(),
        program,
    };
    sharer.block(&body);
    let CommonSubexpressions { replaced, .. } = sharer;
    program.body = body;
    replaced.apply(program);
    replaced.has_more()
}

/// An operation: its kind, details of the kind, and its operands in an order that does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    kind: u8,
    details: [u32; 3],
    /// The operands, twice the number of a value and 1 if it is negated; nothing but [`NONE`] after the last one.
    operands: [u64; MAX_OPERANDS],
}

/// Marks an absent operand.
const NONE: u64 = u64::MAX;

/// Maximum number of operands of an operation: two vectors of four for a dot product.
const MAX_OPERANDS: usize = 8;

struct CommonSubexpressions<'p> {
    program: &'p mut Program,
    replaced: Replacements,
    /// The operations whose results are visible.
    known: FxHashMap<Key, Operand>,
}

impl CommonSubexpressions<'_> {
    fn block(&mut self, block: &Block) {
        let mut added = Vec::new();
        for statement in &block.0 {
            if let Statement::Define(value) = statement {
                self.define(*value, &mut added);
            }
            for inner in statement.blocks() {
                self.block(inner);
            }
        }
        for key in added {
            self.known.remove(&key);
        }
    }

    fn define(&mut self, value: Value, added: &mut Vec<Key>) {
        self.replaced.rewrite(self.program, value);
        let Some((key, negated)) = key(self.program, &self.program.definition(value).op) else {
            return;
        };
        let result = Operand::from(value).negate_if(negated);
        match self.known.get(&key) {
            Some(known) => self.replaced.set(value, known.negate_if(negated)),
            None => {
                self.known.insert(key, result);
                added.push(key);
            }
        }
    }
}

/// Returns the key of an operation, and whether its result is the negation of the operation of the key.
fn key(program: &Program, op: &Op) -> Option<(Key, bool)> {
    let mut all = [Operand::from(Value::from_index(0)); MAX_OPERANDS];
    let mut count = 0;
    for (slot, operand) in all.iter_mut().zip(op.operands()) {
        *slot = operand;
        count += 1;
    }
    let operands = all.get_mut(..count)?;
    let mut details = [0; 3];
    let mut negated = false;
    let rank = |operand: &Operand| (operand.value, operand.negated);
    let kind = match op {
        Op::Unary(unary, _) => {
            details[0] = *unary as u32;
            0
        }
        Op::Binary(binary, _) => {
            details[0] = *binary as u32;
            if binary.commutes() {
                operands.sort_by_key(rank);
            }
            1
        }
        Op::MultiplyAdd(_) => {
            operands[..2].sort_by_key(rank);
            2
        }
        Op::Dot3(..) | Op::Dot4(..) => {
            let half = operands.len() / 2;
            if rank(&operands[0]) > rank(&operands[half]) {
                operands.rotate_left(half);
            }
            3
        }
        Op::DotHomogeneous(..) => 4,
        Op::Compare(comparison, _) => {
            let mut comparison = *comparison;
            if rank(&operands[0]) > rank(&operands[1]) {
                operands.reverse();
                comparison = comparison.swapped();
            }
            let is_opposite = match comparison {
                Comparison::NotEqual => true,
                // NaN is neither less than a number nor at least that number.
                Comparison::GreaterEqual | Comparison::LessEqual => {
                    operands.iter().all(|side| program.kind(*side) == Type::Int)
                }
                _ => false,
            };
            if is_opposite {
                comparison = comparison.opposite();
                negated = true;
            }
            details[0] = comparison as u32;
            5
        }
        Op::Logic(logic, _) => {
            details[0] = *logic as u32;
            operands.sort_by_key(rank);
            6
        }
        Op::Select(..) => 7,
        Op::BoolToFloat(_) => 8,
        Op::Element {
            array, row, component, ..
        } => {
            let (array, id) = match array {
                Array::Uniform(id) => (0, id.0),
                Array::Table(id) => (1, id.0),
            };
            details = [id, u32::from(row.cast_unsigned()), *component as u32 * 2 + array];
            9
        }
        Op::Bitwise(operation, ..) => {
            details[0] = *operation as u32;
            if operation.commutes() {
                operands.sort_by_key(rank);
            }
            10
        }
        _ => return None,
    };
    let mut in_order = [NONE; MAX_OPERANDS];
    for (slot, operand) in in_order.iter_mut().zip(operands) {
        *slot = u64::from(operand.value.0) * 2 + u64::from(operand.negated);
    }
    let key = Key {
        kind,
        details,
        operands: in_order,
    };
    Some((key, negated))
}
