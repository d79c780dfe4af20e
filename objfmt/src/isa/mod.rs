//! The machine: its instructions, registers, numbers and limits.
//!
//! - [`opcode`]: the table of opcodes, from which all other parts of the toolchain take their facts;
//! - [`encoding`]: the bits of each format of instruction word;
//! - [`instruction`]: instruction words, decoded and encoded;
//! - [`descriptor`]: operand descriptors: masks, swizzles and signs;
//! - [`exchange`]: instructions whose first two sources can change places;
//! - [`register`]: banks, registers, and the numbers that stand for them in words and tables;
//! - [`float24`]: the number format;
//! - [`constant`]: values of registers at the start of a program;
//! - [`literal`]: these values as a source writes them;
//! - [`property`]: the uses of output registers;
//! - [`limits`]: sizes of memories and counts of registers;
//! - [`meaning`]: the effect of an instruction, apart from the encoding of its word;
//! - [`text`]: instructions in assembly language.

pub mod constant;
pub mod descriptor;
pub mod encoding;
pub mod exchange;
pub mod float24;
pub mod instruction;
pub mod limits;
pub mod literal;
pub mod meaning;
pub mod opcode;
pub mod property;
pub mod register;
pub mod text;
