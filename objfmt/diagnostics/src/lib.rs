#![doc = include_str!("../README.md")]
//!
//! A [`Code`] stands for one diagnostic, whichever tool reports it. It knows its name, its meaning, a remedy and a page;
//! a [`Rule`] gives its default [`Level`] for each [`Tool`]. Options, explanations and documents derive from here. The
//! text of a message and its places belong to the tool that reports it.

#[macro_use]
mod code;
mod catalogue;
mod example;
mod group;
mod level;
mod rule;
mod similar;

pub use catalogue::Code;
pub use example::Example;
pub use group::Group;
pub use level::{Level, Severity};
pub use rule::{Rule, Tool};
pub use similar::{is_slip, most_similar};

/// The certainty of a suggested replacement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Applicability {
    /// The author meant the replacement, so a program can make it without a look at it.
    Certain,
    /// The replacement is a guess.
    Maybe,
}

impl Applicability {
    /// `certain` or `maybe`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Maybe => "maybe",
        }
    }
}

/// A line of a source file, as objects and line tables name it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SourceLine {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}
