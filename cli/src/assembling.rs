//! The options for assembling sources, which are the same in all programs.

use std::path::PathBuf;

use pica200::job::Job;

use crate::dialects::DialectOptions;
use crate::levels::LevelOptions;

/// How to assemble.
#[derive(clap::Args, Debug)]
pub(crate) struct AssemblingOptions {
    /// Insert no padding NOPs into sources; warn of each missing one
    ///
    /// The hardware loses jumps and calls in the last word of a block, and blocks that close together. Without padding
    /// NOPs, a shader may misbehave on the console. Objects stay as they were assembled.
    #[arg(short = 'n', long)]
    no_nop: bool,

    /// Reject pseudo-instructions in sources
    ///
    /// The error shows the equivalent instructions of the machine. Objects stay as they were assembled.
    #[arg(long)]
    no_pseudo: bool,

    /// A folder to search for includes
    ///
    /// The folder of the including file is searched first, then those of all -I in order.
    #[arg(short = 'I', long = "include-path", value_name = "DIR")]
    include_paths: Vec<PathBuf>,

    #[command(flatten)]
    dialect: DialectOptions,
}

impl AssemblingOptions {
    /// Lets a job assemble in this way, with the levels and the numbers of `levels`.
    pub(crate) fn apply(&self, levels: &LevelOptions, job: &mut Job) {
        let assembling = &mut job.assembling;
        assembling.padding &= !self.no_nop;
        assembling.pseudo &= !self.no_pseudo;
        assembling
            .include_paths
            .extend_from_slice(&self.include_paths);
        assembling.defines.extend_from_slice(&levels.defines);
        job.levels.extend(&levels.levels);
        self.dialect.apply(job);
    }
}
