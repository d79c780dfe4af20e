//! Decoding and encoding of programs.

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
