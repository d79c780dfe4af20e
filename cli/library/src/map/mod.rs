//! The map of a link (`--map`, `--map-json`, `--print-gc-sections`).

#[cfg(feature = "json")]
mod json;
mod text;

#[cfg(feature = "json")]
pub use json::json;
pub use text::{left_out, text};
