//! Errors of builds.

use std::fmt;

use pica200_diagnostics::Code;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::render::{Colors, Format, render};
use crate::session::Session;
use crate::source::FileLocation;

/// The reason why a build failed: its diagnostics. `Display` and `Debug` give the text that the programs print, for
/// people, so a `main` that returns the error shows all of it.
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
    /// Returns the errors and warnings of the build, of which one at least is an error. Locations are in the files that
    /// people edit.
    pub fn diagnostics(&self) -> &[Diagnostic<FileLocation>] {
        &self.diagnostics
    }

    /// Returns the error of a session.
    pub(crate) fn new(session: &Session<'_>) -> Self {
        let text = render(&session.diagnostics, &session.sources, Format::Human, Colors::None);
        let locate = |at| FileLocation::of(&at, &session.sources);
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

/// The diagnostic of a wrong setting of a build.
pub(super) fn invalid(message: impl Into<String>) -> Diagnostic {
    Diagnostic::of_no_file(Code::InvalidBuild, message)
}
