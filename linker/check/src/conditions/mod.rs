//! Path conditions.

use crate::effects::{Effect, FLAGS};

/// All states of the flags, when nothing is known about them.
const ANY_FLAGS: u8 = 0xF;

/// The known booleans and flags on a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Conditions {
    pub(crate) booleans: Booleans,
    /// The states that the flags may have.
    flags: u8,
}

/// The booleans whose values are known on a path, boolean n at bit n. They change neither while a shader runs nor
/// between the runs of a draw call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Booleans {
    known: u16,
    values: u16,
}

impl Booleans {
    /// Returns the value of a boolean, if it is known.
    pub(crate) fn value(self, number: u8) -> Option<bool> {
        let bit = 1u16 << (number & 0xF);
        (self.known & bit != 0).then_some(self.values & bit != 0)
    }

    fn with(self, number: u8, value: bool) -> Self {
        let bit = 1u16 << (number & 0xF);
        Self {
            known: self.known | bit,
            values: self.values | if value { bit } else { 0 },
        }
    }

    /// Returns true if one assignment of the booleans satisfies both.
    pub(crate) fn agrees(self, other: Self) -> bool {
        self.known & other.known & (self.values ^ other.values) == 0
    }
}

impl Conditions {
    /// The conditions at the start of a shader.
    pub(crate) const UNKNOWN: Self = Self {
        booleans: Booleans { known: 0, values: 0 },
        flags: ANY_FLAGS,
    };

    /// Packs the conditions into a unique number.
    pub(crate) fn bits(self) -> u64 {
        let Booleans { known, values } = self.booleans;
        u64::from(known) | u64::from(values) << 16 | u64::from(self.flags) << 32
    }

    /// Returns the conditions after an instruction, which may write the flags.
    pub(crate) fn after(self, effect: &Effect) -> Self {
        if effect.writes & FLAGS != 0 {
            Self {
                flags: ANY_FLAGS,
                ..self
            }
        } else {
            self
        }
    }

    /// Returns true if an instruction tests flags and can go either way.
    pub(crate) fn is_undecided_flag_test(self, effect: &Effect) -> bool {
        let states = effect.flag_states.unwrap_or(0);
        self.flags & states != 0 && self.flags & !states != 0
    }

    /// Returns true if an instruction tests booleans or flags and can go only one way.
    pub(crate) fn is_decided(self, effect: &Effect) -> bool {
        let boolean = effect.boolean.map(|(number, _)| self.booleans.value(number));
        boolean.is_some_and(|value| value.is_some())
            || effect.flag_states.is_some() && !self.is_undecided_flag_test(effect)
    }

    /// Returns the conditions after an instruction whose condition holds or not; `None` if that is impossible.
    /// `tracked` is the set of booleans to track.
    pub(crate) fn decide(mut self, effect: &Effect, holds: Option<bool>, tracked: u16) -> Option<Self> {
        let Some(holds) = holds else {
            return Some(self);
        };
        if let Some((number, when)) = effect.boolean {
            let value = holds == when;
            if let Some(known) = self.booleans.value(number) {
                return (known == value).then_some(self);
            }
            if tracked >> (number & 0xF) & 1 == 1 {
                self.booleans = self.booleans.with(number, value);
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

/// Returns the booleans that at least two of some different words test; tracking others is useless.
pub(crate) fn shared_booleans(words: &[u32], effects: &[Effect]) -> u16 {
    let (mut once, mut twice) = (0, 0);
    for &word in words {
        if let Some((number, _)) = effects[word as usize].boolean {
            let bit = 1u16 << (number & 0xF);
            twice |= once & bit;
            once |= bit;
        }
    }
    twice
}

#[cfg(test)]
mod tests;
