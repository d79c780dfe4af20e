//! Checks of small programs, given by their words: where execution goes, and what is found on the way.

#![allow(clippy::unwrap_used, reason = "an error fails the test")]

mod depth;
mod endless;
mod far;
mod geometry;
mod search;
mod support;
mod values;
mod wanted;
