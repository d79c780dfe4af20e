//! `--verify` for DXBC containers.

use pica200::diagnostic::Diagnostic;
use pica200_diagnostics::Code;
use pica200_dxbc::verify::{Problem, verify};

use super::parsed::ParsedContainer;

/// Returns the warnings for a container. A damaged container is not checked, because its missing parts would look like
/// other problems.
pub(super) fn violations(parsed: &ParsedContainer<'_>) -> Vec<Diagnostic> {
    let (container, shader) = (&parsed.container, &parsed.shader);
    if !container.faults().is_empty() || !shader.faults.is_empty() {
        return Vec::new();
    }
    let diagnostics = verify(container, shader).into_iter().map(|violation| {
        let code = diagnostic_code(&violation.problem);
        Diagnostic::for_fault(code, parsed.name, &violation).into_warning()
    });
    diagnostics.collect()
}

/// Returns the diagnostic code of a problem.
const fn diagnostic_code(problem: &Problem) -> Code {
    match problem {
        Problem::NotSigned => Code::UnsignedContainer,
        Problem::Unused { .. } | Problem::Trailing { .. } => Code::BytesBehind,
        Problem::Value(_) => Code::UnexpectedValue,
        _ => Code::InconsistentContainer,
    }
}
