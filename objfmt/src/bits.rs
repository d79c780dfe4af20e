//! Sets of small numbers.

/// A set of numbers, as bits. It grows as needed.
#[derive(Clone, Default, Debug)]
pub struct BitSet {
    blocks: Vec<u64>,
}

impl BitSet {
    /// An empty set with room for the numbers below `limit`.
    pub fn with_room_for(limit: usize) -> Self {
        Self {
            blocks: vec![0; limit.div_ceil(64)],
        }
    }

    /// Adds a number; says whether it is new.
    pub fn insert(&mut self, number: usize) -> bool {
        let (block, bit) = (number / 64, 1 << (number % 64));
        if block >= self.blocks.len() {
            self.blocks.resize(block + 1, 0);
        }
        let new = self.blocks[block] & bit == 0;
        self.blocks[block] |= bit;
        new
    }

    /// Adds all numbers of another set.
    pub fn insert_all(&mut self, other: &Self) {
        if self.blocks.len() < other.blocks.len() {
            self.blocks.resize(other.blocks.len(), 0);
        }
        for (mine, theirs) in self.blocks.iter_mut().zip(&other.blocks) {
            *mine |= theirs;
        }
    }

    /// Whether the set has the number.
    pub fn contains(&self, number: usize) -> bool {
        self.blocks
            .get(number / 64)
            .is_some_and(|block| block >> (number % 64) & 1 != 0)
    }

    /// Whether the sets share a number.
    pub fn intersects(&self, other: &Self) -> bool {
        self.blocks
            .iter()
            .zip(&other.blocks)
            .any(|(mine, theirs)| mine & theirs != 0)
    }

    /// Whether the set has no number.
    pub fn is_empty(&self) -> bool {
        self.blocks.iter().all(|&block| block == 0)
    }

    /// The numbers, ascending.
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
        set.insert_all(&other);
        assert!(set.intersects(&other));
        assert!(BitSet::with_room_for(100).is_empty());
    }
}
