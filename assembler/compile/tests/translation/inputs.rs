//! Inputs with computed indices, on both machines.

use pica200_compile::Options;
use pica200_dxbc::program::{Index, Instruction, Opcode, Operand, RegisterKind, Token};
use pica200_dxbc::signature::{ComponentType, SystemValue};

use crate::containers::{Code, Port, component, integer, masked, swizzled};
use crate::generator::component_value;
use crate::random::Random;
use crate::translated::{Failure, Translated};
use crate::values::Values;

const OUTPUTS: [Port<'static>; 1] = [("SV_Position", 0, SystemValue::POSITION, ComponentType::FLOAT, 0, 15)];

/// `count` floats in `v1` and the registers after it, and integers in `v0`.
fn inputs(count: u32) -> Vec<Port<'static>> {
    let float = ComponentType::FLOAT;
    let elements = (0..count).map(|n| ("A", n, SystemValue::NONE, float, n + 1, 15));
    let index = ("N", 0, SystemValue::NONE, ComponentType::INT, 0, 15);
    std::iter::once(index).chain(elements).collect()
}

/// `vN[r0.x + first]`
fn indexed(first: u32, components: [u8; 4]) -> Operand {
    let mut operand = swizzled(RegisterKind::INPUT, &[], components);
    let by = Box::new(component(RegisterKind::TEMP, 0, 0));
    operand.indices.push(Index::Offset(first, by));
    operand
}

/// Returns a shader that adds two of its inputs, one of them at the index `v0.x`, limited to their number, which is a
/// power of two.
fn container(count: u32, has_range: bool) -> Vec<u8> {
    let mut code = Code::new();
    let inputs = inputs(count);
    code.ports(&inputs, &OUTPUTS);
    if has_range {
        let first = masked(RegisterKind::INPUT, 1, 15);
        let token = Token::new(Opcode::DCL_INDEXRANGE);
        let declared = Instruction::declared(token, vec![first], vec![count]);
        code.instructions.push(declared);
    }
    code.temporaries(1);
    let limit = integer(i32::try_from(count).unwrap_or(0) - 1);
    code.add(
        Opcode::AND,
        vec![
            masked(RegisterKind::TEMP, 0, 1),
            component(RegisterKind::INPUT, 0, 0),
            limit,
        ],
    );
    code.add(
        Opcode::ADD,
        vec![
            masked(RegisterKind::OUTPUT, 0, 15),
            indexed(1, [0, 1, 2, 3]),
            swizzled(RegisterKind::INPUT, &[1], [3, 2, 1, 0]),
        ],
    );
    code.add(Opcode::RET, Vec::new());
    code.container(&inputs, &OUTPUTS).unwrap()
}

#[test]
fn inputs_at_computed_indices_agree() {
    for (count, has_range) in [(1, true), (2, true), (4, true), (8, true), (4, false), (8, false)] {
        let translated = Translated::new(&container(count, has_range), &Options::default());
        let translated = translated.unwrap_or_else(|failure| unreachable!("{count}: {failure}"));
        let mut random = Random(u64::from(count));
        for index in 0..16 {
            let mut values = Values::default();
            values.inputs.insert(0, [index % count; 4]);
            for register in 1..=count {
                let row = [(); 4].map(|()| component_value(&mut random, false));
                values.inputs.insert(register, row);
            }
            let found = translated.compare(&values, 1e-4);
            assert_eq!(found.map(|found| found.map(|all| all.len())), Ok(Some(0)));
        }
    }
}

#[test]
fn too_many_inputs_are_refused() {
    match Translated::new(&container(9, true), &Options::default()) {
        Err(Failure::Refused(messages)) => {
            let [message] = &messages[..] else {
                unreachable!("{messages:?}");
            };
            assert!(message.contains("indexes 9 inputs"), "{message}");
        }
        Err(failure) => unreachable!("{failure}"),
        Ok(_) => unreachable!("it is translated"),
    }
}
