//! Comparison of a file's variations by runs with the same inputs and uniforms.

use pica200_machine::{Machine, NoObserver, Program};
use pica200_objfmt::formats::shbin::Shbin;

use super::options::CommandLine;
use super::run::precision;
use crate::profile::{Comparison, Runs, VariationCost};
use crate::program::Streams;
use pica200::input::InputFile;
use pica200::job::Job;
use pica200::job::variants::SelectedVariants;
use pica200::session::Session;
use pica200::shader::runs::run;

/// Returns the binary of the chosen variation, and the costs of all variations that match the values of `-D`. Returns
/// `None` if there is any error; the session has all errors.
pub(super) fn compare<'s>(
    options: &CommandLine,
    job: &Job,
    file: &'s InputFile,
    inputs: &'s [InputFile],
    session: &mut Session<'s>,
    streams: &Streams<'_>,
) -> Option<(Shbin, Comparison)> {
    let chosen = SelectedVariants::read(job, file, inputs, session)?;
    let default = chosen.default(session)?;
    let mut costs = Vec::new();
    let mut binary = None;
    for alone in chosen.link(&chosen.all(), session)? {
        let shbin = alone.linked.output.shbin;
        let runs = runs(options, &shbin, chosen.name(), streams);
        costs.extend(alone.combinations.iter().map(|index| VariationCost {
            index: *index,
            figures: alone.figures,
            runs,
        }));
        if alone.combinations.contains(&default) {
            session.sources.extend(alone.sources);
            binary = Some(shbin);
        }
    }
    costs.sort_by_key(|cost| cost.index);
    let comparison = Comparison {
        variants: chosen.variants().clone(),
        costs,
    };
    Some((binary?, comparison))
}

/// Runs a variation with the settings that fit it. Returns `None` if it cannot run to its end.
fn runs(options: &CommandLine, shbin: &Shbin, name: &str, streams: &Streams<'_>) -> Option<Runs> {
    let program = Program::load(shbin, options.choice()).ok()?;
    let mut machine = Machine::with_precision(&program, precision(options));
    for setting in options.settings() {
        // A uniform may exist in some variations only. For the chosen one, a setting that does not fit is an error.
        let _ = setting.apply(&mut machine, name, streams.files);
    }
    let mut feeding = options.feed.prepare(&program, name, streams.files).ok()?;
    let ended = run(&mut machine, feeding.as_mut(), options.budget, &mut NoObserver).ok()?;
    Some(Runs {
        count: ended.runs,
        instructions: ended.instructions,
    })
}
