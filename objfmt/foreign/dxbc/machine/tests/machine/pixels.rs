//! Pixel shaders.

use pica200_dxbc::program::{Opcode, RegisterKind};
use pica200_dxbc_machine::{Machine, Register};

use crate::common::{BUDGET, load};

#[test]
fn discard() {
    let program = load("ps_5_0\nmov o0.x, l(1)\ndiscard_nz v0.x\nmov o0.x, l(2)\ndiscard_z v0.y\nret");
    let program = program.unwrap();
    assert!(program.is_pixel());
    let mut machine = Machine::new(&program);
    for (input, is_discarded, instructions) in [([0, 1], false, 5), ([0, 0], true, 4), ([1, 1], true, 2)] {
        let [x, y] = input;
        machine.set_input_register(0, [x, y, 0, 0]).unwrap();
        let run = machine.run(BUDGET).unwrap();
        assert_eq!(
            (run.is_discarded, run.instructions),
            (is_discarded, instructions),
            "{input:?}"
        );
        let end = if is_discarded { Opcode::DISCARD } else { Opcode::RET };
        assert_eq!(run.end.opcode, end);
    }
}

/// Kinds with a single register.
#[test]
fn depth_and_coverage() {
    let program = load(
        "ps_5_0\ndcl_input vPrim\ndcl_output oDepth\ndcl_output oMask\n\
        utof oDepth, vPrim\nmov oMask, l(7)\nret",
    );
    let program = program.unwrap();
    let mut machine = Machine::new(&program);
    machine.run(BUDGET).unwrap();
    let value = |kind| machine.register(Register::new(kind, 0)).unwrap()[0];
    assert_eq!(value(RegisterKind::OUTPUT_DEPTH), 0);
    assert_eq!(value(RegisterKind::OUTPUT_COVERAGE), 7);
    assert_eq!(Register::new(RegisterKind::OUTPUT_DEPTH, 0).to_string(), "oDepth");
}
