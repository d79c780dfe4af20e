//! The passes on small programs. `tests/modules/integers.rs` compares the operations with Rust.

use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::property;

use crate::ir::evaluate::{Environment, run};
use crate::ir::{
    Binary, Bitwise, Block, Builder, Comparison, Form, Input, InputId, Jump, Op, Operand, Output, Program, ReasonId,
    Type,
};
use crate::options::Options;
use crate::passes::ordered;

/// Returns a program of the components of an input.
fn program(build: impl FnOnce(&mut Builder, [Operand; 4]) -> Operand) -> Program {
    let mut builder = Builder::new(Program {
        inputs: vec![Input {
            name: "a".to_owned(),
            register: 0,
        }],
        ..Program::default()
    });
    let input = Component::ALL.map(|component| {
        let op = Op::Input(InputId(0), component);
        builder.value(op, Type::Int)
    });
    let result = build(&mut builder, input);
    let mut program = builder.finish();
    program.outputs.push(Output {
        name: "position".to_owned(),
        property: property::by_name("position").expect("a property"),
        components: vec![result; 4],
    });
    program
}

/// Returns the program after all passes up to one.
fn after(mut program: Program, last: &str) -> Program {
    let options = Options::default();
    for pass in ordered(&options) {
        pass.run(&mut program, &options).expect("few blocks");
        let verified = program.verify(pass.form);
        assert_eq!(verified, Ok(()), "{}\n{program}", pass.name);
        if pass.name == last {
            break;
        }
    }
    program
}

fn result(program: &Program, input: [f32; 4]) -> f32 {
    let environment = Environment {
        inputs: &[input],
        uniforms: &[],
        procedures: &[],
    };
    run(program, &environment, 10_000).expect("an end")[0][0]
}

/// Checks that a program computes the same after all passes, and needs no poison.
fn same(program: &Program, inputs: &[[f32; 4]]) {
    let passed = after(program.clone(), "sink-comparisons");
    for input in inputs {
        let (expected, found) = (result(program, *input), result(&passed, *input));
        assert_eq!(expected, found, "{input:?}\n{program}\n{passed}");
    }
}

const REASON: ReasonId = ReasonId(0);

/// 0 or -1.
fn mask(builder: &mut Builder, condition: Operand) -> Operand {
    let [zero, all] = [0.0, -1.0].map(|number| builder.integer(number));
    builder.select(condition, all, zero)
}

#[test]
fn bits_go_through_variables_of_floats() {
    let program = program(|builder, [a, b, c, d]| {
        let less = builder.compare(Comparison::Less, a, b);
        let register = builder.variable("r0", Type::Float);
        let as_float = |builder: &mut Builder, a| builder.bitcast(a, Type::Float, REASON);
        let as_int = |builder: &mut Builder, a| builder.bitcast(a, Type::Int, REASON);
        // A boolean in one branch, nothing in the other one.
        builder.open();
        let boolean = mask(builder, less);
        let bits = as_float(builder, boolean);
        builder.set(register, bits);
        let then = builder.close();
        builder.branch(less, then, Block::default());
        let bits = builder.get(register);
        let boolean = as_int(builder, bits);
        // A float after a mask.
        let half = builder.literal(0.5);
        let float = builder.multiply(c, half);
        let bits = as_int(builder, float);
        let kept = builder.bitwise(Bitwise::And, boolean, bits, REASON);
        let kept = as_float(builder, kept);
        builder.set(register, kept);
        let kept = builder.get(register);
        builder.add(kept, d)
    });
    same(&program, &[[1.0, 2.0, 3.0, 4.0], [2.0, 1.0, 3.0, 4.0]]);
}

/// The range of a number may determine it where its bits do not.
#[test]
fn a_number_in_a_range_of_one_is_known() {
    let program = program(|builder, [a, ..]| {
        let [zero, two, low, high] = [0.0, 2.0, 15.0, 16.0].map(|number| builder.integer(number));
        let bits = builder.bitwise(Bitwise::And, a, low, REASON);
        let bits = builder.bitwise(Bitwise::Or, bits, high, REASON);
        let index = builder.binary(Binary::Maximum, bits, zero);
        let index = builder.binary(Binary::Minimum, index, two);
        let is_last = builder.compare(Comparison::Equal, index, two);
        builder.select(is_last, a, zero)
    });
    same(&program, &[[3.0, 0.0, 0.0, 0.0], [40.0, 0.0, 0.0, 0.0]]);
}

#[test]
fn bits_go_through_loops() {
    let program = program(|builder, [a, b, ..]| {
        let register = builder.variable("r0", Type::Float);
        let counter = builder.variable("i", Type::Int);
        let zero = builder.integer(0.0);
        builder.set(counter, zero);
        let first = builder.bitcast(a, Type::Float, REASON);
        builder.set(register, first);
        builder.open();
        let current = builder.get(counter);
        let done = builder.compare(Comparison::GreaterEqual, current, b);
        builder.open();
        builder.jump(Jump::Break(0));
        let exit = builder.close();
        builder.branch(done, exit, Block::default());
        let bits = builder.get(register);
        let number = builder.bitcast(bits, Type::Int, REASON);
        let three = builder.integer(3.0);
        let sum = builder.add(number, three);
        let bits = builder.bitcast(sum, Type::Float, REASON);
        builder.set(register, bits);
        let one = builder.integer(1.0);
        let next = builder.add(current, one);
        builder.set(counter, next);
        let body = builder.close();
        builder.repeat(body);
        let bits = builder.get(register);
        builder.bitcast(bits, Type::Int, REASON)
    });
    same(&program, &[[5.0, 0.0, 0.0, 0.0], [5.0, 4.0, 0.0, 0.0]]);
}

/// A loop with a counter that runs down from 4294967295, as compilers add it to loops whose end they cannot prove.
#[test]
fn a_counter_that_is_never_used_up_disappears() {
    let program = program(|builder, [a, b, ..]| {
        let bound = builder.variable("bound", Type::Int);
        let counter = builder.variable("i", Type::Int);
        let [zero, one, all] = [0.0, 1.0, -1.0].map(|number| builder.integer(number));
        builder.set(bound, all);
        builder.set(counter, zero);
        builder.open();
        let left = builder.get(bound);
        let is_used_up = builder.compare(Comparison::Equal, left, zero);
        builder.open();
        builder.jump(Jump::Break(0));
        let exit = builder.close();
        builder.branch(is_used_up, exit, Block::default());
        let next = builder.subtract(left, one);
        builder.set(bound, next);
        let current = builder.get(counter);
        let last = builder.unsigned(b, Type::Int);
        let number = builder.unsigned(current, Type::Int);
        let done = builder.compare(Comparison::GreaterEqual, number, last);
        builder.open();
        builder.jump(Jump::Break(0));
        let exit = builder.close();
        builder.branch(done, exit, Block::default());
        let next = builder.add(current, a);
        builder.set(counter, next);
        let body = builder.close();
        builder.repeat(body);
        builder.get(counter)
    });
    same(&program, &[[1.0, 3.0, 0.0, 0.0], [2.0, 9.0, 0.0, 0.0]]);
    let text = after(program, "lower-integers").to_string();
    assert!(
        !text.contains("equal -1") && text.matches("parameter").count() == 1,
        "{text}"
    );
}

#[test]
fn what_has_no_arithmetic_is_poison_where_it_is_needed() {
    let refused = program(|builder, [a, b, ..]| builder.bitwise(Bitwise::Xor, a, b, REASON));
    assert!(after(refused, "lower-bits").to_string().contains("poison"));
    let float = program(|builder, [a, ..]| builder.bitcast(a, Type::Float, REASON));
    assert!(after(float, "lower-bits").to_string().contains("poison"));
    let large = program(|builder, [a, ..]| {
        let large = builder.whole(1_000_000, REASON);
        builder.add(a, large)
    });
    assert!(after(large, "lower-bits").to_string().contains("poison"));
    // The number is not needed to know which one is less.
    let compared = program(|builder, [a, b, ..]| {
        let large = builder.whole(1_000_000, REASON);
        let least = builder.binary(Binary::Minimum, a, large);
        let above = builder.compare(Comparison::Less, b, large);
        builder.select(above, least, large)
    });
    let text = after(compared, "lower-bits").to_string();
    assert!(text.contains("position = a.x, a.x, a.x, a.x"), "{text}");
}

/// Facts about loops within loops take no longer than the program allows.
#[test]
fn loops_within_loops_end() {
    let program = program(|builder, [a, b, ..]| {
        let variable = builder.variable("n", Type::Int);
        builder.set(variable, a);
        for _ in 0..40 {
            builder.open();
        }
        for _ in 0..40 {
            let current = builder.get(variable);
            let masked = builder.bitwise(Bitwise::And, current, b, REASON);
            let next = builder.unsigned(masked, Type::Int);
            builder.set(variable, next);
            let zero = builder.integer(0.0);
            let done = builder.compare(Comparison::Equal, next, zero);
            builder.open();
            builder.jump(Jump::Break(0));
            let exit = builder.close();
            builder.branch(done, exit, Block::default());
            let body = builder.close();
            builder.repeat(body);
        }
        builder.get(variable)
    });
    let passed = after(program, "lower-integers");
    assert_eq!(passed.verify(Form::Ssa), Ok(()));
}
