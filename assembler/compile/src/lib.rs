#![doc = include_str!("../README.md")]
//!
//! The stages of the compiler. Each one uses the ones above it only:
//!
//! 1. [`ir`]: the IR. A program is scalar values and structured control flow. It knows neither a source language nor
//!    registers.
//! 2. `direct3d`: the front end for the shader containers of Direct3D, with the Cargo feature `direct3d`, which is on
//!    by default.
//! 3. `naga`: the front end for WGSL, GLSL and SPIR-V, with the Cargo feature `naga`.
//! 4. `passes`: optimization passes over the IR.
//! 5. `target`: the back end, from vectorization through register allocation to assembly.
//!
//! [`compile`] runs them, and `compile_to` shows the program after each stage. Without a front end, the crate has only
//! its options, its diagnostics and [`ir`], and [`compile`] refuses every shader.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod contain;
mod diagnostic;
#[cfg(feature = "direct3d")]
mod direct3d;
#[cfg(any(feature = "direct3d", feature = "naga"))]
mod expand;
pub mod ir;
#[cfg(feature = "naga")]
mod naga;
#[cfg(any(feature = "direct3d", feature = "naga"))]
mod names;
#[cfg(not(any(feature = "direct3d", feature = "naga")))]
mod no_frontends;
mod options;
#[cfg(any(feature = "direct3d", feature = "naga"))]
mod outputs;
#[cfg(any(feature = "direct3d", feature = "naga"))]
mod passes;
#[cfg(any(feature = "direct3d", feature = "naga"))]
mod pipeline;
mod source;
#[cfg(any(feature = "direct3d", feature = "naga"))]
mod target;

pub use contain::{contain, is_contained};
pub use diagnostic::{Columns, Diagnostic, Place};
#[cfg(not(any(feature = "direct3d", feature = "naga")))]
pub use no_frontends::{compile, compile_to, compile_with};
pub use options::{ALL_UNUSED, ArrayLength, Define, Language, Number, Options, OutputDefaults, OutputMapping};
#[cfg(any(feature = "direct3d", feature = "naga"))]
pub use pipeline::{compile, compile_to, compile_with, is_stage, optional_passes, stages};
pub use source::{Binding, Compilation, ConstantComponent, IncludedFile, Includes, Line, NoIncludes, Piece, Source};
