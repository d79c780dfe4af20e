//! Diagnostics of the compiler, with locations in the text of a [`Source`](crate::Source).

use pica200_diagnostics::{Code, Tool};
pub use pica200_diagnostics::{Columns, Place};

/// An error or a warning about a shader. Without a primary location, it concerns the whole shader.
pub type Diagnostic = pica200_diagnostics::Diagnostic<Place>;

/// Returns a diagnostic of the compiler.
pub(crate) fn diagnose(code: Code, place: impl Into<Option<Place>>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Tool::Compiler, code, place, message)
}

/// Returns the error about a language whose front end this build leaves out.
#[cfg(not(all(feature = "direct3d", feature = "naga")))]
pub(crate) fn without_front_end(language: crate::Language) -> Diagnostic {
    let name = language.name();
    let message = format!("this compiler was built without the front end for `{name}`");
    let feature = match language {
        crate::Language::Direct3d => "direct3d",
        _ => "naga",
    };
    let help = format!("build the package `pica200-compile` with the feature `{feature}`");
    diagnose(Code::SourceInvalid, None, message).with_help(help)
}
