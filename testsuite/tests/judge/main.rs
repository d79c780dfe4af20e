//! GLSL shaders on an installed OpenGL, compared with the compiled shaders on the machine model.
//!
//! [`gl`] runs the judge, a C program in the suite: Mesa's software renderer, or another one that EGL finds. Without
//! one, the tests print a note and pass.

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
