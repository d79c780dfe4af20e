//! Bit sets.

use std::ops::Range;

/// A growable set of small integers, stored as bits.
#[derive(Clone, Default, Debug)]
pub struct BitSet {
    blocks: Vec<u64>,
}

impl BitSet {
    /// Creates an empty set with capacity for the numbers below `limit`.
    pub fn with_capacity(limit: usize) -> Self {
        Self {
            blocks: vec![0; limit.div_ceil(64)],
        }
    }

    /// Creates a set of the numbers below `limit` for which a predicate holds.
    pub fn from_fn(limit: usize, is_in: impl Fn(usize) -> bool) -> Self {
        let block = |start: usize| {
            let numbers = start..limit.min(start + 64);
            let bits = numbers.map(|number| u64::from(is_in(number)) << (number - start));
            bits.fold(0, |block, bit| block | bit)
        };
        Self {
            blocks: (0..limit).step_by(64).map(block).collect(),
        }
    }

    /// Copies another set, reusing the allocation.
    pub fn copy_from(&mut self, other: &Self) {
        self.blocks.clone_from(&other.blocks);
    }

    /// Removes all numbers, and keeps the allocation.
    pub fn clear(&mut self) {
        self.blocks.fill(0);
    }

    /// Adds a number. Returns true if it was not in the set.
    pub fn insert(&mut self, number: usize) -> bool {
        let (block, bit) = (number / 64, 1 << (number % 64));
        if block >= self.blocks.len() {
            self.blocks.resize(block + 1, 0);
        }
        let new = self.blocks[block] & bit == 0;
        self.blocks[block] |= bit;
        new
    }

    /// Removes all numbers of a range.
    pub fn remove_range(&mut self, numbers: Range<usize>) {
        let end = numbers.end.min(self.blocks.len() * 64);
        for number in numbers.start..end {
            self.blocks[number / 64] &= !(1 << (number % 64));
        }
    }

    /// Returns the lowest number that is at least `from`.
    pub fn next(&self, from: usize) -> Option<usize> {
        let mut mask = u64::MAX << (from % 64);
        for (index, block) in self.blocks.iter().enumerate().skip(from / 64) {
            let found = block & mask;
            if found != 0 {
                return Some(index * 64 + found.trailing_zeros() as usize);
            }
            mask = u64::MAX;
        }
        None
    }

    /// Returns the highest number that is at most `to`.
    pub fn last_up_to(&self, to: usize) -> Option<usize> {
        let top = (to / 64).min(self.blocks.len().checked_sub(1)?);
        let mut mask = if top < to / 64 {
            u64::MAX
        } else {
            u64::MAX >> (63 - to % 64)
        };
        for index in (0..=top).rev() {
            let found = self.blocks[index] & mask;
            if found != 0 {
                return Some(index * 64 + 63 - found.leading_zeros() as usize);
            }
            mask = u64::MAX;
        }
        None
    }

    /// Adds all numbers of another set.
    pub fn union_with(&mut self, other: &Self) {
        if self.blocks.len() < other.blocks.len() {
            self.blocks.resize(other.blocks.len(), 0);
        }
        for (mine, theirs) in self.blocks.iter_mut().zip(&other.blocks) {
            *mine |= theirs;
        }
    }

    /// Keeps only the numbers that are also in another set.
    pub fn intersect_with(&mut self, other: &Self) {
        self.blocks.truncate(other.blocks.len());
        for (mine, theirs) in self.blocks.iter_mut().zip(&other.blocks) {
            *mine &= theirs;
        }
    }

    /// Returns true if the set contains the number.
    pub fn contains(&self, number: usize) -> bool {
        self.blocks
            .get(number / 64)
            .is_some_and(|block| block >> (number % 64) & 1 != 0)
    }

    /// Returns true if the sets share a number.
    pub fn intersects(&self, other: &Self) -> bool {
        self.blocks
            .iter()
            .zip(&other.blocks)
            .any(|(mine, theirs)| mine & theirs != 0)
    }

    /// Returns true if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.blocks.iter().all(|&block| block == 0)
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.blocks.iter().map(|block| block.count_ones() as usize).sum()
    }

    /// Returns the numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.blocks.iter().enumerate().flat_map(|(index, &block)| {
            let mut rest = block;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros();
                    rest &= rest - 1;
                    index * 64 + bit as usize
                })
            })
        })
    }
}

impl FromIterator<usize> for BitSet {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut set = Self::default();
        for number in numbers {
            set.insert(number);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::BitSet;

    #[test]
    fn numbers_come_back_in_order() {
        let mut set: BitSet = [200, 3, 64, 63].into_iter().collect();
        assert!(!set.insert(64));
        assert!(set.contains(200) && !set.contains(4) && !set.contains(10_000));
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 63, 64, 200]);
        let other: BitSet = [5].into_iter().collect();
        assert!(!set.intersects(&other));
        set.union_with(&other);
        assert!(set.intersects(&other));
        assert!(BitSet::with_capacity(100).is_empty());
        assert_eq!(set.len(), 5);
        set.intersect_with(&BitSet::from_fn(65, |number| number % 8 != 3));
        assert_eq!(set.iter().collect::<Vec<_>>(), [5, 63, 64]);
        let mut copy = BitSet::with_capacity(1000);
        copy.insert(999);
        copy.copy_from(&set);
        assert_eq!(copy.iter().collect::<Vec<_>>(), [5, 63, 64]);
        copy.clear();
        assert!(copy.is_empty() && !copy.contains(5));
    }

    #[test]
    fn neighbours_are_found_and_ranges_taken_out() {
        let mut set: BitSet = [0, 63, 64, 130, 200].into_iter().collect();
        assert_eq!((set.next(0), set.next(1), set.next(65)), (Some(0), Some(63), Some(130)));
        assert_eq!((set.next(201), set.next(9_999)), (None, None));
        assert_eq!((set.last_up_to(62), set.last_up_to(63)), (Some(0), Some(63)));
        assert_eq!((set.last_up_to(129), set.last_up_to(9_999)), (Some(64), Some(200)));
        set.remove_range(63..200);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 200]);
        set.remove_range(0..1_000_000);
        assert_eq!((set.is_empty(), set.next(0), set.last_up_to(500)), (true, None, None));
    }
}
