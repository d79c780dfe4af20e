//! The control flow of shaders: basic blocks with their instructions, and edges with their conditions.
//!
//! `picadump --dot` and the graphs of pages use this model. It contains only reachable code, as determined by
//! [`pica200_objfmt::flow::graph`].

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
use pica200_objfmt::isa::text::{ShownSelectors, operands};

/// A control flow graph.
#[derive(Clone, Default, Debug)]
pub struct Flow {
    /// The blocks, ordered by address.
    pub blocks: Vec<Block>,
    /// The entry points.
    pub entries: Vec<EdgeTarget>,
    /// The edges, ordered by source block.
    pub edges: Vec<FlowEdge>,
    /// The names of external procedures, indexed by [`EdgeTarget::External`].
    pub externals: Vec<String>,
    /// The names of procedures outside the graph, by start address.
    pub outside: BTreeMap<u32, String>,
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its words; not empty.
    pub span: WordSpan,
    /// Its words with their text.
    pub words: Vec<BlockWord>,
}

/// A word of a block.
#[derive(Clone, Debug)]
pub struct BlockWord {
    /// Its offset in words.
    pub word: u32,
    /// The names of its address.
    pub names: Vec<String>,
    /// The instruction, with remarks on faults.
    pub text: String,
}

/// An edge from a block.
#[derive(Clone, Debug)]
pub struct FlowEdge {
    /// Index of the source block.
    pub from: usize,
    /// The target.
    pub to: EdgeTarget,
    /// The kind of transfer.
    pub kind: EdgeKind,
    /// The edge label: the condition and its outcome. Empty for unconditional edges.
    pub label: String,
}

impl Flow {
    /// Returns the text of a target that is not a block: `end`, `return`, or the name of an external procedure.
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

    /// Records the names of the procedures outside the graph to which edges lead.
    #[cfg(feature = "pages")]
    pub(crate) fn set_outside_names(&mut self, names: &BTreeMap<u32, String>) {
        for edge in &self.edges {
            if let EdgeTarget::Outside(word) = edge.to
                && let Some(name) = names.get(&word)
            {
                self.outside.insert(word, name.clone());
            }
        }
    }

    /// Returns the number of bytes of its texts.
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
    /// The descriptor index of each instruction of an object, because its field may be too narrow.
    related: BTreeMap<u32, u16>,
    /// The names of addresses, escaped.
    names: BTreeMap<u32, Vec<String>>,
    /// The names of external procedures, escaped.
    externals: Vec<String>,
    /// The names of registers.
    registers: Names,
}

impl<'a> Code<'a> {
    /// Returns the code of a program, with the labels and register names of a shader.
    pub fn from_program(program: &'a Program, shader: &Shader) -> Self {
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

    /// Returns the code of an object, with register names.
    pub fn from_object(object: &'a Object, registers: Names) -> Self {
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

    /// Returns the descriptor of the instruction at an address.
    fn descriptor(&self, word: u32, bits: u32) -> Option<Descriptor> {
        let related = self.related.get(&word).copied().map(usize::from);
        let number = related.or_else(|| words::descriptor_number(bits))?;
        Some(self.descriptors.get(number)?.descriptor)
    }

    /// Formats the instruction at an address after its hexadecimal word, with remarks on faults.
    fn text(&self, word: u32, bits: u32) -> String {
        let decoded = words::decode(bits, self.descriptor(word, bits), &self.registers);
        match &decoded.remark {
            Some(remark) => format!("{bits:08x}  {}  ; {remark}", decoded.text()),
            None => decoded.text(),
        }
    }

    /// Returns the condition of a branch, or `None` if it is unconditional.
    fn condition(&self, bits: u32) -> Option<String> {
        let instruction = Instruction::decode(bits);
        if !matches!(instruction.operation, Operation::Flow { .. }) {
            return None;
        }
        operands(&instruction, None, &self.registers, ShownSelectors::Used).pop()
    }

    /// Returns the control flow of a graph of this code.
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

    /// Returns the label of an edge: the condition and its outcome for conditional edges.
    fn label(&self, graph: &Graph, from: usize, kind: EdgeKind) -> String {
        let condition = || {
            let block = graph.blocks.get(from)?;
            let last = block.start + block.size.saturating_sub(1);
            self.condition(self.word(last)?)
        };
        match kind {
            EdgeKind::Next | EdgeKind::AfterCall => String::new(),
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

    /// Returns the names of an address.
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

/// Escapes a name: one line, with escapes for invalid UTF-8 and unprintable characters.
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

/// Returns true if a character is printable and does not affect text direction.
fn is_shown(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Returns the graph of an object.
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

/// Returns the graph of an object of another version, whose relocations are unknown: calls use the target in the word.
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
