//! Vectorization: merges equal operations on different components into one instruction.
//!
//! Groups grow from operands that need several lanes, widest first: outputs, operands of dot products, then operands of
//! the groups themselves. Lanes with equal instructions and operands in the same registers form a group. Remaining
//! lanes are grouped where that is free.

mod classes;
pub(super) mod graph;
mod path;
mod shape;

use rustc_hash::{FxHashMap, FxHashSet};

use self::classes::Classes;
use self::graph::{BlockId, Graph, Item};
use super::code::{Home, Operation};
use crate::ir::{Break, If, Op, Operand, Program, Statement, Value};
pub(super) use path::Paths;
use path::Search;
pub(super) use shape::{Operands, Shape};

/// Maximum number of lanes of a register.
const WIDTH: usize = 4;

/// Maximum number of values of a program that is vectorized. It does not fit into the console's memory anyway.
const MAX_VALUES: usize = 1 << 13;

/// How far apart, in operations of the same form, leftovers are compared with each other.
const NEARBY: usize = 16;

/// The groups of a program.
pub(super) struct Packing<'p> {
    pub(in crate::target) graph: Graph<'p>,
    pub(in crate::target) operands: Operands,
    /// The instruction that each value needs, `None` for those that are a part of other instructions.
    pub(in crate::target) shapes: Vec<Option<Shape>>,
    /// The members of each group, in the order of their positions.
    pub(in crate::target) groups: Vec<Vec<Value>>,
    /// The group of each value.
    pub(in crate::target) group_of: Vec<Option<usize>>,
}

/// Finds the groups of a program.
pub(super) fn run(program: &Program) -> Packing<'_> {
    let graph = Graph::new(program);
    let mut operands = Operands::default();
    let count = program.values.len();
    let shapes = (0..count)
        .map(Value::from_index)
        .map(|value| graph.block[value.index()].and_then(|_| shape::shape(program, &mut operands, value)))
        .collect();
    let mut packer = Packer {
        packing: Packing {
            graph,
            operands,
            shapes,
            groups: Vec::new(),
            group_of: vec![None; count],
        },
        classes: Classes::new(count),
        waiting: Default::default(),
        seen: FxHashSet::default(),
        search: Search::default(),
    };
    packer.share_phis();
    if count <= MAX_VALUES {
        packer.seed();
        packer.grow();
        packer.leftovers();
        packer.latecomers();
    }
    packer.singles();
    packer.packing
}

struct Packer<'p> {
    packing: Packing<'p>,
    classes: Classes,
    /// The bundles that wait, by their width.
    waiting: [Vec<Vec<Operand>>; WIDTH + 1],
    seen: FxHashSet<Vec<Value>>,
    search: Search,
}

/// The common properties of the members of a group: the block, the operation, and each operand's home and sign.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Signature(BlockId, Operation, Vec<(Home, bool)>);

impl<'p> Packer<'p> {
    fn program(&self) -> &'p Program {
        self.packing.graph.program
    }

    /// Lets phis share a lane with those that they come from.
    fn share_phis(&mut self) {
        for index in 0..self.packing.graph.inner.len() {
            let pairs = phi_pairs(self.packing.graph.inner[index].statement);
            let mut taken = FxHashSet::default();
            for (value, from) in pairs {
                let is_lane = self.packing.shapes[from.value.index()].is_some();
                if is_lane && !from.negated && taken.insert(from.value) {
                    self.classes.share(value, from.value);
                }
            }
        }
    }

    fn seed(&mut self) {
        for output in &self.program().outputs {
            self.push(output.components.clone());
        }
        for value in 0..self.packing.shapes.len() {
            if let Some(shape) = &self.packing.shapes[value]
                && !shape.operation.is_lanewise()
            {
                for source in shape.sources.clone() {
                    self.push(source);
                }
            }
        }
        for index in 0..self.packing.graph.inner.len() {
            if let Statement::If(If { condition, .. }) | Statement::Break(Break { condition, .. }) =
                self.packing.graph.inner[index].statement
                && let Op::Logic(_, both) = *self.program().op(*condition)
            {
                let [a, b] = both.map(|side| self.program().op(side).operands());
                for pair in a.zip(b) {
                    self.push(vec![pair.0, pair.1]);
                }
            }
            if let Statement::Call(call) = self.packing.graph.inner[index].statement {
                for argument in &call.arguments {
                    self.push(argument.clone());
                }
            }
        }
    }

    /// Adds a bundle of operands that are needed together.
    fn push(&mut self, operands: Vec<Operand>) {
        let mut values = Vec::new();
        for operand in &operands {
            let value = operand.value;
            let is_lane =
                self.packing.shapes[value.index()].is_some() || self.packing.graph.joined_by[value.index()].is_some();
            if is_lane && !values.contains(&value) {
                values.push(value);
            }
        }
        let mut key = values.clone();
        key.sort_unstable();
        if values.len() > 1 && values.len() <= WIDTH && self.seen.insert(key) {
            self.waiting[values.len()].push(values.into_iter().map(Operand::from).collect());
        }
    }

    /// Forms groups until no bundle waits.
    fn grow(&mut self) {
        while let Some(width) = (0..=WIDTH).rev().find(|&width| !self.waiting[width].is_empty()) {
            let bundle = self.waiting[width].remove(0);
            let values: Vec<_> = bundle.iter().map(|operand| operand.value).collect();
            self.classes.join(&values);
            self.follow_phis(&values);
            let mut open: Vec<_> = (values.iter().copied()).filter(|value| self.is_open(*value)).collect();
            while let Some(first) = open.first().copied() {
                let group = self.matching(first, &open);
                open.retain(|value| !group.contains(value));
                self.form(group);
            }
        }
    }

    /// Joined values that are needed together come from values that are.
    fn follow_phis(&mut self, values: &[Value]) {
        let mut by_statement: FxHashMap<usize, Vec<Value>> = FxHashMap::default();
        for value in values {
            if let Some(index) = self.packing.graph.joined_by[value.index()] {
                by_statement.entry(index).or_default().push(*value);
            }
        }
        let mut statements: Vec<_> = by_statement.into_iter().collect();
        statements.sort_unstable();
        for (index, joined) in statements {
            let statement = self.packing.graph.inner[index].statement;
            for sources in sources_of_phis(statement, &joined) {
                self.push(sources);
            }
        }
    }

    /// Returns whether a value can become a member of a group.
    fn is_open(&self, value: Value) -> bool {
        self.packing.group_of[value.index()].is_none()
            && self.packing.shapes[value.index()]
                .as_ref()
                .is_some_and(|shape| shape.operation.is_lanewise())
    }

    fn signature(&mut self, value: Value) -> Option<Signature> {
        let program = self.program();
        let Packing {
            shapes,
            operands,
            graph,
            ..
        } = &mut self.packing;
        let shape = shapes[value.index()].as_ref()?;
        let mut of = |operand: Operand| {
            let home = operands.home(program, operand);
            // A literal takes its sign along.
            (home, operand.negated && home != Home::Literal)
        };
        let homes = shape.sources.iter().map(|source| of(source[0])).collect();
        Some(Signature(graph.block[value.index()]?, shape.operation, homes))
    }

    /// Returns the values, with the first one, that can be computed by one instruction.
    fn matching(&mut self, first: Value, among: &[Value]) -> Vec<Value> {
        let signature = self.signature(first);
        let mut group = vec![first];
        for &value in among {
            if value == first || group.len() == WIDTH || self.signature(value) != signature {
                continue;
            }
            group.push(value);
            if !self.is_possible(&group) {
                group.pop();
            }
        }
        group
    }

    /// Returns whether the operands of a group can be in one register each, and no member depends on another one.
    fn is_possible(&mut self, group: &[Value]) -> bool {
        for source in self.sources(group) {
            let lanes = self.lanes_of(&source);
            if !self.classes.fit(&lanes) {
                return false;
            }
        }
        self.classes.fit(group) && self.search.are_independent(&self.packing, group)
    }

    /// Returns the operands of a group, for each source.
    fn sources(&self, group: &[Value]) -> Vec<Vec<Operand>> {
        let shapes: Vec<_> = (group.iter())
            .filter_map(|value| self.packing.shapes[value.index()].as_ref())
            .collect();
        let count = shapes.first().map_or(0, |shape| shape.sources.len());
        let source = |index: usize| {
            let lanes = shapes.iter().flat_map(|shape| &shape.sources[index]);
            lanes.copied().collect()
        };
        (0..count).map(source).collect()
    }

    /// Returns the values among operands that are in temporary registers.
    fn lanes_of(&self, operands: &[Operand]) -> Vec<Value> {
        let values = operands.iter().map(|operand| operand.value);
        let is_lane = |value: &Value| {
            self.packing.shapes[value.index()].is_some() || self.packing.graph.joined_by[value.index()].is_some()
        };
        values.filter(is_lane).collect()
    }

    /// Forms a group of values, and queues their operands.
    fn form(&mut self, mut group: Vec<Value>) {
        if group.len() < 2 {
            return;
        }
        self.classes.join(&group);
        for source in self.sources(&group) {
            let lanes = self.lanes_of(&source);
            self.classes.join(&lanes);
            self.push(source);
        }
        group.sort_by_key(|value| self.packing.graph.position[value.index()]);
        self.add_group(group);
    }

    fn add_group(&mut self, group: Vec<Value>) {
        let id = self.packing.groups.len();
        for value in &group {
            debug_assert!(self.packing.group_of[value.index()].is_none());
            self.packing.group_of[value.index()] = Some(id);
        }
        self.packing.groups.push(group);
    }

    /// Groups remaining values whose operands already share registers.
    fn leftovers(&mut self) {
        let mut alike: FxHashMap<Signature, Vec<Value>> = FxHashMap::default();
        let mut order = Vec::new();
        for block in 0..self.packing.graph.items.len() {
            for index in 0..self.packing.graph.items[block].len() {
                let Item::Value(value) = self.packing.graph.items[block][index] else {
                    continue;
                };
                if self.is_open(value)
                    && let Some(signature) = self.signature(value)
                {
                    let same = alike.entry(signature.clone()).or_default();
                    if same.is_empty() {
                        order.push(signature);
                    }
                    same.push(value);
                }
            }
        }
        for signature in order {
            let mut open = alike.remove(&signature).unwrap_or_default();
            loop {
                // The groups of other forms let values of this one grow together.
                open.retain(|value| self.is_open(*value));
                let Some(first) = open.first().copied() else {
                    break;
                };
                let near = &open[..open.len().min(NEARBY)];
                let group = self.matching(first, near);
                open.retain(|value| !group.contains(value));
                self.form(group);
                self.grow();
            }
        }
    }

    /// Adds remaining values to groups of the same form.
    fn latecomers(&mut self) {
        let mut alike: FxHashMap<Signature, Vec<usize>> = FxHashMap::default();
        for group in 0..self.packing.groups.len() {
            if let Some(signature) = self.signature(self.packing.groups[group][0]) {
                alike.entry(signature).or_default().push(group);
            }
        }
        for value in (0..self.packing.shapes.len()).map(Value::from_index) {
            if !self.is_open(value) {
                continue;
            }
            let groups = self.signature(value).and_then(|form| alike.get(&form));
            for group in groups.cloned().unwrap_or_default() {
                let mut members = self.packing.groups[group].clone();
                members.push(value);
                if members.len() <= WIDTH && self.is_possible(&members) {
                    self.classes.join(&members);
                    for source in self.sources(&members) {
                        let lanes = self.lanes_of(&source);
                        self.classes.join(&lanes);
                    }
                    members.sort_by_key(|value| self.packing.graph.position[value.index()]);
                    self.packing.groups[group] = members;
                    self.packing.group_of[value.index()] = Some(group);
                    break;
                }
            }
        }
    }

    /// Forms a group of each other value.
    fn singles(&mut self) {
        for value in (0..self.packing.shapes.len()).map(Value::from_index) {
            let is_computed = self.packing.shapes[value.index()].is_some();
            if is_computed && self.packing.group_of[value.index()].is_none() {
                self.add_group(vec![value]);
            }
        }
    }
}

/// Returns each phi of a statement, with one of its incoming values.
fn phi_pairs(statement: &Statement) -> Vec<(Value, Operand)> {
    match statement {
        Statement::If(branch) => branch.incoming(0).chain(branch.incoming(1)).collect(),
        Statement::Loop(repeat) => repeat.nexts().collect(),
        _ => Vec::new(),
    }
}

/// For each way into phis of one statement, the operands that they come from.
fn sources_of_phis(statement: &Statement, joined: &[Value]) -> Vec<Vec<Operand>> {
    let mut found = Vec::new();
    let mut add = |pairs: Vec<(Value, Operand)>| {
        let picked = (joined.iter())
            .filter_map(|value| pairs.iter().find(|pair| pair.0 == *value))
            .map(|pair| pair.1);
        found.push(picked.collect());
    };
    match statement {
        Statement::If(branch) => (0..2).for_each(|arm| add(branch.incoming(arm).collect())),
        Statement::Loop(repeat) => {
            add(repeat.nexts().collect());
            add(repeat.firsts().collect());
            let last = repeat.counted_exit.iter().map(|counted_exit| &counted_exit.values);
            let leaves = repeat.breaks().map(|exit| &exit.values);
            for values in last.chain(leaves) {
                let results = repeat.results.iter().copied();
                add(results.zip(values.iter().copied()).collect());
            }
        }
        _ => {}
    }
    found
}
