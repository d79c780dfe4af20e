//! The map of a link: as text, as JSON, and the list of what the link leaves out.

#[cfg(feature = "json")]
mod json;
mod text;

#[cfg(feature = "json")]
pub(crate) use json::{json, json_of_several};
pub use text::left_out;
pub(crate) use text::text;
