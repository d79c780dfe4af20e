//! picaar builds archives and BNSH files from descriptions, as picadump prints them, and their members.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod bnsh;
mod sharcfb;
#[path = "../support/mod.rs"]
mod support;
