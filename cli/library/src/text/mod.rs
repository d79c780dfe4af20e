//! Shaders as text for people: tables in columns, names of registers, instructions, places.

pub mod lists;
pub mod names;
pub mod outputs;
pub mod page;
pub mod place;
pub mod words;
