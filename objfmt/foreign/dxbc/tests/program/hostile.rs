//! Malformed programs: the decoder returns an error or a program, in limited time and memory.

use std::collections::BTreeSet;

use pica200_dxbc::program::{Body, Index, Instruction, Operand, Program};
use pica200_dxbc::text::{Compiler, Disassembly};

use crate::common::{R0, R1, bytes, code, read, token};
use crate::goldens;

/// The memory limit as a multiple of the data size.
const MEMORY_MULTIPLE: usize = 40;

/// Reads a program and checks all guarantees.
fn check(data: &[u8]) -> Option<Program> {
    let program = read(data).ok()?;
    assert!(footprint(&program) <= MEMORY_MULTIPLE * data.len());
    assert_eq!(program.write().as_deref(), Ok(data));
    Some(program)
}

fn footprint(program: &Program) -> usize {
    let instructions = program.instructions.iter();
    program.trailing.len() + instructions.map(of_instruction).sum::<usize>()
}

fn of_instruction(instruction: &Instruction) -> usize {
    let body = match &instruction.body {
        Body::Parts { operands, values, rest } => of_operands(operands) + size_of_val(&**values) + size_of_val(&**rest),
        Body::Data(dwords) | Body::Unknown(dwords) => size_of_val(&**dwords),
        Body::Message(message) => of_operands(&message.operands) + size_of_val(&*message.text),
    };
    size_of::<Instruction>() + size_of_val(&*instruction.extended) + body
}

fn of_operands(operands: &[Operand]) -> usize {
    operands.iter().map(of_operand).sum()
}

fn of_operand(operand: &Operand) -> usize {
    let relative = operand.indices.iter().filter_map(Index::relative);
    size_of::<Operand>()
        + size_of_val(&*operand.extended)
        + size_of_val(&*operand.indices)
        + relative.map(of_operand).sum::<usize>()
}

/// Returns programs with features that the golden files lack.
fn others() -> Vec<Vec<u8>> {
    let message = [
        53 | 4 << 11,
        10,
        0x20_0102,
        6,
        3,
        1,
        2,
        R1[0],
        R1[1],
        u32::from_le_bytes(*b"hi!\0"),
    ];
    let interface = [146 | 1 << 31, 7, 1, 4, 2 << 16 | 2, 5, 6];
    let nested = [0x0060_8E46, 2, 0x00C0_000A, 1, 0x0010_000A, 3];
    vec![
        bytes(&message),
        bytes(&interface),
        bytes(&code(145, &[&[2, 2, 7, 8]])),
        bytes(&code(54, &[&R0, &nested])),
        bytes(&[53 | 3 << 11, 6, 1, 2, 3, 4]),
        bytes(&[53 | 2 << 11, 3, 1]),
        bytes(&[token(300, 2), 1]),
        bytes(&[token(58, 1); 50]),
    ]
}

fn all() -> impl Iterator<Item = Vec<u8>> {
    let goldens = goldens::programs().into_iter().map(|(_, data)| data);
    goldens.chain(others())
}

#[test]
fn cut_programs_are_refused() {
    for data in all() {
        assert!(check(&data).is_some());
        for size in 0..data.len() {
            assert!(read(&data[..size]).is_err());
        }
    }
}

#[test]
fn cut_instructions_are_refused_or_end_the_program() {
    for data in all() {
        let count = data.len() / 4;
        for dwords in 2..count {
            let mut cut = data[..4 * dwords].to_vec();
            cut[4..8].copy_from_slice(&u32::try_from(dwords).unwrap().to_le_bytes());
            check(&cut);
        }
    }
}

/// Calls a function with every version of a program in which one dword is changed.
fn each_change(data: &[u8], mut check: impl FnMut(&[u8])) {
    let mut changed = data.to_vec();
    for (at, quad) in data.as_chunks().0.iter().enumerate() {
        let dword = u32::from_le_bytes(*quad);
        let flips = (0..32).map(|bit| dword ^ 1 << bit);
        let values = [
            0,
            1,
            u32::MAX,
            dword.wrapping_sub(1),
            dword.wrapping_add(1 << 24),
            dword ^ 0x000F_F000,
            dword.rotate_left(8),
            dword,
        ];
        for value in flips.chain(values) {
            changed[4 * at..4 * at + 4].copy_from_slice(&value.to_le_bytes());
            check(&changed);
        }
    }
}

/// Returns a program for each instruction in the golden files, plus one more instruction.
fn single_instructions() -> impl Iterator<Item = Vec<u8>> {
    let programs = goldens::programs().into_iter();
    let all = programs.flat_map(|(_, data)| read(&data).unwrap().instructions);
    let distinct: BTreeSet<Vec<u32>> = all.map(|one| one.dwords().unwrap()).collect();
    assert!(distinct.len() > 500);
    distinct.into_iter().map(|mut dwords| {
        dwords.extend(code(54, &[&R0, &R1]));
        bytes(&dwords)
    })
}

#[test]
fn changed_programs_are_refused_or_have_a_text() {
    for data in single_instructions().chain(others()) {
        each_change(&data, |changed| {
            if let Some(program) = check(changed) {
                assert!(Disassembly::new(&program, Compiler::V9).to_string().ends_with('\n'));
            }
        });
    }
}

#[test]
fn indentation_has_a_limit() {
    let opened = 5_000;
    let program = read(&bytes(&vec![token(48, 1); opened])).unwrap();
    let text = Disassembly::new(&program, Compiler::V9).to_string();
    assert!(text.len() < opened * 140);
    assert!(text.ends_with(&format!("\n{:128}loop \n", "")));
}

#[test]
fn blocks_that_are_not_open_may_be_closed() {
    let program = read(&bytes(&[token(22, 1), token(48, 1), token(62, 1)])).unwrap();
    let text = Disassembly::new(&program, Compiler::V9).to_string();
    assert_eq!(text, "vs_4_0\nendloop \nloop \n  ret \n");
}
