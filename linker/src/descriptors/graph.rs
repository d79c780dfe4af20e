//! Conflict graphs of descriptors, as bit matrices.

use std::cmp::Reverse;

/// The number of bits in a word.
pub(super) const BITS: usize = u64::BITS as usize;

/// The number of nodes from which cliques are grown.
const MAX_STARTS: usize = 64;

/// A graph: for each node, the nodes that conflict with it.
pub(super) struct Graph {
    /// The number of nodes.
    len: usize,
    /// The number of words of a row.
    pub(super) width: usize,
    rows: Vec<u64>,
}

impl Graph {
    /// Creates a graph of `len` nodes. Each row has the bits of the node's neighbours; no node is its own neighbour.
    pub(super) fn new(len: usize, rows: Vec<u64>) -> Self {
        let width = len.div_ceil(BITS);
        Self { len, width, rows }
    }

    /// Returns the number of nodes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the neighbours of a node, ascending.
    #[cfg(test)]
    pub(super) fn neighbours(&self, node: usize) -> impl Iterator<Item = usize> {
        ones(self.row(node))
    }

    /// Returns the number of neighbours of a node.
    pub(super) fn degree(&self, node: usize) -> usize {
        let words = self.row(node).iter();
        words.map(|word| word.count_ones() as usize).sum()
    }

    /// Returns a clique as large as a quick search finds, with at most `enough` nodes.
    pub(super) fn clique(&self, enough: usize) -> Vec<usize> {
        let degrees: Vec<_> = (0..self.len).map(|node| self.degree(node)).collect();
        let mut order: Vec<_> = (0..self.len).collect();
        order.sort_by_key(|&node| Reverse(degrees[node]));
        let mut ranked = Ranked::new(self, &order);
        let (mut best, mut clique) = (Vec::new(), Vec::new());
        let mut is_known = vec![false; self.len];
        for start in 0..self.len.min(MAX_STARTS) {
            // Of cliques of equal size, the first wins. The remaining nodes have no more neighbours.
            if best.len() >= enough || degrees[order[start]] < best.len() {
                break;
            }
            if is_known[start] {
                continue;
            }
            ranked.grow(start, enough, &mut clique);
            // The same clique grows from a member if this node is the first to join it.
            for &member in &clique {
                is_known[member] |= ones(ranked.row(member)).next() == Some(start);
            }
            if clique.len() > best.len() {
                std::mem::swap(&mut best, &mut clique);
            }
        }
        best.into_iter().map(|rank| order[rank]).collect()
    }

    /// Returns the neighbours of a node as words.
    pub(super) fn row(&self, node: usize) -> &[u64] {
        &self.rows[node * self.width..][..self.width]
    }
}

/// A graph whose nodes are ranked by descending degree.
struct Ranked<'g> {
    graph: &'g Graph,
    /// The nodes by their ranks.
    order: &'g [usize],
    /// The ranks of the nodes.
    ranks: Vec<usize>,
    /// All nodes.
    all: Vec<u64>,
    /// The rows by rank, computed on demand.
    rows: Vec<u64>,
    has_row: Vec<bool>,
    /// The common neighbours of a clique.
    common: Vec<u64>,
}

impl<'g> Ranked<'g> {
    fn new(graph: &'g Graph, order: &'g [usize]) -> Self {
        let mut ranks = vec![0; order.len()];
        for (rank, &node) in order.iter().enumerate() {
            ranks[node] = rank;
        }
        Self {
            graph,
            order,
            ranks,
            all: all(order.len()),
            rows: vec![0; graph.rows.len()],
            has_row: vec![false; order.len()],
            common: vec![u64::MAX; graph.width],
        }
    }

    /// Grows a clique from a node; the others join in order.
    fn grow(&mut self, start: usize, enough: usize, clique: &mut Vec<usize>) {
        clique.clear();
        // A constant width lets the compiler unroll the loops.
        match self.graph.width {
            1 => self.grow_in(1, start, enough, clique),
            2 => self.grow_in(2, start, enough, clique),
            width => self.grow_in(width, start, enough, clique),
        }
    }

    /// Like [`grow`](Self::grow), for rows of `width` words.
    #[inline(always)]
    fn grow_in(&mut self, width: usize, start: usize, enough: usize, clique: &mut Vec<usize>) {
        self.common.fill(u64::MAX);
        let mut next = Some(start);
        while let Some(node) = next.filter(|_| clique.len() < enough) {
            clique.push(node);
            if !self.has_row[node] {
                self.add_row(node);
            }
            // A node that joins is not its own neighbour, so it leaves the common neighbours.
            let row = &self.rows[node * width..][..width];
            let common = &mut self.common[..width];
            next = None;
            for index in (0..width).rev() {
                common[index] &= row[index];
                if common[index] != 0 {
                    next = Some(index * BITS + common[index].trailing_zeros() as usize);
                }
            }
        }
    }

    /// Returns the row of a clique member.
    fn row(&self, rank: usize) -> &[u64] {
        &self.rows[rank * self.graph.width..][..self.graph.width]
    }

    fn add_row(&mut self, rank: usize) {
        let row = &mut self.rows[rank * self.graph.width..][..self.graph.width];
        row.copy_from_slice(&self.all);
        // Most descriptors conflict.
        let neighbours = self.graph.row(self.order[rank]);
        for (index, (nodes, neighbours)) in self.all.iter().zip(neighbours).enumerate() {
            for bit in bits(nodes & !neighbours) {
                let other = self.ranks[index * BITS + bit];
                row[other / BITS] &= !(1 << (other % BITS));
            }
        }
        self.has_row[rank] = true;
    }
}

/// Returns the words of a set of `len` nodes.
pub(super) fn all(len: usize) -> Vec<u64> {
    let word = |start: usize| u64::MAX >> (BITS - BITS.min(len - start));
    (0..len).step_by(BITS).map(word).collect()
}

/// Returns the indices of the bits that are set in words, in ascending order.
fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    let words = words.iter().enumerate();
    words.flat_map(|(index, &word)| bits(word).map(move |bit| index * BITS + bit))
}

/// Returns the indices of the bits that are set in a word, in ascending order.
pub(super) fn bits(word: u64) -> impl Iterator<Item = usize> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the largest clique that joins the nodes in order, starting from each of the first nodes.
    fn by_hand(graph: &Graph, enough: usize) -> Vec<usize> {
        let mut order: Vec<_> = (0..graph.len()).collect();
        order.sort_by_key(|&node| Reverse(graph.degree(node)));
        let mut best = Vec::new();
        for &start in order.iter().take(MAX_STARTS) {
            let mut clique = vec![start];
            for &node in &order {
                let mut members = clique.iter();
                let joins = members.all(|&member| graph.neighbours(member).any(|n| n == node));
                if joins && clique.len() < enough {
                    clique.push(node);
                }
            }
            if clique.len() > best.len() && best.len() < enough {
                best = clique;
            }
        }
        best
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn cliques_are_those_that_grow_from_each_node(
            len in 1usize..80,
            sparse in 0.0f64..1.0,
            enough in 1usize..40,
            seed in prop::collection::vec(0.0f64..1.0, 80 * 80),
        ) {
            let mut rows = vec![0; len * len.div_ceil(BITS)];
            for (a, b) in (0..len).flat_map(|a| (0..a).map(move |b| (a, b))) {
                if seed[a * 80 + b] > sparse * sparse {
                    rows[a * len.div_ceil(BITS) + b / BITS] |= 1 << (b % BITS);
                    rows[b * len.div_ceil(BITS) + a / BITS] |= 1 << (a % BITS);
                }
            }
            let graph = Graph::new(len, rows);
            prop_assert_eq!(graph.clique(enough), by_hand(&graph, enough));
        }
    }
}
