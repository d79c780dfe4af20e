//! Executed instructions as text and as JSON.

use std::io::{self, Write};

use pica200_machine::{Executed, Observer, Program, Written};
use serde::Serialize;

use super::options::Form;
use super::show::json_line;
use pica200::shader::listing::{ListedWord, Listing, addresses};
use pica200::shader::numbers::{Number, masked, numbers};

/// Writes the executed instructions. After an error of the stream nothing more is written, and the run stops unless a
/// profile needs the rest.
pub(super) struct Trace<'t> {
    form: Form,
    listing: &'t Listing,
    out: &'t mut dyn Write,
    written: io::Result<()>,
    may_stop: bool,
}

impl<'t> Trace<'t> {
    /// A trace of the listed program.
    pub(super) fn new(
        form: Form,
        listing: &'t Listing,
        may_stop: bool,
        out: &'t mut dyn Write,
    ) -> Self {
        Self {
            form,
            listing,
            out,
            written: Ok(()),
            may_stop,
        }
    }

    /// The result of writing.
    pub(super) fn finish(self) -> io::Result<()> {
        self.written
    }

    fn write(&mut self, executed: &Executed<'_>) -> io::Result<()> {
        match self.form {
            Form::Text => match self.listing.line(executed) {
                Some(line) => writeln!(self.out, "{line}"),
                None => Ok(()),
            },
            Form::Json => match self.listing.word(executed.word) {
                Some(word) => json_line(self.out, &Instruction::new(word, executed)),
                None => Ok(()),
            },
        }
    }
}

impl Observer<Program> for Trace<'_> {
    const DETAILS: bool = true;

    fn step(&mut self, _: usize) {}

    fn executed(&mut self, executed: &Executed<'_>) {
        if self.written.is_ok() {
            self.written = self.write(executed);
        }
    }

    fn stops(&self) -> bool {
        self.may_stop && self.written.is_err()
    }
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

/// The values that an instruction changed.
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
    fn new(word: &'w ListedWord, executed: &Executed<'_>) -> Self {
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
