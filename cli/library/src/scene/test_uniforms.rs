//! Uniforms from a test file, for a scene.

use pica200_diagnostics::Code;
use toml::de::DeTable;

use super::file::SceneDocument;
use super::model::SceneFiles;
use super::values::{Setting, SettingsTarget};
use crate::document::{DocumentReport, MAX_TEST_BYTES, array, parse_error, string, table};

/// Returns the uniforms of a test file, and of one of its cases, that a scene refers to. Errors go to `report`.
pub(super) fn uniforms(
    document: &SceneDocument<'_>,
    subject: SettingsTarget<'_>,
    named: &mut SceneFiles<'_>,
    report: &mut DocumentReport<'_>,
) -> Vec<Setting> {
    let file = &document.table;
    let Some(item) = file.get("test") else {
        if let Some(case) = file.get("case") {
            report.wrong(case.span(), "`case` requires the test file in `test`");
        }
        return Vec::new();
    };
    let Some((name, bytes, _)) = named.read(file, "test", report) else {
        return Vec::new();
    };
    let name = name.as_str();
    let text = match String::from_utf8(bytes) {
        Ok(text) if text.len() <= MAX_TEST_BYTES => text,
        Ok(_) => {
            let message = format!("`{name}` has more than {MAX_TEST_BYTES} bytes");
            report.error(Code::UnreadableTest, item.span(), message);
            return Vec::new();
        }
        Err(_) => {
            let message = format!("`{name}` is not valid UTF-8");
            report.error(Code::UnreadableTest, item.span(), message);
            return Vec::new();
        }
    };
    let case = report.get(file, "case", string);
    // Locations within the test file are not locations in the scene.
    let mut within = DocumentReport::new(name, 0, Code::InvalidTest);
    let settings = parse_uniforms(&text, case, subject, &mut within);
    report.within(name, &item.span(), within);
    settings
}

/// Returns the uniforms in the text of a test file.
fn parse_uniforms(
    text: &str,
    case: Option<&str>,
    subject: SettingsTarget<'_>,
    within: &mut DocumentReport<'_>,
) -> Vec<Setting> {
    let file = match DeTable::parse(text) {
        Ok(file) => file.into_inner(),
        Err(error) => {
            let span = error.span().unwrap_or_default();
            within.error(Code::UnreadableTest, span, parse_error(&error));
            return Vec::new();
        }
    };
    let mut settings = subject.uniforms(&file, "uniforms", within);
    let Some(wanted) = case else {
        return settings;
    };
    let cases = within.get(&file, "case", array).into_iter().flatten();
    let mut cases = cases.filter_map(|item| table(item).ok());
    let has_name = |case: &&DeTable<'_>| {
        let name = case.get("name").and_then(|name| string(name).ok());
        name == Some(wanted)
    };
    match cases.find(has_name) {
        Some(case) => settings.extend(subject.uniforms(case, "uniforms", within)),
        None => {
            let message = format!("no case named `{wanted}`");
            within.error(Code::NoSuchCase, 0..0, message);
        }
    }
    settings
}
