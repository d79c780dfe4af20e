//! Warnings for readable SHARCFB archives: reported by every view, and by `--verify`.

use pica200::diagnostic::Diagnostic;
use pica200_diagnostics::Code;
use pica200_sharcfb::check::{Doubt, Warning};

/// Returns the diagnostic for a warning of the reader.
pub(super) fn report_of(name: &str, warning: &Warning) -> Diagnostic {
    Diagnostic::for_fault(code_of(&warning.doubt), name, warning).into_warning()
}

/// Returns the diagnostic code of a warning.
const fn code_of(doubt: &Doubt) -> Code {
    match doubt {
        Doubt::Version { .. } => Code::OtherVersion,
        Doubt::Endian { .. } | Doubt::Resolved { .. } => Code::UnexpectedValue,
        Doubt::BytesBehind { .. } => Code::BytesBehind,
        Doubt::UnknownStage { .. } => Code::UnknownStage,
        Doubt::ScatteredTables => Code::ScatteredTables,
        Doubt::LoopVariables { .. } => Code::LoopVariables,
        Doubt::MissingStage { .. } => Code::MissingStage,
        Doubt::Range { .. } | Doubt::Unused { .. } => Code::ProgramRanges,
        Doubt::WrongStage { .. } => Code::MisplacedStage,
        Doubt::EmptyValue => Code::EmptyValue,
        Doubt::NoDefault => Code::NoDefaultValue,
        Doubt::Flags { .. } => Code::VariationFlags,
        Doubt::TooMany { .. } => Code::MacroLimit,
    }
}
