//! Shaders as text for people: tables in columns, names of registers, instructions, places.

pub mod escape;
pub mod lists;
pub mod names;
pub mod outputs;
pub mod page;
pub mod place;
pub mod words;

/// Whether text for people is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colors {
    /// Plain text.
    None,
    /// ANSI escape sequences.
    Ansi,
}
