//! Cases of a test file.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use pica200_asm::Files;
use pica200_diagnostics::Code;
use pica200_objfmt::isa::register::Bank;
use toml::de::DeTable;

use super::alternatives::Alternative;
use super::pictures::expected_picture;
use super::subjects::{NamedVariations, TestShaders, TestedShader};
use super::textures::Pictures;
use super::values::{float, primitive, stride, variable_rows, vertices};
use pica200::document::{DocumentReport, Item, array, boolean, entries, string, table, whole};
use pica200::shader::direct3d::TextureFiles;
use pica200::shader::document::registers::{bank_rows, uniform};
use pica200::shader::value_error::ValueError;
use pica200::testing::{Case, ExpectedPicture, Shader, Target};

/// The keys of a case.
const CASE_KEYS: &[&str] = &[
    "name",
    "variation",
    "each",
    "inputs",
    "uniforms",
    "textures",
    "samplers",
    "vertices",
    "stride",
    "primitive",
    "expect",
    "instructions",
    "tolerance",
    "budget",
    "float24",
    "render",
];

/// A case, ready to run.
pub(super) struct TestCase<'s> {
    pub(super) name: String,
    /// Its runs: one, or one per distinct shader of its variations.
    pub(super) runs: Vec<CaseRun<'s>>,
}

/// A case for one shader.
pub(super) struct CaseRun<'s> {
    /// Index of the shader among the file's shaders.
    pub(super) subject: usize,
    /// The variations that the case names and that have this shader.
    pub(super) named: Option<NamedVariations>,
    pub(super) case: Case<'s>,
    /// The picture that it expects as well.
    pub(super) expected_picture: Option<ExpectedPicture>,
}

/// Returns the cases of a file for one of its shaders. Errors go to `report`.
pub(super) fn cases<'s>(
    file: &DeTable<'_>,
    subjects: &'s TestShaders<'_>,
    alternative: Alternative,
    folder: &'s Path,
    files: &'s dyn Files,
    report: &mut DocumentReport<'_>,
) -> Vec<TestCase<'s>> {
    let mut textures = Pictures {
        folder,
        files,
        made: TextureFiles::default(),
    };
    let common = CommonSettings {
        cases: common(file, subjects, alternative, &mut textures, report),
        subjects,
        alternative,
        folder,
    };
    let items = report.get(file, "case", array);
    let Some(items) = items.filter(|items| !items.is_empty()) else {
        if report.is_empty() {
            let help = "begin a case with `[[case]]`";
            report.file_error(Code::InvalidTest, "it has no cases", help);
        }
        return Vec::new();
    };
    let mut names = HashMap::new();
    let mut cases = Vec::new();
    for (item, tested) in items.iter().zip(&subjects.by_case) {
        let table = match table(item) {
            Ok(table) => table,
            Err(toml_error) => {
                report.toml_error("case", toml_error);
                continue;
            }
        };
        report.check_keys(table, "a case", CASE_KEYS);
        let name = name(item, table, &mut names, report);
        let runs = runs(item, table, tested, &common, &mut textures, report);
        cases.extend(name.map(|name| TestCase { name, runs }));
    }
    cases
}

/// Settings common to all cases of a file.
struct CommonSettings<'s> {
    subjects: &'s TestShaders<'s>,
    /// For each subject, a case with the common values.
    cases: Vec<Case<'s>>,
    alternative: Alternative,
    /// The directory of the file.
    folder: &'s Path,
}

/// Returns for each shader of a file a case with the values common to all cases.
fn common<'s>(
    file: &DeTable<'_>,
    subjects: &'s TestShaders<'_>,
    alternative: Alternative,
    textures: &mut Pictures<'_>,
    report: &mut DocumentReport<'_>,
) -> Vec<Case<'s>> {
    let mut common = Vec::new();
    for subject in &subjects.all {
        let mut case = subject.shader.case();
        let before = report.len();
        let mut reader = CaseReader {
            shader: &subject.shader,
            alternative,
            textures,
            report,
        };
        reader.settings(file, &mut case);
        common.push(case);
        if report.len() != before {
            // Most other variations have the same error.
            if let Some(variant) = &subject.variant {
                report.add_place(before, &variant.place);
            }
            break;
        }
    }
    common
}

/// Returns the runs of a case: the common values of all cases, overridden by its own.
fn runs<'s>(
    item: &Item<'_>,
    table: &DeTable<'_>,
    tested: &[TestedShader],
    common: &CommonSettings<'s>,
    textures: &mut Pictures<'_>,
    report: &mut DocumentReport<'_>,
) -> Vec<CaseRun<'s>> {
    let mut runs = Vec::new();
    for TestedShader { subject, named } in tested {
        let found = common.subjects.all.get(*subject);
        let (Some(case), Some(found)) = (common.cases.get(*subject), found) else {
            continue;
        };
        let mut case = case.clone();
        let before = report.len();
        let mut reader = CaseReader {
            shader: &found.shader,
            alternative: common.alternative,
            textures,
            report,
        };
        let expected_picture = reader.case(item, table, common.folder, &mut case);
        if report.len() != before {
            if let Some(named) = named {
                report.add_place(before, &named.place);
            }
            break;
        }
        runs.push(CaseRun {
            subject: *subject,
            named: named.clone(),
            case,
            expected_picture,
        });
    }
    runs
}

/// Returns the name of a case, which is unique.
fn name(
    item: &Item<'_>,
    table: &DeTable<'_>,
    names: &mut HashMap<String, Range<usize>>,
    report: &mut DocumentReport<'_>,
) -> Option<String> {
    let Some(given) = table.get("name") else {
        report.wrong(item.span(), "a case has no `name`");
        return None;
    };
    let name = report.get(table, "name", string)?;
    if name.trim().is_empty() {
        report.wrong(given.span(), "the name of a case is empty");
        return None;
    }
    if let Some(first) = names.get(name) {
        let first = report.place(first.clone(), "the first of them");
        let message = format!("duplicate case name `{name}`");
        let diagnostic = report.wrong(given.span(), message);
        diagnostic.push_label(first);
        return None;
    }
    names.insert(name.to_owned(), given.span());
    Some(name.to_owned())
}

/// Reads cases for a shader.
pub(super) struct CaseReader<'r, 's, 'f, 'p> {
    shader: &'s Shader,
    /// The shader of the file.
    pub(super) alternative: Alternative,
    /// The pictures of textures.
    pub(super) textures: &'r mut Pictures<'p>,
    pub(super) report: &'r mut DocumentReport<'f>,
}

impl<'s> CaseReader<'_, 's, '_, '_> {
    /// Reads the values and expectations of a case. Returns the picture that it expects.
    fn case(
        &mut self,
        item: &Item<'_>,
        table: &DeTable<'_>,
        folder: &Path,
        case: &mut Case<'s>,
    ) -> Option<ExpectedPicture> {
        self.settings(table, case);
        self.feed(table, case);
        let expected_picture = expected_picture(table, &self.shader.target, folder, self.report);
        if self.expectations(table, case) == 0 && !table.contains_key("render") {
            let message = "a case has no expectations";
            let diagnostic = self.report.wrong(item.span(), message);
            diagnostic.help = Some("add `expect`, `instructions` or `render`".to_owned());
        }
        expected_picture
    }

    /// Reads the vertices for a geometry shader.
    fn feed(&mut self, table: &DeTable<'_>, case: &mut Case<'s>) {
        let before = self.report.len();
        if let Some(vertices) = self.report.get(table, "vertices", vertices)
            && let Err(value_error) = case.feed(vertices)
        {
            let span = key_span(table, "vertices");
            self.report.value_error(Code::CannotFeed, span, value_error);
        }
        if let Some(registers) = self.report.get(table, "stride", stride) {
            let set = case.set_stride(registers);
            self.check(Code::CannotFeed, "stride", key_span(table, "stride"), set);
        }
        if let Some(vertices) = self.report.get(table, "primitive", primitive) {
            let set = case.set_primitive(vertices);
            self.check(Code::CannotFeed, "primitive", key_span(table, "primitive"), set);
        }
        // Invalid vertices are not checked further.
        if self.report.len() == before
            && let Err(value_error) = case.check_feed()
        {
            let keys = ["vertices", "stride", "primitive"].into_iter();
            let mut spans = keys.filter_map(|key| Some(table.get(key)?.span()));
            let first = spans.next().unwrap_or_default();
            let others: Vec<_> = spans.map(|span| self.report.place(span, "")).collect();
            let diagnostic = self.report.value_error(Code::CannotFeed, first, value_error);
            diagnostic.secondary.extend(others);
        }
    }

    /// Reads the values that may be set both by a file and by a case.
    fn settings(&mut self, from: &DeTable<'_>, case: &mut Case<'s>) {
        for (key, is_input) in [("inputs", true), ("uniforms", false)] {
            let values = self.report.get(from, key, table);
            for (name, value) in values.map(entries).into_iter().flatten() {
                self.value(name.get_ref(), name.span(), value, is_input, case);
            }
        }
        self.textures.set(from, case, self.report);
        if let Some(item) = from.get("tolerance")
            && let Some(tolerance) = self.report.get(from, "tolerance", float)
        {
            let set = case.set_tolerance(tolerance);
            self.check(Code::InvalidTest, "tolerance", item.span(), set);
        }
        if let Some(budget) = self.report.get(from, "budget", whole) {
            case.set_budget(budget);
        }
        if let Some(cut) = self.report.get(from, "float24", boolean) {
            let set = case.set_float24(cut);
            self.check(Code::InvalidTest, "float24", key_span(from, "float24"), set);
        }
    }

    /// Sets an input or a uniform.
    fn value(&mut self, name: &str, span: Range<usize>, value: &Item<'_>, is_input: bool, case: &mut Case<'s>) {
        let read = match &self.shader.target {
            _ if is_input => bank_rows(Bank::Input, value).map(|rows| (Bank::Input, rows)),
            Target::Pica200(shader) => uniform(name, value, &shader.program),
            Target::Direct3d(_) => variable_rows(value),
        };
        let (bank, values) = match read {
            Ok(read) => read,
            Err(toml_error) => return self.report.toml_error(name, toml_error),
        };
        let set = case
            .set(name, bank, &values)
            .map_err(|value_error| match value_error.found {
                Some(Bank::Input) if !is_input => value_error.with_help("set it in `inputs`"),
                Some(Bank::Float | Bank::Integer | Bank::Boolean) if is_input => {
                    value_error.with_help("set it in `uniforms`")
                }
                _ => value_error,
            });
        self.check(Code::CannotSet, name, span, set);
    }

    /// Reports a value that does not fit. Returns true if it fits.
    pub(super) fn check(&mut self, code: Code, key: &str, span: Range<usize>, result: Result<(), ValueError>) -> bool {
        let fits = result.is_ok();
        if let Err(value_error) = result {
            self.report.value_error(code, span, value_error.about(key));
        }
        fits
    }
}

/// Returns the location of a key's value.
fn key_span(table: &DeTable<'_>, key: &str) -> Range<usize> {
    table.get(key).map(toml::Spanned::span).unwrap_or_default()
}
