//! The procedures of a shader, by the words in them.

use pica200_objfmt::formats::shbin::LabelEntry;

/// The words of a procedure.
#[derive(Clone, Copy, Debug)]
struct Procedure {
    start: u32,
    size: u32,
    /// The number of its label.
    label: usize,
    /// The word after the longest of the procedures up to this one.
    end_of_all: u64,
}

/// The procedures of a shader, in the order of their first words.
#[derive(Clone, Debug)]
pub(crate) struct Procedures(Vec<Procedure>);

impl Procedures {
    /// The procedures among some labels.
    pub(crate) fn new(labels: &[LabelEntry]) -> Self {
        let labels = labels.iter().enumerate();
        let procedures = labels.filter_map(|(label, entry)| {
            Some(Procedure {
                start: entry.word,
                size: entry.size?,
                label,
                end_of_all: 0,
            })
        });
        let mut procedures: Vec<_> = procedures.collect();
        procedures.sort_by_key(|procedure| procedure.start);
        let mut end_of_all = 0;
        for procedure in &mut procedures {
            let end = u64::from(procedure.start) + u64::from(procedure.size);
            end_of_all = end.max(end_of_all);
            procedure.end_of_all = end_of_all;
        }
        Self(procedures)
    }

    /// The label of the smallest procedure around a word, the first of several.
    pub(crate) fn around(&self, word: u32) -> Option<usize> {
        let behind = self.0.partition_point(|procedure| procedure.start <= word);
        let before = self.0.iter().take(behind).rev();
        let near = before.take_while(|procedure| procedure.end_of_all > u64::from(word));
        let around = near.filter(|procedure| word - procedure.start < procedure.size);
        let smallest = around.min_by_key(|procedure| (procedure.size, procedure.label))?;
        Some(smallest.label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_procedure_around_a_word_counts() {
        let label = |word, size| LabelEntry {
            id: 0,
            reserved: 1,
            word,
            size,
            name: "".into(),
        };
        let labels = [
            label(0, Some(10)),
            label(4, None),
            label(12, Some(u32::MAX)),
            label(3, Some(2)),
            label(3, Some(2)),
            label(1, Some(3)),
        ];
        let procedures = Procedures::new(&labels);
        let found = [0, 1, 3, 4, 5, 9, 10, 12, u32::MAX].map(|word| procedures.around(word));
        let expected = [0, 5, 3, 3, 0, 0].map(Some);
        assert_eq!(found[..6], expected);
        assert_eq!(found[6..], [None, Some(2), Some(2)]);
    }
}
