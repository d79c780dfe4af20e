//! Words and shaders of a file.

use pica200::text::page::shown;
use pica200_machine::Program;
use pica200_objfmt::formats::inspect::inspect;
use pica200_objfmt::formats::shbin;
use pica200_objfmt::isa::register::Bank;
use pica200_objfmt::isa::text::run;
use pica200_report::contents::{Contents, Kind};
use pica200_report::listing::{ListedWord, Listing};
use pica200_report::model::{inputs, outputs};
use pica200_report::sizes::named_registers;
use serde::Serialize;

/// A word of the code.
#[derive(Serialize, Debug)]
pub(crate) struct Word {
    address: u32,
    word: String,
    text: String,
    labels: Vec<String>,
    remarks: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    descriptor: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
}

/// A shader of a binary.
#[derive(Serialize, Debug)]
pub(crate) struct Shader {
    index: usize,
    entry: String,
    kind: &'static str,
    inputs: Vec<NamedRegisters>,
    outputs: Vec<NamedRegisters>,
    uniforms: Vec<Uniform>,
}

/// A name and its registers.
#[derive(Serialize, Debug)]
struct NamedRegisters {
    name: String,
    register: String,
}

/// A uniform.
#[derive(Serialize, Debug)]
struct Uniform {
    name: String,
    register: String,
    size: u8,
    kind: &'static str,
}

/// Returns the words and shaders of a shader binary or an object.
pub(crate) fn list(bytes: &[u8]) -> (Vec<Word>, Vec<Shader>) {
    let inspection = inspect(bytes);
    let Some(contents) = Contents::new(&inspection) else {
        return (Vec::new(), Vec::new());
    };
    let listing = Listing::new(&contents);
    let words = listing.words().map(|listed| word(&contents.program, listed));
    let shaders = match contents.kind {
        Kind::Shbin => contents.shaders.iter().enumerate(),
        Kind::Object(_) | Kind::Documented(_) => [].iter().enumerate(),
    };
    let shaders = shaders.map(|(index, of)| shader(&contents, index, of));
    (words.collect(), shaders.collect())
}

fn word(program: &shbin::Program, listed: ListedWord<'_>) -> Word {
    let line = listed.line.filter(|line| line.line > 0);
    let file = line.and_then(|line| program.files.get(usize::try_from(line.file).ok()?));
    Word {
        address: listed.word,
        word: format!("{:08x}", listed.bits),
        text: listed.decoded.text(),
        labels: listed.labels.iter().map(|label| shown(&label.name)).collect(),
        target: listed.decoded.target,
        remarks: listed.remarks,
        descriptor: listed.descriptor,
        file: file.map(ToString::to_string),
        line: line.map(|line| line.line),
    }
}

fn shader(contents: &Contents<'_>, index: usize, shader: &shbin::Shader) -> Shader {
    let named = |[register, name]: [String; 2]| NamedRegisters { name, register };
    let uniforms = named_registers(contents, shader).into_iter();
    Shader {
        index,
        entry: entry(shader).unwrap_or_else(|| format!("shader {index}")),
        kind: if shader.is_geometry() { "geometry" } else { "vertex" },
        inputs: inputs(shader)
            .into_iter()
            .map(named)
            .chain(unnamed_inputs(shader))
            .collect(),
        outputs: outputs(shader).into_iter().map(named).collect(),
        uniforms: uniforms
            .map(|(first, size, name)| Uniform {
                name: shown(name),
                register: registers(first.bank, first.number, size),
                size,
                kind: kind(first.bank),
            })
            .collect(),
    }
}

/// Returns the name of the entry procedure.
fn entry(shader: &shbin::Shader) -> Option<String> {
    let labels = shader.labels.iter();
    let here = labels.filter(|label| label.word == shader.entry);
    let entry = here.max_by_key(|label| label.size)?;
    Some(shown(&entry.name))
}

/// Returns the unnamed inputs that the shader reads.
fn unnamed_inputs(shader: &shbin::Shader) -> impl Iterator<Item = NamedRegisters> {
    let names = shader.uniforms.iter().filter_map(|entry| {
        let first = entry.register()?;
        let count = entry.last.saturating_sub(entry.first);
        (first.bank == Bank::Input).then(|| u16::from(first.number)..=u16::from(first.number).saturating_add(count))
    });
    let names: Vec<_> = names.collect();
    let numbers = (0..Bank::Input.size()).filter(move |number| {
        let is_named = names.iter().any(|range| range.contains(&u16::from(*number)));
        shader.inputs_used >> number & 1 != 0 && !is_named
    });
    numbers.map(|number| {
        let register = registers(Bank::Input, number, 1);
        NamedRegisters {
            name: register.clone(),
            register,
        }
    })
}

/// Returns the names of consecutive registers: `c0`, `c0-c3`.
pub(crate) fn registers(bank: Bank, first: u8, count: u8) -> String {
    let first = u32::from(first);
    run(bank, first, first + u32::from(count).saturating_sub(1))
}

/// Returns the kind of the uniforms of a bank.
pub(crate) fn kind(bank: Bank) -> &'static str {
    match bank {
        Bank::Integer => "integer",
        Bank::Boolean => "boolean",
        _ => "float",
    }
}

/// Returns the stage of a shader.
pub(crate) fn stage(program: &Program) -> &'static str {
    if program.is_geometry() { "geometry" } else { "vertex" }
}
