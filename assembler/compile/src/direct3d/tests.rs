//! Tests of the front end: the programs that it makes are run, and compared with what Direct3D computes.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_precision_loss,
    reason = "a test that cannot go on fails"
)]

mod common;
mod golden;
