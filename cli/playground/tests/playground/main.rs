//! The playground module without a browser: each part of its interface, and invalid input.

#![allow(clippy::unwrap_used, reason = "a value that is missing fails the test")]

mod build;
mod inspect;
mod lsp;
mod packing;
mod requests;
mod scene;
mod trace;
mod views;
