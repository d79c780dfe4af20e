//! The options of `picald` for the contents of the file, and for reports about them. All of them are ignored with `--compat`.

use std::path::PathBuf;

use clap::Args;
use pica200::job::options::Group;

use crate::build_options::OptionGroup;

/// The options of the linker.
#[derive(Debug)]
pub(super) struct Linking;

impl OptionGroup for Linking {
    const GROUP: Group = Group::Linking;
    const ID: &'static str = "LinkingOptions";
}

/// What is reported.
#[derive(Args, Debug)]
pub(super) struct LinkReports {
    /// Print on standard error what is left out, and why
    #[arg(long)]
    pub(super) print_gc_sections: bool,

    /// Write a map: procedures, uniforms, constants, and the use of each limit
    #[arg(long, value_name = "FILE")]
    pub(super) map: Option<PathBuf>,

    /// Write the map as JSON
    ///
    /// JSON.md describes it.
    #[arg(long, value_name = "FILE")]
    pub(super) map_json: Option<PathBuf>,
}
