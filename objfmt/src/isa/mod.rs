//! The instruction set of the PICA200 shader unit: instructions, registers, number format and limits.
//!
//! - [`opcode`]: the opcode table, from which all other parts of the toolchain derive;
//! - [`encoding`]: the bit layout of each instruction format;
//! - [`instruction`]: decoding and encoding of instruction words;
//! - [`descriptor`]: operand descriptors: masks, swizzles and signs;
//! - [`commute`]: commutation of the first two sources;
//! - [`register`]: banks, registers, and their numbers in words and tables;
//! - [`float24`]: the floating-point format;
//! - [`constant`]: initial values of registers;
//! - [`literal`]: values in source syntax;
//! - [`property`]: output properties;
//! - [`limits`]: sizes of memories and numbers of registers;
//! - [`meaning`]: the effect of an instruction, independent of its encoding;
//! - [`text`]: instructions in assembly language.

pub mod commute;
pub mod constant;
pub mod descriptor;
pub mod encoding;
pub mod float24;
pub mod instruction;
pub mod limits;
pub mod literal;
pub mod meaning;
pub mod opcode;
pub mod property;
pub mod register;
pub mod text;
