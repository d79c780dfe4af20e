//! Mnemonics: the names of instructions and pseudo-instructions.

use pica200_objfmt::isa::opcode::{Opcode, Operands, Transfer};

/// The instruction that a mnemonic names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mnemonic {
    /// An instruction of the machine.
    Machine(Opcode),
    /// `sub`
    Subtract,
    /// `abs`
    Absolute,
}

/// The description of a pseudo-instruction.
#[derive(Clone, Copy, Debug)]
pub struct PseudoInfo {
    /// Its mnemonic; `None` if it is written with a directive or with an instruction of the machine.
    pub(crate) mnemonic: Option<Mnemonic>,
    /// Its form in sources.
    pub form: &'static str,
    /// The instructions that it stands for.
    pub expansion: &'static str,
}

/// All pseudo-instructions. The page about the language lists them.
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
        expansion: "ifu boolean, with its bodies exchanged",
    },
    PseudoInfo {
        mnemonic: None,
        form: CHAINED_IF,
        expansion: ".else, then ifu boolean or ifc condition, and one .end more",
    },
];

/// The form of an if that tests for false.
pub(crate) const INVERTED_IF: &str = "ifu !boolean";
/// The form of an if in an else-body.
pub(crate) const CHAINED_IF: &str = ".elseif condition";

impl PseudoInfo {
    /// The first word of the form.
    pub fn mnemonic(&self) -> &'static str {
        self.form.split(' ').next().unwrap_or_default()
    }

    /// The pseudo-instruction of a form.
    pub(crate) fn of_form(form: &str) -> Option<&'static Self> {
        PSEUDO_INSTRUCTIONS.iter().find(|info| info.form == form)
    }
}

impl Mnemonic {
    /// Finds a mnemonic, in either case.
    pub(crate) fn find(word: &str) -> Option<Self> {
        if let Some(opcode) = Opcode::from_mnemonic(word) {
            return Some(Self::Machine(opcode));
        }
        let mut infos = PSEUDO_INSTRUCTIONS.iter();
        infos.find(|info| info.mnemonic().eq_ignore_ascii_case(word))?.mnemonic
    }

    /// The opcode of its word. Lowering may choose the counterpart instead.
    pub(crate) const fn opcode(self) -> Opcode {
        match self {
            Self::Machine(opcode) => opcode,
            Self::Subtract => Opcode::Add,
            Self::Absolute => Opcode::Max,
        }
    }

    /// The word and the operands.
    pub(crate) fn usage(self) -> (&'static str, Operands) {
        match self {
            Self::Machine(opcode) => (opcode.info().mnemonic, opcode.info().operands),
            Self::Subtract => ("sub", Operands::Binary),
            Self::Absolute => ("abs", Operands::Unary),
        }
    }

    /// The description of a pseudo-instruction.
    pub(crate) fn pseudo(self) -> Option<&'static PseudoInfo> {
        let mut infos = PSEUDO_INSTRUCTIONS.iter();
        infos.find(|info| info.mnemonic == Some(self))
    }
}

/// Whether an instruction opens a block.
pub(crate) const fn opens_block(opcode: Opcode) -> bool {
    matches!(opcode.transfer(), Transfer::If(_) | Transfer::Loop)
}
