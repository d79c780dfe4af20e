//! Reports as text: for people, for editors, for programs.

mod excerpt;
mod human;
#[cfg(feature = "json")]
mod json;
mod lines;
mod short;
mod text;
mod view;

pub use text::{escape_controls, without_controls};

use crate::report::Report;
use crate::source::Source;

/// How reports are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// With source lines and marks under them.
    Human,
    /// `FILE:LINE:COL: error: TEXT [name]`, a line each.
    Short,
    /// `FILE:LINE: error: TEXT [name]`, as the incumbent has it, and a line `note: TEXT` for each other place and hint.
    Lines,
    /// A JSON object for each, on a line of its own.
    #[cfg(feature = "json")]
    Json,
}

/// Whether text for people is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colors {
    /// Plain text.
    None,
    /// ANSI escape sequences.
    Ansi,
}

/// The text of reports, in the form asked for. `sources` are those that the reports' places count.
pub fn render(
    reports: &[Report],
    sources: &[Source<'_>],
    format: Format,
    colors: Colors,
) -> Vec<u8> {
    let mut out = Vec::new();
    if reports.is_empty() {
        return out;
    }
    match format {
        Format::Human => {
            let mut human = human::Human::new(sources, colors);
            reports.iter().for_each(|r| human.render(r, &mut out));
        }
        Format::Short => reports
            .iter()
            .for_each(|r| short::render(r, sources, &mut out)),
        Format::Lines => reports
            .iter()
            .for_each(|r| lines::render(r, sources, &mut out)),
        #[cfg(feature = "json")]
        Format::Json => reports
            .iter()
            .for_each(|r| json::render(r, sources, &mut out)),
    }
    out
}
