//! Tests of the front end.

#![allow(clippy::panic, clippy::unwrap_used, reason = "what does not hold fails the test")]

mod functions;
mod glsl;
mod golden;
mod hostile;
mod integers;
mod lines;
mod linkage;
mod messages;
mod numbers;
mod outputs;
mod pages;
mod programs;
mod refused;
mod spirv;
mod uniforms;
mod wrong_modules;

use crate::diagnostic::Diagnostic;
use crate::options::{Language, Options};
use crate::source::{NoIncludes, Source};

/// Reads a shader that includes no files.
fn read(language: Language, bytes: &[u8], options: &Options) -> (Source, Vec<Diagnostic>) {
    super::read(language, bytes, options, &NoIncludes)
}
