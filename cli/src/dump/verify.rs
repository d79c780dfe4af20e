//! `--verify`: checks of a shader binary.

use pica200_diagnostics::Code;
use pica200_objfmt::formats::inspect::Content;

use crate::dump::contents::InspectedFile;
use pica200::diagnostic::Diagnostic;
use pica200::levels::Levels;
use pica200::session::Session;

/// Checks a file. A damaged file is skipped, because its missing parts would look like faults of the shaders.
pub(crate) fn verify(subject: &InspectedFile<'_>, levels: &Levels, session: &mut Session<'_>) {
    let name = subject.name;
    let Content::Shbin(shbin) = &subject.inspection.content else {
        let message = format!("`{name}` is not a linked shader binary; only these can be checked");
        let diagnostic = Diagnostic::for_file(Code::CannotCheck, name, message);
        session
            .diagnostics
            .push(diagnostic.with_help("picald checks the binaries that it links"));
        return;
    };
    if subject.inspection.faults.is_empty() {
        session.check_binary(name, shbin, levels);
    }
}
