//! Walks over statements: inner blocks, operands and definitions.
//!
//! For passes that treat all statements alike. Others, such as the evaluator, recurse on their own.

use super::program::Program;
use super::statement::{Block, Break, If, Loop, Parameter, Statement};
use super::value::{Operand, Value};

impl Block {
    /// Returns the statements of this block and of its inner blocks, in pre-order.
    pub fn walk(&self) -> impl Iterator<Item = &Statement> {
        let mut open = vec![self.0.iter()];
        std::iter::from_fn(move || {
            loop {
                if let Some(statement) = open.last_mut()?.next() {
                    let blocks = statement.blocks().iter().rev();
                    open.extend(blocks.map(|block| block.0.iter()));
                    return Some(statement);
                }
                open.pop();
            }
        })
    }

    /// This block and the blocks inside, outer ones first.
    pub fn walk_blocks(&self) -> impl Iterator<Item = &Self> {
        let mut open = vec![self];
        std::iter::from_fn(move || {
            let block = open.pop()?;
            let statements = block.0.iter().rev();
            open.extend(statements.flat_map(|statement| statement.blocks().iter().rev()));
            Some(block)
        })
    }

    /// Returns the values that [`Statement::Define`] defines, in the order of [`Self::walk`].
    pub fn definitions(&self) -> impl Iterator<Item = Value> {
        self.walk().filter_map(Statement::as_define)
    }

    /// Calls `visit` for each statement, in the order of [`Self::walk`], with the context that it returned for the
    /// enclosing statement, or `context` at the top.
    pub fn walk_mut<C: Copy>(&mut self, context: C, visit: &mut impl FnMut(&mut Statement, C) -> C) {
        for statement in &mut self.0 {
            let inside = visit(statement, context);
            for block in statement.blocks_mut() {
                block.walk_mut(inside, visit);
            }
        }
    }

    /// Calls `visit` for this block and each one inside, outer ones first.
    pub fn walk_blocks_mut(&mut self, visit: &mut impl FnMut(&mut Self)) {
        visit(self);
        for block in self.0.iter_mut().flat_map(Statement::blocks_mut) {
            block.walk_blocks_mut(visit);
        }
    }

    /// Keeps the statements for which `keep` returns true. It is called in post-order.
    pub fn retain(&mut self, keep: &mut impl FnMut(&mut Statement) -> bool) {
        self.0.retain_mut(|statement| {
            for block in statement.blocks_mut() {
                block.retain(keep);
            }
            keep(statement)
        });
    }

    /// Calls `rewrite` for each statement, in post-order. The statements that it pushes replace the statement.
    pub fn rewrite(&mut self, rewrite: &mut impl FnMut(Statement, &mut Vec<Statement>)) {
        let mut to = Vec::with_capacity(self.0.len());
        for mut statement in std::mem::take(&mut self.0) {
            for block in statement.blocks_mut() {
                block.rewrite(rewrite);
            }
            rewrite(statement, &mut to);
        }
        self.0 = to;
    }

    /// Returns whether one of the statements has blocks inside.
    pub fn branches(&self) -> bool {
        self.0.iter().any(|statement| !statement.blocks().is_empty())
    }

    /// Returns whether there is a loop, at any depth.
    pub fn has_loops(&self) -> bool {
        self.walk().any(|statement| matches!(statement, Statement::Loop(_)))
    }
}

/// Defines the methods that exist for shared and mutable statements.
macro_rules! parts {
    ($blocks:ident $operands:ident $defined:ident $from_ref:ident $iter:ident $($mutable:ident)?) => {
        /// Returns the blocks directly inside.
        pub fn $blocks(&$($mutable)? self) -> &$($mutable)? [Block] {
            match self {
                Self::If(branch) => &$($mutable)? branch.arms,
                Self::Loop(Loop { body, .. }) | Self::Labelled(body) => std::slice::$from_ref(body),
                _ => &$($mutable)? [],
            }
        }

        /// Calls `visit` for each operand of the statement itself, excluding its blocks and the value that it defines.
        pub fn $operands(&$($mutable)? self, mut visit: impl FnMut(&$($mutable)? Operand)) {
            match self {
                Self::Define(_) | Self::Labelled(_) | Self::Jump(..) => {}
                Self::Set(_, operand) => visit(operand),
                Self::If(If { condition, phis, .. }) => {
                    visit(condition);
                    phis.$iter().flat_map(|phi| &$($mutable)? phi.from).for_each(visit);
                }
                Self::Loop(Loop { parameters, counted_exit, .. }) => {
                    for Parameter { first, next, .. } in parameters {
                        visit(first);
                        visit(next);
                    }
                    let ends = counted_exit.$iter().flat_map(|counted_exit| &$($mutable)? counted_exit.values);
                    ends.for_each(visit);
                }
                Self::Break(Break { condition, values, .. }) => {
                    visit(condition);
                    values.$iter().for_each(visit);
                }
                Self::Call(call) => call.arguments.$iter().flatten().for_each(visit),
            }
        }

        /// Calls `visit` for each value that the statement itself defines.
        pub fn $defined(&$($mutable)? self, mut visit: impl FnMut(&$($mutable)? Value)) {
            match self {
                Self::Define(value) => visit(value),
                Self::If(branch) => {
                    branch.phis.$iter().for_each(|phi| visit(&$($mutable)? phi.value));
                }
                Self::Loop(Loop { parameters, results, .. }) => {
                    parameters.$iter().for_each(|parameter| visit(&$($mutable)? parameter.value));
                    results.$iter().for_each(visit);
                }
                Self::Call(call) => call.results.$iter().for_each(visit),
                Self::Set(..) | Self::Break(_) | Self::Labelled(_) | Self::Jump(..) => {}
            }
        }
    };
}

impl Statement {
    parts!(blocks for_each_operand for_each_defined from_ref iter);
    parts!(blocks_mut for_each_operand_mut for_each_defined_mut from_mut iter_mut mut);

    /// Returns the operands of the statement itself, in the order of [`for_each_operand`](Self::for_each_operand).
    pub fn operands(&self) -> impl Iterator<Item = Operand> + use<> {
        let mut found = Vec::new();
        self.for_each_operand(|operand| found.push(*operand));
        found.into_iter()
    }

    /// Returns the values that the statement itself defines.
    pub fn defined(&self) -> impl Iterator<Item = Value> + use<> {
        let mut found = Vec::new();
        self.for_each_defined(|value| found.push(*value));
        found.into_iter()
    }

    /// Returns the value that a [`Define`](Self::Define) defines.
    pub const fn as_define(&self) -> Option<Value> {
        match self {
            Self::Define(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the statement as a [`Break`].
    pub const fn as_break(&self) -> Option<&Break> {
        match self {
            Self::Break(exit) => Some(exit),
            _ => None,
        }
    }
}

impl Program {
    /// Returns the operands of a statement itself, and of the value that it defines.
    pub fn reads(&self, statement: &Statement) -> impl Iterator<Item = Operand> + use<> {
        let value = statement.as_define();
        let op = value.map(|value| self.definition(value).op.operands());
        op.into_iter().flatten().chain(statement.operands())
    }

    /// Calls `visit` for each operand of the outputs, of statements and of the values that these define.
    pub fn for_each_read(&self, mut visit: impl FnMut(Operand)) {
        let outputs = self.outputs.iter().flat_map(|output| &output.components);
        outputs.for_each(|operand| visit(*operand));
        for statement in self.body.walk() {
            match statement {
                Statement::Define(value) => {
                    let operands = self.definition(*value).op.operands();
                    operands.for_each(&mut visit);
                }
                other => other.for_each_operand(|operand| visit(*operand)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::statement::{CountedExit, Phi};
    use super::super::value::{Origin, VariableId};
    use super::super::{Definition, Op, TripCount, Type};
    use super::*;

    fn operand(number: u32) -> Operand {
        Value(number).into()
    }

    /// Returns a statement that sets the variable with a number.
    fn set(number: u32) -> Statement {
        Statement::Set(VariableId(number), operand(9))
    }

    /// Returns the number of the variable that a statement sets.
    fn number(statement: &Statement) -> Option<u32> {
        match statement {
            Statement::Set(variable, _) => Some(variable.0),
            _ => None,
        }
    }

    fn numbers(block: &Block) -> Vec<u32> {
        block.walk().filter_map(number).collect()
    }

    fn repeat() -> Loop {
        let origin = Origin::default();
        let exit = Break {
            condition: operand(3),
            values: vec![operand(4)],
            origin,
        };
        Loop {
            parameters: vec![Parameter {
                value: Value(10),
                first: operand(0),
                next: operand(1),
            }],
            counted_exit: Some(CountedExit {
                count: TripCount::Known(2),
                values: vec![operand(2)],
            }),
            body: Block(vec![set(2), Statement::Break(exit)]),
            results: vec![Value(11)],
            origin,
        }
    }

    /// Returns a block that sets the variables 0 to 4, some in an `If` and a loop.
    fn block() -> Block {
        let then = Block(vec![set(1)]);
        let otherwise = Block(vec![Statement::Loop(repeat()), set(3)]);
        let branch = If {
            condition: operand(5),
            arms: [then, otherwise],
            phis: vec![Phi {
                value: Value(12),
                from: [operand(6), operand(7)],
            }],
            origin: Origin::default(),
        };
        Block(vec![set(0), Statement::If(branch), set(4)])
    }

    #[test]
    fn walks_reach_all_statements_in_the_order_of_the_text() {
        let mut block = block();
        assert_eq!(numbers(&block), [0, 1, 2, 3, 4]);
        assert_eq!(block.walk().count(), 8);
        let lengths: Vec<_> = block.walk_blocks().map(|block| block.0.len()).collect();
        assert_eq!(lengths, [3, 1, 2, 2]);
        let mut depths = Vec::new();
        block.walk_mut(0, &mut |statement, depth| {
            depths.extend(number(statement).map(|number| (number, depth)));
            depth + 1
        });
        assert_eq!(depths, [(0, 0), (1, 1), (2, 2), (3, 1), (4, 0)]);
        let mut lengths = Vec::new();
        block.walk_blocks_mut(&mut |block| lengths.push(block.0.len()));
        assert_eq!(lengths, [3, 1, 2, 2]);
        assert!(block.branches() && block.has_loops());
    }

    #[test]
    fn statements_are_replaced_and_removed_in_their_blocks() {
        let mut block = block();
        block.rewrite(&mut |statement, to| {
            to.extend(number(&statement).map(|number| set(10 + number)));
            to.push(statement);
        });
        assert_eq!(numbers(&block), [10, 0, 11, 1, 12, 2, 13, 3, 14, 4]);
        block.retain(&mut |statement| number(statement).is_none_or(|number| number > 9));
        assert_eq!(numbers(&block), [10, 11, 12, 13, 14]);
        assert_eq!(block.walk().count(), 8);
    }

    #[test]
    fn operands_and_definitions_are_those_of_the_statement_itself() {
        let repeat = repeat();
        let ends: Vec<_> = repeat.ends().flatten().copied().collect();
        assert_eq!(ends, [operand(4), operand(2)]);
        let mut statement = Statement::Loop(repeat);
        let operands: Vec<_> = statement.operands().collect();
        assert_eq!(operands, [0, 1, 2].map(operand));
        let mut changed = Vec::new();
        statement.for_each_operand_mut(|operand| changed.push(*operand));
        assert_eq!(changed, operands);
        let defined: Vec<_> = statement.defined().collect();
        assert_eq!(defined, [Value(10), Value(11)]);
        let branch = &block().0[1];
        assert!(branch.operands().eq([5, 6, 7].map(operand)));
        assert!(branch.defined().eq([Value(12)]));
    }

    #[test]
    fn reads_are_those_of_definitions_too() {
        let mut program = Program::default();
        let sum = program.add(Definition {
            op: Op::BoolToFloat(operand(9)),
            kind: Type::Int,
            origin: Origin::default(),
        });
        let define = Statement::Define(sum);
        assert!(program.reads(&define).eq([operand(9)]));
        assert!(define.operands().next().is_none());
        program.body = Block(vec![define, set(0)]);
        let mut reads = Vec::new();
        program.for_each_read(|operand| reads.push(operand));
        assert_eq!(reads, [operand(9), operand(9)]);
        assert!(program.body.definitions().eq([sum]));
    }
}
