//! The text of a program, as Direct3D's compiler prints it.
//!
//! A program gives the same text as `fxc /Fc` does, from the line with the shader model on. The text depends on the
//! [generation of the compiler](Compiler). Numbers without a known name, which that compiler does not write, are shown
//! as numbers. Comments and opaque data have no text.

mod compiler;
mod declaration;
mod instruction;
mod listing;
mod number;
mod operand;

use std::fmt;

pub use compiler::Compiler;
pub use listing::Listing;
pub(crate) use listing::type_name;

use crate::program::{Block, Body, Instruction, Program};

/// The most blocks by which a line is indented. Direct3D allows 64 blocks in one another; a damaged program with more
/// of them must not give a text as long as the square of its size.
const MOST_INDENT: usize = 64;

/// The text of a program: a line for the shader model, then the lines of the instructions, each with a line feed.
///
/// ```
/// use pica200_dxbc::program::{Instruction, Opcode, Program, ProgramKind, Token, Version};
/// use pica200_dxbc::text::{Compiler, Disassembly};
///
/// let program = Program {
///     version: Version::new(ProgramKind::VERTEX, 4, 0),
///     instructions: vec![Instruction::new(Token::new(Opcode::RET), Vec::new())],
///     trailing: Vec::new(),
/// };
/// assert_eq!(Disassembly::of(&program, Compiler::V10).to_string(), "vs_4_0\nret \n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Disassembly<'a> {
    program: &'a Program,
    compiler: Compiler,
}

impl<'a> Disassembly<'a> {
    /// The text that a generation of the compiler prints.
    pub const fn of(program: &'a Program, compiler: Compiler) -> Self {
        Self { program, compiler }
    }

    /// The program.
    pub const fn program(self) -> &'a Program {
        self.program
    }

    /// The instructions that have a text, each with its indentation.
    pub fn lines(self) -> impl Iterator<Item = Line<'a>> {
        let mut level = 0usize;
        let visible = self.program.instructions.iter().filter(|one| has_text(one));
        visible.map(move |instruction| {
            let block = instruction.info().map_or(Block::Line, |info| info.block);
            if matches!(block, Block::Closes | Block::Divides) {
                level = level.saturating_sub(1);
            }
            let indent = level.min(MOST_INDENT);
            if matches!(block, Block::Opens | Block::Divides) {
                level += 1;
            }
            Line {
                indent,
                instruction,
                compiler: self.compiler,
            }
        })
    }
}

impl fmt::Display for Disassembly<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.program.version)?;
        self.lines().try_for_each(|line| writeln!(f, "{line}"))
    }
}

/// The text of one instruction, without a line feed at its end. That of an immediate constant buffer has one for each
/// row but the last.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The number of blocks that the instruction is in. Each takes two blanks.
    pub indent: usize,
    /// The instruction.
    pub instruction: &'a Instruction,
    /// The generation of the compiler that prints such a line.
    pub compiler: Compiler,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:1$}", "", 2 * self.indent)?;
        instruction::write(f, self.instruction, self.compiler)
    }
}

/// Whether an instruction has a text: comments and opaque data have none.
pub(crate) fn has_text(instruction: &Instruction) -> bool {
    !matches!(instruction.body, Body::Data(_)) || instruction.immediate_constant_buffer().is_some()
}
