//! The options of `picald` for the contents of the file.

use std::path::PathBuf;

use clap::Args;
use pica200_link::{Compat, LinkOptions};

/// The options for leaving out, merging and reporting. All of them are ignored with `--compat`.
#[derive(Args, Clone, Debug)]
pub(super) struct LinkingOptions {
    /// Leave out code that no shader refers to, and constants that no code reads (the default)
    #[arg(long, overrides_with = "no_gc_sections")]
    gc_sections: bool,

    /// Keep all code and all constants
    #[arg(long, overrides_with = "gc_sections")]
    no_gc_sections: bool,

    /// Print on standard error what is left out, and why
    #[arg(long)]
    pub(super) print_gc_sections: bool,

    /// Place identical procedures only once (the default without -g)
    ///
    /// Words of such a procedure have one line in the line table, that of the first.
    #[arg(long, overrides_with = "no_icf")]
    icf: bool,

    /// Place every procedure, even if it is identical to another one
    #[arg(long, overrides_with = "icf")]
    no_icf: bool,

    /// Let constants with equal values share registers (the default)
    #[arg(long, overrides_with = "no_merge_constants")]
    merge_constants: bool,

    /// Give each constant its own registers
    #[arg(long, overrides_with = "merge_constants")]
    no_merge_constants: bool,

    /// Keep one constant if a shader would otherwise load none (the default)
    ///
    /// libctru before 2.4.0 crashes on a shader without constants. A file that declares none gets none.
    #[arg(long, overrides_with = "no_pad_constants")]
    pad_constants: bool,

    /// Leave out all constants that no code reads, even the last one
    #[arg(long, overrides_with = "pad_constants")]
    no_pad_constants: bool,

    /// Write a map: procedures, uniforms, constants, and the use of each limit
    #[arg(long, value_name = "FILE")]
    pub(super) map: Option<PathBuf>,

    /// Write the map as JSON
    ///
    /// JSON.md describes it.
    #[arg(long, value_name = "FILE")]
    pub(super) map_json: Option<PathBuf>,
}

impl LinkingOptions {
    /// The options for the linker, with those that are not here. It names every field, so that none is forgotten.
    pub(super) fn link_options(&self, compat: Compat, debug: bool, strip: bool) -> LinkOptions {
        LinkOptions {
            compat,
            debug,
            strip,
            gc_sections: !self.no_gc_sections,
            icf: match (self.icf, self.no_icf) {
                (false, false) => None,
                (icf, _) => Some(icf),
            },
            merge_constants: !self.no_merge_constants,
            pad_constants: !self.no_pad_constants,
            map: self.print_gc_sections,
        }
    }
}
