//! The intermediate representation (IR): front ends build it, passes optimize it, and the back end lowers it.
//!
//! A value is one number or one boolean, not a vector. A front end splits vectors into components, and the back end
//! merges equal operations on different components again. So unused components are removed, a swizzle costs nothing,
//! and a chain of scalar operations equals the vector operation. Each value is defined once, by an [`Op`].
//!
//! Control flow is structured: [`Statement::If`] and [`Statement::Loop`], nested. A program has one of two
//! [forms](Form):
//!
//! - In [`Form::PreSsa`], statements set variables, operations read them, and jumps leave loops and labelled blocks
//!   from any depth. Front ends make this form.
//! - In [`Form::Ssa`], there are neither variables nor jumps: an `If` has phis, a `Loop` has block parameters, and a
//!   loop is left by a [`Statement::Break`] directly in its body. Most passes and the back end take this form.
//!
//! A [`Statement::Call`] calls a procedure of another object. Its result depends on its arguments only, and it has no
//! side effects: a call with an unused result is removed.
//!
//! A value that the GPU cannot compute is [`Op::Poison`]. Passes remove it as any other unused value; poison that
//! remains is an error.
//!
//! Source integers have 32 bits; the GPU's integers are floats. An IR integer is a float congruent to the source
//! integer modulo 2^32: 4294967295 is -1. [`Op::Bitwise`], [`Op::Unsigned`], [`Op::Bitcast`] and [`Op::Integer`] need
//! all 32 bits; passes replace them by arithmetic, or by poison.
//!
//! [`Block::walk`], [`Block::walk_mut`] and [`Block::rewrite`] visit all statements; [`Statement::operands`] and
//! [`Statement::defined`] list the values that a statement reads and defines.
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
    Block, Break, Call, CountedExit, If, Jump, Loop, MAX_TRIP_COUNT, Parameter, Phi, Statement, TripCount,
};
pub use value::{
    Array, Binary, Comparison, InputId, Logic, Op, Operand, Origin, ProcedureId, ReasonId, TableId, Type, Unary,
    UniformId, Value, VariableId,
};
pub use verify::{Form, Violation};
