//! The option `--remap-path-prefix`: other names for files in outputs, so that these do not depend on where they are made.

use clap::Args;
use pica200::remap::{Remap, RemapRule};

/// The option, as often as it is given.
#[derive(Args, Clone, Default, Debug)]
pub(crate) struct RemapOptions {
    /// In outputs, replace the path FROM at the beginning of file names by TO
    ///
    /// Use this for builds that give the same bytes in any folder. FROM ends at a folder boundary or at the end of the
    /// name. It applies to all file names in objects, shader binaries and maps, including those of line markers and
    /// includes. Errors, listings and dependencies keep the real names. If several options match a name, the last one
    /// counts; FROM ends at the last `=`.
    #[arg(long = "remap-path-prefix", value_name = "FROM=TO")]
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
