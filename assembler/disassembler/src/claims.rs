//! The words that shaders reach and name, which indicate the shader source that a procedure came from.

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::flow::{Flow, WordSpan};
use pica200_objfmt::formats::shbin::{Shader, Shbin};
use pica200_objfmt::isa::instruction::Instruction;
use rustc_hash::{FxHashMap, FxHashSet};

use super::structure::{Blocks, jump};

/// A shader whose source may contain a group, and the reason. The most certain reason comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    pub(super) reason: Reason,
    pub(super) shader: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    /// It is in the shader's label table.
    Label,
    /// The shader starts there.
    Entry,
    /// No other shader reaches it.
    Exclusive,
}

/// Returns the words that each shader reaches.
pub(super) fn reached(shbin: &Shbin) -> Vec<BitSet> {
    let mut flow = Flow::new(&shbin.program.code);
    let shaders = shbin.shaders.iter();
    shaders.map(|shader| flow.trace(shader.entry_span())).collect()
}

/// The words that shaders reach and name.
pub(super) struct Claims<'r> {
    /// True if the file has label tables.
    pub(super) has_labels: bool,
    /// Words that each shader reaches.
    reached: &'r [BitSet],
    /// Procedures and labels in each shader's label table.
    procedures: FxHashSet<(usize, WordSpan)>,
    labels: FxHashSet<(usize, u32)>,
    /// Shaders that start at procedures.
    entries: FxHashMap<WordSpan, Vec<usize>>,
    /// Procedures with words that are in a shader's own source according to its label table. The table names all labels
    /// and procedures of the shader's own source, but only the reached procedures of other sources.
    own: FxHashMap<WordSpan, usize>,
}

pub(super) fn claims<'r>(shbin: &Shbin, reached: &'r [BitSet]) -> Claims<'r> {
    let mut claims = Claims {
        has_labels: shbin.shaders.iter().any(|shader| !shader.labels.is_empty()),
        reached,
        procedures: FxHashSet::default(),
        labels: FxHashSet::default(),
        entries: FxHashMap::default(),
        own: FxHashMap::default(),
    };
    for (index, (shader, words)) in shbin.shaders.iter().zip(reached).enumerate() {
        claims.entries.entry(shader.entry_span()).or_default().push(index);
        claims.take_labels(index, shader, words);
    }
    claims
}

impl Claims<'_> {
    /// Records the facts from a shader's label table.
    fn take_labels(&mut self, index: usize, shader: &Shader, reached: &BitSet) {
        let mut context: Option<WordSpan> = None;
        for label in &shader.labels {
            let start = label.word;
            let Some(size) = label.size else {
                self.labels.insert((index, start));
                let within = |span: &WordSpan| span.start <= start && start - span.start < span.size;
                if let Some(span) = context.filter(within) {
                    self.own.entry(span).or_insert(index);
                }
                continue;
            };
            let span = WordSpan { start, size };
            self.procedures.insert((index, span));
            if size > 0 {
                context = Some(span);
                if !reached.contains(start as usize) {
                    self.own.entry(span).or_insert(index);
                }
            }
        }
    }

    /// Returns true if a shader's label table names a procedure and all targets of its jumps.
    pub(super) fn names(&self, shader: usize, span: WordSpan, code: &[Instruction], blocks: &Blocks) -> bool {
        let mut words = span.start..span.start + span.size;
        self.procedures.contains(&(shader, span))
            && words.all(|word| {
                let offset = jump(code, word as usize, blocks);
                offset.is_none_or(|offset| self.labels.contains(&(shader, offset)))
            })
    }

    /// Returns true if any shader reaches a procedure.
    pub(super) fn is_reached(&self, span: WordSpan) -> bool {
        self.users(span).next().is_some()
    }

    /// Returns the shaders that reach any of a procedure's words.
    pub(super) fn users(&self, span: WordSpan) -> impl Iterator<Item = usize> {
        let words = span.start as usize..(span.start + span.size) as usize;
        let reaches = move |set: &BitSet| words.clone().any(|word| set.contains(word));
        let shaders = (0..).zip(self.reached);
        shaders.filter(move |(_, set)| reaches(set)).map(|(shader, _)| shader)
    }

    /// Returns the shaders whose source may have contained a procedure.
    pub(super) fn candidates(&self, span: WordSpan) -> Vec<Candidate> {
        let mut list = Vec::new();
        let mut add = |reason, shader| list.push(Candidate { reason, shader });
        if let Some(&shader) = self.own.get(&span) {
            add(Reason::Label, shader);
        }
        for &shader in self.entries.get(&span).into_iter().flatten() {
            add(Reason::Entry, shader);
        }
        let mut users = self.users(span);
        if let (Some(shader), None) = (users.next(), users.next()) {
            add(Reason::Exclusive, shader);
        }
        list
    }
}
