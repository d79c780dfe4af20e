//! Blocks, jumps and subroutines.

use pica200_dxbc::program::Opcode;
use pica200_dxbc_machine::FaultKind;

use crate::common::{fault, o0, run_with};

fn x(text: &str, x: u32) -> u32 {
    o0(text, &[[x, 0, 0, 0]])[0]
}

#[test]
fn branches() {
    let text = "if_nz v0.x\nmov o0.x, l(1)\nelse\nmov o0.x, l(2)\nendif\nret";
    assert_eq!([0, 1, 0x8000_0000].map(|input| x(text, input)), [2, 1, 1]);
    let text = "if_z v0.x\nmov o0.x, l(1)\nendif\nret";
    assert_eq!([0, 1].map(|input| x(text, input)), [1, 0]);
}

/// Counts to the input and adds the odd numbers.
#[test]
fn loops() {
    let text = "loop\nige r0.y, r0.x, v0.x\nbreakc_nz r0.y\niadd r0.x, r0.x, l(1)\nand r0.z, r0.x, l(1)\n\
        continuec_z r0.z\niadd o0.x, r1.x, r0.x\niadd r1.x, r1.x, r0.x\nendloop\nret";
    assert_eq!([0, 1, 5, 6].map(|input| x(text, input)), [0, 1, 9, 9]);
    let text = "loop\niadd r0.x, r0.x, l(1)\nige r0.y, r0.x, v0.x\nif_nz r0.y\nbreak\nendif\ncontinue\n\
        mov r0.x, l(100)\nendloop\nmov o0.x, r0.x\nret";
    assert_eq!([3, 9].map(|input| x(text, input)), [3, 9]);
}

/// `break` leaves only the inner loop.
#[test]
fn nested_loops() {
    let text = "loop\nige r0.y, r0.x, l(3)\nbreakc_nz r0.y\niadd r0.x, r0.x, l(1)\nmov r1.x, l(0)\n\
        loop\nige r0.y, r1.x, l(4)\nbreakc_nz r0.y\niadd r1.x, r1.x, l(1)\niadd r2.x, r2.x, l(1)\nendloop\nendloop\n\
        mov o0.x, r2.x\nret";
    assert_eq!(x(text, 0), 12);
}

const SWITCH: &str = "switch v0.x\ncase l(1)\nmov r0.x, l(10)\nbreak\ncase l(2)\ncase l(-3)\nmov r0.x, l(20)\nbreak\n\
    default\nmov r0.x, l(30)\nbreak\nendswitch\nmov o0.x, r0.x\nret";

#[test]
fn switches_fall_through_empty_cases() {
    let minus_three = (-3i32).cast_unsigned();
    assert_eq!(
        [1, 2, minus_three, 0, 9].map(|input| x(SWITCH, input)),
        [10, 20, 20, 30, 30]
    );
}

/// Without `default`, nothing is executed. `breakc` leaves a switch, and `continue` in a switch continues the enclosing
/// loop.
#[test]
fn switches_without_default_and_in_loops() {
    let text = "switch v0.x\ncase l(1)\nbreakc_nz v0.y\nmov r0.x, l(5)\nbreak\nendswitch\nmov o0.x, r0.x\nret";
    assert_eq!([0, 1].map(|input| x(text, input)), [0, 5]);
    let text = "loop\niadd r0.x, r0.x, l(1)\nswitch r0.x\ncase l(1)\ncontinue\ncase l(2)\nbreak\ndefault\nbreak\nendswitch\n\
        iadd r1.x, r1.x, l(1)\nige r0.y, r0.x, l(4)\nbreakc_nz r0.y\nendloop\nmov o0.x, r1.x\nret";
    assert_eq!(x(text, 0), 3);
}

/// `default` may precede other cases.
#[test]
fn default_in_front_of_cases() {
    let text =
        "switch v0.x\ndefault\ncase l(7)\nmov o0.x, l(1)\nbreak\ncase l(8)\nmov o0.x, l(2)\nbreak\nendswitch\nret";
    assert_eq!([7, 8, 9].map(|input| x(text, input)), [1, 2, 1]);
}

#[test]
fn of_equal_cases_the_first_counts() {
    let text = "switch v0.x\ncase l(2)\nmov o0.x, l(1)\nbreak\ncase l(2)\nmov o0.x, l(2)\nbreak\nendswitch\nret";
    assert_eq!(x(text, 2), 1);
}

#[test]
fn returns() {
    let text = "mov o0.x, l(1)\nretc_nz v0.x\nmov o0.x, l(2)\nif_z v0.y\nret\nendif\nmov o0.x, l(3)\nret";
    assert_eq!([0, 1].map(|input| x(text, input)), [2, 1]);
}

const CALLS: &str = "call label1\ncallc_nz v0.x, label0\nmov o0.x, r0.x\nret\n\
    label label0\niadd r0.x, r0.x, l(100)\nret\n\
    label label1\niadd r0.x, r0.x, l(1)\nretc_nz v0.x\ncall label0\nret";

#[test]
fn subroutines() {
    assert_eq!([0, 1].map(|input| x(CALLS, input)), [101, 101]);
    let (run, _) = run_with(CALLS, &[[1, 0, 0, 0]]);
    let run = run.unwrap();
    // call, iadd, retc, callc, iadd, ret, mov, ret.
    assert_eq!((run.instructions, run.end.opcode), (8, Opcode::RET));
}

/// A subroutine that calls itself up to the maximum depth, and once more.
#[test]
fn calls_are_nested_32_deep() {
    let text = |depth: u32| {
        format!(
            "mov r0.x, l({depth})\ncall label0\nmov o0.x, r0.y\nret\nlabel label0\niadd r0.xy, r0.xyxx, l(-1, 1, 0, 0)\n\
            callc_nz r0.x, label0\nret"
        )
    };
    assert_eq!(x(&text(32), 0), 32);
    let (kind, message) = fault(&text(33));
    assert_eq!(kind, FaultKind::CallNesting);
    assert_eq!(message, "`callc` at dword 29: calls are nested more than 32 deep");
}

/// All executed instructions are counted, including the ends of blocks.
#[test]
fn instructions_are_counted() {
    let text = "if_nz v0.x\nmov o0.x, l(1)\nelse\nmov o0.x, l(2)\nendif\nret";
    for input in [0, 1] {
        let (run, _) = run_with(text, &[[input, 0, 0, 0]]);
        assert_eq!(run.unwrap().instructions, if input == 0 { 4 } else { 5 }, "{input}");
    }
    assert_eq!(run_with("nop\nsync\ndebug_break\nret", &[]).0.unwrap().instructions, 4);
}
