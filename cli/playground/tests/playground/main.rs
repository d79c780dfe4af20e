//! The module of the playground without a browser: each area of its interface, and bad input.

#![allow(clippy::unwrap_used, reason = "a value that is missing fails the test")]

mod build;
mod inspect;
mod lsp;
mod packing;
mod requests;
mod scene;
mod trace;
mod views;
