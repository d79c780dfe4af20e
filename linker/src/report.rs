//! The diagnostics of the phases so far.

use pica200_diagnostics::{Diagnostic, Diagnostics, Label, Severity};

use crate::objects::{Objects, Spot};
use crate::problem::Problem;

/// The diagnostics, whose locations are spots until they are shown.
pub(crate) struct Report<'a> {
    objects: Objects<'a>,
    diagnostics: Diagnostics<Spot>,
}

impl<'a> Report<'a> {
    /// Returns a report without diagnostics.
    pub(crate) fn new(objects: Objects<'a>) -> Self {
        Self {
            objects,
            diagnostics: Diagnostics::default(),
        }
    }

    /// Adds an error. The first place is the primary one.
    pub(crate) fn error<'l>(&mut self, problem: Problem, places: impl IntoIterator<Item = (Spot, &'l str)>) {
        self.add(Severity::Error, problem, places);
    }

    /// Adds a warning. The first place is the primary one.
    pub(crate) fn warning<'l>(&mut self, problem: Problem, places: impl IntoIterator<Item = (Spot, &'l str)>) {
        self.add(Severity::Warning, problem, places);
    }

    /// Adds a diagnostic. The first place is the primary one.
    pub(crate) fn add<'l>(
        &mut self,
        severity: Severity,
        problem: Problem,
        places: impl IntoIterator<Item = (Spot, &'l str)>,
    ) {
        let labels = places.into_iter();
        let labels = labels.map(|(spot, text)| Label::new(spot, text));
        let diagnostic = problem.diagnose(severity).with_labels(labels);
        self.diagnostics.push(diagnostic);
    }

    /// Returns whether there are errors.
    pub(crate) fn has_errors(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// Returns the diagnostics in the order of the inputs and their lines; those of one line are in the order of the
    /// phases.
    pub(crate) fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|one| one.location().copied());
        let diagnostics = self.diagnostics.into_iter();
        let shown = diagnostics.map(|one| one.map(|spot| self.objects.location(spot)));
        shown.collect()
    }

    /// Returns the output with the warnings, unless there are errors.
    ///
    /// # Errors
    ///
    /// All diagnostics, of which one at least is an error.
    pub(crate) fn finish<T>(self, output: Option<T>) -> Result<(T, Vec<Diagnostic>), Vec<Diagnostic>> {
        let has_errors = self.has_errors();
        let diagnostics = self.into_diagnostics();
        match output.filter(|_| !has_errors) {
            Some(output) => Ok((output, diagnostics)),
            None => Err(diagnostics),
        }
    }
}
