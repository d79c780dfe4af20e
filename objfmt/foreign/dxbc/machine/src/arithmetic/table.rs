//! Mapping from opcodes to functions.

use pica200_dxbc::program::Opcode;

use super::float::{self, compare, dot, one, two};
use super::{double, each, each2, each3, flag, half, integer, pairs};
use crate::registers::Vector;

/// A function that computes the results of an instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Compute {
    One(fn(Vector) -> Vector),
    Two(fn(Vector, Vector) -> Vector),
    Three(fn(Vector, Vector, Vector) -> Vector),
    Four(fn([Vector; 4]) -> Vector),
    /// Two results.
    OneToPair(fn(Vector) -> [Vector; 2]),
    TwoToPair(fn(Vector, Vector) -> [Vector; 2]),
    ThreeToPair(fn(Vector, Vector, Vector) -> [Vector; 2]),
    /// From the mask of the destination and the sources; unused sources are zero.
    Double(fn(u8, &[Vector; 3]) -> Vector),
}

/// The number type of an operand, which determines modifiers and saturation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NumberType {
    Float,
    Integer,
    Double,
}

impl NumberType {
    /// Returns the function that clamps results of this type. Integers are not clamped.
    pub(crate) const fn saturation(self) -> Option<fn(Vector) -> Vector> {
        match self {
            Self::Float => Some(float::saturated),
            Self::Integer => None,
            Self::Double => Some(double::saturated),
        }
    }
}

/// The computation of an opcode.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The type of the sources. The first source of `dmovc` is tested bit by bit and has no type.
    pub(crate) sources: NumberType,
    pub(crate) results: NumberType,
    pub(crate) compute: Compute,
}

/// Returns the entry of an opcode that computes values from values, or `None` for other opcodes.
pub(crate) fn row(opcode: Opcode) -> Option<Row> {
    use NumberType::{Double, Float, Integer};
    let row = |(sources, results), compute| Row {
        sources,
        results,
        compute,
    };
    let groups = [
        (moves(opcode), (Float, Float)),
        (floats(opcode), (Float, Float)),
        (float_tests(opcode), (Float, Integer)),
        (integers(opcode), (Integer, Integer)),
        (bits(opcode), (Integer, Integer)),
        (conversions(opcode), (Integer, Float)),
        (doubles(opcode), (Double, Double)),
        (double_tests(opcode), (Double, Integer)),
    ];
    let found = groups
        .into_iter()
        .find_map(|(compute, kinds)| Some(row(kinds, compute?)));
    found.or_else(|| double_conversion(opcode).map(|(kinds, compute)| row(kinds, compute)))
}

fn moves(opcode: Opcode) -> Option<Compute> {
    use Compute::{One, Three, ThreeToPair};
    Some(match opcode {
        Opcode::MOV => One(|a| a),
        Opcode::MOVC => Three(|test, a, b| each3(test, a, b, |test, a, b| if test != 0 { a } else { b })),
        Opcode::SWAPC => ThreeToPair(|test, a, b| {
            let choose = |test, a, b| if test != 0 { b } else { a };
            [each3(test, a, b, choose), each3(test, b, a, choose)]
        }),
        _ => return None,
    })
}

fn floats(opcode: Opcode) -> Option<Compute> {
    use Compute::{One, OneToPair, Three, Two};
    Some(match opcode {
        Opcode::ADD => Two(|a, b| two(a, b, |a, b| a + b)),
        Opcode::MUL => Two(|a, b| two(a, b, |a, b| a * b)),
        Opcode::MAD => Three(float::mad),
        Opcode::DIV => Two(|a, b| two(a, b, |a, b| a / b)),
        Opcode::MIN => Two(|a, b| two(a, b, f32::min)),
        Opcode::MAX => Two(|a, b| two(a, b, f32::max)),
        Opcode::DP2 => Two(dot::<2>),
        Opcode::DP3 => Two(dot::<3>),
        Opcode::DP4 => Two(dot::<4>),
        Opcode::FRC => One(|a| one(a, |a| a - a.floor())),
        Opcode::ROUND_NE => One(|a| one(a, f32::round_ties_even)),
        Opcode::ROUND_NI => One(|a| one(a, f32::floor)),
        Opcode::ROUND_PI => One(|a| one(a, f32::ceil)),
        Opcode::ROUND_Z => One(|a| one(a, f32::trunc)),
        Opcode::EXP => One(|a| one(a, libm::exp2f)),
        Opcode::LOG => One(|a| one(a, libm::log2f)),
        Opcode::SQRT => One(|a| one(a, f32::sqrt)),
        Opcode::RSQ => One(|a| one(a, |a| 1.0 / a.sqrt())),
        Opcode::RCP => One(|a| one(a, f32::recip)),
        Opcode::SINCOS => OneToPair(float::sincos),
        _ => return None,
    })
}

fn float_tests(opcode: Opcode) -> Option<Compute> {
    use Compute::{One, Two};
    Some(match opcode {
        Opcode::EQ => Two(|a, b| compare(a, b, f32::eq)),
        Opcode::NE => Two(|a, b| compare(a, b, f32::ne)),
        Opcode::GE => Two(|a, b| compare(a, b, f32::ge)),
        Opcode::LT => Two(|a, b| compare(a, b, f32::lt)),
        Opcode::FTOI => One(|a| each(a, |a| double::to_signed(f32::from_bits(a).into()))),
        Opcode::FTOU => One(|a| each(a, |a| double::to_unsigned(f32::from_bits(a).into()))),
        Opcode::F32TOF16 => One(|a| each(a, half::from_single)),
        _ => return None,
    })
}

fn integers(opcode: Opcode) -> Option<Compute> {
    use Compute::{One, Three, Two, TwoToPair};
    use integer::signed;
    Some(match opcode {
        Opcode::IADD => Two(|a, b| each2(a, b, u32::wrapping_add)),
        Opcode::IMAD | Opcode::UMAD => Three(integer::mad),
        Opcode::IMUL => TwoToPair(|a, b| pairs(a, b, integer::multiply_signed)),
        Opcode::UMUL => TwoToPair(|a, b| pairs(a, b, integer::multiply_unsigned)),
        Opcode::UDIV => TwoToPair(|a, b| pairs(a, b, integer::divide)),
        Opcode::UADDC => TwoToPair(|a, b| pairs(a, b, integer::add_with_carry)),
        Opcode::USUBB => TwoToPair(|a, b| pairs(a, b, integer::subtract_with_borrow)),
        Opcode::INEG => One(|a| each(a, u32::wrapping_neg)),
        Opcode::IMAX => Two(|a, b| each2(a, b, |a, b| signed(a, b, i32::max))),
        Opcode::IMIN => Two(|a, b| each2(a, b, |a, b| signed(a, b, i32::min))),
        Opcode::UMAX => Two(|a, b| each2(a, b, u32::max)),
        Opcode::UMIN => Two(|a, b| each2(a, b, u32::min)),
        Opcode::IEQ => Two(|a, b| each2(a, b, |a, b| flag(a == b))),
        Opcode::INE => Two(|a, b| each2(a, b, |a, b| flag(a != b))),
        Opcode::IGE => Two(|a, b| each2(a, b, |a, b| integer::compare(a, b, i32::ge))),
        Opcode::ILT => Two(|a, b| each2(a, b, |a, b| integer::compare(a, b, i32::lt))),
        Opcode::UGE => Two(|a, b| each2(a, b, |a, b| flag(a >= b))),
        Opcode::ULT => Two(|a, b| each2(a, b, |a, b| flag(a < b))),
        Opcode::MSAD => Three(|a, b, c| each3(a, b, c, integer::byte_differences)),
        _ => return None,
    })
}

fn bits(opcode: Opcode) -> Option<Compute> {
    use Compute::{Four, One, Three, Two};
    Some(match opcode {
        Opcode::AND => Two(|a, b| each2(a, b, |a, b| a & b)),
        Opcode::OR => Two(|a, b| each2(a, b, |a, b| a | b)),
        Opcode::XOR => Two(|a, b| each2(a, b, |a, b| a ^ b)),
        Opcode::NOT => One(|a| each(a, |a| !a)),
        Opcode::ISHL => Two(|a, b| each2(a, b, u32::wrapping_shl)),
        Opcode::ISHR => Two(|a, b| each2(a, b, integer::shift_right_signed)),
        Opcode::USHR => Two(|a, b| each2(a, b, u32::wrapping_shr)),
        Opcode::UBFE => Three(|a, b, c| each3(a, b, c, integer::extract_unsigned)),
        Opcode::IBFE => Three(|a, b, c| each3(a, b, c, integer::extract_signed)),
        Opcode::BFI => Four(|[width, offset, from, into]| {
            std::array::from_fn(|n| integer::insert(width[n], offset[n], from[n], into[n]))
        }),
        Opcode::BFREV => One(|a| each(a, u32::reverse_bits)),
        Opcode::COUNTBITS => One(|a| each(a, u32::count_ones)),
        Opcode::FIRSTBIT_HI => One(|a| each(a, integer::highest_bit)),
        Opcode::FIRSTBIT_LO => One(|a| each(a, integer::lowest_bit)),
        Opcode::FIRSTBIT_SHI => One(|a| each(a, integer::highest_bit_signed)),
        Opcode::CHECK_ACCESS_FULLY_MAPPED => One(|a| each(a, |a| flag(a != 0))),
        _ => return None,
    })
}

fn conversions(opcode: Opcode) -> Option<Compute> {
    use Compute::One;
    Some(match opcode {
        Opcode::ITOF => One(|a| each(a, float::from_signed)),
        Opcode::UTOF => One(|a| each(a, float::from_unsigned)),
        Opcode::F16TOF32 => One(|a| each(a, half::to_single)),
        _ => return None,
    })
}

fn doubles(opcode: Opcode) -> Option<Compute> {
    use Compute::Double;
    Some(match opcode {
        Opcode::DADD => Double(|_, sources| double::two(sources, |a, b| a + b)),
        Opcode::DMUL => Double(|_, sources| double::two(sources, |a, b| a * b)),
        Opcode::DDIV => Double(|_, sources| double::two(sources, |a, b| a / b)),
        Opcode::DMIN => Double(|_, sources| double::two(sources, f64::min)),
        Opcode::DMAX => Double(|_, sources| double::two(sources, f64::max)),
        Opcode::DFMA => Double(|_, sources| double::multiply_add(sources)),
        Opcode::DRCP => Double(|_, sources| double::one(sources, f64::recip)),
        Opcode::DMOV => Double(|_, sources| sources[0]),
        Opcode::DMOVC => Double(|_, sources| double::choose(sources)),
        _ => return None,
    })
}

fn double_tests(opcode: Opcode) -> Option<Compute> {
    use Compute::Double;
    Some(match opcode {
        Opcode::DEQ => Double(|mask, sources| double::compare(mask, sources, f64::eq)),
        Opcode::DNE => Double(|mask, sources| double::compare(mask, sources, f64::ne)),
        Opcode::DGE => Double(|mask, sources| double::compare(mask, sources, f64::ge)),
        Opcode::DLT => Double(|mask, sources| double::compare(mask, sources, f64::lt)),
        _ => return None,
    })
}

fn double_conversion(opcode: Opcode) -> Option<((NumberType, NumberType), Compute)> {
    use Compute::Double as Function;
    use NumberType::{Double, Float, Integer};
    Some(match opcode {
        Opcode::DTOF => (
            (Double, Float),
            Function(|mask, sources| double::narrow(mask, sources, double::to_single)),
        ),
        Opcode::DTOI => (
            (Double, Integer),
            Function(|mask, sources| double::narrow(mask, sources, double::to_signed)),
        ),
        Opcode::DTOU => (
            (Double, Integer),
            Function(|mask, sources| double::narrow(mask, sources, double::to_unsigned)),
        ),
        Opcode::FTOD => (
            (Float, Double),
            Function(|mask, sources| double::widen(mask, sources, |a| f32::from_bits(a).into())),
        ),
        Opcode::ITOD => (
            (Integer, Double),
            Function(|mask, sources| double::widen(mask, sources, |a| a.cast_signed().into())),
        ),
        Opcode::UTOD => (
            (Integer, Double),
            Function(|mask, sources| double::widen(mask, sources, f64::from)),
        ),
        _ => return None,
    })
}
