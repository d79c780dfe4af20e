//! The middle: what front ends make, what passes improve, and what the back end translates.
//!
//! A value is one number or one boolean, not a vector. A front end splits vectors into their lanes, and the back end
//! joins equal operations on different lanes again. So a lane that nobody reads is removed, a swizzle costs nothing,
//! and a chain of scalar operations means the same as the vector operation. Each value is defined once, by an [`Op`].
//!
//! Control flow is structured: [`Statement::If`] and [`Statement::Loop`], nested. A program has one of two [forms](Form):
//!
//! - In [`Form::PreSsa`], statements set variables, operations read them, and jumps leave loops and labelled blocks
//!   from any depth. Front ends make this form.
//! - In [`Form::Ssa`], there are neither variables nor jumps: an `If` has joins, a `Loop` has parameters, and a loop is
//!   left by [`Statement::Break`] directly in its body. Most passes and the back end take this form.
//!
//! A [`Statement::Call`] calls a procedure of another object. Its result depends on nothing but its arguments, and it
//! has no other effect: a call whose result nothing reads is removed.
//!
//! A value that the GPU cannot compute is [`Op::Poison`]. Passes remove it as any other value that no output needs;
//! what is left of it refuses the program.
//!
//! Integers of the source have 32 bits, those of the GPU are floats. An integer of the IR is a float that is congruent
//! to that of the source modulo 2^32: 4294967295 is -1. [`Op::Bitwise`], [`Op::Unsigned`], [`Op::Bitcast`] and
//! [`Op::Integer`] are what needs the bits of the source; passes replace them by arithmetic, or by poison where there
//! is none.
//!
//! [`Block::walk`], [`Block::walk_mut`] and [`Block::rewrite`] go through all statements,
//! [`Statement::operands`] and [`Statement::defined`] through what one reads and defines.
//!
//! [`Program::verify`] checks the rules of a form, [`evaluate`](evaluate::run) runs a program, and `Display` prints it.

mod bits;
mod build;
pub mod evaluate;
mod interface;
mod print;
mod program;
mod statement;
mod value;
mod verify;
mod walk;

pub use bits::{Bitwise, LARGEST_INTEGER, integer, nearest, wrapped};
pub use build::Builder;
pub use interface::{Input, MAX_ARGUMENTS, Output, Procedure, Table, Uniform};
pub use program::{Definition, Program, Variable};
pub use statement::{
    Block, Break, Call, CountedExit, If, Jump, Loop, MAX_TRIP_COUNT, Parameter, Phi, Statement,
    TripCount,
};
pub use value::{
    Array, Binary, Comparison, InputId, Logic, Op, Operand, Origin, ProcedureId, ReasonId, TableId,
    Type, Unary, UniformId, Value, VariableId,
};
pub use verify::{Form, Violation};
