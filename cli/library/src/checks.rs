//! Checks of linked programs.

use std::collections::BTreeSet;

use pica200_check::{BinaryLocation, CodeLocation, Names, Part, check_for};
use pica200_diagnostics::{Code, Severity, Tool};
use pica200_link::{Compat, LinkOutput};
use pica200_objfmt::formats::shbin::Shbin;

use crate::diagnostic::{Diagnostic, Label, Location, from_checker, in_binary};
use crate::levels::Levels;
use crate::session::Session;

impl Session<'_> {
    /// Checks a linked program, and adds the diagnostics to the session.
    pub fn check(&mut self, output: &LinkOutput, compat: Compat, levels: &Levels) {
        self.check_by(output, |code| levels.check_severity(code, compat));
    }

    /// Checks a linked program for the diagnostics that have a severity, and adds them to the session.
    pub(crate) fn check_by(&mut self, output: &LinkOutput, severity: impl Fn(Code) -> Option<Severity>) {
        let is_wanted = |code: Code| severity(code).is_some();
        let mut checks = Code::all().filter(|code| code.rule(Tool::Checker).is_some());
        if !checks.any(is_wanted) {
            return;
        }
        let found = check_for(&output.labelled(), is_wanted).into_iter();
        let label = |at: BinaryLocation, text: String| {
            let location = match (at.part, at.shader) {
                (Part::Code(CodeLocation { word, is_end }), shader) => output.origins.place(shader, word, is_end),
                (Part::Output(index), Some(shader)) => output.origins.output(shader, index),
                (_, shader) => Location::File(output.origins.input(shader).to_owned()),
            };
            Label::new(location, text)
        };
        let found = found.filter_map(|one| {
            let severity = severity(one.code)?;
            Some(from_checker(one, severity, label))
        });
        let before = self.diagnostics.len();
        self.add(found.collect());
        self.drop_repeated(before);
    }

    /// Checks a shader binary known only as the file `name`, and adds the diagnostics to the session.
    pub fn check_binary(&mut self, name: &str, shbin: &Shbin, levels: &Levels) {
        let severity = |code| levels.check_severity(code, Compat::None);
        let found = check_for(shbin, |code| severity(code).is_some());
        let names = Names::new(shbin);
        let found = found.into_iter().filter_map(|mut one| {
            let severity = severity(one.code)?;
            let label = |at: BinaryLocation, text: String| match at.code() {
                Some(place) => in_binary(name, &names, at.shader, place, &text),
                None => Label::for_file(name),
            };
            // Outputs have no location.
            one.secondary.retain(|label| label.location.code().is_some());
            Some(from_checker(one, severity, label))
        });
        self.diagnostics.extend(found);
    }

    /// Drops diagnostics from index `first` that repeat an earlier one on the same line, or in the same source if there
    /// is no line: the assembler and the checker detect some of the same errors.
    fn drop_repeated(&mut self, first: usize) {
        let said: BTreeSet<_> = self
            .diagnostics
            .iter()
            .take(first)
            .flat_map(|r| self.subjects(r))
            .collect();
        if said.is_empty() {
            return;
        }
        let is_new = |diagnostic: &Diagnostic| !self.subjects(diagnostic).last().is_some_and(|s| said.contains(&s));
        let keep: Vec<_> = self.diagnostics.iter().skip(first).map(is_new).collect();
        let mut keep = std::iter::repeat_n(true, first).chain(keep);
        self.diagnostics.retain(|_| keep.next().unwrap_or(true));
    }

    /// Returns the keys by which a diagnostic is compared: its code and source, then also the line, if it has one.
    fn subjects(&self, diagnostic: &Diagnostic) -> impl Iterator<Item = (Code, usize, Option<usize>)> + use<> {
        let (source, line) = match diagnostic.location() {
            Some(Location::Span { source, span }) => {
                let of_source = self.sources.get(*source);
                (Some(*source), of_source.map(|of| of.lines.index(span.start)))
            }
            Some(Location::File(path)) => (self.sources.iter().position(|s| s.path == path), None),
            _ => (None, None),
        };
        let code = diagnostic.code;
        let whole = source.map(|source| (code, source, None));
        whole
            .into_iter()
            .chain(line.and_then(|line| Some((code, source?, Some(line)))))
    }
}
