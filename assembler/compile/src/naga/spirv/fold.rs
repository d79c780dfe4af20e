//! Operations on constants, component by component.

use ::naga::ScalarKind;
use ::spirv::Op;
use half::f16;

use super::super::cast::{nearest, truncated, truncated_unsigned};
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
    if types.iter().any(|ty| reader.types.width(*ty) != 32 && !is_float(ty)) {
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
        Op::QuantizeToF16 => f16::from_f32(f32::from_bits(a)).to_f32().to_bits(),
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
    let boolean = |holds: bool| Some(u32::from(holds));
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
        Op::LogicalOr => boolean(a != 0 || b != 0),
        Op::LogicalAnd => boolean(a != 0 && b != 0),
        Op::LogicalEqual => boolean((a != 0) == (b != 0)),
        Op::LogicalNotEqual => boolean((a != 0) != (b != 0)),
        Op::IEqual => boolean(a == b),
        Op::INotEqual => boolean(a != b),
        Op::ULessThan => boolean(a < b),
        Op::SLessThan => boolean(x < y),
        Op::UGreaterThan => boolean(a > b),
        Op::SGreaterThan => boolean(x > y),
        Op::ULessThanEqual => boolean(a <= b),
        Op::SLessThanEqual => boolean(x <= y),
        Op::UGreaterThanEqual => boolean(a >= b),
        Op::SGreaterThanEqual => boolean(x >= y),
        Op::FAdd => Some((f + g).to_bits()),
        Op::FSub => Some((f - g).to_bits()),
        Op::FMul => Some((f * g).to_bits()),
        Op::FDiv => Some((f / g).to_bits()),
        Op::FOrdLessThan => boolean(f < g),
        Op::FOrdGreaterThan => boolean(f > g),
        Op::FOrdLessThanEqual => boolean(f <= g),
        Op::FOrdGreaterThanEqual => boolean(f >= g),
        _ => None,
    }
}
