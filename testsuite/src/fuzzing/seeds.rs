//! Seeds: the files of the suite, and their outputs.

use std::fs;
use std::path::Path;

use pica200_asm::assemble;
use pica200_link::Input;
use pica200_objfmt::isa::opcode::OPCODES;

use super::link::{FRAGMENTS, NO_PADDING, SEPARATOR};
use crate::case::unescape;
use crate::corpus::{all_sources, files, folder};
use crate::programs::{Program, cases, examples, golden};

/// Maximum size of a seed in bytes, because long inputs slow fuzzing down.
const MAX_SIZE: usize = 8 * 1024;

/// Returns the shader binaries of golden files, and all programs linked with line tables.
pub fn shbins() -> Vec<Vec<u8>> {
    let mut seeds = golden_shbins();
    let options = pica200_link::LinkOptions {
        debug: true,
        ..Default::default()
    };
    for program in programs() {
        let linked = pica200_link::link(&inputs(&program), &options).ok();
        seeds.extend(linked.and_then(|linked| linked.output.shbin.write().ok()));
    }
    small(seeds)
}

/// Returns the shader binaries of golden files, and words.
pub fn disassemblies() -> Vec<Vec<u8>> {
    small([golden_shbins(), words()].concat())
}

/// Returns the objects of all programs.
pub fn objects() -> Vec<Vec<u8>> {
    let inputs = programs().iter().flat_map(inputs).collect::<Vec<_>>();
    let bytes = inputs.iter().filter_map(|input| input.object.write().ok());
    small(bytes.collect())
}

/// Returns a word of each opcode.
pub fn words() -> Vec<Vec<u8>> {
    OPCODES
        .iter()
        .map(|info| info.opcode.base_word().to_le_bytes().to_vec())
        .collect()
}

/// Returns all sources.
pub fn sources() -> Vec<Vec<u8>> {
    small(all_sources())
}

/// Returns the words in `fuzz/source.dict`.
pub fn dictionary() -> Vec<Vec<u8>> {
    let text = String::from_utf8_lossy(&read(&folder("fuzz/source.dict"))).into_owned();
    text.lines()
        .filter_map(|line| line.strip_prefix('"')?.strip_suffix('"'))
        .map(|word| {
            let mut bytes = Vec::new();
            unescape(word, &mut bytes);
            bytes
        })
        .collect()
}

/// Returns all programs, as sources and as objects, and inputs of fragments.
pub fn links() -> Vec<Vec<u8>> {
    let mut seeds = fragment_rows();
    for program in programs() {
        let mark: &[u8] = if program.assembling.padding { b"" } else { NO_PADDING };
        let sources = program.sources.iter();
        let sources: Vec<_> = sources.map(|source| [mark, &source.text].concat()).collect();
        seeds.push(sources.join(SEPARATOR));
        let inputs = inputs(&program);
        let objects = inputs.iter().filter_map(|input| input.object.write().ok());
        let objects: Vec<_> = objects.collect();
        if objects.len() > 1 {
            seeds.push(objects.join(SEPARATOR));
        }
    }
    small(seeds)
}

/// Returns an input for each fragment, followed by an entry procedure.
fn fragment_rows() -> Vec<Vec<u8>> {
    let main = FRAGMENTS.iter().position(|f| f.starts_with(".proc main\n"));
    let main = main.and_then(|number| u8::try_from(number).ok());
    (0..)
        .zip(FRAGMENTS)
        .map(|(number, _)| [b'%', number].into_iter().chain(main).collect())
        .collect()
}

/// Returns the shader binaries of golden files, written by picasso.
pub fn golden_shbins() -> Vec<Vec<u8>> {
    let paths = files(&folder("golden"), "shbin");
    paths.iter().map(|path| read(path)).collect()
}

pub(crate) fn programs() -> Vec<Program> {
    [golden(), examples(), cases()]
        .into_iter()
        .flat_map(|programs| programs.expect("the suite's files can be read"))
        .collect()
}

/// Returns the objects of the sources of a program that assemble.
pub(crate) fn inputs(program: &Program) -> Vec<Input> {
    let objects = program.sources.iter().filter_map(|source| {
        let object = assemble(&source.name, &source.text, &program.assembling).object?;
        let name = source.name.clone();
        Some(Input { name, object })
    });
    objects.collect()
}

pub(crate) fn read(path: &Path) -> Vec<u8> {
    fs::read(path).expect("the suite's files can be read")
}

pub(crate) fn small(mut seeds: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    seeds.retain(|seed| seed.len() <= MAX_SIZE);
    seeds
}
