//! Rendering of diagnostics as text and in machine-readable formats.

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
    /// `FILE:LINE:COL: error: TEXT [name]`, one line each. If the location is a macro argument, a line `FILE:LINE:COL:
    /// note: TEXT` follows with its use in the macro.
    Short,
    /// One JSON object per line.
    #[cfg(feature = "json")]
    Json,
    /// `::error file=FILE,line=LINE,...::TEXT`, one line each: GitHub workflow commands, which annotate the lines.
    Github,
    /// A single log in the Static Analysis Results Interchange Format, version 2.1.0, even if there are no diagnostics.
    #[cfg(feature = "json")]
    Sarif,
}

/// Renders diagnostics in picasso's format: `FILE:LINE: error: TEXT [name]`, and a line `note: TEXT` for each other
/// location and hint. This is not a [`Format`], so that a program that only needs this does not contain the snippet and
/// JSON renderers.
pub fn render_lines(diagnostics: &[Diagnostic], sources: &[Source<'_>]) -> Vec<u8> {
    each(diagnostics, sources, lines::render)
}

/// Renders diagnostics as [`Format::Short`], for the same programs as [`render_lines`].
pub fn render_short(diagnostics: &[Diagnostic], sources: &[Source<'_>]) -> Vec<u8> {
    each(diagnostics, sources, short::render)
}

/// Renders diagnostics as [`Format::Github`], for the same programs as [`render_lines`].
pub fn render_github(diagnostics: &[Diagnostic], sources: &[Source<'_>]) -> Vec<u8> {
    each(diagnostics, sources, github::render)
}

/// Renders diagnostics one by one and concatenates the texts.
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

/// Number of diagnostics per unit of work for a thread.
const AT_A_TIME: usize = 256;

/// Like [`render`], on several threads; `threads` is the maximum, as for [`parallel::map`].
pub fn render_in(
    threads: Option<NonZeroUsize>,
    diagnostics: &[Diagnostic],
    sources: &[Source<'_>],
    format: Format,
    colors: Colors,
) -> Vec<u8> {
    // A log is a single document.
    #[cfg(feature = "json")]
    if format == Format::Sarif {
        return sarif::render(diagnostics, sources);
    }
    let parts = parallel::map(threads, diagnostics.chunks(AT_A_TIME), |diagnostics| {
        render(diagnostics, sources, format, colors)
    });
    parts.concat()
}

/// Renders diagnostics in a given format. `sources` are the sources to which their locations refer.
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

/// Like [`render`] in [`Format::Human`], without the fast path for common diagnostics. Tests compare the two.
pub fn render_generally(diagnostics: &[Diagnostic], sources: &[Source<'_>], colors: Colors) -> Vec<u8> {
    let mut human = Human::new(sources, colors);
    each(diagnostics, sources, |diagnostic, _, out| {
        human.render_generally(diagnostic, out);
    })
}
