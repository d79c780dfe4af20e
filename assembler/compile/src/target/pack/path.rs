//! What depends on what, once values are in groups.

use rustc_hash::FxHashSet;

use super::Packing;
use super::graph::{BlockId, Item};
use crate::ir::Value;

/// The dependences between the items of blocks: groups depend on what any of their members depends on.
pub(in crate::target) struct Paths<'k, 'p> {
    packing: &'k Packing<'p>,
}

impl<'k, 'p> Paths<'k, 'p> {
    pub(in crate::target) fn of(packing: &'k Packing<'p>) -> Self {
        Self { packing }
    }

    /// The item of a block that computes a value: the first member of its group, or the statement that joins it. `None`
    /// if the value comes from another block.
    pub(in crate::target) fn item(&self, block: BlockId, value: Value) -> Option<Item> {
        let graph = &self.packing.graph;
        if graph.block[value.index()] != Some(block) {
            return None;
        }
        if let Some(inner) = graph.joined_by[value.index()] {
            return Some(Item::Inner(inner));
        }
        let group = self.packing.group_of[value.index()];
        Some(Item::Value(
            group.map_or(value, |group| self.packing.groups[group][0]),
        ))
    }

    /// The values that an item reads: a group's members, or a statement.
    fn reads(&self, item: Item, found: &mut Vec<Value>) {
        let packing = self.packing;
        match item {
            Item::Inner(inner) => found.extend(&packing.graph.inner[inner].reads),
            Item::Value(value) => match packing.group_of[value.index()] {
                Some(group) => (packing.groups[group].iter())
                    .for_each(|member| packing.graph.dependencies(*member, found)),
                None => packing.graph.dependencies(value, found),
            },
        }
    }

    /// The items of a block that an item depends on.
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

    /// Whether no value of one block depends on another one, by way of other groups or statements. Values may be members
    /// of one group already.
    pub(in crate::target) fn are_independent(&self, values: &[Value]) -> bool {
        let block = values.first().map(|v| self.packing.graph.block[v.index()]);
        let Some(Some(block)) = block else {
            return true;
        };
        let mut own: Vec<Item> = (values.iter())
            .filter_map(|value| self.item(block, *value))
            .collect();
        own.dedup();
        let mut open: Vec<Item> = (own.iter())
            .flat_map(|item| self.dependencies(block, *item))
            .collect();
        let mut seen: FxHashSet<Item> = open.iter().copied().collect();
        while let Some(item) = open.pop() {
            if own.contains(&item) {
                return false;
            }
            let next = self.dependencies(block, item);
            open.extend(next.into_iter().filter(|item| seen.insert(*item)));
        }
        true
    }
}
