//! Selected variants of a file, each linked alone, to be run.

use pica200_diagnostics::Code;
use toml::de::DeTable;

use super::file::values;
use super::link::{link_alone, refused};
use super::results::GroupLink;
use super::{Assembler, ResourceUsage, Variants};
use crate::diagnostic::Diagnostic;
use crate::document::DocumentReport;
use crate::input::{InputFile, InputKind};
use crate::job::{Job, LinkedFile, Reports};
use crate::session::Session;
use crate::source::Source;

/// The variants of a job's file, for linking some of them alone.
#[derive(Clone, Debug)]
pub struct SelectedVariants<'s> {
    /// The job, with the settings from the file that all variants share.
    job: Job,
    file: &'s InputFile,
    inputs: &'s [InputFile],
    variants: Variants,
    /// For each parameter, the index of the value set by the job.
    set: Vec<Option<usize>>,
}

/// The result of linking some variants alone.
#[derive(Clone, Debug)]
pub struct LinkedVariant<'s> {
    /// Combinations, in order.
    pub combinations: Vec<usize>,
    /// The binary, identical for all of them.
    pub linked: LinkedFile,
    /// Its resource usage.
    pub figures: ResourceUsage,
    /// Sources of the first one.
    pub sources: Vec<Source<'s>>,
}

impl<'s> SelectedVariants<'s> {
    /// Reads the variant file of a job. Returns `None` if there are errors, which are in the session.
    pub fn read(job: &Job, file: &'s InputFile, inputs: &'s [InputFile], session: &mut Session<'s>) -> Option<Self> {
        let Some(read) = super::read(file, session) else {
            return job.finish(None, session);
        };
        session.diagnostics.extend(refused(job, file));
        let set = match set(&read.variants, job, file) {
            Ok(set) => set,
            Err(diagnostic) => {
                session.diagnostics.push(diagnostic);
                Vec::new()
            }
        };
        let mut job = read.merged_into(job);
        let axes = read.variants.axes();
        let is_axis = |name: &str| axes.iter().any(|axis| axis.name == name);
        job.assembling.defines.retain(|define| !is_axis(define.name()));
        let chosen = Self {
            job,
            file,
            inputs,
            set,
            variants: read.variants,
        };
        chosen.job.finish(Some(()), session)?;
        Some(chosen)
    }

    /// Returns the parameters and their combinations.
    pub fn variants(&self) -> &Variants {
        &self.variants
    }

    /// The name of the file in messages.
    pub fn name(&self) -> &'s str {
        &self.file.name
    }

    /// Returns the combinations that are not excluded and have the values set by the job.
    pub fn all(&self) -> Vec<usize> {
        let fits = |index: &usize| {
            let places = self.variants.places(*index);
            let mut pairs = places.iter().zip(&self.set);
            pairs.all(|(place, set)| set.is_none_or(|set| set == *place))
        };
        self.variants.included().filter(fits).collect()
    }

    /// Returns the combination with the given values, as pairs of a parameter and the index of its value. Other
    /// parameters have the values set by the job, or else their defaults.
    pub fn with(&self, values: &[(usize, usize)]) -> usize {
        let mut places = self.variants.places(self.variants.default_index());
        for (place, set) in places.iter_mut().zip(&self.set) {
            *place = set.unwrap_or(*place);
        }
        for (number, value) in values {
            if let Some(place) = places.get_mut(*number) {
                *place = *value;
            }
        }
        self.variants.index(&places)
    }

    /// Returns the combination described by a table of values or their names; other parameters as in [`Self::with`].
    /// Returns `None` if there are errors, which go to `report`.
    pub fn named(&self, table: &DeTable<'_>, report: &mut DocumentReport<'_>) -> Option<usize> {
        let before = report.len();
        let values = values(self.variants.axes(), &self.file.name, table, report);
        (report.len() == before).then(|| self.with(&values))
    }

    /// Links combinations, each alone. Identical binaries are one result. Returns `None` if there are errors, which are
    /// in the session.
    pub fn link(&self, combinations: &[usize], session: &mut Session<'s>) -> Option<Vec<LinkedVariant<'s>>> {
        let only = self.variants.only(combinations);
        let assembler = Assembler {
            job: &self.job,
            inputs: self.inputs,
            variants: &only,
            name: Some(&self.file.name),
        };
        let mut diagnostics = Reports::default();
        let assembled = assembler.run(&mut diagnostics, session);
        let alone = link_alone(&assembler, &assembled, &mut diagnostics, session);
        let alone = self.job.finish(alone, session)?;
        let results = alone.into_iter().zip(&assembled.groups).enumerate();
        let result = |(number, (GroupLink { linked, .. }, group)): (usize, (GroupLink, _))| {
            let group: &super::assemble::Group = group;
            let all = assembled.of_variant.iter().enumerate();
            let has = all.filter(|(_, of)| **of == Some(number));
            let units = group.units.iter().flatten();
            let sources = units.filter_map(|unit| assembled.units.get(*unit)?.source.clone());
            LinkedVariant {
                combinations: has.map(|(combination, _)| combination).collect(),
                figures: ResourceUsage::new(&linked.output.shbin),
                linked,
                sources: sources.collect(),
            }
        };
        Some(results.map(result).collect())
    }

    /// Returns the combination of the values set by the job, and the defaults of other parameters. Returns `None` if it
    /// is excluded, which is reported in the session.
    pub fn default(&self, session: &mut Session<'_>) -> Option<usize> {
        let default = self.with(&[]);
        if !self.variants.is_excluded(default) {
            return Some(default);
        }
        let file = &self.file.name;
        let diagnostic = Diagnostic::for_file(Code::InvalidVariations, file, self.excluded(default));
        let help = format!("choose another one with `-D`, or change `exclude` in `{file}`");
        session.diagnostics.push(diagnostic.with_help(help));
        None
    }

    /// Links this combination. Returns `None` if there are errors, which are in the session.
    pub(crate) fn link_default(&self, session: &mut Session<'s>) -> Option<LinkedFile> {
        let default = self.default(session)?;
        let linked = self.link(&[default], session)?.into_iter().next()?;
        session.sources.extend(linked.sources);
        Some(linked.linked)
    }

    /// Returns the message about an excluded combination.
    pub fn excluded(&self, combination: usize) -> String {
        let words = self.variants.describe(combination);
        format!("the combination {words} is excluded")
    }
}

/// Returns the variant file among inputs.
pub fn variant_file(inputs: &[InputFile]) -> Option<&InputFile> {
    let mut inputs = inputs.iter();
    inputs.find(|file| file.kind == InputKind::VariantFile)
}

/// Returns, for each parameter, the index of the value set by a job.
fn set(variants: &Variants, job: &Job, file: &InputFile) -> Result<Vec<Option<usize>>, Diagnostic> {
    let mut set = Vec::new();
    for axis in variants.axes() {
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
            let diagnostic = Diagnostic::for_file(Code::InvalidVariations, &file.name, message);
            return Err(diagnostic.with_help(format!("its values are {}", known.join(", "))));
        }
        set.push(found);
    }
    Ok(set)
}
