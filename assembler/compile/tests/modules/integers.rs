//! Operations on integers, compared with Rust, for numbers up to 2^17 in magnitude.

use pica200_compile::Options;
use pica200_machine::Precision;

use crate::random::Random;
use crate::translated::{Failure, Translated};

/// The largest magnitude of integers that the GPU represents exactly.
const LARGEST: i64 = 1 << 17;

/// How many numbers each operation is tried for, beside those at ends of ranges.
const NUMBERS: usize = 400;
/// The same in a long run.
const MANY: usize = 100_000;

/// The range of the second operand.
#[derive(Clone, Copy)]
enum Second {
    /// Any integer.
    Any,
    /// A number of bits.
    Count,
    /// An integer other than 0.
    Divisor,
}

/// An expression of `a` and `b`, the numbers to try, and the expected function.
type Case<T> = (&'static str, Second, fn(T, T) -> i64);

use Second::{Any, Count, Divisor};

const SIGNED: &[Case<i32>] = &[
    ("a & 1", Any, |a, _| (a & 1).into()),
    ("a & 6", Any, |a, _| (a & 6).into()),
    ("a & 255", Any, |a, _| (a & 255).into()),
    ("a & 0x155", Any, |a, _| (a & 0x155).into()),
    ("a & 0x1f0f3", Any, |a, _| (a & 0x1_f0f3).into()),
    ("a & -4", Any, |a, _| (a & -4).into()),
    ("a & ~3", Any, |a, _| (a & !3).into()),
    ("a & ~0x50", Any, |a, _| (a & !0x50).into()),
    ("a & 0x7fffffff", Any, |a, _| (a & 0x7fff_ffff).into()),
    ("a & -1", Any, |a, _| a.into()),
    ("a & 0", Any, |_, _| 0),
    ("~a", Any, |a, _| (!a).into()),
    ("~a & 0xf0", Any, |a, _| (!a & 0xf0).into()),
    ("a | 1", Any, |a, _| (a | 1).into()),
    ("a | 0x1234", Any, |a, _| (a | 0x1234).into()),
    ("a | -16", Any, |a, _| (a | -16).into()),
    ("a ^ 1", Any, |a, _| (a ^ 1).into()),
    ("a ^ 0x10f5", Any, |a, _| (a ^ 0x10f5).into()),
    ("a ^ -1", Any, |a, _| (!a).into()),
    ("(a | 0x10008) & 0x1001f", Any, |a, _| {
        ((a | 0x1_0008) & 0x1_001f).into()
    }),
    ("(a ^ 0x7f000003) & 15", Any, |a, _| ((a ^ 0x7f00_0003) & 15).into()),
    ("((a << 3u) & 0x18) | (b & 7)", Any, |a, b| {
        (((a << 3) & 0x18) | (b & 7)).into()
    }),
    ("(a & 255) & b", Any, |a, b| (a & 255 & b).into()),
    ("(a & 15) | (b & 255)", Any, |a, b| ((a & 15) | (b & 255)).into()),
    ("(a & 0x1fc) ^ (b & 0x3f)", Any, |a, b| {
        ((a & 0x1fc) ^ (b & 0x3f)).into()
    }),
    ("(a & 127) | b", Any, |a, b| ((a & 127) | b).into()),
    ("(a & 127) ^ b", Any, |a, b| ((a & 127) ^ b).into()),
    ("(a & 0x1ffff) ^ (b & 0x1ffff)", Any, |a, b| ((a ^ b) & 0x1_ffff).into()),
    ("clamp(a, -8, 7) & clamp(b, -100, 60)", Any, |a, b| {
        (a.clamp(-8, 7) & b.clamp(-100, 60)).into()
    }),
    ("clamp(a, -8, 7) ^ clamp(b, -100, 60)", Any, |a, b| {
        (a.clamp(-8, 7) ^ b.clamp(-100, 60)).into()
    }),
    ("a << u32(b)", Count, |a, b| i64::from(a) << b),
    ("1 << u32(b)", Count, |_, b| 1 << b),
    ("a >> u32(b)", Count, |a, b| (a >> b).into()),
    ("(a >> u32(b)) & 1", Count, |a, b| ((a >> b) & 1).into()),
    ("(a >> 5u) & 0x33", Any, |a, _| ((a >> 5) & 0x33).into()),
    ("(a >> 40u % 32u) & 3", Any, |a, _| ((a >> 8) & 3).into()),
    ("(a << 4u) >> 2u", Any, |a, _| i64::from(a) << 2),
    ("select(a, b, (a & 32) != 0)", Any, |a, b| {
        if a & 32 == 0 { a } else { b }.into()
    }),
    ("select(a, b, (a & 48) == 0)", Any, |a, b| {
        if a & 48 == 0 { b } else { a }.into()
    }),
    ("select(a, b, (a & 64) == 64)", Any, |a, b| {
        if a & 64 == 0 { a } else { b }.into()
    }),
    ("select(a, b, (a & -64) != 0)", Any, |a, b| {
        if a & -64 == 0 { a } else { b }.into()
    }),
    ("select(0, -1, a < b) & a", Any, |a, b| if a < b { a } else { 0 }.into()),
    ("select(0, -1, a < b) | a", Any, |a, b| {
        if a < b { -1 } else { a }.into()
    }),
    ("select(0, -1, a < b) ^ a", Any, |a, b| {
        if a < b { !a } else { a }.into()
    }),
    ("~select(0, -1, a < b) & a", Any, |a, b| {
        if a < b { 0 } else { a }.into()
    }),
    (
        "(select(0, -1, a < b) & a) | (select(-1, 0, a < b) & b)",
        Any,
        |a, b| a.min(b).into(),
    ),
    ("select(0, -1, a < b) & select(0, -1, a > 5) & 3", Any, |a, b| {
        if a < b && a > 5 { 3 } else { 0 }
    }),
    ("i32(a < b) ^ i32(a > 5)", Any, |a, b| ((a < b) ^ (a > 5)).into()),
    ("i32(a < b) | i32(a > 5)", Any, |a, b| ((a < b) | (a > 5)).into()),
    ("select(1, 2, a == -2147483648)", Any, |_, _| 1),
    ("select(1, 2, a >= -2147483647)", Any, |_, _| 2),
    ("min(a, 1000000)", Any, |a, _| a.into()),
    ("max(a, 1000000) - 1000000", Any, |_, _| 0),
    ("a / b", Divisor, |a, b| (a / b).into()),
    ("a % b", Divisor, |a, b| (a % b).into()),
    ("a / 8", Any, |a, _| (a / 8).into()),
    ("a % 8", Any, |a, _| (a % 8).into()),
    ("a / 7", Any, |a, _| (a / 7).into()),
    ("a % -7", Any, |a, _| (a % -7).into()),
    ("abs(a)", Any, |a, _| a.abs().into()),
    ("sign(a)", Any, |a, _| a.signum().into()),
    ("min(a, b)", Any, |a, b| a.min(b).into()),
    ("clamp(a, -5, 70)", Any, |a, _| a.clamp(-5, 70).into()),
    ("extractBits(a, 3u, 5u)", Any, |a, _| ((a << 24) >> 27).into()),
    ("extractBits(a, 0u, 32u)", Any, |a, _| a.into()),
    ("extractBits(a, 3u, 0u)", Any, |_, _| 0),
    ("extractBits(a, u32(b), 4u)", Count, |a, b| {
        ((a >> b) << 28 >> 28).into()
    }),
    ("extractBits(a, 2u, u32(b))", Count, |a, b| {
        if b == 0 {
            0
        } else {
            ((a >> 2) << (32 - b) >> (32 - b)).into()
        }
    }),
    ("insertBits(a, b, 4u, 5u)", Any, |a, b| {
        ((a & !0x1f0) | ((b & 31) << 4)).into()
    }),
    ("insertBits(a, 5, u32(b), 3u)", Count, |a, b| {
        ((i64::from(a)) & !(7 << b)) | (5 << b)
    }),
    ("countOneBits(a)", Any, |a, _| a.count_ones().into()),
    ("countOneBits(a & 0x3c)", Any, |a, _| (a & 0x3c).count_ones().into()),
    ("firstLeadingBit(a)", Any, |a, _| {
        let bits = if a < 0 { !a } else { a };
        31 - i64::from(bits.leading_zeros())
    }),
    ("firstTrailingBit(a)", Any, |a, _| match a {
        0 => -1,
        _ => a.trailing_zeros().into(),
    }),
    ("countTrailingZeros(a)", Any, |a, _| a.trailing_zeros().into()),
    ("countLeadingZeros(a)", Any, |a, _| a.leading_zeros().into()),
    ("i32(reverseBits(0x50000000))", Any, |_, _| 10),
    ("bitcast<i32>(bitcast<f32>(a))", Any, |a, _| a.into()),
    (
        "bitcast<i32>(select(bitcast<f32>(a), bitcast<f32>(b), a < b))",
        Any,
        |a, b| if a < b { b } else { a }.into(),
    ),
    (
        "i32(bitcast<f32>(select(0, -1, a < b) & bitcast<i32>(f32(a) * 0.5)) * 2.0)",
        Any,
        |a, b| if a < b { a } else { 0 }.into(),
    ),
    ("i32(bitcast<f32>(select(0, -1, a < b) & 0x40400000))", Any, |a, b| {
        if a < b { 3 } else { 0 }
    }),
    ("i32(f32(a) * 0.25)", Any, |a, _| (a / 4).into()),
    ("i32(bool(a)) + i32(a != b)", Any, |a, b| {
        i64::from(a != 0) + i64::from(a != b)
    }),
    ("dot(vec2i(a & 15, 3), vec2i(b & 15, 5))", Any, |a, b| {
        ((a & 15) * (b & 15) + 15).into()
    }),
];

const UNSIGNED: &[Case<u32>] = &[
    ("a & 4u", Any, |a, _| (a & 4).into()),
    ("(a << 1u) & 2u", Any, |a, _| ((a << 1) & 2).into()),
    ("a & 0xfffffffeu", Any, |a, _| (a & 0xffff_fffe).into()),
    ("a & 0xffffffffu", Any, |a, _| a.into()),
    ("a & 0x00ff0000u", Any, |a, _| (a & 0x00ff_0000).into()),
    ("a & 0x10101u", Any, |a, _| (a & 0x1_0101).into()),
    ("~a & 0x1ffu", Any, |a, _| (!a & 0x1ff).into()),
    ("~(~a & ~3u)", Any, |a, _| (a | 3).into()),
    ("a | 0x100u", Any, |a, _| (a | 0x100).into()),
    ("a ^ 0x1ffffu", Any, |a, _| (a ^ 0x1_ffff).into()),
    ("(a ^ 0xffff0000u) & 0xffu", Any, |a, _| (a & 0xff).into()),
    ("((a & 255u) << 8u) | (b & 255u)", Any, |a, b| {
        (((a & 255) << 8) | (b & 255)).into()
    }),
    ("((a % 16u) << 4u) | (b / 16384u)", Any, |a, b| {
        (((a % 16) << 4) + b / 16384).into()
    }),
    ("(a & 255u) ^ b", Any, |a, b| ((a & 255) ^ b).into()),
    ("a << b", Count, |a, b| i64::from(a) << b),
    ("a >> b", Count, |a, b| (a >> b).into()),
    ("(a >> b) & 1u", Count, |a, b| ((a >> b) & 1).into()),
    ("(~a >> 16u) & 0xffffu", Any, |a, _| ((!a >> 16) & 0xffff).into()),
    ("select(0u, 0xffffffffu, a < b) >> 31u", Any, |a, b| (a < b).into()),
    ("select(0u, 0xffffffffu, a < b) & a", Any, |a, b| {
        if a < b { a.into() } else { 0 }
    }),
    ("select(5u, 6u, select(0xffffffffu, 0u, a < b) == 0u)", Any, |a, b| {
        if a < b { 6 } else { 5 }
    }),
    ("select(5u, 6u, a < 4294967295u)", Any, |_, _| 6),
    ("select(5u, 6u, a == 0xffffffffu)", Any, |_, _| 5),
    ("select(5u, 6u, ~a > b)", Any, |_, _| 6),
    (
        "select(5u, 6u, ~a == 4294967290u)",
        Any,
        |a, _| {
            if a == 5 { 6 } else { 5 }
        },
    ),
    ("min(~a, b)", Any, |_, b| b.into()),
    ("max(a, 5u)", Any, |a, _| a.max(5).into()),
    ("u32(bitcast<i32>(a) - 5 > 0)", Any, |a, _| (a > 5).into()),
    ("bitcast<u32>(~bitcast<i32>(a)) & 7u", Any, |a, _| (!a & 7).into()),
    ("a / b", Divisor, |a, b| (a / b).into()),
    ("a % b", Divisor, |a, b| (a % b).into()),
    ("a / 16u", Any, |a, _| (a / 16).into()),
    ("a % 3u", Any, |a, _| (a % 3).into()),
    ("a % 16u", Any, |a, _| (a % 16).into()),
    ("extractBits(a, 4u, 8u)", Any, |a, _| ((a >> 4) & 255).into()),
    ("extractBits(a, b, 5u)", Count, |a, b| ((a >> b) & 31).into()),
    ("insertBits(a, b, 3u, 2u)", Any, |a, b| {
        ((a & !0x18) | ((b & 3) << 3)).into()
    }),
    ("insertBits(0u, a, b, 4u)", Count, |a, b| i64::from(a & 15) << b),
    ("countOneBits(a)", Any, |a, _| a.count_ones().into()),
    ("countOneBits(~a)", Any, |a, _| (!a).count_ones().into()),
    ("firstLeadingBit(a) & 31u", Any, |a, _| {
        (31_u32.wrapping_sub(a.leading_zeros()) & 31).into()
    }),
    ("firstTrailingBit(a | 256u)", Any, |a, _| {
        (a | 256).trailing_zeros().into()
    }),
    ("countLeadingZeros(a)", Any, |a, _| a.leading_zeros().into()),
    ("countLeadingZeros(~a)", Any, |a, _| (!a).leading_zeros().into()),
    ("unpack4xU8(0x04030201u).z + (a & 1u)", Any, |a, _| (3 + (a & 1)).into()),
    ("u32(unpack4x8unorm(0x00ff0000u).z * 7.0) + (a & 1u)", Any, |a, _| {
        (7 + (a & 1)).into()
    }),
    ("(pack4xU8(vec4u(1u, 2u, 3u, 4u)) >> 16u) & 255u", Any, |_, _| 3),
    ("u32(f32(a) * 0.5)", Any, |a, _| (a / 2).into()),
    ("u32(a > b) + u32(bool(a))", Any, |a, b| {
        i64::from(a > b) + i64::from(a != 0)
    }),
    ("(a * 0x9e3779b9u) & 0u", Any, |_, _| 0),
    ("(0x9e3779b9u * 0x85ebca6bu) >> 20u", Any, |_, _| {
        (0x9e37_79b9_u32.wrapping_mul(0x85eb_ca6b) >> 20).into()
    }),
];

/// Numbers at ends of ranges, and random ones of all sizes.
fn numbers(random: &mut Random, is_signed: bool, count: usize) -> Vec<i64> {
    let mut numbers = vec![0, 1, 2, 3, LARGEST, LARGEST - 1];
    numbers.extend((2..17).flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) + 1]));
    while numbers.len() < count {
        let number = random.number() & ((2 << random.below(17)) - 1);
        numbers.push(i64::try_from(number).unwrap());
    }
    if is_signed {
        let negative: Vec<_> = numbers.iter().map(|number| -number).collect();
        numbers.extend(negative);
    }
    numbers
}

fn seconds(random: &mut Random, second: Second, numbers: &[i64]) -> Vec<i64> {
    let number = |_: &i64| match second {
        Any => numbers[random.below(numbers.len())],
        Count => i64::try_from(random.below(18)).unwrap(),
        Divisor => match numbers[random.below(numbers.len())] {
            0 => 1,
            other => other,
        },
    };
    numbers.iter().map(number).collect()
}

/// Returns a shader that computes an expression for some components of two vectors.
fn shader(kind: &str, expression: &str, components: [&str; 4]) -> String {
    let components = components.map(|component| format!("f32(f(a.{component}, b.{component}))"));
    format!(
        "fn f(a: {kind}, b: {kind}) -> {kind} {{ return {expression}; }}\n\
        @vertex fn main(@location(0) a: vec4<{kind}>, @location(1) b: vec4<{kind}>) -> @builtin(position) vec4f {{\n\
        return vec4f({});\n}}",
        components.join(", ")
    )
}

/// Tries all operations of a kind. Returns those that are wrong.
fn check<T: TryFrom<i64> + Copy>(kind: &str, cases: &[Case<T>], count: usize) -> Vec<String> {
    let mut wrong = Vec::new();
    for (number, (expression, second, expected)) in (0..).zip(cases) {
        let mut random = Random(number);
        // Operations with many descriptors fit the GPU's limits for one component only.
        let translated = [["x", "y", "z", "w"], ["x"; 4]]
            .map(|components| Translated::new(&shader(kind, expression, components), &Options::default()));
        let (translated, components) = match translated {
            [Ok(translated), _] => (translated, 4),
            [Err(Failure::TooLarge), Ok(translated)] => (translated, 1),
            [Err(failure), _] => {
                wrong.push(format!("{kind} {expression}: {failure}"));
                continue;
            }
        };
        let mut numbers = numbers(&mut random, kind == "i32", count);
        if expression.contains('~') {
            // The GPU cannot represent -131073.
            numbers.retain(|number| *number < LARGEST);
        }
        let seconds = seconds(&mut random, *second, &numbers);
        let pairs: Vec<_> = numbers.into_iter().zip(seconds).collect();
        let expected = |(a, b): (i64, i64)| {
            let [a, b] = [a, b].map(|number| T::try_from(number).ok().unwrap());
            expected(a, b)
        };
        let is_right = |pair: &&(i64, i64)| expected(**pair).abs() <= LARGEST;
        let pairs: Vec<_> = pairs.iter().filter(is_right).copied().collect();
        assert!(pairs.len() > 20, "{expression}");
        for precision in [Precision::Single, Precision::Float24] {
            let found = translated.integers(precision, &pairs, components);
            let mut results = pairs.iter().zip(found);
            let difference = results.find(|(pair, found)| *found != single(expected(**pair)));
            if let Some((pair, found)) = difference {
                let expected = expected(*pair);
                wrong.push(format!(
                    "{kind} {expression}: {found}, not {expected}, for {pair:?} with {precision:?}\n{}",
                    translated.text
                ));
                break;
            }
        }
    }
    wrong
}

#[expect(clippy::cast_precision_loss, reason = "the integers are small")]
fn single(number: i64) -> f32 {
    number as f32
}

#[test]
fn integers_are_those_of_the_language() {
    let mut wrong = check("i32", SIGNED, NUMBERS);
    wrong.extend(check("u32", UNSIGNED, NUMBERS));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "it takes minutes; .ci/nightly runs it"]
fn many_integers_are_those_of_the_language() {
    let mut wrong = check("i32", SIGNED, MANY);
    wrong.extend(check("u32", UNSIGNED, MANY));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The words of operations, so that a change that makes them longer is seen.
#[test]
fn operations_take_as_many_words_as_the_page_says() {
    let mut words = String::new();
    let all = SIGNED.iter().map(|(expression, ..)| ("i32", *expression));
    let all = all.chain(UNSIGNED.iter().map(|(expression, ..)| ("u32", *expression)));
    for (kind, expression) in all {
        let source = shader(kind, expression, ["x"; 4]);
        if let Ok(translated) = Translated::new(&source, &Options::default()) {
            words += &format!("{kind} {expression}: {}\n", translated.words());
        }
    }
    insta::assert_snapshot!("words", words);
}
