//! The link map: as text, as JSON, and as a list of discarded sections.

#[cfg(feature = "json")]
mod json;
mod text;

#[cfg(feature = "json")]
pub(crate) use json::{json, json_of_several};
pub use text::left_out;
pub(crate) use text::text;
