//! Unused values, and locations that are read before anything has written them.

use pica200_diagnostics::Code;
use pica200_objfmt::isa::opcode::Opcode;

use crate::support::{END, NOP, found, if_true, if_x, output, set, vertex};

#[test]
fn values_that_no_path_reads_are_unused() {
    let file = vertex(&[set(0), set(1), set(2), output(0, 1), END]);
    let expected = ["0: ", "2: "].map(|word| {
        let register = if word == "0: " { "r0" } else { "r2" };
        format!("{word}the value written to `{register}` is never read before it is overwritten or the shader ends\n")
    });
    assert_eq!(found(&file, Code::UnusedValue), expected.concat());
}

#[test]
fn values_that_one_path_reads_are_used() {
    let file = vertex(&[set(1), if_true(Opcode::Ifu, 0, 3, 0), output(0, 1), NOP, END]);
    assert_eq!(found(&file, Code::UnusedValue), "");
}

#[test]
fn flags_that_several_words_test_are_reported_once() {
    for tests in 1..4 {
        let mut code = Vec::new();
        for word in 0..tests {
            code.push(if_x(Opcode::Ifc, true, word * 2 + 2, 0));
            code.push(NOP);
        }
        code.push(END);
        let expected = "0: `cmp.x` may be tested here before any `cmp` has written it\n";
        assert_eq!(found(&vertex(&code), Code::UnsetFlags), expected, "{tests}");
    }
}
