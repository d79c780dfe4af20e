//! The conditions that a path has tested.

use pica200_objfmt::flow::control::Control;

use crate::effects::{Effect, FLAGS};

/// All states of the flags, if nothing is known about them.
const ANY_FLAGS: u8 = 0xF;

/// What a path knows about booleans, which do not change while a shader runs, and flags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Conditions {
    /// The booleans whose values are known, and the values.
    known: u16,
    values: u16,
    /// The states that the flags may have.
    flags: u8,
}

impl Conditions {
    /// The conditions at the start of a shader.
    pub(crate) const UNKNOWN: Self = Self {
        known: 0,
        values: 0,
        flags: ANY_FLAGS,
    };

    /// The conditions after an instruction, which may write the flags.
    pub(crate) fn after(self, effect: &Effect) -> Self {
        match effect.may_write() & FLAGS != 0 {
            true => Self {
                flags: ANY_FLAGS,
                ..self
            },
            false => self,
        }
    }

    /// The conditions after an instruction whose condition holds or not; `None` if that is impossible. `shared` has the
    /// booleans to track.
    pub(crate) fn decide(
        mut self,
        effect: &Effect,
        holds: Option<bool>,
        shared: u16,
    ) -> Option<Self> {
        let Some(holds) = holds else {
            return Some(self);
        };
        if let Some((number, when)) = effect.boolean {
            let bit = 1u16 << (number & 0xF);
            let value = holds == when;
            if self.known & bit != 0 {
                return ((self.values & bit != 0) == value).then_some(self);
            }
            if shared & bit != 0 {
                self.known |= bit;
                self.values |= if value { bit } else { 0 };
            }
        }
        if let Some(states) = effect.flag_states {
            self.flags &= if holds { states } else { !states };
            if self.flags == 0 {
                return None;
            }
        }
        Some(self)
    }
}

/// The booleans that more than one reached word tests; tracking others is of no use.
pub(crate) fn shared_booleans(control: &Control, effects: &[Effect]) -> u16 {
    let (mut once, mut twice) = (0, 0);
    let mut words: Vec<_> = control.nodes.iter().map(|node| node.word).collect();
    words.sort_unstable();
    words.dedup();
    for word in words {
        if let Some((number, _)) = effects[word as usize].boolean {
            let bit = 1u16 << (number & 0xF);
            twice |= once & bit;
            once |= bit;
        }
    }
    twice
}
