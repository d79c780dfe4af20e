//! The options that say how sources are assembled, the same wherever one is.

use std::path::PathBuf;

use crate::levels::LevelOptions;

/// How to assemble.
#[derive(clap::Args, Debug)]
pub(crate) struct AssemblingOptions {
    /// Put no padding NOPs into sources; each missing one draws a warning
    ///
    /// The hardware loses jumps and calls in the last word of a block, and blocks that close together. Without the
    /// NOPs that prevent this a shader may misbehave on the console. Objects stay as they were assembled.
    #[arg(short = 'n', long)]
    no_nop: bool,

    /// Refuse pseudo-instructions in sources
    ///
    /// The error says what each stands for: then all instructions are those of the machine. Objects stay as they were
    /// assembled.
    #[arg(long)]
    no_pseudo: bool,

    /// A folder to look for includes in
    ///
    /// The folder of the file that has the .include comes first, then those of all -I in order.
    #[arg(short = 'I', long = "include-path", value_name = "DIR")]
    include_paths: Vec<PathBuf>,
}

impl AssemblingOptions {
    /// The options of the assembler, with the numbers that the options of levels declare.
    pub(crate) fn options(&self, levels: &LevelOptions) -> pica200_asm::Options {
        pica200_asm::Options {
            padding: !self.no_nop,
            pseudo: !self.no_pseudo,
            include_paths: self.include_paths.clone(),
            lints: levels.levels.lints(),
            defines: levels.defines.clone(),
        }
    }
}
