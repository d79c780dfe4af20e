#![doc = include_str!("../README.md")]
//!
//! A shader passes these rooms. Each one knows those above it, never those below:
//!
//! 1. [`ir`]: the middle. A program is scalar values and structured control flow. It knows neither a source language nor
//!    registers.
//! 2. `direct3d`: the front end for the shader containers of Direct3D.
//! 3. `naga`: the front end for WGSL, GLSL and SPIR-V, with the Cargo feature `naga`.
//! 4. `passes`: programs to better programs.
//! 5. `target`: a program to instructions on virtual registers, to legal operands, to registers, to assembly.
//!
//! [`compile`] carries them out, and [`compile_to`] shows the program after each [stage](stages).

mod direct3d;
mod expand;
mod finding;
pub mod ir;
#[cfg(feature = "naga")]
mod naga;
mod names;
mod options;
mod passes;
mod pipeline;
mod source;
mod target;

pub use finding::{Columns, Finding, Place};
pub use options::{Define, Language, Number, Options, OutputMapping, READER_THREAD};
pub use pipeline::{compile, compile_to, optional_passes, stages};
pub use source::{Binding, Compilation, ConstantLane, Line, Source};
