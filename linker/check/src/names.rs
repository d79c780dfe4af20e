//! Human-readable names of code locations.

use std::cell::OnceCell;

use pica200_diagnostics::SourceLine;
use pica200_objfmt::formats::shbin::{LabelEntry, Shbin};

use crate::location::CodeLocation;

/// The names of procedures and of source lines in a shader binary. Locations in diagnostics are looked up here when
/// they are shown.
#[derive(Debug)]
pub struct Names<'a> {
    shbin: &'a Shbin,
    /// For each shader, its procedures, computed on demand.
    procedures: Vec<OnceCell<Procedures>>,
}

impl<'a> Names<'a> {
    /// Creates the names of a file.
    pub fn new(shbin: &'a Shbin) -> Self {
        Self {
            shbin,
            procedures: vec![OnceCell::new(); shbin.shaders.len()],
        }
    }

    /// Returns the name of the smallest procedure of a shader around a word, if the file has names.
    pub fn procedure(&self, shader: usize, word: u32) -> Option<String> {
        let labels = &self.shbin.shaders.get(shader)?.labels;
        let procedures = self.procedures.get(shader)?;
        let label = procedures.get_or_init(|| Procedures::new(labels)).around(word)?;
        Some(String::from_utf8_lossy(&labels.get(label)?.name).into_owned())
    }

    /// Returns the source line of a word, if the file has lines. Lines start at 1; 0 means that the line is unknown.
    pub fn line(&self, word: u32) -> Option<SourceLine> {
        let program = &self.shbin.program;
        let line = program.lines.get(word as usize)?;
        let file = program.files.get(usize::try_from(line.file).ok()?)?;
        (line.line > 0).then(|| SourceLine {
            file: String::from_utf8_lossy(file).into_owned(),
            line: line.line,
        })
    }

    /// Describes a location in the code of a shader: the word as in dumps, and the procedure.
    pub fn describe(&self, shader: Option<usize>, location: CodeLocation) -> String {
        let CodeLocation { word, .. } = location;
        match shader.and_then(|shader| self.procedure(shader, word)) {
            Some(procedure) => format!("word {word:#05x} of `{procedure}`"),
            None => format!("word {word:#05x}"),
        }
    }
}

/// The words of a procedure.
#[derive(Clone, Copy, Debug)]
struct Procedure {
    start: u32,
    size: u32,
    /// The index of its label.
    label: usize,
    /// The end of the longest of the procedures up to this one.
    end_of_all: u64,
}

/// The procedures of a shader, in the order of their first words.
#[derive(Clone, Debug)]
struct Procedures(Vec<Procedure>);

impl Procedures {
    /// Collects the procedures among some labels.
    fn new(labels: &[LabelEntry]) -> Self {
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

    /// Returns the label of the smallest procedure around a word; of several, the first.
    fn around(&self, word: u32) -> Option<usize> {
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
    use pica200_objfmt::formats::shbin::{Line, Shader};

    use super::*;

    #[test]
    fn words_have_procedures_and_lines_if_the_file_has_them() {
        let mut file = Shbin::default();
        file.program.files = vec!["a.pica".into()];
        file.program.lines = vec![Line { file: 0, line: 7 }, Line { file: 0, line: 0 }];
        file.shaders = vec![Shader {
            labels: vec![LabelEntry {
                id: 0,
                reserved: 1,
                word: 1,
                size: Some(1),
                name: "main".into(),
            }],
            ..Shader::default()
        }];
        let names = Names::new(&file);
        let source = SourceLine {
            file: "a.pica".to_owned(),
            line: 7,
        };
        assert_eq!([0, 1, 2].map(|word| names.line(word)), [Some(source), None, None]);
        let described = [(None, 1), (Some(0), 1), (Some(0), 0), (Some(1), 1)]
            .map(|(shader, word)| names.describe(shader, CodeLocation::at(word)));
        let expected = ["word 0x001", "word 0x001 of `main`", "word 0x000", "word 0x001"];
        assert_eq!(described, expected);
    }

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
