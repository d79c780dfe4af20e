//! Cost of shaders: how often each word is executed, by procedure and by source line. For a container's shader, the
//! words are its steps, and the source is the disassembly.
//!
//! A [`Profile`] sums over runs of one or several machines with the same program. It can be written as [`text`], as
//! [`json`] and as a page ([`html`]). The costs of all procedures, and of all lines, add up to the total: words without
//! a procedure or a line have a separate row.

pub(crate) mod html;
pub(crate) mod json;
mod subject;
pub(crate) mod text;
mod variations;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::Hash;

use pica200_machine::{Counts, Procedure};

use pica200::text::page::truncated_name;
pub(crate) use pica200_report::cost::{self, Cost};
pub(crate) use pica200_report::texts::Texts;
pub(crate) use subject::Subject;
pub(crate) use variations::{Comparison, Runs, VariationCost};

/// The cost of some runs of a program.
#[derive(Clone, Debug)]
pub(crate) struct Profile<'p> {
    subject: Subject<'p>,
    words: Vec<Word<'p>>,
    runs: u64,
}

/// A word of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'p> {
    /// Word offset, or step number.
    pub(crate) number: usize,
    /// Number of executions.
    pub(crate) count: u64,
    /// Source file and line, from 1.
    pub(crate) line: Option<(&'p str, u32)>,
    /// The innermost procedure that contains the word, as an index into [`Subject::procedures`].
    procedure: Option<usize>,
    /// True if the word is reachable, or in one of the shader's procedures. Files contain words of other shaders as
    /// well.
    belongs: bool,
}

/// Cost of a procedure: its own words, excluding its callees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProcedureCost<'p> {
    /// The procedure; `None` for all words outside procedures.
    pub(crate) procedure: Option<&'p Procedure>,
    /// Its first word, or the first word without a procedure.
    pub(crate) first: usize,
    /// Number of executions of its first word; `None` without a procedure.
    pub(crate) entries: Option<u64>,
    /// Its cost.
    pub(crate) cost: Cost,
}

/// Cost of a source line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineCost<'p> {
    /// File and line, from 1; `None` for all words without one.
    pub(crate) line: Option<(&'p str, u32)>,
    /// First word of the line.
    pub(crate) first: usize,
    /// Its cost.
    pub(crate) cost: Cost,
}

impl<'p> Profile<'p> {
    /// Returns a profile without runs.
    pub(crate) fn new(subject: impl Into<Subject<'p>>) -> Self {
        let subject = subject.into();
        Self {
            words: subject.words(),
            subject,
            runs: 0,
        }
    }

    /// Adds the counts of some runs of the program.
    pub(crate) fn add(&mut self, counts: &Counts, runs: u64) {
        for (word, count) in self.words.iter_mut().zip(counts.steps()) {
            word.count = word.count.saturating_add(*count);
        }
        self.runs = self.runs.saturating_add(runs);
    }

    /// Returns the shader.
    pub(crate) fn subject(&self) -> &Subject<'p> {
        &self.subject
    }

    /// Returns the number of runs, including those that did not end normally.
    pub(crate) fn runs(&self) -> u64 {
        self.runs
    }

    /// Returns the words of the shader, in order.
    pub(crate) fn words(&self) -> impl Iterator<Item = &Word<'p>> {
        // Executed words belong to the shader, regardless of its blocks.
        let words = self.words.iter();
        words.filter(|word| word.belongs || word.count > 0)
    }

    /// Returns the total cost.
    pub(crate) fn total(&self) -> Cost {
        self.words().map(|word| word.count).collect()
    }

    /// Returns the cost of each procedure, most expensive first; equal ones in code order.
    pub(crate) fn procedures(&self) -> Vec<ProcedureCost<'p>> {
        let row = |(index, first, cost): (Option<usize>, usize, Cost)| {
            let procedure = index.and_then(|index| self.subject.procedures().get(index));
            // It is in the code if a word of the procedure is.
            let start = procedure.and_then(|procedure| usize::try_from(procedure.words.start).ok());
            ProcedureCost {
                procedure,
                first: start.unwrap_or(first),
                entries: start.and_then(|start| Some(self.words.get(start)?.count)),
                cost,
            }
        };
        let rows = self.costs(|word| word.procedure);
        rows.into_iter().map(row).collect()
    }

    /// Returns the cost of each line, most expensive first; equal ones in code order.
    pub(crate) fn lines(&self) -> Vec<LineCost<'p>> {
        let row = |(line, first, cost)| LineCost { line, first, cost };
        let rows = self.costs(|word| word.line);
        rows.into_iter().map(row).collect()
    }

    /// Groups words by a key. Returns each key's first word and cost.
    fn costs<K: Copy + Eq + Hash>(&self, key: impl Fn(&Word<'p>) -> K) -> Vec<(K, usize, Cost)> {
        let mut rows: Vec<(K, usize, Cost)> = Vec::new();
        let mut indices = HashMap::new();
        for word in self.words() {
            let key = key(word);
            let index = *indices.entry(key).or_insert(rows.len());
            match rows.get_mut(index) {
                Some((.., cost)) => cost.add(word.count),
                None => rows.push((key, word.number, [word.count].into_iter().collect())),
            }
        }
        rows.sort_by_key(|(.., cost)| Reverse(cost.instructions));
        rows
    }
}

/// Formats `file:line` for people: very long names are truncated, because they are repeated.
fn place(file: &str, line: u32) -> String {
    format!("{}:{line}", truncated_name(file.as_bytes()))
}

#[cfg(test)]
mod tests;
