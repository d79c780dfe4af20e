//! The options of `picald` that say what of the inputs gets into the file, and where.

use std::path::PathBuf;

use clap::Args;

use crate::destination::Destination;

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
    map: Option<PathBuf>,

    /// Write the same as JSON; JSON.md describes it
    #[arg(long, value_name = "FILE")]
    map_json: Option<PathBuf>,
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
            map: self.print_gc_sections || self.map.is_some() || self.map_json.is_some(),
            ..options
        }
    }

    /// Where the map goes as text.
    pub(super) fn map(&self) -> Option<Destination> {
        self.map.clone().map(Destination::from_argument)
    }

    /// Where the map goes as JSON.
    pub(super) fn map_json(&self) -> Option<Destination> {
        self.map_json.clone().map(Destination::from_argument)
    }
}
