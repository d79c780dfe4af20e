//! Setting inputs and constants, and reading outputs.

use bstr::BStr;
use pica200_dxbc::FourCc;
use pica200_dxbc::program::{MinPrecision, RegisterKind};
use pica200_dxbc::signature::{ComponentType, Element, NO_REGISTER, Signature, SystemValue};
use pica200_dxbc_machine::{Machine, Program, Register};

use crate::common::{BUDGET, assemble, container, floats, load};

fn element(name: &str, index: u32, register: u32, mask: u8, kind: ComponentType) -> Element<'_> {
    Element {
        offset: 0,
        stream: 0,
        name: BStr::new(name),
        index,
        system_value: SystemValue::NONE,
        component_type: kind,
        register,
        mask,
        rw_mask: mask,
        min_precision: MinPrecision::FULL,
    }
}

fn signature(id: [u8; 4], elements: Vec<Element<'_>>) -> ([u8; 4], Vec<u8>) {
    let signature = Signature {
        id: FourCc(id),
        offset: 0,
        elements,
    };
    (id, signature.write().unwrap())
}

/// A pixel shader with two inputs in one register, and an output without a register.
fn program() -> Program {
    let (float, uint) = (ComponentType::FLOAT, ComponentType::UINT);
    let inputs = vec![
        element("TEXCOORD", 0, 0, 0b0011, float),
        element("TEXCOORD", 1, 0, 0b1100, float),
        element("COLOR", 0, 1, 0b1111, float),
        element("SV_PrimitiveID", 0, NO_REGISTER, 0, uint),
        element("BLENDINDICES", 2, 2, 0b1111, uint),
        element("FOG", 0, 40, 1, float),
    ];
    let outputs = vec![
        element("SV_Target", 0, 0, 0b1110, float),
        element("sv_depth", 0, NO_REGISTER, 0, float),
    ];
    let code = assemble("ps_5_0\nmov o0.xyzw, v0.wzyx\nutof oDepth, vPrim\nret");
    let chunks = [signature(*b"ISGN", inputs), signature(*b"OSGN", outputs)];
    Program::load(&container(&code, &chunks)).unwrap()
}

#[test]
fn inputs_by_semantic() {
    let program = program();
    let mut machine = Machine::new(&program);
    let [a, b, c, d] = floats([1.0, 2.0, 3.0, 4.0]);
    machine.set_input("TEXCOORD", 1, &[c, d]).unwrap();
    machine.set_input("texcoord", 0, &[a, b]).unwrap();
    machine.set_input("SV_PrimitiveID", 0, &[3]).unwrap();
    machine.run(BUDGET).unwrap();
    // The components of the output are y, z and w of `o0`, which has w to x of `v0`.
    assert_eq!(machine.output("SV_Target", 0), Some([c, b, a, 0]));
    assert_eq!(machine.output("SV_Depth", 0), Some([3f32.to_bits(), 0, 0, 0]));
    assert_eq!(machine.output("SV_Target", 1), None);
    let values: Vec<_> = program.inputs().iter().map(|port| machine.value(port)).collect();
    assert_eq!(values[..2], [Some([a, b, 0, 0]), Some([c, d, 0, 0])]);
    assert_eq!(values[3..], [Some([3, 0, 0, 0]), Some([0; 4]), None]);
}

/// Filled as in vertex formats: with 0, and with 1 for w.
#[test]
fn values_that_are_missing() {
    let program = program();
    let mut machine = Machine::new(&program);
    let row = |machine: &Machine<'_>, number| machine.register(Register::new(RegisterKind::INPUT, number)).unwrap();
    machine.set_input("COLOR", 0, &[5, 6]).unwrap();
    assert_eq!(row(&machine, 1), [5, 6, 0, 1f32.to_bits()]);
    machine.set_input("BLENDINDICES", 2, &[5]).unwrap();
    assert_eq!(row(&machine, 2), [5, 0, 0, 1]);
    machine.set_input("TEXCOORD", 0, &[5]).unwrap();
    assert_eq!(row(&machine, 0), [5, 0, 0, 0]);
    machine.reset();
    assert_eq!(row(&machine, 1), [0; 4]);
}

#[test]
fn what_cannot_be_set() {
    let program = program();
    let mut machine = Machine::new(&program);
    let mut message =
        |name: &str, index, values: &[u32]| machine.set_input(name, index, values).unwrap_err().to_string();
    assert_eq!(
        message("NORMAL", 0, &[1]),
        "there is no input `NORMAL0`; the program has `TEXCOORD0`, `TEXCOORD1`, `COLOR0`, `SV_PrimitiveID0`, `BLENDINDICES2`, `FOG0`"
    );
    assert_eq!(
        message("TEXCOORD", 1, &[1, 2, 3]),
        "the input `TEXCOORD1` has 2 components, but 3 values are given"
    );
    assert_eq!(message("FOG", 0, &[1]), "the input `FOG0` has no register");
    assert_eq!(
        machine.set_input_register(3, [0; 4]).unwrap_err().to_string(),
        "there is no register `v3`"
    );
    assert_eq!(
        machine.set_constants(4, 0, &[]).unwrap_err().to_string(),
        "the program has no constant buffer `cb4`"
    );
    let empty = load("ret").unwrap();
    assert_eq!(
        Machine::new(&empty).set_input("A", 0, &[]).unwrap_err().to_string(),
        "there is no input `A0`; the program has none"
    );
}

#[test]
fn bytes_of_constant_buffers() {
    let program = load("dcl_constantbuffer cb1[2]\nmov o0.xyzw, cb1[0].xyzw\nmov o1.xyzw, cb1[1].xyzw\nret");
    let program = program.unwrap();
    assert_eq!(
        (program.constants(1), program.constants(0), program.constants(99)),
        (2, 0, 0)
    );
    let mut machine = Machine::new(&program);
    let bytes: Vec<u8> = (1..=40).collect();
    machine.set_constant_bytes(1, 0, &bytes).unwrap();
    machine.set_constant_bytes(1, 5, &[0xAA, 0xBB]).unwrap();
    machine.set_constant_bytes(1, 31, &[0xCC, 0xDD]).unwrap();
    machine.set_constant_bytes(1, 32, &[0xEE]).unwrap();
    machine.set_constants(1, 2, &[[7; 4]]).unwrap();
    assert!(machine.set_constant_bytes(0, 0, &[1]).is_err());
    machine.run(BUDGET).unwrap();
    let row = |number| machine.register(Register::new(RegisterKind::OUTPUT, number)).unwrap();
    assert_eq!(row(0), [0x0403_0201, 0x08BB_AA05, 0x0C0B_0A09, 0x100F_0E0D]);
    assert_eq!(row(1), [0x1413_1211, 0x1817_1615, 0x1C1B_1A19, 0xCC1F_1E1D]);
}

/// Temporaries and outputs start at zero in each run; inputs and constants keep their values.
#[test]
fn what_stays_between_runs() {
    let program = load(
        "dcl_constantbuffer cb0[1]\ndcl_indexableTemp x0[1], 4\n\
        iadd r0.x, r0.x, v0.x\niadd x0[0].x, x0[0].x, cb0[0].x\niadd o0.x, r0.x, x0[0].x\n\
        if_nz v0.y\nmov o1.x, l(1)\nendif\nret",
    );
    let program = program.unwrap();
    let mut machine = Machine::new(&program);
    machine.set_constants(0, 0, &[[30, 0, 0, 0]]).unwrap();
    for (input, expected) in [([1, 1, 0, 0], [31, 1]), ([2, 0, 0, 0], [32, 0])] {
        machine.set_input_register(0, input).unwrap();
        for _ in 0..2 {
            machine.run(BUDGET).unwrap();
            let row = |number| machine.register(Register::new(RegisterKind::OUTPUT, number));
            assert_eq!([0, 1].map(|number| row(number).unwrap()[0]), expected);
        }
    }
}
