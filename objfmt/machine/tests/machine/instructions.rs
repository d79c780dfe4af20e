//! Each instruction on special values, with hand-computed results.

use pica200_machine::{Machine, Vector};
use pica200_objfmt::isa::encoding::InstructionFormat;
use pica200_objfmt::isa::opcode::{OPCODES, Operands};

use crate::common::*;
use crate::formats::*;

fn check(format: &Format, opcode: u32, operands: &[Vector], expected: Vector) {
    assert_same(written(format, opcode, COPY, operands), expected);
}

/// Checks a function of the first component, whose result is written to all components.
fn check_function(opcode: u32, pairs: &[(f32, f32)]) {
    for &(x, expected) in pairs {
        check(&UNARY, opcode, &[[x, NAN, 6.0, 7.0]], [expected; 4]);
    }
}

#[test]
fn add() {
    let (a, b) = ([INF, 0.0, -0.0, TINY], [-INF, -0.0, -0.0, TINY]);
    check(&ONE, 0x00, &[a, b], [NAN, 0.0, -0.0, tiny(2)]);
    // 2^24 + 1 cannot represent its last bit.
    let (a, b) = ([MAX, NAN, INF, 16_777_216.0], [MAX, 1.0, 1.0, 1.0]);
    check(&ONE, 0x00, &[a, b], [INF, NAN, INF, 16_777_216.0]);
}

#[test]
fn mul() {
    // 0 times an infinity is 0, for all signs.
    let (a, b) = ([0.0, -0.0, INF, -INF], [INF, INF, -0.0, 0.0]);
    check(&ONE, 0x08, &[a, b], [0.0; 4]);
    // A NaN factor propagates in either position.
    let (a, b) = ([0.0, NAN, NAN, INF], [NAN, -0.0, 2.0, NAN]);
    check(&ONE, 0x08, &[a, b], [NAN; 4]);
    let (a, b) = ([INF, -0.0, tiny(6), 1e38], [-2.0, 3.0, 0.5, 10.0]);
    check(&ONE, 0x08, &[a, b], [-INF, -0.0, tiny(3), INF]);
}

#[test]
fn mad_and_madi() {
    for (format, opcode) in [(MAD, 7), (MADI, 6)] {
        let (a, b) = ([0.0, NAN, 2.0, -0.0], [INF, 0.0, 3.0, 1.0]);
        let c = [7.0, 1.0, -INF, -0.0];
        check(&format, opcode, &[a, b, c], [7.0, NAN, -INF, -0.0]);
        // (1 + 2^-12)^2 is 1 + 2^-11 + 2^-24, which f32 rounds; a fused operation would keep 2^-24.
        let a = [1.0 + 1.0 / 4096.0, INF, TINY, MAX];
        let b = [a[0], 1.0, 1.0, 2.0];
        let c = [-(1.0 + 1.0 / 2048.0), -INF, TINY, -MAX];
        check(&format, opcode, &[a, b, c], [0.0, NAN, tiny(2), INF]);
    }
}

#[test]
fn max_and_min() {
    // Returns the second operand if either is NaN, and for two zeros.
    let (a, b) = ([NAN, 1.0, 0.0, -0.0], [2.0, NAN, -0.0, 0.0]);
    check(&ONE, 0x0C, &[a, b], b);
    check(&ONE, 0x0D, &[a, b], b);
    let (a, b) = ([TINY, -INF, 3.0, INF], [0.0, INF, -3.0, MAX]);
    check(&ONE, 0x0C, &[a, b], [TINY, INF, 3.0, INF]);
    check(&ONE, 0x0D, &[a, b], [0.0, -INF, -3.0, MAX]);
}

#[test]
fn sge_slt_and_their_inverted_forms() {
    let first = ([NAN, 1.0, 0.0, -1.0], [NAN, NAN, -0.0, 1.0]);
    let second = ([INF, -INF, TINY, 0.0], [INF, INF, 0.0, TINY]);
    for (format, sge, slt) in [(&ONE, 0x09, 0x0A), (&INVERTED, 0x1A, 0x1B)] {
        check(format, sge, &[first.0, first.1], [0.0, 0.0, 1.0, 0.0]);
        check(format, slt, &[first.0, first.1], [0.0, 0.0, 0.0, 1.0]);
        check(format, sge, &[second.0, second.1], [1.0, 0.0, 1.0, 0.0]);
        check(format, slt, &[second.0, second.1], [0.0, 1.0, 0.0, 1.0]);
    }
}

#[test]
fn dp3_and_dp4() {
    let ones = [1.0; 4];
    // 1e8 + 1 is 1e8: a term added before -1e8 is lost, a term added after it is not.
    check(&ONE, 0x02, &[[1e8, 1.0, -1e8, 1.0], ones], ones);
    check(&ONE, 0x02, &[[1e8, -1e8, 1.0, 1.0], ones], [2.0; 4]);
    check(&ONE, 0x02, &[[1.0, 1e8, -1e8, 0.0], ones], [0.0; 4]);
    // The sum begins with 0, and 0 + -0 is 0.
    check(&ONE, 0x01, &[[-0.0; 4], ones], [0.0; 4]);
    check(&ONE, 0x02, &[[-0.0; 4], ones], [0.0; 4]);
    // Infinities times 0 are 0, NaN times 0 is not; dp3 ignores w.
    let (a, b) = ([INF, 2.0, 0.0, NAN], [0.0, 3.0, -INF, 0.0]);
    check(&ONE, 0x01, &[a, b], [6.0; 4]);
    check(&ONE, 0x02, &[a, b], [NAN; 4]);
    check(&ONE, 0x01, &[[INF, -INF, 0.0, 0.0], ones], [NAN; 4]);
    check(&ONE, 0x02, &[[TINY, tiny(2), 0.0, tiny(4)], ones], [tiny(7); 4]);
}

#[test]
fn dph_and_dphi() {
    for (format, opcode) in [(ONE, 0x03), (INVERTED, 0x18)] {
        // The w of the first is ignored, and taken as 1.
        let (a, b) = ([1.0, 2.0, 3.0, NAN], [10.0, 20.0, 30.0, 0.5]);
        check(&format, opcode, &[a, b], [140.5; 4]);
        let (a, b) = ([0.0, -0.0, 0.0, 0.0], [INF, INF, -INF, -INF]);
        check(&format, opcode, &[a, b], [-INF; 4]);
        check(&format, opcode, &[[0.0; 4], [1.0, 1.0, 1.0, NAN]], [NAN; 4]);
        check(&format, opcode, &[[0.0; 4], [1.0, 1.0, 1.0, -0.0]], [0.0; 4]);
    }
}

#[test]
fn dst_and_dsti() {
    for (format, opcode) in [(ONE, 0x04), (INVERTED, 0x19)] {
        let (a, b) = ([9.0, 2.0, 3.0, 9.0], [9.0, 5.0, 9.0, 7.0]);
        check(&format, opcode, &[a, b], [1.0, 10.0, 3.0, 7.0]);
        let (a, b) = ([NAN, INF, -0.0, NAN], [NAN, 0.0, NAN, -INF]);
        check(&format, opcode, &[a, b], [1.0, 0.0, -0.0, -INF]);
    }
}

#[test]
fn rcp_and_rsq() {
    let quarter = [(4.0, 0.25), (0.0, INF), (-0.0, -INF), (INF, 0.0)];
    check_function(0x0E, &quarter);
    // 1 / MAX is 2^-128, which is 2^21 times the smallest number.
    check_function(0x0E, &[(-INF, -0.0), (NAN, NAN), (TINY, INF)]);
    check_function(0x0E, &[(-MAX, -tiny(1 << 21)), (-2.0, -0.5)]);
    // The second smallest number is 2^-148.
    let half = [(4.0, 0.5), (0.0, INF), (-0.0, INF), (INF, 0.0)];
    check_function(0x0F, &half);
    check_function(0x0F, &[(-1.0, NAN), (-INF, NAN), (NAN, NAN)]);
    check_function(0x0F, &[(tiny(2), 18_889_465_931_478_580_854_784.0)]);
}

#[test]
fn ex2_and_lg2() {
    check_function(0x05, &[(3.0, 8.0), (-1.0, 0.5), (0.0, 1.0), (-0.0, 1.0)]);
    check_function(0x05, &[(128.0, INF), (INF, INF), (-INF, 0.0), (NAN, NAN)]);
    check_function(0x05, &[(-149.0, TINY), (-200.0, 0.0)]);
    check_function(0x06, &[(8.0, 3.0), (0.5, -1.0), (1.0, 0.0), (INF, INF)]);
    check_function(0x06, &[(0.0, -INF), (-0.0, -INF), (-1.0, NAN), (NAN, NAN)]);
    check_function(0x06, &[(TINY, -149.0), (-INF, NAN)]);
    // The functions of some operating systems differ here in the last bit.
    check_function(0x05, &[(-91.98897, f32::from_bits(0x1180_FB88))]);
    check_function(0x06, &[(0.59942, f32::from_bits(0xBF3D_0538))]);
}

#[test]
fn flr_and_mov() {
    check(&UNARY, 0x0B, &[[1.5, -1.5, -0.0, INF]], [1.0, -2.0, -0.0, INF]);
    check(&UNARY, 0x0B, &[[NAN, -TINY, TINY, -INF]], [NAN, -1.0, 0.0, -INF]);
    check(
        &UNARY,
        0x0B,
        &[[-MAX, 0.75, -2.0, 8_388_607.5]],
        [-MAX, 0.0, -2.0, 8_388_607.0],
    );
    for value in [[NAN, -0.0, TINY, -INF], [MAX, 0.0, INF, -1.0]] {
        check(&UNARY, 0x13, &[value], value);
    }
}

/// The model of `litp` is approximate.
#[test]
fn litp() {
    check(&UNARY, 0x07, &[[-1.0, 200.0, 5.0, -2.0]], [0.0, 127.996_09, 0.0, 0.0]);
    check(&UNARY, 0x07, &[[2.0, -INF, 5.0, INF]], [2.0, -127.996_09, 0.0, INF]);
    check(&UNARY, 0x07, &[[NAN, 0.5, NAN, -0.0]], [0.0, 0.5, 0.0, 0.0]);
}

/// Checks the result of each instruction that writes a vector.
#[test]
fn every_instruction_writes_its_result() {
    let operands = [[4.0, 2.0, -3.0, 0.5], [2.0, 0.25, 5.0, -1.0], [1.0, -1.0, 2.0, 0.5]];
    for info in OPCODES {
        let format = match info.format {
            InstructionFormat::One => &ONE,
            InstructionFormat::OneUnary => &UNARY,
            InstructionFormat::OneInverted => &INVERTED,
            InstructionFormat::Five => &MAD,
            InstructionFormat::FiveInverted => &MADI,
            // `every_other_instruction_has_a_test` lists the others.
            _ => continue,
        };
        let expected = match info.mnemonic {
            "add" => [6.0, 2.25, 2.0, -0.5],
            "dp3" => [-6.5; 4],
            "dp4" => [-7.0; 4],
            "dph" | "dphi" => [-7.5; 4],
            "dst" | "dsti" => [1.0, 0.5, -3.0, -1.0],
            "ex2" => [16.0; 4],
            "lg2" => [2.0; 4],
            "litp" => [4.0, 2.0, 0.0, 0.5],
            "mul" => [8.0, 0.5, -15.0, -0.5],
            "sge" | "sgei" => [1.0, 1.0, 0.0, 1.0],
            "slt" | "slti" => [0.0, 0.0, 1.0, 0.0],
            "flr" => [4.0, 2.0, -3.0, 0.0],
            "max" => [4.0, 2.0, 5.0, 0.5],
            "min" => [2.0, 0.25, -3.0, -1.0],
            "rcp" => [0.25; 4],
            "rsq" => [0.5; 4],
            "mov" => operands[0],
            "mad" | "madi" => [9.0, -0.5, -13.0, 0.0],
            other => unreachable!("{other} has no expected result"),
        };
        let operands = &operands[..format.sources.len()];
        check(format, info.field.into(), operands, expected);
    }
}

/// The instructions that write no vector. A test of this crate executes each.
#[test]
fn every_other_instruction_has_a_test() {
    const TESTED: &str = "mova break nop end breakc call callc callu ifu ifc for emit setemit jmpc jmpu cmp";
    let others = OPCODES.iter().filter(|info| {
        use Operands::{Binary, Ternary, Unary};
        !matches!(info.operands, Unary | Binary | Ternary)
    });
    let names: Vec<_> = others.map(|info| info.mnemonic).collect();
    assert_eq!(names.join(" "), TESTED);
}

/// Returns the flags after `cmp`, with an operator for each component. Only x and y of the operands are used.
fn flags(operators: [u32; 2], a: [f32; 2], b: [f32; 2]) -> [bool; 2] {
    // The operator fields take the bits of the destination and the opcode's lowest bit.
    let [x, y] = operators;
    let word = 0x2E << 26 | x << 24 | y << 21 | (0x20 + 10) << 12 | 0x12 << 7;
    let program = words_with(&[word, END], &[COPY]);
    let mut machine = Machine::new(&program);
    ONE.set(&mut machine, &[[a[0], a[1], NAN, NAN], [b[0], b[1], NAN, NAN]]);
    machine.run(BUDGET).expect("it ends");
    machine.flags()
}

#[test]
fn cmp() {
    // eq ne lt le gt ge, and the two without names.
    let table = [
        (1.0, 2.0, [false, true, true, true, false, false, true, true]),
        (0.0, -0.0, [true, false, false, true, false, true, true, true]),
        (TINY, 0.0, [false, true, false, false, true, true, true, true]),
        (-INF, INF, [false, true, true, true, false, false, true, true]),
        (INF, INF, [true, false, false, true, false, true, true, true]),
        (NAN, NAN, [false, true, false, false, false, false, true, true]),
        (NAN, 1.0, [false, true, false, false, false, false, true, true]),
    ];
    for (a, b, expected) in table {
        for (operator, holds) in (0..).zip(expected) {
            // The other component has the negated comparison: 1 = 1, 1 != 1.
            let other = u32::from(holds);
            let found = flags([operator, other], [a, 1.0], [b, 1.0]);
            assert_eq!(found, [holds, !holds], "{operator} {a} {b}");
            let found = flags([other, operator], [1.0, a], [1.0, b]);
            assert_eq!(found, [!holds, holds], "{operator} {a} {b}");
        }
    }
}

#[test]
fn mova() {
    let word = 0x12 << 26 | (0x20 + 10) << 12;
    let address = |mask: u32, value| {
        let program = words_with(&[word, END], &[COPY & !0b1111 | mask]);
        let mut machine = Machine::new(&program);
        UNARY.set(&mut machine, &[value]);
        machine.run(BUDGET).expect("it ends");
        machine.address()
    };
    assert_eq!(address(0b1100, [1.9, -1.9, 7.0, 8.0]), [1, -1]);
    assert_eq!(address(0b1000, [-0.5, 9.0, 7.0, 8.0]), [0, 0]);
    assert_eq!(address(0b0111, [5.0, 300.0, 7.0, 8.0]), [0, 300]);
    assert_eq!(address(0b1100, [NAN, TINY, 7.0, 8.0]), [0, 0]);
    assert_eq!(address(0b1100, [INF, -INF, 7.0, 8.0]), [i32::MAX, i32::MIN]);
}
