//! Checks of linked programs, whose findings are those of a session.

use std::collections::BTreeSet;

use pica200_check::{CodePlace, Names, check_for};
use pica200_diagnostics::{Code, Severity, Tool};
use pica200_link::{Compat, LinkOutput};
use pica200_objfmt::formats::shbin::Shbin;

use crate::levels::Levels;
use crate::report::{Location, Place, Report};
use crate::session::Session;

impl Session<'_> {
    /// Checks a linked program, and adds the findings.
    pub fn check(&mut self, output: &LinkOutput, compat: Compat, levels: &Levels) {
        self.check_by(output, |code| levels.of_check(code, compat));
    }

    /// Checks a linked program for the diagnostics that have a severity, and adds the findings.
    pub(crate) fn check_by(
        &mut self,
        output: &LinkOutput,
        severity: impl Fn(Code) -> Option<Severity>,
    ) {
        let is_wanted = |code: Code| severity(code).is_some();
        let mut checks = Code::all().filter(|code| code.rule(Tool::Checker).is_some());
        if !checks.any(is_wanted) {
            return;
        }
        let findings = check_for(&output.labelled(), is_wanted).into_iter();
        let reports = findings.filter_map(|finding| {
            let severity = severity(finding.code)?;
            let shader = finding.shader;
            let outputs = finding.outputs.clone();
            let mut report = Report::from_check(finding, severity, |place, label| match place {
                Some(CodePlace { word, is_end }) => {
                    output.origins.place(shader, word, is_end, label).into()
                }
                None => Place::of_file(output.origins.input(shader)),
            });
            if let Some(shader) = shader.filter(|_| !outputs.is_empty()) {
                let labels = ["the second one", "the first one"];
                let places = outputs.into_iter().zip(labels);
                let places =
                    places.map(|(index, label)| output.origins.output(shader, index, label).into());
                report.places = places.collect();
            }
            Some(report)
        });
        let before = self.reports.len();
        self.add(reports.collect());
        self.drop_repeated(before);
    }

    /// Checks a shader binary of which nothing but the file `name` is known, and adds the findings.
    pub fn check_binary(&mut self, name: &str, shbin: &Shbin, levels: &Levels) {
        let severity = |code| levels.of_check(code, Compat::None);
        let findings = check_for(shbin, |code| severity(code).is_some());
        let names = Names::new(shbin);
        let reports = findings.into_iter().filter_map(|finding| {
            let severity = severity(finding.code)?;
            let shader = finding.shader;
            let locate = |place: Option<CodePlace>, label: &str| match place {
                Some(place) => Place::in_binary(name, &names, shader, place, label),
                None => Place::of_file(name),
            };
            Some(Report::from_check(finding, severity, locate))
        });
        self.reports.extend(reports);
    }

    /// Drops reports from index `first` on that repeat an earlier one about the same line, or about the same source if
    /// there is no line: the assembler reports some of the faults that the checker finds.
    fn drop_repeated(&mut self, first: usize) {
        let said: BTreeSet<_> = self
            .reports
            .iter()
            .take(first)
            .flat_map(|r| self.subjects(r))
            .collect();
        if said.is_empty() {
            return;
        }
        let is_new = |report: &Report| {
            !self
                .subjects(report)
                .last()
                .is_some_and(|s| said.contains(&s))
        };
        let keep: Vec<_> = self.reports.iter().skip(first).map(is_new).collect();
        let mut keep = std::iter::repeat_n(true, first).chain(keep);
        self.reports.retain(|_| keep.next().unwrap_or(true));
    }

    /// The subjects of a report: its name with a source of this session, then with the line, if it has one.
    fn subjects(
        &self,
        report: &Report,
    ) -> impl Iterator<Item = (Code, usize, Option<usize>)> + use<> {
        let (source, line) = match report.places.first().map(|place| &place.location) {
            Some(Location::Span { source, span }) => {
                let of_source = self.sources.get(*source);
                (
                    Some(*source),
                    of_source.map(|of| of.lines.index(span.start)),
                )
            }
            Some(Location::File(path)) => (self.sources.iter().position(|s| s.path == path), None),
            _ => (None, None),
        };
        let code = report.code;
        let whole = source.map(|source| (code, source, None));
        whole
            .into_iter()
            .chain(line.and_then(|line| Some((code, source?, Some(line)))))
    }
}
