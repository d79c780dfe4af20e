//! The sizes of translations of shaders in the style of other compilers.

use pica200_compile::Options;
use pica200_dxbc::program::{Opcode, RegisterKind};
use pica200_dxbc::signature::{ComponentType, SystemValue};

use crate::containers::{Code, Port, masked, swizzled};
use crate::translated::{Translated, text};

const INPUTS: [Port<'static>; 2] = [
    ("POSITION", 0, SystemValue::NONE, ComponentType::FLOAT, 0, 15),
    ("COLOR", 0, SystemValue::NONE, ComponentType::FLOAT, 1, 15),
];
const OUTPUTS: [Port<'static>; 2] = [
    ("SV_Position", 0, SystemValue::POSITION, ComponentType::FLOAT, 0, 15),
    ("COLOR", 0, SystemValue::NONE, ComponentType::FLOAT, 1, 15),
];

const WHOLE: [u8; 4] = [0, 1, 2, 3];

/// Returns the product of a matrix and a position in four dot products, and a colour that is passed on.
fn product_of_dots() -> Vec<u8> {
    let mut code = Code::new();
    code.buffer(0, 4);
    code.ports(&INPUTS, &OUTPUTS);
    for row in 0..4 {
        code.add(
            Opcode::DP4,
            vec![
                masked(RegisterKind::OUTPUT, 0, 1 << row),
                swizzled(RegisterKind::INPUT, &[0], WHOLE),
                swizzled(RegisterKind::CONSTANT_BUFFER, &[0, row], WHOLE),
            ],
        );
    }
    let color = swizzled(RegisterKind::INPUT, &[1], WHOLE);
    code.add(Opcode::MOV, vec![masked(RegisterKind::OUTPUT, 1, 15), color]);
    code.add(Opcode::RET, Vec::new());
    code.container(&INPUTS, &OUTPUTS).unwrap()
}

/// Returns the same product as a sum of columns, as for a matrix on the other side.
fn product_of_columns() -> Vec<u8> {
    let mut code = Code::new();
    code.buffer(0, 4);
    code.ports(&INPUTS, &OUTPUTS);
    code.temporaries(1);
    let component = |component: u8| swizzled(RegisterKind::INPUT, &[0], [component; 4]);
    let row = |row| swizzled(RegisterKind::CONSTANT_BUFFER, &[0, row], WHOLE);
    let sum = || swizzled(RegisterKind::TEMP, &[0], WHOLE);
    let temporary = || masked(RegisterKind::TEMP, 0, 15);
    code.add(Opcode::MUL, vec![temporary(), component(1), row(1)]);
    code.add(Opcode::MAD, vec![temporary(), component(0), row(0), sum()]);
    code.add(Opcode::MAD, vec![temporary(), component(2), row(2), sum()]);
    let position = masked(RegisterKind::OUTPUT, 0, 15);
    code.add(Opcode::MAD, vec![position, component(3), row(3), sum()]);
    let color = swizzled(RegisterKind::INPUT, &[1], WHOLE);
    code.add(Opcode::MOV, vec![masked(RegisterKind::OUTPUT, 1, 15), color]);
    code.add(Opcode::RET, Vec::new());
    code.container(&INPUTS, &OUTPUTS).unwrap()
}

#[test]
fn products_with_matrices_are_as_short_as_by_hand() {
    for container in [product_of_dots(), product_of_columns()] {
        let translated = Translated::new(&container, &Options::default()).unwrap();
        assert_eq!(translated.words(), 6, "{}", text(&translated.compilation));
    }
}
