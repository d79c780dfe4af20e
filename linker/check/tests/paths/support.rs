//! Builders of instruction words and files, and diagnostics as text.

use pica200_check::{BinaryLocation, Diagnostic, check};
use pica200_diagnostics::Code;
use pica200_objfmt::formats::shbin::{OutputEntry, Program, Shader, Shbin};
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry, Mask};
use pica200_objfmt::isa::instruction::{
    AddressRegister, BranchTarget, Combination, Comparison, Condition, Instruction, Operation,
};
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register};

/// The descriptor of all instructions of [`file`]: all components.
const ALL: u8 = 0;

pub(crate) const NOP: u32 = Opcode::Nop.base_word();
pub(crate) const END: u32 = Opcode::End.base_word();
pub(crate) const EMIT: u32 = Opcode::Emit.base_word();

fn word(opcode: Opcode, operation: Operation) -> u32 {
    let instruction = Instruction {
        opcode: Some(opcode),
        operation,
        spare: 0,
    };
    instruction.encode()
}

fn flow(opcode: Opcode, uniform: Option<u8>, condition: Option<Condition>, to: (u16, u8)) -> u32 {
    let (word_number, count) = to;
    let target = BranchTarget {
        word: word_number,
        count,
    };
    word(
        opcode,
        Operation::Flow {
            target,
            condition,
            uniform,
        },
    )
}

/// Returns a `call` of a procedure, or a `for` with its last word and the number 0.
pub(crate) fn to(opcode: Opcode, start: u16, size: u8) -> u32 {
    flow(opcode, (opcode == Opcode::For).then_some(0), None, (start, size))
}

/// Returns a flow instruction that tests a boolean.
pub(crate) fn if_true(opcode: Opcode, boolean: u8, start: u16, size: u8) -> u32 {
    flow(opcode, Some(boolean), None, (start, size))
}

/// Returns a `jmpu` for a boolean that is false.
pub(crate) fn jump_if_false(boolean: u8, start: u16) -> u32 {
    flow(Opcode::Jmpu, Some(boolean), None, (start, 1))
}

/// Returns a flow instruction that tests `cmp.x` for a value.
pub(crate) fn if_x(opcode: Opcode, value: bool, start: u16, size: u8) -> u32 {
    let condition = Condition {
        combination: Combination::X,
        x: value,
        y: true,
    };
    flow(opcode, None, Some(condition), (start, size))
}

fn register(bank: Bank, number: u8) -> Register {
    Register::new(bank, number).unwrap()
}

fn arithmetic(
    opcode: Opcode,
    descriptor: u8,
    destination: Option<Register>,
    sources: [Option<Register>; 3],
    index: AddressRegister,
) -> u32 {
    let equal = Comparison::from_bits(0);
    word(
        opcode,
        Operation::Arithmetic {
            descriptor,
            sources,
            index,
            destination,
            comparisons: (opcode == Opcode::Cmp).then_some([equal; 2]),
        },
    )
}

fn compare(register: Register) -> u32 {
    let sources = [Some(register), Some(register), None];
    arithmetic(Opcode::Cmp, ALL, None, sources, AddressRegister::None)
}

/// Returns `cmp v0, v0`, which sets both flags.
pub(crate) fn cmp() -> u32 {
    compare(register(Bank::Input, 0))
}

/// Returns a `cmp` of a temporary with itself.
pub(crate) fn compare_temporary(number: u8) -> u32 {
    compare(register(Bank::Temporary, number))
}

/// Returns `mova a0, v0`.
pub(crate) fn mova() -> u32 {
    let v0 = Some(register(Bank::Input, 0));
    arithmetic(Opcode::Mova, ALL, None, [v0, None, None], AddressRegister::None)
}

fn mov(descriptor: u8, to: Register, from: Register, index: AddressRegister) -> u32 {
    let sources = [Some(from), None, None];
    arithmetic(Opcode::Mov, descriptor, Some(to), sources, index)
}

/// Returns a `mov` of a temporary to an output.
pub(crate) fn output(number: u8, from: u8) -> u32 {
    let (to, from) = (register(Bank::Output, number), register(Bank::Temporary, from));
    mov(ALL, to, from, AddressRegister::None)
}

/// Returns a `mov` of all components of an input to an output.
pub(crate) fn write(number: u8) -> u32 {
    let (to, from) = (register(Bank::Output, number), register(Bank::Input, 0));
    mov(ALL, to, from, AddressRegister::None)
}

/// Returns a `mov` of an input to a temporary.
pub(crate) fn set(number: u8) -> u32 {
    let (to, from) = (register(Bank::Temporary, number), register(Bank::Input, 0));
    mov(ALL, to, from, AddressRegister::None)
}

/// Returns `mov o0, c0[aL]`.
pub(crate) fn write_by_counter() -> u32 {
    let (to, from) = (register(Bank::Output, 0), register(Bank::Float, 0));
    mov(ALL, to, from, AddressRegister::LoopCounter)
}

/// Returns `setemit`.
pub(crate) fn select(vertex: u8, primitive: bool) -> u32 {
    word(
        Opcode::Setemit,
        Operation::Emit {
            vertex,
            primitive,
            invert: false,
        },
    )
}

fn descriptors() -> Vec<DescriptorEntry> {
    let descriptor = Descriptor::default().with_mask(Mask::ALL);
    vec![DescriptorEntry { descriptor, flags: 0 }]
}

fn file(kind: u8, entry: u32, end: Option<u32>, code: &[u32]) -> Shbin {
    let position = OutputEntry {
        property: 0,
        register: 0,
        mask: 0xF,
        reserved: 0,
    };
    let end = end.unwrap_or(u32::try_from(code.len()).unwrap());
    Shbin {
        program: Program {
            code: code.to_vec(),
            descriptors: descriptors(),
            ..Program::default()
        },
        shaders: vec![Shader {
            kind,
            entry,
            end,
            outputs: vec![position],
            ..Shader::default()
        }],
    }
}

/// Returns a file with one vertex shader, which starts at the first word and writes `o0`.
pub(crate) fn vertex(code: &[u32]) -> Shbin {
    file(0, 0, None, code)
}

/// Returns a file with one vertex shader whose entry procedure has these words.
pub(crate) fn vertex_from(entry: u32, end: u32, code: &[u32]) -> Shbin {
    file(0, entry, Some(end), code)
}

/// Returns a file with one geometry shader, which starts at the first word.
pub(crate) fn geometry(code: &[u32]) -> Shbin {
    file(1, 0, None, code)
}

/// Returns the diagnostics with one code, each with its word, message, and steps.
pub(crate) fn found(file: &Shbin, code: Code) -> String {
    let diagnostics = check(file).into_iter();
    let found = diagnostics.filter(|diagnostic| diagnostic.code == code);
    found.map(|diagnostic| line(&diagnostic)).collect()
}

fn line(diagnostic: &Diagnostic) -> String {
    let word = |location: &BinaryLocation| Some(location.code()?.word.to_string());
    let at = diagnostic.location().and_then(word);
    let at = at.unwrap_or_else(|| "file".to_owned());
    let steps = diagnostic.secondary.iter().skip(1);
    let steps = steps.map(|step| {
        let word = word(&step.location).expect("steps are words");
        format!("\n  {word}: {}", step.text)
    });
    format!("{at}: {}{}\n", diagnostic.message, steps.collect::<String>())
}
