//! Test programs, built from sources and from words.

#![expect(clippy::panic, reason = "what does not assemble fails the test")]

use pica200_link::LinkOptions;
use pica200_machine::{Machine, Program, ShaderChoice, Stage, Value, Vector};
use pica200_objfmt::formats::shbin::GeometryBytes;
use pica200_objfmt::formats::shbin::{Shader, Shbin};
use pica200_objfmt::isa::descriptor::{Component, Descriptor, DescriptorEntry, Mask, SourceSelect, Swizzle};
use pica200_objfmt::isa::instruction::{BranchTarget, Condition, Instruction, Operation};
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register};

/// Enough instructions for every program here.
pub(crate) const BUDGET: u64 = 1000;

/// Assembles and links a source with a line table and without padding.
pub(crate) fn shbin(source: &str) -> Shbin {
    let options = pica200_asm::AssemblyOptions {
        padding: false,
        ..pica200_asm::AssemblyOptions::default()
    };
    let assembly = pica200_asm::assemble("test.pica", source.as_bytes(), &options);
    let Some(object) = assembly.object else {
        panic!("{:#?}", assembly.diagnostics);
    };
    let input = pica200_link::Input {
        name: "test.pica".into(),
        object,
    };
    let options = LinkOptions {
        debug: true,
        ..LinkOptions::default()
    };
    let linked = pica200_link::link(&[input], &options);
    linked.expect("the shader links").output.shbin
}

/// Returns the first shader of a source.
pub(crate) fn program(source: &str) -> Program {
    Program::load(&shbin(source), ShaderChoice::Index(0)).expect("there is a shader")
}

/// Returns a vertex shader of words that starts at the first. Descriptor 0 copies everything.
pub(crate) fn words(words: &[u32]) -> Program {
    words_with(words, &[copy(Mask::ALL).to_bits()])
}

/// Returns a vertex shader of words and descriptors that starts at the first word.
pub(crate) fn words_with(words: &[u32], descriptors: &[u32]) -> Program {
    let descriptors: Vec<_> = descriptors.iter().map(|&bits| Descriptor::from_bits(bits)).collect();
    Program::from_parts(words, &descriptors, 0, Stage::Vertex).expect("there is a first word")
}

/// Returns the only shader of a file with these words and descriptors.
pub(crate) fn of_words(words: &[u32], descriptors: &[u32], shader: Shader) -> Program {
    let mut shbin = Shbin {
        shaders: vec![shader],
        ..Shbin::default()
    };
    shbin.program.code = words.to_vec();
    let entries = descriptors.iter().map(|&bits| DescriptorEntry {
        descriptor: Descriptor::from_bits(bits),
        flags: 0,
    });
    shbin.program.descriptors = entries.collect();
    Program::load(&shbin, ShaderChoice::Index(0)).expect("there is a shader")
}

/// Returns a descriptor with a mask and three identity sources.
pub(crate) fn copy(mask: Mask) -> Descriptor {
    let select = SourceSelect {
        negate: false,
        swizzle: Swizzle::from_components(Component::ALL),
    };
    (0..3).fold(Descriptor::default().with_mask(mask), |descriptor, source| {
        descriptor.with_source(source, select)
    })
}

/// Encodes an instruction.
pub(crate) fn word(opcode: Opcode, operation: Operation) -> u32 {
    Instruction {
        opcode: Some(opcode),
        operation,
        spare: 0,
    }
    .encode()
}

/// Encodes an instruction without operands.
pub(crate) fn plain(opcode: Opcode) -> u32 {
    word(opcode, Operation::Plain)
}

/// Encodes an instruction that tests a uniform, or a plain `call`.
pub(crate) fn flow(opcode: Opcode, target: u16, count: u8, uniform: u8) -> u32 {
    word(
        opcode,
        Operation::Flow {
            target: BranchTarget { word: target, count },
            condition: None,
            uniform: Some(uniform),
        },
    )
}

/// Encodes `mov`, or another opcode with two sources, with descriptor 0.
pub(crate) fn arithmetic(opcode: Opcode, destination: Register, sources: [Register; 2]) -> u32 {
    word(
        opcode,
        Operation::Arithmetic {
            descriptor: 0,
            sources: [Some(sources[0]), Some(sources[1]), None],
            index: Default::default(),
            destination: Some(destination),
            comparisons: None,
        },
    )
}

/// Encodes `add r, r, c0`: with `c0` = 1, an execution counter.
pub(crate) fn count(number: u8) -> u32 {
    arithmetic(Opcode::Add, temporary(number), [float(0), temporary(number)])
}

/// Returns the counters in the temporaries after a run with `c0` = 1 and `b0` = true.
pub(crate) fn counts<const N: usize>(machine: &mut Machine) -> [f32; N] {
    set(machine, float(0), [1.0; 4]);
    let on = Value::Boolean(true);
    machine.set(register(Bank::Boolean, 0), on).expect("there is b0");
    machine.run(BUDGET).expect("it ends");
    let mut numbers = 0..;
    [0; N].map(|_| get(machine, temporary(numbers.next().unwrap_or(0)))[0])
}

pub(crate) fn register(bank: Bank, number: u8) -> Register {
    Register::new(bank, number).expect("there is such a register")
}

pub(crate) fn temporary(number: u8) -> Register {
    register(Bank::Temporary, number)
}

pub(crate) fn float(number: u8) -> Register {
    register(Bank::Float, number)
}

pub(crate) fn input(number: u8) -> Register {
    register(Bank::Input, number)
}

pub(crate) fn set(machine: &mut Machine, register: Register, value: Vector) {
    let set = machine.set(register, Value::Vector(value));
    set.expect("the register holds vectors");
}

pub(crate) fn set_integer(machine: &mut Machine, number: u8, value: [u8; 4]) {
    let set = machine.set(register(Bank::Integer, number), Value::Integer(value));
    set.expect("the register holds integers");
}

pub(crate) fn get(machine: &Machine, register: Register) -> Vector {
    match machine.get(register) {
        Some(Value::Vector(value)) => value,
        other => panic!("{register} holds {other:?}"),
    }
}

/// Returns the counters r0, r1, ... after a run of words.
pub(crate) fn run<const N: usize>(code: &[u32]) -> [f32; N] {
    counts(&mut Machine::new(&words(code)))
}

/// Like [`run`], with `i0` for loops. Also returns `aL`.
pub(crate) fn run_loops<const N: usize>(code: &[u32], i0: [u8; 4]) -> ([f32; N], i32) {
    let program = words(code);
    let mut machine = Machine::new(&program);
    set_integer(&mut machine, 0, i0);
    (counts(&mut machine), machine.loop_counter())
}

/// Returns a vector with this first component.
pub(crate) fn v(x: f32) -> Vector {
    [x, 0.0, 0.0, 1.0]
}

/// Returns the first components of the first outputs.
pub(crate) fn firsts<'v>(vertices: impl IntoIterator<Item = &'v [Vector; 7]>) -> Vec<f32> {
    vertices.into_iter().map(|vertex| vertex[0][0]).collect()
}

/// Returns a geometry shader of words with these geometry bytes. Descriptor 0 copies everything.
pub(crate) fn fed_words(words: &[u32], geometry: GeometryBytes) -> Program {
    let shader = Shader {
        kind: 1,
        geometry,
        ..Shader::default()
    };
    of_words(words, &[copy(Mask::ALL).to_bits()], shader)
}

/// Returns a geometry shader of words in point mode.
pub(crate) fn geometry_words(words: &[u32]) -> Program {
    fed_words(words, GeometryBytes::default())
}

/// Encodes an instruction with a condition on the flags.
pub(crate) fn conditional(opcode: Opcode, target: u16, count: u8, condition: Condition) -> u32 {
    let target = BranchTarget { word: target, count };
    let operation = Operation::Flow {
        target,
        condition: Some(condition),
        uniform: None,
    };
    word(opcode, operation)
}
