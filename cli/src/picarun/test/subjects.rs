//! The shaders that the cases of a test file test: one, or the shaders of some variations.

use std::collections::BTreeSet;

use toml::de::DeTable;

use super::document::Header;
use pica200::diagnostic::{Label, Location};
use pica200::document::{Item, Report, array, boolean, table};
use pica200::input::InputFile;
use pica200::job::Job;
use pica200::job::variants::{SelectedVariants, ResourceUsage, LinkedVariant, Variants, variant_file};
use pica200::session::Session;
use pica200::source::Source;
use pica200::testing::{Binary, Shader};

/// The shaders to test.
pub(super) struct Subjects<'s> {
    pub(super) all: Vec<Subject<'s>>,
    /// For each case of the file, the shaders it tests.
    pub(super) of_cases: Vec<Vec<Tested>>,
    /// The names and their combinations, if the shader is a variant file.
    pub(super) variations: Option<Variants>,
}

/// A shader to test.
pub(super) struct Subject<'s> {
    pub(super) shader: Shader,
    pub(super) variant: Option<Variant<'s>>,
}

/// A shader's role among the variations of a file.
pub(super) struct Variant<'s> {
    /// The combinations that have this shader, in order.
    pub(super) combinations: Vec<usize>,
    /// Location for messages: the file, and the first combination.
    pub(super) place: Label,
    pub(super) figures: ResourceUsage,
    pub(super) sources: Vec<Source<'s>>,
}

/// A shader that a case tests.
pub(super) struct Tested {
    /// Index of the shader.
    pub(super) subject: usize,
    /// The variations that the case names and that have this shader.
    pub(super) named: Option<Named>,
}

/// Variations that a case names.
#[derive(Clone)]
pub(super) struct Named {
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
    report: &mut Report<'_>,
    session: &mut Session<'s>,
) -> Option<Subjects<'s>> {
    let cases = file.get("case").and_then(|cases| array(cases).ok());
    let cases: Vec<_> = cases.into_iter().flatten().collect();
    let job = Job {
        inputs: header.inputs.iter().map(|(input, _)| input.clone()).collect(),
        ..header.job.clone()
    };
    match variant_file(inputs) {
        Some(file) => {
            let chosen = SelectedVariants::read(&job, file, inputs, session)?;
            of_variations(&cases, &chosen, header, report, session)
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
fn choose(binary: &Binary, header: &Header, report: &mut Report<'_>) -> Option<Shader> {
    match binary.choose(header.choice.shader()) {
        Ok(shader) => Some(shader),
        Err(diagnostic) => {
            report.add(header.choice.span(), diagnostic);
            None
        }
    }
}

/// Returns one shader for all cases, which must not name variations.
fn only<'s>(cases: &[&Item<'_>], shader: Shader, inputs: &[InputFile], report: &mut Report<'_>) -> Subjects<'s> {
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
    let tested = || Tested {
        subject: 0,
        named: None,
    };
    Subjects {
        of_cases: cases.iter().map(|_| vec![tested()]).collect(),
        all: vec![Subject { shader, variant: None }],
        variations: None,
    }
}

/// The combinations that a case tests, and whether it names them.
struct Wanted {
    combinations: Vec<usize>,
    are_named: bool,
}

/// Returns the shaders of the variations that cases test.
fn of_variations<'s>(
    cases: &[&Item<'_>],
    chosen: &SelectedVariants<'s>,
    header: &Header,
    report: &mut Report<'_>,
    session: &mut Session<'s>,
) -> Option<Subjects<'s>> {
    let before = report.len();
    let wanted: Vec<_> = cases.iter().map(|case| wanted(case, chosen, report)).collect();
    if report.len() != before {
        return None;
    }
    let all: BTreeSet<_> = wanted.iter().flat_map(|case| &case.combinations).collect();
    let all: Vec<_> = all.into_iter().copied().collect();
    let mut subjects = Vec::new();
    let mut of_combination = vec![None; chosen.variations().count()];
    for alone in chosen.link(&all, session)? {
        for combination in &alone.combinations {
            if let Some(of) = of_combination.get_mut(*combination) {
                *of = Some(subjects.len());
            }
        }
        subjects.push(subject(alone, chosen, header, report)?);
    }
    let of_cases = wanted.iter();
    let of_cases = of_cases.map(|wanted| tested(wanted, &of_combination, chosen));
    Some(Subjects {
        of_cases: of_cases.collect(),
        all: subjects,
        variations: Some(chosen.variations().clone()),
    })
}

/// Returns the combinations that a case tests. Errors go to the report.
fn wanted(case: &Item<'_>, chosen: &SelectedVariants<'_>, report: &mut Report<'_>) -> Wanted {
    let default = Wanted {
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
            let wanted = Wanted {
                combinations: vec![combination],
                are_named: true,
            };
            (wanted, item.span(), "choose other values")
        }
        (None, Some(_)) if report.get(keys, "each", boolean) == Some(true) => {
            return Wanted {
                combinations: chosen.all(),
                are_named: true,
            };
        }
        (None, _) => (default, case.span(), "choose other values with `variation`"),
    };
    for combination in &wanted.combinations {
        if chosen.variations().is_excluded(*combination) {
            let diagnostic = report.wrong(span.clone(), chosen.excluded(*combination));
            let file = chosen.name();
            diagnostic.help = Some(format!("{help}, or change `exclude` in `{file}`"));
        }
    }
    wanted
}

/// Returns the location of a combination, for messages.
fn place(chosen: &SelectedVariants<'_>, combination: usize) -> Label {
    let words = chosen.variations().in_words(combination);
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
    report: &mut Report<'_>,
) -> Option<Subject<'s>> {
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
    Some(Subject {
        shader: shader?,
        variant: Some(Variant {
            combinations,
            place,
            figures,
            sources,
        }),
    })
}

/// Returns the shaders that a case tests, in the order of their first combinations.
fn tested(wanted: &Wanted, of_combination: &[Option<usize>], chosen: &SelectedVariants<'_>) -> Vec<Tested> {
    let mut tested: Vec<Tested> = Vec::new();
    // For each shader, its index in the list.
    let mut known = vec![None; of_combination.len()];
    for combination in &wanted.combinations {
        let Some(subject) = of_combination.get(*combination).copied().flatten() else {
            continue;
        };
        let Some(at) = known.get_mut(subject) else {
            continue;
        };
        match at.and_then(|at: usize| tested.get_mut(at)) {
            Some(Tested { named, .. }) => {
                if let Some(named) = named {
                    named.count += 1;
                }
            }
            None => {
                *at = Some(tested.len());
                let named = wanted.are_named.then(|| Named {
                    words: chosen.variations().in_words(*combination),
                    count: 1,
                    place: place(chosen, *combination),
                });
                tested.push(Tested { subject, named });
            }
        }
    }
    tested
}
