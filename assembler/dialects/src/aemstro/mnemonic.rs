//! Mnemonics.

use pica200_objfmt::isa::opcode::Opcode;

/// The mnemonic of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mnemonic {
    /// An arithmetic instruction, with a destination.
    Vector(Opcode),
    /// `cmp`
    Compare,
    /// `nop` or `emit`
    Bare(&'static str),
    End,
    /// `end`, in 2014.
    Flush,
    SetEmit,
    Ifc,
    Ifu,
    /// `ifc` without else, in 2014.
    If,
    Loop,
    Call,
}

/// Returns the mnemonic with a name in lower case; `None` if aemstro does not know it.
pub(super) fn mnemonic(name: &str) -> Option<Mnemonic> {
    Some(match name {
        "op4" => Mnemonic::Vector(Opcode::Dst),
        "op7" => Mnemonic::Vector(Opcode::Litp),
        "op19" => Mnemonic::Vector(Opcode::Dsti),
        "dst" | "litp" | "dsti" => return None,
        "cmp" => Mnemonic::Compare,
        "nop" => Mnemonic::Bare("nop"),
        "emit" => Mnemonic::Bare("emit"),
        "end" => Mnemonic::End,
        "flush" => Mnemonic::Flush,
        "setemit" => Mnemonic::SetEmit,
        "ifc" => Mnemonic::Ifc,
        "ifu" => Mnemonic::Ifu,
        "if" => Mnemonic::If,
        "loop" => Mnemonic::Loop,
        "call" => Mnemonic::Call,
        _ => {
            let opcode = Opcode::from_mnemonic(name)?;
            let computes = !opcode.info().selectors.is_empty();
            return computes.then_some(Mnemonic::Vector(opcode));
        }
    })
}
