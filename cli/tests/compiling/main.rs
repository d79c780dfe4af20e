//! picac, and compiled shaders as inputs of all programs.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot set up its files fails"
)]

#[cfg(feature = "compile")]
mod advice;
#[cfg(feature = "compile")]
mod defines;
mod example;
mod hlsl;
#[cfg(feature = "compile")]
mod languages;
mod mistakes;
#[cfg(feature = "compile")]
mod mixed;
mod options;
mod outputs;
#[cfg(feature = "compile")]
mod real;
mod running;
#[path = "../support/mod.rs"]
mod support;
#[cfg(not(feature = "compile"))]
mod without;
