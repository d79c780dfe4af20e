//! The cases of a test file.

use std::collections::HashMap;
use std::ops::Range;

use pica200_objfmt::register::Bank;
use toml::de::{DeTable, DeValue};

use super::document::{Findings, place};
use super::values::{
    array, boolean, float, limits, of_bank, one_row, stride, string, table, vertices, whole,
};
use crate::shader::registers::{Misfit, Target, find};
use crate::shader::rows::Item;
use crate::testing::{Case, Shader};

/// The keys of a case.
const CASE_KEYS: &[&str] = &[
    "name",
    "inputs",
    "uniforms",
    "vertices",
    "stride",
    "expect",
    "instructions",
    "tolerance",
    "budget",
    "float24",
];

/// A case, ready to run.
pub(super) struct NamedCase<'s> {
    pub(super) name: String,
    pub(super) case: Case<'s>,
}

/// The cases of a file. What is wrong with them goes to `findings`.
pub(super) fn cases<'s>(
    file: &DeTable<'_>,
    shader: &'s Shader,
    findings: &mut Findings<'_>,
) -> Vec<NamedCase<'s>> {
    let mut reader = Reader { shader, findings };
    let mut common = shader.case();
    reader.settings(file, &mut common);
    let items = reader.findings.get(file, "case", array);
    let Some(items) = items.filter(|items| !items.is_empty()) else {
        if reader.findings.is_empty() {
            let help = "`[[case]]` begins a case";
            reader
                .findings
                .of_file("invalid-test", "it has no cases", help);
        }
        return Vec::new();
    };
    let mut names = HashMap::new();
    let cases = items
        .iter()
        .filter_map(|item| reader.case(item, common.clone(), &mut names));
    cases.collect()
}

/// Reads cases for a shader.
struct Reader<'r, 's, 'f> {
    shader: &'s Shader,
    findings: &'r mut Findings<'f>,
}

impl<'s> Reader<'_, 's, '_> {
    /// A case: what is common to all of them, and what is its own.
    fn case(
        &mut self,
        item: &Item<'_>,
        mut case: Case<'s>,
        names: &mut HashMap<String, Range<usize>>,
    ) -> Option<NamedCase<'s>> {
        let table = match table(item) {
            Ok(table) => table,
            Err(flaw) => {
                self.findings.flaw("case", flaw);
                return None;
            }
        };
        self.findings.check_keys(table, "a case", CASE_KEYS);
        let name = self.name(item, table, names);
        self.settings(table, &mut case);
        if let Some(vertices) = self.findings.get(table, "vertices", vertices) {
            case.feed(vertices);
        }
        if let Some(registers) = self.findings.get(table, "stride", stride) {
            case.set_stride(registers);
        }
        let expectations = self.expectations(table, &mut case);
        if expectations == 0 {
            let report = self
                .findings
                .error("invalid-test", item.span(), "a case expects nothing");
            report.help = Some("`expect` and `instructions` say what is expected".to_owned());
        }
        Some(NamedCase { name: name?, case })
    }

    /// The name of a case; each has its own.
    fn name(
        &mut self,
        item: &Item<'_>,
        table: &DeTable<'_>,
        names: &mut HashMap<String, Range<usize>>,
    ) -> Option<String> {
        let Some(given) = table.get("name") else {
            let message = "a case has no `name`";
            self.findings.error("invalid-test", item.span(), message);
            return None;
        };
        let name = self.findings.get(table, "name", string)?;
        if name.trim().is_empty() {
            let message = "the name of a case is empty";
            self.findings.error("invalid-test", given.span(), message);
            return None;
        }
        if let Some(first) = names.get(name) {
            let first = place(first.clone(), "the first of them");
            let message = format!("two cases are named `{name}`");
            let report = self.findings.error("invalid-test", given.span(), message);
            report.places.push(first);
            return None;
        }
        names.insert(name.to_owned(), given.span());
        Some(name.to_owned())
    }

    /// What a file and a case may both set.
    fn settings(&mut self, from: &DeTable<'_>, case: &mut Case<'s>) {
        for (key, is_input) in [("inputs", true), ("uniforms", false)] {
            let values = self.findings.get(from, key, table);
            for (name, value) in values.into_iter().flatten() {
                self.value(name.get_ref(), name.span(), value, is_input, case);
            }
        }
        if let Some(item) = from.get("tolerance")
            && let Some(tolerance) = self.findings.get(from, "tolerance", float)
        {
            let set = case.set_tolerance(tolerance);
            self.check("invalid-test", "tolerance", item.span(), set);
        }
        if let Some(budget) = self.findings.get(from, "budget", whole) {
            case.set_budget(budget);
        }
        if let Some(cut) = self.findings.get(from, "float24", boolean) {
            case.set_float24(cut);
        }
    }

    /// Sets an input or a uniform.
    fn value(
        &mut self,
        name: &str,
        span: Range<usize>,
        value: &Item<'_>,
        is_input: bool,
        case: &mut Case<'s>,
    ) {
        let known = Target::parse(name, Bank::Float).ok();
        let known = known.and_then(|target| find(self.shader.program(), &target.name));
        let bank = match (known.map(|named| named.first.bank), value.get_ref()) {
            _ if is_input => Bank::Input,
            (Some(bank @ (Bank::Integer | Bank::Boolean)), _) => bank,
            (None, DeValue::Boolean(_)) => Bank::Boolean,
            _ => Bank::Float,
        };
        let values = match of_bank(bank, value) {
            Ok(values) => values,
            Err(flaw) => return self.findings.flaw(name, flaw),
        };
        let set = case
            .set(name, bank, &values)
            .map_err(|misfit| match misfit.found {
                Some(Bank::Input) => misfit.with_help("`inputs` sets it"),
                Some(Bank::Float | Bank::Integer | Bank::Boolean) => {
                    misfit.with_help("`uniforms` sets it")
                }
                _ => misfit,
            });
        self.check("cannot-set", name, span, set);
    }

    /// What a case expects. How much that is.
    fn expectations(&mut self, from: &DeTable<'_>, case: &mut Case<'s>) -> usize {
        let mut count = 0;
        if let Some(item) = from.get("instructions") {
            count += 1;
            if let Some(limit) = item.get_ref().as_table() {
                self.findings
                    .check_keys(limit, "`instructions`", &["min", "max"]);
            }
            if let Some(limits) = self.findings.get(from, "instructions", limits) {
                let set = case.set_instructions(limits);
                self.check("invalid-test", "instructions", item.span(), set);
            }
        }
        if !from.contains_key("expect") {
            return count;
        }
        let Some(expected) = self.findings.get(from, "expect", table) else {
            // The error is said.
            return count + 1;
        };
        for (key, value) in expected {
            match key.get_ref().as_ref() {
                "vertices" => self.vertices(key.span(), value, case),
                "triangles" => self.triangles(key.span(), value, case),
                output => self.output(None, output, key.span(), value, case),
            }
        }
        count + expected.len()
    }

    fn output(
        &mut self,
        vertex: Option<usize>,
        name: &str,
        span: Range<usize>,
        value: &Item<'_>,
        case: &mut Case<'s>,
    ) {
        match one_row(value) {
            Ok(row) => {
                let added = case.try_expect(vertex, name, row);
                self.check("cannot-expect", name, span, added);
            }
            Err(flaw) => self.findings.flaw(name, flaw),
        }
    }

    /// A number of vertices, or a table of outputs for each.
    fn vertices(&mut self, span: Range<usize>, value: &Item<'_>, case: &mut Case<'s>) {
        let Some(items) = self.items("vertices", value) else {
            return;
        };
        let added = case.try_expect_vertices(items.count());
        if !self.check("cannot-expect", "vertices", span, added) {
            return;
        }
        for (vertex, outputs) in items.tables().enumerate() {
            for (name, value) in outputs {
                self.output(Some(vertex), name.get_ref(), name.span(), value, case);
            }
        }
    }

    /// A number of triangles, or a table for each.
    fn triangles(&mut self, span: Range<usize>, value: &Item<'_>, case: &mut Case<'s>) {
        let Some(items) = self.items("triangles", value) else {
            return;
        };
        let added = case.try_expect_triangles(items.count());
        if !self.check("cannot-expect", "triangles", span.clone(), added) {
            return;
        }
        for (triangle, table) in items.tables().enumerate() {
            self.findings.check_keys(table, "a triangle", &["inverted"]);
            if let Some(inverted) = self.findings.get(table, "inverted", boolean) {
                let added = case.try_expect_winding(triangle, inverted);
                self.check("cannot-expect", "triangles", span.clone(), added);
            }
        }
    }

    /// A number of things, or a table for each.
    fn items<'t, 'i>(&mut self, key: &str, value: &'t Item<'i>) -> Option<Items<'t, 'i>> {
        let read = match value.get_ref().as_array() {
            None => whole(value).map(Items::Count),
            Some(items) => items
                .iter()
                .map(table)
                .collect::<Result<_, _>>()
                .map(Items::Each),
        };
        match read {
            Ok(items) => Some(items),
            Err(flaw) => {
                self.findings.flaw(key, flaw);
                None
            }
        }
    }

    /// Notes what does not fit. Whether it fits.
    fn check(
        &mut self,
        name: &'static str,
        key: &str,
        span: Range<usize>,
        result: Result<(), Misfit>,
    ) -> bool {
        let fits = result.is_ok();
        if let Err(misfit) = result {
            self.findings.misfit(name, key, span, misfit);
        }
        fits
    }
}

/// A number of things, or a table for each.
enum Items<'t, 'i> {
    Count(u64),
    Each(Vec<&'t DeTable<'i>>),
}

impl<'t, 'i> Items<'t, 'i> {
    fn count(&self) -> usize {
        match self {
            Self::Count(count) => usize::try_from(*count).unwrap_or(usize::MAX),
            Self::Each(tables) => tables.len(),
        }
    }

    fn tables(&self) -> impl Iterator<Item = &'t DeTable<'i>> {
        let tables = match self {
            Self::Count(_) => &[],
            Self::Each(tables) => tables.as_slice(),
        };
        tables.iter().copied()
    }
}
