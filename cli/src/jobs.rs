//! The number of threads, the same in all programs with several builds.

use std::num::NonZeroUsize;

/// How many threads work.
#[derive(clap::Args, Debug)]
pub(crate) struct JobOptions {
    /// The most builds to run at a time
    ///
    /// By default, as many as there are processors. The outputs and the order of diagnostics do not depend on it.
    #[arg(short = 'j', long, value_name = "N", value_parser = count)]
    pub(crate) jobs: Option<NonZeroUsize>,
}

impl JobOptions {
    /// Those of a program with one build.
    pub(crate) const ONE: Self = Self {
        jobs: Some(NonZeroUsize::MIN),
    };
}

/// Parses a number of builds.
fn count(text: &str) -> Result<NonZeroUsize, String> {
    let message = |_| "expected a whole number from 1 on".to_owned();
    text.parse().map_err(message)
}
