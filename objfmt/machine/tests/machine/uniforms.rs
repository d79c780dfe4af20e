//! Bulk setters of uniforms.

use pica200_machine::{Machine, Precision, SetError, Value, Vector};
use pica200_objfmt::isa::opcode::Opcode::End;
use pica200_objfmt::isa::register::Bank;

use crate::common::*;

/// Returns the values of all float uniforms.
fn floats(machine: &Machine) -> Vec<Vector> {
    (0..96).map(|number| get(machine, float(number))).collect()
}

/// Returns a different vector for each of 96 registers.
fn values() -> Vec<Vector> {
    let numbers = (0..96_u8).map(f32::from);
    numbers.map(|n| [n, n + 0.25, -n, 1.0]).collect()
}

#[test]
fn float_uniforms_are_set_from_c0_on() {
    let program = words(&[plain(End)]);
    let mut machine = Machine::new(&program);
    let all = values();
    machine.set_uniforms(&all).expect("they exist");
    assert_eq!(floats(&machine), all);

    machine.set_uniforms(&[v(7.0), v(8.0)]).expect("they exist");
    assert_eq!(floats(&machine)[..2], [v(7.0), v(8.0)]);
    assert_eq!(floats(&machine)[2..], all[2..]);

    machine.set_uniforms(&[]).expect("nothing is set");
    let mut one_by_one = Machine::new(&program);
    for (number, value) in (0..).zip(floats(&machine)) {
        set(&mut one_by_one, float(number), value);
    }
    assert_eq!(format!("{machine:?}"), format!("{one_by_one:?}"));
}

#[test]
fn more_values_than_registers_set_nothing() {
    let program = words(&[plain(End)]);
    let mut machine = Machine::new(&program);
    let error = machine.set_uniforms(&[[1.0; 4]; 97]);
    let missing = SetError::UnknownRegister {
        bank: Bank::Float,
        number: 96,
    };
    assert_eq!(error, Err(missing));
    assert_eq!(floats(&machine), [[0.0; 4]; 96]);
}

#[test]
fn uniforms_have_the_precision_of_the_machine() {
    let program = words(&[plain(End)]);
    let mut machine = Machine::with_precision(&program, Precision::Float24);
    let value = [1.0 / 3.0; 4];
    machine.set_uniforms(&[value]).expect("it exists");
    let kept = get(&machine, float(0));
    assert_ne!(kept, value);
    set(&mut machine, float(0), value);
    assert_eq!(get(&machine, float(0)), kept);
}

#[test]
fn constants_of_the_file_are_uniforms() {
    let source = ".constf k(1, 2, 3, 4) c1\n.out o position\n.proc main\nmov o, k\nend\n.end\n";
    let program = program(source);
    let mut machine = Machine::new(&program);
    machine.set_uniforms(&[v(0.0), v(9.0)]).expect("they exist");
    machine.run(BUDGET).expect("it ends");
    assert_eq!(machine.outputs()[0], v(9.0));
    machine.reset();
    machine.run(BUDGET).expect("it ends");
    assert_eq!(machine.outputs()[0], [1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn integers_and_booleans_are_set_together() {
    let program = words(&[plain(End)]);
    let mut machine = Machine::new(&program);
    let integers = [[1, 2, 3, 4], [5, 6, 7, 8], [0; 4], [255; 4]];
    machine.set_integers(integers);
    machine.set_booleans(0b1000_0000_0000_0101);
    let integer = |number| machine.get(register(Bank::Integer, number));
    assert_eq!([0, 1, 2, 3].map(integer), integers.map(|i| Some(Value::Integer(i))));
    let boolean = |number| machine.get(register(Bank::Boolean, number));
    for number in 0..16 {
        let on = [0, 2, 15].contains(&number);
        assert_eq!(boolean(number), Some(Value::Boolean(on)), "b{number}");
    }
}
