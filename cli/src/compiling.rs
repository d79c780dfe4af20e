//! The options for inputs in other languages, which are the same in all programs.

use clap::Args;
use pica200::job::Job;
use pica200::job::options::Group;
use pica200::translation::HlslCompiler;

use crate::build_options::{OptionGroup, OptionsOf};

/// How to translate.
#[derive(Args, Debug)]
#[group(skip)]
pub(crate) struct CompilingOptions {
    #[command(flatten)]
    options: OptionsOf<Compiling>,
}

/// The options of the compiler.
#[derive(Debug)]
struct Compiling;

impl OptionGroup for Compiling {
    const GROUP: Group = Group::Compiling;
    const ID: &'static str = "CompilingOptions";
}

impl CompilingOptions {
    /// Lets a job translate in this way. The last of several values counts.
    pub(crate) fn apply(&self, job: &mut Job) {
        // Programs start a compiler that is installed; builds and documents do not.
        job.translation.hlsl.compiler = HlslCompiler::Installed;
        self.options.apply(job);
    }
}
