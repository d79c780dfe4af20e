//! Bit-sliced counters: a few instructions increment or decrement the counters of 64 nodes.

use pica200_objfmt::isa::limits;

use super::graph::{BITS, bits};

/// The number of bits of a counter.
const PLANES: usize = 8;

const _: () = assert!(limits::DESCRIPTORS < 1 << PLANES);

/// A counter for each node, at most the number of descriptors.
pub(super) struct Counters {
    /// For each 64 nodes, the lowest bits of their counters, then the second lowest, and so on.
    planes: Vec<[u64; PLANES]>,
}

impl Counters {
    /// Returns counters that are 0.
    pub(super) fn new(nodes: usize) -> Self {
        Self {
            planes: vec![[0; PLANES]; nodes.div_ceil(BITS)],
        }
    }

    /// Increments the counters of some nodes of a word.
    pub(super) fn add(&mut self, word: usize, nodes: u64) {
        let mut carry = nodes;
        for plane in &mut self.planes[word] {
            if carry == 0 {
                break;
            }
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }

    /// Decrements the counters of some nodes of a word, none of which is 0.
    pub(super) fn subtract(&mut self, word: usize, nodes: u64) {
        let mut borrow = nodes;
        for plane in &mut self.planes[word] {
            if borrow == 0 {
                break;
            }
            (*plane, borrow) = (*plane ^ borrow, !*plane & borrow);
        }
    }

    /// Returns the first of some nodes with the lowest counter, and that counter.
    pub(super) fn lowest(&self, nodes: &[u64]) -> Option<(usize, usize)> {
        let words = self.planes.iter().zip(nodes).enumerate();
        let of_word = |(at, (planes, &nodes)): (usize, (&[u64; PLANES], &u64))| {
            let (mut found, mut count) = (nodes, 0);
            for plane in planes.iter().rev() {
                let without = found & !plane;
                count = count << 1 | usize::from(without == 0);
                found = if without == 0 { found } else { without };
            }
            (nodes != 0).then(|| (at * BITS + found.trailing_zeros() as usize, count))
        };
        words.filter_map(of_word).min_by_key(|(_, count)| *count)
    }

    /// Returns the nodes among `nodes` that have the highest counter, in ascending order.
    pub(super) fn highest(&self, nodes: &[u64]) -> impl Iterator<Item = usize> {
        let words = self.planes.iter().zip(nodes);
        let words = words.map(|(planes, &nodes)| {
            let (mut found, mut count) = (nodes, 0);
            for plane in planes.iter().rev() {
                let with = found & plane;
                count = count << 1 | usize::from(with != 0);
                found = if with == 0 { found } else { with };
            }
            (found, count)
        });
        let with_nodes = words.clone().filter(|(found, _)| *found != 0);
        let highest = with_nodes.map(|(_, count)| count).max();
        words.enumerate().flat_map(move |(at, (found, count))| {
            let found = if Some(count) == highest { found } else { 0 };
            bits(found).map(move |bit| at * BITS + bit)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_count_up_and_down() {
        let mut counters = Counters::new(70);
        assert_eq!(counters.lowest(&[0, 0]), None);
        for count in 0..limits::DESCRIPTORS {
            assert_eq!(counters.lowest(&[0b101, 0]), Some((0, count)));
            counters.add(0, 0b101);
            assert_eq!(counters.lowest(&[0b111, 0]), Some((1, 0)));
        }
        let highest = |nodes: [u64; 2]| counters.highest(&nodes).collect::<Vec<_>>();
        assert_eq!(highest([0, 0]), []);
        assert_eq!(highest([0b111, 0b11]), [0, 2]);
        assert_eq!(highest([0b010, 0b10]), [1, 65]);
        counters.add(1, 0b10);
        assert_eq!(counters.lowest(&[0b100, 0b11]), Some((64, 0)));
        assert_eq!(counters.lowest(&[0b100, 0b10]), Some((65, 1)));
        for count in (0..limits::DESCRIPTORS).rev() {
            counters.subtract(0, 0b100);
            assert_eq!(counters.lowest(&[0b101, 0]), Some((2, count)));
        }
    }
}
