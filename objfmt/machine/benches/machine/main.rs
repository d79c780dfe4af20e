//! Benchmark of the machine on many vertices, alone and in batches, against a reference interpreter.
//!
//! `cargo bench -p pica200-machine` prints a table: millions of instructions per second, and the ratio to the
//! reference. All runners are interleaved on the same vertices, and the best time of each is reported. Times include
//! setting the inputs and reading the outputs.

#![expect(clippy::print_stdout, reason = "a benchmark reports")]

use std::hint::black_box;
use std::ops::Range;
use std::time::{Duration, Instant};

use pica200_machine::{Batch, Counts, Machine, Precision, Program, ShaderChoice, Value, Vector};
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::register::{Bank, Register};

mod reference;

use reference::ReferenceInterpreter;

const VERTICES: usize = 2048;
const ITERATIONS: usize = 50;
const BUDGET: u64 = 1000;

/// A shader of the benchmark.
struct Source {
    name: &'static str,
    text: &'static str,
    /// The registers that differ between vertices.
    inputs: &'static [(Bank, u8)],
}

/// Straight-line code; and a loop with a call, a divergent `if` and a relative operand. The loop adds to `r2`, which
/// keeps its value from vertex to vertex unless it is set.
const SOURCES: [Source; 2] = [
    Source {
        name: "mesh.pica",
        text: include_str!("../../../../testsuite/benches/machine/mesh.pica"),
        inputs: &[(Bank::Input, 0), (Bank::Input, 1), (Bank::Input, 2)],
    },
    Source {
        name: "ctl.pica",
        text: include_str!("../../../../testsuite/benches/machine/ctl.pica"),
        inputs: &[(Bank::Input, 0), (Bank::Temporary, 2)],
    },
];

fn main() {
    for source in &SOURCES {
        println!("{}", source.name);
        let shbin = shbin(source);
        let program = Program::load(&shbin, ShaderChoice::Index(0)).expect("there is a shader");
        measure(&Shader::new(source, &shbin, &program));
    }
}

fn shbin(source: &Source) -> Shbin {
    let (name, text) = (source.name, source.text);
    let assembly = pica200_asm::assemble(name, text.as_bytes(), &Default::default());
    let input = pica200_link::Input {
        name: name.to_owned(),
        object: assembly.object.expect("the source has no errors"),
    };
    let linked = pica200_link::link(&[input], &Default::default());
    linked.expect("it links").output.shbin
}

/// A shader and its vertices.
struct Shader<'s> {
    program: &'s Program,
    shbin: &'s Shbin,
    uniforms: Vec<(Register, Value)>,
    /// For each input, the values for all vertices.
    inputs: Vec<(Register, Vec<Vector>)>,
    outputs: Vec<Register>,
}

impl<'s> Shader<'s> {
    fn new(source: &Source, shbin: &'s Shbin, program: &'s Program) -> Self {
        let mut state = 1_u32;
        let mut number = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f32::from(i16::from_le_bytes([state.to_le_bytes()[2], state.to_le_bytes()[3]])) / 32768.0
        };
        let mut vector = || [(); 4].map(|()| number());
        let registers = program.names().iter().flat_map(|named| {
            let elements = 0..named.count;
            elements.filter_map(|element| named.element(element))
        });
        let floats = registers.filter(|register| register.bank == Bank::Float);
        let register = |bank, number| Register { bank, number };
        let inputs = source.inputs.iter().map(|(bank, n)| register(*bank, *n));
        let outputs = program.outputs().iter();
        let outputs = outputs.filter_map(|output| u8::try_from(output.register).ok());
        Self {
            program,
            shbin,
            uniforms: floats.map(|at| (at, Value::Vector(vector()))).collect(),
            inputs: inputs
                .map(|at| (at, (0..VERTICES).map(|_| vector()).collect()))
                .collect(),
            outputs: outputs.map(|n| register(Bank::Output, n)).collect(),
        }
    }

    fn machine(&self, precision: Precision) -> Machine {
        let mut machine = Machine::with_precision(self.program, precision);
        for (register, value) in &self.uniforms {
            machine.set(*register, *value).expect("a uniform");
        }
        machine
    }

    fn reference(&self) -> ReferenceInterpreter {
        let file = &self.shbin.program;
        let descriptors = file.descriptors.iter();
        let mut reference = ReferenceInterpreter::new(
            file.code.clone(),
            descriptors.map(|entry| entry.descriptor.to_bits()).collect(),
        );
        for constant in self.shbin.shaders.iter().flat_map(|shader| &shader.constants) {
            let number = usize::from(constant.register);
            match constant.value() {
                Some(ConstantValue::Float(value)) => {
                    reference.floats[number] = value.map(|component| component.to_f32());
                }
                Some(ConstantValue::Integer(value)) => reference.integers[number] = value,
                _ => {}
            }
        }
        for (register, value) in &self.uniforms {
            if let Value::Vector(value) = *value {
                reference.floats[usize::from(register.number)] = value;
            }
        }
        reference
    }
}

/// For each output, the values of all vertices.
type Outputs = Vec<Vec<Vector>>;

/// A runner for all vertices: it appends to the outputs, and returns the number of executed instructions.
type Runner<'s> = Box<dyn FnMut(&mut Outputs) -> u64 + 's>;

fn of_reference<'s>(shader: &'s Shader<'_>) -> Runner<'s> {
    let mut reference = shader.reference();
    Box::new(move |outputs| {
        (0..VERTICES)
            .map(|vertex| {
                for (register, values) in &shader.inputs {
                    reference.set(*register, values[vertex]);
                }
                let instructions = reference.run(shader.program.entry().into());
                for (register, values) in shader.outputs.iter().zip(&mut *outputs) {
                    values.push(reference.outputs[usize::from(register.number)]);
                }
                instructions
            })
            .sum()
    })
}

fn of_machine<'s>(shader: &'s Shader<'_>) -> Runner<'s> {
    let mut machine = shader.machine(Precision::Single);
    Box::new(move |outputs| {
        (0..VERTICES)
            .map(|vertex| {
                for (register, values) in &shader.inputs {
                    let set = machine.set(*register, Value::Vector(values[vertex]));
                    set.expect("an input");
                }
                let run = machine.run(BUDGET).expect("it ends");
                for (register, values) in shader.outputs.iter().zip(&mut *outputs) {
                    if let Some(Value::Vector(value)) = machine.get(*register) {
                        values.push(value);
                    }
                }
                run.instructions
            })
            .sum()
    })
}

fn of_batch<'s>(shader: &'s Shader<'_>, precision: Precision, is_counted: bool) -> Runner<'s> {
    let mut batch = Batch::new(&shader.machine(precision));
    let mut counts = Counts::new(shader.program);
    let mut chunk = move |vertices: Range<usize>, outputs: &mut Outputs| -> u64 {
        for (register, values) in &shader.inputs {
            let set = batch.set_vectors(*register, &values[vertices.clone()]);
            set.expect("an input");
        }
        if is_counted {
            batch.run_observed(vertices.len(), BUDGET, &mut counts)
        } else {
            batch.run(vertices.len(), BUDGET)
        }
        for (register, values) in shader.outputs.iter().zip(outputs) {
            values.extend(batch.vectors(*register).expect("an output"));
        }
        let runs = batch.results().map(|run| run.expect("it ends"));
        runs.map(|run| run.instructions).sum()
    };
    Box::new(move |outputs| {
        let firsts = (0..VERTICES).step_by(Batch::SIZE);
        firsts.map(|first| chunk(first..first + Batch::SIZE, outputs)).sum()
    })
}

fn measure(shader: &Shader<'_>) {
    let mut runners = [
        ("reference", of_reference(shader)),
        ("machine", of_machine(shader)),
        ("batch", of_batch(shader, Precision::Single, false)),
        ("batch, counted", of_batch(shader, Precision::Single, true)),
        ("batch, float24", of_batch(shader, Precision::Float24, false)),
    ];
    let mut best = runners.each_ref().map(|_| Duration::MAX);
    let mut instructions = 0;
    // The first iteration only warms up the memory of the outputs, which is not part of the measured work.
    let empty = || shader.outputs.iter().map(|_| Vec::with_capacity(VERTICES));
    let mut results = runners.each_ref().map(|_| -> Outputs { empty().collect() });
    for _ in 0..ITERATIONS {
        let runs = runners.iter_mut().zip(&mut best).zip(&mut results);
        for (((_, runner), best), outputs) in runs {
            outputs.iter_mut().for_each(Vec::clear);
            let start = Instant::now();
            instructions = runner(black_box(outputs));
            *best = start.elapsed().min(*best);
        }
        let alike = results.iter().take(4).all(|outputs| *outputs == results[0]);
        assert!(alike, "the results differ");
    }
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    for ((name, _), time) in runners.iter().zip(best) {
        let speed = instructions as f64 / time.as_secs_f64() / 1e6;
        let ratio = best[0].as_secs_f64() / time.as_secs_f64();
        println!("  {name:15} {speed:6.0} M/s {ratio:6.2}");
    }
}
