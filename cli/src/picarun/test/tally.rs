//! The results of cases: a line for each, and their number.

use pica200_diagnostics::Code;
use pica200_machine::Counts;

use super::cases::NamedCase;
use pica200::render::escape_controls;
use pica200::report::Report;
use pica200::testing::Outcome;

/// The numbers of cases that passed and failed, and of files that could not be run.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) passed: usize,
    pub(super) failed: usize,
    /// The number of cases that the filter left out.
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

    /// The cases that a filter selects.
    pub(super) fn choose<'c, 's>(
        &mut self,
        cases: &'c [NamedCase<'s>],
        filter: Option<&str>,
    ) -> Vec<&'c NamedCase<'s>> {
        let fits = |case: &&NamedCase<'_>| filter.is_none_or(|text| case.name.contains(text));
        let chosen: Vec<_> = cases.iter().filter(fits).collect();
        self.left_out += cases.len() - chosen.len();
        chosen
    }

    /// Runs a case. Returns the text to print, and the number of runs of its shader.
    pub(super) fn run(&mut self, named: &NamedCase<'_>, counts: &mut Counts) -> (String, u64) {
        let name = &named.name;
        match named.case.check_observed(counts) {
            Ok(Outcome {
                runs, instructions, ..
            }) => {
                self.passed += 1;
                let text = format!("ok      {name} (instructions: {instructions})");
                (line("  ", &text), runs)
            }
            Err(failure) => {
                self.failed += 1;
                let details = failure.details().map(|detail| line("    ", &detail));
                let text = line("  ", &format!("FAILED  {name}")) + &details.collect::<String>();
                (text, failure.runs)
            }
        }
    }
}

/// A line of words that may come from a file.
pub(super) fn line(indent: &str, words: &str) -> String {
    format!("{indent}{}\n", escape_controls(words))
}

/// The error if the filter selects no case.
pub(super) fn no_such_case(filter: &str) -> Report {
    let message = format!("no case has a name that contains `{filter}`");
    Report {
        places: Vec::new(),
        ..Report::of_file(Code::NoSuchCase, "", message)
    }
}
