//! Comparisons of integers whose result is certain, or that need not all of their bits.

use super::Rewriter;
use super::facts::Facts;
use super::rules::power_of_two;
use crate::ir::{Comparison, Op, Operand, Type, wrapped};

impl Rewriter<'_> {
    /// Simplifies a comparison. `before` is its original operation.
    pub(super) fn compare(&mut self, comparison: Comparison, [a, b]: [Operand; 2], before: &Op) -> Option<Operand> {
        let [x, y] = [a, b].map(|side| self.facts.get(side));
        let is_of_integers = |operand: Operand| {
            matches!(
                self.program.op(operand),
                Op::Unsigned(_) | Op::Integer(..) | Op::Bitwise(..)
            )
        };
        let certain = if before.operands().any(is_of_integers) {
            certain(comparison, x.of_machine(), y.of_machine())
        } else if self.are_integers([a, b]) {
            certain(comparison, x, y)
        } else {
            None
        };
        if let Some(holds) = certain {
            return Some(self.literals.boolean(self.program, holds));
        }
        let mut sides = before.operands().zip([b, a]);
        sides.find_map(|(side, other)| self.bits_are_zero(comparison, side, other))
    }

    /// Returns whether both operands are integers. Equal literals are one value, which may be a float.
    fn are_integers(&self, sides: [Operand; 2]) -> bool {
        let are_known = sides.map(|side| self.program.integer(side).is_some());
        let are_integers = sides.map(|side| self.program.kind(side) == Type::Int);
        (are_known[0] || are_integers[0]) && (are_known[1] || are_integers[1])
    }

    /// Returns a comparison of some bits of an integer with a constant, as one of an integer without its upper bits.
    fn bits_are_zero(&mut self, comparison: Comparison, side: Operand, with: Operand) -> Option<Operand> {
        let masked = *self.masked.get(&side.value)?;
        let number = wrapped(self.program.integer(with)?).cast_unsigned();
        let is_set = match comparison {
            Comparison::NotEqual => true,
            Comparison::Equal => false,
            _ => return None,
        };
        let is_set = match number {
            0 => is_set,
            // The only bit is set.
            _ if number == masked.mask && number.is_power_of_two() => !is_set,
            _ => return None,
        };
        let (rest, lowest) = self.upper_bits_removed(masked)?;
        let limit = self.number(power_of_two(lowest));
        let comparison = if is_set {
            Comparison::GreaterEqual
        } else {
            Comparison::Less
        };
        let test = Op::Compare(comparison, [rest, limit]);
        Some(self.add(test, Type::Bool))
    }
}

/// Returns whether a relation of two integers holds, if their ranges or bits tell.
fn certain(comparison: Comparison, x: Facts, y: Facts) -> Option<bool> {
    let [below, above] = [x.high < y.low, y.high < x.low];
    let [at_most, at_least] = [x.high <= y.low, y.high <= x.low];
    // A number that is known has a bit that the other one cannot have.
    let is_known = |facts: Facts| facts.low == facts.high;
    let lacks = |known: Facts, other: Facts| is_known(known) && known.bits & !other.bits != 0;
    let differ = below || above || lacks(x, y) || lacks(y, x);
    match comparison {
        Comparison::Equal => differ.then_some(false),
        Comparison::NotEqual => differ.then_some(true),
        Comparison::Less => of_two(below, at_least),
        Comparison::GreaterEqual => of_two(at_least, below),
        Comparison::Greater => of_two(above, at_most),
        Comparison::LessEqual => of_two(at_most, above),
    }
}

const fn of_two(holds: bool, fails: bool) -> Option<bool> {
    match (holds, fails) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}
