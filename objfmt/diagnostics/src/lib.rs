#![doc = include_str!("../README.md")]
//!
//! A [`Code`] identifies a kind of diagnostic, regardless of the tool that reports it. It has a name, a meaning, a
//! remedy and a page; a [`Rule`] has its default [`Level`] for each [`Tool`]. Options, explanations and documentation
//! derive from here. A [`Diagnostic`] is one error or warning: the code, a message, locations, and suggested fixes.

#[macro_use]
mod code;
mod advice;
mod catalogue;
mod collector;
mod diagnostic;
mod example;
mod group;
mod level;
mod location;
mod rule;
mod similar;
mod span;

pub use advice::Advice;
pub use catalogue::Code;
pub use collector::Diagnostics;
pub use diagnostic::{Diagnostic, Fix, Label, reason};
pub use example::Example;
pub use group::Group;
pub use level::{Level, Severity};
pub use location::{Columns, Location, Place, SourceLine};
pub use rule::{Rule, Tool};
pub use similar::{is_typo, most_similar};
pub use span::Span;

/// The certainty of a suggested replacement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Applicability {
    /// The author certainly meant the replacement, so it can be applied automatically.
    Certain,
    /// The replacement is a guess.
    Maybe,
}

impl Applicability {
    /// Returns `certain` or `maybe`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Maybe => "maybe",
        }
    }
}
