//! Instruction scheduling: topologically sorts groups and statements.
//!
//! Within a block, items without users in the block stay in source order. Dependencies are scheduled as late as
//! possible, to keep register pressure low.

use rustc_hash::{FxHashMap, FxHashSet};

use super::vectorize::graph::{BlockId, Graph, Item};
use super::vectorize::{Packing, Paths};
use crate::ir::{Statement, Value};

/// Returns the items of each block, in the order of execution. A group is its first member.
pub(super) fn run(packing: &Packing<'_>) -> Vec<Vec<Item>> {
    let blocks = packing.graph.items.len();
    (0..)
        .take(blocks)
        .map(|block| Scheduler::new(packing, block).run())
        .collect()
}

struct Scheduler {
    /// The items in source order, and the dependences of each.
    items: Vec<Item>,
    dependencies: FxHashMap<Item, Vec<Item>>,
}

impl Scheduler {
    fn new(packing: &Packing<'_>, block: BlockId) -> Self {
        let paths = Paths::new(packing);
        let graph = &packing.graph;
        let mut items = Vec::new();
        let mut dependencies: FxHashMap<Item, Vec<Item>> = FxHashMap::default();
        for &item in &graph.items[block as usize] {
            let item = match item {
                Item::Value(value) if packing.shapes[value.index()].is_none() => continue,
                Item::Value(value) => match paths.item(block, value) {
                    Some(item) => item,
                    None => continue,
                },
                inner @ Item::Inner(_) => inner,
            };
            if dependencies.contains_key(&item) {
                continue;
            }
            let mut needs = paths.dependencies(block, item);
            needs.sort_by_key(|item| position(graph, *item));
            items.push(item);
            dependencies.insert(item, needs);
        }
        let mut orderer = Self { items, dependencies };
        orderer.keep_parameters(packing, block);
        orderer
    }

    /// Lets the next value of a loop's parameter come after all reads of the parameter, so that both can share a lane.
    fn keep_parameters(&mut self, packing: &Packing<'_>, block: BlockId) {
        let graph = &packing.graph;
        let around = graph.inner.iter().find(|inner| inner.blocks.contains(&block));
        let Some(Statement::Loop(repeat)) = around.map(|inner| inner.statement) else {
            return;
        };
        let paths = Paths::new(packing);
        for parameter in &repeat.parameters {
            let Some(next) = paths.item(block, parameter.next.value) else {
                continue;
            };
            for index in 0..self.items.len() {
                let reader = self.items[index];
                if reader != next && reads(packing, reader).contains(&parameter.value) && !self.depends(reader, next) {
                    self.dependencies.entry(next).or_default().push(reader);
                }
            }
        }
    }

    /// Returns whether one item depends on another one.
    fn depends(&self, item: Item, on: Item) -> bool {
        let mut open = vec![item];
        let mut seen = FxHashSet::default();
        while let Some(item) = open.pop() {
            if item == on {
                return true;
            }
            let next = self.dependencies.get(&item).into_iter().flatten();
            open.extend(next.filter(|item| seen.insert(**item)));
        }
        false
    }

    fn run(self) -> Vec<Item> {
        let read: FxHashSet<Item> = self.dependencies.values().flatten().copied().collect();
        let is_root = |item: &&Item| !read.contains(*item) || matches!(item, Item::Inner(_));
        let mut order = Vec::with_capacity(self.items.len());
        let mut started = FxHashSet::default();
        for root in self.items.iter().filter(is_root) {
            if !started.insert(*root) {
                continue;
            }
            // Items whose dependencies are being placed, with how many of them have been looked at.
            let mut open = vec![(*root, 0)];
            while let Some((item, looked)) = open.last_mut() {
                let item = *item;
                match self.dependencies.get(&item).and_then(|all| all.get(*looked)) {
                    Some(next) => {
                        *looked += 1;
                        if started.insert(*next) {
                            open.push((*next, 0));
                        }
                    }
                    None => {
                        open.pop();
                        order.push(item);
                    }
                }
            }
        }
        order
    }
}

/// Returns the values that an item of a block reads, its inner blocks included.
fn reads(packing: &Packing<'_>, item: Item) -> Vec<Value> {
    let mut found = Vec::new();
    match item {
        Item::Inner(inner) => found.clone_from(&packing.graph.inner[inner].reads),
        Item::Value(value) => {
            let group = packing.group_of[value.index()];
            for member in group.map_or(&[][..], |group| &packing.groups[group]) {
                packing.graph.dependencies(*member, &mut found);
            }
        }
    }
    found
}

fn position(graph: &Graph<'_>, item: Item) -> u32 {
    match item {
        Item::Value(value) => graph.position[value.index()],
        Item::Inner(inner) => graph.inner[inner].position,
    }
}
