//! The options for assembling sources, which are the same in all programs.

use clap::Args;
use pica200::job::Job;
use pica200::job::options::Group;

use crate::build_options::{OptionGroup, OptionsOf};
use crate::levels::LevelOptions;

/// How to assemble.
#[derive(Args, Debug)]
#[group(skip)]
pub(crate) struct AssemblingOptions {
    #[command(flatten)]
    options: OptionsOf<Assembling>,

    #[command(flatten)]
    dialect: OptionsOf<Dialect>,
}

/// The options of the assembler.
#[derive(Debug)]
struct Assembling;

impl OptionGroup for Assembling {
    const GROUP: Group = Group::Assembling;
    const ID: &'static str = "AssemblingOptions";
}

/// The options for sources in older dialects.
#[derive(Debug)]
struct Dialect;

impl OptionGroup for Dialect {
    const GROUP: Group = Group::Dialect;
    const ID: &'static str = "DialectOptions";
}

impl AssemblingOptions {
    /// Lets a job assemble in this way, with the levels and the numbers of `levels`.
    pub(crate) fn apply(&self, levels: &LevelOptions, job: &mut Job) {
        self.options.apply(job);
        job.assembling.defines.extend_from_slice(&levels.defines);
        job.levels.extend(&levels.levels);
        self.dialect.apply(job);
    }
}
