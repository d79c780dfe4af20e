//! `lower-selects`: turns selects that products cannot express into branches.
//!
//! The GPU has no select instruction, and a product with 0 or 1 selects only finite numbers: NaN times 0 is NaN. So a
//! select with a side that can be NaN becomes an `If`. `If`s with one condition are merged, and other selects of the
//! condition become phis of them. Operations that only one side needs are sunk into it.

mod sink;

use rustc_hash::FxHashSet;

use super::edit::Replacements;
use super::facts::Facts;
use crate::ir::{Block, Definition, If, Op, Phi, Program, Statement, Type, Value};

/// Turns selects into branches where products cannot select, and merges branches. With `strict`, makes no assumptions
/// about uploaded numbers.
pub(crate) fn run(program: &mut Program, strict: bool) -> bool {
    let is_select = |definition: &Definition| matches!(definition.op, Op::Select(..));
    if !program.body.branches() && !program.values.iter().any(is_select) {
        return false;
    }
    let facts = Facts::new(program, strict);
    let mut body = std::mem::take(&mut program.body);
    let mut brancher = SelectLowering { program, facts };
    body.walk_blocks_mut(&mut |block| brancher.block(block));
    program.body = body;
    sink::run(program);
    true
}

struct SelectLowering<'p> {
    program: &'p mut Program,
    facts: Facts,
}

impl SelectLowering<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut to = Vec::with_capacity(block.0.len());
        for statement in std::mem::take(&mut block.0) {
            match statement {
                Statement::Define(value) => match self.selecting(value) {
                    Some(branch) => {
                        let must = self.must_branch(&branch);
                        if must || self.earlier(&branch, &to).is_some() {
                            self.add(branch, &mut to);
                        } else {
                            to.push(statement);
                        }
                    }
                    None => to.push(statement),
                },
                Statement::If(mut branch) => {
                    branch.normalize();
                    self.add(branch, &mut to);
                }
                other => to.push(other),
            }
        }
        block.0 = to;
    }

    /// Returns the `If` that selects a number, if products cannot.
    fn selecting(&self, value: Value) -> Option<If> {
        let definition = self.program.definition(value);
        let Op::Select(condition, from) = definition.op else {
            return None;
        };
        let is_flag = matches!(self.program.op(condition), Op::Flag(_) | Op::Bool(_));
        if is_flag || definition.kind == Type::Bool {
            return None;
        }
        let mut branch = If {
            condition,
            arms: Default::default(),
            phis: vec![Phi { value, from }],
            origin: definition.origin,
        };
        branch.normalize();
        Some(branch)
    }

    fn must_branch(&self, branch: &If) -> bool {
        let mut arms = branch.phis.iter().flat_map(|phi| phi.from);
        arms.any(|arm| !self.facts.is_number(arm))
    }

    /// Returns an earlier `If` with the same condition that can move here: nothing between reads its phis.
    fn earlier(&self, branch: &If, before: &[Statement]) -> Option<usize> {
        let index = before.iter().rposition(|statement| {
            matches!(statement, Statement::If(earlier) if earlier.condition.value == branch.condition.value)
        })?;
        let defined: Vec<_> = before[index].defined().collect();
        let is_free = before[index + 1..]
            .iter()
            .all(|statement| !self.reads(statement, &defined));
        is_free.then_some(index)
    }

    /// Returns whether a statement reads one of some values.
    fn reads(&self, statement: &Statement, values: &[Value]) -> bool {
        let inside = statement.blocks().iter().flat_map(Block::walk);
        let statements = std::iter::once(statement).chain(inside);
        let mut read = statements.flat_map(|statement| self.program.reads(statement));
        read.any(|operand| values.contains(&operand.value))
    }

    /// Adds an `If`, merged with a preceding one of the same condition.
    fn add(&mut self, mut branch: If, to: &mut Vec<Statement>) {
        if let Some(index) = self.earlier(&branch, to)
            && let Statement::If(mut before) = to.remove(index)
        {
            before.normalize();
            branch = self.joined(before, branch);
        }
        while let Some(index) = self.select_before(&branch, to) {
            if let Statement::Define(value) = to.remove(index)
                && let Some(before) = self.selecting(value)
            {
                branch = self.joined(before, branch);
            }
        }
        for phi in &branch.phis {
            self.program.values[phi.value.index()].op = Op::Phi;
        }
        to.push(Statement::If(branch));
    }

    /// Returns a select of the condition of a branch that can move there.
    fn select_before(&self, branch: &If, before: &[Statement]) -> Option<usize> {
        (0..before.len()).rev().find(|index| {
            let Statement::Define(value) = before[*index] else {
                return false;
            };
            let select = self.selecting(value);
            select.is_some_and(|select| select.condition == branch.condition)
                && before[index + 1..]
                    .iter()
                    .all(|statement| !self.reads(statement, &[value]))
        })
    }

    /// Two branches of one condition as one.
    fn joined(&mut self, mut before: If, mut branch: If) -> If {
        for (arm, block) in branch.arms.iter_mut().enumerate() {
            let mut replaced = Replacements::none();
            for (value, from) in before.incoming(arm) {
                replaced.set(value, from);
            }
            self.replace(block, &replaced);
            for phi in &mut branch.phis {
                phi.from[arm] = replaced.resolve(phi.from[arm]);
            }
        }
        for (first, second) in before.arms.iter_mut().zip(branch.arms) {
            first.0.extend(second.0);
        }
        let mut seen: FxHashSet<Value> = before.phis.iter().map(|phi| phi.value).collect();
        let more = branch.phis.into_iter();
        before.phis.extend(more.filter(|phi| seen.insert(phi.value)));
        before
    }

    fn replace(&mut self, block: &mut Block, replaced: &Replacements) {
        block.walk_mut((), &mut |statement, ()| {
            if let Some(value) = statement.as_define() {
                replaced.rewrite(self.program, value);
            }
            statement.for_each_operand_mut(|operand| *operand = replaced.resolve(*operand));
        });
    }
}
