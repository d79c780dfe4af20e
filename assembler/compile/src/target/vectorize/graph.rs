//! The dependency graph: computed values, their blocks and their dependencies.

use crate::ir::{Block, Op, Operand, Program, Statement, Value};

/// A block of statements.
pub(in crate::target) type BlockId = u32;

/// An item of a block: a computed value, or an inner statement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::target) enum Item {
    Value(Value),
    /// An `If`, `Loop`, `Break` or `Call`, by its index in [`Graph::inner`].
    Inner(usize),
}

/// The values and statements of a program.
pub(in crate::target) struct Graph<'p> {
    pub(in crate::target) program: &'p Program,
    /// The block that computes a value, `None` for values that nothing needs.
    pub(in crate::target) block: Vec<Option<BlockId>>,
    /// The position of a value in the program.
    pub(in crate::target) position: Vec<u32>,
    /// The statements with blocks, and those that leave loops.
    pub(in crate::target) inner: Vec<Inner<'p>>,
    /// The index of the statement that defines a phi.
    pub(in crate::target) joined_by: Vec<Option<usize>>,
    /// The items of each block, in order.
    pub(in crate::target) items: Vec<Vec<Item>>,
    /// The values of the same block that each value is computed from.
    pub(in crate::target) direct: Vec<Vec<Value>>,
}

/// A statement other than a definition.
pub(in crate::target) struct Inner<'p> {
    pub(in crate::target) statement: &'p Statement,
    pub(in crate::target) position: u32,
    /// Its blocks.
    pub(in crate::target) blocks: Vec<BlockId>,
    /// The statement before it in its block, which stays before it.
    pub(in crate::target) after: Option<usize>,
    /// The values that are read by it or in it.
    pub(in crate::target) reads: Vec<Value>,
    /// Those of them that its own block has, without its own.
    pub(in crate::target) direct: Vec<Value>,
}

impl<'p> Graph<'p> {
    pub(in crate::target) fn new(program: &'p Program) -> Self {
        let count = program.values.len();
        let mut graph = Self {
            program,
            block: vec![None; count],
            position: vec![0; count],
            inner: Vec::new(),
            joined_by: vec![None; count],
            items: Vec::new(),
            direct: vec![Vec::new(); count],
        };
        let needed = needed(program);
        let mut place = 0;
        graph.walk(&program.body, &needed, &mut place);
        graph.find_direct();
        graph
    }

    /// Returns the number of calls.
    pub(in crate::target) fn calls(&self) -> usize {
        let statements = self.inner.iter().map(|inner| inner.statement);
        statements
            .filter(|statement| matches!(statement, Statement::Call(_)))
            .count()
    }

    /// Computes the dependencies in each block.
    fn find_direct(&mut self) {
        for (block, items) in (0..).zip(&self.items) {
            for item in items {
                let mut found = Vec::new();
                match *item {
                    Item::Value(value) => self.dependencies(value, &mut found),
                    Item::Inner(inner) => {
                        found.clone_from(&self.inner[inner].reads);
                        found.retain(|value| self.joined_by[value.index()] != Some(inner));
                    }
                }
                found.retain(|value| self.block[value.index()] == Some(block));
                match *item {
                    Item::Value(value) => self.direct[value.index()] = found,
                    Item::Inner(inner) => self.inner[inner].direct = found,
                }
            }
        }
    }

    /// Adds a block. Returns its id and the values that it reads.
    fn walk(&mut self, block: &'p Block, needed: &[bool], place: &mut u32) -> (BlockId, Vec<Value>) {
        let id = self.items.len();
        self.items.push(Vec::new());
        let number = BlockId::try_from(id).unwrap_or(BlockId::MAX);
        let mut reads = Vec::new();
        let mut before = None;
        for statement in &block.0 {
            *place += 1;
            let position = *place;
            if let Statement::Define(value) = statement {
                if needed[value.index()] {
                    self.block[value.index()] = Some(number);
                    self.position[value.index()] = position;
                    self.items[id].push(Item::Value(*value));
                    self.dependencies(*value, &mut reads);
                }
                continue;
            }
            let (blocks, mut inside): (Vec<_>, Vec<_>) = (statement.blocks().iter())
                .map(|block| self.walk(block, needed, place))
                .unzip();
            let mut own: Vec<Value> = inside.drain(..).flatten().collect();
            statement.operands().for_each(|operand| self.through(operand, &mut own));
            own.sort_unstable();
            own.dedup();
            reads.extend(&own);
            let index = self.inner.len();
            self.inner.push(Inner {
                statement,
                position,
                blocks,
                after: before.replace(index),
                reads: own,
                direct: Vec::new(),
            });
            for value in statement.defined() {
                self.block[value.index()] = Some(number);
                self.position[value.index()] = position;
                self.joined_by[value.index()] = Some(index);
            }
            self.items[id].push(Item::Inner(index));
        }
        (number, reads)
    }

    /// Adds the values that an operand needs: itself, or of operations that are a part of their readers, their
    /// operands.
    pub(in crate::target) fn through(&self, operand: Operand, found: &mut Vec<Value>) {
        let op = self.program.op(operand);
        match op {
            Op::Element { .. } | Op::Compare(..) | Op::Logic(..) => {
                op.operands().for_each(|operand| self.through(operand, found));
            }
            _ if self.program.definition(operand.value).is_leaf() => {}
            _ => found.push(operand.value),
        }
    }

    /// Adds the values that a value is computed from.
    pub(in crate::target) fn dependencies(&self, value: Value, found: &mut Vec<Value>) {
        let operands = self.program.definition(value).op.operands();
        operands.for_each(|operand| self.through(operand, found));
    }
}

/// Returns the values that outputs and control flow need.
fn needed(program: &Program) -> Vec<bool> {
    let mut needed = vec![false; program.values.len()];
    let outputs = program.outputs.iter().flat_map(|output| &output.components);
    let mut open: Vec<Value> = outputs.map(|operand| operand.value).collect();
    let statements = program.body.walk();
    let read = statements.flat_map(Statement::operands);
    open.extend(read.map(|operand| operand.value));
    while let Some(value) = open.pop() {
        if !std::mem::replace(&mut needed[value.index()], true) {
            open.extend(program.definition(value).op.operands().map(|o| o.value));
        }
    }
    needed
}
