//! SVG drawings of parts of a model, for embedding in HTML.
//!
//! Colors come from classes in the style sheet of [`page`](crate::page). Each drawing has a text alternative for screen
//! readers.

mod flow;
mod lifetimes;
mod uniforms;

pub use flow::{HeatMap, flow};
pub(crate) use flow::{LEVELS, drawing as flow_drawing, heat_class};
pub(crate) use lifetimes::drawing as lifetimes_drawing;
pub use lifetimes::lifetimes;
pub use uniforms::uniforms;
pub(crate) use uniforms::{drawing as uniforms_drawing, registers as registers_of};

/// A generator of element IDs.
#[derive(Clone, Default, Debug)]
pub struct Ids {
    prefix: String,
}

impl Ids {
    /// Creates IDs with a prefix of letters, digits and hyphens that starts with a letter. Several programs on one page
    /// need different prefixes.
    pub fn new(prefix: impl Into<String>) -> Self {
        Self { prefix: prefix.into() }
    }

    /// Returns the ID of a word of the code.
    pub fn word(&self, word: u32) -> String {
        format!("{}w{word}", self.prefix)
    }

    /// Returns the ID of the graph of the procedure that starts at a word.
    pub fn graph(&self, word: u32) -> String {
        format!("{}g{word}", self.prefix)
    }

    /// Returns the ID of a source line, by indices.
    pub fn line(&self, (source, line): (usize, usize)) -> String {
        format!("{}s{source}l{}", self.prefix, line + 1)
    }

    /// Returns a numbered ID of another kind.
    pub fn other(&self, what: &str, number: usize) -> String {
        format!("{}{what}{number}", self.prefix)
    }

    /// Returns a link to an ID.
    pub(crate) fn link(name: &str) -> String {
        format!("#{name}")
    }
}

/// Truncates a text to `most` characters, with an ellipsis if it is longer.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{start}…")
}

#[cfg(test)]
mod tests;
