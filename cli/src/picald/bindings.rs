//! The options of `picald` for programs in Rust and C++ that load what is linked.

use std::path::PathBuf;

use clap::Args;
use pica200_bindings::{Bound, cpp};

use super::Destinations;
use crate::destination::Destination;

/// The texts to write beside the binary.
#[derive(Args, Clone, Debug)]
pub(super) struct BindingOptions {
    /// Write a Rust module that has the binary in it, and constants for its shaders; `-` is standard output
    ///
    /// SHBIN is the binary, aligned to 4. Each shader has a module, called as its entry, with its INDEX and its STAGE;
    /// in it, `uniforms`, `inputs` and `outputs` have a constant for each: main::uniforms::LIGHT_COLOR for lightColor.
    /// The module needs no library, not even std, and can also be taken in with include!.
    #[arg(long, value_name = "FILE")]
    rust: Option<PathBuf>,

    /// Write a C++17 header with the same; `-` is standard output
    ///
    /// All is in a namespace that is called as the file, without the suffix: toon::main::uniforms::lightColor in
    /// toon.hpp, with toon::shbin for the binary.
    #[arg(long, value_name = "FILE")]
    cpp: Option<PathBuf>,
}

impl BindingOptions {
    /// Where the Rust module goes.
    pub(super) fn rust(&self) -> Option<Destination> {
        self.rust.clone().map(Destination::from_argument)
    }

    /// Where the C++ header goes.
    pub(super) fn cpp(&self) -> Option<Destination> {
        self.cpp.clone().map(Destination::from_argument)
    }
}

/// The C++ header. Its namespace is called as its file; on standard output as the file of the binary.
pub(super) fn cpp_header(bound: &Bound<'_>, destinations: &Destinations) -> Vec<u8> {
    let named = [destinations.cpp.as_ref(), Some(&destinations.output)];
    let stem = named
        .into_iter()
        .flatten()
        .find_map(|destination| match destination {
            Destination::File(path) => path.file_stem(),
            Destination::Stdout => None,
        });
    let namespace = stem.unwrap_or_default().to_string_lossy();
    cpp(bound, &namespace).into_bytes()
}
