//! Instructions of integers, which are floats on the GPU.

use pica200_diagnostics::Code;
use pica200_dxbc::program::{Instruction, Opcode, RegisterKind};

use crate::expand;
use crate::ir::{Binary, Comparison, Logic, Operand};

use super::super::views::Views;
use super::Walk;
use super::destination::ComponentValue;
use super::float::{Results, written};
use super::source::{SourceComponent, SourceOperand};

/// Returns whether an opcode computes with integers, without a look at their bits.
pub(super) fn is_integer(opcode: Opcode) -> bool {
    comparison(opcode).is_some()
        || matches!(
            opcode,
            Opcode::IADD
                | Opcode::IMAD
                | Opcode::UMAD
                | Opcode::IMAX
                | Opcode::IMIN
                | Opcode::UMAX
                | Opcode::UMIN
                | Opcode::INEG
                | Opcode::ITOF
                | Opcode::UTOF
                | Opcode::IMUL
                | Opcode::UMUL
                | Opcode::UDIV
        )
}

fn comparison(opcode: Opcode) -> Option<Comparison> {
    Some(match opcode {
        Opcode::IEQ => Comparison::Equal,
        Opcode::INE => Comparison::NotEqual,
        Opcode::IGE | Opcode::UGE => Comparison::GreaterEqual,
        Opcode::ILT | Opcode::ULT => Comparison::Less,
        _ => return None,
    })
}

impl Walk<'_> {
    pub(super) fn integers(&mut self, instruction: &Instruction, fetched: &[SourceOperand<'_>]) -> Results {
        let opcode = instruction.opcode();
        match opcode {
            Opcode::IMUL | Opcode::UMUL => return self.products(instruction, fetched),
            Opcode::UDIV => return self.quotients(instruction, fetched),
            _ => {}
        }
        let mut result = [ComponentValue::UNKNOWN; 4];
        for component in written(instruction, 0).components() {
            let reads = self.reads(fetched, component);
            result[component as usize] = match (comparison(opcode), reads.as_slice()) {
                (Some(comparison), [a, b]) => self.compared(comparison, a, b),
                _ => self.integer_result(opcode, &reads),
            };
        }
        vec![result]
    }

    /// Returns a comparison of integers, or of booleans.
    fn compared(&mut self, comparison: Comparison, a: &SourceComponent, b: &SourceComponent) -> ComponentValue {
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let is_bool = |read: &SourceComponent| read.views.contains(Views::BOOLEAN);
        let is_only_bool = |read: &SourceComponent| is_bool(read) && !read.views.contains(Views::INT);
        if is_equality && is_bool(a) && is_bool(b) && (is_only_bool(a) || is_only_bool(b)) {
            let [a, b] = [self.boolean(a), self.boolean(b)];
            let differ = self.differ(a, b);
            return ComponentValue::boolean(differ.negate_if(comparison == Comparison::Equal));
        }
        let [a, b] = [self.int(a), self.int(b)];
        ComponentValue::boolean(self.builder.compare(comparison, a, b))
    }

    /// Returns whether two booleans are different.
    pub(super) fn differ(&mut self, a: Operand, b: Operand) -> Operand {
        let known = [a, b].map(|side| self.builder.program().as_bool(side));
        match known {
            [Some(known), _] => b.negate_if(known),
            [_, Some(known)] => a.negate_if(known),
            _ => self.builder.logic(Logic::Xor, a, b),
        }
    }

    fn integer_result(&mut self, opcode: Opcode, reads: &[SourceComponent]) -> ComponentValue {
        let is_unsigned = |read: &SourceComponent| read.views.contains(Views::UNSIGNED) && !read.modifier.negate;
        let all_unsigned = reads.iter().all(is_unsigned);
        if opcode == Opcode::IADD {
            self.check_subtraction(reads);
        }
        if matches!(opcode, Opcode::IMAD | Opcode::UMAD) {
            self.check_product(&reads[..reads.len().min(2)]);
        }
        if opcode == Opcode::UTOF && reads.iter().any(|read| !read.views.contains(Views::INT)) {
            self.error(
                Code::BitsReinterpreted,
                "`utof` takes a truth value as an integer; true would be 4294967295",
                "choose between numbers, as in `condition ? 1.0 : 0.0`",
            );
            return ComponentValue::UNKNOWN;
        }
        let operands: Vec<_> = reads.iter().map(|read| self.int(read)).collect();
        let builder = &mut self.builder;
        let value = match (opcode, operands.as_slice()) {
            (Opcode::ITOF | Opcode::UTOF, &[a]) => return ComponentValue::float(a),
            (Opcode::IADD, &[a, b]) => builder.add(a, b),
            (Opcode::IMAD | Opcode::UMAD, &[a, b, c]) => builder.multiply_add(a, b, c),
            (Opcode::IMAX | Opcode::UMAX, &[a, b]) => builder.binary(Binary::Maximum, a, b),
            (Opcode::IMIN | Opcode::UMIN, &[a, b]) => builder.binary(Binary::Minimum, a, b),
            (Opcode::INEG, &[a]) => return ComponentValue::int(a.negate(), false),
            _ => return ComponentValue::UNKNOWN,
        };
        ComponentValue::int(value, all_unsigned)
    }

    /// Warns of a difference of unsigned integers, which does not wrap around.
    fn check_subtraction(&mut self, reads: &[SourceComponent]) {
        let is_positive = |read: &SourceComponent| {
            read.views.contains(Views::UNSIGNED) && !read.is_literal() && !read.modifier.negate
        };
        let is_subtracted = |read: &SourceComponent| match read.literal() {
            Some(bits) => bits.cast_signed() < 0,
            None => read.views.contains(Views::UNSIGNED) && read.modifier.negate,
        };
        let [a, b] = reads else { return };
        if is_positive(a) && is_subtracted(b) || is_positive(b) && is_subtracted(a) {
            self.error(
                Code::UintSubtraction,
                "the difference of unsigned integers becomes negative where Direct3D wraps around",
                "make sure that it is not negative, or use `int`",
            );
        }
    }

    /// Warns of a product of integers that are not constants, once.
    pub(super) fn check_product(&mut self, reads: &[SourceComponent]) {
        let has_literal = reads.iter().any(SourceComponent::is_literal);
        if !has_literal && !self.has_warned_of_range {
            self.has_warned_of_range = true;
            let message = format!(
                "the result of {} may be beyond 131072, up to which integers are exact",
                self.name()
            );
            self.error(Code::IntegerRange, &message, "make sure that it is not, or use floats");
        }
    }

    fn products(&mut self, instruction: &Instruction, fetched: &[SourceOperand<'_>]) -> Results {
        let high = instruction.operands().first();
        if high.is_some_and(|high| high.kind() != RegisterKind::NULL) {
            let message = format!(
                "{} uses the high half of a product, but integers have 17 bits on this hardware",
                self.name()
            );
            self.error(Code::UnsupportedOperation, &message, "use the low half alone");
            return Vec::new();
        }
        let mut result = [ComponentValue::UNKNOWN; 4];
        for component in written(instruction, 1).components() {
            let reads = self.reads(fetched, component);
            self.check_product(&reads);
            let is_unsigned = |read: &SourceComponent| read.views.contains(Views::UNSIGNED) && !read.modifier.negate;
            let all_unsigned = reads.iter().all(is_unsigned);
            let operands: Vec<_> = reads.iter().map(|read| self.int(read)).collect();
            if let &[a, b] = operands.as_slice() {
                result[component as usize] = ComponentValue::int(self.builder.multiply(a, b), all_unsigned);
            }
        }
        vec![[ComponentValue::UNKNOWN; 4], result]
    }

    fn quotients(&mut self, instruction: &Instruction, fetched: &[SourceOperand<'_>]) -> Results {
        let mut results = vec![[ComponentValue::UNKNOWN; 4]; 2];
        let [quotient, remainder] = [0, 1].map(|number| written(instruction, number));
        for component in pica200_dxbc::program::Component::ALL {
            if !quotient.contains(component) && !remainder.contains(component) {
                continue;
            }
            let reads = self.reads(fetched, component);
            let operands: Vec<_> = reads.iter().map(|read| self.int(read)).collect();
            if let &[a, b] = operands.as_slice() {
                let both = expand::divide_integers(&mut self.builder, a, b);
                for (result, value) in results.iter_mut().zip(both) {
                    result[component as usize] = ComponentValue::int(value, true);
                }
            }
        }
        results
    }
}
