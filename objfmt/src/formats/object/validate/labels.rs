//! Checks the order of label table entries.

use super::Checked;
use crate::formats::error::Violation;
use crate::formats::object::Label;

/// The constraints that the previous entries of a label table put on the next one.
#[derive(Default)]
pub(super) struct LabelOrder {
    /// The word of the last entry.
    word: u32,
    /// The end of the last procedure.
    procedures_end: u32,
    /// The rank of the last entry at word 0.
    rank: u16,
    /// The number of empty procedures at the head.
    head_procedures: usize,
}

impl LabelOrder {
    /// Checks the next entry.
    pub(super) fn check(&mut self, label: &Label) -> Checked {
        let word = label.word;
        let least = match label.procedure {
            Some(_) => self.word.max(self.procedures_end),
            None => self.word,
        };
        if word < least {
            return Err(Violation::LabelOrder { word, least });
        }
        self.check_rank(label)?;
        self.word = word;
        if let Some(procedure) = label.procedure {
            self.procedures_end = word.saturating_add(procedure.size);
            self.head_procedures += usize::from(label.is_head_procedure());
        }
        Ok(())
    }

    fn check_rank(&mut self, label: &Label) -> Checked {
        let (least, most) = match label {
            Label { word: 1.., .. } => (0, 0),
            // A procedure begins after the end of all previous ones; a label may be within the last one.
            Label { procedure: Some(_), .. } => (self.head_procedures, self.head_procedures),
            _ => (usize::from(self.rank), self.head_procedures),
        };
        let found = label.head_rank;
        if !(least..=most).contains(&usize::from(found)) {
            return Err(Violation::HeadRank { found, least, most });
        }
        self.rank = found;
        Ok(())
    }
}
