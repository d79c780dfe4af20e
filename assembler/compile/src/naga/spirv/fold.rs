//! Operations on constants, component by component.

use ::naga::ScalarKind;
use ::spirv::Op;

use super::Reader;
use super::words::Id;

/// Returns the components of the result of an operation on constants. `None` if it cannot be computed.
pub(super) fn operation(reader: &Reader<'_>, op: Op, ty: Id, operands: &[Id]) -> Option<Vec<u32>> {
    let (_, count) = reader.types.numeric(ty)?;
    let components = |index: usize| {
        let constant = reader.constants.get(*operands.get(index)?)?;
        let (_, count) = reader.types.numeric(constant.ty)?;
        constant.components(count)
    };
    match op {
        Op::VectorShuffle => {
            let all = [components(0)?, components(1)?].concat();
            let chosen = operands.get(2..)?.iter();
            let at = |index: &u32| match usize::try_from(*index) {
                // Nothing may be chosen, whose value does not matter.
                _ if *index == u32::MAX => Some(0),
                Ok(index) => all.get(index).copied(),
                Err(_) => None,
            };
            return chosen.map(at).collect();
        }
        Op::CompositeInsert => {
            let (object, mut all) = (components(0)?, components(1)?);
            let [index] = operands.get(2..)? else {
                return None;
            };
            *all.get_mut(usize::try_from(*index).ok()?)? = *object.first()?;
            return Some(all);
        }
        _ => {}
    }
    let constants = operands.iter().filter_map(|id| reader.constants.get(*id));
    let types: Vec<_> = constants.map(|constant| constant.ty).chain([ty]).collect();
    // Floats of all widths are ones of 32 bits, but their bits are not.
    let is_float = |ty: &Id| reader.types.kind(*ty) == Some(ScalarKind::Float) && op != Op::Bitcast;
    if types
        .iter()
        .any(|ty| reader.types.width(*ty) != 32 && !is_float(ty))
    {
        return None;
    }
    let all: Option<Vec<_>> = (0..operands.len()).map(components).collect();
    let all = all?;
    (0..usize::try_from(count).ok()?)
        .map(|index| {
            // A condition can be one for all components.
            let lane = |components: &Vec<u32>| {
                let only = components.first().filter(|_| components.len() == 1);
                components.get(index).or(only).copied()
            };
            let lanes: Option<Vec<_>> = all.iter().map(lane).collect();
            component(op, &lanes?)
        })
        .collect()
}

/// Returns a component of the result of an operation.
fn component(op: Op, operands: &[u32]) -> Option<u32> {
    match *operands {
        [a] => of_one(op, a),
        [a, b] => of_two(op, a, b),
        [condition, a, b] if op == Op::Select => Some(if condition != 0 { a } else { b }),
        _ => None,
    }
}

fn of_one(op: Op, a: u32) -> Option<u32> {
    Some(match op {
        Op::SConvert | Op::UConvert | Op::FConvert | Op::Bitcast | Op::CopyObject => a,
        Op::SNegate => 0_u32.wrapping_sub(a),
        Op::FNegate => (-f32::from_bits(a)).to_bits(),
        Op::Not => !a,
        Op::LogicalNot => u32::from(a == 0),
        Op::QuantizeToF16 => quantized(f32::from_bits(a)).to_bits(),
        Op::ConvertSToF => nearest(i64::from(a.cast_signed())).to_bits(),
        Op::ConvertUToF => nearest(i64::from(a)).to_bits(),
        Op::ConvertFToS => truncated(f32::from_bits(a)).cast_unsigned(),
        Op::ConvertFToU => truncated_unsigned(f32::from_bits(a)),
        _ => return None,
    })
}

fn of_two(op: Op, a: u32, b: u32) -> Option<u32> {
    let [x, y] = [a, b].map(u32::cast_signed);
    let [f, g] = [a, b].map(f32::from_bits);
    let truth = |holds: bool| Some(u32::from(holds));
    match op {
        Op::IAdd => Some(a.wrapping_add(b)),
        Op::ISub => Some(a.wrapping_sub(b)),
        Op::IMul => Some(a.wrapping_mul(b)),
        Op::UDiv => a.checked_div(b),
        Op::UMod => a.checked_rem(b),
        Op::SDiv if y != 0 => Some(x.wrapping_div(y).cast_unsigned()),
        Op::SRem if y != 0 => Some(x.wrapping_rem(y).cast_unsigned()),
        Op::SMod if y != 0 => {
            let rest = x.wrapping_rem(y);
            let differs = rest != 0 && (rest < 0) != (y < 0);
            let rest = if differs { rest.wrapping_add(y) } else { rest };
            Some(rest.cast_unsigned())
        }
        Op::ShiftRightLogical => a.checked_shr(b),
        Op::ShiftRightArithmetic => x.checked_shr(b).map(i32::cast_unsigned),
        Op::ShiftLeftLogical => a.checked_shl(b),
        Op::BitwiseOr => Some(a | b),
        Op::BitwiseXor => Some(a ^ b),
        Op::BitwiseAnd => Some(a & b),
        Op::LogicalOr => truth(a != 0 || b != 0),
        Op::LogicalAnd => truth(a != 0 && b != 0),
        Op::LogicalEqual => truth((a != 0) == (b != 0)),
        Op::LogicalNotEqual => truth((a != 0) != (b != 0)),
        Op::IEqual => truth(a == b),
        Op::INotEqual => truth(a != b),
        Op::ULessThan => truth(a < b),
        Op::SLessThan => truth(x < y),
        Op::UGreaterThan => truth(a > b),
        Op::SGreaterThan => truth(x > y),
        Op::ULessThanEqual => truth(a <= b),
        Op::SLessThanEqual => truth(x <= y),
        Op::UGreaterThanEqual => truth(a >= b),
        Op::SGreaterThanEqual => truth(x >= y),
        Op::FAdd => Some((f + g).to_bits()),
        Op::FSub => Some((f - g).to_bits()),
        Op::FMul => Some((f * g).to_bits()),
        Op::FDiv => Some((f / g).to_bits()),
        Op::FOrdLessThan => truth(f < g),
        Op::FOrdGreaterThan => truth(f > g),
        Op::FOrdLessThanEqual => truth(f <= g),
        Op::FOrdGreaterThanEqual => truth(f >= g),
        _ => None,
    }
}

/// Returns the float of 32 bits that a float of 16 bits is.
pub(super) fn single(half: u32) -> f32 {
    let sign = if half & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = ((half >> 10) & 31, half & 0x3ff);
    let whole = |bits: u32| f32::from(u16::try_from(bits).unwrap_or(0));
    let magnitude = match exponent {
        0 => whole(fraction) * f32::from_bits((127 - 24) << 23),
        31 if fraction == 0 => f32::INFINITY,
        31 => f32::NAN,
        _ => whole(fraction | 0x400) * f32::from_bits((exponent + 127 - 25) << 23),
    };
    sign * magnitude
}

/// Returns the float of 32 bits that is the nearest one to a float of 64 bits.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the nearest float is what is wanted"
)]
pub(super) const fn narrow(number: f64) -> f32 {
    number as f32
}

/// Returns a float with the precision of one of 16 bits.
fn quantized(number: f32) -> f32 {
    if !number.is_finite() {
        return number;
    }
    let magnitude = number.abs();
    let result = if magnitude < f32::from_bits((127 - 14) << 23) {
        0.0
    } else if magnitude >= 65_520.0 {
        f32::INFINITY
    } else {
        // Ten bits stay behind the first one, rounded to even.
        let bits = magnitude.to_bits();
        let half = 0xfff + ((bits >> 13) & 1);
        f32::from_bits((bits + half) & !0x1fff)
    };
    result.copysign(number)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the nearest float is what is wanted"
)]
const fn nearest(number: i64) -> f32 {
    number as f32
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the fraction is what is left out"
)]
const fn truncated(number: f32) -> i32 {
    number as i32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the fraction is what is left out"
)]
const fn truncated_unsigned(number: f32) -> u32 {
    number as u32
}

#[cfg(test)]
mod tests {
    use super::{quantized, single};

    #[test]
    fn floats_of_16_bits_are_floats_of_32() {
        for (half, expected) in [
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x3555, 0.333_251_95),
            (0x7bff, 65504.0),
            (0x0001, 5.960_464_5e-8),
            (0x7c00, f32::INFINITY),
        ] {
            assert_eq!(single(half), expected, "{half:#x}");
        }
        assert!(single(0x7e00).is_nan());
    }

    #[test]
    fn floats_are_rounded_to_16_bits() {
        for (number, expected) in [
            (1.0, 1.0),
            (1.0 + 1.0 / 2048.0, 1.0),
            (1.0 + 3.0 / 2048.0, 1.0 + 2.0 / 1024.0),
            (-65519.0, -65504.0),
            (65520.0, f32::INFINITY),
            (1e-7, 0.0),
        ] {
            assert_eq!(quantized(number), expected, "{number}");
        }
    }
}
