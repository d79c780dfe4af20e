//! Operands and results: swizzles, signs, masks, address registers, constants, names.

use pica200_machine::{Machine, Precision, SetError, Value, Vector};
use pica200_objfmt::isa::register::{Bank, Register};

use crate::common::*;

/// Returns `o0` after a program with a body, run with `v0` = (1, 2, 3, 4).
fn output(declarations: &str, body: &str) -> Vector {
    let source = format!(".out o position\n{declarations}\n.proc main\n{body}\nend\n.end\n");
    let program = program(&source);
    let mut machine = Machine::new(&program);
    set(&mut machine, input(0), [1.0, 2.0, 3.0, 4.0]);
    machine.run(BUDGET).expect("it ends");
    machine.outputs()[0]
}

#[test]
fn sources_are_swizzled_and_negated() {
    assert_eq!(output("", "mov o, v0.wzyx"), [4.0, 3.0, 2.0, 1.0]);
    assert_eq!(output("", "mov o, -v0.xxyy"), [-1.0, -1.0, -2.0, -2.0]);
    assert_eq!(output("", "add o, -v0.x, v0.wwww"), [3.0, 3.0, 3.0, 3.0]);
}

#[test]
fn only_components_of_the_mask_are_written() {
    assert_eq!(output("", "mov o.yw, v0"), [0.0, 2.0, 0.0, 4.0]);
    assert_eq!(output("", "dp4 o.z, v0, v0"), [0.0, 0.0, 30.0, 0.0]);
}

#[test]
fn the_old_value_is_read_before_it_is_written() {
    assert_eq!(
        output("", "mov r0, v0\nmov r0, r0.yxwz\nmov o, r0"),
        [2.0, 1.0, 4.0, 3.0]
    );
}

#[test]
fn constants_are_loaded() {
    let constants = ".constf k(1.5, -2.0, 0.0, 8.0)";
    assert_eq!(output(constants, "mov o, k"), [1.5, -2.0, 0.0, 8.0]);
    // 0.1 is not a float24: the value read is the one in the file.
    let [tenth, ..] = output(".constf k(0.1, 0.0, 0.0, 0.0)", "mov o, k");
    assert!(tenth < 0.1 && tenth > 0.099_998, "{tenth}");
    let loops = ".constf one(1.0, 1.0, 1.0, 1.0)\n.consti turns(4, 0, 1, 0)";
    let body = "for turns\nadd r0, one, r0\n.end\nmov o, r0";
    assert_eq!(output(loops, body), [5.0; 4]);
}

/// Returns `c[1 + offset]`, where the elements of `c` hold their own numbers, 95 of them.
fn relative(offset: f32) -> f32 {
    let source = ".fvec table[95] c0, offset c95\n.out o position\n\
                  .proc main\nmov r0, offset\nmova a0.x, r0.x\nmov o, table[a0.x + 1]\nend\n.end\n";
    let program = program(source);
    let mut machine = Machine::new(&program);
    for number in 0..95 {
        set(&mut machine, float(number), [f32::from(number) + 100.0; 4]);
    }
    set(&mut machine, float(95), [offset; 4]);
    machine.run(BUDGET).expect("it ends");
    machine.outputs()[0][0]
}

#[test]
fn address_registers_choose_uniforms() {
    assert_eq!(relative(0.0), 101.0);
    assert_eq!(relative(1.99), 102.0);
    assert_eq!(relative(-1.99), 100.0);
    // c95 holds the offset itself.
    assert_eq!(relative(94.0), 94.0);
    // 96 and 127 do not exist; 128 is c0 again; -1 is 127.
    assert_eq!(relative(95.0), 1.0);
    assert_eq!(relative(126.0), 1.0);
    assert_eq!(relative(127.0), 100.0);
    assert_eq!(relative(-2.0), 1.0);
    // 1 - 128 is c1; offsets below that are treated as 0.
    assert_eq!(relative(-128.0), 101.0);
    assert_eq!(relative(-129.0), 101.0);
    assert_eq!(relative(128.0), 101.0);
    assert_eq!(relative(f32::NAN), 101.0);
    assert_eq!(relative(f32::INFINITY), 101.0);
}

#[test]
fn mova_writes_what_its_mask_says() {
    let program =
        program(".out o position\n.proc main\nmova a0.xy, v0.xy\nnop\nmova a0.y, v0.w\nmov o, v0\nend\n.end\n");
    let mut machine = Machine::new(&program);
    set(&mut machine, input(0), [-7.5, 2.0, 3.0, 1000.0]);
    machine.run(BUDGET).expect("it ends");
    assert_eq!(machine.address(), [-7, 1000]);
}

#[test]
fn the_loop_counter_chooses_uniforms() {
    // The loop has aL = 1, 3, 5: 10 + 30 + 50.
    let source = ".fvec table[8] c0\n.consti turns(2, 1, 2, 0)\n.out o position\n\
                  .proc main\nfor turns\nadd r0, table[aL], r0\n.end\nmov o, r0\nend\n.end\n";
    let program = program(source);
    let mut machine = Machine::new(&program);
    for number in 0..8 {
        set(&mut machine, float(number), [f32::from(number) * 10.0; 4]);
    }
    machine.run(BUDGET).expect("it ends");
    assert_eq!(machine.outputs()[0], [90.0; 4]);
    assert_eq!(machine.loop_counter(), 7);
}

#[test]
fn registers_keep_their_values_until_they_are_reset() {
    let source = ".fvec k\n.constf one(1.0, 1.0, 1.0, 1.0)\n.out o position\n\
                  .proc main\nadd r0, one, r0\nadd o, k, r0\nend\n.end\n";
    let program = program(source);
    let mut machine = Machine::new(&program);
    let ten = Value::Vector([10.0; 4]);
    machine.set_named("k", 0, ten).expect("there is k");
    for expected in [11.0, 12.0] {
        machine.run(BUDGET).expect("it ends");
        assert_eq!(machine.outputs()[0], [expected; 4]);
    }
    machine.reset();
    machine.run(BUDGET).expect("it ends");
    assert_eq!(machine.outputs()[0], [1.0; 4]);
}

#[test]
fn float24_machines_cut_what_is_set_and_each_result() {
    let source = ".out o position\n.proc main\nadd o, v0, v0.wwww\nend\n.end\n";
    let program = program(source);
    let ulp = 1.0 / 65536.0;
    // 1 + 1.5 ulp is set to 1 + 1 ulp; 2^16 + 1 + 1 ulp cannot represent the ulp, nor 2^17 + 1 the 1.
    let run = |precision, value| {
        let mut machine = Machine::with_precision(&program, precision);
        set(&mut machine, input(0), value);
        machine.run(BUDGET).expect("it ends");
        machine.outputs()[0]
    };
    let value = [1.0 + 1.5 * ulp, 65536.0, 131_072.0, 1.0];
    let single = [2.0 + 1.5 * ulp, 65537.0, 131_073.0, 2.0];
    assert_eq!(run(Precision::Single, value), single);
    // From 2 on, an ulp is twice as large.
    assert_eq!(run(Precision::Float24, value), [2.0, 65537.0, 131_072.0, 2.0]);
}

/// B9: constants have 24 bits in the file; values that are set have the precision of the machine.
#[test]
fn constants_and_uniforms_below_the_smallest_float24() {
    let source = ".constf k(3.0e-19, 1.5e-19, -1.5e-19, 1.0e-30)\n.fvec u\n.out o position\n.out p color\n\
                  .proc main\nmov o, k\nmov p, u\nend\n.end\n";
    let program = program(source);
    let values = [3.0e-19, 1.5e-19, -1.5e-19, 1.0e-30];
    for (precision, is_flushed) in [(Precision::Single, false), (Precision::Float24, true)] {
        let mut machine = Machine::with_precision(&program, precision);
        let uniform = Register::new(Bank::Float, 0).expect("c0");
        set(&mut machine, uniform, values);
        machine.run(BUDGET).expect("it ends");
        let [constant, uniform] = [0, 1].map(|output| machine.outputs()[output]);
        assert!(constant[0] > 2.9e-19 && constant[0] < 3.1e-19);
        assert_eq!(constant[1..], [0.0, 0.0, 0.0]);
        let expected = if is_flushed { constant } else { values };
        assert_eq!(uniform, expected);
    }
}

#[test]
fn registers_and_names_that_are_not_there_are_errors() {
    let source = ".fvec k[2]\n.bool on\n.in position v0\n.out o position\n.proc main\nmov o, k[1]\nend\n.end\n";
    let program = program(source);
    let mut machine = Machine::new(&program);
    let vector = Value::Vector([2.0; 4]);
    let message = |result: Result<(), SetError>| result.expect_err("it fails").to_string();
    assert_eq!(
        message(machine.set_named("kk", 0, vector)),
        "no input or uniform has the name `kk`"
    );
    assert_eq!(
        message(machine.set_named("k", 2, vector)),
        "`k` has no element 2; it has 2, counted from 0"
    );
    assert_eq!(
        message(machine.set_named("on", 0, vector)),
        "`b0` is a boolean uniform and cannot be set to a vector"
    );
    let beyond = Register {
        bank: Bank::Float,
        number: 96,
    };
    assert_eq!(
        message(machine.set(beyond, vector)),
        "there is no register `c96`; the bank has `c0` to `c95`"
    );
    assert_eq!(machine.get(beyond), None);
    assert_eq!(
        message(machine.set(register(Bank::Integer, 3), Value::Boolean(true))),
        "`i3` is an integer uniform and cannot be set to a boolean"
    );
    assert_eq!(
        message(machine.set(temporary(3), Value::Integer([0; 4]))),
        "`r3` is a temporary register and cannot be set to an integer vector"
    );
    machine.set_named("position", 0, vector).expect("inputs have names");
    assert_eq!(machine.get(input(0)), Some(vector));
    let three = Value::Integer([3, 2, 1, 0]);
    machine.set(register(Bank::Integer, 3), three).expect("there is i3");
    assert_eq!(machine.get(register(Bank::Integer, 3)), Some(three));
    let on = Value::Boolean(true);
    machine.set_named("on", 0, on).expect("there is the boolean");
    assert_eq!(machine.get(register(Bank::Boolean, 0)), Some(on));
    assert_eq!(machine.get(register(Bank::Boolean, 1)), Some(Value::Boolean(false)));
}
