//! The control flow of each shader, in the language of Graphviz.
//!
//! One `digraph` for each file, in it one cluster for each shader of a binary, or one for the code of an object.
//! The graph contains only code that execution can reach; [`pica200_objfmt::flow::graph`] finds it.

mod cluster;
mod quote;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use pica200_objfmt::flow::WordSpan;
use pica200_objfmt::flow::graph::{Graph, of_object, of_shader};
use pica200_objfmt::formats::inspect::{Content, DocumentedObject};
use pica200_objfmt::formats::object::{Object, RelocationKind};
use pica200_objfmt::formats::shbin::{LabelEntry, Program, Shader, Shbin};
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry};
use pica200_objfmt::isa::instruction::{Instruction, Operation};
use pica200_objfmt::isa::text::{Lanes, operands};

use super::contents::Contents;
use super::contents::Subject;
use super::names::Names;
use super::words;
use cluster::Cluster;
use quote::{escaped, quoted};

/// The number of words in the clusters of a file after which further clusters are left out. Sixteen shaders that fill
/// the program memory fit; with many shaders that each run all code, the output would be far larger than the file.
const MOST_WORDS: u32 = 1 << 16;

/// The number of bytes in clusters after which further clusters are left out, because names may be much longer than
/// words.
const MOST_TEXT: usize = 1 << 22;

/// The graphs of all shaders of a file, as one text.
pub(crate) fn dot(subject: &Subject<'_>, contents: &Contents<'_>) -> String {
    let clusters = match &subject.inspection.content {
        Content::Shbin(shbin) => shaders(shbin, contents),
        Content::Object(object) => vec![object_cluster(object, contents)],
        Content::Documented(object) => vec![documented_cluster(object)],
        Content::Unknown => Vec::new(),
    };
    let mut out = String::from("digraph {\n");
    let title = quoted(&escaped(subject.name.as_bytes()));
    out.push_str(&format!("  label={title}; labelloc=t;\n"));
    out.push_str("  fontname=monospace;\n");
    out.push_str("  node [shape=box, fontname=monospace];\n");
    out.push_str("  edge [fontname=monospace];\n");
    for cluster in clusters {
        out.push_str(&cluster);
    }
    out.push_str("}\n");
    out
}

/// The code of a graph, and facts about its words.
struct Code<'a> {
    words: &'a [u32],
    descriptors: &'a [DescriptorEntry],
    /// For each instruction of an object, the number of its descriptor, because its field may be too narrow.
    related: BTreeMap<u32, u16>,
    /// The names of places, escaped.
    names: BTreeMap<u32, Vec<String>>,
    /// The names of procedures elsewhere, escaped.
    externals: Vec<String>,
    /// The names of registers.
    registers: Names,
}

impl<'a> Code<'a> {
    fn of_program(program: &'a Program, shader: &Shader) -> Self {
        let names = shader
            .labels
            .iter()
            .map(|label| (label.word, &label.name[..]));
        Self {
            words: &program.code,
            descriptors: &program.descriptors,
            related: BTreeMap::new(),
            names: by_word(names),
            externals: Vec::new(),
            registers: Names::new(shader, []),
        }
    }

    fn of_object(object: &'a Object, registers: Names) -> Self {
        let names = object
            .labels
            .iter()
            .map(|label| (label.word, label.name.as_bytes()));
        let related = |(word, kind): (u32, RelocationKind)| match kind {
            RelocationKind::Descriptor(index) => Some((word, index)),
            _ => None,
        };
        let records = object.relocations.iter().map(|r| (r.word, r.kind));
        let externals = object.externals.iter();
        Self {
            words: &object.code,
            descriptors: &object.descriptors,
            related: records.filter_map(related).collect(),
            names: by_word(names),
            externals: externals.map(|name| escaped(name.as_bytes())).collect(),
            registers,
        }
    }

    fn word(&self, word: u32) -> Option<u32> {
        self.words.get(usize::try_from(word).ok()?).copied()
    }

    /// The descriptor of the instruction at a word.
    fn descriptor(&self, word: u32, bits: u32) -> Option<Descriptor> {
        let related = self.related.get(&word).copied().map(usize::from);
        let number = related.or_else(|| words::descriptor_number(bits))?;
        Some(self.descriptors.get(number)?.descriptor)
    }

    /// The instruction at a word after its digits, with remarks on faults.
    fn text(&self, word: u32, bits: u32) -> String {
        let decoded = words::decode(bits, self.descriptor(word, bits), &self.registers);
        match &decoded.remark {
            Some(remark) => format!("{bits:08x}  {}  ; {remark}", decoded.text()),
            None => decoded.text(),
        }
    }

    /// The condition of a transfer of control; `None` if there is none.
    fn condition(&self, bits: u32) -> Option<String> {
        let instruction = Instruction::decode(bits);
        if !matches!(instruction.operation, Operation::Flow { .. }) {
            return None;
        }
        operands(&instruction, None, &self.registers, Lanes::Used).pop()
    }

    /// The names of a place.
    fn names(&self, word: u32) -> &[String] {
        self.names.get(&word).map_or(&[], Vec::as_slice)
    }
}

fn by_word<'n>(names: impl Iterator<Item = (u32, &'n [u8])>) -> BTreeMap<u32, Vec<String>> {
    let mut found: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for (word, name) in names {
        found.entry(word).or_default().push(escaped(name));
    }
    found
}

fn shaders(shbin: &Shbin, contents: &Contents<'_>) -> Vec<String> {
    let (mut left, mut left_text) = (MOST_WORDS, MOST_TEXT);
    let draw = |(number, shader): (usize, &Shader)| {
        let stage = match shader.kind {
            0 => "vertex shader",
            1 => "geometry shader",
            _ => "shader",
        };
        let title = format!("{stage} {number}");
        if left == 0 || left_text == 0 {
            return Cluster::left_out(number, &title, "left out");
        }
        if contents.is_lost(contents.structure(number)) {
            return Cluster::left_out(number, &title, "unreadable");
        }
        let graph = of_shader(&shbin.program.code, shader.entry);
        // A shader without reached words counts, too.
        left = left.saturating_sub(words_of(&graph).max(64));
        let code = Code::of_program(&shbin.program, shader);
        let text = Cluster::new(number, &code, &graph).draw(&title);
        left_text = left_text.saturating_sub(text.len());
        text
    };
    shbin.shaders.iter().enumerate().map(draw).collect()
}

fn words_of(graph: &Graph) -> u32 {
    graph.blocks.iter().map(|block| block.size).sum()
}

fn object_cluster(object: &Object, contents: &Contents<'_>) -> String {
    let span = |label: &pica200_objfmt::formats::object::Label| {
        let size = label.procedure?.size;
        let start = label.word;
        Some(WordSpan { start, size })
    };
    let procedures: Vec<_> = object.labels.iter().filter_map(span).collect();
    let external = |record: &pica200_objfmt::formats::object::Relocation| match record.kind {
        RelocationKind::External(index) => Some((record.word, index)),
        _ => None,
    };
    let externals: Vec<_> = object.relocations.iter().filter_map(external).collect();
    let graph = of_object(&object.code, &procedures, &externals);
    let registers = contents
        .shaders
        .first()
        .map(|shader| contents.names(shader));
    let code = Code::of_object(object, registers.unwrap_or_default());
    Cluster::new(0, &code, &graph).draw("object")
}

/// The targets in an object of another version are unknown: calls lead to the target in their words.
fn documented_cluster(object: &DocumentedObject) -> String {
    let labels = &object.shader.labels;
    let span = |label: &LabelEntry| {
        let start = label.word;
        Some(WordSpan {
            start,
            size: label.size?,
        })
    };
    let procedures: Vec<_> = labels.iter().filter_map(span).collect();
    let graph = if procedures.is_empty() {
        of_shader(&object.program.code, 0)
    } else {
        of_object(&object.program.code, &procedures, &[])
    };
    let code = Code::of_program(&object.program, &object.shader);
    Cluster::new(0, &code, &graph).draw("object of another version")
}
