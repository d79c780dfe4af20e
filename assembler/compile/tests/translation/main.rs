//! Containers of Direct3D and their translations, run on the same values.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::float_cmp,
    reason = "a test whose input is wrong fails"
)]

mod containers;
mod generated;
mod generator;
mod golden;
mod inputs;
mod model51;
#[allow(unreachable_pub, reason = "the file is a module of another crate, too")]
#[path = "../../../../testsuite/src/random.rs"]
mod random;
mod sizes;
mod translated;
mod values;
