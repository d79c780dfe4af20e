//! `--verify` for BNSH files.

use pica200::diagnostic::Diagnostic;
use pica200_bnsh::Bnsh;
use pica200_bnsh::verify::{Problem, verify};
use pica200_diagnostics::Code;

/// Returns the warnings for a file. A damaged file is not checked, because its missing parts would look like other
/// problems.
pub(super) fn violations(name: &str, found: &Bnsh<'_>) -> Vec<Diagnostic> {
    if !found.faults.is_empty() {
        return Vec::new();
    }
    let diagnostics = verify(found).into_iter().map(|violation| {
        let code = diagnostic_code(&violation.problem);
        let message = format!("`{name}`: {violation}");
        let help = format!("{}; for more information, try `picald --explain {code}`", code.remedy());
        let diagnostic = Diagnostic::for_file(code, name, message).with_help(help);
        diagnostic.into_warning()
    });
    diagnostics.collect()
}

/// Returns the diagnostic code of a problem.
const fn diagnostic_code(problem: &Problem) -> Code {
    match problem {
        Problem::NotFound { .. } | Problem::TreeError(_) => Code::DictionarySearch,
        Problem::Tree { .. } => Code::DictionaryTree,
        Problem::NoRelocation { .. } => Code::MissingRelocation,
        Problem::RelocatedAgain { .. } => Code::DuplicateRelocation,
        Problem::Section { .. } => Code::RelocationSection,
        Problem::NoPointer { .. } => Code::UnexpectedRelocation,
        Problem::UnlistedString { .. } | Problem::StringsEnd { .. } => Code::StringTable,
        Problem::Value(_) => Code::UnexpectedValue,
        Problem::Misaligned { .. } => Code::MisalignedStructure,
    }
}
