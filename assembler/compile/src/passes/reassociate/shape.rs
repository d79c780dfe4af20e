//! Prediction of the values that share a register.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::ir::{Array, Op, Operand, Program};

/// Values with equal registers can be components of one operand without moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Register {
    /// Any literals; they share registers.
    Literals,
    /// An input.
    Input(u32),
    /// A row of a uniform.
    Uniform(u32, u16),
    /// A row of an array, by its index and the rest of its address.
    Element(u64),
    /// Computed in the same way from components of the same registers: the back end computes such values together.
    Computed(u64),
}

/// The registers of all values.
pub(super) struct Shapes {
    /// The hash of how each value is computed, without components and rows.
    hashes: Vec<u64>,
}

fn hashed(of: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}

impl Shapes {
    pub(super) fn new(program: &Program) -> Self {
        let mut shapes = Self {
            hashes: vec![0; program.values.len()],
        };
        for (index, definition) in program.values.iter().enumerate() {
            if definition.is_leaf() || definition.op == Op::Phi {
                shapes.hashes[index] = leaf(&definition.op, definition.origin.0);
            }
        }
        // Operands are defined before their uses, so that their hashes are known.
        for value in program.body.definitions() {
            let op = &program.definition(value).op;
            let operands = op.operands();
            let operands = operands.map(|o| (shapes.hashes[o.value.index()], o.negated));
            let operands: Vec<_> = operands.collect();
            shapes.hashes[value.index()] = hashed((kind(op), operands));
        }
        shapes
    }

    /// Returns the register of an operand.
    pub(super) fn register(&self, program: &Program, operand: Operand) -> Register {
        match *program.op(operand) {
            Op::Literal(_) => Register::Literals,
            Op::Input(input, _) => Register::Input(input.0),
            Op::Uniform(uniform, row, _) => Register::Uniform(uniform.0, row),
            Op::Element { array, row, index, .. } => Register::Element(hashed((id(array), row, index))),
            _ => Register::Computed(self.hashes.get(operand.value.index()).copied().unwrap_or_default()),
        }
    }
}

fn id(array: Array) -> (u8, u32) {
    match array {
        Array::Uniform(id) => (0, id.0),
        Array::Table(id) => (1, id.0),
    }
}

fn leaf(op: &Op, origin: u32) -> u64 {
    match op {
        Op::Input(input, _) => hashed((1, input.0)),
        Op::Uniform(uniform, ..) => hashed((2, uniform.0)),
        Op::Phi => hashed((3, origin)),
        _ => hashed(4),
    }
}

/// Returns the kind of an operation, without components and rows.
fn kind(op: &Op) -> (u8, u32) {
    match op {
        Op::Unary(unary, _) => (0, *unary as u32),
        Op::Binary(binary, _) => (1, *binary as u32),
        Op::MultiplyAdd(_) => (2, 0),
        Op::Dot3(..) => (3, 0),
        Op::Dot4(..) => (4, 0),
        Op::DotHomogeneous(..) => (5, 0),
        Op::Compare(comparison, _) => (6, *comparison as u32),
        Op::Logic(logic, _) => (7, *logic as u32),
        Op::Select(..) => (8, 0),
        Op::BoolToFloat(_) => (9, 0),
        Op::Element { array, .. } => (10 + id(*array).0, id(*array).1),
        _ => (12, 0),
    }
}
