//! A profile as an HTML page: the source with the cost of each line.
//!
//! `pica200-report` renders the page. It shows the cost of a line as numbers, as the length of a bar, and as a colour.
//! Equal profiles give equal bytes.

use std::collections::HashMap;

use super::cost::per_run;
use super::{Cost, Profile, Texts, Word, place};
use pica200::source::file_name;
use pica200::text::page::shown;
use pica200_report::model::SourceText;
use pica200_report::page::{ProcedureRow, ProfilePage, WordRow, profile_to_html};
use pica200_report::texts::LineRef;

/// The contents of a page.
#[derive(Debug)]
pub(crate) struct Page<'a> {
    /// The costs.
    pub(crate) profile: &'a Profile<'a>,
    /// The available sources.
    pub(crate) texts: &'a Texts<'a, 'a>,
    /// The instruction of each word of the program, for words without an available source.
    pub(crate) instructions: &'a [String],
    /// The names of the inputs.
    pub(crate) inputs: &'a [&'a str],
}

/// The lines with available sources, by file and line number. Values are the index of the source on the page, and the
/// line's index in it.
type Lines<'p> = HashMap<(&'p str, u32), (usize, usize)>;

impl<'a> Page<'a> {
    /// Renders the page.
    pub(crate) fn to_html(&self) -> String {
        let subject = self.profile.subject();
        let (lines, sources) = self.lines();
        let page = ProfilePage {
            name: format!("Profile of {}", file_name(&shown(subject.name().as_bytes()))),
            facts: self.facts(),
            unit: subject.unit().into(),
            total: self.profile.total(),
            procedures: self.procedures(&lines),
            sources,
            words: self.words(&lines),
        };
        profile_to_html(&page)
    }

    fn facts(&self) -> Vec<(String, String)> {
        let subject = self.profile.subject();
        let total = self.profile.total();
        let inputs: Vec<_> = self.inputs.iter().map(|n| shown(n.as_bytes())).collect();
        let runs = self.profile.runs();
        let executed = format!("{} executed", subject.unit().title.trim());
        let per_run = per_run(total.instructions, runs);
        let facts = [
            ("Files", inputs.join(", ")),
            ("Shader", subject.description()),
            ("Instructions executed", total.instructions.to_string()),
            ("Runs", runs.to_string()),
            ("Instructions per run", per_run.unwrap_or_else(|| "-".into())),
            (&executed, format!("{} of {}", total.executed, total.words)),
        ];
        facts.map(|(name, value)| (name.to_owned(), value)).into()
    }

    /// Returns the lines with costs, and the sources that have them, in order.
    fn lines(&self) -> (Lines<'a>, Vec<SourceText>) {
        let mut costs: Vec<((&str, u32), LineRef, Cost)> = Vec::new();
        for row in self.profile.lines() {
            let line = row
                .line
                .and_then(|(file, line)| Some(((file, line), self.texts.find(file, line)?)));
            costs.extend(line.map(|(line, found)| (line, found, row.cost)));
        }
        costs.sort_by_key(|(_, found, _)| (found.source, found.line));
        let mut lines = Lines::new();
        let mut sources: Vec<SourceText> = Vec::new();
        let mut last = None;
        for (line, found, cost) in costs {
            if last != Some(found.source) {
                sources.extend(SourceText::new(self.texts, found.source));
                last = Some(found.source);
            }
            let shown = (sources.len().saturating_sub(1), found.line);
            lines.insert(line, shown);
            let row = sources.last_mut().and_then(|source| source.lines.get_mut(found.line));
            if let Some(row) = row {
                row.cost = Some(cost);
            }
        }
        (lines, sources)
    }

    fn procedures(&self, lines: &Lines<'a>) -> Vec<ProcedureRow> {
        let rows = self.profile.procedures().into_iter().map(|row| {
            let line = self.profile.subject().line(row.first);
            let name = row.procedure.map(|procedure| shown(procedure.name.as_bytes()));
            ProcedureRow {
                name: name.unwrap_or_else(|| "-".to_owned()),
                first: number(row.first),
                line: line.and_then(|line| lines.get(&line).copied()),
                entries: row.entries,
                cost: row.cost,
            }
        });
        rows.collect()
    }

    /// Returns the instructions without source information.
    fn words(&self, lines: &Lines<'a>) -> Vec<WordRow> {
        let is_missing = |word: &&Word<'a>| !word.line.is_some_and(|line| lines.contains_key(&line));
        let words = self.profile.words().filter(is_missing).map(|word| WordRow {
            word: number(word.number),
            place: word.line.map(|(file, line)| place(file, line)),
            instruction: self.instructions.get(word.number).cloned().unwrap_or_default(),
            count: word.count,
        });
        words.collect()
    }
}

/// Converts a word number for the page.
fn number(word: usize) -> u32 {
    u32::try_from(word).unwrap_or(u32::MAX)
}
