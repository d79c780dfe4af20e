//! Dynamic indices, including out-of-bounds ones.

use pica200_dxbc_machine::{FaultKind, Machine, Vector};

use crate::common::{BUDGET, fault, load, o0};

fn row(number: u32) -> Vector {
    [number, number + 10, number + 20, number + 30]
}

/// Returns the value of `o0` with rows 0 to 3 in `cb0` and 100 to 101 in `cb2`.
fn constants(text: &str, input: Vector) -> Vector {
    let program = load(&format!(
        "dcl_constantbuffer cb0[4]\ndcl_constantbuffer cb2[2]\n{text}\nret"
    ));
    let program = program.unwrap();
    let mut machine = Machine::new(&program);
    machine.set_constants(0, 0, &[0, 1, 2, 3, 4].map(row)).unwrap();
    machine.set_constants(2, 0, &[100, 101].map(row)).unwrap();
    let _ = machine.set_input_register(0, input);
    machine.run(BUDGET).unwrap();
    let output = pica200_dxbc::program::RegisterKind::OUTPUT;
    machine
        .register(pica200_dxbc_machine::Register::new(output, 0))
        .unwrap()
}

#[test]
fn rows_of_constant_buffers() {
    assert_eq!(constants("mov o0.xyzw, cb0[3].xyzw", [0; 4]), row(3));
    assert_eq!(constants("mov o0.xyzw, cb2[1].xyzw", [0; 4]), row(101));
    assert_eq!(constants("mov o0.xyzw, cb0[v0.y + 1].xyzw", [0, 2, 0, 0]), row(3));
    assert_eq!(constants("mov o0.xyzw, cb0[v0.x].xyzw", [1, 0, 0, 0]), row(1));
    assert_eq!(
        constants("mov o0.xyzw, cb0[v0.x + 5].xyzw", [u32::MAX - 2, 0, 0, 0]),
        row(2)
    );
}

/// The slot may be dynamic as well.
#[test]
fn buffers_by_computed_slots() {
    assert_eq!(
        constants("mov o0.xyzw, cb[v0.x + 1][v0.x + 0].xyzw", [1, 0, 0, 0]),
        row(101)
    );
    assert_eq!(constants("mov o0.xyzw, cb[v0.x + 1][0].xyzw", [5, 0, 0, 0]), [0; 4]);
    assert_eq!(constants("mov o0.xyzw, cb[v0.x + 1][0].xyzw", [900, 0, 0, 0]), [0; 4]);
}

#[test]
fn rows_outside_of_constant_buffers_are_zero() {
    for text in [
        "mov o0.xyzw, cb0[4].xyzw",
        "mov o0.xyzw, cb1[0].xyzw",
        "mov o0.xyzw, cb99[0].xyzw",
        "mov o0.xyzw, cb0[v0.x + 4].xyzw",
        "mov o0.xyzw, cb2[v0.x + -1].xyzw",
    ] {
        assert_eq!(constants(text, [0; 4]), [0; 4], "{text}");
    }
}

#[test]
fn immediate_constant_buffers() {
    let text = |index: &str| {
        format!("dcl_immediateConstantBuffer 1, 2, 3, 4, 5, 6, 7, 8\nmov o0.xyzw, icb[{index}].xyzw\nret")
    };
    assert_eq!(o0(&text("1"), &[]), [5, 6, 7, 8]);
    assert_eq!(o0(&text("v0.x + 0"), &[[1, 0, 0, 0]]), [5, 6, 7, 8]);
    assert_eq!(o0(&text("v0.x + 0"), &[[2, 0, 0, 0]]), [0; 4]);
    assert_eq!(o0(&text("2"), &[]), [0; 4]);
}

#[test]
fn arrays_of_temporaries() {
    let text = "dcl_indexableTemp x0[2], 4\ndcl_indexableTemp x1[3], 4\n\
        mov x1[2].xyzw, l(7)\nmov x0[v0.x + 1].xy, l(3)\nmov x1[v0.y + 0].zw, x0[1].xxyy\n\
        mov o0.xyzw, x1[v0.y + 0].xyzw\nret";
    assert_eq!(o0(text, &[[0, 2, 0, 0]]), [7, 7, 3, 3]);
}

/// The index of an index.
#[test]
fn nested_indices() {
    let text = "dcl_indexableTemp x0[4], 4\nmov x0[1].x, l(3)\nmov x0[3].x, l(42)\n\
        mov o0.xyzw, x0[x0[1].x + 0].xxxx\nret";
    assert_eq!(o0(text, &[]), [42; 4]);
}

/// The index of a destination is read before the instruction writes it.
#[test]
fn destinations_with_indices_that_change() {
    let text = "dcl_indexableTemp x0[2], 4\nmov r0.x, l(1)\nimul r0.x, x0[r0.x + 0].x, l(0), l(5)\n\
        iadd x0[r0.x + 0].x, l(9), l(1)\nmov o0.x, x0[0].x\nmov o0.y, x0[1].x\nret";
    assert_eq!(o0(text, &[]), [10, 0, 0, 0]);
}

#[test]
fn inputs_and_outputs_by_computed_numbers() {
    let text = "dcl_input v1.xyzw\ndcl_output o1.xyzw\nmov o[v0.x + 0].xyzw, v[v0.x + 1].xyzw\nret";
    assert_eq!(o0(text, &[[0; 4], [1, 2, 3, 4]]), [1, 2, 3, 4]);
}

#[test]
fn registers_that_do_not_exist_are_faults() {
    for (text, register, count) in [
        ("dcl_indexableTemp x0[2], 4\nmov o0.x, x0[2].x\nret", "x0[2]", 2),
        ("dcl_indexableTemp x0[2], 4\nmov x0[v0.x + 7].x, l(1)\nret", "x0[7]", 2),
        ("mov o0.x, x3[0].x\nret", "x3[0]", 0),
        ("mov o[v0.x + 6].x, l(1)\nret", "o6", 0),
        ("mov o0.x, v[v0.x + 3].x\nret", "v3", 1),
    ] {
        let (kind, message) = fault(text);
        let FaultKind::OutOfRange {
            register: found,
            count: size,
        } = kind
        else {
            panic!("{text}: {message}");
        };
        assert_eq!((found.to_string().as_str(), size), (register, count), "{text}");
        assert!(message.starts_with("`mov` at dword "), "{message}");
        assert!(
            message.ends_with(&format!(
                "`{register}` does not exist; there are {count}, counted from 0"
            )),
            "{message}"
        );
    }
}
