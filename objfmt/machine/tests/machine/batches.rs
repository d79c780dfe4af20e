//! Batches: each vertex behaves as on a separate machine.

use pica200_machine::{Batch, Counts, Executed, Machine, Precision, Program, ShaderChoice, Tracer, Value, Vector};
use pica200_objfmt::isa::register::{Bank, Register};
use proptest::prelude::*;

use crate::common::{input, program, register, shbin, words};
use crate::random::binary;

/// Formats all observable state of a machine as bits, with all NaNs equal.
fn state(machine: &Machine) -> String {
    let banks = Bank::ALL.into_iter();
    let registers = banks.flat_map(|bank| (0..bank.size()).map(move |n| register(bank, n)));
    let values = registers.map(|register| match machine.get(register) {
        Some(Value::Vector(value)) => {
            let bits = |number: f32| {
                if number.is_nan() { 0x7FC0_0000 } else { number.to_bits() }
            };
            format!("{register} {:X?}\n", value.map(bits))
        }
        other => format!("{register} {other:?}\n"),
    });
    let counter = machine.loop_counter();
    let others = (machine.address(), counter, machine.flags(), machine.emitted());
    format!("{}{others:?}", values.collect::<String>())
}

/// Runs machines in a batch and one by one, several times, each time with the first `vertices`.
fn compare(machines: &mut [Machine; Batch::SIZE], vertices: usize, budget: u64) {
    let program = machines[0].program();
    let mut batch = Batch::new(&machines[0]);
    for (vertex, machine) in machines.iter().enumerate() {
        for bank in Bank::ALL {
            for number in 0..bank.size() {
                let at = register(bank, number);
                let set = batch.set(vertex, at, machine.get(at).expect("a register"));
                set.expect("a value of the register");
            }
        }
    }
    let mut counts = [Counts::new(program), Counts::new(program)];
    for _ in 0..3 {
        batch.run_observed(vertices, budget, &mut counts[0]);
        let alone = machines.iter_mut().take(vertices);
        let alone: Vec<_> = alone
            .map(|machine| machine.run_observed(budget, &mut counts[1]))
            .collect();
        assert_eq!(batch.results().collect::<Vec<_>>(), alone);
        assert_eq!(counts[0], counts[1]);
        for (vertex, machine) in machines.iter().enumerate() {
            let of_batch = batch.machine(vertex).expect("a vertex");
            assert_eq!(state(&of_batch), state(machine), "vertex {vertex}");
        }
    }
}

/// Creates a machine for each vertex.
fn machines(
    program: &Program,
    precision: Precision,
    mut set: impl FnMut(usize, &mut Machine),
) -> [Machine; Batch::SIZE] {
    std::array::from_fn(|vertex| {
        let mut machine = Machine::with_precision(program, precision);
        set(vertex, &mut machine);
        machine
    })
}

/// Compares a program whose first input is the vertex number, and whose other registers also differ.
pub(crate) fn compare_numbered(program: &Program, vertices: usize, budget: u64) {
    let mut machines = machines(program, Precision::Single, |vertex, machine| {
        let number = u8::try_from(vertex).expect("a small number");
        let value = Value::Vector([f32::from(number), 1.0, -2.5, f32::from(number % 3)]);
        let boolean = Value::Boolean(number.is_multiple_of(3));
        let turns = Value::Integer([number % 4, number % 2, 1, 0]);
        for (bank, value) in [
            (Bank::Input, value),
            (Bank::Float, Value::Vector([1.0; 4])),
            (Bank::Boolean, boolean),
            (Bank::Integer, turns),
        ] {
            machine.set(register(bank, 0), value).expect("a register");
        }
    });
    compare(&mut machines, vertices, budget);
}

/// Bodies in which vertices diverge.
const BODIES: [&str; 10] = [
    "mov r1, v0",
    "cmp four, gt, lt, v0\n ifc cmp.x\n add r1, four, r1\n .else\n mul r1, four, v0\n add r1, v0, r1\n .end",
    "cmp four, gt, gt, v0\n callc cmp.x, leaf\n add r1, v0, r1",
    "cmp four, gt, gt, v0\n callc cmp.x, late\n add r1, v0, r1",
    "for i0\n add r2, four, r2\n cmp r2, gt, gt, v0\n breakc cmp.x\n add r1, c[aL], r1\n .end\n add r1, c[aL], r1",
    "for i0\n for i0\n callu b0, leaf\n .end\n add r1, c[aL], r1\n .end",
    "mova a0.xy, v0\n add r1, c[a0.x], r1\n add r1, c[a0.y], r1\n add r1, c[a0.x + 80], r1",
    "ifu b0\n cmp four, gt, le, v0\n jmpc cmp.x, .Lend\n add r1, v0, r1\n .end\n .Lend: add r1, four, r1",
    "mul r1.xyz, v0.yzx, r1.yxz\n mov r1.zw, r1.yz\n add r1.xyw, -r1.wxy, r1.yyx\n rsq r1.yw, r1.z",
    "add r1, -four, v0\n litp r1.yz, r1.wxyz\n ifc cmp.x\n add r1, v0, r1\n .end\n ifc cmp.y\n add r1, four, r1\n .end",
];

#[test]
fn vertices_that_go_different_ways() {
    for body in BODIES {
        let source = format!(
            ".fvec c[90]\n.constf four(4, 4, 4, 4)\n.out o position\n.proc leaf\nmul r1, four, v0\n.end\n\
             .proc main\n{body}\nmov o, r1\nend\n.end\n.proc late\nadd r1, four, v0\n.end"
        );
        let program = program(&source);
        for vertices in [Batch::SIZE, 5, 1, 0] {
            compare_numbered(&program, vertices, 1000);
        }
        // Some of these are insufficient for some of the vertices.
        for budget in [0, 1, 4, 5, 6, 7, 9, 12, 17] {
            compare_numbered(&program, Batch::SIZE, budget);
        }
    }
}

#[test]
fn faults_of_some_vertices() {
    use pica200_objfmt::isa::opcode::Opcode;

    use crate::common::{flow, plain};
    let jump = |target| flow(Opcode::Jmpu, target, 0, 0);
    let end = plain(Opcode::End);
    for code in [
        // Out of the code, from two locations.
        [jump(5), plain(Opcode::Nop), jump(1000), 0, end],
        [jump(2), end, plain(Opcode::Emit), end, end],
        // An undefined word, and an infinite loop.
        [jump(3), end, end, 0xFC00_0000, end],
        [jump(0), end, end, end, end],
        [
            jump(2),
            jump(1000),
            plain(Opcode::Nop),
            plain(Opcode::Nop),
            plain(Opcode::Nop),
        ],
    ] {
        compare_numbered(&words(&code), Batch::SIZE, 50);
    }
}

#[test]
fn geometry_shaders_and_traces_run_one_vertex_after_the_other() {
    let text =
        ".gsh point c0\n.out o position\n.proc main\nsetemit 0, prim\nadd r0, v0, r0\nmov o, r0\nemit\nend\n.end";
    compare_numbered(&program(text), 3, 100);

    let program = program(".out o position\n.proc main\nadd o, v0, v0\nend\n.end");
    let mut machines = machines(&program, Precision::Single, |vertex, machine| {
        let value = f32::from(u8::try_from(vertex).expect("a small number"));
        machine.set(input(0), Value::Vector([value; 4])).expect("an input");
    });
    let mut batch = Batch::new(&machines[0]);
    let values: Vec<Vector> = machines
        .iter()
        .map(|machine| crate::common::get(machine, input(0)))
        .collect();
    batch.set_vectors(input(0), &values).expect("an input");
    let line = |executed: &Executed<'_>| format!("{executed:?}");
    let (mut together, mut alone) = (Vec::new(), Vec::new());
    let mut tracer = Tracer(|executed: &Executed<'_>| together.push(line(executed)));
    batch.run_observed(3, 100, &mut tracer);
    for machine in machines.iter_mut().take(3) {
        let mut tracer = Tracer(|executed: &Executed<'_>| alone.push(line(executed)));
        machine.run_observed(100, &mut tracer).expect("it ends");
    }
    assert_eq!(together, alone);
    assert_eq!(batch.results().count(), 3);
    let outputs = batch.vectors(register(Bank::Output, 0)).expect("an output");
    assert_eq!(outputs[2], [4.0; 4]);
}

#[test]
fn what_a_batch_does_not_have() {
    let program = program(".out o position\n.proc main\nmov o, v0\nend\n.end");
    let mut batch = Batch::new(&Machine::new(&program));
    let one = Value::Vector([1.0; 4]);
    let message = |error: Result<(), pica200_machine::SetError>| error.expect_err("it cannot be set").to_string();
    let last = Batch::SIZE - 1;
    let expected = format!("there is no vertex {}; a batch has 0 to {last}", Batch::SIZE);
    assert_eq!(message(batch.set(Batch::SIZE, input(0), one)), expected);
    let many = [[1.0; 4]; Batch::SIZE + 1];
    assert_eq!(message(batch.set_vectors(input(0), &many)), expected);
    let boolean = register(Bank::Boolean, 0);
    let kind = "`b0` is a boolean uniform and cannot be set to a vector";
    assert_eq!(message(batch.set_vectors(boolean, &many[..1])), kind);
    let (bank, number) = (Bank::Input, 16);
    let missing = batch.set_vectors(Register { bank, number }, &many[..1]);
    assert_eq!(
        message(missing),
        "there is no register `v16`; the bank has `v0` to `v15`"
    );
    assert!(batch.machine(Batch::SIZE).is_none() && batch.vectors(boolean).is_none());
    // A vertex count that is too large runs all vertices.
    batch.run(1000, 10);
    assert_eq!(batch.results().count(), Batch::SIZE);
}

#[test]
fn a_batch_takes_the_registers_of_a_machine() {
    let [one, other] =
        ["mov o, v0", "add o, v0, v0"].map(|body| shbin(&format!(".out o position\n.proc main\n{body}\nend\n.end")));
    let load = |shbin| Program::load(shbin, ShaderChoice::Index(0)).expect("a shader");
    let programs = [load(&one), load(&other)];
    let mut batch = Batch::new(&Machine::new(&programs[0]));
    let mut machine = Machine::with_precision(&programs[1], Precision::Float24);
    // A float24 has 17 significant bits.
    let value = [1.0 + f32::EPSILON; 4];
    machine.set(input(0), Value::Vector(value)).expect("an input");
    batch.load(&machine);
    batch.set_vectors(input(0), &[value; 2]).expect("an input");
    batch.run(3, 10);
    let outputs = batch.vectors(register(Bank::Output, 0)).expect("an output");
    assert_eq!(outputs[..4], [[2.0; 4], [2.0; 4], [2.0; 4], [0.0; 4]]);
}

/// Compares a random binary, in both precisions.
pub(crate) fn compare_random(
    shbin: &pica200_objfmt::formats::shbin::Shbin,
    values: &[(u8, Vector)],
    vertices: usize,
    budget: u64,
) -> Result<(), TestCaseError> {
    let Ok(program) = Program::load(shbin, ShaderChoice::Index(0)) else {
        return Err(TestCaseError::reject("no program"));
    };
    for precision in [Precision::Single, Precision::Float24] {
        let mut machines = machines(&program, precision, |vertex, machine| {
            for (at, (number, value)) in values.iter().enumerate() {
                // Some registers are the same in all vertices.
                let is_common = at % 3 == 0;
                let bank = Bank::ALL[usize::from(*number) % Bank::ALL.len()];
                let at = Register {
                    bank,
                    number: number / 8,
                };
                let mut value = *value;
                value.rotate_left(if is_common { 0 } else { vertex % 4 });
                let [x, y, z, _] = value.map(|component| component.to_bits().to_le_bytes()[3] % 6);
                for value in [
                    Value::Vector(value),
                    Value::Integer([x, y, z, 0]),
                    Value::Boolean(x & 1 != 0),
                ] {
                    let _ = machine.set(at, value);
                }
            }
        });
        compare(&mut machines, vertices, budget);
    }
    Ok(())
}

/// Register values, including all special ones.
pub(crate) fn values() -> impl Strategy<Value = Vec<(u8, Vector)>> {
    let special = prop::sample::select(vec![
        0.0,
        -0.0,
        1.0,
        -1.0,
        2.5,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        1e-40,
        1e30,
        1e-30,
    ]);
    let number = prop_oneof![3 => special, 1 => any::<f32>(), 3 => -8.0..8.0_f32];
    prop::collection::vec((any::<u8>(), prop::array::uniform4(number)), 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn random_words(
        shbin in binary(),
        values in values(),
        vertices in 0..=Batch::SIZE,
        budget in prop_oneof![0..60_u64, Just(300)],
    ) {
        compare_random(&shbin, &values, vertices, budget)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]
    #[test]
    #[ignore = "it takes minutes"]
    fn many_random_words(
        shbin in binary(),
        values in values(),
        vertices in 0..=Batch::SIZE,
        budget in prop_oneof![0..60_u64, Just(300)],
    ) {
        compare_random(&shbin, &values, vertices, budget)?;
    }
}
