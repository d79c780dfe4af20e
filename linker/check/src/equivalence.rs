//! Equivalence classes of register components that searches need not distinguish.
//!
//! Most instructions write several components of a register. Where all words write two components together, the same
//! paths lead to the locations at which either of them may be written or not.

use crate::effects::Effect;
use crate::explore::{Exploration, Rule};
use crate::relevance::Accesses;
use crate::search::{Paths, SearchResult, View};
use crate::shader::ShaderCheck;

/// For each component, the masks that contain it, mask n at bit n.
const MASKS_WITH: [u16; 4] = [0xAAAA, 0xCCCC, 0xF0F0, 0xFF00];

/// An upper bound on the number of components.
const COMPONENTS: usize = 128;

/// The masks with which words write registers: for each register, mask n at bit n.
struct Masks([u16; 16]);

impl Masks {
    /// Collects the masks in sets of components, which have four bits for each register.
    fn new(sets: impl Iterator<Item = u64>) -> Self {
        let mut masks = [0; 16];
        for mut rest in sets {
            while rest != 0 {
                let register = rest.trailing_zeros() / 4;
                let mask = rest >> (register * 4) & 0xF;
                masks[register as usize] |= 1 << mask;
                rest &= !(0xF << (register * 4));
            }
        }
        Self(masks)
    }

    /// Returns the first component that is in the same masks as this one.
    fn first(&self, component: u32) -> u32 {
        let (register, own) = (component / 4, component % 4);
        let seen = self.0.get(register as usize).copied().unwrap_or(u16::MAX);
        let alike = |other: &u32| {
            let [own, other] = [own, *other].map(|component| MASKS_WITH[component as usize]);
            seen & (own ^ other) == 0
        };
        register * 4 + (0..own).find(alike).unwrap_or(own)
    }
}

/// The explorations of paths on which components are written or not. Equivalent components share one. Each of them is
/// charged as much of the budget as if it had its own, so that its diagnostics do not depend on others.
pub(crate) struct Components<R: Rule> {
    masks: Option<Masks>,
    /// For each component that was queried, the index of its exploration.
    numbers: [Option<usize>; COMPONENTS],
    /// For each component, the number of examined states that it was charged for.
    charged: [usize; COMPONENTS],
    /// The explorations, each with the first of its components.
    explored: Vec<(u32, Exploration<R>)>,
}

impl<R: Rule> Default for Components<R> {
    fn default() -> Self {
        Self {
            masks: None,
            numbers: [None; COMPONENTS],
            charged: [0; COMPONENTS],
            explored: Vec::new(),
        }
    }
}

impl<R: Rule> Components<R> {
    /// Returns the exploration of a component. `written` returns the components of sixteen registers that a word
    /// writes; components from 64 on are never equivalent to others. `is_relevant` returns true if a test of a boolean
    /// matters to the component.
    pub(crate) fn exploration(
        &mut self,
        shader: &ShaderCheck<'_, '_>,
        component: u32,
        written: impl Fn(&Effect) -> u64,
        is_relevant: impl Fn(&Accesses) -> bool,
        rule: impl FnOnce() -> R,
    ) -> Shared<'_, R> {
        let known = self.numbers[component as usize];
        let number = known.unwrap_or_else(|| {
            let words = shader.words.iter();
            let effects = words.map(|&word| &shader.check.effects[word as usize]);
            let masks = self.masks.get_or_insert_with(|| Masks::new(effects.map(written)));
            let first = masks.first(component);
            let tracked = shader.tests.relevant(is_relevant);
            let mut explored = self.explored.iter();
            let same = explored.position(|(of, one)| *of == first && one.tracked() == tracked);
            same.unwrap_or_else(|| {
                let new = Exploration::new(rule(), tracked, &shader.paths);
                self.explored.push((first, new));
                self.explored.len() - 1
            })
        });
        self.numbers[component as usize] = Some(number);
        Shared {
            explored: &mut self.explored[number].1,
            charged: &mut self.charged[component as usize],
        }
    }
}

/// The exploration of a component.
pub(crate) struct Shared<'e, R: Rule> {
    explored: &'e mut Exploration<R>,
    /// The number of examined states that the component was charged for.
    charged: &'e mut usize,
}

impl<R: Rule> Shared<'_, R> {
    /// Like [`Exploration::reach`].
    pub(crate) fn reach(self, paths: &mut Paths<'_>, node: u32) -> SearchResult {
        let reached = self.explored.reached_after(node);
        self.charge(paths, reached, |explored, paths| explored.reach(paths, node))
    }

    /// Like [`Exploration::find`].
    pub(crate) fn find(self, paths: &mut Paths<'_>, goal: impl Fn(&View<'_, '_, R::Memory>) -> bool) -> SearchResult {
        let examined = self.explored.examined();
        let is_found = |view: View<'_, '_, R::Memory>| goal(&view);
        let found = {
            let mut views = self.explored.views(paths).take(examined);
            views.position(is_found).map(|state| state + 1)
        };
        self.charge(paths, found, |explored, paths| explored.find(paths, goal))
    }

    /// Runs `look` after charging the component for the states that others have examined: up to `found` if the result
    /// is among these.
    fn charge(
        self,
        paths: &mut Paths<'_>,
        found: Option<usize>,
        look: impl FnOnce(&mut Exploration<R>, &mut Paths<'_>) -> SearchResult,
    ) -> SearchResult {
        let due = found.unwrap_or(self.explored.examined());
        let due = due.saturating_sub(*self.charged);
        let pays = due.min(paths.budget);
        paths.budget -= pays;
        *self.charged += pays;
        if pays < due {
            return SearchResult::GaveUp;
        }
        let before = self.explored.examined();
        let result = look(self.explored, paths);
        *self.charged += self.explored.examined() - before;
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_alike_if_all_masks_have_both_or_neither() {
        let masks = Masks::new([0xF, 0x30, 0x70, 0xC000, 0x8000].into_iter());
        let firsts: Vec<_> = (0..16).map(|component| masks.first(component)).collect();
        assert_eq!(firsts, [0, 0, 0, 0, 4, 4, 6, 7, 8, 8, 8, 8, 12, 12, 14, 15]);
        assert_eq!([64, 65, 67].map(|component| masks.first(component)), [64, 65, 67]);
    }
}
