//! Instruction arithmetic. Numbers are `f32`, as in emulators that were tested against the hardware.
//!
//! Shared by [`Machine`](crate::Machine) and [`Batch`](crate::Batch): a component is an array with the numbers of all
//! vertices that execute the instruction together.

use pica200_objfmt::isa::opcode::Opcode;

/// Computes `a * b`, where 0 times an infinity is 0. The product is NaN if a factor is NaN, even if the other one is 0.
///
/// This follows tested emulators, which return 0 where `f32` returns NaN although neither factor is NaN. Notes about
/// the hardware that state 0 for 0 times NaN cite the same emulators. The sign of such a zero is unknown; it is
/// positive here.
#[inline(always)]
pub(crate) fn multiply(a: f32, b: f32) -> f32 {
    let product = a * b;
    if product.is_nan() & !a.is_nan() & !b.is_nan() {
        0.0
    } else {
        product
    }
}

/// Computes `a > b ? a : b`: returns the second operand if either is NaN, and if both are zeros.
#[inline(always)]
pub(crate) fn maximum(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Computes `a < b ? a : b`: returns the second operand if either is NaN, and if both are zeros.
#[inline(always)]
pub(crate) fn minimum(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline(always)]
fn flag(holds: bool) -> f32 {
    if holds { 1.0 } else { 0.0 }
}

/// Applies an operation to one component of `N` vertices.
#[inline(always)]
fn each<T, const N: usize>(a: [f32; N], b: [f32; N], operation: impl Fn(f32, f32) -> T) -> [T; N] {
    std::array::from_fn(|vertex| operation(a[vertex], b[vertex]))
}

/// Applies a function to the numbers of all vertices. Unlike the method of arrays, it is always inlined.
#[inline(always)]
pub(crate) fn map<const N: usize>(mut numbers: [f32; N], function: impl Fn(f32) -> f32) -> [f32; N] {
    for number in &mut numbers {
        *number = function(*number);
    }
    numbers
}

/// Returns true if any number is NaN.
#[inline(always)]
fn has_nan<const N: usize>(numbers: [f32; N]) -> bool {
    numbers.iter().fold(false, |found, number| found | number.is_nan())
}

/// Computes products like [`multiply`], with a fast path for `f32` products that are not NaN.
#[inline(always)]
fn products<const N: usize>(a: [f32; N], b: [f32; N]) -> [f32; N] {
    let quick = each(a, b, |a, b| a * b);
    if has_nan(quick) { each(a, b, multiply) } else { quick }
}

/// Returns the dot product of the first components, summed from 0 in the order x, y, z, w.
#[inline(always)]
fn dot<const N: usize, const COMPONENTS: usize>(
    a: impl Fn(usize) -> [f32; N],
    b: impl Fn(usize) -> [f32; N],
) -> [f32; N] {
    let mut quick = [0.0; N];
    for component in 0..COMPONENTS {
        let products = each(a(component), b(component), |a, b| a * b);
        quick = each(quick, products, |sum, product| sum + product);
    }
    // A NaN product makes the sum NaN.
    if !has_nan(quick) {
        return quick;
    }
    let mut sum = [0.0; N];
    for component in 0..COMPONENTS {
        let products = each(a(component), b(component), multiply);
        sum = each(sum, products, |sum, product| sum + product);
    }
    sum
}

/// Computes a component of the lighting instruction, of which only an approximation is known. It clamps `x` and `w` to
/// at least 0 and `y` to the range of an exponent; the result for `z` is unknown, and is 0 here. [`lighting_flags`]
/// returns its flags.
fn lighting(component: usize, number: f32) -> f32 {
    /// The highest number with 8 integer bits and 8 fraction bits.
    const HIGHEST: f32 = 127.996_09;
    match component {
        1 => maximum(minimum(number, HIGHEST), -HIGHEST),
        2 => 0.0,
        _ => maximum(number, 0.0),
    }
}

/// Returns the flags that the lighting instruction sets for `x` and `w` of its source: bit 0 for `x` at least 0, bit 1
/// for `w` at least 0. A program from an emulator's test suite demonstrates it on consoles.
#[inline(always)]
pub(crate) fn lighting_flags<const N: usize>(x: [f32; N], w: [f32; N]) -> [[u32; N]; 2] {
    [x, w].map(|numbers| numbers.map(|number| if number >= 0.0 { u32::MAX } else { 0 }))
}

/// Computes the reciprocal square root. The root of -0 is -0, but consoles return positive infinity for it, as a
/// published hardware test shows.
fn reciprocal_sqrt(number: f32) -> f32 {
    1.0 / number.sqrt().abs()
}

/// The operands of an instruction for `N` vertices: for each component, the numbers of all vertices.
pub(crate) trait Operands<const N: usize> {
    /// Returns a component of an existing source.
    fn source(&self, operand: usize, component: usize) -> [f32; N];

    /// Returns true if a component of the result is needed.
    fn is_written(&self, component: usize) -> bool;

    /// Stores a component of the result. Sources of higher components, and the same component of all sources, may be
    /// read later.
    fn write(&mut self, component: usize, numbers: [f32; N]);
}

/// Writes each component of a result.
#[inline(always)]
fn components<const N: usize, O: Operands<N>>(operands: &mut O, result: impl Fn(&O, usize) -> [f32; N]) {
    for component in 0..4 {
        if operands.is_written(component) {
            operands.write(component, result(operands, component));
        }
    }
}

/// Writes each component of the result of a componentwise function of two operands.
#[inline(always)]
fn both<const N: usize>(operands: &mut impl Operands<N>, operation: impl Fn(f32, f32) -> f32 + Copy) {
    components(operands, |operands, n| {
        each(operands.source(0, n), operands.source(1, n), operation)
    });
}

/// Writes a number to all components.
#[inline(always)]
fn splat<const N: usize>(operands: &mut impl Operands<N>, numbers: [f32; N]) {
    components(operands, |_, _| numbers);
}

/// Computes the result of an instruction that writes a vector. Returns true for such an instruction.
///
/// `ex2`, `lg2`, `rcp` and `rsq` have `f32` precision, because the rounding of the hardware is unknown. `rsq` of a
/// negative number is NaN, and of -0 positive infinity; `lg2` of a zero is negative infinity, and of a negative number
/// NaN. The `f32` functions for the first two come from the operating system; their last bits differ.
#[inline(always)]
pub(crate) fn compute<const N: usize, O: Operands<N>>(opcode: Opcode, operands: &mut O) -> bool {
    match opcode {
        Opcode::Add => both(operands, |a, b| a + b),
        Opcode::Mul => components(operands, |of, n| products(of.source(0, n), of.source(1, n))),
        Opcode::Mad | Opcode::Madi => components(operands, |of, n| {
            let product = products(of.source(0, n), of.source(1, n));
            each(product, of.source(2, n), |a, b| a + b)
        }),
        Opcode::Mov => components(operands, |of, n| of.source(0, n)),
        Opcode::Dp3 => {
            let sum = dot::<N, 3>(|n| operands.source(0, n), |n| operands.source(1, n));
            splat(operands, sum);
        }
        Opcode::Dp4 => {
            let sum = dot::<N, 4>(|n| operands.source(0, n), |n| operands.source(1, n));
            splat(operands, sum);
        }
        Opcode::Dph | Opcode::Dphi => {
            let with_1 = |n| {
                if n == 3 { [1.0; N] } else { operands.source(0, n) }
            };
            let sum = dot::<N, 4>(with_1, |n| operands.source(1, n));
            splat(operands, sum);
        }
        Opcode::Max => both(operands, maximum),
        Opcode::Min => both(operands, minimum),
        Opcode::Sge | Opcode::Sgei => both(operands, |a, b| flag(a >= b)),
        Opcode::Slt | Opcode::Slti => both(operands, |a, b| flag(a < b)),
        Opcode::Flr => components(operands, |of, n| map(of.source(0, n), f32::floor)),
        Opcode::Rcp => splat(operands, map(operands.source(0, 0), |x| 1.0 / x)),
        Opcode::Rsq => splat(operands, map(operands.source(0, 0), reciprocal_sqrt)),
        Opcode::Ex2 => splat(operands, map(operands.source(0, 0), libm::exp2f)),
        Opcode::Lg2 => splat(operands, map(operands.source(0, 0), libm::log2f)),
        Opcode::Dst | Opcode::Dsti => components(operands, |of, n| match n {
            0 => [1.0; N],
            1 => products(of.source(0, n), of.source(1, n)),
            2 => of.source(0, n),
            _ => of.source(1, n),
        }),
        Opcode::Litp => components(operands, |of, n| map(of.source(0, n), |number| lighting(n, number))),
        _ => return false,
    }
    true
}

/// Rounds `value` toward zero to the nearest float24; see [`Float24::from_f32`]. NaN stays NaN, unlike in the
/// conversion of constants in files. Numbers that are too large become infinities, and numbers that are too small
/// become zeros.
///
/// [`Float24::from_f32`]: pica200_objfmt::isa::float24::Float24::from_f32
#[inline(always)]
pub(crate) fn truncate_to_float24(value: f32) -> f32 {
    /// The bits of 2^-62, the smallest normal magnitude, and of 2^64, above the largest.
    const LOWEST: i32 = (127 - 62) << 23;
    const HIGHEST: i32 = (127 + 64) << 23;
    const INFINITY: i32 = f32::INFINITY.to_bits().cast_signed();
    const LOST: i32 = (1 << 7) - 1;
    let bits = value.to_bits().cast_signed();
    let magnitude = bits & i32::MAX;
    let kept = if magnitude < LOWEST { 0 } else { magnitude & !LOST };
    let kept = if magnitude >= HIGHEST { INFINITY } else { kept };
    let kept = if magnitude > INFINITY { magnitude } else { kept };
    f32::from_bits((kept | bits & i32::MIN).cast_unsigned())
}

/// Converts a number for `mova`: truncates to an integer. The hardware's result for numbers far outside the useful
/// range is unknown; here it is the nearest 32-bit integer, which is treated as out of range, and 0 for NaN.
#[expect(clippy::cast_possible_truncation, reason = "the conversion saturates as intended")]
pub(crate) fn truncate_to_integer(value: f32) -> i32 {
    value as i32
}

/// Evaluates a comparison for each of `N` vertices: all bits set if it holds, else 0. With NaN, only `ne` holds. The
/// operators 6 and 7 have no name; they are assumed to hold always, which is not known for certain.
#[inline(always)]
pub(crate) fn compare<const N: usize>(operator: u8, a: [f32; N], b: [f32; N]) -> [u32; N] {
    const fn bits(holds: bool) -> u32 {
        if holds { u32::MAX } else { 0 }
    }
    match operator {
        0 => each(a, b, |a, b| bits(a == b)),
        1 => each(a, b, |a, b| bits(a != b)),
        2 => each(a, b, |a, b| bits(a < b)),
        3 => each(a, b, |a, b| bits(a <= b)),
        4 => each(a, b, |a, b| bits(a > b)),
        5 => each(a, b, |a, b| bits(a >= b)),
        _ => [u32::MAX; N],
    }
}

#[cfg(test)]
mod tests {
    use pica200_objfmt::isa::float24::Float24;

    use super::*;

    const NAN: f32 = f32::NAN;
    const INF: f32 = f32::INFINITY;

    #[test]
    fn operators_by_number() {
        // eq ne lt le gt ge, for less, equal, greater and NaN.
        let table = [
            (1.0, 2.0, [false, true, true, true, false, false]),
            (0.0, -0.0, [true, false, false, true, false, true]),
            (2.0, 1.0, [false, true, false, false, true, true]),
            (NAN, NAN, [false, true, false, false, false, false]),
        ];
        for (a, b, expected) in table {
            for (operator, holds) in (0..).zip(expected) {
                let expected = if holds { u32::MAX } else { 0 };
                assert_eq!(compare(operator, [a], [b]), [expected], "{operator} {a} {b}");
            }
        }
        assert_eq!([compare(6, [1.0], [2.0]), compare(7, [NAN], [NAN])], [[u32::MAX]; 2]);
    }

    #[test]
    fn addresses_lose_what_is_behind_the_point() {
        for (value, expected) in [(1.9, 1), (-1.9, -1), (-0.5, 0), (300.0, 300), (NAN, 0)] {
            assert_eq!(truncate_to_integer(value), expected, "{value}");
        }
        assert_eq!([INF, -INF].map(truncate_to_integer), [i32::MAX, i32::MIN]);
    }

    #[test]
    fn float24_cuts_off() {
        // 16 fraction bits: 1 + 2^-16 + 2^-17 loses the last.
        let last = 1.0 / 65536.0;
        assert_eq!(truncate_to_float24(1.0 + last + last / 2.0), 1.0 + last);
        assert_eq!(truncate_to_float24(-1.0 - last / 2.0), -1.0);
        assert_eq!(truncate_to_float24(1e30), INF);
        assert_eq!(truncate_to_float24(1e-30).to_bits(), 0);
        assert!(truncate_to_float24(NAN).is_nan());
    }

    #[test]
    fn float24_is_that_of_files() {
        // All exponents and signs, with mantissas around the bits that are lost.
        for high in 0..=u32::from(u16::MAX) {
            for low in [0, 1, 0x7F, 0x80, 0x81, 0xFFFF] {
                let value = f32::from_bits(high << 16 | low);
                let expected = if value.is_nan() {
                    value
                } else {
                    Float24::from_f32(value).to_f32()
                };
                assert_eq!(truncate_to_float24(value).to_bits(), expected.to_bits(), "{value:e}");
            }
        }
    }
}
