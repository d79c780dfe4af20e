//! Infinite loops whose `cmp` compares the same values in each iteration.
//!
//! If nothing in a loop writes the operands of its only `cmp`, the flags are the same in each iteration. A path from
//! the `cmp` back to it is then taken forever.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use pica200_diagnostics::Code;
use pica200_objfmt::isa::opcode::{Opcode, Transfer};

use crate::effects::{Effect, FLAGS};
use crate::explore::{Exploration, Rule};
use crate::search::View;
use crate::shader::ShaderCheck;

/// Reports such loops, except for those whose last words are `reported`. `back` has the nodes with back edges, each
/// with the target word.
pub(crate) fn check(shader: &mut ShaderCheck<'_, '_>, back: &[(u32, u32)], reported: &BTreeSet<u32>) {
    let ends = back.iter().map(|&(from, to)| (shader.word(from), to));
    let loops: BTreeSet<_> = ends.collect();
    for (last, first) in loops {
        if reported.contains(&last) || !shader.check.below_limit(Code::EndlessLoop) {
            continue;
        }
        let Some(steady) = invariant_loop(shader.check.effects, first..=last) else {
            continue;
        };
        let (compare, tracked) = (steady.compare, shader.paths.shared | steady.booleans);
        let again = |view: &View<'_, '_, bool>| view.state.memory && view.word() == compare;
        let mut explored = Exploration::new(steady, tracked, &shader.paths);
        let found = explored.find(&mut shader.paths, again);
        if let Some(path) = found.definite_path() {
            let message =
                "execution never leaves this loop once it iterates: nothing in it changes the operands of its `cmp`";
            shader.add(Code::EndlessLoop, last, message.to_owned(), "loops forever", &path);
        }
    }
}

/// A loop whose flags are the same in each iteration. The rule follows paths to its `cmp`, and from there on within the
/// loop; it remembers whether the `cmp` was executed.
struct InvariantLoop {
    words: RangeInclusive<u32>,
    /// The word of the `cmp`.
    compare: u32,
    /// The booleans that are tested in the loop.
    booleans: u16,
}

impl Rule for InvariantLoop {
    type Memory = bool;

    fn after(&self, view: &View<'_, '_, bool>) -> Option<bool> {
        let word = view.word();
        let has_left = view.state.memory && !self.words.contains(&word);
        (!has_left).then_some(view.state.memory || word == self.compare)
    }
}

/// Returns the loop of a range of words, if its flags are the same in each iteration.
fn invariant_loop(effects: &[Effect], words: RangeInclusive<u32>) -> Option<InvariantLoop> {
    let of_word = |word: u32| effects.get(word as usize);
    let (mut written, mut booleans, mut compares) = (0, 0, Vec::new());
    for word in words.clone() {
        let effect = of_word(word)?;
        let opcode = effect.opcode?;
        if opcode.is_call() || matches!(opcode.transfer(), Transfer::Loop) {
            return None;
        }
        if effect.writes & FLAGS != 0 {
            compares.push(word);
        }
        written |= effect.writes;
        booleans |= effect.boolean.map_or(0, |(number, _)| 1 << (number & 0xF));
    }
    let [compare] = *compares else {
        return None;
    };
    let effect = of_word(compare).filter(|effect| effect.is(Opcode::Cmp))?;
    (effect.reads & written == 0).then_some(InvariantLoop {
        words,
        compare,
        booleans,
    })
}
