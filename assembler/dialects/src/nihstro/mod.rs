//! nihstro's language.
//!
//! [`token`] and [`parse`] make a statement of each line. [`convert`] walks the statements in order, as names are
//! visible from their declaration on, and makes the items of a program, whose operands are in picasm syntax.

mod ast;
mod condition;
mod declare;
mod instruction;
mod mnemonic;
mod operand;
mod parse;
#[allow(clippy::all, unused, reason = "generated")]
#[rustfmt::skip]
mod patterns;
mod token;

mod convert;
mod value;

pub(crate) use convert::convert;
