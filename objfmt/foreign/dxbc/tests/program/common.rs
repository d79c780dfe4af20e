//! Programs built from dwords.

use pica200_dxbc::container::Chunk;
use pica200_dxbc::program::{DecodeError, Instruction, Program};
use pica200_dxbc::{Error, ErrorKind, FourCc};

/// Returns the bytes of a `vs_4_0` program with this code.
pub(crate) fn bytes(code: &[u32]) -> Vec<u8> {
    let length = u32::try_from(code.len() + 2).unwrap();
    let dwords = [0x0001_0040, length].into_iter().chain(code.to_vec());
    dwords.flat_map(u32::to_le_bytes).collect()
}

pub(crate) fn read(data: &[u8]) -> Result<Program, Error> {
    Program::read(&Chunk {
        id: FourCc(*b"SHDR"),
        offset: 0,
        data,
    })
}

/// Returns the program with this code, and checks that it round-trips.
pub(crate) fn program(code: &[u32]) -> Program {
    let data = bytes(code);
    let program = read(&data).unwrap();
    assert_eq!(program.write().as_deref(), Ok(data.as_slice()));
    program
}

/// Returns the only instruction of a program with this code.
pub(crate) fn instruction(code: &[u32]) -> Instruction {
    let program = program(code);
    let [instruction] = program.instructions.as_slice() else {
        panic!("one instruction: {program:?}");
    };
    assert_eq!(instruction.at, 2);
    assert_eq!(instruction.dwords().as_deref(), Ok(code));
    instruction.clone()
}

/// Returns the error of a program with this code, and its offset in dwords.
pub(crate) fn decode_error(code: &[u32]) -> (usize, DecodeError) {
    match read(&bytes(code)) {
        Err(Error {
            chunk: Some(FourCc(id)),
            offset,
            kind: ErrorKind::Program(error),
        }) => {
            assert_eq!(id, *b"SHDR");
            (offset / 4, error)
        }
        other => panic!("not a decode error: {other:?}"),
    }
}

/// Returns the first dword of an instruction.
pub(crate) fn token(opcode: u32, length: u32) -> u32 {
    opcode | length << 24
}

/// `r0` with all components written.
pub(crate) const R0: [u32; 2] = [0x0010_00F2, 0];
/// `r1.xyzw`, as a source.
pub(crate) const R1: [u32; 2] = [0x0010_0E46, 1];

/// Encodes an instruction with this opcode, followed by these parts.
pub(crate) fn code(opcode: u32, parts: &[&[u32]]) -> Vec<u32> {
    let rest = parts.concat();
    let length = u32::try_from(rest.len() + 1).unwrap();
    let mut code = vec![token(opcode, length)];
    code.extend(rest);
    code
}
