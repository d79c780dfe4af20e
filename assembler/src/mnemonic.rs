//! Mnemonics: the names of instructions and pseudo-instructions.

use pica200_objfmt::isa::opcode::{Opcode, Operands, Transfer};

/// The instruction that a mnemonic names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mnemonic {
    /// A machine instruction.
    Machine(Opcode),
    /// `sub`
    Subtract,
    /// `abs`
    Absolute,
}

/// A pseudo-instruction.
#[derive(Clone, Copy, Debug)]
pub struct PseudoInfo {
    /// Its mnemonic; `None` if it is written with a directive or a machine instruction.
    pub(crate) mnemonic: Option<Mnemonic>,
    /// Its syntax in sources.
    pub form: &'static str,
    /// Its expansion.
    pub expansion: &'static str,
}

/// All pseudo-instructions. Listed in the language reference.
pub const PSEUDO_INSTRUCTIONS: &[PseudoInfo] = &[
    PseudoInfo {
        mnemonic: Some(Mnemonic::Subtract),
        form: "sub destination, source1, source2",
        expansion: "add destination, source1, -source2",
    },
    PseudoInfo {
        mnemonic: Some(Mnemonic::Absolute),
        form: "abs destination, source",
        expansion: "max destination, -source, source",
    },
    PseudoInfo {
        mnemonic: None,
        form: INVERTED_IF,
        expansion: "ifu boolean, with its bodies swapped",
    },
    PseudoInfo {
        mnemonic: None,
        form: CHAINED_IF,
        expansion: ".else, then ifu boolean or ifc condition, and one .end more",
    },
];

/// Syntax of an if that tests for false.
pub(crate) const INVERTED_IF: &str = "ifu !boolean";
/// Syntax of an if in an else-body.
pub(crate) const CHAINED_IF: &str = ".elseif condition";

impl PseudoInfo {
    /// Returns the first word of the syntax.
    pub fn mnemonic(&self) -> &'static str {
        self.form.split(' ').next().unwrap_or_default()
    }

    /// Looks up a pseudo-instruction by syntax.
    pub(crate) fn from_form(form: &str) -> Option<&'static Self> {
        PSEUDO_INSTRUCTIONS.iter().find(|info| info.form == form)
    }
}

impl Mnemonic {
    /// Looks up a mnemonic, case-insensitively.
    pub(crate) fn find(word: &str) -> Option<Self> {
        if let Some(opcode) = Opcode::from_mnemonic(word) {
            return Some(Self::Machine(opcode));
        }
        let mut infos = PSEUDO_INSTRUCTIONS.iter();
        infos.find(|info| info.mnemonic().eq_ignore_ascii_case(word))?.mnemonic
    }

    /// Returns the opcode of its word. Lowering may choose the inverted form instead.
    pub(crate) const fn opcode(self) -> Opcode {
        match self {
            Self::Machine(opcode) => opcode,
            Self::Subtract => Opcode::Add,
            Self::Absolute => Opcode::Max,
        }
    }

    /// Returns the mnemonic and its operand format.
    pub(crate) fn usage(self) -> (&'static str, Operands) {
        match self {
            Self::Machine(opcode) => (opcode.info().mnemonic, opcode.info().operands),
            Self::Subtract => ("sub", Operands::Binary),
            Self::Absolute => ("abs", Operands::Unary),
        }
    }

    /// Returns the pseudo-instruction, if it is one.
    pub(crate) fn pseudo(self) -> Option<&'static PseudoInfo> {
        let mut infos = PSEUDO_INSTRUCTIONS.iter();
        infos.find(|info| info.mnemonic == Some(self))
    }
}

/// Returns true if an instruction opens a block.
pub(crate) const fn opens_block(opcode: Opcode) -> bool {
    matches!(opcode.transfer(), Transfer::If(_) | Transfer::Loop)
}
