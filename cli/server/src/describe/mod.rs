//! Descriptions of keywords, names and numbers, for hovers and completions.

mod number;
mod symbol;
mod word;

pub(crate) use number::{constant, number, number_line, raw_number};
pub(crate) use symbol::{summary, symbol};
pub(crate) use word::{diagnostic, effect, register, word};

/// Returns the sentence with its first letter capitalized.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
