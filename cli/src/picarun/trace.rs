//! Each instruction that is executed, as text and as JSON.

use std::io::{self, Write};

use pica200_machine::{Executed, Observer, Program, Written};
use pica200_objfmt::descriptor::{Component, Mask};
use pica200_objfmt::shbin::Shbin;
use pica200_objfmt::text;
use serde::Serialize;

use super::options::Form;
use super::show::{Number, json_line, masked, numbers, tuple};
use crate::dump::lines::place;
use crate::dump::names::Names;
use crate::dump::page::word_offset;
use crate::dump::words;

/// Writes what is executed. After an error of the stream nothing more is written, and the run stops if nobody else
/// wants to know how it goes on.
pub(super) struct Trace<'t> {
    form: Form,
    words: Vec<Word>,
    out: &'t mut dyn Write,
    written: io::Result<()>,
    may_stop: bool,
}

/// What is said of a word each time.
struct Word {
    /// For JSON: the source file and the line.
    source: Option<(String, u32)>,
    /// For JSON: the instruction, its registers by their numbers.
    instruction: String,
    /// For text: word, place and instruction, so that they stand under each other.
    head: String,
}

impl<'t> Trace<'t> {
    /// A trace of a program of `shbin`.
    pub(super) fn new(
        form: Form,
        shbin: &Shbin,
        program: &Program,
        may_stop: bool,
        out: &'t mut dyn Write,
    ) -> Self {
        Self {
            form,
            words: words(shbin, program),
            out,
            written: Ok(()),
            may_stop,
        }
    }

    /// What writing came to.
    pub(super) fn finish(self) -> io::Result<()> {
        self.written
    }
}

impl Observer for Trace<'_> {
    const DETAILS: bool = true;

    fn word(&mut self, _: u16) {}

    fn executed(&mut self, executed: &Executed<'_>) {
        if self.written.is_err() {
            return;
        }
        if let Some(word) = self.words.get(usize::from(executed.word)) {
            self.written = match self.form {
                Form::Text => write_text(self.out, word, executed),
                Form::Json => json_line(self.out, &Instruction::new(word, executed)),
            };
        }
    }

    fn stops(&self) -> bool {
        self.may_stop && self.written.is_err()
    }
}

/// The instructions of a program, with the names that the shader has for registers.
pub(super) fn listing(shbin: &Shbin, program: &Program) -> Vec<String> {
    let shader = shbin.shaders.get(program.index());
    let names = shader.map(|shader| Names::new(shader, []));
    words::listing(&shbin.program, program.words(), &names.unwrap_or_default())
}

fn words(shbin: &Shbin, program: &Program) -> Vec<Word> {
    let heads = listing(shbin, program);
    let (words, program) = (program.words(), &shbin.program);
    let places = (0..words.len()).map(|word| {
        let line = program.lines.get(word);
        line.map_or_else(String::new, |line| place(program, *line))
    });
    let places: Vec<_> = places.collect();
    let texts = words
        .iter()
        .map(|&word| text::instruction(word, |n| program.descriptor(n)));
    let widest = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max();
    let (place_width, text_width) = (widest(&places).unwrap_or(0), widest(&heads).unwrap_or(0));
    let word = |(number, ((place, head), instruction)): (usize, ((String, String), String))| {
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
            head: format!("{}  {place}{head:text_width$}", word_offset(number)),
            instruction,
        }
    };
    places
        .into_iter()
        .zip(heads)
        .zip(texts)
        .enumerate()
        .map(word)
        .collect()
}

fn write_text(out: &mut dyn Write, word: &Word, executed: &Executed<'_>) -> io::Result<()> {
    let operands = executed.operands.iter();
    let operands: Vec<_> = operands.map(|operand| tuple(&numbers(*operand))).collect();
    let (operands, written) = (operands.join(" "), written_text(executed.written));
    let arrow = match (operands.is_empty(), written.is_empty()) {
        (_, true) => "",
        (true, false) => "-> ",
        (false, false) => "  -> ",
    };
    let line = format!("{}  {operands}{arrow}{written}", word.head);
    writeln!(out, "{}", line.trim_end())
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
fn addresses(mask: Mask, value: [i32; 2]) -> impl Iterator<Item = (char, i32)> {
    [Component::X, Component::Y]
        .into_iter()
        .zip(value)
        .filter(move |(component, _)| mask.contains(*component))
        .map(|(component, value)| (component.letter(), value))
}

/// An executed instruction as JSON. Fields whose values are not known are null.
#[derive(Serialize)]
struct Instruction<'w> {
    kind: &'static str,
    word: u16,
    file: Option<&'w str>,
    line: Option<u32>,
    instruction: &'w str,
    operands: Vec<Vec<Number>>,
    written: Option<Change>,
    next: u16,
}

/// What an instruction changed.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Change {
    Register {
        register: String,
        components: String,
        value: Vec<Number>,
    },
    Address {
        components: String,
        value: Vec<i32>,
    },
    Flags {
        value: [bool; 2],
    },
    LoopCounter {
        value: i32,
    },
    Emission {
        slot: u8,
        primitive: bool,
        invert: bool,
    },
    Vertex,
}

impl<'w> Instruction<'w> {
    fn new(word: &'w Word, executed: &Executed<'_>) -> Self {
        let (file, line) = word.source.as_ref().map(|(f, l)| (f.as_str(), *l)).unzip();
        Self {
            kind: "instruction",
            word: executed.word,
            file,
            line,
            instruction: &word.instruction,
            operands: executed.operands.iter().copied().map(numbers).collect(),
            written: change(executed.written),
            next: executed.next,
        }
    }
}

fn change(written: Written) -> Option<Change> {
    Some(match written {
        Written::Nothing => return None,
        Written::Vector {
            register,
            mask,
            value,
        } => Change::Register {
            register: register.to_string(),
            components: mask.to_string(),
            value: masked(value, mask),
        },
        Written::Address { mask, value } => {
            let (components, value) = addresses(mask, value).unzip();
            Change::Address { components, value }
        }
        Written::Flags(value) => Change::Flags { value },
        Written::LoopCounter(value) => Change::LoopCounter { value },
        Written::Emission {
            slot,
            primitive,
            invert,
        } => Change::Emission {
            slot,
            primitive,
            invert,
        },
        Written::Vertex => Change::Vertex,
    })
}
