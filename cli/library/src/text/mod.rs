//! Human-readable text about shaders: tables, register names, instructions, locations.

pub mod escape;
pub mod lists;
pub mod location;
pub mod names;
pub mod outputs;
pub mod page;
pub mod words;

/// Colour mode of human-readable text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colors {
    /// Plain text.
    None,
    /// ANSI escape sequences.
    Ansi,
}
