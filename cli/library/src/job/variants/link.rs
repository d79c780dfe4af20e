//! Linking all variants into one binary.
//!
//! Each distinct set of objects is first linked alone, to find its errors and its resource usage. Sets that link to the
//! same binary are one result. All results are then linked with each other, see [`link_sets`](pica200_link::link_sets).

use std::sync::Arc;

use pica200_diagnostics::Code;
use pica200_link::{Compat, Input, Item};
use pica200_objfmt::formats::object::Object;

use super::assemble::{Group, takes_numbers};
use super::results::{GroupLink, Results};
use super::{Assembled, Assembler, VariantFile};
use crate::diagnostic::Diagnostic;
use crate::input::{InputFile, InputKind};
use crate::job::{Job, JobInput, LinkedFile, Reports};
use crate::parallel;
use crate::session::Session;

/// Links all variants of a job's file. Returns `None` if there are errors, which are in the session.
pub(crate) fn link<'s>(
    job: &Job,
    file: &'s InputFile,
    inputs: &'s [InputFile],
    session: &mut Session<'s>,
) -> Option<LinkedFile> {
    let Some(read) = super::read(file, session) else {
        return job.finish(None, session);
    };
    session.diagnostics.extend(refused(job, file));
    session.diagnostics.extend(set_twice(job, file, &read));
    if session.has_errors() {
        return job.finish(None, session);
    }
    let job = read.merged_into(job);
    let assembler = Assembler {
        job: &job,
        inputs,
        variants: &read.variants,
        name: Some(&file.name),
    };
    let linked = assembler.link_all(session);
    job.finish(linked, session)
}

/// Returns errors for job settings that variant files do not support.
pub(super) fn refused(job: &Job, file: &InputFile) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut refuse = |message: String, help: &str| {
        let diagnostic = Diagnostic::for_file(Code::InvalidVariations, &file.name, message);
        diagnostics.push(diagnostic.with_help(help));
    };
    let is_file = |input: &&JobInput| !matches!(input, JobInput::Library(_));
    if job.inputs.iter().filter(is_file).count() > 1 {
        let message = format!("`{}` cannot be linked with other inputs", file.name);
        refuse(
            message,
            "list them in `sources` of the file; only libraries can be added",
        );
    }
    if job.linking.compat == Compat::Picasso {
        let message = format!("`{}`: picasso has no variations", file.name);
        refuse(message, "remove `--compat=picasso`");
    }
    diagnostics
}

/// Returns errors for parameters with several values that the job also defines.
fn set_twice(job: &Job, file: &InputFile, read: &VariantFile) -> Vec<Diagnostic> {
    let axes = read.variants.axes();
    let defines = job.assembling.defines.iter();
    let twice = defines.filter(|define| axes.iter().any(|axis| axis.name == define.name()));
    twice
        .map(|define| {
            let message = format!(
                "`{}` has several values in `{}`, but also a single value for all variations",
                define.name(),
                file.name
            );
            let diagnostic = Diagnostic::for_file(Code::InvalidVariations, &file.name, message);
            diagnostic.with_help("remove the single value, or the number from the file")
        })
        .collect()
}

impl VariantFile {
    /// Returns a job with the settings of the file for all variants. The job's own settings take precedence.
    pub(crate) fn merged_into(&self, job: &Job) -> Job {
        let mut merged = job.clone();
        let (own, file) = (&mut merged.assembling, &self.job.assembling);
        own.include_paths.extend(file.include_paths.iter().cloned());
        own.defines = [file.defines.as_slice(), &own.defines].concat();
        own.padding &= file.padding;
        merged.levels = self.job.levels.clone();
        merged.levels.extend(&job.levels);
        merged.translation = self.job.translation.with(&job.translation);
        merged
    }
}

impl<'s> Assembler<'_, 's> {
    /// Links all variants into one binary. Returns `None` if there are errors, which are in the session.
    fn link_all(&self, session: &mut Session<'s>) -> Option<LinkedFile> {
        let mut diagnostics = Reports::default();
        let assembled = self.run(&mut diagnostics, session);
        let alone = link_alone(self, &assembled, &mut diagnostics, session)?;
        let results = Results::new(&assembled, alone);
        let alike = self.variants.without_effect(&results.of_variant);
        session.diagnostics.extend(alike);
        results.link(self, &mut diagnostics, session)
    }

    /// Links each combination alone. Identical ones are linked once. Returns `None` if there are errors, which are in
    /// the session.
    pub(crate) fn link_each(&self, session: &mut Session<'s>) -> Option<Vec<Arc<LinkedFile>>> {
        let mut diagnostics = Reports::default();
        let assembled = self.run(&mut diagnostics, session);
        let linked = link_alone(self, &assembled, &mut diagnostics, session).map(|alone| {
            let linked = alone.into_iter().map(|alone| Arc::new(alone.linked));
            let linked: Vec<_> = linked.collect();
            let groups = assembled.of_variant.iter();
            let of_variant = groups.map(|group| linked.get((*group)?).cloned());
            of_variant.collect::<Vec<_>>()
        });
        if let Some(linked) = &linked {
            let bytes: Vec<_> = linked
                .iter()
                .map(|linked| linked.as_ref().map(|linked| &linked.bytes))
                .collect();
            let alike = self.variants.without_effect(&bytes);
            session.diagnostics.extend(alike);
        }
        self.job
            .finish(linked, session)
            .map(|linked| linked.into_iter().flatten().collect())
    }
}

/// Links each group alone. Returns `None` if there are errors, which are in the session.
pub(super) fn link_alone<'s>(
    assembler: &Assembler<'_, 's>,
    assembled: &Assembled<'s>,
    diagnostics: &mut Reports,
    session: &mut Session<'s>,
) -> Option<Vec<GroupLink>> {
    if session.has_errors() {
        return None;
    }
    let fixed = fixed_items(assembler, session);
    let job = assembler.job;
    let counter = job.progress.begin("variations", assembled.groups.len());
    let attempts = parallel::map(job.threads, &assembled.groups, |group| {
        let mut own = Session::new(session.files);
        let alone = one_alone(assembler, assembled, group, &fixed, &mut own);
        counter.step();
        (own, alone)
    });
    let mut all = Vec::new();
    for (group, (own, alone)) in assembled.groups.iter().zip(attempts) {
        let words = assembler.variants.describe(group.first);
        let about = assembler.name.map(|name| (name, words.as_str()));
        diagnostics.add_about(own, about, session);
        all.extend(alone);
    }
    (!session.has_errors() && all.len() == assembled.groups.len()).then_some(all)
}

/// Returns the inputs common to all variants; `None` at the positions of sources.
fn fixed_items<'s>(assembler: &Assembler<'_, 's>, session: &mut Session<'s>) -> Vec<Option<Item<'s>>> {
    let options = assembler.job.assembling();
    let fixed = |file: &'s InputFile| match file.kind {
        InputKind::List | InputKind::VariantFile => None,
        _ if takes_numbers(file) => None,
        _ => assembler.job.linker_items(file, &options, session).pop(),
    };
    assembler.inputs.iter().map(fixed).collect()
}

/// Selects and links the objects of a group.
fn one_alone<'s>(
    assembler: &Assembler<'_, 's>,
    assembled: &Assembled<'s>,
    group: &Group,
    fixed: &[Option<Item<'s>>],
    session: &mut Session<'s>,
) -> Option<GroupLink> {
    let mut items = Vec::new();
    let inputs = assembler.inputs.iter().zip(fixed).zip(&group.units);
    for ((file, fixed), unit) in inputs {
        let unit = unit.and_then(|unit| assembled.units.get(unit));
        let object: Option<&Object> = unit.and_then(|unit| unit.object.as_ref());
        let of_source = object.map(|object| {
            Item::Object(Input {
                name: file.name.clone(),
                object: object.clone(),
            })
        });
        items.extend(of_source.or_else(|| fixed.clone()));
        session.sources.extend(unit.and_then(|unit| unit.source.clone()));
    }
    let selection = assembler.job.select_items(items, session)?;
    let linked = assembler.job.link_selected(&selection, session)?;
    Some(GroupLink { selection, linked })
}
