//! Results of all variants, and their link into one binary.

use std::collections::HashMap;
use std::ops::Range;

use pica200_diagnostics::Code;
use pica200_link::{LinkOptions, LinkOutput, LinkSetsResult, Selection, SetShader, link_sets};

use super::linked::{LinkedVariants, ResourceUsage, VariantShader};
use super::{Assembled, Assembler, Variants};
use crate::job::{LinkedFile, Reports};
use crate::session::Session;

/// Maximum number of variants listed in a message about a limit.
const MAX_NAMED: usize = 4;

/// An input that is a shader: its name, and the number of earlier inputs with the same name.
type Input<'n> = (&'n str, usize);

/// A set of objects that links alone.
pub(super) struct GroupLink {
    pub(super) selection: Selection,
    pub(super) linked: LinkedFile,
}

/// The distinct results, and the variants that have them.
pub(super) struct Results {
    /// Results, ordered by the first variant that has them.
    alone: Vec<GroupLink>,
    /// Result of each variant; `None` if it is excluded.
    pub(super) of_variant: Vec<Option<usize>>,
}

impl Results {
    /// Merges groups that link to the same binary.
    pub(super) fn new(assembled: &Assembled<'_>, groups: Vec<GroupLink>) -> Self {
        let mut known: HashMap<(Vec<u8>, Vec<String>), usize> = HashMap::new();
        let mut alone = Vec::new();
        let mut in_group = Vec::with_capacity(groups.len());
        for group in groups {
            let LinkedFile { bytes, output, .. } = &group.linked;
            let result = *known
                .entry((bytes.clone(), output.entries.clone()))
                .or_insert(alone.len());
            in_group.push(result);
            if result == alone.len() {
                alone.push(group);
            }
        }
        let groups = assembled.of_variant.iter();
        let result = |group: &Option<usize>| in_group.get((*group)?).copied();
        Self {
            of_variant: groups.map(result).collect(),
            alone,
        }
    }

    /// Links all results with each other, into one binary, or into several if the job splits them. Returns `None` if
    /// there are errors, which are in the session.
    pub(super) fn link<'s>(
        &self,
        assembler: &Assembler<'_, 's>,
        diagnostics: &mut Reports,
        session: &mut Session<'s>,
    ) -> Option<LinkedFile> {
        let Assembler { job, variants, .. } = assembler;
        let together = if job.split {
            self.divided(assembler, session)
        } else {
            vec![self.together(0..self.alone.len(), assembler, session)]
        };
        let (mut binaries, mut made, mut before) = (Vec::new(), Vec::new(), 0);
        for CombinedLink {
            output,
            shaders,
            session: own,
        } in together
        {
            diagnostics.add(own, session);
            let Some(mut output) = output else {
                continue;
            };
            let count = output.shbin.shaders.len();
            // Shaders are numbered over all binaries.
            made.extend(shaders.into_iter().map(|mut shaders| {
                shaders.iter_mut().for_each(|one| one.shader += before);
                shaders
            }));
            before += count;
            job.remap.output(&mut output);
            binaries.push(output);
        }
        if made.len() != self.alone.len() {
            return None;
        }
        let entries = binaries.iter().flat_map(|output| &output.entries);
        let entries: Vec<_> = entries.map(String::as_str).collect();
        let linked = LinkedVariants {
            shaders: self.shaders(&made, &entries),
            figures: self.figures(),
            variants: (*variants).clone(),
        };
        let mut files = binaries.into_iter().map(|output| job.serialize(output, session));
        let mut file = files.next()??;
        let rest: Option<Vec<_>> = files.collect();
        file.rest = job.split.then_some(rest?);
        file.variants = Some(linked);
        Some(file)
    }

    /// Links some of the results with each other.
    pub(super) fn together<'s>(
        &self,
        results: Range<usize>,
        assembler: &Assembler<'_, 's>,
        session: &Session<'s>,
    ) -> CombinedLink<'s> {
        let job = assembler.job;
        let alone = self.alone.get(results).unwrap_or_default().iter();
        let selections: Vec<_> = alone.map(|alone| &alone.selection).collect();
        let options: LinkOptions = job.link_options();
        let mut own = Session::new(session.files);
        own.sources.clone_from(&session.sources);
        let linked = own.take(link_sets(&selections, &options));
        if let Some(LinkSetsResult { linked, .. }) = &linked {
            own.add(linked.warnings.clone());
            own.check_by(&linked.output, |code| match code {
                Code::VertexCodeTooFar => job.severity_of_check(code),
                // Everything else is checked in each variant.
                _ => None,
            });
        }
        // All shaders after the first one out of reach are also out of reach.
        let mut far = 0;
        own.diagnostics.retain(|diagnostic| {
            far += usize::from(diagnostic.code == Code::VertexCodeTooFar);
            diagnostic.code != Code::VertexCodeTooFar || far == 1
        });
        let mut limits: Vec<_> = own.diagnostics.iter_mut().collect();
        limits.retain(|diagnostic| is_limit(diagnostic.code));
        for diagnostic in limits {
            let help = diagnostic.help.take().map(|help| format!("; {help}"));
            let costliest = self.costliest(assembler.variants);
            diagnostic.help = Some(format!("{costliest}{}", help.unwrap_or_default()));
        }
        let (output, shaders) = match linked {
            Some(LinkSetsResult { linked, shaders }) => (Some(linked.output), shaders),
            None => (None, Vec::new()),
        };
        CombinedLink {
            output,
            shaders,
            session: own,
        }
    }

    /// Returns the number of results.
    pub(super) fn count(&self) -> usize {
        self.alone.len()
    }

    /// Returns the resource usage of each variant linked alone.
    fn figures(&self) -> Vec<Option<ResourceUsage>> {
        let alone = self.alone.iter();
        let figures: Vec<_> = alone
            .map(|alone| ResourceUsage::new(&alone.linked.output.shbin))
            .collect();
        let results = self.of_variant.iter();
        results.map(|result| figures.get((*result)?).copied()).collect()
    }

    /// Returns the shaders of a variant. Inputs are distinguished by name, and by order if names are equal.
    fn shaders(&self, shaders: &[Vec<SetShader>], entries: &[&str]) -> Vec<VariantShader> {
        let mut slots: Vec<(Input<'_>, VariantShader)> = Vec::new();
        for (result, (alone, made)) in self.alone.iter().zip(shaders).enumerate() {
            let mut uses: HashMap<&str, usize> = HashMap::new();
            for one in made {
                let input = alone.selection.inputs.get(one.input);
                let name = input.map_or("", |input| input.name.as_str());
                let again = uses.entry(name).or_default();
                let key = (name, *again);
                *again += 1;
                let at = slots.iter().position(|(known, _)| *known == key);
                let at = at.unwrap_or_else(|| {
                    let entry = entries.get(one.shader).copied();
                    let slot = VariantShader {
                        name: entry.unwrap_or_default().to_owned(),
                        index: vec![None; self.alone.len()],
                    };
                    slots.push((key, slot));
                    slots.len() - 1
                });
                if let Some(index) = slots.get_mut(at).and_then(|(_, slot)| slot.index.get_mut(result)) {
                    *index = Some(one.shader);
                }
            }
        }
        let of_variant = |of_result: &[Option<usize>]| {
            let index = |result: &Option<usize>| *of_result.get((*result)?)?;
            self.of_variant.iter().map(index).collect()
        };
        slots
            .into_iter()
            .map(|(_, VariantShader { name, index })| VariantShader {
                name,
                index: of_variant(&index),
            })
            .collect()
    }

    /// Formats the variants with the highest resource usage.
    fn costliest(&self, variants: &Variants) -> String {
        let figures = self.alone.iter().enumerate().filter_map(|(result, alone)| {
            let first = self.of_variant.iter().position(|of| *of == Some(result))?;
            Some((first, ResourceUsage::new(&alone.linked.output.shbin)))
        });
        let mut figures: Vec<_> = figures.collect();
        figures.sort_by_key(|(first, figures)| (std::cmp::Reverse((figures.words, figures.descriptors)), *first));
        let named = figures
            .iter()
            .take(MAX_NAMED)
            .map(|(first, figures)| format!("{} ({figures})", variants.describe(*first)));
        let named: Vec<_> = named.collect();
        format!(
            "split the variations into several binaries (`--split`, or `split = true` in `pica200.toml`), or exclude \
             some; of {} different results, the largest ones alone need: {}",
            figures.len(),
            named.join(", ")
        )
    }
}

/// Results linked with each other.
pub(super) struct CombinedLink<'s> {
    /// The binary; `None` if there were errors.
    output: Option<LinkOutput>,
    /// Shaders of each result in the binary.
    shaders: Vec<Vec<SetShader>>,
    /// The session with the diagnostics.
    session: Session<'s>,
}

impl CombinedLink<'_> {
    /// Returns true if they are within the limits of a binary.
    pub(super) fn fits(&self) -> bool {
        let mut diagnostics = self.session.diagnostics.iter();
        self.output.is_some() && !diagnostics.any(|diagnostic| is_limit(diagnostic.code))
    }
}

/// Returns true if a diagnostic is about a limit of the file or of the hardware.
fn is_limit(code: Code) -> bool {
    matches!(
        code,
        Code::CodeTooLong
            | Code::TooManyDescriptors
            | Code::TooManyMadDescriptors
            | Code::RegistersUsedUp
            | Code::VertexCodeTooFar
            | Code::TargetOutOfReach
    )
}
