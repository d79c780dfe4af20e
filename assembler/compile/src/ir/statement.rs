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
    If(If),
    /// A block is carried out until a statement in it leaves the loop.
    Loop(Loop),
    /// The innermost loop ends if a truth value holds. Stands directly in the body of a loop.
    Leave(Leave),
    /// A procedure is called, and defines values.
    Call(Call),
    /// A block that a jump can leave. Only in [`Form::Variables`](super::Form::Variables).
    Region(Block),
    /// What follows is not carried out. Only in [`Form::Variables`](super::Form::Variables).
    Jump(Jump, Origin),
}

/// One of two blocks, by a truth value.
#[derive(Clone, PartialEq, Debug)]
pub struct If {
    /// The truth value that decides.
    pub condition: Operand,
    /// What is carried out if it holds, and what if it does not.
    pub arms: [Block; 2],
    /// The values that the `If` defines, none in [`Form::Variables`](super::Form::Variables).
    pub joins: Vec<Join>,
    /// Its place in the source.
    pub origin: Origin,
}

/// A block in rounds.
#[derive(Clone, PartialEq, Debug)]
pub struct Loop {
    /// The values that change from round to round, none in [`Form::Variables`](super::Form::Variables).
    pub parameters: Vec<Parameter>,
    /// The number of rounds after which the loop ends if nothing has left it.
    pub rounds: Option<Rounds>,
    /// What is carried out in each round.
    pub body: Block,
    /// The values that the loop defines, none in [`Form::Variables`](super::Form::Variables). Whatever ends the loop
    /// gives each of them a value.
    pub results: Vec<Value>,
    /// Its place in the source.
    pub origin: Origin,
}

/// An exit of the innermost loop.
#[derive(Clone, PartialEq, Debug)]
pub struct Leave {
    /// The truth value with which the loop ends.
    pub condition: Operand,
    /// The results of the loop in this case, in their order.
    pub values: Vec<Operand>,
    /// Its place in the source.
    pub origin: Origin,
}

/// A call of a procedure.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// The procedure.
    pub procedure: ProcedureId,
    /// The arguments, up to [`MOST_ARGUMENTS`](super::MOST_ARGUMENTS) registers from `r0` on, each with up to four
    /// numbers.
    pub arguments: Vec<Vec<Operand>>,
    /// The numbers of the result, up to four.
    pub results: Vec<Value>,
    /// Its place in the source.
    pub origin: Origin,
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
    /// Its value at the end of each arm.
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

impl If {
    /// The joined values with what an arm, 0 or 1, gives them.
    pub fn incoming(&self, arm: usize) -> impl Iterator<Item = (Value, Operand)> {
        self.joins
            .iter()
            .map(move |join| (join.value, join.from[arm]))
    }

    /// Exchanges the arms if the condition is negated, so that it is not.
    pub fn normalize(&mut self) {
        if self.condition.negated {
            self.condition = self.condition.negate();
            self.arms.reverse();
            self.joins.iter_mut().for_each(|join| join.from.reverse());
        }
    }
}

impl Loop {
    /// The parameters with their values in the first round.
    pub fn firsts(&self) -> impl Iterator<Item = (Value, Operand)> {
        self.parameters
            .iter()
            .map(|parameter| (parameter.value, parameter.first))
    }

    /// The parameters with their values in the next round.
    pub fn nexts(&self) -> impl Iterator<Item = (Value, Operand)> {
        self.parameters
            .iter()
            .map(|parameter| (parameter.value, parameter.next))
    }

    /// The statements that leave the loop.
    pub fn leaves(&self) -> impl Iterator<Item = &Leave> {
        self.body.0.iter().filter_map(Statement::as_leave)
    }

    /// What the results are at each end of the loop: where statements leave it, and after the last round.
    pub fn ends(&self) -> impl Iterator<Item = &Vec<Operand>> {
        let leaves = self.leaves().map(|leave| &leave.values);
        leaves.chain(self.rounds.iter().map(|rounds| &rounds.values))
    }

    /// The same as [`Self::ends`], to be changed.
    pub fn ends_mut(&mut self) -> impl Iterator<Item = &mut Vec<Operand>> {
        let statements = self.body.0.iter_mut();
        let leaves = statements.filter_map(|statement| match statement {
            Statement::Leave(leave) => Some(&mut leave.values),
            _ => None,
        });
        leaves.chain(self.rounds.iter_mut().map(|rounds| &mut rounds.values))
    }
}
