//! Mnemonics of arithmetic instructions.

/// An instruction with a destination and sources.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mnemonic {
    Mov,
    Add,
    Mul,
    Max,
    Min,
    Flr,
    Rcp,
    Rsq,
    Exp,
    Log,
    Lit,
    Dst,
    Dp3,
    Dp4,
    Dph,
    Sge,
    Slt,
    Mad,
}

impl Mnemonic {
    /// Returns the instruction with a name in lower case.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "mov" => Self::Mov,
            "add" => Self::Add,
            "mul" => Self::Mul,
            "max" => Self::Max,
            "min" => Self::Min,
            "flr" => Self::Flr,
            "rcp" => Self::Rcp,
            "rsq" => Self::Rsq,
            "exp" => Self::Exp,
            "log" => Self::Log,
            "lit" => Self::Lit,
            "dst" => Self::Dst,
            "dp3" => Self::Dp3,
            "dp4" => Self::Dp4,
            "dph" => Self::Dph,
            "sge" => Self::Sge,
            "slt" => Self::Slt,
            "mad" => Self::Mad,
            _ => return None,
        })
    }

    /// Returns the name in picasm syntax.
    pub(super) const fn picasm_name(self) -> &'static str {
        match self {
            Self::Mov => "mov",
            Self::Add => "add",
            Self::Mul => "mul",
            Self::Max => "max",
            Self::Min => "min",
            Self::Flr => "flr",
            Self::Rcp => "rcp",
            Self::Rsq => "rsq",
            Self::Exp => "ex2",
            Self::Log => "lg2",
            Self::Lit => "litp",
            Self::Dst => "dst",
            Self::Dp3 => "dp3",
            Self::Dp4 => "dp4",
            Self::Dph => "dph",
            Self::Sge => "sge",
            Self::Slt => "slt",
            Self::Mad => "mad",
        }
    }

    /// Returns the number of its sources.
    pub(super) const fn sources(self) -> usize {
        match self {
            Self::Mov | Self::Flr | Self::Rcp | Self::Rsq | Self::Exp | Self::Log | Self::Lit => 1,
            Self::Mad => 3,
            _ => 2,
        }
    }

    /// Returns true if it computes a scalar from the x of its source.
    pub(super) const fn is_scalar(self) -> bool {
        matches!(self, Self::Rcp | Self::Rsq | Self::Exp | Self::Log)
    }
}
