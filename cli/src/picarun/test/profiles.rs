//! Costs of the shaders of a test file.

use super::subjects::{TestShader, TestShaders};
use super::tally::Costs;
use crate::profile::{Comparison, Profile, Runs, Texts, VariationCost, html, text};
use pica200::input::InputFile;
use pica200::source::Source;
use pica200::testing::Target;

/// The profiles of a test file: the profile of one shader, and a comparison if several of its variations ran.
pub(super) struct Profiles<'p> {
    subject: &'p TestShader<'p>,
    profile: Profile<'p>,
    /// The comparison, and a description of the first combination that has the shader of the profile.
    compared: Option<(Comparison, String)>,
}

impl<'p> Profiles<'p> {
    /// Returns the profile of the shader that needs the most instructions per run. Returns `None` without shaders.
    pub(super) fn new(subjects: &'p TestShaders<'p>, costs: &[Costs]) -> Option<Self> {
        let ran = subjects.all.iter().zip(costs);
        let mut costliest: Option<(&TestShader<'_>, &Costs)> = None;
        for (subject, costs) in ran.clone() {
            // The first of equal ones.
            if costliest.is_none_or(|(_, most)| costs.is_costlier_than(most)) {
                costliest = Some((subject, costs));
            }
        }
        let (subject, own) = costliest?;
        let mut profile = Profile::new(&subject.shader.target);
        profile.add(&own.counts, own.runs);
        let is_one = ran.filter(|(_, costs)| costs.runs > 0).count() < 2;
        let compared = (!is_one).then(|| compared(subjects, subject, costs));
        Some(Self {
            subject,
            profile,
            compared: compared.flatten(),
        })
    }

    /// Returns the sources of the profile's shader. `session` has the sources of shaders without variations.
    fn sources<'a, 's>(&'a self, session: &'a [Source<'s>]) -> &'a [Source<'s>]
    where
        'p: 's,
    {
        let variant = self.subject.variant.as_ref();
        variant.map_or(session, |variant| &variant.sources)
    }

    /// Formats the tables as text.
    pub(super) fn tables(&self, session: &[Source<'_>]) -> Vec<u8> {
        let mut tables = Vec::new();
        if let Some((comparison, words)) = &self.compared {
            tables.extend(comparison.table());
            tables.extend(format!("\nThe most expensive of them: {words}\n\n").into_bytes());
        }
        tables.extend(text::tables(&self.profile, &Texts::new(self.sources(session))));
        tables
    }

    /// Renders the page.
    pub(super) fn page(&self, session: &[Source<'_>], inputs: &[InputFile]) -> String {
        let mut names: Vec<_> = inputs.iter().map(|file| file.name.as_str()).collect();
        names.extend(self.compared.as_ref().map(|(_, words)| words.as_str()));
        let page = html::Page {
            profile: &self.profile,
            texts: &Texts::new(self.sources(session)),
            instructions: match &self.subject.shader.target {
                Target::Pica200(shader) => &shader.listing.instructions,
                Target::Direct3d(shader) => match &shader.translation {
                    Some(translation) => &translation.listing.instructions,
                    None => &[],
                },
            },
            inputs: &names,
        };
        page.to_html()
    }
}

/// Returns all variations that ran, and a description of the first one of a shader.
fn compared(subjects: &TestShaders<'_>, costliest: &TestShader<'_>, costs: &[Costs]) -> Option<(Comparison, String)> {
    let variants = subjects.variants.as_ref()?;
    let mut rows = Vec::new();
    for (subject, costs) in subjects.all.iter().zip(costs).filter(|(_, costs)| costs.runs > 0) {
        let variant = subject.variant.as_ref()?;
        rows.extend(variant.combinations.iter().map(|index| VariationCost {
            index: *index,
            figures: variant.figures,
            runs: Some(Runs {
                count: costs.runs,
                instructions: costs.instructions(),
            }),
        }));
    }
    rows.sort_by_key(|row| row.index);
    let first = costliest.variant.as_ref()?.combinations.first()?;
    let words = variants.describe(*first);
    let comparison = Comparison {
        variants: variants.clone(),
        costs: rows,
    };
    Some((comparison, words))
}
