//! Runs of container shaders, on the machines selected by a test.

use pica200_machine::GeometryOutput;
use pica200_objfmt::observe::NoObserver;

use super::expectation::{Expectations, Results};
use super::failure::Problem;
use super::outcome::{Checked, Outcome};
use super::setup::AnyObserver;
use crate::shader::direct3d::{CompletedRuns, Difference, Machines, RunFault, Setup, TranslationFault};

/// Runs a shader and compares. On both machines, the expected number of instructions applies to the translation.
pub(super) fn check<O: AnyObserver>(
    setup: &Setup<'_>,
    expectations: &Expectations,
    machines: Machines,
    observer: &mut O,
) -> Checked {
    match machines {
        Machines::Direct3d => {
            let ran = on_direct3d(setup, observer)?;
            compare(setup, expectations, &ran)
        }
        Machines::Pica200 => {
            let ran = on_pica200(setup, observer)?;
            compare(setup, expectations, &ran)
        }
        Machines::Both => {
            let ran = on_direct3d(setup, &mut NoObserver)?;
            let mut without_count = expectations.clone();
            without_count.instructions = None;
            compare(setup, &without_count, &ran)?;
            let translated = on_pica200(setup, observer).map_err(in_translation)?;
            let outcome = compare(setup, expectations, &translated).map_err(in_translation)?;
            let differences = setup.differences(&ran, &translated);
            if differences.is_empty() {
                return Ok(outcome);
            }
            let problems = differences.into_iter().map(|difference| {
                let Difference {
                    vertex,
                    component,
                    direct3d,
                    pica200,
                } = difference;
                Problem::Translation {
                    vertex,
                    component,
                    direct3d,
                    pica200,
                }
            });
            Err((problems.collect(), translated.runs))
        }
    }
}

fn on_direct3d<O: AnyObserver>(setup: &Setup<'_>, observer: &mut O) -> Result<CompletedRuns, (Vec<Problem>, u64)> {
    let ran = setup.run(observer);
    ran.map_err(|RunFault { fault, before }| (vec![Problem::ContainerFault { fault, before }], before + 1))
}

fn on_pica200<O: AnyObserver>(setup: &Setup<'_>, observer: &mut O) -> Result<CompletedRuns, (Vec<Problem>, u64)> {
    let ran = setup.run_translation(observer);
    ran.map_err(|TranslationFault { fault, before }| (vec![Problem::Fault { fault, before }], before + 1))
}

/// Compares the results of runs with the expectations.
fn compare(setup: &Setup<'_>, expectations: &Expectations, ran: &CompletedRuns) -> Checked {
    if let Some(value_error) = setup.left_over() {
        return Err((vec![value_error.about("vertices").into()], ran.runs));
    }
    let is_geometry = setup.program().geometry().is_some();
    let results = Results::from_container(ran, setup.is_fed(), is_geometry);
    let problems = expectations.problems(&results);
    if !problems.is_empty() {
        return Err((problems, ran.runs));
    }
    Ok(Outcome {
        runs: ran.runs,
        instructions: ran.instructions,
        outputs: [[0.0; 4]; 16],
        emitted: GeometryOutput::default(),
        named: setup.named(ran),
        is_discarded: ran.is_discarded,
    })
}

/// Marks problems as problems of the translation.
fn in_translation((problems, runs): (Vec<Problem>, u64)) -> (Vec<Problem>, u64) {
    let of = |problem| Problem::OfTranslation(Box::new(problem));
    (problems.into_iter().map(of).collect(), runs)
}
