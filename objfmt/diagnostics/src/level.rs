//! Levels and severities.

use std::fmt;

/// The level of a diagnostic: whether it is reported, and whether it stops the output.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Level {
    /// The diagnostic is not reported.
    Allow,
    /// The diagnostic is a warning.
    Warn,
    /// The diagnostic is an error.
    Deny,
}

impl Level {
    /// Returns the severity at this level; `None` if nothing is reported.
    pub const fn severity(self) -> Option<Severity> {
        match self {
            Self::Allow => None,
            Self::Warn => Some(Severity::Warning),
            Self::Deny => Some(Severity::Error),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Deny => "deny",
        })
    }
}

/// The severity of a reported diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// An error, which prevents output.
    Error,
    /// A warning, which does not prevent output.
    Warning,
}

impl Severity {
    /// Returns `error` or `warning`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}
