//! The option `--explain`.

use clap::CommandFactory;

use crate::program::{Status, Streams, usage};
use pica200::explain::{explain, names};
use pica200::levels::unknown_name;
use pica200::session::Session;

use crate::ending::Ending;

/// The option that asks for a page.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct ExplainOption {
    /// Explain what a diagnostic means, with examples, and how to mend it
    ///
    /// NAME is what diagnostics have in brackets.
    #[arg(long, value_name = "NAME", exclusive = true)]
    explain: Option<String>,
}

impl ExplainOption {
    /// Writes the page, if one is asked for.
    pub(crate) fn answer<Options: CommandFactory>(
        &self,
        streams: &mut Streams<'_>,
    ) -> Option<Status> {
        let name = self.explain.as_ref()?;
        let Some(text) = explain(name) else {
            return Some(usage::<Options>(&unknown_name(name, names()), streams));
        };
        let mut session = Session::default();
        session.show(text.as_bytes(), streams);
        Some(match session.has_errors() {
            true => Status::Errors,
            false => Status::Success,
        })
    }
}
