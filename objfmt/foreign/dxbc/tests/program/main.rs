//! Programs: what the decoder makes of dwords, and what the encoder makes of that.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot make its data has failed"
)]

mod common;
mod goldens;
mod hostile;
mod messages;
mod operands;
mod parts;
mod texts;
