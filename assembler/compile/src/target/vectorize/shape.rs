//! The form of the instruction that computes a value, so that equal forms can be found.

use rustc_hash::FxHashMap;

use super::super::code::{Element, From, Home, IndexId, LaneId, Operation, SourceLane};
use crate::ir::{Binary, Op, Operand, Program, Value};

/// The instruction that computes one value.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::target) struct Shape {
    pub(in crate::target) operation: Operation,
    pub(in crate::target) sources: Vec<Vec<Operand>>,
}

/// The operands of a program, as an instruction sees them.
#[derive(Default)]
pub(in crate::target) struct Operands {
    /// The numbers that indices are.
    pub(in crate::target) indices: Vec<Operand>,
    ids: FxHashMap<Operand, IndexId>,
}

impl Operands {
    /// Returns the sources of an operand. Values are lanes with the same numbers.
    pub(in crate::target) fn read(&mut self, program: &Program, operand: Operand) -> SourceLane {
        let from = match *program.op(operand) {
            Op::Literal(number) => {
                let number = if operand.negated { -number } else { number };
                return SourceLane {
                    from: From::Literal(super::super::constants::rounded(number).to_bits()),
                    negated: false,
                };
            }
            // The arguments of a procedure are copied to lanes at its beginning.
            Op::Input(input, component) if program.procedure.is_none() => From::Input(input, component),
            Op::Uniform(uniform, row, component) => From::Uniform(uniform, row, component),
            Op::Element {
                array,
                row,
                component,
                index,
            } => {
                let element = Element {
                    array,
                    row,
                    index: self.index(index),
                    address: None,
                };
                From::Element(element, component)
            }
            _ => From::Lane(LaneId(operand.value.0)),
        };
        SourceLane {
            from,
            negated: operand.negated,
        }
    }

    pub(in crate::target) fn home(&mut self, program: &Program, operand: Operand) -> Home {
        self.read(program, operand).from.home()
    }

    fn index(&mut self, operand: Operand) -> IndexId {
        let next = IndexId(u32::try_from(self.indices.len()).unwrap_or(u32::MAX));
        let id = *self.ids.entry(operand).or_insert(next);
        if id == next {
            self.indices.push(operand);
        }
        id
    }
}

/// Returns the form of a value that an instruction computes; `None` for a part of other instructions.
pub(in crate::target) fn shape(program: &Program, operands: &mut Operands, value: Value) -> Option<Shape> {
    let each = |all: &[Operand]| all.iter().map(|operand| vec![*operand]).collect::<Vec<_>>();
    let (operation, sources) = match program.definition(value).op {
        Op::Unary(unary, a) => (Operation::Unary(unary), vec![vec![a]]),
        Op::Binary(binary, mut both) => {
            if binary == Binary::Multiply {
                collect_sign(program, &mut both);
            }
            if binary.commutes() {
                arrange(program, operands, &mut both);
            }
            (Operation::Binary(binary), each(&both))
        }
        Op::MultiplyAdd([a, b, c]) => {
            let mut factors = [a, b];
            collect_sign(program, &mut factors);
            arrange(program, operands, &mut factors);
            (Operation::MultiplyAdd, each(&[factors[0], factors[1], c]))
        }
        Op::Dot3(a, b) => (Operation::Dot3, vec![a.to_vec(), b.to_vec()]),
        Op::Dot4(a, b) => (Operation::Dot4, vec![a.to_vec(), b.to_vec()]),
        Op::DotHomogeneous(a, b) => (Operation::DotHomogeneous, vec![a.to_vec(), b.to_vec()]),
        _ => return None,
    };
    Some(Shape { operation, sources })
}

/// Returns the sign of a product to one factor: a literal, or else the first one.
fn collect_sign(program: &Program, factors: &mut [Operand; 2]) {
    let [a, b] = *factors;
    let negative = a.negated != b.negated;
    let is_literal = |operand| program.literal(operand).is_some();
    let bearer = usize::from(is_literal(b) && !is_literal(a));
    for (index, factor) in factors.iter_mut().enumerate() {
        factor.negated = negative && index == bearer;
    }
}

/// Sorts operands that may be exchanged, by their homes and then by how they are computed.
fn arrange(program: &Program, operands: &mut Operands, both: &mut [Operand; 2]) {
    let mut key = |operand: Operand| {
        let kind = match program.op(operand) {
            Op::Unary(unary, _) => *unary as usize,
            Op::Binary(binary, _) => 10 + *binary as usize,
            Op::MultiplyAdd(_) => 20,
            Op::Dot3(..) | Op::Dot4(..) | Op::DotHomogeneous(..) => 21,
            _ => 22,
        };
        (operands.home(program, operand), kind, operand.value)
    };
    if key(both[1]) < key(both[0]) {
        // The sign stays where it is: it belongs to the operand.
        both.swap(0, 1);
    }
}
