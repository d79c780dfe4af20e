//! Each instruction on random values, and small programs with control flow.

use bstr::BStr;
use pica200_dxbc::FourCc;
use pica200_dxbc::program::MinPrecision;
use pica200_dxbc::signature::{ComponentType, Element, Signature, SystemValue};
use pica200_dxbc_machine::{Machine, Program};
use pica200_objfmt::isa::property;

use super::common::{self, Values};
use super::{assembly, random};
use crate::options::{Options, OutputMapping};
use crate::passes::random::Random;

pub(super) const FLOAT: ComponentType = ComponentType::FLOAT;
pub(super) const INT: ComponentType = ComponentType::INT;
pub(super) const UINT: ComponentType = ComponentType::UINT;

fn signature(id: &[u8; 4], elements: &[(&str, u32, ComponentType)]) -> ([u8; 4], Vec<u8>) {
    let elements = elements.iter().map(|(name, register, kind)| Element {
        offset: 0,
        stream: 0,
        name: BStr::new(*name),
        index: 0,
        system_value: SystemValue::NONE,
        component_type: *kind,
        register: *register,
        mask: 15,
        rw_mask: 0,
        min_precision: MinPrecision::FULL,
    });
    let signature = Signature {
        id: FourCc(*id),
        offset: 0,
        elements: elements.collect(),
    };
    (*id, signature.write().unwrap())
}

/// Returns a container of a program whose inputs `v0` and so on have these types, and whose output `o0` is a position.
pub(super) fn shader(text: &str, inputs: &[ComponentType], output: ComponentType) -> Vec<u8> {
    let names = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];
    let inputs: Vec<_> = names
        .into_iter()
        .zip(0..)
        .zip(inputs)
        .map(|((name, register), kind)| (name, register, *kind))
        .collect();
    let program = assembly::assemble(text).write().unwrap();
    common::container(&[
        signature(b"ISGN", &inputs),
        signature(b"OSGN", &[("OUT", 0, output)]),
        (*b"SHDR", program),
    ])
}

/// Returns the options for these containers.
pub(super) fn options() -> Options {
    Options {
        map_output: vec![OutputMapping {
            name: "OUT".to_owned(),
            property: property::by_name("position").unwrap(),
            is_added: false,
        }],
        ..Options::default()
    }
}

/// Compares a program with its translation on random values.
fn check(text: &str, inputs: &[ComponentType], output: ComponentType, options: &Options) {
    let bytes = shader(text, inputs, output);
    let source = common::translated(&bytes, options);
    let program = Program::load(&bytes).unwrap();
    let mut machine = Machine::new(&program);
    let mut compared = 0;
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut values = Values::default();
        for (register, kind) in (0..).zip(inputs) {
            values
                .inputs
                .insert(register, [(); 4].map(|()| random::random_component(&mut random, *kind)));
        }
        let expected = random::expected(&mut machine, &values, &[0]);
        let found = common::run(&bytes, &source, &values).unwrap();
        for (component, found) in found[0].iter().enumerate() {
            let expected = common::number(expected[0][component], output == FLOAT);
            if expected.is_finite() {
                compared += 1;
                assert!(
                    common::agrees(*found, expected, 1e-4),
                    "seed {seed}, lane {component}: {found}, expected {expected}\n{values:?}\n{text}\n{}",
                    source.program
                );
            }
        }
    }
    assert!(compared > 100, "{text}: {compared}");
}

#[test]
fn instructions_of_floats_agree() {
    for line in [
        "mov o0.xyzw, -|v0.wzyx|",
        "mov_sat o0.xyzw, v0",
        "add o0.xyzw, v0, -v1",
        "mul_sat o0.xyzw, v0, |v1|",
        "mad o0.xyzw, v0, v1.yyyy, -v2",
        "div o0.xyzw, v0, v1",
        "div o0.xyzw, v0, l(3.0)",
        "min o0.xyzw, v0, v1",
        "max o0.xyzw, v0, l(0.5)",
        "dp2 o0.xyzw, v0, v1",
        "dp3 o0.xyzw, v0, -v1",
        "dp4_sat o0.xyzw, v0, v1",
        "frc o0.xyzw, v0",
        "round_ne o0.xyzw, v0",
        "round_ni o0.xyzw, v0",
        "round_pi o0.xyzw, v0",
        "round_z o0.xyzw, v0",
        "exp o0.xyzw, v0",
        "log o0.xyzw, |v0|",
        "sqrt o0.xyzw, |v0|",
        "rsq o0.xyzw, |v0|",
        "rcp o0.xyzw, v0",
        "sincos r0.xyzw, r1.xyzw, v0\nadd o0.xyzw, r0, r1.wzyx",
        "ftoi r0.xyzw, v0\nitof o0.xyzw, r0",
        "ftou r0.xyzw, |v0|\nutof o0.xyzw, r0",
        "lt r0.xyzw, v0, v1\nmovc o0.xyzw, r0, v0, v2",
        "ge r0.xyzw, v0, v1\nand o0.xyzw, r0, l(1.0)",
        "eq r0.xyzw, v0, v1\nand o0.xyzw, v2, r0",
        "ne r0.xyzw, v0, v1\nswapc r1.xyzw, o0.xyzw, r0, v0, v1",
        "movc o0.xyzw, v0, v1, -v2",
        "movc_sat o0.xyzw, v0, v1, v2",
    ] {
        check(&format!("{line}\nret"), &[FLOAT; 3], FLOAT, &options());
    }
}

#[test]
fn instructions_of_integers_agree() {
    for line in [
        "iadd o0.xyzw, v0, -v1",
        "imad o0.xyzw, v0, v1, v2",
        "imul null, o0.xyzw, v0, l(-3)",
        "imax o0.xyzw, v0, v1",
        "imin o0.xyzw, v0, -v1",
        "ineg o0.xyzw, v0",
        "ishl o0.xyzw, v0, l(3)",
        "ishr o0.xyzw, v0, l(2)",
        "not o0.xyzw, v0",
        "and o0.xyzw, v0, l(7)",
        "and o0.xyzw, l(12), v0",
        "and o0.xyzw, v0, l(-8)",
        "and o0.xyzw, v0, l(0)",
        "and o0.xyzw, v0, l(-1)",
        "mov o0.xyzw, v0.yxwz",
        "ilt r0.xyzw, v0, v1\nmovc o0.xyzw, r0, v0, l(5)",
        "ige r0.xyzw, v0, v1\nand o0.xyzw, r0, l(1)",
        "ieq r0.xyzw, v0, l(0)\nine r0.xyzw, r0, l(0)\nmovc o0.xyzw, r0, v1, v2",
        "ine r0.xyzw, v0, v1\nieq r0.xyzw, r0, l(0)\nineg o0.xyzw, r0",
        "ilt r0.xyzw, v0, v1\nilt r1.xyzw, v1, v2\nxor r0.xyzw, r0, r1\niadd o0.xyzw, r0, v0",
        "ilt r0.xyzw, v0, v1\nilt r1.xyzw, v1, v2\nieq r0.xyzw, r0, r1\nmovc o0.xyzw, r0, v0, v1",
        "ilt r0.xyzw, v0, v1\nilt r1.xyzw, v1, v2\nor r0.xyzw, r0, r1\nand o0.xyzw, r0, v2",
        "ilt r0.xyzw, v0, v1\nilt r1.xyzw, v1, v2\nnot r0.xyzw, r0\nand r0.xyzw, r0, r1\nmovc o0.xyzw, r0, v0, v1",
        "movc o0.xyzw, v0, v1, v2",
        // Quotients and remainders of signed integers, as compilers write them.
        "xor r0.xyzw, v0, l(3)
         and r0.xyzw, r0, l(0x80000000)
         imax r1.xyzw, v0, -v0
         udiv r1.xyzw, null, r1, l(3)
         ineg r2.xyzw, r1
         movc o0.xyzw, r0, r2, r1",
        "and r0.xyzw, l(0x80000000), v0
         imax r1.xyzw, v0, -v0
         udiv null, r1.xyzw, r1, l(5)
         ineg r2.xyzw, r1
         movc o0.xyzw, r0, r2, r1",
        "xor r0.xyzw, v0, v1
         and r0.xyzw, r0, l(0x80000000)
         movc o0.xyzw, r0, v0, v1",
        "bfi o0.xyzw, l(30), l(2), v0, l(3, 0, 1, 2)",
        "bfi o0.xyzw, l(3), l(2), v0, v1",
        "bfi o0.xyzw, l(28), l(4), v0, v1",
        "ibfe o0.xyzw, l(3), l(1), v0",
        "ibfe o0.xyzw, l(31), l(2), v0",
        "ubfe o0.xyzw, l(4, 3, 2, 0), l(1, 2, 0, 1), v0",
        "or o0.xyzw, v0, l(5)",
        "or o0.xyzw, v0, v1",
        "xor o0.xyzw, v0, l(-6)",
        "xor o0.xyzw, l(9), v0",
        "and o0.xyzw, v0, v1",
        "and o0.xyzw, v0, l(5)",
        "and o0.xyzw, v0, l(0x7fff0ff6)",
        "not r0.xyzw, v0\nand o0.xyzw, r0, v1",
        "and r0.xyzw, v1, l(7)\nishl o0.xyzw, v0, r0",
        "and r0.xyzw, v1, l(7)\nishr o0.xyzw, v0, r0",
        "and r0.xyzw, v1, l(3)\nubfe o0.xyzw, l(3), r0, v0",
        "and r0.xyzw, v1, l(3)\nibfe o0.xyzw, l(3), r0, v0",
        "and r0.xyzw, v1, l(3)\nubfe o0.xyzw, r0, l(1), v0",
        "and r0.xyzw, v1, l(3)\nbfi o0.xyzw, l(2), r0, v0, v2",
        "ilt r0.xyzw, v0, v1\nor o0.xyzw, r0, v2",
        "ilt r0.xyzw, v0, v1\nxor o0.xyzw, r0, v2",
        // The sign of a number, as compilers write it.
        "ilt r0.xyzw, l(0), v0\nilt r1.xyzw, v0, l(0)\niadd o0.xyzw, -r0, r1",
        "and r0.xyzw, v0, l(1)\nmovc o0.xyzw, r0, v1, l(-1)",
    ] {
        check(&format!("{line}\nret"), &[INT; 3], INT, &options());
    }
    for line in [
        "udiv o0.xyzw, r0.xyzw, v0, l(3)",
        "udiv null, o0.xyzw, v0, l(2)",
        "umul null, o0.xyzw, v0, v1",
        "umad o0.xyzw, v0, v1, v2",
        "umax o0.xyzw, v0, v1",
        "umin o0.xyzw, v0, l(2)",
        "ushr o0.xyzw, v0, l(1)",
        "ult r0.xyzw, v0, v1\nmovc o0.xyzw, r0, v0, v1",
        "uge r0.xyzw, v0, v1\nmovc o0.xyzw, r0, v0, v1",
        "iadd r1.xyzw, v1, l(1)\nudiv r0.xyzw, o0.xyzw, v0, r1",
    ] {
        check(&format!("{line}\nret"), &[UINT; 3], UINT, &options());
    }
    check("itof o0.xyzw, -v0\nret", &[INT], FLOAT, &options());
}

#[test]
fn control_flow_agrees() {
    for text in [
        // A value that is set on some paths.
        "lt r0.x, v0.x, l(0.0)
         if_nz r0.x
         mov r1.xyzw, v1
         else
         if_z r0.x
         mov r1.x, v1.y
         endif
         endif
         mov o0.xyzw, r1
         ret",
        // A loop with break, continue and a counter.
        "mov r0.xyzw, v0
         mov r1.x, l(0)
         loop
         ige r1.y, r1.x, l(5)
         breakc_nz r1.y
         iadd r1.x, r1.x, l(1)
         lt r1.z, r0.x, l(0.0)
         if_nz r1.z
         add r0.x, r0.x, l(2.0)
         continue
         endif
         add r0.xyz, r0, v1
         lt r1.z, l(20.0), r0.y
         continuec_nz r1.z
         mul r0.y, r0.y, l(1.5)
         lt r1.z, r0.z, l(-9.0)
         if_nz r1.z
         break
         endif
         endloop
         mov o0.xyzw, r0
         ret",
        // Loops in loops, and a return from the inner one.
        "mov r0.xyzw, v0
         mov r2.xy, l(0)
         mov o0.xyzw, v1
         loop
         ige r1.x, r2.x, l(3)
         breakc_nz r1.x
         iadd r2.x, r2.x, l(1)
         mov r2.y, l(0)
         loop
         ige r1.x, r2.y, r2.x
         breakc_nz r1.x
         iadd r2.y, r2.y, l(1)
         add r0.xyzw, r0, l(0.75)
         lt r1.x, l(7.0), r0.x
         retc_nz r1.x
         endloop
         mov o0.xyzw, r0
         endloop
         ret",
        // Sections with several labels, without `break` at the end, with `default` in the IR.
        "ftoi r0.x, v0.x
         mov r1.xyzw, v1
         switch r0.x
         case l(1)
         case l(-1)
         mov r1.x, l(1.0)
         break
         default
         mov r1.y, l(2.0)
         break
         case l(2)
         lt r2.x, v1.x, l(0.0)
         breakc_nz r2.x
         mov r1.z, l(3.0)
         break
         endswitch
         mov o0.xyzw, r1
         ret",
        "ftoi r0.x, v0.x
         mov r1.xyzw, v1
         switch r0.x
         case l(1)
         mov r1.x, l(1.0)
         case l(2)
         mov r1.y, l(2.0)
         default
         mov r1.z, l(3.0)
         break
         case l(3)
         mov r1.w, l(4.0)
         case l(1)
         mov r1.w, l(5.0)
         endswitch
         mov o0.xyzw, r1
         ret",
        // Subroutines, one of which returns early.
        "mov r0.xyzw, v0
         call label1
         lt r1.x, v1.x, l(0.0)
         callc_nz r1.x, label2
         call label1
         mov o0.xyzw, r0
         ret
         label label1
         lt r2.x, r0.x, l(0.0)
         retc_nz r2.x
         add r0.xyzw, r0, v1
         ret
         label label2
         mul r0.xyzw, r0, l(0.5)
         call label1
         ret",
        // Code after a jump is ignored.
        "mov o0.xyzw, v0
         loop
         mov o0.x, v1.x
         break
         mov o0.y, v1.x
         endloop
         ret
         mov o0.z, v1.x
         ret",
        // A register that is first an integer, then a float, on all paths.
        "ftoi r0.x, v0.x
         itof r0.y, r0.x
         lt r0.x, v0.x, l(0.0)
         if_nz r0.x
         mov r0.x, l(1.0)
         else
         mov r0.x, v1.y
         endif
         add o0.xyzw, v0, r0.xyxy
         ret",
    ] {
        check(text, &[FLOAT; 2], FLOAT, &options());
    }
}

#[test]
fn inputs_at_computed_indices_agree() {
    let index = "and r0.x, v4.x, l(3)\nand r0.y, v4.y, l(1)\n";
    for text in [
        // A declared range, from its start and from within it.
        "dcl_indexrange v0.xyzw, 4
         INDEX
         add o0.xyzw, v[r0.x + 0], v[r0.y + 2].wzyx
         ret",
        // A number before the range, and a sign.
        "dcl_indexrange v1.xyzw, 3
         INDEX
         iadd r0.z, r0.y, l(2)
         mul o0.xyzw, -v[r0.z + -1], |v[r0.y + 1]|
         ret",
        // Without a declaration: all inputs from the number on.
        "INDEX
         add o0.xyzw, v[r0.y + 1], v0
         ret",
        // A condition.
        "dcl_indexrange v0.xyzw, 4
         INDEX
         lt r1.x, v[r0.x + 0].y, v[r0.x + 0].x
         movc o0.xyzw, r1.x, v[r0.x + 0], v0
         ret",
    ] {
        let text = text.replace("INDEX", index);
        check(&text, &[FLOAT, FLOAT, FLOAT, FLOAT, INT], FLOAT, &options());
    }
    // Eight integers.
    let text = "dcl_indexrange v0.xyzw, 8
         and r0.x, v0.x, l(7)
         mov o0.xyzw, v[r0.x + 0].yxwz
         ret";
    check(text, &[INT; 8], INT, &options());
}

#[test]
fn local_arrays_agree() {
    // Computed values that are read and written at computed indices.
    let text = "dcl_indexableTemp x0[3], 4
         mov x0[0].xyzw, v0
         mov x0[1].xyzw, v1
         add x0[2].xyzw, v0, v1
         and r0.x, v2.x, l(1)
         mov x0[r0.x + 1].xy, v1.zwzw
         mov r1.xyzw, x0[r0.x + 0]
         add o0.xyzw, r1, x0[1]
         ret";
    check(text, &[FLOAT, FLOAT, INT], FLOAT, &options());
    // Constants.
    let text = "dcl_indexableTemp x0[2], 4
         mov x0[0].xyzw, l(1.0, 2.0, 3.0, 4.0)
         mov x0[1].xyz, l(-1.0, -2.0, -3.0, 0)
         and r0.x, v1.x, l(1)
         add o0.xyzw, v0, x0[r0.x + 0]
         ret";
    check(text, &[FLOAT, INT], FLOAT, &options());
    let text = "dcl_immediateConstantBuffer 0x3f800000, 0, 0x40000000, 0, 0xbf800000, 0, 0x40400000, 0
         and r0.x, v1.x, l(1)
         mul o0.xyzw, v0, icb[r0.x + 0].xzxz
         ret";
    check(text, &[FLOAT, INT], FLOAT, &options());
    let text = "dcl_immediateConstantBuffer 7, 1, 2, 3, 4, 5, 6, -1
         and r0.x, v0.x, l(1)
         iadd o0.xyzw, icb[r0.x + 0], icb[1].xyzw
         ret";
    check(text, &[INT], INT, &options());
    // Rows that are not there.
    let text = "and r0.x, v1.x, l(1)
         add o0.xyzw, v0, icb[r0.x + 0].xzxz
         ret";
    check(text, &[FLOAT, INT], FLOAT, &options());
}

#[test]
fn options_change_rounding_and_depth() {
    let fast = Options {
        fast_round: true,
        ..options()
    };
    check(
        "add r0.xyzw, v0, l(0.0625)\nround_ne o0.xyzw, r0\nret",
        &[FLOAT],
        FLOAT,
        &fast,
    );
    let strict = Options {
        strict_math: true,
        ..options()
    };
    check(
        "max r0.xyzw, v0, l(0.5)\nmin o0.xyzw, r0, v1\nret",
        &[FLOAT; 2],
        FLOAT,
        &strict,
    );
    let bytes = shader("mov o0.xyzw, v0\nret", &[FLOAT], FLOAT);
    let deep = Options {
        fix_depth: true,
        ..options()
    };
    let source = common::translated(&bytes, &deep);
    let mut values = Values::default();
    values.inputs.insert(0, assembly::floats([1.0, 2.0, 3.0, 4.0]));
    let found = common::run(&bytes, &source, &values).unwrap();
    assert_eq!(found, [[1.0, 2.0, -1.0, 4.0]]);
}
