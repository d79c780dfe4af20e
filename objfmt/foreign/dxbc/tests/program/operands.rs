//! All forms of operands.

use pica200_dxbc::program::{
    Component, Components, DecodeError, Index, InstructionLocation, Literal, Mask, MinPrecision, Modifier, Opcode,
    Operand, Part, RegisterKind, Swizzle,
};

use crate::common::{R0, R1, code, decode_error, instruction};

const MOV: u32 = 54;
const PLACE: InstructionLocation = InstructionLocation {
    opcode: Opcode::MOV,
    at: 2,
};

/// Returns the second operand of `mov r0.xyzw, ...`.
fn source(dwords: &[u32]) -> Operand {
    let instruction = instruction(&code(MOV, &[&R0, dwords]));
    let (destinations, sources) = instruction.destinations_and_sources();
    let components = Components::Mask(Mask::ALL);
    let written = Operand::register(RegisterKind::TEMP, &[0], components);
    assert_eq!(destinations, [written]);
    let [source] = sources else {
        panic!("one source: {sources:?}");
    };
    source.clone()
}

#[test]
fn components_are_masks_swizzles_or_one() {
    let of = |token: u32| source(&[token]).components();
    assert_eq!(of(0x0000_D000), Components::None);
    assert_eq!(of(0x0000_D001), Components::One);
    assert_eq!(of(0x0000_D0A2), Components::Mask(Mask::from_bits(0b1010)));
    let swizzle = Swizzle([Component::W, Component::Z, Component::Y, Component::X]);
    assert_eq!(of(0x0000_D1B6), Components::Swizzle(swizzle));
    assert_eq!(of(0x0000_D02A), Components::Select(Component::Z));
    assert_eq!(of(0x0000_D003), Components::Unknown);
    assert_eq!(of(0x0000_D00E), Components::Unknown);
}

#[test]
fn lanes_follow_from_components() {
    let read = |token: u32| source(&[token]).swizzle().to_string();
    assert_eq!(read(0x0000_D001), "xxxx");
    assert_eq!(read(0x0000_D1B6), "wzyx");
    assert_eq!(read(0x0000_D02A), "zzzz");
    let written = |token: u32| source(&[token]).write_mask().to_string();
    assert_eq!(written(0x0000_D0A2), "yw");
    assert_eq!(written(0x0000_D001), "x");
    assert_eq!(written(0x0000_D000), "");
}

#[test]
fn indices_are_numbers_operands_or_both() {
    let select = [0x0010_000A, 1];
    let relative = || {
        let components = Components::Select(Component::X);
        Box::new(Operand::register(RegisterKind::TEMP, &[1], components))
    };
    // The representations of a constant buffer's two indices are in bits 24-22 and 27-25.
    let of = |first: u32, second: u32, dwords: &[&[u32]]| {
        let token = 0x0020_8E46 | first << 22 | second << 25;
        source(&[&[token], dwords.concat().as_slice()].concat()).indices
    };
    assert_eq!(
        of(0, 1, &[&[7], &[1, 2]]),
        [Index::Immediate(7), Index::Immediate64(1 << 32 | 2)]
    );
    assert_eq!(
        of(2, 3, &[&select, &[9], &select]),
        [Index::Relative(relative()), Index::Offset(9, relative())]
    );
    let last = of(0, 4, &[&[7], &[0, 5], &select]);
    assert_eq!(last[1], Index::Offset64(5, relative()));
    assert_eq!(last[1].offset(), 5);
    assert_eq!(last[1].relative(), Some(&*relative()));
    // The representation of a missing index has no effect, and is kept.
    assert_eq!(source(&[0x0E10_0E46, 3]).number(), Some(3));
}

#[test]
fn three_indices_are_read() {
    let operand = source(&[0x0030_8E46, 4, 5, 6]);
    assert_eq!(operand.indices, [4, 5, 6].map(Index::Immediate));
}

#[test]
fn modifiers_are_in_extended_tokens() {
    let modifier = |negate, absolute| Modifier { negate, absolute };
    let of = |extended: u32| source(&[0x8010_0E46, extended, 3]);
    assert_eq!(of(0x01).modifier(), modifier(false, false));
    assert_eq!(of(0x41).modifier(), modifier(true, false));
    assert_eq!(of(0x81).modifier(), modifier(false, true));
    assert_eq!(of(0xC1).modifier(), modifier(true, true));
    let precise = of(0x2_4001);
    assert_eq!(precise.min_precision(), MinPrecision::FLOAT_16);
    assert!(precise.extended[0].is_non_uniform());
    // Tokens of other kinds have no effect, and are kept.
    let chained = source(&[0x8010_0E46, 0x8000_0042, 0x41, 3]);
    assert_eq!(chained.modifier(), modifier(true, false));
    assert_eq!(of(0x42).modifier(), Modifier::default());
}

#[test]
fn literals_have_one_or_four_components() {
    let one = source(&[0x0000_4001, 5]).literal;
    assert_eq!((one, one.components()), (Literal::One([5]), [5; 4]));
    let four = source(&[0x0000_4E46, 1, 2, 3, 4]).literal;
    assert_eq!((four, four.components()), (Literal::Four([1, 2, 3, 4]), [1, 2, 3, 4]));
    assert_eq!(source(&[0x0000_4000]).literal, Literal::None);
    let wide = source(&[0x0000_5001, 1, 2]).literal;
    assert_eq!((wide, wide.components()), (Literal::Wide([1, 2]), [1, 2, 1, 2]));
    let wide = source(&[0x0000_5E46, 1, 2, 3, 4]).literal;
    assert_eq!(wide, Literal::Four([1, 2, 3, 4]));
    let faulty = code(MOV, &[&R0, &[0x0000_4003]]);
    let expected = DecodeError::Literal {
        instruction: PLACE,
        part: Part::Operand(2),
    };
    assert_eq!(decode_error(&faulty), (6, expected));
}

#[test]
fn unknown_registers_are_kept() {
    let operand = source(&[0x001F_FE46, 9]);
    assert_eq!(operand.kind(), RegisterKind(255));
    assert_eq!(operand.kind().to_string(), "unknown255");
}

#[test]
fn unknown_forms_of_indices_are_faults() {
    for form in 5..8 {
        let expected = DecodeError::IndexForm {
            instruction: PLACE,
            part: Part::Operand(2),
            found: form,
        };
        let faulty = code(MOV, &[&R0, &[0x0010_0E46 | form << 22, 1]]);
        assert_eq!(decode_error(&faulty), (6, expected));
    }
}

#[test]
fn nesting_has_a_limit() {
    let nested = |depth: usize| {
        // Each operand has one index, which is an operand.
        let mut dwords = vec![0x0090_000A; depth];
        dwords.extend(R1);
        code(MOV, &[&R0, &dwords])
    };
    let allowed = instruction(&nested(8));
    let mut depth = 0;
    let mut operand = &allowed.operands()[1];
    while let Some(inner) = operand.indices[0].relative() {
        operand = inner;
        depth += 1;
    }
    assert_eq!(depth, 8);
    let expected = DecodeError::Nesting {
        instruction: PLACE,
        part: Part::Operand(2),
        max: 8,
    };
    assert_eq!(decode_error(&nested(9)), (14, expected));
}

#[test]
fn operands_that_are_made_are_read_again() {
    let made = [
        Operand::register(RegisterKind::TEMP, &[3], Components::Mask(Mask::X)),
        Operand::register(RegisterKind::CONSTANT_BUFFER, &[0, 3], Components::Select(Component::W)).modified(
            Modifier {
                negate: true,
                absolute: true,
            },
        ),
        Operand::register(RegisterKind::OUTPUT_DEPTH, &[], Components::One),
        Operand::register(RegisterKind::NULL, &[], Components::None),
        Operand::literal(Literal::One([7])),
        Operand::literal(Literal::Four([1, 2, 3, 4])),
    ];
    for operand in made {
        let token = pica200_dxbc::program::Token::new(Opcode::MOV);
        let made = pica200_dxbc::program::Instruction::new(token, vec![operand.clone(), operand]);
        let read = instruction(&made.dwords().unwrap());
        assert_eq!(read.operands(), made.operands());
    }
}
