//! Four pixels that run together.

use pica200_dxbc::program::{Opcode, RegisterKind};
use pica200_dxbc_machine::{
    Access, Counts, FaultKind, Machine, NoObserver, NoResources, Provider, Quad, QuadFault, Register, Run,
    UnsupportedReason, Vector,
};

use crate::common::{BUDGET, floats, load};

/// The value of `v0` in each pixel: pixel numbers, their squares, and a constant.
const INPUTS: [[f32; 4]; 4] = [
    [0.0, 0.0, 0.0, 5.0],
    [1.0, 1.0, 2.0, 5.0],
    [2.0, 4.0, 7.0, 5.0],
    [3.0, 9.0, 20.0, 5.0],
];

/// Runs a program in four pixels with [`INPUTS`] in `v0`. Returns the results and `o0` of each pixel.
fn run_with(
    text: &str,
    provider: impl FnMut(&Access<'_>) -> Option<pica200_dxbc_machine::AccessResult>,
) -> (Result<[Run; 4], QuadFault>, [Vector; 4]) {
    let program = load(&format!("ps_5_0\n{text}\nret")).unwrap();
    let mut quad = Quad::new(&program);
    for (pixel, input) in quad.pixels_mut().iter_mut().zip(INPUTS) {
        // A program may have no input.
        let _ = pixel.set_input_register(0, floats(input));
    }
    let ended = quad.run_with(BUDGET, &mut Provider(provider), &mut [NoObserver; 4]);
    let o0 = Register::new(RegisterKind::OUTPUT, 0);
    let output = |pixel: &Machine<'_>| pixel.register(o0).unwrap_or_default();
    (ended, quad.pixels().each_ref().map(output))
}

/// Returns the value of `o0` in each pixel.
fn o0(text: &str) -> [Vector; 4] {
    let (ended, outputs) = run_with(text, |_| None);
    ended.unwrap();
    outputs
}

/// Returns the message of a run that ends early.
fn fault(text: &str) -> String {
    run_with(text, |_| None).0.unwrap_err().to_string()
}

#[test]
fn coarse_derivatives_are_those_from_the_first_pixel() {
    for name in ["deriv_rtx", "deriv_rtx_coarse"] {
        let found = o0(&format!("{name} o0.xyzw, v0.xyzw"));
        assert_eq!(found, [floats([1.0, 1.0, 2.0, 0.0]); 4], "{name}");
    }
    for name in ["deriv_rty", "deriv_rty_coarse"] {
        let found = o0(&format!("{name} o0.xyzw, v0.xyzw"));
        assert_eq!(found, [floats([2.0, 4.0, 7.0, 0.0]); 4], "{name}");
    }
}

#[test]
fn fine_derivatives_are_those_of_each_row_and_column() {
    let (above, below) = (floats([1.0, 1.0, 2.0, 0.0]), floats([1.0, 5.0, 13.0, 0.0]));
    assert_eq!(o0("deriv_rtx_fine o0.xyzw, v0.xyzw"), [above, above, below, below]);
    let (left, right) = (floats([2.0, 4.0, 7.0, 0.0]), floats([2.0, 8.0, 18.0, 0.0]));
    assert_eq!(o0("deriv_rty_fine o0.xyzw, v0.xyzw"), [left, right, left, right]);
}

/// Swizzles, modifiers, masks and saturation work as in other instructions.
#[test]
fn operands_of_derivatives() {
    let found = o0("mov o0.xyzw, l(9.0, 9.0, 9.0, 9.0)\nderiv_rtx_fine o0.xz, -v0.yyxz");
    assert_eq!(found[0], floats([-1.0, 9.0, -1.0, 9.0]));
    assert_eq!(found[2], floats([-5.0, 9.0, -1.0, 9.0]));
    let found = o0("deriv_rty_sat o0.xyzw, -v0.xyzw\nderiv_rty_sat o0.x, v0.y");
    assert_eq!(found, [floats([1.0, 0.0, 0.0, 0.0]); 4]);
    // The destination is the source.
    let found = o0("mov r0.xyzw, v0.xyzw\nderiv_rtx r0.xyzw, r0.xyzw\nmov o0.xyzw, r0.xyzw");
    assert_eq!(found, [floats([1.0, 1.0, 2.0, 0.0]); 4]);
}

/// The current values are exchanged, including in loops and subroutines.
#[test]
fn derivatives_again_and_again() {
    let found = o0("mov r0.xyzw, v0.xyzw\nloop\nige r1.x, r1.y, l(3)\nbreakc_nz r1.x\n\
        call label0\niadd r1.y, r1.y, l(1)\nendloop\nmov o0.xyzw, r0.xyzw\nret\n\
        label label0\nderiv_rtx_fine r2.xyzw, r0.xyzw\nmad r0.xyzw, r2.xyzw, v0.xxxx, r0.xyzw");
    // The second component of the rows: (0, 1), (0, 2), (0, 4), (0, 8), and (4, 9), (14, 24), (34, 54), (74, 114).
    let component = found.map(|value| f32::from_bits(value[1]));
    assert_eq!(component, [0.0, 8.0, 74.0, 114.0]);
}

/// Samples with implicit level of detail get the derivatives of their coordinates; others, and pixels that run alone,
/// do not.
#[test]
fn samples() {
    for (line, has_gradients) in [
        ("sample o0.xyzw, v0.yxyy, t1.xyzw, s0", true),
        ("sample_b o0.xyzw, v0.yxyy, t1.xyzw, s0, l(1.0)", true),
        ("sample_c o0.xyzw, v0.yxyy, t1.xyzw, s0, l(1.0)", true),
        ("lod o0.xyzw, v0.yxyy, t1.xyzw, s0", true),
        ("sample_cl_s o0.xyzw, r0.x, v0.yxyy, t1.xyzw, s0, l(1.0)", true),
        (
            "sample_b_cl_s o0.xyzw, r0.x, v0.yxyy, t1.xyzw, s0, l(1.0), l(1.0)",
            true,
        ),
        (
            "sample_c_cl_s o0.xyzw, r0.x, v0.yxyy, t1.xyzw, s0, l(1.0), l(1.0)",
            true,
        ),
        ("sample_l o0.xyzw, v0.yxyy, t1.xyzw, s0, l(1.0)", false),
        ("sample_c_lz o0.xyzw, v0.yxyy, t1.xyzw, s0, l(1.0)", false),
        ("gather4 o0.xyzw, v0.yxyy, t1.xyzw, s0.x", false),
    ] {
        let mut pixels = 0..;
        let (ended, outputs) = run_with(line, |access| {
            let [x, y, ..] = INPUTS[pixels.next()?];
            assert_eq!(access.values[0], floats([y, x, y, y]), "{line}");
            let [right, down] = [floats([1.0, 1.0, 1.0, 1.0]), floats([4.0, 2.0, 4.0, 4.0])];
            assert_eq!(access.gradients, has_gradients.then_some([right, down]), "{line}");
            Some([x as u32; 4].into())
        });
        ended.unwrap();
        assert_eq!(outputs, [[0; 4], [1; 4], [2; 4], [3; 4]], "{line}");
    }
    let program = load("ps_5_0\nsample o0.xyzw, v0.xyzw, t1.xyzw, s0\nret").unwrap();
    let mut provider = Provider(|access: &Access<'_>| {
        assert_eq!(access.gradients, None);
        Some([7; 4].into())
    });
    let mut alone = Machine::new(&program);
    alone.run_with(BUDGET, &mut provider, &mut NoObserver).unwrap();
}

/// A discarded pixel provides values to its neighbors, but does not write memory.
#[test]
fn discarded_pixels() {
    let text = "ge r0.x, v0.x, l(2.0)\ndiscard_nz r0.x\nderiv_rty o0.x, v0.y\nmov o0.y, v0.x\n\
        imm_atomic_iadd o0.z, u0, l(0), l(1)\nstore_raw u0.x, l(4), v0.x\nld_raw o0.w, l(0), u0.xxxx";
    let mut asked = Vec::new();
    let (ended, outputs) = run_with(text, |access| {
        asked.push(access.instruction.opcode());
        Some([50; 4].into())
    });
    let ended = ended.unwrap();
    assert_eq!(ended.map(|run| run.is_discarded), [false, false, true, true]);
    assert_eq!(
        ended.map(|run| (run.instructions, run.end.opcode)),
        [(8, Opcode::RET); 4]
    );
    for (number, output) in outputs.iter().enumerate() {
        let [x, ..] = INPUTS[number];
        let atomic = if number < 2 { 50 } else { 0 };
        assert_eq!(*output, [4f32.to_bits(), x.to_bits(), atomic, 50], "pixel {number}");
    }
    let (add, store, load) = (Opcode::IMM_ATOMIC_IADD, Opcode::STORE_RAW, Opcode::LD_RAW);
    assert_eq!(asked, [add, store, load, add, store, load, load, load]);
}

/// Branches taken by all pixels or by none.
#[test]
fn branches_that_all_pixels_take() {
    let text = "lt r0.x, v0.w, l(9.0)\nif_nz r0.x\nderiv_rtx o0.x, v0.x\nelse\nderiv_rty o0.x, v0.x\nendif";
    assert_eq!(o0(text), [floats([1.0, 0.0, 0.0, 0.0]); 4]);
    // Divergence before and after the instruction does not matter.
    let text = "if_nz v0.x\nmov r0.x, l(3.0)\nnop\nendif\nderiv_rtx o0.x, r0.x\nif_z v0.x\nnop\nendif";
    assert_eq!(o0(text), [floats([3.0, 0.0, 0.0, 0.0]); 4]);
}

#[test]
fn pixels_that_are_elsewhere() {
    let expected = "it compares the pixels of a quad, which must reach it together, but pixel";
    for (text, place, other) in [
        // Pixel 0 has ended the program, or is at the other derivative.
        (
            "if_nz v0.x\nderiv_rtx o0.x, v0.x\nendif",
            "pixel 1 of the quad: `deriv_rtx` at dword 5",
            0,
        ),
        (
            "if_nz v0.x\nderiv_rtx o0.x, v0.x\nelse\nderiv_rtx o0.x, v0.x\nendif",
            "pixel 0 of the quad: `deriv_rtx` at dword 11",
            1,
        ),
        (
            "if_nz v0.x\nsample o0.xyzw, v0.xyzw, t0.xyzw, s0\nendif",
            "pixel 1 of the quad: `sample` at dword 5",
            0,
        ),
        // Pixel 2 leaves the loop first.
        (
            "loop\nderiv_rtx o0.x, v0.x\nbreakc_nz l(0)\nieq r0.x, v0.x, l(2.0)\nbreakc_nz r0.x\nendloop",
            "pixel 0 of the quad: `deriv_rtx` at dword 3",
            2,
        ),
    ] {
        assert_eq!(
            fault(text),
            format!("{place}: {expected} {other} has diverged"),
            "{text}"
        );
    }
}

#[test]
fn faults_have_their_pixel() {
    let text = "ftoi r0.x, v0.x\nieq r0.y, r0.x, l(2)\nif_nz r0.y\nloop\nendloop\nendif";
    assert_eq!(
        fault(text),
        "pixel 2 of the quad: `endloop` at dword 18: the program did not end within 10000 instructions"
    );
    // The operand of an instruction that compares pixels.
    let text = "dcl_indexableTemp x0[3], 4\nftoi r0.x, v0.x\nderiv_rtx o0.x, x0[r0.x + 0].x";
    assert_eq!(
        fault(text),
        "pixel 3 of the quad: `deriv_rtx` at dword 11: `x0[3]` does not exist; there are 3, counted from 0"
    );
    let text = "sample o0.xyzw, v0.xyzw, t5.xyzw, s0";
    assert_eq!(
        fault(text),
        "pixel 0 of the quad: `sample` at dword 2: `t5` is not provided"
    );
}

/// Each executed instruction is observed once, even if a pixel waited for it.
#[test]
fn observers() {
    let program = load("ps_5_0\nif_nz v0.x\nnop\nendif\nderiv_rtx o0.x, v0.x\nret").unwrap();
    let mut quad = Quad::new(&program);
    for (pixel, input) in quad.pixels_mut().iter_mut().zip(INPUTS) {
        pixel.set_input_register(0, floats(input)).unwrap();
    }
    let mut counts = [(); 4].map(|()| Counts::new(&program));
    let ended = quad.run_with(BUDGET, &mut NoResources, &mut counts).unwrap();
    assert_eq!(ended.map(|run| run.instructions), [4, 5, 5, 5]);
    assert_eq!(counts[0].steps(), [1, 0, 1, 1, 1]);
    for counts in &counts[1..] {
        assert_eq!(counts.steps(), [1; 5]);
    }
}

/// A budget applies to each pixel, and ends at the instruction that would exceed it.
#[test]
fn budgets() {
    let program = load("ps_5_0\nderiv_rtx o0.x, v0.x\nret").unwrap();
    let mut quad = Quad::new(&program);
    for budget in [0, 1] {
        let fault = quad.run(budget).unwrap_err();
        assert_eq!((fault.pixel, fault.fault.instructions), (0, budget));
        assert_eq!(fault.fault.kind, FaultKind::BudgetUsedUp { budget });
    }
    assert_eq!(quad.run(2).unwrap().map(|run| run.instructions), [2; 4]);
}

/// Programs that compare nothing run in a quad as they do alone, including vertex shaders.
#[test]
fn four_runs() {
    let program = load("vs_5_0\niadd o0.xyzw, v0.xyzw, l(1)\nret").unwrap();
    let mut quad = Quad::new(&program);
    for (pixel, number) in quad.pixels_mut().iter_mut().zip(0..) {
        pixel.set_input_register(0, [number; 4]).unwrap();
    }
    quad.run(BUDGET).unwrap();
    let o0 = Register::new(RegisterKind::OUTPUT, 0);
    let found = quad.pixels().each_ref().map(|pixel| pixel.register(o0));
    assert_eq!(found, [1, 2, 3, 4].map(|number| Some([number; 4])));
    let program = load("vs_5_0\nderiv_rtx o0.xyzw, v0.xyzw\nret").unwrap();
    let fault = Quad::new(&program).run(BUDGET).unwrap_err();
    assert_eq!(fault.fault.kind, FaultKind::Unsupported(UnsupportedReason::Stage));
}
