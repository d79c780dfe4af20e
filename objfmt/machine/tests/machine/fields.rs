//! Effects of word and descriptor fields on the sources: signs, selectors, address registers.

use pica200_machine::Machine;

use crate::common::*;
use crate::formats::*;

#[test]
fn signs_of_all_sources_turn_round() {
    let ([a, b, c], opcode) = ([[1.0, -0.0, INF, 2.0], [3.0; 4], [100.0; 4]], 7);
    for (negated, expected) in [
        ([false; 3], [103.0, 100.0, INF, 106.0]),
        ([true, false, false], [97.0, 100.0, -INF, 94.0]),
        ([false, true, false], [97.0, 100.0, -INF, 94.0]),
        ([true, true, false], [103.0, 100.0, INF, 106.0]),
        ([false, false, true], [-97.0, -100.0, INF, -94.0]),
    ] {
        let signs = NEGATE.into_iter().zip(negated);
        let descriptor = signs.fold(COPY, |bits, (sign, on)| bits | if on { sign } else { 0 });
        assert_same(written(&MAD, opcode, descriptor, &[a, b, c]), expected);
    }
    let zeros = [0.0, -0.0, NAN, TINY];
    let found = written(&UNARY, 0x13, COPY | NEGATE[0], &[zeros]);
    assert_same(found, [-0.0, 0.0, NAN, -TINY]);
}

#[test]
fn each_source_has_its_selectors() {
    let (a, b, c) = (
        [1.0, 2.0, 3.0, 4.0],
        [10.0, 20.0, 30.0, 40.0],
        [100.0, 200.0, 300.0, 400.0],
    );
    // wzyx, yyyy, zwxy; x, z and w of the result.
    let descriptor = 0b1011 | 0b1110_0100 << 5 | 0b0101_0101 << 14 | 0b1011_0001 << 23;
    let expected = [4.0 * 20.0 + 300.0, 0.5, 2.0 * 20.0 + 100.0, 1.0 * 20.0 + 200.0];
    for (format, opcode) in [(MAD, 7), (MADI, 6)] {
        assert_same(written(&format, opcode, descriptor, &[a, b, c]), expected);
    }
}

#[test]
fn the_address_register_moves_the_wide_source() {
    // With a0 = (1, 2) and aL = 3, the wide source is c10 plus one of them; the narrow ones are 1.
    let shapes = [(&ONE, 0x08), (&UNARY, 0x13), (&INVERTED, 0x19), (&MAD, 7), (&MADI, 6)];
    for (format, opcode) in shapes {
        for (index, expected) in [(0, 10.0), (1, 11.0), (2, 12.0), (3, 13.0)] {
            // mova a0, v0; for i0, one word; the instruction; end.
            let code = [0x12 << 26, 0x29 << 26 | 2 << 10, format.word(opcode, index), END];
            let program = words_with(&code, &[COPY]);
            let mut machine = Machine::new(&program);
            set(&mut machine, input(0), [1.0, 2.0, 9.0, 9.0]);
            set_integer(&mut machine, 0, [0, 3, 0, 0]);
            for number in 1..=3 {
                set(&mut machine, temporary(number), [1.0; 4]);
            }
            for number in 10..=13 {
                set(&mut machine, float(number), [f32::from(number); 4]);
            }
            machine.run(BUDGET).expect("it ends");
            // mad: 1 * c + 1, madi: 1 * 1 + c; all others return w of c unchanged.
            let sum = if format.sources.len() == 3 { 1.0 } else { 0.0 };
            let found = get(&machine, temporary(0))[3];
            assert_eq!(found, expected + sum, "{opcode:X} {index}");
        }
    }
}

#[test]
fn an_address_register_moves_neither_inputs_nor_temporaries() {
    // mova a0, v0; mov r0, r1 and mov r2, v1 with an index.
    let relative = |destination: u32, source: u32| 0x13 << 26 | destination << 21 | 1 << 19 | source << 12;
    let code = [0x12 << 26, relative(0x10, 0x11), relative(0x12, 0x01), END];
    let program = words_with(&code, &[COPY]);
    let mut machine = Machine::new(&program);
    set(&mut machine, input(0), [1.0; 4]);
    set(&mut machine, input(1), [21.0; 4]);
    set(&mut machine, temporary(1), [11.0; 4]);
    machine.run(BUDGET).expect("it ends");
    assert_eq!([0, 2].map(|n| get(&machine, temporary(n))[0]), [11.0, 21.0]);
}
