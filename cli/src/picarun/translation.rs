//! Execution of the translation of a container's shader, alone or next to the original.

use std::io::{self, BufWriter, Write};

use pica200_diagnostics::Code;
use pica200_machine::{Counts, FaultKind};
use pica200_objfmt::observe::NoObserver;

use super::container::ContainerRun;
use super::options::TraceFormat;
use super::run::{Outcome, write};
use super::show::Results;
use super::trace::Trace;
use crate::profile::Profile;
use pica200::diagnostic::{Diagnostic, Location};
use pica200::shader::direct3d::{
    CompletedRuns, Difference, Machines, Setup, TRANSLATION_TOLERANCE, Translation, TranslationFault,
};
use pica200::shader::runs::fault_text;

/// The result of runs of a translation, or what stopped the last one.
type RunResult = Result<CompletedRuns, TranslationFault>;

/// The maximum number of differences in one message.
const MAX_SHOWN_DIFFERENCES: usize = 8;

impl ContainerRun<'_> {
    /// Runs the translation, and prints the requested results; for both targets, the original shader's first.
    pub(super) fn run_translation(
        &self,
        translation: &Translation,
        setup: &Setup<'_>,
        stdout: &mut dyn Write,
    ) -> Outcome {
        let mut out = BufWriter::new(stdout);
        let of_shader = match self.shader.machines {
            Machines::Both => match setup.run(&mut NoObserver) {
                Ok(ran) => Some(ran),
                Err(stop) => return self.stopped(self.stop_diagnostic(&stop)),
            },
            Machines::Direct3d | Machines::Pica200 => None,
        };
        let mut counts = Counts::new(&translation.program);
        let (ended, traced) = self.execute_translation(translation, setup, &mut counts, &mut out);
        let mut profile = Profile::new(&translation.program);
        profile.add(
            &counts,
            match &ended {
                Ok(ran) => ran.runs,
                Err(stop) => stop.before + 1,
            },
        );
        let written = traced
            .and_then(|()| self.write_results(setup, of_shader.as_ref(), &ended, &profile, &mut out))
            .and_then(|()| out.flush());
        let is_wanted = ended.is_ok() && self.options.profile_html.is_some();
        let diagnostic = match (&ended, &of_shader) {
            (Err(stop), _) => self.translation_stop_diagnostic(stop),
            (Ok(ran), Some(of_shader)) => self.compare(&setup.differences(of_shader, ran)),
            (Ok(_), None) => None,
        };
        Outcome {
            written,
            diagnostics: diagnostic.into_iter().collect(),
            page: is_wanted.then(|| self.page(&profile, &translation.listing.instructions)),
        }
    }

    /// Runs the translation, and writes the trace. Returns the results of the runs and of writing.
    fn execute_translation(
        &self,
        translation: &Translation,
        setup: &Setup<'_>,
        counts: &mut Counts,
        out: &mut dyn Write,
    ) -> (RunResult, io::Result<()>) {
        let Some(form) = self.options.trace else {
            return (setup.run_translation(counts), Ok(()));
        };
        // The page covers the whole run, even if the reader of the trace closes the stream.
        let may_stop = self.options.profile_html.is_none();
        let mut trace = Trace::new(form, &translation.listing, may_stop, out);
        let ended = setup.run_translation(&mut (counts, &mut trace));
        (ended, trace.finish())
    }

    /// Writes the results. JSON has only the translation's.
    fn write_results(
        &self,
        setup: &Setup<'_>,
        of_shader: Option<&CompletedRuns>,
        ended: &RunResult,
        profile: &Profile<'_>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if let Some(ran) = of_shader
            && self.options.trace != Some(TraceFormat::Json)
        {
            writeln!(out, "Direct3D:")?;
            Results::from_container(setup, ran).text(out)?;
            writeln!(out, "\nPICA200:")?;
        }
        let results = ended.as_ref().ok();
        let results = results.map(|ran| Results::from_container(setup, ran));
        write(self.options, results.as_ref(), profile, self.texts, None, out)
    }

    /// Returns the outcome if there is nothing to print.
    fn stopped(&self, diagnostic: Option<Diagnostic>) -> Outcome {
        Outcome {
            written: Ok(()),
            diagnostics: diagnostic.into_iter().collect(),
            page: None,
        }
    }

    /// Builds the error for a translation whose outputs differ.
    fn compare(&self, differences: &[Difference]) -> Option<Diagnostic> {
        let shown = differences.iter().take(MAX_SHOWN_DIFFERENCES);
        let shown: Vec<_> = shown.map(describe).collect();
        if shown.is_empty() {
            return None;
        }
        let more = match differences.len().saturating_sub(shown.len()) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let name = &self.file.name;
        let message = format!(
            "`{name}`: outputs of the translation differ by more than {TRANSLATION_TOLERANCE}, or by this fraction for \
             numbers above 1: {}{more}",
            shown.join("; ")
        );
        Some(Diagnostic::for_file(Code::TranslationDiffers, name, message).with_help(Code::TranslationDiffers.remedy()))
    }

    /// Describes a run that did not end normally; `None` if it stopped because the reader of the trace closed the
    /// stream.
    fn translation_stop_diagnostic(&self, stop: &TranslationFault) -> Option<Diagnostic> {
        let TranslationFault { fault, before } = stop;
        if fault.kind == FaultKind::Stopped {
            return None;
        }
        let name = &self.file.name;
        let message = format!("the translation: {}", fault_text(fault, *before));
        let mut diagnostic = Diagnostic::for_file(Code::ShaderFault, name, message);
        if let Some((file, line)) = &fault.location.source {
            diagnostic = diagnostic.with_location(Location::Line {
                object: name.clone(),
                file: file.clone(),
                line: *line,
            });
        }
        Some(match fault.kind {
            FaultKind::BudgetUsedUp { .. } => diagnostic.with_help("raise the limit with `--budget`"),
            _ => diagnostic,
        })
    }
}

/// Formats a difference as `vertex 2, SV_Position.x is 1 in Direct3D and 2 in the translation`.
fn describe(difference: &Difference) -> String {
    let Difference {
        vertex,
        component,
        direct3d,
        pica200,
    } = difference;
    let vertex = vertex.map_or_else(String::new, |vertex| format!("vertex {vertex}, "));
    format!("{vertex}`{component}` is {direct3d} in Direct3D and {pica200} in the translation")
}
