//! Descriptor requirements of instructions, and the conflicts between them.

use super::Request;
use super::graph::BITS;

/// The part of a request that decides which other requests it can share an entry with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Requirement {
    /// The required values of the bits in use.
    pub(super) bits: u32,
    /// The mask of the bits in use.
    pub(super) care: u32,
}

impl Requirement {
    pub(super) const fn new(request: &Request) -> Self {
        let Request { bits, care, .. } = *request;
        Self {
            bits: bits & care,
            care,
        }
    }

    pub(super) const fn conflicts_with(self, other: Self) -> bool {
        (self.bits ^ other.bits) & self.care & other.care != 0
    }

    /// Returns true if every requirement that agrees with the other one also agrees with this one.
    pub(super) const fn is_part_of(self, other: Self) -> bool {
        self.care & !other.care == 0 && !self.conflicts_with(other)
    }

    pub(super) const fn with(self, other: Self) -> Self {
        Self {
            bits: self.bits | other.bits,
            care: self.care | other.care,
        }
    }
}

/// Requirements in bit-sliced form. Conflicts with a requirement are found in a few instructions for all requirements
/// of a word.
pub(super) struct Requirements {
    words: Vec<Planes>,
}

/// For each bit of a descriptor, the requirements (of 64) that need it to be 0, and those that need it to be 1.
type Planes = [[u64; 2]; u32::BITS as usize];

impl Requirements {
    pub(super) fn new(requirements: impl ExactSizeIterator<Item = Requirement>) -> Self {
        let mut words = vec![[[0; 2]; u32::BITS as usize]; requirements.len().div_ceil(BITS)];
        for (number, requirement) in requirements.enumerate() {
            let planes: &mut Planes = &mut words[number / BITS];
            for (bit, value) in bits_in_use(requirement) {
                planes[bit][value] |= 1 << (number % BITS);
            }
        }
        Self { words }
    }

    /// Returns the requirements that conflict with another one, as words of bits.
    pub(super) fn conflicting(&self, requirement: Requirement) -> impl Iterator<Item = u64> {
        self.words.iter().map(move |planes| {
            let others = bits_in_use(requirement).map(|(bit, value)| planes[bit][1 - value]);
            others.fold(0, |all, others| all | others)
        })
    }
}

/// Returns the indices of the bits that a requirement uses, with their values.
fn bits_in_use(Requirement { bits, care }: Requirement) -> impl Iterator<Item = (usize, usize)> {
    let mut rest = care;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros())?;
        rest &= rest - 1;
        Some((bit as usize, (bits >> bit & 1) as usize))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn words_say_which_requirements_conflict(
            asked in prop::collection::vec((0u32..16, 0u32..16), 1..150),
        ) {
            let all: Vec<_> = asked.iter().map(|&(bits, care)| Requirement { bits: bits & care, care }).collect();
            let words = Requirements::new(all.iter().copied());
            for requirement in &all {
                let found: Vec<_> = words.conflicting(*requirement).collect();
                prop_assert_eq!(found.len(), all.len().div_ceil(BITS));
                for number in 0..found.len() * BITS {
                    let is_found = found[number / BITS] >> (number % BITS) & 1 != 0;
                    let conflicts_with = all.get(number).is_some_and(|other| requirement.conflicts_with(*other));
                    prop_assert_eq!(is_found, conflicts_with);
                }
            }
        }
    }
}
