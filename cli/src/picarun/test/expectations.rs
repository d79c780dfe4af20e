//! Expectations of the cases of a test file.

use std::ops::Range;

use pica200_diagnostics::Code;

use toml::de::DeTable;

use super::cases::CaseReader;
use super::values::{corners, limits};
use pica200::document::{Item, boolean, entries, table, whole};
use pica200::shader::document::registers::one_row;
use pica200::testing::{Case, ExpectedTriangle};

impl<'s> CaseReader<'_, 's, '_, '_> {
    /// Reads the expectations of a case. Returns their number.
    pub(super) fn expectations(&mut self, from: &DeTable<'_>, case: &mut Case<'s>) -> usize {
        let mut count = 0;
        if let Some(item) = from.get("instructions") {
            count += 1;
            self.instructions(item, case);
        }
        if !from.contains_key("expect") {
            return count;
        }
        let Some(expected) = self.report.get(from, "expect", table) else {
            // The error is already reported.
            return count + 1;
        };
        for (key, value) in entries(expected) {
            match key.get_ref().as_ref() {
                "vertices" => self.vertices(key.span(), value, case),
                "triangles" => self.triangles(key.span(), value, case),
                "discarded" => {
                    if let Some(discarded) = self.report.get(expected, "discarded", boolean) {
                        let added = case.try_expect_discarded(discarded);
                        self.check(Code::CannotExpect, "discarded", key.span(), added);
                    }
                }
                output => self.output(None, output, key.span(), value, case),
            }
        }
        count + expected.len()
    }

    /// Reads limits on the number of instructions: one value for all shaders of the file, or an array with one for
    /// each.
    fn instructions(&mut self, item: &Item<'_>, case: &mut Case<'s>) {
        let read = self.alternative.value(item).and_then(|item| {
            if let Some(limit) = item.get_ref().as_table() {
                self.report.check_keys(limit, "`instructions`", &["min", "max"]);
            }
            limits(item)
        });
        match read {
            Ok(limits) => {
                let set = case.set_instructions(limits);
                self.check(Code::InvalidTest, "instructions", item.span(), set);
            }
            Err(toml_error) => self.report.toml_error("instructions", toml_error),
        }
    }

    fn output(&mut self, vertex: Option<usize>, name: &str, span: Range<usize>, value: &Item<'_>, case: &mut Case<'s>) {
        match one_row(value) {
            Ok(row) => {
                let added = case.try_expect(vertex, name, row);
                self.check(Code::CannotExpect, name, span, added);
            }
            Err(toml_error) => self.report.toml_error(name, toml_error),
        }
    }

    /// Reads a number of vertices, or a table of outputs for each.
    fn vertices(&mut self, span: Range<usize>, value: &Item<'_>, case: &mut Case<'s>) {
        let Some(items) = self.items("vertices", value) else {
            return;
        };
        let added = case.try_expect_vertices(items.count());
        if !self.check(Code::CannotExpect, "vertices", span, added) {
            return;
        }
        for (vertex, outputs) in items.tables().enumerate() {
            for (name, value) in entries(outputs) {
                self.output(Some(vertex), name.get_ref(), name.span(), value, case);
            }
        }
    }

    /// Reads a number of triangles, or a table for each.
    fn triangles(&mut self, span: Range<usize>, value: &Item<'_>, case: &mut Case<'s>) {
        let Some(items) = self.items("triangles", value) else {
            return;
        };
        let added = case.try_expect_triangles(items.count());
        if !self.check(Code::CannotExpect, "triangles", span.clone(), added) {
            return;
        }
        for (triangle, table) in items.tables().enumerate() {
            self.report.check_keys(table, "a triangle", &["inverted", "corners"]);
            let expected = ExpectedTriangle {
                triangle,
                inverted: self.report.get(table, "inverted", boolean),
                corners: self.report.get(table, "corners", corners),
            };
            let added = case.try_expect_triangle(expected);
            self.check(Code::CannotExpect, "triangles", span.clone(), added);
        }
    }

    /// Reads a number of items, or a table for each.
    fn items<'t, 'i>(&mut self, key: &str, value: &'t Item<'i>) -> Option<Items<'t, 'i>> {
        let read = match value.get_ref().as_array() {
            None => whole(value).map(Items::Count),
            Some(items) => items.iter().map(table).collect::<Result<_, _>>().map(Items::Each),
        };
        match read {
            Ok(items) => Some(items),
            Err(toml_error) => {
                self.report.toml_error(key, toml_error);
                None
            }
        }
    }
}

/// A number of items, or a table for each.
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
