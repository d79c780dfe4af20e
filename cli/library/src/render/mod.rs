//! Reports as text: for people, for editors, for programs.

mod excerpt;
mod human;
#[cfg(feature = "json")]
mod json;
mod lines;
mod quotations;
mod short;
mod text;
mod view;

pub use text::{escape_controls, without_controls};

use crate::report::Report;
use crate::source::Source;

/// The format of reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// With source lines and marks under them.
    Human,
    /// `FILE:LINE:COL: error: TEXT [name]`, one line each. A line `FILE:LINE:COL: note: TEXT` follows if the place is the
    /// argument of a macro, with the place where the macro uses it.
    Short,
    /// `FILE:LINE: error: TEXT [name]`, as in picasso, and a line `note: TEXT` for each other location and hint.
    Lines,
    /// One JSON object per line.
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

/// The text of reports, in a given format. `sources` are the sources to which their locations refer.
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
    let reports: Vec<_> = reports.iter().map(quotations::cut).collect();
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
