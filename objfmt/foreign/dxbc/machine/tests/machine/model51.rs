//! Programs of model 5.1, which refer to resources by range.

use std::collections::HashMap;

use pica200_dxbc::program::{Body, Index, Instruction, Opcode, Operand, Program as Code, RegisterKind, Version};
use pica200_dxbc::{Container, Shader};
use pica200_dxbc_machine::{LoadError, Machine, Program, Register};

use crate::common::{BUDGET, assemble, container};

/// Converts a program to model 5.1: each constant buffer, resource, sampler and view becomes a range of one register in
/// space 0, whose id is the register number.
pub(crate) fn in_model_51(code: &Code) -> Code {
    let mut code = code.clone();
    code.version = Version::new(code.version.kind(), 5, 1);
    for instruction in &mut code.instructions {
        convert(instruction);
    }
    code
}

fn convert(instruction: &mut Instruction) {
    let is_declaration = instruction.is_declaration();
    let Body::Parts { operands, rest, .. } = &mut instruction.body else {
        return;
    };
    for operand in operands {
        let kind = operand.kind();
        for index in &mut operand.indices {
            if let Index::Relative(by) | Index::Offset(_, by) = index {
                name_range(by, false);
            }
        }
        if is_declaration && kind == RegisterKind::CONSTANT_BUFFER {
            rest.push(u32::try_from(operand.indices[1].offset()).unwrap());
        }
        if name_range(operand, is_declaration) && is_declaration {
            rest.push(0);
        }
    }
}

/// Inserts the range id before the register. Returns true if the operand has one.
fn name_range(operand: &mut Operand, is_declaration: bool) -> bool {
    let is_bound = matches!(
        operand.kind(),
        RegisterKind::CONSTANT_BUFFER
            | RegisterKind::RESOURCE
            | RegisterKind::SAMPLER
            | RegisterKind::UNORDERED_ACCESS_VIEW
    );
    if is_bound {
        let register = operand.indices[0].clone();
        if is_declaration {
            operand.indices = vec![register; 3];
        } else {
            operand.indices.insert(0, register);
        }
    }
    is_bound
}

/// A program with buffers in two spaces and in an array, whose range ids differ from the register numbers.
fn spaces() -> Code {
    let mut code = assemble(
        "dcl_constantbuffer cb0[2]
        dcl_constantbuffer cb1[1]
        dcl_constantbuffer cb2[3]
        mov o0.xyzw, cb0[1].xyzw
        mov o1.xyzw, cb1[0].xyzw
        mov o2.xyzw, cb2[2].xyzw
        ret",
    );
    let ranges = [[3, 3, 0], [3, 3, 7], [1, 2, 0]];
    let mut code_51 = in_model_51(&code);
    for instruction in &mut code_51.instructions {
        let is_declaration = instruction.opcode() == Opcode::DCL_CONSTANTBUFFER;
        let Body::Parts { operands, rest, .. } = &mut instruction.body else {
            continue;
        };
        for operand in operands {
            if operand.kind() != RegisterKind::CONSTANT_BUFFER {
                continue;
            }
            let [first, last, space] = ranges[usize::try_from(operand.number().unwrap()).unwrap()];
            // The second buffer of the array is read.
            operand.indices[1] = Index::Immediate(if is_declaration { first } else { last });
            if is_declaration {
                operand.indices[2] = Index::Immediate(last);
                *rest.last_mut().unwrap() = space;
            }
        }
    }
    code.instructions.clear();
    code_51
}

#[test]
fn ranges_become_registers() {
    let file = container(&spaces(), &[]);
    let program = Program::load(&file).unwrap();
    let mut machine = Machine::new(&program);
    // Slot 3 of space 0 keeps its number, slot 3 of space 7 gets the next free one, and the array gets 1 and 2.
    let sizes = [0, 1, 2, 3].map(|slot| program.constants(slot));
    assert_eq!(sizes, [1, 3, 3, 2]);
    machine.set_constants(3, 1, &[[1; 4]]).unwrap();
    machine.set_constants(0, 0, &[[2; 4]]).unwrap();
    machine.set_constants(2, 2, &[[3; 4]]).unwrap();
    machine.run(BUDGET).unwrap();
    for number in 0..3 {
        let output = machine.register(Register::new(RegisterKind::OUTPUT, number));
        assert_eq!(output, Some([number + 1; 4]));
    }
    // The conversion to plain registers is idempotent.
    let container = Container::read(&file).unwrap();
    let shader = Shader::from_container(&container);
    let plain = shader.with_plain_registers();
    assert_eq!(plain.with_plain_registers(), plain);
}

/// Ranges that are undeclared or unbounded have no registers that could be set, and do no harm.
#[test]
fn strange_ranges_are_read() {
    let mut code = spaces();
    code.instructions.drain(..1);
    let loaded = Program::load(&container(&code, &[]));
    assert!(matches!(loaded.unwrap_err(), LoadError::Code { .. }));
    let mut code = spaces();
    for instruction in &mut code.instructions {
        if let Body::Parts { operands, .. } = &mut instruction.body
            && let Some([_, _, last]) = operands.first_mut().map(|one| one.indices.as_mut_slice())
            && instruction.token.opcode() == Opcode::DCL_CONSTANTBUFFER
        {
            *last = Index::Immediate(u32::MAX);
        }
    }
    // There are more buffers than slots.
    assert!(Program::load(&container(&code, &[])).is_err());
}

/// Each texture and sampler of a range has a register.
#[test]
fn ranges_of_textures() {
    let code = assemble("ps_5_0\ndcl_sampler s2\ndcl_resource t4, 3, 5, 0\nsample o0.xyzw, v0.xyzw, t4.xyzw, s2\nret");
    let mut code = in_model_51(&code);
    for instruction in &mut code.instructions {
        let is_resource = instruction.opcode() == Opcode::DCL_RESOURCE;
        if let Body::Parts { operands, .. } = &mut instruction.body
            && is_resource
        {
            operands[0].indices[2] = Index::Immediate(6);
        }
    }
    let program = Program::load(&container(&code, &[])).unwrap();
    let textures = program.textures().iter().map(|slot| slot.register);
    assert_eq!(textures.collect::<Vec<_>>(), [4, 5, 6]);
    assert_eq!(program.samplers()[0].register, 2);
}

/// The names of the registers of arrays, and how they are read.
#[test]
fn names_of_arrays() {
    let code =
        assemble("ps_5_0\ndcl_resource t4, 3, 5, 0\ndcl_resource t9, 3, 5, 0\nld o0.xyzw, v0.xyzw, t4.xyzw\nret");
    let mut code = in_model_51(&code);
    let declared = code
        .instructions
        .iter_mut()
        .filter(|one| one.opcode() == Opcode::DCL_RESOURCE && one.operands()[0].number() == Some(4));
    for instruction in declared {
        let Body::Parts { operands, .. } = &mut instruction.body else {
            continue;
        };
        operands[0].indices[2] = Index::Immediate(5);
    }
    let resources = resources(&[("shadows", 4, 2), ("color", 9, 1)]);
    let program = Program::load(&container(&code, &[(*b"RDEF", resources)])).unwrap();
    let names: Vec<_> = program
        .textures()
        .iter()
        .map(|slot| slot.name.clone().unwrap())
        .collect();
    let shown = names.iter().map(ToString::to_string);
    assert_eq!(shown.collect::<Vec<_>>(), ["shadows[0]", "shadows[1]", "color"]);
    for (text, expected) in [
        ("shadows", [true, false, false]),
        ("shadows[0]", [true, false, false]),
        ("shadows[1]", [false, true, false]),
        ("shadows[01]", [false; 3]),
        ("shadow", [false; 3]),
        ("color", [false, false, true]),
        ("color[0]", [false; 3]),
    ] {
        let found: Vec<_> = names.iter().map(|name| name.matches(text)).collect();
        assert_eq!(found, expected, "{text}");
    }
}

/// A register has one slot, however often it is declared, and all arrays together have 1024.
#[test]
fn slots_are_limited() {
    let once = assemble("ps_5_0\ndcl_resource t4, 3, 5, 0\ndcl_sampler s2\nsample o0.xyzw, v0.xyzw, t4.xyzw, s2\nret");
    let repeated = |code: &Code, times: u32| {
        let mut code = code.clone();
        let declared: Vec<_> = code.instructions.drain(..2).collect();
        let copies = (0..times).flat_map(|_| declared.iter().cloned());
        code.instructions.splice(..0, copies.collect::<Vec<_>>());
        code
    };
    let many = repeated(&once, 5000);
    let program = Program::load(&container(&many, &[])).unwrap();
    assert_eq!((program.textures().len(), program.samplers().len()), (1, 1));
    let mut ranges = repeated(&in_model_51(&once), 5000);
    for (id, instruction) in (0..).zip(&mut ranges.instructions) {
        if let Body::Parts { operands, .. } = &mut instruction.body
            && id < 10_000
        {
            operands[0].indices = [id, id * 1000, id * 1000 + 127].map(Index::Immediate).into();
        }
    }
    // Each array has a binding.
    let bindings: Vec<_> = (0..10_000).map(|id| ("many", id * 1000, 128)).collect();
    let resources = resources(&bindings);
    let file = container(&ranges, &[(*b"RDEF", resources)]);
    let container = Container::read(&file).unwrap();
    let shader = Shader::from_container(&container);
    assert_eq!(shader.faults, []);
    let read = shader.resources.as_ref().unwrap();
    assert_eq!(read.bindings.len(), 10_000);
    match Program::from_shader(&shader) {
        Ok(program) => {
            let slots = (program.textures().len(), program.samplers().len());
            assert_eq!(slots, (1024, 1024));
        }
        Err(error) => panic!("{error}"),
    }
}

/// Builds a chunk that describes textures, each with a name, its first register and the number of registers. Equal
/// names are stored once.
fn resources(bindings: &[(&str, u32, u32)]) -> Vec<u8> {
    let start = 28 + 32 * u32::try_from(bindings.len()).unwrap();
    let mut names: Vec<u8> = Vec::new();
    let mut places = HashMap::new();
    let mut dwords = vec![0, 0, u32::try_from(bindings.len()).unwrap(), 28, 0xFFFF_0400, 0, start];
    for &(name, first, count) in bindings {
        let place = *places.entry(name).or_insert_with(|| {
            let place = start + u32::try_from(names.len()).unwrap();
            names.extend(name.bytes().chain([0]));
            place
        });
        dwords.extend([place, 2, 5, 4, u32::MAX, first, count, 13]);
    }
    names.resize(names.len().next_multiple_of(4), 0);
    let dwords = dwords.into_iter().flat_map(u32::to_le_bytes);
    dwords.chain(names).collect()
}
