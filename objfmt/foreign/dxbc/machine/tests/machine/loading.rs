//! Programs that cannot be loaded.

use pica200_dxbc::FourCc;
use pica200_dxbc::container::build;
use pica200_dxbc::program::{
    Body, Components, Index, Instruction, Opcode, Operand, Program as Code, ProgramKind, RegisterKind, Token, Version,
};
use pica200_dxbc_machine::{LoadError, Program};

use crate::common::{assemble, container, load};

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(load(text).unwrap_err().to_string(), expected, "{text}");
}

#[test]
fn containers_without_a_program() {
    let load = |id, data: &[u8]| {
        let file = build(&[(FourCc(id), data)]).unwrap();
        Program::load(&file).unwrap_err()
    };
    assert_eq!(load(*b"PRIV", b""), LoadError::NoProgram);
    assert_eq!(
        load(*b"PRIV", b"").to_string(),
        "the container has no program: no chunk `SHDR` or `SHEX`"
    );
    assert_eq!(
        load(*b"DXIL", b"").to_string(),
        "the container has a program of shader model 6 (`DXIL`); the machine runs the models 4.0 to 5.1"
    );
    assert!(matches!(load(*b"SHDR", b"abc"), LoadError::Read(_)));
    let not_a_container = Program::load(b"DVLB, which is something else, and longer").unwrap_err();
    assert_eq!(
        not_a_container.to_string(),
        "container, at byte 0h: begins with `DVLB`; expected `DXBC`"
    );
}

/// An unreadable signature is an error, since inputs would be missing; unreadable resources are not.
#[test]
fn broken_chunks() {
    let code = assemble("ret");
    let broken = vec![9, 0, 0, 0, 8, 0, 0, 0];
    let loaded = Program::load(&container(&code, &[(*b"ISGN", broken.clone())]));
    assert!(matches!(loaded.unwrap_err(), LoadError::Read(_)));
    assert!(Program::load(&container(&code, &[(*b"RDEF", broken)])).is_ok());
}

#[test]
fn other_stages_and_models() {
    for (kind, major, minor, name) in [
        (ProgramKind::HULL, 5, 0, "hs_5_0"),
        (ProgramKind::DOMAIN, 5, 0, "ds_5_0"),
        (ProgramKind::COMPUTE, 5, 0, "cs_5_0"),
        (ProgramKind::VERTEX, 5, 2, "vs_5_2"),
        (ProgramKind::VERTEX, 3, 0, "vs_3_0"),
    ] {
        let code = Code {
            version: Version::new(kind, major, minor),
            ..assemble("ret")
        };
        assert_eq!(
            Program::load(&container(&code, &[])).unwrap_err().to_string(),
            format!(
                "the program is of model `{name}`; the machine runs vertex, geometry and pixel shaders of the models 4.0 to 5.1"
            )
        );
    }
}

#[test]
fn programs_without_instructions() {
    check("dcl_temps 1", "the program has no instructions");
}

#[test]
fn blocks_that_do_not_match() {
    check(
        "else\nret",
        "`else` at dword 2: belongs to `if`, but the innermost open block is not one",
    );
    check(
        "loop\nendif\nret",
        "`endif` at dword 3: belongs to `if`, but the innermost open block is not one",
    );
    check(
        "if_nz l(1)\nendloop",
        "`endloop` at dword 5: belongs to `loop`, but the innermost open block is not one",
    );
    check(
        "loop\ncase l(1)\nret",
        "`case` at dword 3: belongs to `switch`, but the innermost open block is not one",
    );
    check(
        "if_nz l(1)\nelse\nelse\nendif",
        "`else` at dword 6: the block already has one",
    );
    check(
        "switch l(1)\ndefault\ndefault\nendswitch",
        "`default` at dword 6: the block already has one",
    );
    check(
        "if_nz l(1)\nloop\nendloop\nret",
        "`if` at dword 2: opens a block that is not closed",
    );
    check(
        "loop\nlabel label0\nendloop",
        "`loop` at dword 2: opens a block that is not closed",
    );
    check(
        "if_nz l(1)\nbreak\nendif",
        "`break` at dword 5: is outside of `loop` and `switch`",
    );
    check(
        "switch l(1)\ncontinue\nendswitch",
        "`continue` at dword 5: is outside of `loop`",
    );
    check(
        "switch l(1)\ncase r0.x\nendswitch",
        "`case` at dword 5: the value of a case is a literal",
    );
}

#[test]
fn subroutines() {
    check("call label3\nret", "`call` at dword 2: there is no `label3`");
    check(
        "ret\nlabel label1\nret\nlabel label1\nret",
        "`label` at dword 7: duplicate `label1`",
    );
    check(
        "call label[r0.x]\nret",
        "`call` at dword 2: operand 1 has no fixed number",
    );
    check(
        "call r0.x\nret",
        "`call` at dword 2: does not have the operands of its opcode",
    );
}

#[test]
fn operands() {
    check(
        "mov o0.x, o1.x\nret",
        "`mov` at dword 2: operand 2 is `o`, which cannot be read",
    );
    check(
        "mov v0.x, l(1)\nret",
        "`mov` at dword 2: operand 1 is `v`, which cannot be written",
    );
    check(
        "mov -r0.x, l(1)\nret",
        "`mov` at dword 2: operand 1 is `r`, which cannot be written",
    );
    check(
        "mov o0.x, x0.x\nret",
        "`mov` at dword 2: operand 2 is `x` with 1 indices; expected 2",
    );
    check(
        "mov o0.x, v0[1].x\nret",
        "`mov` at dword 2: operand 2 is `v` with 2 indices; expected 1",
    );
    check(
        "iadd o0.x, l(1), |v0.x|\nret",
        "`iadd` at dword 2: operand 3 is the absolute value of an integer; only floats have one",
    );
    check(
        "ps_5_0\nsample o0.xyzw, v0.xyzw, t[r0.x].xyzw, s0\nret",
        "`sample` at dword 2: operand 3 has no fixed number",
    );
    check(
        "ps_5_0\nsample o0.xyzw, v0.xyzw, v1.xyzw, s0\nret",
        "`sample` at dword 2: does not have the operands of its opcode",
    );
}

/// A 64-bit index.
#[test]
fn wide_indices() {
    let register = |index| Operand {
        indices: vec![Index::Immediate(0), index],
        ..Operand::register(RegisterKind::CONSTANT_BUFFER, &[], Components::One)
    };
    let load = |index| {
        let mut code = assemble("mov o0.x, l(1)\nret");
        if let Body::Parts { operands, .. } = &mut code.instructions[0].body {
            operands[1] = register(index);
        }
        Program::load(&container(&code, &[]))
    };
    assert!(load(Index::Immediate64(1)).is_ok());
    assert_eq!(
        load(Index::Immediate64(1 << 32)).unwrap_err().to_string(),
        "`mov` at dword 2: an index of operand 2 does not fit into 32 bits"
    );
}

#[test]
fn registers_without_limit() {
    check(
        "dcl_temps 4097\nret",
        "`dcl_temps` at dword 2: uses 4097 temporaries; there are 4096",
    );
    check(
        "mov r4096.x, l(1)\nret",
        "`mov` at dword 2: uses 4097 temporaries; there are 4096",
    );
    check(
        "dcl_temps 4000\ndcl_indexableTemp x0[100], 4\nret",
        "`dcl_indexableTemp` at dword 4: uses 4100 temporaries; there are 4096",
    );
    check(
        "mov o32.x, l(1)\nret",
        "`mov` at dword 2: uses 33 outputs; there are 32",
    );
    check(
        "mov o0.x, v4294967295.x\nret",
        "`mov` at dword 2: uses 4294967296 inputs; there are 32",
    );
    check(
        "dcl_constantbuffer cb15[1]\nret",
        "`dcl_constantbuffer` at dword 2: uses 16 constant buffers; there are 15",
    );
    check(
        "dcl_constantbuffer cb0[4097]\nret",
        "`dcl_constantbuffer` at dword 2: uses 4097 rows of a constant buffer; there are 4096",
    );
    check(
        "dcl_constantbuffer cb0\nret",
        "`dcl_constantbuffer` at dword 2: operand 1 is `cb` with 1 indices; expected 2",
    );
    assert!(load("dcl_temps 4096\nret").is_ok());
}

/// A program may be modified between reading and loading.
#[test]
fn nesting() {
    use pica200_dxbc::{Container, Shader};
    let mut operand = Operand::register(RegisterKind::TEMP, &[0], Components::One);
    for _ in 0..9 {
        operand = Operand {
            indices: vec![Index::Immediate(0), Index::Relative(Box::new(operand))],
            ..Operand::register(RegisterKind::CONSTANT_BUFFER, &[], Components::One)
        };
    }
    let output = Operand::register(RegisterKind::OUTPUT, &[0], Components::One);
    let mov = Instruction::new(Token::new(Opcode::MOV), vec![output, operand]);
    let file = container(&assemble("ret"), &[]);
    let container = Container::read(&file).unwrap();
    let mut shader = Shader::from_container(&container);
    shader.program.as_mut().unwrap().1.instructions.insert(0, mov);
    assert_eq!(
        Program::from_shader(&shader).unwrap_err().to_string(),
        "`mov` at dword 0: indices of operand 2 are nested more than 8 deep"
    );
    // Too few operands, which no file has.
    let mov = Instruction::new(Token::new(Opcode::MOV), Vec::new());
    shader.program.as_mut().unwrap().1.instructions[0] = mov;
    assert_eq!(
        Program::from_shader(&shader).unwrap_err().to_string(),
        "`mov` at dword 0: does not have the operands of its opcode"
    );
}
