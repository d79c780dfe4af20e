//! Dependencies between groups.

use rustc_hash::FxHashSet;

use super::Packing;
use super::graph::{BlockId, Item};
use crate::ir::Value;

/// The dependences between the items of blocks: groups depend on what any of their members depends on.
pub(in crate::target) struct Paths<'k, 'p> {
    packing: &'k Packing<'p>,
}

impl<'k, 'p> Paths<'k, 'p> {
    pub(in crate::target) fn new(packing: &'k Packing<'p>) -> Self {
        Self { packing }
    }

    /// Returns the item of a block that computes a value: the first member of its group, or the statement of its phi.
    /// `None` if the value comes from another block.
    pub(in crate::target) fn item(&self, block: BlockId, value: Value) -> Option<Item> {
        let graph = &self.packing.graph;
        if graph.block[value.index()] != Some(block) {
            return None;
        }
        if let Some(inner) = graph.joined_by[value.index()] {
            return Some(Item::Inner(inner));
        }
        let group = self.packing.group_of[value.index()];
        Some(Item::Value(group.map_or(value, |group| self.packing.groups[group][0])))
    }

    /// The values that an item reads: a group's members, or a statement.
    fn reads(&self, item: Item, found: &mut Vec<Value>) {
        let packing = self.packing;
        match item {
            Item::Inner(inner) => found.extend(&packing.graph.inner[inner].reads),
            Item::Value(value) => match packing.group_of[value.index()] {
                Some(group) => {
                    (packing.groups[group].iter()).for_each(|member| packing.graph.dependencies(*member, found))
                }
                None => packing.graph.dependencies(value, found),
            },
        }
    }

    /// Returns the items of a block that an item depends on.
    pub(in crate::target) fn dependencies(&self, block: BlockId, item: Item) -> Vec<Item> {
        let mut reads = Vec::new();
        self.reads(item, &mut reads);
        let mut items: Vec<_> = (reads.into_iter())
            .filter_map(|value| self.item(block, value))
            .filter(|found| *found != item)
            .collect();
        if let Item::Inner(inner) = item {
            items.extend(self.packing.graph.inner[inner].after.map(Item::Inner));
        }
        let mut seen = FxHashSet::default();
        items.retain(|item| seen.insert(*item));
        items
    }
}

/// A search for dependences, which keeps its memory.
#[derive(Default)]
pub(in crate::target) struct Search {
    /// The number of the last search that came to each item: values first, then statements.
    seen: Vec<u32>,
    epoch: u32,
    open: Vec<usize>,
}

impl Search {
    /// Returns whether no value of one block depends on another one, by way of other groups or statements. Values may
    /// be members of one group already.
    pub(in crate::target) fn are_independent(&mut self, packing: &Packing<'_>, values: &[Value]) -> bool {
        let nodes = Nodes(packing);
        self.seen.resize(nodes.count(), 0);
        self.epoch += 1;
        self.open.clear();
        let mut own = [usize::MAX; 4];
        for (slot, value) in own.iter_mut().zip(values) {
            *slot = nodes.index(*value);
        }
        for node in own.iter().filter(|node| **node != usize::MAX) {
            nodes.each_dependency(*node, |next| self.open.push(next));
        }
        while let Some(node) = self.open.pop() {
            if own.contains(&node) {
                return false;
            }
            if std::mem::replace(&mut self.seen[node], self.epoch) != self.epoch {
                nodes.each_dependency(node, |next| self.open.push(next));
            }
        }
        true
    }
}

/// The items of all blocks as numbers.
struct Nodes<'k, 'p>(&'k Packing<'p>);

impl Nodes<'_, '_> {
    fn count(&self) -> usize {
        self.0.group_of.len() + self.0.graph.inner.len()
    }

    /// Returns the item that computes a value: the first member of its group, or the statement of its phi.
    fn index(&self, value: Value) -> usize {
        match (self.0.graph.joined_by[value.index()], self.0.group_of[value.index()]) {
            (Some(inner), _) => self.0.group_of.len() + inner,
            (None, Some(group)) => self.0.groups[group][0].index(),
            (None, None) => value.index(),
        }
    }

    fn each_dependency(&self, node: usize, mut visit: impl FnMut(usize)) {
        let graph = &self.0.graph;
        let mut each = |values: &[Value]| {
            for value in values {
                let next = self.index(*value);
                if next != node {
                    visit(next);
                }
            }
        };
        if let Some(inner) = node.checked_sub(self.0.group_of.len()) {
            each(&graph.inner[inner].direct);
            if let Some(after) = graph.inner[inner].after {
                visit(self.0.group_of.len() + after);
            }
        } else if let Some(group) = self.0.group_of[node] {
            for member in &self.0.groups[group] {
                each(&graph.direct[member.index()]);
            }
        } else {
            each(&graph.direct[node]);
        }
    }
}
