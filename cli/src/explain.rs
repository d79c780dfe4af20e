//! The option `--explain`.

use clap::CommandFactory;
use pica200::levels::unknown_name;
use pica200::session::Session;
use pica200_diagnostics::{Code, Group};

use crate::levels::NameParser;
use crate::program::{Status, Streams, usage};
use crate::session_ext::SessionExt;

/// The option that explains diagnostics.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct ExplainOption {
    /// Explain a diagnostic; without NAME, list all diagnostics
    ///
    /// The explanation has examples and a fix. NAME is the name in brackets after a message, or the name of a group.
    #[arg(
        long,
        value_name = "NAME",
        num_args = 0..=1,
        exclusive = true,
        value_parser = NameParser { parse: any_name, names: all_names },
        hide_possible_values = true
    )]
    explain: Option<Option<String>>,
}

impl ExplainOption {
    /// Writes the explanation or the list, if requested.
    pub(crate) fn run<C: CommandFactory>(&self, streams: &mut Streams<'_>) -> Option<Status> {
        let text = match self.explain.as_ref()? {
            None => list(),
            Some(name) => match (Code::from_name(name), Group::from_name(name)) {
                (Some(code), _) => code.explanation(),
                (None, Some(group)) => group.explanation(),
                (None, None) => {
                    let message = unknown_name(name, all_names().into_iter());
                    return Some(usage::<C>(&message, streams));
                }
            },
        };
        let mut session = Session::default();
        session.show(text.as_bytes(), streams);
        Some(if session.has_errors() {
            Status::Errors
        } else {
            Status::Success
        })
    }
}

/// Accepts any name; [`ExplainOption::run`] reports unknown ones.
fn any_name(name: &str) -> Result<String, String> {
    Ok(name.to_owned())
}

/// Returns the names of all diagnostics and groups.
fn all_names() -> Vec<&'static str> {
    let groups = Group::all().map(|group| group.name);
    Code::all().map(Code::name).chain(groups).collect()
}

/// Lists all names in alphabetical order with their meaning.
fn list() -> String {
    let codes = Code::all().map(|code| (code.name(), code.meaning().to_owned()));
    let groups = Group::all().map(|group| (group.name, format!("a group: {}", group.meaning)));
    let mut rows: Vec<_> = codes.chain(groups).collect();
    rows.sort();
    let width = rows.iter().map(|(name, _)| name.len()).max();
    let width = width.unwrap_or_default();
    let line = |(name, meaning): &(&str, String)| format!("{name:width$}  {meaning}\n");
    rows.iter().map(line).collect()
}
