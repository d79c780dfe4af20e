//! The option `--explain`.

use clap::CommandFactory;
use pica200::levels::unknown_name;
use pica200::session::Session;
use pica200_diagnostics::Code;

use crate::ending::Ending;
use crate::program::{Status, Streams, usage};

/// The option that explains diagnostics.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct ExplainOption {
    /// Explain a diagnostic, with examples and a remedy; without NAME, list all diagnostics
    ///
    /// NAME is the name in brackets after a message.
    #[arg(long, value_name = "NAME", num_args = 0..=1, exclusive = true)]
    explain: Option<Option<String>>,
}

impl ExplainOption {
    /// Writes the explanation or the list, if one is requested.
    pub(crate) fn answer<LinkOptions: CommandFactory>(
        &self,
        streams: &mut Streams<'_>,
    ) -> Option<Status> {
        let text = match self.explain.as_ref()? {
            None => list(),
            Some(name) => match Code::from_name(name) {
                Some(code) => code.explanation(),
                None => {
                    let message = unknown_name(name, Code::all().map(Code::name));
                    return Some(usage::<LinkOptions>(&message, streams));
                }
            },
        };
        let mut session = Session::default();
        session.show(text.as_bytes(), streams);
        Some(match session.has_errors() {
            true => Status::Errors,
            false => Status::Success,
        })
    }
}

/// All names in alphabetical order, each with its meaning.
fn list() -> String {
    let mut codes: Vec<_> = Code::all().collect();
    codes.sort_by_key(|code| code.name());
    let width = codes.iter().map(|code| code.name().len()).max();
    let width = width.unwrap_or_default();
    let line = |code: &Code| format!("{:width$}  {}\n", code.name(), code.meaning());
    codes.iter().map(line).collect()
}
