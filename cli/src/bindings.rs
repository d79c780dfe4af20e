//! The options for texts beside the binary, the same in all programs that link.

use std::path::PathBuf;

use clap::Args;
use pica200::job::{Destination, Product};

use crate::destination::from_argument;

/// The texts to write beside the binary.
#[derive(Args, Clone, Debug)]
pub(crate) struct BindingOptions {
    /// Write a C header with the registers of the uniforms, as picasso does
    ///
    /// `-` is standard output. The header defines VSH_FVEC_name, VSH_IVEC_name, VSH_FLAG_name and VSH_ULEN_name for the uniforms of vertex shaders,
    /// GSH_... for those of geometry shaders.
    #[arg(long, value_name = "FILE")]
    header: Option<PathBuf>,

    /// Write a Rust module with the binary and constants for its shaders
    ///
    /// `-` is standard output. SHBIN is the binary, aligned to 4. Each shader has a module, named after its entry, with its INDEX and its
    /// STAGE. In it, `uniforms`, `inputs` and `outputs` have a constant for each: main::uniforms::LIGHT_COLOR for
    /// lightColor. The module needs no library, not even std, and can be included with include!.
    #[arg(long, value_name = "FILE")]
    rust: Option<PathBuf>,

    /// Write a C++17 header with the same contents
    ///
    /// `-` is standard output. Everything is in a namespace that is named after the file, without the suffix: toon::main::uniforms::lightColor
    /// in toon.hpp, with toon::shbin for the binary.
    #[arg(long, value_name = "FILE")]
    cpp: Option<PathBuf>,

    /// Write a C99 header with the same contents
    ///
    /// `-` is standard output. All names begin with that of the file, without the suffix: toon.h has the array toon_shbin of 32-bit words, its size
    /// in bytes toon_shbin_size, and constants such as toon_main_uniform_lightColor. C++ accepts it, too. A comment in
    /// the header shows how several files can share the array.
    #[arg(long, value_name = "FILE")]
    c: Option<PathBuf>,
}

impl BindingOptions {
    /// The texts to write, with their destinations. `program` is the one that the first line of the C header names.
    pub(crate) fn outputs(&self, program: &'static str) -> Vec<(Product, Destination)> {
        let asked = [
            (Product::Header { program }, &self.header),
            (Product::Rust, &self.rust),
            (Product::Cpp, &self.cpp),
            (Product::C, &self.c),
        ];
        let texts = asked.into_iter().filter_map(|(product, path)| {
            let path = path.clone()?;
            Some((product, from_argument(path)))
        });
        texts.collect()
    }
}
