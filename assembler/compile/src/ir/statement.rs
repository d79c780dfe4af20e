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
    /// A variable gets a value. Only in [`Form::PreSsa`](super::Form::PreSsa).
    Set(VariableId, Operand),
    /// One of two blocks is executed.
    If(If),
    /// A block is executed until a statement in it leaves the loop.
    Loop(Loop),
    /// The innermost loop ends if a boolean holds. Stands directly in the body of a loop.
    Break(Break),
    /// A procedure is called, and defines values.
    Call(Call),
    /// A block that a jump can leave. Only in [`Form::PreSsa`](super::Form::PreSsa).
    Labelled(Block),
    /// What follows is not executed. Only in [`Form::PreSsa`](super::Form::PreSsa).
    Jump(Jump, Origin),
}

/// One of two blocks, by a boolean.
#[derive(Clone, PartialEq, Debug)]
pub struct If {
    /// The boolean that decides.
    pub condition: Operand,
    /// What is executed if it holds, and what if it does not.
    pub arms: [Block; 2],
    /// The values that the `If` defines, none in [`Form::PreSsa`](super::Form::PreSsa).
    pub phis: Vec<Phi>,
    /// Its place in the source.
    pub origin: Origin,
}

/// A block in iterations.
#[derive(Clone, PartialEq, Debug)]
pub struct Loop {
    /// The values that change in each iteration, none in [`Form::PreSsa`](super::Form::PreSsa).
    pub parameters: Vec<Parameter>,
    /// The trip count after which the loop ends if nothing has left it.
    pub counted_exit: Option<CountedExit>,
    /// What is executed in each iteration.
    pub body: Block,
    /// The values that the loop defines, none in [`Form::PreSsa`](super::Form::PreSsa). Whatever ends the loop
    /// gives each of them a value.
    pub results: Vec<Value>,
    /// Its place in the source.
    pub origin: Origin,
}

/// An exit of the innermost loop.
#[derive(Clone, PartialEq, Debug)]
pub struct Break {
    /// The boolean with which the loop ends.
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
    /// The arguments, up to [`MAX_ARGUMENTS`](super::MAX_ARGUMENTS) registers from `r0` on, each with up to four
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
    /// To the end of a loop or labelled block, which it leaves.
    Break(u32),
    /// To the next iteration of a loop. The number counts regions.
    Continue(u32),
}

/// A value of an `If` that comes from the one of its blocks that is executed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Phi {
    /// The value that is defined.
    pub value: Value,
    /// Its value at the end of each arm.
    pub from: [Operand; 2],
}

/// Maximum number of iterations that a counted loop can have, as the GPU's loop instruction.
pub const MAX_TRIP_COUNT: u16 = 256;

/// The trip count of a loop that is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TripCount {
    /// A number from 1 to [`MAX_TRIP_COUNT`].
    Known(u16),
    /// That of a uniform of integers. The application sets its register to such a number less 1.
    Uniform(UniformId),
}

impl TripCount {
    /// Returns the number, if it is known.
    pub const fn known(self) -> Option<u16> {
        match self {
            Self::Known(count) => Some(count),
            Self::Uniform(_) => None,
        }
    }
}

impl Display for TripCount {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(count) => write!(f, "{count}"),
            Self::Uniform(id) => write!(f, "{id}"),
        }
    }
}

/// The end of a loop that is counted.
#[derive(Clone, PartialEq, Debug)]
pub struct CountedExit {
    /// The trip count.
    pub count: TripCount,
    /// The results of the loop after the last iteration, in their order.
    pub values: Vec<Operand>,
}

/// A value that changes in each iteration of a loop.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    /// The value that is defined.
    pub value: Value,
    /// Its value in the first iteration.
    pub first: Operand,
    /// Its value in the next iteration.
    pub next: Operand,
}

impl If {
    /// Returns the phis with what an arm, 0 or 1, gives them.
    pub fn incoming(&self, arm: usize) -> impl Iterator<Item = (Value, Operand)> {
        self.phis.iter().map(move |phi| (phi.value, phi.from[arm]))
    }

    /// Exchanges the arms if the condition is negated, so that it is not.
    pub fn normalize(&mut self) {
        if self.condition.negated {
            self.condition = self.condition.negate();
            self.arms.reverse();
            self.phis.iter_mut().for_each(|phi| phi.from.reverse());
        }
    }
}

impl Loop {
    /// Returns the parameters with their values in the first iteration.
    pub fn firsts(&self) -> impl Iterator<Item = (Value, Operand)> {
        self.parameters
            .iter()
            .map(|parameter| (parameter.value, parameter.first))
    }

    /// Returns the parameters with their values in the next iteration.
    pub fn nexts(&self) -> impl Iterator<Item = (Value, Operand)> {
        self.parameters
            .iter()
            .map(|parameter| (parameter.value, parameter.next))
    }

    /// Returns the statements that leave the loop.
    pub fn breaks(&self) -> impl Iterator<Item = &Break> {
        self.body.0.iter().filter_map(Statement::as_break)
    }

    /// What the results are at each end of the loop: where statements leave it, and after the last iteration.
    pub fn ends(&self) -> impl Iterator<Item = &Vec<Operand>> {
        let breaks = self.breaks().map(|exit| &exit.values);
        breaks.chain(
            self.counted_exit
                .iter()
                .map(|counted_exit| &counted_exit.values),
        )
    }

    /// Returns the same as [`Self::ends`], to be changed.
    pub fn ends_mut(&mut self) -> impl Iterator<Item = &mut Vec<Operand>> {
        let statements = self.body.0.iter_mut();
        let breaks = statements.filter_map(|statement| match statement {
            Statement::Break(exit) => Some(&mut exit.values),
            _ => None,
        });
        breaks.chain(
            self.counted_exit
                .iter_mut()
                .map(|counted_exit| &mut counted_exit.values),
        )
    }
}
