//! The findings of the phases so far.

use pica200_diagnostics::Severity;

use crate::objects::{Objects, Spot};
use crate::problem::{Finding, Problem};

/// The findings, each with the spot by which it is sorted.
pub(crate) struct Report<'a> {
    objects: Objects<'a>,
    findings: Vec<(Option<Spot>, Finding)>,
}

impl<'a> Report<'a> {
    /// A report without findings.
    pub(crate) fn new(objects: Objects<'a>) -> Self {
        Self {
            objects,
            findings: Vec::new(),
        }
    }

    /// Adds an error. The first place is the primary one.
    pub(crate) fn error<'l>(
        &mut self,
        problem: Problem,
        places: impl IntoIterator<Item = (Spot, &'l str)>,
    ) {
        self.add(Severity::Error, problem, places);
    }

    /// Adds a warning. The first place is the primary one.
    pub(crate) fn warning<'l>(
        &mut self,
        problem: Problem,
        places: impl IntoIterator<Item = (Spot, &'l str)>,
    ) {
        self.add(Severity::Warning, problem, places);
    }

    /// Adds a finding. The first place is the primary one.
    pub(crate) fn add<'l>(
        &mut self,
        severity: Severity,
        problem: Problem,
        places: impl IntoIterator<Item = (Spot, &'l str)>,
    ) {
        let places: Vec<_> = places.into_iter().collect();
        let finding = Finding {
            severity,
            problem,
            places: places
                .iter()
                .map(|&(spot, label)| self.objects.show(spot, label))
                .collect(),
        };
        self.findings
            .push((places.first().map(|&(spot, _)| spot), finding));
    }

    /// Whether the findings contain an error.
    pub(crate) fn has_errors(&self) -> bool {
        self.findings
            .iter()
            .any(|(_, finding)| finding.severity == Severity::Error)
    }

    /// The findings in the order of the inputs and their lines; findings of one line are in the order of the phases.
    pub(crate) fn into_findings(mut self) -> Vec<Finding> {
        self.findings.sort_by_key(|&(spot, _)| spot);
        self.findings
            .into_iter()
            .map(|(_, finding)| finding)
            .collect()
    }
}
