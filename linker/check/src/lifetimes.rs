//! Register lifetimes, word by word.

use pica200_objfmt::flow::WordSpan;
use pica200_objfmt::flow::control::Control;
use pica200_objfmt::formats::shbin::{Program, Shader};
use pica200_objfmt::isa::descriptor::Mask;

use crate::dataflow::FlowGraph;
use crate::effects::{A0_X, A0_Y, Effect, FLAG_X, FLAG_Y, LOOP_COUNTER, Locations, effects};

/// A set of components of temporaries, address registers, the loop counter and flags.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LiveSet(Locations);

impl LiveSet {
    /// The names of registers that are not temporaries, in the order of [`LiveSet::other`].
    pub const OTHERS: [&'static str; 5] = ["a0.x", "a0.y", "aL", "cmp.x", "cmp.y"];

    /// Returns the components of a temporary, 0 to 15, in the set; none for a register that does not exist.
    pub fn temporary(self, number: u8) -> Mask {
        let components = self.0.checked_shr(u32::from(number) * 4).unwrap_or(0) & 0xF;
        match number {
            0..16 => Mask::from_table_bits(u8::try_from(components).unwrap_or_default()),
            _ => Mask::NONE,
        }
    }

    /// Returns true if a register that is not a temporary is in the set, by its index in [`LiveSet::OTHERS`].
    pub fn other(self, index: usize) -> bool {
        let locations = [A0_X, A0_Y, LOOP_COUNTER, FLAG_X, FLAG_Y];
        locations.get(index).is_some_and(|location| self.0 & location != 0)
    }

    /// Returns the number of temporaries with a component in the set.
    pub fn temporaries(self) -> usize {
        (0..16).filter(|&number| self.temporary(number) != Mask::NONE).count()
    }
}

/// The register accesses of a word, as the union over all calls that execute it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordLiveness {
    /// The offset of the word.
    pub word: u32,
    /// The values that this word or a later one reads.
    pub before: LiveSet,
    /// The values that a later word reads.
    pub after: LiveSet,
    /// The registers that the word reads.
    pub reads: LiveSet,
    /// The registers that the word writes.
    pub writes: LiveSet,
}

/// Returns the lifetimes of the values in registers: a row for each word that the shader can execute, in word order.
/// Values of a geometry shader live from one run to the next. Returns `None` for code with too many paths.
///
/// A value lives until the last instruction that reads it on any path, whether or not the result of that instruction is
/// read in turn.
pub fn lifetimes(program: &Program, shader: &Shader) -> Option<Vec<WordLiveness>> {
    let entry = entry(shader);
    if entry.start as usize >= program.code.len() {
        return Some(Vec::new());
    }
    let control = Control::of_shader(&program.code, entry);
    if !control.complete {
        return None;
    }
    let effects = effects(program);
    let graph = FlowGraph::new(&control, &effects);
    let wanted = |at_end| graph.wanted(&control, &effects, at_end, |effect, _| effect.reads);
    let mut after = wanted(0);
    if shader.is_geometry() {
        // The next run sees the values of this one if it reads them before it writes them.
        let first = control.nodes.first().zip(after.first());
        let at_end = first.map_or(0, |(node, after)| before(&effects[node.word as usize], *after));
        after = wanted(at_end);
    }
    Some(rows(&control, &effects, &after))
}

/// Returns the words at which a shader starts. Consoles do not read the end of the entry procedure, so the value in a
/// file may be arbitrary; an empty procedure is treated as one without an end.
pub(crate) fn entry(shader: &Shader) -> WordSpan {
    match shader.entry_span() {
        WordSpan { start, size: 0 } => WordSpan { start, size: u32::MAX },
        span => span,
    }
}

fn before(effect: &Effect, after: Locations) -> Locations {
    after & !effect.writes | effect.reads
}

/// Returns the rows of the words that have nodes, given the locations that are read after each node.
fn rows(control: &Control, effects: &[Effect], after: &[Locations]) -> Vec<WordLiveness> {
    let nodes = control.nodes.iter().zip(after);
    let mut nodes: Vec<_> = nodes.map(|(node, after)| (node.word, *after)).collect();
    nodes.sort_unstable_by_key(|(word, _)| *word);
    let row = |nodes: &[(u32, Locations)]| {
        let word = nodes.first()?.0;
        let effect = &effects[word as usize];
        let after = nodes.iter().fold(0, |all, (_, after)| all | after);
        Some(WordLiveness {
            word,
            before: LiveSet(before(effect, after)),
            after: LiveSet(after),
            reads: LiveSet(effect.reads),
            writes: LiveSet(effect.writes),
        })
    };
    nodes.chunk_by(|a, b| a.0 == b.0).filter_map(row).collect()
}
