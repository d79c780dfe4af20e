//! Tests of the front end.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "what does not hold fails the test"
)]

mod functions;
mod golden;
mod hostile;
mod lines;
mod linkage;
mod messages;
mod numbers;
mod pages;
mod programs;
mod refused;
mod uniforms;
