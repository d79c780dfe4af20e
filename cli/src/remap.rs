//! The option `--remap-path-prefix`: other names for files in outputs, so that these do not depend on where they are made.

use clap::Args;
use pica200::remap::{Remap, RemapRule};

/// The option, as often as it is given.
#[derive(Args, Clone, Default, Debug)]
pub(crate) struct RemapOptions {
    /// In outputs, let names of files that begin with the path FROM begin with TO
    ///
    /// For builds that give the same bytes in any folder. FROM ends where a folder or the name does. It applies to all
    /// names that objects, shader binaries and maps have: those of line markers and includes, those of sources and
    /// objects. Errors, listings and dependencies keep the real names. Of several options that fit a name the last
    /// counts; FROM ends at the last `=`.
    #[arg(
        long = "remap-path-prefix",
        value_name = "FROM=TO",
        hide_short_help = true
    )]
    rules: Vec<RemapRule>,
}

impl RemapOptions {
    /// The rules.
    pub(crate) fn remap(&self) -> Remap {
        Remap {
            rules: self.rules.clone(),
        }
    }
}
