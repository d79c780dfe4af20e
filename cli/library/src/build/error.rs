//! Errors of builds.

use std::fmt;

use pica200_diagnostics::Code;

use crate::render::{Colors, Format, render};
use crate::report::Report;
use crate::session::Session;

/// The reason why a build failed: the reports, as the programs print them. `Display` and `Debug` give the same text,
/// for people, so a `main` that returns the error shows all of it.
#[derive(Clone, PartialEq, Eq)]
pub struct BuildError(String);

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for BuildError {}

impl BuildError {
    /// All reports of a session.
    pub(crate) fn new(session: &Session<'_>) -> Self {
        let text = render(
            &session.reports,
            &session.sources,
            Format::Human,
            Colors::None,
        );
        Self(String::from_utf8_lossy(&text).trim_end().to_owned())
    }
}

impl From<Report> for BuildError {
    fn from(report: Report) -> Self {
        Self::new(&Session {
            reports: vec![report],
            ..Session::default()
        })
    }
}

/// The report about a wrong setting of a build.
pub(super) fn invalid(message: impl Into<String>) -> Report {
    Report::of_no_file(Code::InvalidBuild, message)
}
