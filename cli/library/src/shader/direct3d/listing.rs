//! Listing of a program, and text of its executed instructions.

use std::collections::HashMap;

use pica200_dxbc::program::{self, Class, Component, Instruction, Opcode, Operand};
use pica200_dxbc::text::{Compiler, Disassembly};
use pica200_dxbc_machine::{Program, Vector, WrittenRegister};
use pica200_machine::Procedure;

use crate::shader::listing::result_line;
use crate::shader::numbers::{Number, tuple};

/// The text of a program, as written by `picadump -d`, and the lines of its instructions.
#[derive(Clone, Debug)]
pub struct Listing {
    /// File name of the container, without its directory: the file of the text's lines.
    pub file: String,
    /// The whole text.
    pub text: String,
    steps: Vec<ListedStep>,
    procedures: Vec<Procedure>,
    /// Column widths, so that locations and instructions are aligned.
    place_width: usize,
    instruction_width: usize,
}

/// The text of an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedStep {
    /// Line in the text, from 1; 0 if the instruction has no text.
    pub line: u32,
    /// The instruction without indentation.
    pub instruction: String,
    /// Class of the numbers it reads.
    class: Class,
}

/// A register written by an instruction, with the values of the written components.
#[derive(Clone, PartialEq, Debug)]
pub struct RegisterWrite {
    /// Register: `r0`, `x0[3]`.
    pub register: String,
    /// Components: `xyz`.
    pub components: String,
    /// Their values.
    pub value: Vec<Number>,
}

impl Listing {
    /// Creates the listing of a program. `file` is the name of its file.
    pub fn new(file: &str, code: &program::Program, program: &Program) -> Self {
        let disassembly = Disassembly::new(code, Compiler::V10);
        let mut line = 1;
        let mut listed = HashMap::new();
        for one in disassembly.lines() {
            line += 1;
            let text = one.to_string();
            let step = ListedStep {
                line,
                instruction: text.trim().to_owned(),
                class: class(one.instruction),
            };
            listed.insert(one.instruction.at, step);
            let more = text.matches('\n').count();
            line = line.saturating_add(u32::try_from(more).unwrap_or(u32::MAX));
        }
        let steps = program.instructions().iter();
        let steps: Vec<_> = steps
            .map(|step| {
                let listed = listed.remove(&step.at);
                listed.unwrap_or_else(|| ListedStep {
                    line: 0,
                    instruction: String::new(),
                    class: class(step),
                })
            })
            .collect();
        let widths = steps.iter().map(|step| step.instruction.chars().count());
        Self {
            instruction_width: widths.max().unwrap_or_default(),
            place_width: file.chars().count() + 1 + line.to_string().len(),
            file: file.to_owned(),
            text: disassembly.to_string(),
            procedures: procedures(program),
            steps,
        }
    }

    /// Returns an instruction by index.
    pub fn step(&self, number: usize) -> Option<&ListedStep> {
        self.steps.get(number)
    }

    /// Returns the instructions in order.
    pub fn steps(&self) -> &[ListedStep] {
        &self.steps
    }

    /// Returns the main code and the subroutines, by their instructions.
    pub fn procedures(&self) -> &[Procedure] {
        &self.procedures
    }

    /// Returns the text of an execution: location, instruction, operands and written values.
    pub fn line(&self, step: usize, operands: &[Vector], written: &[WrittenRegister]) -> Option<String> {
        let step = self.steps.get(step)?;
        let operands = operands.iter().map(|operand| tuple(&step.numbers(operand)));
        let operands: Vec<_> = operands.collect();
        let written: Vec<_> = changes(written).iter().map(change_text).collect();
        let place = format!("{}:{}", self.file, step.line);
        let (place_width, width) = (self.place_width, self.instruction_width);
        let instruction = &step.instruction;
        let head = format!("{place:place_width$}  {instruction:width$}");
        Some(result_line(&head, &operands, &written.join(", ")))
    }
}

/// Returns the code up to the first label, and from each label to the next.
fn procedures(program: &Program) -> Vec<Procedure> {
    let mut procedures = Vec::new();
    let mut current = ("main".to_owned(), 0);
    let mut end = 0;
    for (number, instruction) in (0..).zip(program.instructions()) {
        if instruction.opcode() == Opcode::LABEL {
            let (name, start) = current;
            procedures.push(Procedure {
                name,
                words: start..number,
            });
            let label = instruction.operands().first();
            let label = label.and_then(Operand::number).unwrap_or_default();
            current = (format!("label{label}"), number);
        }
        end = number + 1;
    }
    let (name, start) = current;
    procedures.push(Procedure {
        name,
        words: start..end,
    });
    procedures
}

fn change_text(change: &RegisterWrite) -> String {
    let RegisterWrite {
        register,
        components,
        value,
    } = change;
    format!("{register}.{components} = {}", tuple(value))
}

impl ListedStep {
    /// Returns the components of an operand. If the instruction does not determine the type, the values are guessed to
    /// be small integers or else floats.
    pub fn numbers(&self, operand: &Vector) -> Vec<Number> {
        let numbers = operand.iter().map(|bits| number(*bits, self.class));
        numbers.collect()
    }
}

fn class(instruction: &Instruction) -> Class {
    let info = instruction.info();
    info.map_or(Class::Untyped, |info| info.literals)
}

/// Returns the registers written by an executed instruction. Value types are guessed.
pub fn changes(written: &[WrittenRegister]) -> Vec<RegisterWrite> {
    let change = |written: &WrittenRegister| {
        let lanes = Component::ALL.into_iter().zip(written.value);
        let lanes = lanes.filter(|(lane, _)| written.mask.contains(*lane));
        RegisterWrite {
            register: written.register.to_string(),
            components: written.mask.to_string(),
            value: lanes.map(|(_, bits)| number(bits, Class::Untyped)).collect(),
        }
    };
    written.iter().map(change).collect()
}

/// Returns bits as a number of a class. Doubles are shown as two halves.
fn number(bits: u32, class: Class) -> Number {
    match class {
        Class::Float => f32::from_bits(bits).into(),
        Class::Int => bits.cast_signed().into(),
        Class::Uint => bits.into(),
        Class::Double => number(bits, Class::Untyped),
        Class::Untyped => match Class::seen_in(bits) {
            Class::Float => f32::from_bits(bits).into(),
            _ => bits.cast_signed().into(),
        },
    }
}
