//! Build errors.

use std::fmt;

use pica200_diagnostics::Code;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::render::{Colors, Format, render};
use crate::session::Session;
use crate::source::FileLocation;

/// A failed build, with its diagnostics. `Display` and `Debug` print the same text as the command-line tools, so a
/// `main` that returns the error shows everything.
#[derive(Clone, PartialEq, Eq)]
pub struct BuildError {
    text: String,
    diagnostics: Vec<Diagnostic<FileLocation>>,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for BuildError {}

impl BuildError {
    /// Returns the errors and warnings of the build, at least one of which is an error. Locations are in the source
    /// files, not in expanded text.
    pub fn diagnostics(&self) -> &[Diagnostic<FileLocation>] {
        &self.diagnostics
    }

    /// Creates the error from the diagnostics of a session.
    pub(crate) fn new(session: &Session<'_>) -> Self {
        let text = render(&session.diagnostics, &session.sources, Format::Human, Colors::None);
        let locate = |at| FileLocation::resolve(&at, &session.sources);
        let diagnostics = session.diagnostics.iter();
        Self {
            text: String::from_utf8_lossy(&text).trim_end().to_owned(),
            diagnostics: diagnostics.map(|one| one.clone().filter_map(locate)).collect(),
        }
    }
}

impl From<Diagnostic> for BuildError {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::new(&Session {
            diagnostics: Diagnostics::from_iter([diagnostic]),
            ..Session::default()
        })
    }
}

/// Returns the diagnostic for an invalid setting of a build.
pub(super) fn invalid(message: impl Into<String>) -> Diagnostic {
    Diagnostic::without_file(Code::InvalidBuild, message)
}
