//! The shaders that the cases of a test file test: one, or the shaders of some variations.

use std::collections::BTreeSet;

use toml::de::DeTable;

use super::document::Header;
use pica200::diagnostic::{Label, Location};
use pica200::document::{DocumentReport, Item, array, boolean, table};
use pica200::input::InputFile;
use pica200::job::Job;
use pica200::job::variants::{LinkedVariant, ResourceUsage, SelectedVariants, Variants, variant_file};
use pica200::session::Session;
use pica200::source::Source;
use pica200::testing::{Binary, Shader};

/// The shaders to test.
pub(super) struct TestShaders<'s> {
    pub(super) all: Vec<TestShader<'s>>,
    /// For each case of the file, the shaders it tests.
    pub(super) by_case: Vec<Vec<TestedShader>>,
    /// The names and their combinations, if the shader is a variant file.
    pub(super) variants: Option<Variants>,
}

/// A shader to test.
pub(super) struct TestShader<'s> {
    pub(super) shader: Shader,
    pub(super) variant: Option<ShaderVariations<'s>>,
}

/// A shader's role among the variations of a file.
pub(super) struct ShaderVariations<'s> {
    /// The combinations that have this shader, in order.
    pub(super) combinations: Vec<usize>,
    /// Location for messages: the file, and the first combination.
    pub(super) place: Label,
    pub(super) figures: ResourceUsage,
    pub(super) sources: Vec<Source<'s>>,
}

/// A shader that a case tests.
pub(super) struct TestedShader {
    /// Index of the shader.
    pub(super) subject: usize,
    /// The variations that the case names and that have this shader.
    pub(super) named: Option<NamedVariations>,
}

/// Variations that a case names.
#[derive(Clone)]
pub(super) struct NamedVariations {
    /// Description of the first of them, as in `LIGHTS=2, FOG=linear`.
    pub(super) words: String,
    /// Their number.
    pub(super) count: usize,
    /// Location of the first of them, for messages.
    pub(super) place: Label,
}

/// Links the shaders that the cases of a file test. Returns `None` if there were errors.
pub(super) fn subjects<'s>(
    file: &DeTable<'_>,
    inputs: &'s [InputFile],
    header: &Header,
    report: &mut DocumentReport<'_>,
    session: &mut Session<'s>,
) -> Option<TestShaders<'s>> {
    let cases = file.get("case").and_then(|cases| array(cases).ok());
    let cases: Vec<_> = cases.into_iter().flatten().collect();
    let job = Job {
        inputs: header.inputs.iter().map(|(input, _)| input.clone()).collect(),
        ..header.job.clone()
    };
    match variant_file(inputs) {
        Some(file) => {
            let chosen = SelectedVariants::read(&job, file, inputs, session)?;
            variation_shaders(&cases, &chosen, header, report, session)
        }
        None => {
            let machines = header.target.as_ref().map(|(machines, _)| *machines);
            let machines = machines.unwrap_or_default();
            let binary = Binary::link(&job, inputs, machines, session)?;
            let shader = choose(&binary, header, report)?;
            Some(only(&cases, shader, inputs, report))
        }
    }
}

/// Returns the chosen shader of a binary. Reports an error and returns `None` if there is none.
fn choose(binary: &Binary, header: &Header, report: &mut DocumentReport<'_>) -> Option<Shader> {
    match binary.choose(header.choice.shader()) {
        Ok(shader) => Some(shader),
        Err(diagnostic) => {
            report.add(header.choice.span(), diagnostic);
            None
        }
    }
}

/// Returns one shader for all cases, which must not name variations.
fn only<'s>(
    cases: &[&Item<'_>],
    shader: Shader,
    inputs: &[InputFile],
    report: &mut DocumentReport<'_>,
) -> TestShaders<'s> {
    for case in cases.iter().filter_map(|case| table(case).ok()) {
        for key in ["variation", "each"] {
            if let Some((key, _)) = case.get_key_value(key) {
                let names: Vec<_> = inputs.iter().map(|input| format!("`{}`", input.name)).collect();
                let message = format!(
                    "`{}` chooses variations, but {} has none",
                    key.get_ref(),
                    names.join(", ")
                );
                let help = "use a variant file (`.variants.toml`) as `shader`";
                report.wrong(key.span(), message).help = Some(help.to_owned());
            }
        }
    }
    let tested = || TestedShader {
        subject: 0,
        named: None,
    };
    TestShaders {
        by_case: cases.iter().map(|_| vec![tested()]).collect(),
        all: vec![TestShader { shader, variant: None }],
        variants: None,
    }
}

/// The combinations that a case tests, and whether it names them.
struct SelectedCombinations {
    combinations: Vec<usize>,
    are_named: bool,
}

/// Returns the shaders of the variations that cases test.
fn variation_shaders<'s>(
    cases: &[&Item<'_>],
    chosen: &SelectedVariants<'s>,
    header: &Header,
    report: &mut DocumentReport<'_>,
    session: &mut Session<'s>,
) -> Option<TestShaders<'s>> {
    let before = report.len();
    let wanted: Vec<_> = cases
        .iter()
        .map(|case| selected_combinations(case, chosen, report))
        .collect();
    if report.len() != before {
        return None;
    }
    let all: BTreeSet<_> = wanted.iter().flat_map(|case| &case.combinations).collect();
    let all: Vec<_> = all.into_iter().copied().collect();
    let mut subjects = Vec::new();
    let mut by_combination = vec![None; chosen.variants().count()];
    for alone in chosen.link(&all, session)? {
        for combination in &alone.combinations {
            if let Some(of) = by_combination.get_mut(*combination) {
                *of = Some(subjects.len());
            }
        }
        subjects.push(subject(alone, chosen, header, report)?);
    }
    let by_case = wanted.iter();
    let by_case = by_case.map(|wanted| tested(wanted, &by_combination, chosen));
    Some(TestShaders {
        by_case: by_case.collect(),
        all: subjects,
        variants: Some(chosen.variants().clone()),
    })
}

/// Returns the combinations that a case tests. Errors go to the report.
fn selected_combinations(
    case: &Item<'_>,
    chosen: &SelectedVariants<'_>,
    report: &mut DocumentReport<'_>,
) -> SelectedCombinations {
    let default = SelectedCombinations {
        combinations: vec![chosen.with(&[])],
        are_named: false,
    };
    // If it is not a table, the error is reported when the case is read.
    let Ok(keys) = table(case) else {
        return default;
    };
    let (wanted, span, help) = match (keys.get("variation"), keys.get("each")) {
        (Some(_), Some(each)) => {
            let message = "`variation` and `each` are mutually exclusive";
            let help = "keep one of them: `each = true` tests all combinations";
            report.wrong(each.span(), message).help = Some(help.to_owned());
            return default;
        }
        (Some(item), None) => {
            let values = report.get(keys, "variation", table);
            let named = values.and_then(|values| chosen.named(values, report));
            let Some(combination) = named else {
                return default;
            };
            let wanted = SelectedCombinations {
                combinations: vec![combination],
                are_named: true,
            };
            (wanted, item.span(), "choose other values")
        }
        (None, Some(_)) if report.get(keys, "each", boolean) == Some(true) => {
            return SelectedCombinations {
                combinations: chosen.all(),
                are_named: true,
            };
        }
        (None, _) => (default, case.span(), "choose other values with `variation`"),
    };
    for combination in &wanted.combinations {
        if chosen.variants().is_excluded(*combination) {
            let diagnostic = report.wrong(span.clone(), chosen.excluded(*combination));
            let file = chosen.name();
            diagnostic.help = Some(format!("{help}, or change `exclude` in `{file}`"));
        }
    }
    wanted
}

/// Returns the location of a combination, for messages.
fn place(chosen: &SelectedVariants<'_>, combination: usize) -> Label {
    let words = chosen.variants().describe(combination);
    Label {
        location: Location::File(chosen.name().to_owned()),
        text: format!("with {words}"),
    }
}

/// Returns the chosen shader of some variations. Reports an error and returns `None` if there is none.
fn subject<'s>(
    alone: LinkedVariant<'s>,
    chosen: &SelectedVariants<'s>,
    header: &Header,
    report: &mut DocumentReport<'_>,
) -> Option<TestShader<'s>> {
    let LinkedVariant {
        combinations,
        linked,
        figures,
        sources,
    } = alone;
    let first = combinations.first().copied().unwrap_or_default();
    let place = place(chosen, first);
    let binary = Binary::from_shbin(chosen.name(), linked.output.shbin);
    let before = report.len();
    let shader = choose(&binary, header, report);
    report.add_place(before, &place);
    Some(TestShader {
        shader: shader?,
        variant: Some(ShaderVariations {
            combinations,
            place,
            figures,
            sources,
        }),
    })
}

/// Returns the shaders that a case tests, in the order of their first combinations.
fn tested(
    wanted: &SelectedCombinations,
    by_combination: &[Option<usize>],
    chosen: &SelectedVariants<'_>,
) -> Vec<TestedShader> {
    let mut tested: Vec<TestedShader> = Vec::new();
    // For each shader, its index in the list.
    let mut known = vec![None; by_combination.len()];
    for combination in &wanted.combinations {
        let Some(subject) = by_combination.get(*combination).copied().flatten() else {
            continue;
        };
        let Some(at) = known.get_mut(subject) else {
            continue;
        };
        match at.and_then(|at: usize| tested.get_mut(at)) {
            Some(TestedShader { named, .. }) => {
                if let Some(named) = named {
                    named.count += 1;
                }
            }
            None => {
                *at = Some(tested.len());
                let named = wanted.are_named.then(|| NamedVariations {
                    words: chosen.variants().describe(*combination),
                    count: 1,
                    place: place(chosen, *combination),
                });
                tested.push(TestedShader { subject, named });
            }
        }
    }
    tested
}
