//! The control flow of shaders: basic blocks with their instructions, and edges with their conditions.
//!
//! `picadump --dot` and the graphs of pages draw the same model. It contains only code that execution can reach;
//! [`pica200_objfmt::flow::graph`] finds it.

use std::collections::BTreeMap;

use pica200::text::names::Names;
use pica200::text::words;
use pica200_objfmt::flow::WordSpan;
use pica200_objfmt::flow::graph::{EdgeKind, EdgeTarget, Graph, of_object, of_shader};
use pica200_objfmt::formats::inspect::DocumentedObject;
use pica200_objfmt::formats::object::{Label, Object, Relocation, RelocationKind};
use pica200_objfmt::formats::shbin::{LabelEntry, Program, Shader};
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry};
use pica200_objfmt::isa::instruction::{Instruction, Operation};
use pica200_objfmt::isa::text::{Lanes, operands};

/// The control flow of some code.
#[derive(Clone, Default, Debug)]
pub struct Flow {
    /// The blocks in the order of their words.
    pub blocks: Vec<Block>,
    /// The places at which execution begins.
    pub entries: Vec<EdgeTarget>,
    /// The edges, in the order of the blocks that they leave.
    pub edges: Vec<FlowEdge>,
    /// The names of procedures elsewhere, by the indices in [`EdgeTarget::External`].
    pub externals: Vec<String>,
    /// The names of procedures outside, by their first words.
    pub outside: BTreeMap<u32, String>,
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its words; there is at least one.
    pub span: WordSpan,
    /// The same, each with its text.
    pub words: Vec<BlockWord>,
}

/// A word of a block.
#[derive(Clone, Debug)]
pub struct BlockWord {
    /// Its offset in words.
    pub word: u32,
    /// The names of the place.
    pub names: Vec<String>,
    /// The instruction, with remarks on faults.
    pub text: String,
}

/// An edge from a block.
#[derive(Clone, Debug)]
pub struct FlowEdge {
    /// The index of the block that the edge leaves.
    pub from: usize,
    /// The target.
    pub to: EdgeTarget,
    /// When execution takes it.
    pub kind: EdgeKind,
    /// The same in words: the condition and whether it holds. Empty if execution always takes it.
    pub label: String,
}

impl Flow {
    /// The text for a place that is not a block: `end`, `return`, the name of an external.
    pub fn place(&self, place: EdgeTarget) -> String {
        match place {
            EdgeTarget::Block(_) | EdgeTarget::End => "end".to_owned(),
            EdgeTarget::Return => "return".to_owned(),
            EdgeTarget::Outside(word) => match self.outside.get(&word) {
                Some(name) => name.clone(),
                None => format!("outside: word {word:#05x}"),
            },
            EdgeTarget::External(index) => {
                let name = self.externals.get(usize::from(index));
                name.map_or_else(|| "?".to_owned(), Clone::clone)
            }
        }
    }

    /// Takes the names of the procedures outside to which edges lead.
    #[cfg(feature = "pages")]
    pub(crate) fn name_outside(&mut self, names: &BTreeMap<u32, String>) {
        for edge in &self.edges {
            if let EdgeTarget::Outside(word) = edge.to
                && let Some(name) = names.get(&word)
            {
                self.outside.insert(word, name.clone());
            }
        }
    }

    /// The number of bytes of its texts.
    pub fn text_len(&self) -> usize {
        let words = self.blocks.iter().flat_map(|block| &block.words);
        let of_word = |word: &BlockWord| word.text.len() + word.names.iter().map(String::len).sum::<usize>();
        let edges: usize = self.edges.iter().map(|edge| edge.label.len()).sum();
        words.map(of_word).sum::<usize>() + edges
    }
}

/// Code, and facts about its words.
#[derive(Debug)]
pub struct Code<'a> {
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
    /// The code of a program as a shader names its places and registers.
    pub fn of_program(program: &'a Program, shader: &Shader) -> Self {
        let names = shader.labels.iter().map(|label| (label.word, &label.name[..]));
        Self {
            words: &program.code,
            descriptors: &program.descriptors,
            related: BTreeMap::new(),
            names: by_word(names),
            externals: Vec::new(),
            registers: Names::new(shader, []),
        }
    }

    /// The code of an object, with the names of its registers.
    pub fn of_object(object: &'a Object, registers: Names) -> Self {
        let names = object.labels.iter().map(|label| (label.word, label.name.as_bytes()));
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

    /// The control flow of a graph of this code.
    pub fn flow(&self, graph: &Graph) -> Flow {
        let edge = |edge: &pica200_objfmt::flow::graph::Edge| FlowEdge {
            from: edge.from,
            to: edge.to,
            kind: edge.kind,
            label: self.label(graph, edge.from, edge.kind),
        };
        Flow {
            blocks: graph.blocks.iter().map(|&span| self.block(span)).collect(),
            entries: graph.entries.clone(),
            edges: graph.edges.iter().map(edge).collect(),
            externals: self.externals.clone(),
            outside: BTreeMap::new(),
        }
    }

    fn block(&self, span: WordSpan) -> Block {
        let words = span.start..span.start.saturating_add(span.size);
        let word = |word| {
            let bits = self.word(word)?;
            Some(BlockWord {
                word,
                names: self.names(word).to_vec(),
                text: self.text(word, bits),
            })
        };
        Block {
            span,
            words: words.filter_map(word).collect(),
        }
    }

    /// The label of an edge: for a conditional edge, the condition and whether it holds.
    fn label(&self, graph: &Graph, from: usize, kind: EdgeKind) -> String {
        let condition = || {
            let block = graph.blocks.get(from)?;
            let last = block.start + block.size.saturating_sub(1);
            self.condition(self.word(last)?)
        };
        match kind {
            EdgeKind::Next | EdgeKind::Behind => String::new(),
            EdgeKind::Taken => format!("true: {}", condition().unwrap_or_default()),
            EdgeKind::NotTaken => format!("false: {}", condition().unwrap_or_default()),
            EdgeKind::Call => match condition() {
                Some(condition) => format!("true: {condition}"),
                None => "call".to_owned(),
            },
            EdgeKind::Loop => "again".to_owned(),
            EdgeKind::Exit => "done".to_owned(),
            EdgeKind::Break => "break".to_owned(),
        }
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

/// A name on one line, with escapes for bytes that are not UTF-8 or not printable.
pub fn escaped(name: &[u8]) -> String {
    let mut out = String::new();
    for chunk in name.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_shown(c) {
                out.push(c);
            } else {
                out.extend(c.escape_default());
            }
        }
        for byte in chunk.invalid() {
            out.push_str(&format!("\\x{byte:02x}"));
        }
    }
    out
}

/// Whether a character is printable and does not reorder its neighbours.
fn is_shown(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The graph of an object.
pub fn object_graph(object: &Object) -> Graph {
    let span = |label: &Label| {
        let size = label.procedure?.size;
        let start = label.word;
        Some(WordSpan { start, size })
    };
    let procedures: Vec<_> = object.labels.iter().filter_map(span).collect();
    let external = |record: &Relocation| match record.kind {
        RelocationKind::External(index) => Some((record.word, index)),
        _ => None,
    };
    let externals: Vec<_> = object.relocations.iter().filter_map(external).collect();
    of_object(&object.code, &procedures, &externals)
}

/// The graph of an object of another version, whose targets are unknown: calls lead to the target in their words.
pub fn documented_graph(object: &DocumentedObject) -> Graph {
    let span = |label: &LabelEntry| {
        let start = label.word;
        Some(WordSpan {
            start,
            size: label.size?,
        })
    };
    let procedures: Vec<_> = object.shader.labels.iter().filter_map(span).collect();
    if procedures.is_empty() {
        of_shader(&object.program.code, 0)
    } else {
        of_object(&object.program.code, &procedures, &[])
    }
}
