//! Graph colouring with few colours, by DSATUR with backtracking. Nodes are ordered by their *saturation*: the next
//! node is the one whose neighbours have the most distinct colours, then the one with the most neighbours. Each node
//! takes the lowest free colour. The search backtracks until the colouring is proven minimal or its work budget is used
//! up. Therefore, its time is bounded and its result deterministic.

use std::cmp::Reverse;

use crate::descriptors::counters::Counters;
use crate::descriptors::graph::{BITS, Graph, all};

/// For each node, its colour, counted from 0.
pub(super) type Colours = Vec<usize>;

/// The number of nodes and neighbours that a search visits before it gives up, which takes a few milliseconds.
const MAX_WORK: usize = 5_000_000;

/// The result of a search.
#[derive(Debug)]
pub(super) struct SearchResult {
    /// The best colouring found, with no more colours than allowed.
    pub(super) colours: Option<Colours>,
    /// The best known lower bound on the number of colours.
    pub(super) lower_bound: usize,
}

/// Colours a graph with at most `limit` colours if the search finds such a colouring.
pub(super) fn colour(graph: &Graph, clique: &[usize], limit: usize) -> SearchResult {
    colour_within(MAX_WORK, graph, clique, limit)
}

/// Like [`colour`], but gives up after visiting `work` nodes and neighbours.
pub(super) fn colour_within(work: usize, graph: &Graph, clique: &[usize], limit: usize) -> SearchResult {
    let mut search = Search {
        graph,
        degrees: (0..graph.len()).map(|node| graph.degree(node)).collect(),
        colours: vec![None; graph.len()],
        open: all(graph.len()),
        neighbours_by_colour: vec![0; graph.width * limit],
        saved_neighbours: Vec::new(),
        saturations: Counters::new(graph.len()),
        lower_bound: clique.len(),
        limit,
        best: None,
        work,
    };
    if clique.len() > limit {
        return search.into_result(true);
    }
    for (colour, &node) in clique.iter().enumerate() {
        search.paint(node, colour);
    }
    let complete = search.run(clique.len());
    search.into_result(complete)
}

struct Search<'g> {
    graph: &'g Graph,
    degrees: Vec<usize>,
    colours: Vec<Option<usize>>,
    /// The uncoloured nodes.
    open: Vec<u64>,
    /// For each colour, the nodes with a neighbour of that colour.
    neighbours_by_colour: Vec<u64>,
    /// A stack of the previous contents of `neighbours_by_colour`, one entry for each coloured node.
    saved_neighbours: Vec<u64>,
    /// For each node, the number of colours of its neighbours.
    saturations: Counters,
    /// The number of colours at which the search stops.
    lower_bound: usize,
    /// The largest number of colours that is still useful.
    limit: usize,
    best: Option<Colours>,
    /// The number of nodes and neighbours that the search may still visit.
    work: usize,
}

/// A coloured node with its remaining alternatives.
struct Choice {
    node: usize,
    /// The number of colours in use before this node.
    used: usize,
    /// The next colour to try.
    next: usize,
}

impl Search<'_> {
    /// Tries colourings until all are tried (returns true) or the work budget is used up. `used` colours are in use.
    fn run(&mut self, used: usize) -> bool {
        let mut path = Vec::new();
        self.descend(used, &mut path);
        while let Some(choice) = path.last_mut() {
            if self.limit < self.lower_bound {
                return true;
            }
            if self.work == 0 {
                return false;
            }
            let (node, used) = (choice.node, choice.used);
            self.clear(node);
            // With these colours, the remaining nodes cannot give a smaller table.
            if used > self.limit {
                path.pop();
                continue;
            }
            // Only one unused colour is tried, because they are all equivalent.
            let end = (used + 1).min(self.limit);
            let free = (choice.next..end).find(|&colour| self.is_free(node, colour));
            let Some(colour) = free else {
                path.pop();
                continue;
            };
            choice.next = colour + 1;
            self.paint(node, colour);
            self.descend(used.max(colour + 1), &mut path);
        }
        true
    }

    /// Continues with the next node, or records the colouring if no node is left.
    fn descend(&mut self, used: usize, path: &mut Vec<Choice>) {
        match self.most_saturated() {
            Some(node) => path.push(Choice { node, used, next: 0 }),
            None => {
                self.best = self.colours.iter().copied().collect();
                // From now on, only better colourings are of interest.
                self.limit = used.saturating_sub(1);
            }
        }
    }

    /// Returns true if no neighbour of a node has a colour.
    fn is_free(&self, node: usize, colour: usize) -> bool {
        let word = self.neighbours_by_colour[colour * self.graph.width + node / BITS];
        word >> (node % BITS) & 1 == 0
    }

    fn paint(&mut self, node: usize, colour: usize) {
        self.colours[node] = Some(colour);
        self.open[node / BITS] &= !(1 << (node % BITS));
        let width = self.graph.width;
        let neighbours_by_colour = &mut self.neighbours_by_colour[colour * width..][..width];
        self.saved_neighbours.extend_from_slice(neighbours_by_colour);
        for (at, (neighbours_by_colour, neighbours)) in
            neighbours_by_colour.iter_mut().zip(self.graph.row(node)).enumerate()
        {
            self.saturations.add(at, neighbours & !*neighbours_by_colour);
            *neighbours_by_colour |= neighbours;
        }
        self.charge(self.degrees[node]);
    }

    /// Removes the colour of the node that was painted last.
    fn clear(&mut self, node: usize) {
        let Some(colour) = self.colours[node].take() else {
            return;
        };
        self.open[node / BITS] |= 1 << (node % BITS);
        let width = self.graph.width;
        let neighbours_by_colour = &mut self.neighbours_by_colour[colour * width..][..width];
        let before = self.saved_neighbours.drain(self.saved_neighbours.len() - width..);
        for (at, (neighbours_by_colour, before)) in neighbours_by_colour.iter_mut().zip(before).enumerate() {
            self.saturations.subtract(at, *neighbours_by_colour & !before);
            *neighbours_by_colour = before;
        }
        self.charge(self.degrees[node]);
    }

    fn charge(&mut self, visited: usize) {
        self.work = self.work.saturating_sub(visited);
    }

    /// Returns the uncoloured node with the highest saturation; of several, the one with the most neighbours, and of
    /// those the first.
    fn most_saturated(&mut self) -> Option<usize> {
        self.charge(self.colours.len());
        let saturated = self.saturations.highest(&self.open);
        saturated.min_by_key(|&node| Reverse(self.degrees[node]))
    }

    /// `complete`: all colourings have been tried.
    fn into_result(self, complete: bool) -> SearchResult {
        let lower_bound = match (&self.best, complete) {
            (_, false) => self.lower_bound,
            (Some(_), true) => self.limit + 1,
            (None, true) => self.lower_bound.max(self.limit + 1),
        };
        SearchResult {
            colours: self.best,
            lower_bound,
        }
    }
}
