//! Some variations of a file, each linked alone: those that run.

use pica200_diagnostics::Code;
use toml::de::DeTable;

use super::file::values;
use super::link::{link_alone, refused};
use super::results::Alone;
use super::{Assembler, Figures, Variations};
use crate::diagnostic::Diagnostic;
use crate::document::Report;
use crate::input::{InputFile, InputKind};
use crate::job::{Job, LinkedFile, Reports};
use crate::session::Session;
use crate::source::Source;

/// The variations of a job's file, to link some of them alone.
#[derive(Clone, Debug)]
pub struct ChosenVariations<'s> {
    /// The job, with what the file says for all variations.
    job: Job,
    file: &'s InputFile,
    inputs: &'s [InputFile],
    variations: Variations,
    /// For each number, the place of the value that the job sets.
    set: Vec<Option<usize>>,
}

/// What some variations become when they are linked alone.
#[derive(Clone, Debug)]
pub struct LinkedAlone<'s> {
    /// The combinations, in order.
    pub combinations: Vec<usize>,
    /// The binary, which is the same for all of them.
    pub linked: LinkedFile,
    /// What it needs.
    pub figures: Figures,
    /// The sources of the first one.
    pub sources: Vec<Source<'s>>,
}

impl<'s> ChosenVariations<'s> {
    /// Reads the file of variations of a job. `None` if there are errors, which the session has then.
    pub fn read(job: &Job, file: &'s InputFile, inputs: &'s [InputFile], session: &mut Session<'s>) -> Option<Self> {
        let Some(read) = super::read(file, session) else {
            return job.finished(None, session);
        };
        session.diagnostics.extend(refused(job, file));
        let set = match set(&read.variations, job, file) {
            Ok(set) => set,
            Err(diagnostic) => {
                session.diagnostics.push(diagnostic);
                Vec::new()
            }
        };
        let mut job = read.merged_into(job);
        let axes = read.variations.axes();
        let is_axis = |name: &str| axes.iter().any(|axis| axis.name == name);
        job.assembling.defines.retain(|define| !is_axis(define.name()));
        let chosen = Self {
            job,
            file,
            inputs,
            set,
            variations: read.variations,
        };
        chosen.job.finished(Some(()), session)?;
        Some(chosen)
    }

    /// The numbers and their combinations.
    pub fn variations(&self) -> &Variations {
        &self.variations
    }

    /// The name of the file in messages.
    pub fn name(&self) -> &'s str {
        &self.file.name
    }

    /// The combinations that are not excluded, and that have the values which the job sets.
    pub fn all(&self) -> Vec<usize> {
        let fits = |index: &usize| {
            let places = self.variations.places(*index);
            let mut pairs = places.iter().zip(&self.set);
            pairs.all(|(place, set)| set.is_none_or(|set| set == *place))
        };
        self.variations.included().filter(fits).collect()
    }

    /// The combination with certain values: pairs of a number and the place of its value. Other numbers have the values
    /// that the job sets, or else their default values.
    pub fn with(&self, values: &[(usize, usize)]) -> usize {
        let mut places = self.variations.places(self.variations.default_index());
        for (place, set) in places.iter_mut().zip(&self.set) {
            *place = set.unwrap_or(*place);
        }
        for (number, value) in values {
            if let Some(place) = places.get_mut(*number) {
                *place = *value;
            }
        }
        self.variations.index(&places)
    }

    /// The combination that a table names, by values or their names; other numbers as in [`Self::with`]. `None` if
    /// there are errors, which go to `report`.
    pub fn named(&self, table: &DeTable<'_>, report: &mut Report<'_>) -> Option<usize> {
        let before = report.len();
        let values = values(self.variations.axes(), &self.file.name, table, report);
        (report.len() == before).then(|| self.with(&values))
    }

    /// Links combinations, each alone. Those that become the same are one result. `None` if there is any error; the
    /// session has all errors.
    pub fn link(&self, combinations: &[usize], session: &mut Session<'s>) -> Option<Vec<LinkedAlone<'s>>> {
        let only = self.variations.only(combinations);
        let assembler = Assembler {
            job: &self.job,
            inputs: self.inputs,
            variations: &only,
            name: Some(&self.file.name),
        };
        let mut diagnostics = Reports::default();
        let assembled = assembler.run(&mut diagnostics, session);
        let alone = link_alone(&assembler, &assembled, &mut diagnostics, session);
        let alone = self.job.finished(alone, session)?;
        let results = alone.into_iter().zip(&assembled.groups).enumerate();
        let result = |(number, (Alone { linked, .. }, group)): (usize, (Alone, _))| {
            let group: &super::assemble::Group = group;
            let all = assembled.of_variation.iter().enumerate();
            let has = all.filter(|(_, of)| **of == Some(number));
            let units = group.units.iter().flatten();
            let sources = units.filter_map(|unit| assembled.units.get(*unit)?.source.clone());
            LinkedAlone {
                combinations: has.map(|(combination, _)| combination).collect(),
                figures: Figures::of(&linked.output.shbin),
                linked,
                sources: sources.collect(),
            }
        };
        Some(results.map(result).collect())
    }

    /// The combination of the values that the job sets and the default values of other numbers. `None` if it is
    /// excluded, which the session has then.
    pub fn default(&self, session: &mut Session<'_>) -> Option<usize> {
        let default = self.with(&[]);
        if !self.variations.is_excluded(default) {
            return Some(default);
        }
        let file = &self.file.name;
        let diagnostic = Diagnostic::of_file(Code::InvalidVariations, file, self.excluded(default));
        let help = format!("choose another one with `-D`, or change `exclude` in `{file}`");
        session.diagnostics.push(diagnostic.with_help(help));
        None
    }

    /// Links this combination. `None` if there is any error; the session has all errors.
    pub(crate) fn link_default(&self, session: &mut Session<'s>) -> Option<LinkedFile> {
        let default = self.default(session)?;
        let linked = self.link(&[default], session)?.into_iter().next()?;
        session.sources.extend(linked.sources);
        Some(linked.linked)
    }

    /// The message about an excluded combination.
    pub fn excluded(&self, combination: usize) -> String {
        let words = self.variations.in_words(combination);
        format!("the combination {words} is excluded")
    }
}

/// The file of variations among inputs.
pub fn file_of_variations(inputs: &[InputFile]) -> Option<&InputFile> {
    let mut inputs = inputs.iter();
    inputs.find(|file| file.kind == InputKind::Variations)
}

/// For each number, the place of the value that a job sets.
fn set(variations: &Variations, job: &Job, file: &InputFile) -> Result<Vec<Option<usize>>, Diagnostic> {
    let mut set = Vec::new();
    for axis in variations.axes() {
        let mut defines = job.assembling.defines.iter().rev();
        let Some(define) = defines.find(|define| define.name() == axis.name) else {
            set.push(None);
            continue;
        };
        let value = define.value().trim().parse::<i32>().ok();
        let found = axis.values.iter().position(|known| Some(*known) == value);
        if found.is_none() {
            let known: Vec<_> = axis.values.iter().map(i32::to_string).collect();
            let message = format!("`{}` has no variation with {}", axis.name, define.value());
            let diagnostic = Diagnostic::of_file(Code::InvalidVariations, &file.name, message);
            return Err(diagnostic.with_help(format!("its values are {}", known.join(", "))));
        }
        set.push(found);
    }
    Ok(set)
}
