//! `branches`: what a branch selects at no cost is selected by it.
//!
//! The machine has no instruction that selects, and the product with 0 or 1 selects only numbers: a NaN times 0 is a NaN. So
//! a select with a side that can be a NaN becomes an `If`. `If`s of one condition become one, which other selects of the
//! condition join. What only one side needs moves into it.

mod sink;

use rustc_hash::FxHashSet;

use super::edit::Replacements;
use super::facts::Facts;
use crate::ir::{Block, Definition, Join, Op, Operand, Origin, Program, Statement, Type, Value};

/// Makes branches of selects where products cannot select, and joins branches. With `strict`, nothing is assumed of what
/// applications upload.
pub(crate) fn run(program: &mut Program, strict: bool) -> bool {
    let is_select = |definition: &Definition| matches!(definition.op, Op::Select(..));
    if !program.body.branches() && !program.values.iter().any(is_select) {
        return false;
    }
    let facts = Facts::new(program, strict);
    let body = std::mem::take(&mut program.body);
    let mut brancher = Brancher { program, facts };
    let body = brancher.block(body);
    brancher.program.body = body;
    sink::run(program);
    true
}

struct Brancher<'p> {
    program: &'p mut Program,
    facts: Facts,
}

/// An `If` whose condition has no sign.
struct Branch {
    condition: Value,
    sides: [Block; 2],
    joins: Vec<Join>,
    origin: Origin,
}

impl Branch {
    fn new(condition: Operand, mut sides: [Block; 2], joins: Vec<Join>, origin: Origin) -> Self {
        let mut joins = joins;
        if condition.negated {
            sides.reverse();
            joins.iter_mut().for_each(|join| join.from.reverse());
        }
        Self {
            condition: condition.value,
            sides,
            joins,
            origin,
        }
    }

    fn statement(self) -> Statement {
        let [then, otherwise] = self.sides;
        Statement::If {
            condition: self.condition.into(),
            then,
            otherwise,
            joins: self.joins,
            origin: self.origin,
        }
    }
}

impl Brancher<'_> {
    fn block(&mut self, of: Block) -> Block {
        let mut to = Vec::with_capacity(of.0.len());
        for statement in of.0 {
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
                Statement::If {
                    condition,
                    then,
                    otherwise,
                    joins,
                    origin,
                } => {
                    let branch = Branch::new(condition, [then, otherwise], joins, origin);
                    self.add(branch, &mut to);
                }
                other => to.push(other),
            }
        }
        for statement in &mut to {
            for inner in statement.blocks_mut() {
                *inner = self.block(std::mem::take(inner));
            }
        }
        Block(to)
    }

    /// The `If` that selects a number, if one can in place of products.
    fn selecting(&self, value: Value) -> Option<Branch> {
        let definition = self.program.definition(value);
        let Op::Select(condition, from) = definition.op else {
            return None;
        };
        let is_flag = matches!(self.program.op(condition), Op::Flag(_) | Op::Truth(_));
        if is_flag || definition.kind == Type::Bool {
            return None;
        }
        let sides = [Block::default(), Block::default()];
        let joins = vec![Join { value, from }];
        Some(Branch::new(condition, sides, joins, definition.origin))
    }

    fn must_branch(&self, branch: &Branch) -> bool {
        let mut arms = branch.joins.iter().flat_map(|join| join.from);
        arms.any(|arm| !self.facts.is_number(arm))
    }

    /// An `If` of the same condition that can move here: nothing between reads what it joins.
    fn earlier(&self, branch: &Branch, before: &[Statement]) -> Option<usize> {
        let index = before.iter().rposition(|statement| {
            matches!(statement, Statement::If { condition, .. } if condition.value == branch.condition)
        })?;
        let defined = before[index].defined();
        let is_free = before[index + 1..]
            .iter()
            .all(|statement| !self.reads(statement, &defined));
        is_free.then_some(index)
    }

    /// Whether a statement reads one of some values.
    fn reads(&self, statement: &Statement, values: &[Value]) -> bool {
        let is_one = |operand: Operand| values.contains(&operand.value);
        if let Statement::Define(value) = statement {
            return self.program.definition(*value).op.operands().any(is_one);
        }
        statement.operands().any(is_one)
            || statement.blocks().any(|block| {
                let mut inner = block.0.iter();
                inner.any(|statement| self.reads(statement, values))
            })
    }

    /// Adds an `If`, together with what comes before and has the same condition.
    fn add(&mut self, mut branch: Branch, to: &mut Vec<Statement>) {
        if let Some(index) = self.earlier(&branch, to)
            && let Statement::If {
                condition,
                then,
                otherwise,
                joins,
                origin,
            } = to.remove(index)
        {
            let before = Branch::new(condition, [then, otherwise], joins, origin);
            branch = self.joined(before, branch);
        }
        while let Some(index) = self.select_before(&branch, to) {
            if let Statement::Define(value) = to.remove(index)
                && let Some(before) = self.selecting(value)
            {
                branch = self.joined(before, branch);
            }
        }
        for join in &branch.joins {
            self.program.values[join.value.index()].op = Op::Joined;
        }
        to.push(branch.statement());
    }

    /// A select of the condition of a branch that can move there.
    fn select_before(&self, branch: &Branch, before: &[Statement]) -> Option<usize> {
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
    fn joined(&mut self, before: Branch, mut branch: Branch) -> Branch {
        for side in 0..2 {
            let mut replaced = Replacements::none();
            for join in &before.joins {
                replaced.set(join.value, join.from[side]);
            }
            self.replace(&mut branch.sides[side], &replaced);
            for join in &mut branch.joins {
                join.from[side] = replaced.resolve(join.from[side]);
            }
        }
        let [mut then, mut otherwise] = before.sides;
        let [more, others] = branch.sides;
        then.0.extend(more.0);
        otherwise.0.extend(others.0);
        let mut joins = before.joins;
        let mut seen: FxHashSet<Value> = joins.iter().map(|join| join.value).collect();
        joins.extend(
            branch
                .joins
                .into_iter()
                .filter(|join| seen.insert(join.value)),
        );
        Branch {
            condition: before.condition,
            sides: [then, otherwise],
            joins,
            origin: before.origin,
        }
    }

    fn replace(&mut self, block: &mut Block, replaced: &Replacements) {
        for statement in &mut block.0 {
            if let Statement::Define(value) = statement {
                replaced.rewrite(self.program, *value);
            }
            statement.each_operand(|operand| *operand = replaced.resolve(*operand));
            for inner in statement.blocks_mut() {
                self.replace(inner, replaced);
            }
        }
    }
}
