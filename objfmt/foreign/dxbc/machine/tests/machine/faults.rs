//! Runtime faults: kinds, locations and messages. Faults of indices and calls are tested with indices and calls.

use pica200_dxbc_machine::{FaultKind, Machine, UnsupportedReason};

use crate::common::{fault, load};

#[test]
fn budgets() {
    for text in [
        "loop\nendloop\nret",
        "loop\ncontinue\nendloop\nret",
        "loop\nswitch l(1)\ncase l(1)\ncontinue\nendswitch\nendloop\nret",
    ] {
        let program = load(text).unwrap();
        let mut machine = Machine::new(&program);
        for budget in [0, 1, 1000] {
            let fault = machine.run(budget).unwrap_err();
            assert_eq!(fault.kind, FaultKind::BudgetUsedUp { budget }, "{text}");
            assert_eq!(fault.instructions, budget, "{text}");
        }
    }
    let program = load("nop\nnop\nret").unwrap();
    let mut machine = Machine::new(&program);
    assert_eq!(
        machine.run(2).unwrap_err().to_string(),
        "`ret` at dword 4: the program did not end within 2 instructions"
    );
    assert_eq!(machine.run(3).unwrap().instructions, 3);
}

#[test]
fn code_without_an_end() {
    let expected = "no instructions follow, and `ret` was not reached";
    for (text, place) in [
        ("nop\nmov o0.x, l(1)", "`mov` at dword 3"),
        ("nop\nif_nz l(0)\nret\nendif", "`endif` at dword 7"),
        // Execution does not fall through into a subroutine.
        ("nop\nlabel label0\nret", "`nop` at dword 2"),
    ] {
        let (kind, message) = fault(text);
        assert_eq!(kind, FaultKind::NoReturn, "{text}");
        assert_eq!(message, format!("{place}: {expected}"));
    }
}

#[test]
fn instructions_that_are_refused() {
    for (text, refusal, expected) in [
        (
            "ps_5_0\nderiv_rtx o0.xyzw, v0.xyzw\nret",
            UnsupportedReason::Derivative,
            "`deriv_rtx` at dword 2: this instruction is not supported: it needs neighboring pixels, but the pixel runs alone",
        ),
        (
            "ps_5_0\nlod o0.xyzw, v0.xyzw, t0.xyzw, s0\nret",
            UnsupportedReason::Derivative,
            "`lod` at dword 2: this instruction is not supported: it needs neighboring pixels, but the pixel runs alone",
        ),
        (
            "ps_5_0\neval_centroid o0.xyzw, v0.xyzw\nret",
            UnsupportedReason::Interpolation,
            "`eval_centroid` at dword 2: this instruction is not supported: it evaluates an input at another location in the pixel",
        ),
        (
            "nop\nemit\nret",
            UnsupportedReason::Stage,
            "`emit` at dword 3: this instruction is not supported: it belongs to other stages",
        ),
        (
            "vs_5_0\nderiv_rty_fine o0.xyzw, v0.xyzw\nret",
            UnsupportedReason::Stage,
            "`deriv_rty_fine` at dword 2: this instruction is not supported: it belongs to other stages",
        ),
        (
            "vs_5_0\nlod o0.xyzw, v0.xyzw, t0.xyzw, s0\nret",
            UnsupportedReason::Stage,
            "`lod` at dword 2: this instruction is not supported: it belongs to other stages",
        ),
        (
            "discard_nz l(1)\nret",
            UnsupportedReason::Stage,
            "`discard` at dword 2: this instruction is not supported: it belongs to other stages",
        ),
        (
            "reserved107\nret",
            UnsupportedReason::Unknown,
            "`reserved107` at dword 2: this instruction is not supported: its opcode is unknown",
        ),
    ] {
        let (kind, message) = fault(text);
        assert_eq!((kind, message.as_str()), (FaultKind::Unsupported(refusal), expected));
    }
}

/// Calls through interfaces have a dword before their operand.
#[test]
fn interfaces_are_refused() {
    use pica200_dxbc::program::{Components, Instruction, Opcode, Operand, RegisterKind, Token};
    let interface = Operand::register(RegisterKind::INTERFACE, &[0, 0], Components::None);
    let call = Instruction::declared(Token::new(Opcode::FCALL), vec![interface], vec![3]);
    let mut code = crate::common::assemble("vs_5_0\nret");
    code.instructions.insert(0, call);
    let program = pica200_dxbc_machine::Program::load(&crate::common::container(&code, &[]));
    let program = program.unwrap();
    let fault = Machine::new(&program).run(10).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "`fcall` at dword 2: this instruction is not supported: it calls through an interface"
    );
}

/// Unsupported instructions do not fault unless they are executed.
#[test]
fn instructions_that_are_not_reached() {
    let program = load("if_nz l(0)\nemit\nendif\nret").unwrap();
    assert_eq!(Machine::new(&program).run(10).unwrap().instructions, 3);
}

#[test]
fn abort() {
    let (kind, message) = fault("nop\nabort\nret");
    assert_eq!(kind, FaultKind::Aborted);
    assert_eq!(message, "`abort` at dword 3: the program aborted");
}

/// Registers keep the values that they had at the fault.
#[test]
fn values_at_a_fault() {
    let (run, outputs) = crate::common::run_with("mov o0.x, l(5)\nabort\nmov o0.x, l(6)\nret", &[]);
    assert_eq!(run.unwrap_err().instructions, 1);
    assert_eq!(outputs[0], [5, 0, 0, 0]);
}
