//! Collected diagnostics.

use pica200_diagnostics::{Diagnostic, Diagnostics, Label, Severity};

use crate::objects::{Objects, SourceLoc};
use crate::problem::Problem;

/// Diagnostics whose locations are spots until they are finished.
pub(crate) struct Report<'a> {
    objects: Objects<'a>,
    diagnostics: Diagnostics<SourceLoc>,
}

impl<'a> Report<'a> {
    /// Creates a report without diagnostics.
    pub(crate) fn new(objects: Objects<'a>) -> Self {
        Self {
            objects,
            diagnostics: Diagnostics::default(),
        }
    }

    /// Adds an error. The first location is the primary one.
    pub(crate) fn error<'l>(&mut self, problem: Problem, places: impl IntoIterator<Item = (SourceLoc, &'l str)>) {
        self.add(Severity::Error, problem, places);
    }

    /// Adds a warning. The first location is the primary one.
    pub(crate) fn warning<'l>(&mut self, problem: Problem, places: impl IntoIterator<Item = (SourceLoc, &'l str)>) {
        self.add(Severity::Warning, problem, places);
    }

    /// Adds a diagnostic. The first location is the primary one.
    pub(crate) fn add<'l>(
        &mut self,
        severity: Severity,
        problem: Problem,
        places: impl IntoIterator<Item = (SourceLoc, &'l str)>,
    ) {
        let labels = places.into_iter();
        let labels = labels.map(|(loc, text)| Label::new(loc, text));
        let diagnostic = problem.diagnose(severity).with_labels(labels);
        self.diagnostics.push(diagnostic);
    }

    /// Returns true if there are errors.
    pub(crate) fn has_errors(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// Returns the diagnostics in the order of the inputs and their lines; diagnostics of one line are in phase order.
    pub(crate) fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|one| one.location().copied());
        let diagnostics = self.diagnostics.into_iter();
        let shown = diagnostics.map(|one| one.map(|loc| self.objects.location(loc)));
        shown.collect()
    }

    /// Returns the output with the warnings, unless there are errors.
    ///
    /// # Errors
    ///
    /// Returns all diagnostics if at least one is an error.
    pub(crate) fn finish<T>(self, output: Option<T>) -> Result<(T, Vec<Diagnostic>), Vec<Diagnostic>> {
        let has_errors = self.has_errors();
        let diagnostics = self.into_diagnostics();
        match output.filter(|_| !has_errors) {
            Some(output) => Ok((output, diagnostics)),
            None => Err(diagnostics),
        }
    }
}
