//! Steps: converted lines of a source.

use std::collections::HashMap;

use super::line::{Line, Statement};
use crate::program::Code;

/// A converted line.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// A line with only a comment.
    NoOutput,
    /// A blank line.
    Blank,
    /// A declaration.
    Declaration,
    /// A label; the names of all labels are in [`Labels`].
    Label,
    /// An instruction without labels.
    Code(Code),
    /// An instruction that writes nothing; `is_mova` is true if it sets address registers.
    Empty { is_mova: bool },
    /// An instruction that opens blocks.
    Open(Open),
    /// A call of the words from one label to another.
    Call { first: String, end: String },
    /// An instruction with an error.
    Wrong,
}

impl Step {
    /// Returns true if it takes a word.
    pub(super) const fn is_word(&self) -> bool {
        !matches!(self, Self::NoOutput | Self::Blank | Self::Declaration | Self::Label)
    }
}

/// An instruction that opens blocks, which labels delimit.
#[derive(Clone, Debug)]
pub(super) struct Open {
    /// The instruction in picasm syntax.
    pub(super) text: String,
    /// The label of the else-body; `None` for a loop. Equal to `end` without an else-body.
    pub(super) alternative: Option<String>,
    /// The label after the whole block.
    pub(super) end: String,
}

/// The position of a label.
#[derive(Clone, Copy, Debug)]
pub(super) struct LabelPosition {
    /// The index of its line.
    pub(super) line: usize,
    /// The number of words before it.
    pub(super) word: usize,
}

/// The labels of a source, in lower case. Of equal ones, the last wins.
pub(super) type Labels = HashMap<String, LabelPosition>;

/// Collects the labels of lines. `is_word` returns true for instructions that take a word.
pub(super) fn labels(lines: &[Line<'_>], is_word: impl Fn(&str) -> bool) -> Labels {
    let mut labels = Labels::new();
    let mut word = 0;
    for (index, line) in lines.iter().enumerate() {
        match &line.statement {
            Statement::Label { name, .. } => {
                labels.insert(name.text.to_ascii_lowercase(), LabelPosition { line: index, word });
            }
            Statement::Instruction { mnemonic, .. } => {
                word += usize::from(is_word(&mnemonic.text.to_ascii_lowercase()));
            }
            _ => {}
        }
    }
    labels
}
