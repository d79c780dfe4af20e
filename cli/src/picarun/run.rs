//! Execution of a shader, and output of its results.

use std::io::{self, BufWriter, Write};

use pica200_diagnostics::Code;
use pica200_machine::{Counts, Fault, FaultKind, FeedError, Machine, Precision, Program};
use pica200_objfmt::formats::shbin::Shbin;

use super::feed::{cannot_feed, incomplete_primitive};
use super::options::{CommandLine, TraceFormat};
use super::show::{Results, json_line};
use super::trace::Trace;
use crate::profile::{Comparison, Profile, Texts, html, json, text};
use crate::program::Streams;
use pica200::diagnostic::{Diagnostic, Location};
use pica200::shader::feeding::Feeding;
use pica200::shader::listing::Listing;
use pica200::shader::runs::{RunResult, fault_text, run};

/// A shader to run.
#[derive(Debug)]
pub(super) struct ShaderRun<'j> {
    pub(super) options: &'j CommandLine,
    /// The binary, and the chosen shader.
    pub(super) shbin: &'j Shbin,
    pub(super) program: &'j Program,
    /// The names of the inputs. Messages use the first name.
    pub(super) inputs: &'j [&'j str],
    /// The available sources.
    pub(super) texts: &'j Texts<'j, 'j>,
    /// The variations of the shader, if they are compared.
    pub(super) comparison: Option<&'j Comparison>,
}

/// The result of a run.
#[derive(Debug)]
pub(super) struct Outcome {
    /// The result of writing to standard output.
    pub(super) written: io::Result<()>,
    /// The diagnostics.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The page of the profile, if requested and the shader ended.
    pub(super) page: Option<String>,
}

impl<'j> ShaderRun<'j> {
    fn name(&self) -> &'j str {
        self.inputs.first().copied().unwrap_or_default()
    }

    /// Returns a machine with all registers set, and the vertices to feed.
    pub(super) fn set_up(&self, streams: &Streams<'_>) -> Result<(Machine, Option<Feeding<'static>>), Vec<Diagnostic>> {
        let mut machine = Machine::with_precision(self.program, precision(self.options));
        let settings = self.options.settings();
        let set = settings.filter_map(|s| s.apply(&mut machine, self.name(), streams.files).err());
        let mut diagnostics: Vec<_> = set.collect();
        let feed = &self.options.feed;
        match feed.prepare(self.program, self.name(), streams.files) {
            Ok(feeding) if diagnostics.is_empty() => return Ok((machine, feeding)),
            Ok(_) => {}
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
        Err(diagnostics)
    }

    /// Runs the shader, and prints the requested results.
    pub(super) fn run(
        &self,
        mut machine: Machine,
        mut feeding: Option<Feeding<'_>>,
        stdout: &mut dyn Write,
    ) -> Outcome {
        let mut out = BufWriter::new(stdout);
        let mut counts = Counts::new(self.program);
        let (ended, traced) = self.execute(&mut machine, feeding.as_mut(), &mut counts, &mut out);
        let mut profile = Profile::new(self.program);
        profile.add(&counts, count(&ended));
        let results = ended.as_ref().ok();
        let results = results.map(|fed| Results::new(&machine, *fed, feeding.is_some()));
        let written = traced
            .and_then(|()| {
                write(
                    self.options,
                    results.as_ref(),
                    &profile,
                    self.texts,
                    self.comparison,
                    &mut out,
                )
            })
            .and_then(|()| out.flush());
        let incomplete_primitive = feeding.and_then(|feeding| incomplete_primitive(&feeding, self.name()));
        let failure = ended.as_ref().err().and_then(|error| self.failure(error));
        let is_wanted = ended.is_ok() && self.options.profile_html.is_some();
        Outcome {
            written,
            diagnostics: incomplete_primitive.into_iter().chain(failure).collect(),
            page: is_wanted.then(|| self.page(&profile)),
        }
    }

    /// Runs the shader, and writes the trace. Returns the results of the run and of writing.
    fn execute(
        &self,
        machine: &mut Machine,
        feeding: Option<&mut Feeding<'_>>,
        counts: &mut Counts,
        out: &mut dyn Write,
    ) -> (RunResult, io::Result<()>) {
        let budget = self.options.budget;
        let Some(form) = self.options.trace else {
            return (run(machine, feeding, budget, counts), Ok(()));
        };
        // The page covers the whole run, even if the reader of the trace closes the stream.
        let may_stop = self.options.profile_html.is_none();
        let listing = Listing::new(self.shbin, self.program);
        let mut trace = Trace::new(form, &listing, may_stop, out);
        let ended = run(machine, feeding, budget, &mut (counts, &mut trace));
        (ended, trace.finish())
    }

    fn page(&self, profile: &Profile<'_>) -> String {
        let page = html::Page {
            profile,
            texts: self.texts,
            instructions: &Listing::new(self.shbin, self.program).instructions,
            inputs: self.inputs,
        };
        page.to_html()
    }

    /// Builds the diagnostic for a failed run; `None` if it stopped because the reader of the trace closed the stream.
    fn failure(&self, error: &FeedError) -> Option<Diagnostic> {
        match error {
            FeedError::Fault { fault, .. } if fault.kind == FaultKind::Stopped => None,
            FeedError::Fault { fault, before } => Some(self.for_fault(fault, before.runs)),
            _ => Some(cannot_feed(error, self.program, self.name())),
        }
    }

    /// Describes a run that did not end normally, after `before` other runs.
    fn for_fault(&self, fault: &Fault, before: u64) -> Diagnostic {
        let message = fault_text(fault, before);
        let mut diagnostic = Diagnostic::for_file(Code::ShaderFault, self.name(), message);
        if let Some((file, line)) = &fault.location.source {
            let found = self.texts.find(file, *line);
            let source = found.and_then(|found| self.texts.sources().get(found.source));
            diagnostic = diagnostic.with_location(Location::Line {
                object: source.map_or(self.name(), |source| source.path).to_owned(),
                file: file.clone(),
                line: *line,
            });
        }
        match fault.kind {
            FaultKind::BudgetUsedUp { .. } => diagnostic.with_help("raise the limit with `--budget`"),
            _ => diagnostic,
        }
    }
}

/// Returns the precision of a run.
pub(super) fn precision(options: &CommandLine) -> Precision {
    if options.float24 {
        Precision::Float24
    } else {
        Precision::Single
    }
}

/// Writes the results, if the shader ended, the profile, and the comparison of variations.
pub(super) fn write(
    options: &CommandLine,
    results: Option<&Results<'_>>,
    profile: &Profile<'_>,
    texts: &Texts<'_, '_>,
    comparison: Option<&Comparison>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let profile = options.profile.then_some(profile);
    if options.trace == Some(TraceFormat::Json) {
        results.map_or(Ok(()), |results| results.json(out))?;
        for object in profile.into_iter().flat_map(json::objects) {
            json_line(out, &object)?;
        }
        for object in comparison.into_iter().flat_map(Comparison::objects) {
            json_line(out, &object)?;
        }
        return results.map_or(Ok(()), |results| results.end_json(out));
    }
    if let Some(results) = results {
        results.text(out)?;
    }
    match profile {
        Some(profile) => {
            let gap = if results.is_some() { "\n" } else { "" };
            out.write_all(gap.as_bytes())?;
            out.write_all(&text::tables(profile, texts))?;
        }
        None => return Ok(()),
    }
    match comparison {
        Some(comparison) => out.write_all(&[b"\n", &comparison.table()[..]].concat()),
        None => Ok(()),
    }
}

/// Returns the number of runs, including one that did not end normally.
fn count(ended: &RunResult) -> u64 {
    match ended {
        Ok(fed) => fed.runs,
        Err(FeedError::Fault { before, .. }) => before.runs + 1,
        Err(_) => 0,
    }
}
