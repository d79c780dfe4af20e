//! Drawings of parts of a model, as SVG for a page in HTML.
//!
//! Colours come from classes, which the style sheet of [`page`](crate::page) has. Each drawing has a text for people
//! who do not see it.

mod flow;
mod lifetimes;
mod uniforms;

pub use flow::{Heats, flow};
pub(crate) use flow::{LEVELS, drawing as flow_drawing, heat_class};
pub(crate) use lifetimes::drawing as lifetimes_drawing;
pub use lifetimes::lifetimes;
pub use uniforms::uniforms;
pub(crate) use uniforms::{drawing as uniforms_drawing, registers as registers_of};

/// The names of places on a page.
#[derive(Clone, Default, Debug)]
pub struct Ids {
    prefix: String,
}

impl Ids {
    /// Names that begin with a text, which consists of letters, digits and hyphens and begins with a letter. Several
    /// programs on one page need different ones.
    pub fn new(prefix: impl Into<String>) -> Self {
        Self { prefix: prefix.into() }
    }

    /// The name of a word of the code.
    pub fn word(&self, word: u32) -> String {
        format!("{}w{word}", self.prefix)
    }

    /// The name of the graph of the procedure that starts at a word.
    pub fn graph(&self, word: u32) -> String {
        format!("{}g{word}", self.prefix)
    }

    /// The name of a line of a source, by their indices.
    pub fn line(&self, (source, line): (usize, usize)) -> String {
        format!("{}s{source}l{}", self.prefix, line + 1)
    }

    /// The name of something else, with a number.
    pub fn other(&self, what: &str, number: usize) -> String {
        format!("{}{what}{number}", self.prefix)
    }

    /// A link to a name.
    pub(crate) fn link(name: &str) -> String {
        format!("#{name}")
    }
}

/// The first characters of a text, and an ellipsis if there are more than `most`.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{start}…")
}

#[cfg(test)]
mod tests;
