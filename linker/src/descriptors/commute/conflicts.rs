//! Conflicts between nodes, for both orders of their sources.

use super::Node;
use crate::descriptors::graph::{BITS, Graph, all};
use crate::descriptors::requirement::Requirements;

/// Bits for the nodes of one word: in their first order, and in their second one.
pub(super) type OrderBits = [u64; 2];

/// For each node, in both orders, the nodes that conflict with it.
pub(super) struct Conflicts {
    len: usize,
    /// The number of words for all nodes.
    pub(super) width: usize,
    /// All nodes.
    pub(super) all: Vec<u64>,
    /// For each node, the row of its first order, then the row of its second one.
    rows: Vec<OrderBits>,
}

impl Conflicts {
    /// Compares all nodes.
    pub(super) fn new(nodes: &[Node]) -> Self {
        let width = nodes.len().div_ceil(BITS);
        let [first, second] = [0, 1].map(|order| Requirements::new(nodes.iter().map(|node| node.0[order])));
        let mut rows = Vec::with_capacity(nodes.len() * 2 * width);
        for requirement in nodes.iter().flat_map(|node| node.0) {
            let both = first.conflicting(requirement).zip(second.conflicting(requirement));
            rows.extend(both.map(OrderBits::from));
        }
        let len = nodes.len();
        Self {
            len,
            width,
            all: all(len),
            rows,
        }
    }

    /// Returns these conflicts with the nodes reordered.
    pub(super) fn in_order(&self, order: &[usize]) -> Self {
        let mut ranks = vec![0; self.len];
        for (rank, &node) in order.iter().enumerate() {
            ranks[node] = rank;
        }
        let of_all = self.all.iter().map(|&nodes| [nodes; 2]);
        let mut rows: Vec<OrderBits> = of_all.cycle().take(self.rows.len()).collect();
        for (row, to) in rows.chunks_exact_mut(self.width.max(1)).enumerate() {
            let from = self.row(order[row / 2], row % 2);
            // Few nodes agree.
            for which in 0..2 {
                let take_compatible = from.iter().zip(&self.all).enumerate();
                let take_compatible = take_compatible.map(|(word, (both, all))| (word, !both[which] & all));
                for (word, mut nodes) in take_compatible {
                    while nodes != 0 {
                        let rank = ranks[word * BITS + nodes.trailing_zeros() as usize];
                        to[rank / BITS][which] &= !(1 << (rank % BITS));
                        nodes &= nodes - 1;
                    }
                }
            }
        }
        Self {
            all: self.all.clone(),
            rows,
            ..*self
        }
    }

    /// Returns the nodes that conflict with a node in one of its orders.
    pub(super) fn row(&self, node: usize, order: usize) -> &[OrderBits] {
        &self.rows[(2 * node + order) * self.width..][..self.width]
    }

    /// Returns the graph of the nodes that need different entries in any order of their sources.
    pub(super) fn graph(&self) -> Graph {
        let rows = (0..self.len).flat_map(|node| {
            let both = self.row(node, 0).iter().zip(self.row(node, 1));
            both.map(|(first, second)| first[0] & first[1] & second[0] & second[1])
        });
        Graph::new(self.len, rows.collect())
    }
}
