//! Shaders in WGSL and their translations, run on the same values.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test whose input is wrong fails; long runs say what they did"
)]

mod evaluator;
mod generated;
mod generator;
mod golden;
mod integers;
#[allow(unreachable_pub, dead_code, reason = "the file is a module of another crate, too")]
#[path = "../../../../testsuite/src/random.rs"]
mod random;
mod translated;
mod uniforms;
