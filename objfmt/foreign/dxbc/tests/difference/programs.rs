//! Differences of programs.

use pica200_dxbc::program::{
    Body, DataClass, Index, Instruction, Opcode, OperandExtension, ProgramKind, RegisterKind, Token, Version,
};

use crate::{buffer, changed, each_operand, program, resources, shift};

#[test]
fn instructions_are_aligned() {
    insta::assert_snapshot!(changed("vs-mvp", |shader| {
        let instructions = &mut program(shader).instructions;
        let nop = Instruction::new(Token::new(Opcode::NOP), Vec::new());
        instructions.insert(10, nop);
        instructions.pop();
        instructions[20].token = instructions[20].token.saturated();
    }), @r"
    program, dword 0 of the second: nothing in the first, `nop` in the second
    program, dword 121: `mul r0.w, v0.yyyy, cb0[2].yyyy` in the first, `mul_sat r0.w, v0.yyyy, cb0[2].yyyy` in the second
    program, dword 235: `ret` in the first, nothing in the second
    ");
}

#[test]
fn comments_do_not_count() {
    assert_eq!(
        changed("vs-mvp", |shader| {
            let mut comment = Instruction::new(Token::custom_data(DataClass::COMMENT), Vec::new());
            comment.body = Body::Data(vec![1, 2, 3]);
            program(shader).instructions.insert(3, comment);
            program(shader).trailing = vec![0; 4];
        }),
        ""
    );
}

#[test]
fn moved_variables_do_not_change_instructions() {
    insta::assert_snapshot!(changed("vs-mvp", |shader| {
        buffer(shader).variables[0].start += 32;
        each_operand(shader, RegisterKind::CONSTANT_BUFFER, |operand| shift(operand, 2));
    }), @r"
    buffer `$Globals`, variable `wvp`: float4x4 of 64 bytes at byte 0 in the first, float4x4 of 64 bytes at byte 32 in the second
    program, dword 2: `dcl_constantbuffer CB0[4], immediateIndexed` in the first, `dcl_constantbuffer CB0[6], immediateIndexed` in the second
    ");
}

#[test]
fn moved_buffers_and_inputs_are_one_difference_each() {
    insta::assert_snapshot!(changed("vs-struct-cb", |shader| {
        resources(shader).bindings[0].bind_point = 5;
        each_operand(shader, RegisterKind::CONSTANT_BUFFER, |operand| {
            operand.indices[0] = Index::Immediate(5);
        });
        let inputs = &mut shader.signatures[0].elements;
        inputs[0].register = 1;
        inputs[1].register = 0;
        each_operand(shader, RegisterKind::INPUT, |operand| {
            let [Index::Immediate(register)] = &mut operand.indices[..] else {
                panic!("one register");
            };
            *register ^= 1;
        });
    }), @r"
    binding `lights`, cbuffer: register 1 with flags 1h in the first, register 5 with flags 1h in the second
    input `NORMAL0`: float in register 1.xyz in the first, float in register 0.xyz in the second
    input `POSITION0`: float in register 0.xyzw in the first, float in register 1.xyzw in the second
    ");
}

#[test]
fn other_variables_in_the_same_registers_are_differences() {
    insta::assert_snapshot!(changed("ps-textured", |shader| {
        resources(shader).bindings[1].bind_point = 2;
    }), @r"
    binding `tex`, texture: 2d float in register 1 with flags Dh in the first, 2d float in register 2 with flags Dh in the second
    program, dword 11: `dcl_resource_texture2d (float,float,float,float) t1` uses `tex` in the first, a register without a common name in the second
    program, dword 24: `sample r0.xyzw, v1.xyxx, t1.xyzw, s2` uses `tex` in the first, a register without a common name in the second
    ");
}

#[test]
fn renamed_variables_are_compared_by_their_registers() {
    insta::assert_snapshot!(changed("vs-mvp", |shader| {
        buffer(shader).variables[0].name = "other".into();
    }), @r"
    buffer `$Globals`, variable `wvp`: float4x4 of 64 bytes at byte 0 in the first, nothing in the second
    buffer `$Globals`, variable `other`: nothing in the first, float4x4 of 64 bytes at byte 0 in the second
    ");
}

#[test]
fn models_are_compared() {
    insta::assert_snapshot!(changed("vs-mvp", |shader| {
        program(shader).version = Version::new(ProgramKind::VERTEX, 4, 1);
    }), @"program: vs_4_0 in the first, vs_4_1 in the second");
    insta::assert_snapshot!(changed("vs-mvp", |shader| shader.program = None), @"program: vs_4_0 in the first, nothing in the second");
}

#[test]
fn what_the_text_does_not_show_counts() {
    insta::assert_snapshot!(changed("gen-op-int", |shader| {
        let Body::Parts { operands, .. } = &mut program(shader).instructions[8].body else {
            panic!("operands");
        };
        operands[1].extended.push(OperandExtension(1 | 1 << 14));
    }), @"program, dword 41: `ige r0.xz, r1.xyzw, l(1, -1, 10000, 0x00002711)` differs in bits that its text does not show");
}

#[test]
fn immediate_constant_buffers_are_compared_by_rows() {
    let buffer = |dwords: Vec<u32>| {
        let class = DataClass::IMMEDIATE_CONSTANT_BUFFER;
        let mut data = Instruction::new(Token::custom_data(class), Vec::new());
        data.body = Body::Data(dwords);
        data
    };
    let file = std::fs::read(crate::folder().join("vs-mvp.dxbc")).unwrap();
    let container = pica200_dxbc::Container::read(&file).unwrap();
    let none = pica200_dxbc::Shader::from_container(&container);
    let with = |dwords: Vec<u32>| {
        let mut shader = none.clone();
        program(&mut shader).instructions.insert(0, buffer(dwords));
        shader
    };
    let (a, b) = (with((0..8).collect()), with((1..4).chain(3..8).chain(0..4).collect()));
    insta::assert_snapshot!(crate::lines(&a, &b).join("\n"), @r"
    program, dword 0, icb[0]: [00000000, 00000001, 00000002, 00000003] in the first, [00000001, 00000002, 00000003, 00000003] in the second
    program, dword 0, icb[2]: nothing in the first, [00000000, 00000001, 00000002, 00000003] in the second
    ");
    insta::assert_snapshot!(crate::lines(&a, &none).join("\n"), @"program, dword 0: an immediate constant buffer of 2 registers in the first, nothing in the second");
}

/// A register holds up to four elements. With more, in a damaged file, it has no name.
#[test]
fn registers_with_too_many_elements_have_no_name() {
    for (count, has_name) in [(3, true), (4, false)] {
        let told = changed("vs-mvp", |shader| {
            let elements = &mut shader.signatures[0].elements;
            let first = elements[0].clone();
            elements.extend(vec![first; count]);
        });
        let unnamed = told.contains("a register without a common name in the second");
        assert_ne!(unnamed, has_name, "{told}");
        assert!(told.contains("uses `POSITION0` in the first"), "{told}");
    }
}
