//! Meshes: each vertex behaves as on a separate machine.

use pica200_machine::{Batch, Counts, Executed, Machine, Precision, Program, ShaderChoice, Tracer, Value, Vector};
use pica200_objfmt::isa::register::{Bank, Register};
use proptest::prelude::*;

use crate::common::{BUDGET, input, program, register};
use crate::random::binary;

/// More vertices than fit into two batches.
const COUNT: usize = 2 * Batch::SIZE + 5;

/// Returns the inputs of a mesh: one of them is not an input of the shader but a temporary.
fn inputs() -> [Register; 3] {
    [input(0), register(Bank::Temporary, 2), input(5)]
}

/// Returns vertices with one to three vectors.
fn mesh(values: &[f32]) -> Vec<Vec<Vector>> {
    let mut values = values.iter().copied().cycle();
    let mut vector = || [(); 4].map(|()| values.next().unwrap_or_default());
    let vectors = (0..COUNT).map(|vertex| (0..1 + vertex % 3).map(|_| vector()).collect());
    vectors.collect()
}

/// Returns all bits of a vector, with all NaNs equal.
fn bits(vector: Vector) -> [u32; 4] {
    vector.map(|number| {
        if number.is_nan() {
            f32::NAN.to_bits()
        } else {
            number.to_bits()
        }
    })
}

/// Compares the runs of a mesh with runs of clones of the machine.
fn compare(machine: &Machine, mesh: &[Vec<Vector>], budget: u64) {
    compare_with(machine, &inputs(), mesh, budget);
}

/// Like [`compare`], with these inputs.
fn compare_with(machine: &Machine, inputs: &[Register], mesh: &[Vec<Vector>], budget: u64) {
    let program = machine.program();
    let mut counts = [Counts::new(program), Counts::new(program)];
    let together = machine.run_vertices_observed(inputs, mesh, budget, &mut counts[0]);
    let together = together.expect("the inputs exist");
    assert_eq!(together.len(), mesh.len());
    for (vertex, (found, vectors)) in together.iter().zip(mesh).enumerate() {
        let mut alone = machine.clone();
        for (at, value) in inputs.iter().zip(vectors) {
            alone.set(*at, Value::Vector(*value)).expect("a register");
        }
        let run = alone.run_observed(budget, &mut counts[1]);
        let expected = run.map(|run| (run, alone.outputs().map(bits)));
        let found = found.clone();
        let found = found.map(|shaded| (shaded.run, shaded.outputs.map(bits)));
        assert_eq!(found, expected, "vertex {vertex}");
    }
    assert_eq!(counts[0], counts[1]);
}

#[test]
fn every_vertex_begins_with_the_registers_of_the_machine() {
    // The values that a vertex leaves in temporaries, outputs, flags and addresses would change the next one.
    let program = program(
        ".fvec c[4]\n.constf k(1, 2, 3, 4)\n.out o position\n.out p color\n.proc main\n\
         add r1, v0, r1\nadd r2, r1, r2\nadd r1, c[a0.x], r1\nmova a0.x, k\nadd o, r1, r2\n\
         ifc cmp.x\nmov p.x, v0\n.end\ncmp k, lt, lt, v0\nend\n.end",
    );
    let mut machine = Machine::new(&program);
    let values = [
        (register(Bank::Temporary, 1), [5.0; 4]),
        (register(Bank::Output, 1), [6.0; 4]),
        (register(Bank::Output, 7), [7.0; 4]),
    ];
    for (at, value) in values {
        machine.set(at, Value::Vector(value)).expect("a register");
    }
    compare(&machine, &mesh(&[0.5, -1.0, 9.0, 100.0, 3.25]), BUDGET);
    // The machine's addresses and flags also matter.
    machine.run(BUDGET).expect("it ends");
    compare(&machine, &mesh(&[0.5, -1.0, 9.0, 100.0, 3.25]), BUDGET);
}

#[test]
fn outputs_can_be_inputs() {
    // The program never writes o2, and o1 only sometimes.
    let program = program(
        ".out o position\n.out p color o1\n.constf k(1, 1, 1, 1)\n.proc main\nmov o, v0\ncmp k, lt, lt, v0\nifc cmp.x\nmov p, v0\n.end\nend\n.end",
    );
    let mut machine = Machine::new(&program);
    let at = register(Bank::Output, 2);
    machine.set(at, Value::Vector([3.0; 4])).expect("a register");
    let outputs = [1, 2].map(|number| register(Bank::Output, number));
    let inputs = [input(0), outputs[0], outputs[1]];
    compare_with(&machine, &inputs, &mesh(&[0.5, -1.0, 9.0]), BUDGET);
}

#[test]
fn a_fault_is_that_of_its_vertex() {
    let program = program(
        ".constf k(1, 1, 1, 1)\n.out o position\n.proc main\ncmp k, lt, lt, v0\nifc cmp.x\nfor i0\nadd r1, k, r1\n.end\nnop\n.end\n\
         mov o, r1\nend\n.end",
    );
    let mut machine = Machine::new(&program);
    let turns = Value::Integer([200, 0, 1, 0]);
    machine.set(register(Bank::Integer, 0), turns).expect("a register");
    let mesh = mesh(&[0.0, 2.0, 0.5, 1.5, -1.0, 1.25, 0.75]);
    compare(&machine, &mesh, 100);
    let results = machine.run_vertices(&inputs(), &mesh, 100);
    let faults = results.expect("the inputs exist");
    let faults: Vec<_> = faults
        .into_iter()
        .filter_map(|result| Some(result.err()?.to_string()))
        .collect();
    assert!(!faults.is_empty() && faults.len() < mesh.len());
    let expected = "the program did not end within 100 instructions";
    assert!(faults.iter().all(|fault| fault.ends_with(expected)));
}

#[test]
fn geometry_shaders_and_traces() {
    let geometry = ".gsh point c0\n.out o position\n.proc main\nsetemit 0, prim\nadd r0, v0, r0\nmov o, r0\nemit\nmov o, r0\nend\n.end";
    compare(&Machine::new(&program(geometry)), &mesh(&[1.0, 2.5]), BUDGET);

    let program = program(".out o position\n.proc main\nadd o, v0, v0\nend\n.end");
    let machine = Machine::new(&program);
    let mut lines = Vec::new();
    let mut tracer = Tracer(|executed: &Executed<'_>| lines.push(executed.word));
    let mesh = mesh(&[1.0]);
    let results = machine.run_vertices_observed(&inputs(), &mesh, BUDGET, &mut tracer);
    assert_eq!(results.expect("the inputs exist").len(), COUNT);
    assert_eq!(lines, [0, 1].repeat(COUNT));
}

#[test]
fn inputs_that_do_not_fit() {
    let program = program(".out o position\n.proc main\nmov o, v0\nend\n.end");
    let machine = Machine::new(&program);
    let message = |inputs: &[Register], mesh: &[Vec<Vector>]| {
        let error = machine.run_vertices(inputs, mesh, BUDGET);
        error.expect_err("it does not fit").to_string()
    };
    let one = vec![vec![[1.0; 4]], vec![[1.0; 4]; 2]];
    assert_eq!(
        message(&[input(0)], &one),
        "the number of vectors of vertex 1 is 2, but the number of inputs is 1"
    );
    assert_eq!(
        message(&[register(Bank::Boolean, 3)], &[]),
        "`b3` is a boolean uniform and cannot be set to a vector"
    );
    assert_eq!(
        message(&[input(0), input(1), input(0)], &[]),
        "`v0` is listed twice; each input of a vertex has a separate register"
    );
    let (bank, number) = (Bank::Input, 16);
    assert_eq!(
        message(&[Register { bank, number }], &[]),
        "there is no register `v16`; the bank has `v0` to `v15`"
    );
    assert_eq!(machine.run_vertices::<[Vector; 0]>(&[], &[], 5), Ok(vec![]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn random_words(
        shbin in binary(),
        values in prop::collection::vec(prop_oneof![-8.0..8.0_f32, any::<f32>()], 1..40),
        cuts in any::<bool>(),
        budget in prop_oneof![0..60_u64, Just(300)],
    ) {
        let Ok(program) = Program::load(&shbin, ShaderChoice::Index(0)) else {
            return Err(TestCaseError::reject("no program"));
        };
        let precision = if cuts { Precision::Float24 } else { Precision::Single };
        let mut machine = Machine::with_precision(&program, precision);
        for (number, value) in (0..96).zip(&values) {
            let value = Value::Vector([*value, 1.0, -*value, 0.5]);
            machine.set(register(Bank::Float, number), value).expect("a register");
            if number < 4 {
                let turns = Value::Integer([number + 1, number, 1, 0]);
                machine.set(register(Bank::Integer, number), turns).expect("a register");
            }
        }
        compare(&machine, &mesh(&values), budget);
        // Leftover state in flags and addresses.
        let _ = machine.run(budget);
        compare(&machine, &mesh(&values), budget);
    }
}
