//! Results of cases: a line for each, and their number.

use pica200_asm::Files;
use pica200_diagnostics::Code;
use pica200_machine::Counts;

use super::cases::TestCase;
use super::subjects::NamedVariations;
use pica200::diagnostic::Diagnostic;
use pica200::render::escape_controls;
use pica200::testing::{Case, Failure, Outcome};

/// How many failures of a case are shown in full.
const MAX_SHOWN_FAILURES: usize = 3;

/// The result of a run.
pub(super) type CaseResult = Result<Outcome, Failure>;

/// The numbers of cases that passed and failed, and of files that could not be run.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) passed: usize,
    pub(super) failed: usize,
    /// The number of cases that the filter excluded.
    left_out: usize,
    pub(super) broken: usize,
}

impl Tally {
    pub(super) fn summary(&self) -> String {
        let mut summary = format!("{} passed, {} failed", self.passed, self.failed);
        if self.left_out != 0 {
            summary += &format!(", {} left out", self.left_out);
        }
        match self.broken {
            0 => {}
            1 => summary += "; 1 file has errors",
            broken => summary += &format!("; {broken} files have errors"),
        }
        summary + "\n"
    }

    /// Returns the cases that a filter selects.
    pub(super) fn choose<'c, 's>(&mut self, cases: &'c [TestCase<'s>], filter: Option<&str>) -> Vec<&'c TestCase<'s>> {
        let fits = |case: &&TestCase<'_>| filter.is_none_or(|text| case.name.contains(text));
        let chosen: Vec<_> = cases.iter().filter(fits).collect();
        self.left_out += cases.len() - chosen.len();
        chosen
    }

    /// Adds the results of a case, one for each of its shaders, to the costs, and checks its pictures. Returns the text
    /// to print.
    pub(super) fn add(
        &mut self,
        named: &TestCase<'_>,
        results: Vec<CaseResult>,
        costs: &mut [Costs],
        files: &dyn Files,
    ) -> String {
        let mut failures = Vec::new();
        let (mut fewest, mut most, mut variations) = (u64::MAX, 0, 0);
        for (run, result) in named.runs.iter().zip(results) {
            let Some(costs) = costs.get_mut(run.subject) else {
                continue;
            };
            variations += run.named.as_ref().map_or(1, |named| named.count);
            match result {
                Ok(Outcome { runs, instructions, .. }) => {
                    costs.runs = costs.runs.saturating_add(runs);
                    (fewest, most) = (fewest.min(instructions), most.max(instructions));
                    let expected_picture = run.expected_picture.as_ref();
                    let lines = expected_picture.map(|picture| {
                        let lines = picture.check(&run.case, files).into_iter();
                        lines.map(|line| format!("  {line}")).collect::<Vec<_>>()
                    });
                    let lines = lines.filter(|lines| !lines.is_empty());
                    failures.extend(lines.map(|lines| (run.named.as_ref(), lines)));
                }
                Err(failure) => {
                    costs.runs = costs.runs.saturating_add(failure.runs);
                    failures.push((run.named.as_ref(), failure.details().collect()));
                }
            }
        }
        let name = &named.name;
        if !failures.is_empty() {
            self.failed += 1;
            return line("  ", &format!("FAILED  {name}")) + &describe_failures(&failures);
        }
        self.passed += 1;
        let variations = match variations {
            0 | 1 => String::new(),
            count => format!("{count} variations, "),
        };
        let instructions = if fewest == most {
            most.to_string()
        } else {
            format!("{fewest} to {most}")
        };
        line(
            "  ",
            &format!("ok      {name} ({variations}instructions: {instructions})"),
        )
    }
}

/// Runs cases, each for its shaders, and adds their costs. Returns the results of each case, in the order of its
/// shaders.
pub(super) fn check(cases: &[&TestCase<'_>], costs: &mut [Costs]) -> Vec<Vec<CaseResult>> {
    let runs: Vec<_> = cases.iter().flat_map(|case| &case.runs).collect();
    let mut cases_by_shader = vec![Vec::new(); costs.len()];
    for (number, run) in runs.iter().enumerate() {
        if let Some(numbers) = cases_by_shader.get_mut(run.subject) {
            numbers.push((number, &run.case));
        }
    }
    let mut results: Vec<_> = runs.iter().map(|_| None).collect();
    for (shader_cases, costs) in cases_by_shader.iter().zip(costs) {
        let own: Vec<_> = shader_cases.iter().map(|(_, case)| *case).collect();
        let found = Case::check_all(&own, &mut costs.counts);
        for ((number, _), result) in shader_cases.iter().zip(found) {
            if let Some(slot) = results.get_mut(*number) {
                *slot = Some(result);
            }
        }
    }
    let mut results = results.into_iter();
    let of_case = |case: &&TestCase<'_>| results.by_ref().take(case.runs.len()).flatten().collect();
    cases.iter().map(of_case).collect()
}

/// Cost of the runs of a shader.
pub(super) struct Costs {
    pub(super) counts: Counts,
    /// Number of runs.
    pub(super) runs: u64,
}

impl Costs {
    /// Returns the number of executed instructions.
    pub(super) fn instructions(&self) -> u64 {
        let counts = self.counts.steps().iter();
        counts.fold(0, |sum: u64, count| sum.saturating_add(*count))
    }

    /// Returns true if a run needs more instructions than a run of the other shader.
    pub(super) fn is_costlier_than(&self, other: &Self) -> bool {
        let product = |own: &Self, runs: u64| u128::from(own.instructions()) * u128::from(runs);
        match (self.runs, other.runs) {
            (0, _) => false,
            (_, 0) => true,
            (own, others) => product(self, others) > product(other, own),
        }
    }
}

/// Formats the failures of a case: the first ones in full, with the variations that fail.
fn describe_failures(failures: &[(Option<&NamedVariations>, Vec<String>)]) -> String {
    let mut text = String::new();
    for (named, failure) in failures.iter().take(MAX_SHOWN_FAILURES) {
        if let Some(NamedVariations { words, count, .. }) = named {
            let others = match count {
                0 | 1 => String::new(),
                2 => ", and 1 other variation with the same shader".to_owned(),
                count => format!(", and {} other variations with the same shader", count - 1),
            };
            text += &line("    ", &format!("with {words}{others}:"));
        }
        let details = failure.iter().map(|detail| line("    ", detail));
        text.extend(details);
    }
    let mut more = failures.iter().skip(MAX_SHOWN_FAILURES);
    if let Some((Some(NamedVariations { words, .. }), _)) = more.next() {
        let count = more.filter_map(|(named, _)| Some(named.as_ref()?.count));
        let others = match count.sum::<usize>() {
            0 => String::new(),
            1 => " and 1 other variation".to_owned(),
            count => format!(" and {count} other variations"),
        };
        text += &line("    ", &format!("it also fails with {words}{others}"));
    }
    text
}

/// Formats a line of text that may come from a file.
pub(super) fn line(indent: &str, words: &str) -> String {
    format!("{indent}{}\n", escape_controls(words))
}

/// Builds the error for a filter that selects no case.
pub(super) fn no_such_case(filter: &str) -> Diagnostic {
    let message = format!("no case has a name that contains `{filter}`");
    Diagnostic::without_file(Code::NoSuchCase, message)
}
