//! Checks of small programs given as words: reachable code, and the diagnostics on the way.

#![allow(clippy::unwrap_used, reason = "an error fails the test")]

mod depth;
mod endless;
mod far;
mod geometry;
mod search;
mod support;
mod values;
mod wanted;
