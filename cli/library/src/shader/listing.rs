//! Listing of a program's words, and of their execution.

use pica200_machine::{Effect, Executed, Program};
use pica200_objfmt::formats::shbin::{self, Shbin};
use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::text::{self, Registers};

use super::numbers::{masked, numbers, tuple};
use crate::text::location::location;
use crate::text::names::Names;
use crate::text::page::word_offset;
use crate::text::words::{decode, descriptor_number};

/// All words of a program.
#[derive(Clone, Debug)]
pub struct Listing {
    words: Vec<ListedWord>,
    /// Instruction of each word, with the shader's register names.
    pub instructions: Vec<String>,
    /// Width of the location column, which precedes the instruction column.
    place_width: usize,
    instruction_width: usize,
}

/// The text of a word for each of its executions.
#[derive(Clone, Debug)]
pub struct ListedWord {
    /// Source file and line.
    pub source: Option<(String, u32)>,
    /// The instruction, with numbered registers.
    pub instruction: String,
    /// Source file and line for display; empty if there is no line.
    place: String,
}

impl Listing {
    /// Creates the listing of a program of `shbin`.
    pub fn new(shbin: &Shbin, program: &Program) -> Self {
        let words: Vec<_> = words(shbin, program).collect();
        let instructions = instructions(shbin, program);
        Self {
            place_width: widest(words.iter().map(|word| &word.place)),
            instruction_width: widest(&instructions),
            words,
            instructions,
        }
    }

    /// Returns a word by offset.
    pub fn word(&self, number: u16) -> Option<&ListedWord> {
        self.words.get(usize::from(number))
    }

    /// Returns the text of an execution: word, location, instruction, operands after swizzle and sign, written values.
    pub fn line(&self, executed: &Executed<'_>) -> Option<String> {
        let number = usize::from(executed.word);
        let (word, instruction) = (self.words.get(number)?, self.instructions.get(number)?);
        let operands = executed.operands.iter();
        let operands: Vec<_> = operands.map(|operand| tuple(&numbers(*operand))).collect();
        let place = match self.place_width {
            0 => String::new(),
            width => format!("{:width$}  ", word.place),
        };
        let (offset, width) = (word_offset(number), self.instruction_width);
        let head = format!("{offset}  {place}{instruction:width$}");
        let written = written_text(executed.written);
        Some(result_line(&head, &operands, &written))
    }
}

/// Returns the text of an execution: its head, then the operands and the written values.
pub(super) fn result_line(head: &str, operands: &[String], written: &str) -> String {
    let arrow = match (operands.is_empty(), written.is_empty()) {
        (_, true) => "",
        (true, false) => "-> ",
        (false, false) => "  -> ",
    };
    let line = format!("{head}  {}{arrow}{written}", operands.join(" "));
    line.trim_end().to_owned()
}

/// Returns the instructions of a program, with the shader's register names.
fn instructions(shbin: &Shbin, program: &Program) -> Vec<String> {
    let shader = shbin.shaders.get(program.index());
    let names = shader.map(|shader| Names::new(shader, []));
    texts(&shbin.program, program.words(), &names.unwrap_or_default())
}

/// Returns the text of each word of a program: mnemonic, operands and remark.
fn texts(program: &shbin::Program, code: &[u32], registers: &impl Registers) -> Vec<String> {
    let text = |&bits: &u32| {
        let entry = descriptor_number(bits).and_then(|number| program.descriptors.get(number));
        let word = decode(bits, entry.map(|entry| entry.descriptor), registers);
        match &word.remark {
            Some(remark) => format!("{}  ; {remark}", word.text()),
            None => word.text(),
        }
    };
    code.iter().map(text).collect()
}

fn words(shbin: &Shbin, program: &Program) -> impl Iterator<Item = ListedWord> {
    let shared = &shbin.program;
    let word = |(number, &word): (usize, &u32)| {
        let line = shared.lines.get(number);
        let source = line.and_then(|line| {
            let file = shared.files.get(usize::try_from(line.file).ok()?)?;
            Some((file.to_string(), line.line))
        });
        ListedWord {
            source,
            instruction: text::instruction(word, |n| shared.descriptor(n)),
            place: line.map_or_else(String::new, |line| location(shared, *line)),
        }
    };
    program.words().iter().enumerate().map(word)
}

fn widest<'t>(texts: impl IntoIterator<Item = &'t String>) -> usize {
    let widths = texts.into_iter().map(|text| text.chars().count());
    widths.max().unwrap_or(0)
}

fn written_text(written: Effect) -> String {
    match written {
        Effect::Nothing => String::new(),
        Effect::Vector { register, mask, value } => {
            let value = tuple(&masked(value, mask));
            format!("{register}{} = {value}", text::mask(mask))
        }
        Effect::Address { mask, value } => {
            let parts = addresses(mask, value).map(|(name, value)| format!("a0.{name} = {value}"));
            parts.collect::<Vec<_>>().join(", ")
        }
        Effect::Flags([x, y]) => format!("cmp.x = {x}, cmp.y = {y}"),
        Effect::LoopCounter(value) => format!("aL = {value}"),
        Effect::Emission {
            slot,
            primitive,
            invert,
        } => {
            let primitive = if primitive { ", prim" } else { "" };
            let invert = if invert { ", inv" } else { "" };
            format!("slot {slot}{primitive}{invert}")
        }
        Effect::Vertex => "vertex".to_owned(),
    }
}

/// Returns the components of `a0` in a mask, with their names.
pub fn addresses(mask: Mask, value: [i32; 2]) -> impl Iterator<Item = (char, i32)> {
    [Component::X, Component::Y]
        .into_iter()
        .zip(value)
        .filter(move |(component, _)| mask.contains(*component))
        .map(|(component, value)| (component.letter(), value))
}
