//! Disassembly of code that the golden files lack.

use pica200_dxbc::program::{
    Body, Components, Instruction, Mask, Opcode, Operand, Program, ProgramKind, RegisterKind, Swizzle, Token, Version,
};
use pica200_dxbc::text::{Compiler, Disassembly};

use crate::common::{R0, R1, bytes, code, read, token};

const MOV: u32 = 54;

/// Returns the lines after the line with the shader model.
fn text(code: &[u32]) -> String {
    let program = read(&bytes(code)).unwrap();
    let text = Disassembly::new(&program, Compiler::V9).to_string();
    text.strip_prefix("vs_4_0\n").unwrap().to_owned()
}

/// Disassembles an operand of `mov r0.xyzw,`.
fn operand(dwords: &[u32]) -> String {
    let text = text(&code(MOV, &[&R0, dwords]));
    let operand = text.strip_prefix("mov r0.xyzw, ").unwrap();
    operand.strip_suffix('\n').unwrap().to_owned()
}

#[test]
fn immediate_constant_buffers_have_a_line_for_each_row() {
    let one = 1.0f32.to_bits();
    insta::assert_snapshot!(text(&[53 | 3 << 11, 10, one, 0, 0, one, 2, 20_000, u32::MAX, 0]), @r"
    dcl_immediateConstantBuffer { { 1.000000, 0, 0, 1.000000},
                                  { 2, 0x00004e20, -1, 0} }
    ");
    assert_eq!(
        text(&[53 | 3 << 11, 6, 1, 2, 3, 4]),
        "dcl_immediateConstantBuffer { { 1, 2, 3, 4} }\n"
    );
}

#[test]
fn messages_have_a_text_and_other_data_has_none() {
    let message = |kind: u32, text: [u8; 4]| {
        let mut dwords = vec![53 | 4 << 11, 10, kind, 6, 3, 1, 2];
        dwords.extend(R1);
        dwords.push(u32::from_le_bytes(text));
        dwords
    };
    assert_eq!(text(&message(0x20_0102, *b"hi!\0")), "printf \"hi!\", r1.xyzw\n");
    assert_eq!(text(&message(0x20_0103, *b"a\nb\0")), "errorf \"a\\nb\", r1.xyzw\n");
    for class in [0, 1, 2, 5, 9] {
        assert_eq!(text(&[53 | class << 11, 3, 9]), "");
    }
}

#[test]
fn indices_stand_in_brackets_by_kind_and_form() {
    assert_eq!(operand(&[0x0010_9E46, 3]), "icb[3].xyzw");
    assert_eq!(operand(&[0x0011_DE46, 3]), "this[3].xyzw");
    assert_eq!(operand(&[0x0010_1E46, 3]), "v3.xyzw");
    assert_eq!(operand(&[0x0020_1E46, 3, 4]), "v[3][4].xyzw");
    assert_eq!(operand(&[0x0021_AE46, 3, 4]), "vocp[3][4].xyzw");
    assert_eq!(operand(&[0x0020_2E46, 3, 4]), "o3[4].xyzw");
    let select = [0x0010_001A, 1];
    let relative = [&[0x0090_9E46], select.as_slice()].concat();
    assert_eq!(operand(&relative), "icb[r1.y + 0].xyzw");
    let both = [&[0x06E0_8E46, 2], select.as_slice(), &[5], select.as_slice()];
    assert_eq!(operand(&both.concat()), "cb[r1.y + 2][r1.y + 5].xyzw");
    assert_eq!(operand(&[0x0050_8E46, 1, 0]), "cb4294967296.xyzw");
    assert_eq!(operand(&[0x001F_FE46, 3]), "unknown2553.xyzw");
}

#[test]
fn modifiers_stand_around_the_components() {
    assert_eq!(operand(&[0x8010_0E46, 0x41, 3]), "-r3.xyzw");
    assert_eq!(operand(&[0x8010_0E46, 0x81, 3]), "|r3.xyzw|");
    assert_eq!(operand(&[0x8010_0E46, 0xC1, 3]), "-|r3.xyzw|");
    assert_eq!(operand(&[0x8000_4001, 0x41, 3]), "-l(3)");
}

#[test]
fn null_has_no_components() {
    assert_eq!(operand(&[0x0000_D002]), "null");
    assert_eq!(operand(&[0x0000_D0F2]), "null");
    assert_eq!(operand(&[0x0010_0003, 1]), "r1");
}

#[test]
fn precision_stands_before_the_operands() {
    let with = |bits: u32| {
        let mut dwords = code(MOV, &[&R0, &R1]);
        dwords[0] |= bits;
        text(&dwords)
    };
    assert_eq!(with(0b1111 << 19), "mov [precise] r0.xyzw, r1.xyzw\n");
    assert_eq!(with(0b0101 << 19), "mov [precise(xz)] r0.xyzw, r1.xyzw\n");
    assert_eq!(with(1 << 13 | 1 << 19), "mov_sat [precise(x)] r0.xyzw, r1.xyzw\n");
}

#[test]
fn functions_have_tables_and_calls() {
    insta::assert_snapshot!(text(&[
        code(144, &[&[3]]),
        code(145, &[&[2, 2, 0, 1]]),
        code(146, &[&[0, 2, 4 << 16 | 1, 2]]),
        vec![146 | 1 << 11 | 1 << 31, 7, 1, 4, 2 << 16 | 2, 5, 6],
        code(120, &[&[2, 0x0021_3000, 0, 1]]),
        code(120, &[&[2, 0x0421_3000, 0, 0x0010_000A, 1]]),
    ].concat()), @r"
    dcl_function_body fb3
    dcl_function_table ft2 = {fb0, fb1}
    dcl_interface fp0[4][2] = {ft2}
    dcl_interface_dynamicindexed fp1[2][4] = {ft5, ft6}
    fcall fp0[1][2]
    fcall fp0[r1.x + 0][2]
    ");
}

#[test]
fn tessellators_have_settings() {
    let dcl = |opcode: u32, value: u32| token(opcode, 1) | value << 11;
    insta::assert_snapshot!(text(&[
        vec![token(113, 1)],
        vec![dcl(147, 3), dcl(148, 32)],
        vec![dcl(149, 1), dcl(149, 2), dcl(149, 0)],
        vec![dcl(150, 2), dcl(150, 4), dcl(151, 4)],
        code(152, &[&[15.0f32.to_bits()]]),
        code(153, &[&[4]]),
        code(154, &[&[2]]),
        vec![token(115, 1)],
    ].concat()), @r"
    hs_decls 
    dcl_input_control_point_count 3
    dcl_output_control_point_count 32
    dcl_tessellator_domain domain_isoline
    dcl_tessellator_domain domain_tri
    dcl_tessellator_domain unknown0
    dcl_tessellator_partitioning partitioning_pow2
    dcl_tessellator_partitioning partitioning_fractional_even
    dcl_tessellator_output_primitive output_triangle_ccw
    dcl_hs_max_tessfactor l(15.000000)
    dcl_hs_fork_phase_instance_count 4
    dcl_hs_join_phase_instance_count 2
    hs_fork_phase 
    ");
}

#[test]
fn declarations_show_all_their_parts() {
    let dcl = |opcode: u32, value: u32| token(opcode, 1) | value << 11;
    let mut dynamic = code(89, &[&[0x0020_8E46, 1, 9]]);
    dynamic[0] |= 1 << 11;
    let mut view = code(157, &[&[0x0011_E000, 2]]);
    view[0] |= 1 << 16 | 1 << 17;
    insta::assert_snapshot!(text(&[
        vec![dcl(92, 5), dcl(92, 12), dcl(93, 6), dcl(93, 10)],
        dynamic,
        view,
        code(91, &[&[0x0010_2012, 4, 3]]),
        code(105, &[&[1, 8, 4]]),
        code(162, &[&[0x0010_7000, 1, 16]]),
        vec![token(106, 1), token(106, 1) | 1 << 11 | 1 << 19 | 1 << 23],
        code(97, &[&[0x0010_1012, 4, 99]]),
    ].concat()), @r"
    dcl_outputtopology trianglestrip 
    dcl_outputtopology trianglelist_adj 
    dcl_inputprimitive lineadj 
    dcl_inputprimitive patch3 
    dcl_constantbuffer cb1[9], dynamicIndexed
    dcl_uav_raw_glc_rov u2
    dcl_indexrange o4.x 3
    dcl_indexableTemp x1[8], 4
    dcl_resource_structured t1, 16 
    dcl_globalFlags 
    dcl_globalFlags refactoringAllowed | allResourcesBound | unknown23
    dcl_input_siv v4.x, unknown99
    ");
}

#[test]
fn unknown_instructions_show_their_dwords() {
    insta::assert_snapshot!(text(&[token(300, 3), 1, 2, token(107, 1)]), @r"
    opcode300 0x00000001, 0x00000002
    reserved107 
    ");
}

#[test]
fn models_are_in_the_first_line() {
    let first = |version: u32| {
        let mut data = bytes(&[]);
        data[..4].copy_from_slice(&version.to_le_bytes());
        Disassembly::new(&read(&data).unwrap(), Compiler::V9).to_string()
    };
    assert_eq!(first(0x0000_0041), "ps_4_1\n");
    assert_eq!(first(0x0002_0050), "gs_5_0\n");
    assert_eq!(first(0x0007_0050), "unknown7_5_0\n");
}

/// Resources of model 5.1 are register ranges in a space.
#[test]
fn ranges_have_capitals_and_spaces() {
    // A declaration with three indices, and a use with one fewer or as many.
    let declared = |opcode: Opcode, kind, range: [u32; 3], values: &[u32], rest: &[u32]| {
        let operand = Operand::register(kind, &range, Components::None);
        let mut one = Instruction::declared(Token::new(opcode), vec![operand], values.to_vec());
        if let Body::Parts { rest: behind, .. } = &mut one.body {
            *behind = rest.to_vec();
        }
        one
    };
    let floats = 0x5555;
    let instructions = vec![
        declared(
            Opcode::DCL_CONSTANTBUFFER,
            RegisterKind::CONSTANT_BUFFER,
            [0, 2, 2],
            &[],
            &[8, 3],
        ),
        declared(Opcode::DCL_SAMPLER, RegisterKind::SAMPLER, [1, 4, u32::MAX], &[], &[0]),
        declared(
            Opcode::DCL_RESOURCE_STRUCTURED,
            RegisterKind::RESOURCE,
            [0, 0, 0],
            &[16],
            &[1],
        ),
        declared(
            Opcode::DCL_UAV_RAW,
            RegisterKind::UNORDERED_ACCESS_VIEW,
            [2, 5, 6],
            &[],
            &[0],
        ),
        declared(
            Opcode::DCL_UAV_TYPED,
            RegisterKind::UNORDERED_ACCESS_VIEW,
            [3, 7, 7],
            &[floats],
            &[0],
        ),
        Instruction::new(
            Token::new(Opcode::MOV),
            vec![
                Operand::register(RegisterKind::TEMP, &[0], Components::Mask(Mask::ALL)),
                Operand::register(
                    RegisterKind::CONSTANT_BUFFER,
                    &[0, 2, 7],
                    Components::Swizzle(Swizzle::IDENTITY),
                ),
            ],
        ),
    ];
    let program = Program {
        version: Version::new(ProgramKind::COMPUTE, 5, 1),
        instructions,
        trailing: Vec::new(),
    };
    let data = program.write().unwrap();
    assert_eq!(read(&data).unwrap().write().unwrap(), data);
    insta::assert_snapshot!(Disassembly::new(&read(&data).unwrap(), Compiler::V10).to_string(), @r"
    cs_5_1
    dcl_constantbuffer CB0[2:2][8], immediateIndexed, space=3
    dcl_sampler S1[4:*], mode_default, space=0
    dcl_resource_structured T0[0:0], 16, space=1
    dcl_uav_raw U2[5:6], space=0
    dcl_uav_typed_unknown0 (float,float,float,float) U3[7:7], space=0
    mov r0.xyzw, CB0[2][7].xyzw
    ");
}
