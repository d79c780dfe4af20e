//! Descriptor requirements of instructions, and the conflicts between them.

use super::Request;
use super::graph::BITS;

/// The part of a request that decides which other requests it can share an entry with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Wish {
    /// The required values of the bits in use.
    pub(super) bits: u32,
    /// The mask of the bits in use.
    pub(super) care: u32,
}

impl Wish {
    pub(super) const fn of(request: &Request) -> Self {
        let Request { bits, care, .. } = *request;
        Self {
            bits: bits & care,
            care,
        }
    }

    pub(super) const fn disagrees(self, other: Self) -> bool {
        (self.bits ^ other.bits) & self.care & other.care != 0
    }

    /// Returns true if every wish that agrees with the other one also agrees with this one.
    pub(super) const fn is_part_of(self, other: Self) -> bool {
        self.care & !other.care == 0 && !self.disagrees(other)
    }

    pub(super) const fn with(self, other: Self) -> Self {
        Self {
            bits: self.bits | other.bits,
            care: self.care | other.care,
        }
    }
}

/// Wishes in bit-sliced form. Conflicts with a wish are found in a few instructions for all wishes of a word.
pub(super) struct Wishes {
    words: Vec<Planes>,
}

/// For each bit of a descriptor, the wishes (of 64) that need it to be 0, and those that need it to be 1.
type Planes = [[u64; 2]; u32::BITS as usize];

impl Wishes {
    pub(super) fn new(wishes: impl ExactSizeIterator<Item = Wish>) -> Self {
        let mut words = vec![[[0; 2]; u32::BITS as usize]; wishes.len().div_ceil(BITS)];
        for (number, wish) in wishes.enumerate() {
            let planes: &mut Planes = &mut words[number / BITS];
            for (bit, value) in bits_in_use(wish) {
                planes[bit][value] |= 1 << (number % BITS);
            }
        }
        Self { words }
    }

    /// Returns the wishes that conflict with another one, as words of bits.
    pub(super) fn disagreeing(&self, wish: Wish) -> impl Iterator<Item = u64> {
        self.words.iter().map(move |planes| {
            let others = bits_in_use(wish).map(|(bit, value)| planes[bit][1 - value]);
            others.fold(0, |all, others| all | others)
        })
    }
}

/// Returns the indices of the bits that a wish uses, with their values.
fn bits_in_use(Wish { bits, care }: Wish) -> impl Iterator<Item = (usize, usize)> {
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
        fn words_say_which_wishes_disagree(
            asked in prop::collection::vec((0u32..16, 0u32..16), 1..150),
        ) {
            let all: Vec<_> = asked.iter().map(|&(bits, care)| Wish { bits: bits & care, care }).collect();
            let words = Wishes::new(all.iter().copied());
            for wish in &all {
                let found: Vec<_> = words.disagreeing(*wish).collect();
                prop_assert_eq!(found.len(), all.len().div_ceil(BITS));
                for number in 0..found.len() * BITS {
                    let is_found = found[number / BITS] >> (number % BITS) & 1 != 0;
                    let disagrees = all.get(number).is_some_and(|other| wish.disagrees(*other));
                    prop_assert_eq!(is_found, disagrees);
                }
            }
        }
    }
}
