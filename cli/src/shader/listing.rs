//! The words of a program as text, and what came of executing them.

use pica200_machine::{Executed, Written};
use pica200_objfmt::descriptor::{Component, Mask};
use pica200_objfmt::shbin::Shbin;
use pica200_objfmt::text;

use super::numbers::{masked, numbers, tuple};
use crate::dump::lines::place;
use crate::dump::page::word_offset;

/// What is said of a word each time that it is executed.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    /// The source file and the line.
    pub(crate) source: Option<(String, u32)>,
    /// The instruction.
    pub(crate) instruction: String,
    /// Word, place and instruction, so that they stand under each other.
    head: String,
}

/// All words of a program of `shbin`.
pub(crate) fn words(shbin: &Shbin, words: &[u32]) -> Vec<Word> {
    let program = &shbin.program;
    let places = (0..words.len()).map(|word| {
        let line = program.lines.get(word);
        line.map_or_else(String::new, |line| place(program, *line))
    });
    let places: Vec<_> = places.collect();
    let texts = words
        .iter()
        .map(|&word| text::instruction(word, |n| program.descriptor(n)));
    let texts: Vec<_> = texts.collect();
    let widest = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max();
    let (place_width, text_width) = (widest(&places).unwrap_or(0), widest(&texts).unwrap_or(0));
    let word = |(number, (place, instruction)): (usize, (String, String))| {
        let place = match place_width {
            0 => String::new(),
            width => format!("{place:width$}  "),
        };
        let source = program.lines.get(number).and_then(|line| {
            let file = program.files.get(usize::try_from(line.file).ok()?)?;
            Some((file.to_string(), line.line))
        });
        Word {
            source,
            head: format!("{}  {place}{instruction:text_width$}", word_offset(number)),
            instruction,
        }
    };
    places
        .into_iter()
        .zip(texts)
        .enumerate()
        .map(word)
        .collect()
}

impl Word {
    /// A line for an execution: word, place, instruction, operands after swizzle and sign, what was written.
    pub(crate) fn line(&self, executed: &Executed<'_>) -> String {
        let operands = executed.operands.iter();
        let operands: Vec<_> = operands.map(|operand| tuple(&numbers(*operand))).collect();
        let (operands, written) = (operands.join(" "), written_text(executed.written));
        let arrow = match (operands.is_empty(), written.is_empty()) {
            (_, true) => "",
            (true, false) => "-> ",
            (false, false) => "  -> ",
        };
        let line = format!("{}  {operands}{arrow}{written}", self.head);
        line.trim_end().to_owned()
    }
}

fn written_text(written: Written) -> String {
    match written {
        Written::Nothing => String::new(),
        Written::Vector {
            register,
            mask,
            value,
        } => {
            let value = tuple(&masked(value, mask));
            format!("{register}{} = {value}", text::mask(mask))
        }
        Written::Address { mask, value } => {
            let parts = addresses(mask, value).map(|(name, value)| format!("a0.{name} = {value}"));
            parts.collect::<Vec<_>>().join(", ")
        }
        Written::Flags([x, y]) => format!("cmp.x = {x}, cmp.y = {y}"),
        Written::LoopCounter(value) => format!("aL = {value}"),
        Written::Emission {
            slot,
            primitive,
            invert,
        } => {
            let primitive = if primitive { ", prim" } else { "" };
            let invert = if invert { ", inv" } else { "" };
            format!("slot {slot}{primitive}{invert}")
        }
        Written::Vertex => "vertex".to_owned(),
    }
}

/// The components of `a0` that a mask has, with their names.
pub(crate) fn addresses(mask: Mask, value: [i32; 2]) -> impl Iterator<Item = (char, i32)> {
    [Component::X, Component::Y]
        .into_iter()
        .zip(value)
        .filter(move |(component, _)| mask.contains(*component))
        .map(|(component, value)| (component.letter(), value))
}
