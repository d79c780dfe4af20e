//! Ways to link a program change where things stand, not what it does: run on the same values, all of them give the
//! same outputs. So does what is assembled from its disassembly.

use std::mem::discriminant;

use pica200::relink::{Relinked, link_sources, relink};
use pica200_asm::disassemble;
use pica200_link::{Compat, Options};
use pica200_machine::{Fault, Machine, Run, ShaderChoice, Value, Vector};
use pica200_objfmt::difference::differences;
use pica200_objfmt::register::{Bank, Register};
use pica200_objfmt::shbin::Shbin;
use pica200_testsuite::programs::{Program, examples, golden};
use pica200_testsuite::run::run;

/// How many sets of values each shader is run on, and how often on each: geometry shaders go on where they were.
const SETS: u64 = 12;
const RUNS: usize = 3;
/// What no program needs that is meant to end.
const BUDGET: u64 = 5_000;

/// Random numbers of a fixed seed.
struct Random(u64);

impl Random {
    /// The next number of a splitmix sequence.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }

    /// A number as shaders are given them: mostly small, at times one of the special ones.
    fn number(&mut self) -> f32 {
        const SPECIAL: [f32; 8] = [
            0.0,
            -0.0,
            1.0,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
            1e-40,
            255.0,
        ];
        let byte = self.byte();
        match SPECIAL.get(usize::from(byte)) {
            Some(special) => *special,
            None => (f32::from(byte) - 128.0) / 8.0 + f32::from(self.byte()) / 256.0,
        }
    }

    /// A value that a register of the bank can hold.
    fn value(&mut self, bank: Bank) -> Value {
        match bank {
            // Loops of a few turns.
            Bank::Integer => Value::Integer([0; 4].map(|_| self.byte() % 5)),
            Bank::Boolean => Value::Boolean(self.byte() & 1 != 0),
            _ => Value::Vector([0; 4].map(|_| self.number())),
        }
    }
}

/// What a run gave, for comparison: bits, with all NaN alike.
#[derive(PartialEq, Debug)]
struct Behaviour {
    ended: Result<u64, String>,
    outputs: Vec<[u32; 4]>,
    vertices: Vec<[u32; 4]>,
    corners: Vec<[u32; 4]>,
    flags: [bool; 2],
}

fn bits(vector: &Vector) -> [u32; 4] {
    vector.map(|lane| {
        if lane.is_nan() {
            f32::NAN.to_bits()
        } else {
            lane.to_bits()
        }
    })
}

impl Behaviour {
    fn of(machine: &mut Machine<'_>) -> Self {
        let ended = machine.run(BUDGET);
        let emitted = machine.take_emitted();
        let corners = emitted
            .triangles
            .iter()
            .flat_map(|triangle| triangle.corners);
        Self {
            ended: ended
                .map(|Run { instructions, .. }| instructions)
                .map_err(kind),
            outputs: machine.outputs().iter().map(bits).collect(),
            vertices: emitted.vertices.iter().flatten().map(bits).collect(),
            corners: corners.flatten().map(|vector| bits(&vector)).collect(),
            flags: machine.flags(),
        }
    }
}

/// Words have other numbers in other links, so of a fault only its kind is compared.
fn kind(fault: Fault) -> String {
    format!("{:?}", discriminant(&fault.kind))
}

/// Sets all inputs, and all uniforms that have names in both, in the same way.
fn set(machines: &mut [Machine<'_>; 2], random: &mut Random) {
    let [first, second] = machines;
    for number in 0..Bank::Input.size() {
        let register = Register {
            bank: Bank::Input,
            number,
        };
        let value = random.value(Bank::Input);
        for machine in [&mut *first, &mut *second] {
            machine.set(register, value).expect("there is the input");
        }
    }
    for named in first.program().names() {
        for element in 0..named.count {
            let value = random.value(named.first.bank);
            for machine in [&mut *first, &mut *second] {
                let set = machine.set_named(&named.name, element, value);
                set.expect("both have the same uniforms");
            }
        }
    }
}

/// Runs the shaders of two files on the same values, and says how many runs came to their end.
fn compare(name: &str, files: [&Shbin; 2]) -> usize {
    let mut ended = 0;
    assert_eq!(files[0].shaders.len(), files[1].shaders.len(), "{name}");
    for shader in 0..files[0].shaders.len() {
        let programs = files.map(|file| {
            let choice = ShaderChoice::Index(shader);
            pica200_machine::Program::load(file, choice)
        });
        let [Ok(first), Ok(second)] = &programs else {
            assert!(programs.iter().all(Result::is_err), "{name}: {programs:?}");
            continue;
        };
        for seed in 0..SETS {
            let mut machines = [Machine::new(first), Machine::new(second)];
            set(&mut machines, &mut Random(seed));
            for number in 0..RUNS {
                let [one, other] = machines.each_mut().map(Behaviour::of);
                assert_eq!(
                    one, other,
                    "{name}, shader {shader}, seed {seed}, run {number}"
                );
                ended += usize::from(one.ended.is_ok());
            }
        }
    }
    ended
}

fn linked(program: &Program, compat: Compat) -> Option<Vec<u8>> {
    let options = Options {
        compat,
        ..Options::default()
    };
    run(&program.sources, &program.assembling, Some(&options)).shbin
}

fn read(bytes: &[u8]) -> Shbin {
    Shbin::read(bytes).expect("what was linked can be read")
}

fn all() -> Vec<Program> {
    let mut programs = golden().expect("the golden files can be read");
    programs.extend(examples().expect("the examples can be read"));
    programs
}

#[test]
fn compatible_links_do_the_same() {
    let (mut compared, mut ended) = (0, 0);
    for program in all() {
        let [Some(compatible), Some(default)] =
            [Compat::Picasso, Compat::None].map(|compat| linked(&program, compat))
        else {
            continue;
        };
        let [compatible, default] = [read(&compatible), read(&default)];
        // The incumbent's way of linking is another program at times: constants of other files are not loaded.
        if differences(&compatible, &default).is_empty() {
            ended += compare(&program.name, [&compatible, &default]);
            compared += 1;
        }
    }
    assert!(compared >= 200, "only {compared} programs were compared");
    assert!(ended >= 9000, "only {ended} runs came to their end");
}

#[test]
fn disassembled_programs_do_the_same() {
    let (mut compared, mut ended) = (0, 0);
    for program in all() {
        let Some(bytes) = linked(&program, Compat::None) else {
            continue;
        };
        let shbin = read(&bytes);
        let disassembly = disassemble(&shbin).expect("it can be disassembled");
        let (Relinked::SameBytes(recipe) | Relinked::SameMeaning(recipe)) =
            relink(&bytes, &shbin, &disassembly)
        else {
            unreachable!("{} comes back from its disassembly", program.name);
        };
        let again = link_sources(&disassembly, &recipe).expect("it was linked before");
        ended += compare(&program.name, [&shbin, &again]);
        compared += 1;
    }
    assert!(compared >= 200, "only {compared} programs were compared");
    assert!(ended >= 9000, "only {ended} runs came to their end");
}

#[test]
fn other_programs_are_told_apart() {
    let link = |operation| {
        let text = format!(".out o position\n.proc main\n{operation} o, v0, v0\nend\n.end\n");
        let source = pica200_testsuite::case::CaseSource {
            name: "main.pica".into(),
            text: text.into(),
        };
        let outcome = run(&[source], &Default::default(), Some(&Options::default()));
        read(&outcome.shbin.expect("it links"))
    };
    let [sum, product] = ["add", "mul"].map(link);
    let programs = [&sum, &product].map(|file| {
        pica200_machine::Program::load(file, ShaderChoice::Index(0)).expect("there is a shader")
    });
    let mut machines = programs.each_ref().map(Machine::new);
    set(&mut machines, &mut Random(1));
    let [one, other] = machines.each_mut().map(Behaviour::of);
    assert_ne!(one, other);
}
