//! Steps: what the lines of a source do.

use std::collections::HashMap;

use super::line::{Line, Statement};
use crate::program::Code;

/// What a line does.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// No more than its comment.
    Aside,
    /// Nothing at all.
    Blank,
    /// It declares something.
    Declared,
    /// A label; the names of all are in [`Labels`].
    Label,
    /// An instruction without labels.
    Code(Code),
    /// An instruction that writes nothing; whether it sets address registers.
    Empty { is_mova: bool },
    /// An instruction that opens blocks.
    Open(Open),
    /// A call of the words from one label to another.
    Call { first: String, end: String },
    /// An instruction with an error.
    Wrong,
}

impl Step {
    /// Whether it takes a word.
    pub(super) const fn is_word(&self) -> bool {
        !matches!(self, Self::Aside | Self::Blank | Self::Declared | Self::Label)
    }
}

/// An instruction that opens blocks, which labels delimit.
#[derive(Clone, Debug)]
pub(super) struct Open {
    /// The instruction in our language.
    pub(super) text: String,
    /// The label of the else-body; `None` for a loop. The same as `end` without one.
    pub(super) alternative: Option<String>,
    /// The label behind all.
    pub(super) end: String,
}

/// A label that counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    /// The index of its line.
    pub(super) line: usize,
    /// The number of words before it.
    pub(super) word: usize,
}

/// The labels of a source, in lower case. Of equal ones, the last counts.
pub(super) type Labels = HashMap<String, At>;

/// The labels of lines. `is_word` tells which instructions take a word.
pub(super) fn labels(lines: &[Line<'_>], is_word: impl Fn(&str) -> bool) -> Labels {
    let mut labels = Labels::new();
    let mut word = 0;
    for (index, line) in lines.iter().enumerate() {
        match &line.statement {
            Statement::Label { name, .. } => {
                labels.insert(name.text.to_ascii_lowercase(), At { line: index, word });
            }
            Statement::Instruction { mnemonic, .. } => {
                word += usize::from(is_word(&mnemonic.text.to_ascii_lowercase()));
            }
            _ => {}
        }
    }
    labels
}
