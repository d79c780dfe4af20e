//! Disassembly in the format of Direct3D's compiler.
//!
//! The output equals the output of `fxc /Fc`, starting at the line with the shader model. It depends on the [compiler
//! version](Compiler). Unnamed numbers, which that compiler does not emit, are printed as numbers. Comments and opaque
//! data are skipped.

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

/// The maximum number of indentation levels. Direct3D allows 64 nested blocks. More levels in a damaged program must
/// not make the output quadratic in its size.
const MAX_INDENT: usize = 64;

/// The disassembly of a program: a line for the shader model, then the lines of the instructions, each with a line
/// feed.
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
/// assert_eq!(Disassembly::new(&program, Compiler::V10).to_string(), "vs_4_0\nret \n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Disassembly<'a> {
    program: &'a Program,
    compiler: Compiler,
}

impl<'a> Disassembly<'a> {
    /// Creates the disassembly that a compiler version prints.
    pub const fn new(program: &'a Program, compiler: Compiler) -> Self {
        Self { program, compiler }
    }

    /// Returns the program.
    pub const fn program(self) -> &'a Program {
        self.program
    }

    /// Returns the printable instructions with their indentation.
    pub fn lines(self) -> impl Iterator<Item = Line<'a>> {
        let mut level = 0usize;
        let visible = self.program.instructions.iter().filter(|one| has_text(one));
        visible.map(move |instruction| {
            let block = instruction.info().map_or(Block::Line, |info| info.block);
            if matches!(block, Block::Closes | Block::Divides) {
                level = level.saturating_sub(1);
            }
            let indent = level.min(MAX_INDENT);
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

/// The disassembly of one instruction, without a final line feed. An immediate constant buffer has a line feed after
/// each row but the last.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The number of enclosing blocks. Each is indented by two spaces.
    pub indent: usize,
    /// The instruction.
    pub instruction: &'a Instruction,
    /// The compiler version whose format is used.
    pub compiler: Compiler,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:1$}", "", 2 * self.indent)?;
        instruction::write(f, self.instruction, self.compiler)
    }
}

/// Returns true if an instruction is printed: comments and opaque data are not.
pub(crate) fn has_text(instruction: &Instruction) -> bool {
    !matches!(instruction.body, Body::Data(_)) || instruction.immediate_constant_buffer().is_some()
}
