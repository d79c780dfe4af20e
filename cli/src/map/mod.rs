//! The account of a link (`--map`, `--map-json`, `--print-gc-sections`): what went where, and what did not get there.

mod json;
mod text;

pub(crate) use json::json;
pub(crate) use text::{left_out, text};
