//! The options for sources in older dialects, which are the same in all programs that read sources.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use pica200::job::Job;
use pica200::translation::DialectChoice;

/// How to read sources.
#[derive(Args, Debug)]
pub(crate) struct DialectOptions {
    /// The dialect of all sources
    ///
    /// `auto` is the dialect that each looks like. Diagnostics point at the source as it stands. `picafmt --from` prints it in the language of this toolchain.
    #[arg(long, value_name = "NAME", value_parser = choice())]
    dialect: Option<DialectChoice>,

    /// The shaders in dialects are geometry shaders
    ///
    /// Without this option, the sources say so. It is what `-g` was for nihstro. Of a source of aemstro's with a vertex
    /// and a geometry shader, only the latter is read.
    #[arg(long, requires = "dialect")]
    geometry: bool,
}

impl DialectOptions {
    /// Lets a job read sources in this way.
    pub(crate) fn apply(&self, job: &mut Job) {
        let options = &mut job.translation.dialect;
        options.choice = self.dialect.or(options.choice);
        options.is_geometry |= self.geometry;
    }
}

/// The parser of the name of a dialect.
pub(crate) fn choice() -> impl TypedValueParser<Value = DialectChoice> {
    let names = DialectChoice::all().map(DialectChoice::name);
    PossibleValuesParser::new(names).try_map(|name| DialectChoice::by_name(&name))
}
