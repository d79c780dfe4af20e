//! The PICA200 shader processor and the files that hold its programs.
//!
//! The machine:
//! - [`register`]: banks, registers, and the numbers by which words and tables name them;
//! - [`float24`]: the number format;
//! - [`opcode`]: the one table of opcodes, with [`encoding`] for the bits of each format;
//! - [`instruction`]: instruction words, decoded and encoded;
//! - [`text`]: instructions in the words of the assembly language;
//! - [`descriptor`]: masks, selectors and signs of operands;
//! - [`meaning`]: what an instruction says, apart from how its word is written;
//! - [`property`]: what outputs are for;
//! - [`flow`]: which words execution can reach, and the graph of their blocks;
//! - [`limits`]: how much of everything there is.
//!
//! The files:
//! - [`object`]: DVOJ, what the assembler writes and the linker reads;
//! - [`shbin`]: DVLB with its DVLP and DVLEs, what consoles load;
//! - [`archive`]: several objects in one file, with an index of the procedures that they define;
//! - [`inspect`]: objects and shader binaries, damaged or of another version, and what each byte of them is;
//! - [`difference`]: in what two shader binaries differ in meaning;
//! - [`error`]: what can be wrong with them;
//! - [`kind_of_file`]: which of them a file is.
//!
//! And what the tools over it share: [`text`] writes instructions as the assembly language does, [`similar`] finds what
//! a misspelt word was meant to be.
//!
//! `FORMAT.md` beside this crate describes them field by field.

pub mod archive;
pub mod bits;
mod bytes;
pub mod descriptor;
pub mod difference;
pub mod encoding;
pub mod error;
pub mod explanation;
pub mod float24;
pub mod flow;
mod image;
pub mod inspect;
pub mod instruction;
mod kind;
pub mod limits;
pub mod meaning;
pub mod object;
pub mod opcode;
pub mod property;
mod records;
pub mod register;
pub mod shbin;
pub mod similar;
pub mod text;

pub use kind::{FileKind, kind_of_file};
