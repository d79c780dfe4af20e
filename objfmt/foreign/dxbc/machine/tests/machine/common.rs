//! Programs from text: an assembler for tests, using disassembly syntax.

use pica200_dxbc::FourCc;
use pica200_dxbc::container::build;
use pica200_dxbc::program::{
    Body, Component, Components, DataClass, Extension, Index, Instruction, Literal, Mask, Modifier, Opcode, Operand,
    OperandToken, Program as Code, ProgramKind, RegisterKind, Swizzle, Token, Version,
};
use pica200_dxbc_machine::{Fault, FaultKind, LoadError, Machine, Program, Register, Run, Vector};

/// More instructions than any of these tests executes.
pub(crate) const BUDGET: u64 = 10_000;

/// Assembles a program, `vs_4_0` unless a line says otherwise.
pub(crate) fn assemble(text: &str) -> Code {
    let mut version = Version::new(ProgramKind::VERTEX, 4, 0);
    let mut instructions = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match line {
            "ps_5_0" => version = Version::new(ProgramKind::PIXEL, 5, 0),
            "vs_5_0" => version = Version::new(ProgramKind::VERTEX, 5, 0),
            "gs_5_0" => version = Version::new(ProgramKind::GEOMETRY, 5, 0),
            _ => instructions.push(instruction(line)),
        }
    }
    Code {
        version,
        instructions,
        trailing: Vec::new(),
    }
}

/// Builds a container with a program and other chunks.
pub(crate) fn container(code: &Code, chunks: &[([u8; 4], Vec<u8>)]) -> Vec<u8> {
    let program = code.write().unwrap();
    let others = chunks.iter().map(|(id, data)| (FourCc(*id), data.as_slice()));
    let chunks: Vec<_> = others.chain([(FourCc(*b"SHDR"), program.as_slice())]).collect();
    build(&chunks).unwrap()
}

pub(crate) fn load(text: &str) -> Result<Program, LoadError> {
    Program::load(&container(&assemble(text), &[]))
}

/// Runs a program with `v0` to `v3`.
pub(crate) fn run_with(text: &str, inputs: &[Vector]) -> (Result<Run, Fault>, Vec<Vector>) {
    let program = load(text).unwrap();
    let mut machine = Machine::new(&program);
    for (number, input) in (0..).zip(inputs) {
        let _ = machine.set_input_register(number, *input);
    }
    let run = machine.run(BUDGET);
    let output = |number| machine.register(Register::new(RegisterKind::OUTPUT, number));
    (run, (0..).map_while(output).collect())
}

/// Returns the value of `o0` after a run.
pub(crate) fn o0(text: &str, inputs: &[Vector]) -> Vector {
    let (run, outputs) = run_with(text, inputs);
    run.unwrap();
    outputs[0]
}

/// Returns the value of `o0` after one instruction, whose other operands are `v0` and so on, and `ret`.
pub(crate) fn result(line: &str, inputs: &[Vector]) -> Vector {
    o0(&format!("{line}\nret"), inputs)
}

/// Returns the fault of a program and its message.
pub(crate) fn fault(text: &str) -> (FaultKind, String) {
    let fault = run_with(text, &[]).0.unwrap_err();
    (fault.kind, fault.to_string())
}

pub(crate) fn floats(components: [f32; 4]) -> Vector {
    components.map(f32::to_bits)
}

pub(crate) fn signed(components: [i32; 4]) -> Vector {
    components.map(i32::cast_unsigned)
}

/// Returns the register value with two doubles.
pub(crate) fn doubles(numbers: [f64; 2]) -> Vector {
    let [a, b] = numbers.map(|number| {
        let bits = number.to_bits();
        [bits as u32, (bits >> 32) as u32]
    });
    [a[0], a[1], b[0], b[1]]
}

fn instruction(line: &str) -> Instruction {
    let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
    if name == "dcl_immediateConstantBuffer" {
        return Instruction {
            body: Body::Data(rest.split(',').map(number).collect()),
            ..Instruction::new(Token::custom_data(DataClass::IMMEDIATE_CONSTANT_BUFFER), Vec::new())
        };
    }
    // Texel offsets are in parentheses after the name.
    let (name, offsets) = match name.split_once("_aoffimmi(") {
        Some((name, offsets)) => (name, Some(offsets.trim_end_matches(')'))),
        None => (name, None),
    };
    let (name, is_uint) = suffix(name, "_uint");
    let (name, is_reciprocal) = suffix(name, "_rcpFloat");
    let (name, is_saturated) = suffix(name, "_sat");
    let (name, tests_nonzero) = suffix(name, "_nz");
    let (name, _) = suffix(name, "_z");
    let opcode = Opcode::from_name(name).unwrap_or_else(|| panic!("an opcode: {line}"));
    let mut token = Token::new(opcode);
    if is_saturated {
        token = token.saturated();
    }
    if tests_nonzero {
        token = token.testing_nonzero();
    }
    match opcode {
        Opcode::RESINFO => {
            token = token.with_bits(11, 2, u32::from(is_uint) * 2 + u32::from(is_reciprocal));
        }
        Opcode::SAMPLEINFO => token = token.with_bits(11, 2, u32::from(is_uint)),
        _ => {}
    }
    let parts = split(rest);
    let number_at = |at: usize| number(parts[at]);
    match opcode {
        Opcode::DCL_TEMPS => Instruction::declared(token, Vec::new(), vec![number_at(0)]),
        Opcode::DCL_MAXOUT | Opcode::DCL_GSINSTANCES => Instruction::declared(token, Vec::new(), vec![number_at(0)]),
        // The register, and the numbers of the dimension, of the type of all components, and of samples.
        Opcode::DCL_RESOURCE => Instruction::declared(
            token.with_bits(11, 5, number_at(1)).with_bits(16, 7, number_at(3)),
            vec![operand(parts[0], true)],
            vec![number_at(2) * 0x1111],
        ),
        // The numbers of the primitive and of the topology.
        Opcode::DCL_INPUTPRIMITIVE | Opcode::DCL_OUTPUTTOPOLOGY => {
            Instruction::declared(token.with_bits(11, 6, number_at(0)), Vec::new(), Vec::new())
        }
        Opcode::DCL_INDEXABLE_TEMP => {
            let array = operand(parts[0], false);
            let numbers = array.indices.iter().map(|index| index.offset() as u32);
            let values = numbers.chain([number_at(1)]).collect();
            Instruction::declared(token, Vec::new(), values)
        }
        Opcode::DCL_INDEXRANGE => {
            let first = operand(parts[0], true);
            Instruction::declared(token, vec![first], vec![number_at(1)])
        }
        _ => {
            let info = opcode.info().unwrap();
            let declared = info.is_declaration();
            let operand = |(at, text): (usize, &&str)| operand(text, at < info.destinations() || declared);
            let mut instruction = Instruction::new(token, parts.iter().enumerate().map(operand).collect());
            let nibbles = offsets.into_iter().flat_map(|offsets| offsets.split(';'));
            let bits = nibbles
                .enumerate()
                .map(|(axis, text)| (number(text) & 15) << (9 + 4 * axis));
            if offsets.is_some() {
                let bits = bits.fold(1, |all, bits| all | bits);
                instruction.extended.push(Extension(bits));
            }
            instruction
        }
    }
}

fn suffix<'a>(name: &'a str, suffix: &str) -> (&'a str, bool) {
    match name.strip_suffix(suffix) {
        // `round_z` is an opcode name.
        Some(shorter) if Opcode::from_name(name).is_none() => (shorter, true),
        _ => (name, false),
    }
}

/// Splits at commas that are not in parentheses.
fn split(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = text.split(move |letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        letter == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn operand(text: &str, is_target: bool) -> Operand {
    if let Some(text) = text.strip_prefix('-') {
        return changed(text, is_target, true);
    }
    if text.starts_with('|') {
        return changed(text, is_target, false);
    }
    if let Some(values) = text.strip_prefix("l(") {
        let values: Vec<_> = values.trim_end_matches(')').split(',').map(number).collect();
        return Operand::literal(match *values.as_slice() {
            [value] => Literal::One([value]),
            [x, y, z, w] => Literal::Four([x, y, z, w]),
            _ => panic!("one or four values: {text}"),
        });
    }
    if let Some(values) = text.strip_prefix("d(") {
        let values = values.trim_end_matches(')').split(',');
        let values: Vec<f64> = values.map(|value| value.trim().parse().unwrap()).collect();
        return Operand {
            literal: Literal::Four(doubles([values[0], values[1]])),
            token: OperandToken::new(RegisterKind::LITERAL_DOUBLE, Components::Swizzle(Swizzle::IDENTITY)),
            ..Operand::literal(Literal::None)
        };
    }
    register(text, is_target)
}

fn changed(text: &str, is_target: bool, negate: bool) -> Operand {
    let inner = text.strip_prefix('|').map(|text| text.trim_end_matches('|'));
    let modifier = Modifier {
        negate,
        absolute: inner.is_some(),
    };
    operand(inner.unwrap_or(text), is_target).modified(modifier)
}

fn register(text: &str, is_target: bool) -> Operand {
    let is_name = |kind: &&RegisterKind| {
        let rest = text.strip_prefix(kind.name().unwrap());
        rest.is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_alphabetic()))
    };
    let kind = *RegisterKind::KNOWN.iter().find(is_name).unwrap();
    let mut rest = &text[kind.name().unwrap().len()..];
    let mut indices = Vec::new();
    let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    if digits > 0 {
        indices.push(Index::Immediate(number(&rest[..digits])));
        rest = &rest[digits..];
    }
    while rest.starts_with('[') {
        let (inside, behind) = bracket(rest);
        indices.push(index(inside));
        rest = behind;
    }
    let components = match rest.strip_prefix('.') {
        None if matches!(kind, RegisterKind::OUTPUT_DEPTH | RegisterKind::OUTPUT_COVERAGE) => Components::One,
        None if kind == RegisterKind::INPUT_PRIMITIVE_ID || kind == RegisterKind::GEOMETRY_INSTANCE_ID => {
            Components::One
        }
        None => Components::None,
        Some(letters) => components(letters, is_target),
    };
    Operand {
        indices,
        ..Operand::register(kind, &[], components)
    }
}

fn components(letters: &str, is_target: bool) -> Components {
    let places: Vec<_> = letters
        .chars()
        .map(|letter| "xyzw".find(letter).unwrap() as u32)
        .collect();
    if is_target {
        let bits = places.iter().fold(0, |bits, place| bits | 1 << place);
        return Components::Mask(Mask::from_bits(bits));
    }
    let place = |component: usize| Component::from_bits(places[component.min(places.len() - 1)]);
    match places.len() {
        1 => Components::Select(place(0)),
        _ => Components::Swizzle(Swizzle([0, 1, 2, 3].map(place))),
    }
}

/// Returns the text in brackets, and the text after them.
fn bracket(text: &str) -> (&str, &str) {
    let mut depth = 0;
    let end = text.find(|letter| {
        depth += i32::from(letter == '[') - i32::from(letter == ']');
        depth == 0
    });
    let end = end.unwrap();
    (&text[1..end], &text[end + 1..])
}

fn index(text: &str) -> Index {
    match text.rsplit_once(" + ") {
        Some((by, offset)) => Index::Offset(number(offset), Box::new(operand(by, false))),
        None if text.starts_with(|letter: char| letter.is_ascii_digit()) => Index::Immediate(number(text)),
        None => Index::Relative(Box::new(operand(text, false))),
    }
}

/// Parses an integer, or a float, which has a dot or is `inf` or `NaN`.
fn number(text: &str) -> u32 {
    let text = text.trim();
    if let Some(digits) = text.strip_prefix("0x") {
        return u32::from_str_radix(digits, 16).unwrap();
    }
    if let Ok(number) = text.parse::<i64>() {
        return number as u32;
    }
    text.parse::<f32>().unwrap().to_bits()
}
