//! Warnings for readable SHARCFB archives: reported by every view, and by `--verify`.

use pica200::diagnostic::Diagnostic;
use pica200_diagnostics::Code;
use pica200_sharcfb::check::{Warning, WarningKind};

/// Returns the diagnostic for a warning of the reader.
pub(super) fn report_of(name: &str, warning: &Warning) -> Diagnostic {
    Diagnostic::for_fault(diagnostic_code(&warning.kind), name, warning).into_warning()
}

/// Returns the diagnostic code of a warning.
const fn diagnostic_code(kind: &WarningKind) -> Code {
    match kind {
        WarningKind::Version { .. } => Code::OtherVersion,
        WarningKind::Endian { .. } | WarningKind::Resolved { .. } => Code::UnexpectedValue,
        WarningKind::TrailingBytes { .. } => Code::BytesBehind,
        WarningKind::UnknownStage { .. } => Code::UnknownStage,
        WarningKind::ScatteredTables => Code::ScatteredTables,
        WarningKind::LoopVariables { .. } => Code::LoopVariables,
        WarningKind::MissingStage { .. } => Code::MissingStage,
        WarningKind::Range { .. } | WarningKind::Unused { .. } => Code::ProgramRanges,
        WarningKind::WrongStage { .. } => Code::MisplacedStage,
        WarningKind::EmptyValue => Code::EmptyValue,
        WarningKind::NoDefault => Code::NoDefaultValue,
        WarningKind::Flags { .. } => Code::VariationFlags,
        WarningKind::TooMany { .. } => Code::MacroLimit,
    }
}
