//! Statements: control flow, and where values are defined.

use std::fmt::{self, Display, Formatter};

use super::value::{Operand, Origin, ProcedureId, UniformId, Value, VariableId};

/// Statements in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block(pub Vec<Statement>);

/// One statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Statement {
    /// A value is computed by its [`Op`](super::Op).
    Define(Value),
    /// A variable gets a value. Only in [`Form::Variables`](super::Form::Variables).
    Set(VariableId, Operand),
    /// One of two blocks is carried out.
    If {
        /// The truth value that decides.
        condition: Operand,
        /// What is carried out if it holds.
        then: Block,
        /// What is carried out if it does not.
        otherwise: Block,
        /// The values that the `If` defines, none in [`Form::Variables`](super::Form::Variables).
        joins: Vec<Join>,
        /// Its place in the source.
        origin: Origin,
    },
    /// A block is carried out until a statement in it leaves the loop.
    Loop {
        /// The values that change from round to round, none in [`Form::Variables`](super::Form::Variables).
        parameters: Vec<Parameter>,
        /// The number of rounds after which the loop ends if nothing has left it.
        rounds: Option<Rounds>,
        /// What is carried out in each round.
        body: Block,
        /// The values that the loop defines, none in [`Form::Variables`](super::Form::Variables). Whatever ends the loop
        /// gives each of them a value.
        results: Vec<Value>,
        /// Its place in the source.
        origin: Origin,
    },
    /// The innermost loop ends if a truth value holds. Stands directly in the body of a loop.
    Leave {
        /// The truth value.
        condition: Operand,
        /// The results of the loop in this case, in their order.
        values: Vec<Operand>,
        /// Its place in the source.
        origin: Origin,
    },
    /// A procedure is called, and defines values.
    Call {
        /// The procedure.
        procedure: ProcedureId,
        /// The arguments, up to [`MOST_ARGUMENTS`](super::MOST_ARGUMENTS) registers from `r0` on, each with up to four
        /// numbers.
        arguments: Vec<Vec<Operand>>,
        /// The numbers of the result, up to four.
        results: Vec<Value>,
        /// Its place in the source.
        origin: Origin,
    },
    /// A block that a jump can leave. Only in [`Form::Variables`](super::Form::Variables).
    Region(Block),
    /// What follows is not carried out. Only in [`Form::Variables`](super::Form::Variables).
    Jump(Jump, Origin),
}

/// Where a jump goes. Loops and regions around the jump are counted from 0, the innermost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Jump {
    /// To the end of a loop or region, which it leaves.
    Leave(u32),
    /// To the next round of a loop. The number counts regions, too.
    Continue(u32),
}

/// A value of an `If` that comes from the one of its blocks that is carried out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Join {
    /// The value that is defined.
    pub value: Value,
    /// Its value at the end of `then`, and at the end of `otherwise`.
    pub from: [Operand; 2],
}

/// The most rounds that a counted loop can have, as the machine's loop instruction.
pub const MOST_ROUNDS: u16 = 256;

/// The number of rounds of a loop that is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Count {
    /// A number from 1 to [`MOST_ROUNDS`].
    Known(u16),
    /// That of a uniform of integers. The application sets its register to such a number less 1.
    Uniform(UniformId),
}

impl Count {
    /// The number, if it is known.
    pub const fn known(self) -> Option<u16> {
        match self {
            Self::Known(count) => Some(count),
            Self::Uniform(_) => None,
        }
    }
}

impl Display for Count {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(count) => write!(f, "{count}"),
            Self::Uniform(id) => write!(f, "{id}"),
        }
    }
}

/// The end of a loop that is counted.
#[derive(Clone, PartialEq, Debug)]
pub struct Rounds {
    /// The number of rounds.
    pub count: Count,
    /// The results of the loop after the last round, in their order.
    pub values: Vec<Operand>,
}

/// A value that changes from round to round of a loop.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    /// The value that is defined.
    pub value: Value,
    /// Its value in the first round.
    pub first: Operand,
    /// Its value in the next round.
    pub next: Operand,
}

impl Block {
    /// Calls `visit` for this block and each one inside, outer ones first.
    pub fn each_block<'b>(&'b self, visit: &mut impl FnMut(&'b Self)) {
        visit(self);
        for statement in &self.0 {
            for block in statement.blocks() {
                block.each_block(visit);
            }
        }
    }

    /// Whether one of the statements has blocks inside.
    pub fn branches(&self) -> bool {
        self.0
            .iter()
            .any(|statement| statement.blocks().next().is_some())
    }

    /// Whether there is a loop, at any depth.
    pub fn has_loops(&self) -> bool {
        self.0.iter().any(|statement| {
            matches!(statement, Statement::Loop { .. }) || statement.blocks().any(Self::has_loops)
        })
    }
}

impl Statement {
    /// The blocks directly inside.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let (first, second) = match self {
            Self::If {
                then, otherwise, ..
            } => (Some(then), Some(otherwise)),
            Self::Loop { body, .. } | Self::Region(body) => (Some(body), None),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The blocks directly inside, to be changed.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let (first, second) = match self {
            Self::If {
                then, otherwise, ..
            } => (Some(then), Some(otherwise)),
            Self::Loop { body, .. } | Self::Region(body) => (Some(body), None),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// Calls `visit` for each operand of the statement itself, not for those of its blocks or of the value that it
    /// defines. `visit` may change the operand.
    pub fn each_operand(&mut self, mut visit: impl FnMut(&mut Operand)) {
        match self {
            Self::Define(_) | Self::Region(_) | Self::Jump(..) => {}
            Self::Set(_, operand) => visit(operand),
            Self::Call { arguments, .. } => arguments.iter_mut().flatten().for_each(visit),
            Self::If {
                condition, joins, ..
            } => {
                visit(condition);
                joins
                    .iter_mut()
                    .flat_map(|join| &mut join.from)
                    .for_each(visit);
            }
            Self::Loop {
                parameters, rounds, ..
            } => {
                for parameter in parameters {
                    visit(&mut parameter.first);
                    visit(&mut parameter.next);
                }
                let ends = rounds.iter_mut().flat_map(|rounds| &mut rounds.values);
                ends.for_each(visit);
            }
            Self::Leave {
                condition, values, ..
            } => {
                visit(condition);
                values.iter_mut().for_each(visit);
            }
        }
    }

    /// The operands of the statement itself, in the order of [`each_operand`](Self::each_operand).
    pub fn operands(&self) -> impl Iterator<Item = Operand> {
        let mut found = Vec::new();
        match self {
            Self::Define(_) | Self::Region(_) | Self::Jump(..) => {}
            Self::Set(_, operand) => found.push(*operand),
            Self::Call { arguments, .. } => found.extend(arguments.iter().flatten()),
            Self::If {
                condition, joins, ..
            } => {
                found.push(*condition);
                found.extend(joins.iter().flat_map(|join| join.from));
            }
            Self::Loop {
                parameters, rounds, ..
            } => {
                found.extend(parameters.iter().flat_map(|p| [p.first, p.next]));
                found.extend(rounds.iter().flat_map(|rounds| &rounds.values));
            }
            Self::Leave {
                condition, values, ..
            } => {
                found.push(*condition);
                found.extend(values);
            }
        }
        found.into_iter()
    }

    /// The values that the statement itself defines, except that of a [`Define`](Self::Define).
    pub fn defined(&self) -> Vec<Value> {
        match self {
            Self::If { joins, .. } => joins.iter().map(|join| join.value).collect(),
            Self::Loop {
                parameters,
                results,
                ..
            } => {
                let changing = parameters.iter().map(|parameter| parameter.value);
                changing.chain(results.iter().copied()).collect()
            }
            Self::Call { results, .. } => results.clone(),
            _ => Vec::new(),
        }
    }
}
