//! The options of `picald` for what gets into the file, and for modules beside it.

use std::path::PathBuf;

use clap::Args;

/// The texts to write beside the binary.
#[derive(Args, Clone, Debug)]
pub(super) struct BindingOptions {
    /// Write a Rust module that has the binary in it, and constants for its shaders; `-` is standard output
    ///
    /// SHBIN is the binary, aligned to 4. Each shader has a module, called as its entry, with its INDEX and its STAGE;
    /// in it, `uniforms`, `inputs` and `outputs` have a constant for each: main::uniforms::LIGHT_COLOR for lightColor.
    /// The module needs no library, not even std, and can also be taken in with include!.
    #[arg(long, value_name = "FILE")]
    pub(super) rust: Option<PathBuf>,

    /// Write a C++17 header with the same; `-` is standard output
    ///
    /// All is in a namespace that is called as the file, without the suffix: toon::main::uniforms::lightColor in
    /// toon.hpp, with toon::shbin for the binary.
    #[arg(long, value_name = "FILE")]
    pub(super) cpp: Option<PathBuf>,
}

/// What is left out, merged, and told of it. None of it has a say where another tool's bytes are asked for.
#[derive(Args, Clone, Debug)]
pub(super) struct LayoutOptions {
    /// Leave out code that no shader refers to, and constants that no code reads (the default)
    #[arg(long, overrides_with = "no_gc_sections")]
    gc_sections: bool,

    /// Keep all code and all constants
    #[arg(long, overrides_with = "gc_sections")]
    no_gc_sections: bool,

    /// Say on standard error what is left out, and why
    #[arg(long)]
    pub(super) print_gc_sections: bool,

    /// Place procedures that are the same once (the default without -g)
    ///
    /// Words of such a procedure have one line in the line table, that of the first.
    #[arg(long, overrides_with = "no_icf")]
    icf: bool,

    /// Place each procedure
    #[arg(long, overrides_with = "icf")]
    no_icf: bool,

    /// Let constants with the same values share registers (the default)
    #[arg(long, overrides_with = "no_merge_constants")]
    merge_constants: bool,

    /// Give each constant registers of its own
    #[arg(long, overrides_with = "merge_constants")]
    no_merge_constants: bool,

    /// Write what went where as text: procedures, labels, uniforms, constants, and how much of the hardware is used
    #[arg(long, value_name = "FILE")]
    pub(super) map: Option<PathBuf>,

    /// Write the same as JSON; JSON.md describes it
    #[arg(long, value_name = "FILE")]
    pub(super) map_json: Option<PathBuf>,
}

impl LayoutOptions {
    /// What the linker is asked for beside.
    pub(super) fn apply(&self, options: pica200_link::Options) -> pica200_link::Options {
        pica200_link::Options {
            gc_sections: !self.no_gc_sections,
            icf: match (self.icf, self.no_icf) {
                (false, false) => None,
                (icf, _) => Some(icf),
            },
            merge_constants: !self.no_merge_constants,
            map: self.print_gc_sections,
            ..options
        }
    }
}
