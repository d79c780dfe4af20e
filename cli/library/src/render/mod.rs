//! Reports as text: for people, for editors, for programs.

mod excerpt;
mod github;
mod human;
#[cfg(feature = "json")]
mod json;
mod lines;
mod plain;
mod quotations;
#[cfg(feature = "json")]
mod sarif;
mod short;
mod shown;
mod styled;
#[cfg(test)]
mod tests;
mod view;

use std::num::NonZeroUsize;

pub use crate::text::Colors;
pub use crate::text::escape::{escape_controls, escape_invisible, without_controls};
pub(crate) use short::argument_uses;

use crate::diagnostic::Diagnostic;
use crate::parallel;
use crate::source::Source;
use human::Human;

/// The format of diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// With source lines and marks under them.
    Human,
    /// `FILE:LINE:COL: error: TEXT [name]`, one line each. A line `FILE:LINE:COL: note: TEXT` follows if the place is
    /// the argument of a macro, with the place where the macro uses it.
    Short,
    /// One JSON object per line.
    #[cfg(feature = "json")]
    Json,
    /// `::error file=FILE,line=LINE,...::TEXT`, one line each: workflow commands of GitHub, which annotate the lines.
    Github,
    /// One log in the Static Analysis Results Interchange Format, version 2.1.0, even without diagnostics.
    #[cfg(feature = "json")]
    Sarif,
}

/// The text of diagnostics in the form of picasso: `FILE:LINE: error: TEXT [name]`, and a line `note: TEXT` for each
/// other location and hint. It is not a [`Format`], so that a program that renders nothing else contains neither
/// snippets nor JSON.
pub fn render_lines(diagnostics: &[Diagnostic], sources: &[Source<'_>]) -> Vec<u8> {
    each(diagnostics, sources, lines::render)
}

/// The text of diagnostics in [`Format::Short`], for the same programs as [`render_lines`].
pub fn render_short(diagnostics: &[Diagnostic], sources: &[Source<'_>]) -> Vec<u8> {
    each(diagnostics, sources, short::render)
}

/// The text of diagnostics in [`Format::Github`], for the same programs as [`render_lines`].
pub fn render_github(diagnostics: &[Diagnostic], sources: &[Source<'_>]) -> Vec<u8> {
    each(diagnostics, sources, github::render)
}

/// The texts of diagnostics, one after the other.
fn each(
    diagnostics: &[Diagnostic],
    sources: &[Source<'_>],
    mut render: impl FnMut(&Diagnostic, &[Source<'_>], &mut Vec<u8>),
) -> Vec<u8> {
    let mut out = Vec::new();
    for diagnostic in diagnostics {
        render(&quotations::cut(diagnostic), sources, &mut out);
    }
    out
}

/// The number of diagnostics that a thread renders at a time.
const AT_A_TIME: usize = 256;

/// The same text as that of [`render`], which several threads make; `threads` is the most of them, as for
/// [`parallel::map`].
pub fn render_in(
    threads: Option<NonZeroUsize>,
    diagnostics: &[Diagnostic],
    sources: &[Source<'_>],
    format: Format,
    colors: Colors,
) -> Vec<u8> {
    // A log is one value.
    #[cfg(feature = "json")]
    if format == Format::Sarif {
        return sarif::render(diagnostics, sources);
    }
    let parts = parallel::map(threads, diagnostics.chunks(AT_A_TIME), |diagnostics| {
        render(diagnostics, sources, format, colors)
    });
    parts.concat()
}

/// The text of diagnostics, in a given format. `sources` are the sources to which their locations refer.
pub fn render(diagnostics: &[Diagnostic], sources: &[Source<'_>], format: Format, colors: Colors) -> Vec<u8> {
    match format {
        Format::Human => {
            let mut human = Human::new(sources, colors);
            each(diagnostics, sources, |diagnostic, _, out| human.render(diagnostic, out))
        }
        Format::Short => render_short(diagnostics, sources),
        Format::Github => render_github(diagnostics, sources),
        #[cfg(feature = "json")]
        Format::Sarif => sarif::render(diagnostics, sources),
        #[cfg(feature = "json")]
        Format::Json => each(diagnostics, sources, json::render),
    }
}

/// The text for people of diagnostics, made by the general renderer alone: that of [`render`], which has a short way
/// for usual diagnostics. Tests compare the two.
pub fn render_generally(diagnostics: &[Diagnostic], sources: &[Source<'_>], colors: Colors) -> Vec<u8> {
    let mut human = Human::new(sources, colors);
    each(diagnostics, sources, |diagnostic, _, out| {
        human.render_generally(diagnostic, out);
    })
}
