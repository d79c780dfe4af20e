//! Sums of products, and the factors that several of them have in common.

use crate::ir::{Binary, Op, Operand, Program, Unary, Value};

/// Maximum number of terms of a sum that is looked at.
const MAX_TERMS: usize = 8;

/// A value as a sum of products. A term without a second factor is a plain number.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) terms: Vec<Term>,
    /// True if one instruction computes the sum.
    pub(super) is_dot: bool,
}

/// A term of a sum.
pub(super) type Term = [Option<Operand>; 2];

impl Form {
    /// Returns the form of a value. Values that `is_private` allows are parts of it.
    pub(super) fn new(program: &Program, value: Value, is_private: &impl Fn(Value) -> bool) -> Option<Self> {
        let pairs = |a: &[Operand], b: &[Operand]| {
            let pairs = a.iter().zip(b).map(|(a, b)| [Some(*a), Some(*b)]);
            pairs.collect::<Vec<_>>()
        };
        let dot = |terms| Some(Self { terms, is_dot: true });
        match program.definition(value).op {
            Op::Dot3(a, b) => dot(pairs(&a, &b)),
            Op::Dot4(a, b) => dot(pairs(&a, &b)),
            Op::DotHomogeneous(a, b) => {
                let mut terms = pairs(&a, &b[..3]);
                terms.push([None, Some(b[3])]);
                dot(terms)
            }
            Op::Binary(Binary::Add | Binary::Multiply, _) | Op::MultiplyAdd(_) => {
                let mut terms = Vec::new();
                collect(program, value.into(), 0, is_private, &mut terms);
                (terms.len() <= MAX_TERMS).then_some(Self { terms, is_dot: false })
            }
            _ => None,
        }
    }
}

/// Adds the terms of a sum, in order. Each of the `depth` sums around it adds a term, so that a deep sum has too many.
fn collect(
    program: &Program,
    operand: Operand,
    depth: usize,
    is_private: &impl Fn(Value) -> bool,
    terms: &mut Vec<Term>,
) {
    let negated = operand.negated;
    if terms.len().max(depth) > MAX_TERMS || !(depth == 0 || is_private(operand.value)) {
        return terms.push([None, Some(operand)]);
    }
    match *program.op(operand) {
        Op::Binary(Binary::Add, both) => {
            for side in both {
                collect(program, side.negate_if(negated), depth + 1, is_private, terms);
            }
        }
        Op::Binary(Binary::Multiply, [a, b]) => terms.push([Some(a.negate_if(negated)), Some(b)]),
        Op::MultiplyAdd([a, b, c]) => {
            terms.push([Some(a.negate_if(negated)), Some(b)]);
            collect(program, c.negate_if(negated), depth + 1, is_private, terms);
        }
        _ => terms.push([None, Some(operand)]),
    }
}

/// The common factors of some sums: the factors, and for each sum the multiplicands, `None` for 0.
#[derive(Clone, Debug)]
pub(super) struct Common {
    /// `None` is 1.
    pub(super) factors: Vec<Option<Operand>>,
    pub(super) others: Vec<Vec<Option<Operand>>>,
}

impl Common {
    /// Returns the common factors of sums, on either side.
    pub(super) fn find(forms: &[&Form]) -> Option<Self> {
        let longest = forms.iter().max_by_key(|form| form.terms.len())?;
        [0, 1].into_iter().find_map(|side| {
            let factors = longest.terms.iter().map(|term| term[side]);
            Self::with(factors.collect(), forms)
        })
    }

    fn with(factors: Vec<Option<Operand>>, forms: &[&Form]) -> Option<Self> {
        let same = |a: Option<Operand>, b: Option<Operand>| a.map(|a| a.value) == b.map(|b| b.value);
        let is_repeated = |index: usize| {
            let mut rest = factors[index + 1..].iter();
            rest.any(|other| same(*other, factors[index]))
        };
        let is_plain = factors.iter().all(Option::is_none);
        if is_plain || factors.len() > 4 || (0..factors.len()).any(is_repeated) {
            return None;
        }
        let others = forms.iter().map(|form| {
            let mut others = vec![None; factors.len()];
            for [a, b] in &form.terms {
                let place = |factor| factors.iter().position(|known| same(*known, factor));
                let (index, factor, other) = match (place(*a), place(*b)) {
                    (Some(index), _) => (index, *a, (*b)?),
                    (None, Some(index)) => (index, *b, (*a)?),
                    (None, None) => return None,
                };
                let is_negated = |factor: Option<Operand>| factor.is_some_and(|f| f.negated);
                let sign = is_negated(factor) != is_negated(factors[index]);
                let slot = others.get_mut(index).filter(|slot| slot.is_none())?;
                *slot = Some(other.negate_if(sign));
            }
            Some(others)
        });
        let others = others.collect::<Option<Vec<_>>>()?;
        Some(Self { factors, others })
    }
}

/// How many operations components may be away from registers.
const MAX_ROW_DEPTH: usize = 8;

/// Returns whether components form one register: a row of a uniform or input, or computed from such rows componentwise.
pub(super) fn is_register(program: &Program, components: &[Operand]) -> bool {
    is_row(program, components, MAX_ROW_DEPTH)
}

fn is_row(program: &Program, components: &[Operand], depth: usize) -> bool {
    let place = |component: &Operand| match *program.op(*component) {
        Op::Uniform(id, row, _) => Some((0, id.0, i32::from(row), None)),
        Op::Input(id, _) => Some((1, id.0, 0, None)),
        Op::Element { array, row, index, .. } => match array {
            crate::ir::Array::Uniform(id) => Some((2, id.0, i32::from(row), Some(index))),
            crate::ir::Array::Table(id) => Some((3, id.0, i32::from(row), Some(index))),
        },
        _ => None,
    };
    let Some(first) = components.first() else {
        return false;
    };
    if let Some(first) = place(first) {
        return components.iter().all(|component| place(component) == Some(first));
    }
    let operation = program.op(*first);
    let same_operation = |component: &Operand| match (operation, program.op(*component)) {
        (Op::Binary(a, _), Op::Binary(b, _)) => a == b,
        (Op::MultiplyAdd(_), Op::MultiplyAdd(_)) => true,
        (Op::Unary(Unary::Floor, _), Op::Unary(Unary::Floor, _)) => true,
        _ => false,
    };
    if depth == 0 || !components.iter().all(same_operation) {
        return false;
    }
    let operands: Vec<Vec<_>> = components
        .iter()
        .map(|component| program.op(*component).operands().collect())
        .collect();
    let count = operands.first().map_or(0, Vec::len);
    let mut some_row = false;
    let all = (0..count).all(|index| {
        let side = operands.iter().filter_map(|component| component.get(index).copied());
        let side: Vec<_> = side.collect();
        if side.iter().all(|component| Some(component) == side.first()) {
            return true;
        }
        some_row = true;
        is_row(program, &side, depth - 1)
    });
    all && some_row
}
