//! Executed instructions as text and as JSON.

use std::io::{self, Write};

use pica200_dxbc_machine as direct3d;
use pica200_machine::{Effect, Executed, Observer, Program};
use serde::Serialize;

use super::options::TraceFormat;
use super::show::json_line;
use pica200::shader::direct3d::listing::{self as direct3d_listing, Listing as ContainerListing, changes};
use pica200::shader::listing::{ListedWord, Listing, addresses};
use pica200::shader::numbers::{Number, masked, numbers};

/// Writes the executed instructions. After a write error nothing more is written, and the run stops unless a profile
/// needs the rest.
pub(super) struct Trace<'t, L> {
    form: TraceFormat,
    listing: &'t L,
    out: &'t mut dyn Write,
    written: io::Result<()>,
    may_stop: bool,
}

impl<'t, L> Trace<'t, L> {
    /// Returns a trace of the listed program.
    pub(super) fn new(form: TraceFormat, listing: &'t L, may_stop: bool, out: &'t mut dyn Write) -> Self {
        Self {
            form,
            listing,
            out,
            written: Ok(()),
            may_stop,
        }
    }

    /// Returns the result of writing.
    pub(super) fn finish(self) -> io::Result<()> {
        self.written
    }

    fn stops(&self) -> bool {
        self.may_stop && self.written.is_err()
    }
}

impl Trace<'_, Listing> {
    fn write(&mut self, executed: &Executed<'_>) -> io::Result<()> {
        match self.form {
            TraceFormat::Text => match self.listing.line(executed) {
                Some(line) => writeln!(self.out, "{line}"),
                None => Ok(()),
            },
            TraceFormat::Json => match self.listing.word(executed.word) {
                Some(word) => json_line(self.out, &Instruction::new(word, executed)),
                None => Ok(()),
            },
        }
    }
}

impl Observer<Program> for Trace<'_, Listing> {
    const DETAILS: bool = true;

    fn step(&mut self, _: usize) {}

    fn executed(&mut self, executed: &Executed<'_>) {
        if self.written.is_ok() {
            self.written = self.write(executed);
        }
    }

    fn should_stop(&self) -> bool {
        self.stops()
    }
}

impl Trace<'_, ContainerListing> {
    fn write(&mut self, executed: &direct3d::Executed<'_>) -> io::Result<()> {
        let (operands, written) = (executed.operands, executed.written);
        match self.form {
            TraceFormat::Text => match self.listing.line(executed.step, operands, written) {
                Some(line) => writeln!(self.out, "{line}"),
                None => Ok(()),
            },
            TraceFormat::Json => match self.listing.step(executed.step) {
                Some(step) => {
                    let instruction = Instruction {
                        kind: "instruction",
                        word: executed.step,
                        file: Some(&self.listing.file),
                        line: Some(step.line),
                        instruction: &step.instruction,
                        operands: operands.iter().map(|operand| step.numbers(operand)).collect(),
                        written: registers(written),
                        next: executed.next,
                    };
                    json_line(self.out, &instruction)
                }
                None => Ok(()),
            },
        }
    }
}

impl Observer<direct3d::Program> for Trace<'_, ContainerListing> {
    const DETAILS: bool = true;

    fn step(&mut self, _: usize) {}

    fn executed(&mut self, executed: &direct3d::Executed<'_>) {
        if self.written.is_ok() {
            self.written = self.write(executed);
        }
    }

    fn should_stop(&self) -> bool {
        self.stops()
    }
}

/// Returns the registers that an instruction of a container's shader wrote, `None` if it wrote none.
fn registers(written: &[direct3d::WrittenRegister]) -> Option<RegisterWrite> {
    let registers: Vec<_> = changes(written).into_iter().map(Components::from).collect();
    (!registers.is_empty()).then_some(RegisterWrite::Registers { registers })
}

/// An executed instruction as JSON. Unknown fields are null.
#[derive(Serialize)]
struct Instruction<'w> {
    kind: &'static str,
    word: usize,
    file: Option<&'w str>,
    line: Option<u32>,
    instruction: &'w str,
    operands: Vec<Vec<Number>>,
    written: Option<RegisterWrite>,
    next: usize,
}

/// The values that an instruction changed.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum RegisterWrite {
    Register {
        register: String,
        components: String,
        value: Vec<Number>,
    },
    Registers {
        registers: Vec<Components>,
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

/// Components of a register.
#[derive(Serialize)]
struct Components {
    register: String,
    components: String,
    value: Vec<Number>,
}

impl From<direct3d_listing::RegisterWrite> for Components {
    fn from(change: direct3d_listing::RegisterWrite) -> Self {
        let direct3d_listing::RegisterWrite {
            register,
            components,
            value,
        } = change;
        Self {
            register,
            components,
            value,
        }
    }
}

impl<'w> Instruction<'w> {
    fn new(word: &'w ListedWord, executed: &Executed<'_>) -> Self {
        let (file, line) = word.source.as_ref().map(|(f, l)| (f.as_str(), *l)).unzip();
        Self {
            kind: "instruction",
            word: executed.word.into(),
            file,
            line,
            instruction: &word.instruction,
            operands: executed.operands.iter().copied().map(numbers).collect(),
            written: change(executed.written),
            next: executed.next.into(),
        }
    }
}

fn change(written: Effect) -> Option<RegisterWrite> {
    Some(match written {
        Effect::Nothing => return None,
        Effect::Vector { register, mask, value } => RegisterWrite::Register {
            register: register.to_string(),
            components: mask.to_string(),
            value: masked(value, mask),
        },
        Effect::Address { mask, value } => {
            let (components, value) = addresses(mask, value).unzip();
            RegisterWrite::Address { components, value }
        }
        Effect::Flags(value) => RegisterWrite::Flags { value },
        Effect::LoopCounter(value) => RegisterWrite::LoopCounter { value },
        Effect::Emission {
            slot,
            primitive,
            invert,
        } => RegisterWrite::Emission {
            slot,
            primitive,
            invert,
        },
        Effect::Vertex => RegisterWrite::Vertex,
    })
}
