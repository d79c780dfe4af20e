//! Statements: control flow, and where values are defined.

use std::fmt::{self, Display, Formatter};

use super::value::{Operand, Origin, ProcedureId, UniformId, Value, VariableId};

/// Statements in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block(pub Vec<Statement>);

/// One statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Statement {
    /// Computes a value by its [`Op`](super::Op).
    Define(Value),
    /// Sets a variable. Only in [`Form::PreSsa`](super::Form::PreSsa).
    Set(VariableId, Operand),
    /// Executes one of two blocks.
    If(If),
    /// A loop: executes a block until a statement in it leaves the loop.
    Loop(Loop),
    /// Leaves the innermost loop if a boolean is true. Only directly in the body of a loop.
    Break(Break),
    /// Calls a procedure, which defines values.
    Call(Call),
    /// A labelled block, which a jump can leave. Only in [`Form::PreSsa`](super::Form::PreSsa).
    Labelled(Block),
    /// Jumps. Only in [`Form::PreSsa`](super::Form::PreSsa).
    Jump(Jump, Origin),
}

/// A branch.
#[derive(Clone, PartialEq, Debug)]
pub struct If {
    /// The condition.
    pub condition: Operand,
    /// The block for true, and the block for false.
    pub arms: [Block; 2],
    /// The phis, none in [`Form::PreSsa`](super::Form::PreSsa).
    pub phis: Vec<Phi>,
    /// The source location.
    pub origin: Origin,
}

/// A loop.
#[derive(Clone, PartialEq, Debug)]
pub struct Loop {
    /// The block parameters, none in [`Form::PreSsa`](super::Form::PreSsa).
    pub parameters: Vec<Parameter>,
    /// The end of a counted loop, if no `Break` leaves it earlier.
    pub counted_exit: Option<CountedExit>,
    /// The body, executed in each iteration.
    pub body: Block,
    /// The results of the loop, none in [`Form::PreSsa`](super::Form::PreSsa). Each exit gives each of them a value.
    pub results: Vec<Value>,
    /// The source location.
    pub origin: Origin,
}

/// A conditional exit of the innermost loop.
#[derive(Clone, PartialEq, Debug)]
pub struct Break {
    /// The condition of the exit.
    pub condition: Operand,
    /// The results of the loop in this case, in their order.
    pub values: Vec<Operand>,
    /// The source location.
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
    /// The source location.
    pub origin: Origin,
}

/// The target of a jump. Depths count enclosing loops and labelled blocks from 0, the innermost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Jump {
    /// To the end of a loop or labelled block, which it leaves.
    Break(u32),
    /// To the next iteration of a loop. The number includes labelled blocks.
    Continue(u32),
}

/// A phi of an `If`: its value comes from the executed arm.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Phi {
    /// The value that is defined.
    pub value: Value,
    /// Its value at the end of each arm.
    pub from: [Operand; 2],
}

/// Maximum trip count of a counted loop: the limit of the GPU's loop instruction.
pub const MAX_TRIP_COUNT: u16 = 256;

/// The trip count of a counted loop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TripCount {
    /// A number from 1 to [`MAX_TRIP_COUNT`].
    Known(u16),
    /// An integer uniform. The application sets its register to the trip count minus 1.
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

/// The exit of a counted loop after its last iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct CountedExit {
    /// The trip count.
    pub count: TripCount,
    /// The results of the loop after the last iteration, in their order.
    pub values: Vec<Operand>,
}

/// A block parameter of a loop.
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
    /// Returns the phis with their incoming values from an arm, 0 or 1.
    pub fn incoming(&self, arm: usize) -> impl Iterator<Item = (Value, Operand)> {
        self.phis.iter().map(move |phi| (phi.value, phi.from[arm]))
    }

    /// Swaps the arms if the condition is negated, to make it positive.
    pub fn normalize(&mut self) {
        if self.condition.negated {
            self.condition = self.condition.negate();
            self.arms.reverse();
            self.phis.iter_mut().for_each(|phi| phi.from.reverse());
        }
    }
}

impl Loop {
    /// Returns the block parameters with their initial values.
    pub fn firsts(&self) -> impl Iterator<Item = (Value, Operand)> {
        self.parameters
            .iter()
            .map(|parameter| (parameter.value, parameter.first))
    }

    /// Returns the block parameters with their next values.
    pub fn nexts(&self) -> impl Iterator<Item = (Value, Operand)> {
        self.parameters
            .iter()
            .map(|parameter| (parameter.value, parameter.next))
    }

    /// Returns the statements that leave the loop.
    pub fn breaks(&self) -> impl Iterator<Item = &Break> {
        self.body.0.iter().filter_map(Statement::as_break)
    }

    /// Returns the results at each exit of the loop: at each `Break`, and after the last iteration.
    pub fn ends(&self) -> impl Iterator<Item = &Vec<Operand>> {
        let breaks = self.breaks().map(|exit| &exit.values);
        breaks.chain(self.counted_exit.iter().map(|counted_exit| &counted_exit.values))
    }

    /// Like [`Self::ends`], mutable.
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
