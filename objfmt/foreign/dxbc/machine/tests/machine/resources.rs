//! Textures, buffers and views.

use pica200_dxbc::program::Opcode;
use pica200_dxbc_machine::{Access, AccessResult, Fault, FaultKind, Machine, NoObserver, Provider, Vector};

use crate::common::{BUDGET, fault, floats, load};

/// Returns the value of `o0` after a run with a provider, with `v0` and `v1`.
fn run(
    text: &str,
    inputs: [Vector; 2],
    provider: impl FnMut(&Access<'_>) -> Option<AccessResult>,
) -> Result<Vector, Fault> {
    let program = load(text).unwrap();
    let mut machine = Machine::new(&program);
    for (number, input) in (0..).zip(inputs) {
        let _ = machine.set_input_register(number, input);
    }
    machine.run_with(BUDGET, &mut Provider(provider), &mut NoObserver)?;
    let output = pica200_dxbc::program::RegisterKind::OUTPUT;
    let o0 = pica200_dxbc_machine::Register::new(output, 0);
    Ok(machine.register(o0).unwrap_or_default())
}

const INPUTS: [Vector; 2] = [[1, 2, 3, 4], [5, 6, 7, 8]];

#[test]
fn samples() {
    let text = "ps_5_0\nsample_l o0.xyzw, v0.yxzw, t2.wxyz, s3, v1.z\nret";
    let mut count = 0;
    let found = run(text, INPUTS, |access| {
        count += 1;
        assert_eq!(access.instruction.opcode(), Opcode::SAMPLE_L);
        assert_eq!(access.resource.to_string(), "t2");
        assert_eq!((access.sampler, access.component), (Some(3), 0));
        assert_eq!(access.values, [[2, 1, 3, 4], [7; 4]]);
        Some([10, 20, 30, 40].into())
    });
    assert_eq!(found.unwrap(), [40, 10, 20, 30]);
    assert_eq!(count, 1);
}

/// The swizzle of the resource operand, then the write mask; the component of the sampler; saturation.
#[test]
fn lanes_of_answers() {
    let answer = floats([0.5, 2.0, -1.0, 4.0]);
    let text = "ps_5_0\nsample_sat o0.xz, v0.xyzw, t0.zzyy, s0\nret";
    let found = run(text, INPUTS, |_| Some(answer.into()));
    assert_eq!(found.unwrap(), floats([0.0, 0.0, 1.0, 0.0]));
    let text = "ps_5_0\ngather4 o0.xyzw, v0.xyzw, t0.xyzw, s1.z\nret";
    let found = run(text, INPUTS, |access| {
        assert_eq!((access.sampler, access.component), (Some(1), 2));
        Some(answer.into())
    });
    assert_eq!(found.unwrap(), answer);
}

#[test]
fn loads_with_a_status() {
    let text = "vs_5_0\nld_s r0.xyzw, r1.x, v0.xyzw, t1.xyzw\ncheck_access_fully_mapped o0.w, r1.x\n\
        mov o0.xyz, r0.xyzw\nret";
    for (status, expected) in [(1, u32::MAX), (0, 0)] {
        let found = run(text, INPUTS, |access| {
            assert_eq!(access.values, [INPUTS[0]]);
            Some(AccessResult {
                value: [9, 8, 7, 6],
                status,
            })
        });
        assert_eq!(found.unwrap(), [9, 8, 7, expected]);
    }
}

/// A raw view, which the program reads and writes.
#[test]
fn views() {
    let text = "ps_5_0\nstore_raw u1.xy, l(8), v0.xyzw\nld_raw r0.xyzw, l(4), u1.xyzw\n\
        imm_atomic_iadd r1.y, u1, l(12), l(100)\natomic_umax u1, l(0), v1.x\nmov o0.xyz, r0.xyzw\nmov o0.w, r1.y\nret";
    let mut memory = [0u32; 5];
    let found = run(text, INPUTS, |access| {
        assert_eq!(access.resource.to_string(), "u1");
        let at = (access.values[0][0] / 4) as usize;
        match access.instruction.opcode() {
            Opcode::STORE_RAW => {
                let components = access.instruction.operands()[0].write_mask().components();
                for component in components {
                    memory[at + component as usize] = access.values[1][component as usize];
                }
                Some([0; 4].into())
            }
            Opcode::LD_RAW => Some([0, 1, 2, 3].map(|component| memory[at + component]).into()),
            Opcode::ATOMIC_UMAX => {
                memory[at] = memory[at].max(access.values[1][0]);
                Some([0; 4].into())
            }
            Opcode::IMM_ATOMIC_IADD => {
                let before = memory[at];
                memory[at] += access.values[1][0];
                Some([before, 0, 0, 0].into())
            }
            other => panic!("{other}"),
        }
    });
    assert_eq!(found.unwrap(), [0, 1, 2, 2]);
    assert_eq!(memory, [5, 0, 1, 102, 0]);
}

#[test]
fn structured_buffers_and_sizes() {
    let text = "vs_5_0\nld_structured r0.xyzw, v0.x, l(4), t0.xxyy\nresinfo r1.xyzw, l(0), t0.xyzw\n\
        iadd o0.xyzw, r0.xyzw, r1.xyzw\nret";
    let found = run(text, INPUTS, |access| match access.instruction.opcode() {
        Opcode::LD_STRUCTURED => {
            assert_eq!(access.values, [[1; 4], [4; 4]]);
            Some([1, 2, 3, 4].into())
        }
        _ => Some([10, 20, 30, 40].into()),
    });
    assert_eq!(found.unwrap(), [11, 21, 32, 42]);
    let text = "ps_5_0\nsampleinfo o0.xyzw, rasterizer.xyzw\nret";
    let found = run(text, INPUTS, |access| {
        assert_eq!(access.resource.to_string(), "rasterizer");
        Some([4, 0, 0, 0].into())
    });
    assert_eq!(found.unwrap(), [4, 0, 0, 0]);
}

#[test]
fn resources_that_are_not_provided() {
    let text = "vs_5_0\nnop\nld o0.xyzw, v0.xyzw, t4.xyzw\nret";
    let (kind, message) = fault(text);
    assert!(matches!(kind, FaultKind::NoResource { .. }));
    assert_eq!(message, "`ld` at dword 3: `t4` is not provided");
    let fault = run("vs_5_0\nstore_raw u2.x, l(0), v0.x\nret", INPUTS, |_| None).unwrap_err();
    assert_eq!(fault.to_string(), "`store_raw` at dword 2: `u2` is not provided");
}
