//! Shaders in GLSL on an installed OpenGL, and their translations on the machine model.
//!
//! [`gl`] runs the judge, a program in C beside the suite: Mesa's renderer in software, or another one that EGL finds.
//! Where there is none, the tests say so and pass.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "an error fails the test, and what is left out is said"
)]

mod cases;
mod compare;
mod fixed;
mod generated;
mod generator;
mod gl;
mod languages;
mod names;
mod ours;
mod tools;
mod values;
