//! The uniforms of a test file, for a scene.

use pica200_diagnostics::Code;
use toml::de::DeTable;

use super::file::SceneDocument;
use super::model::Named;
use super::values::{Setting, Subject};
use crate::document::{Findings, MOST_TEST_BYTES, array, parse_error, string, table};

/// The uniforms of the test file, and of the case in it, that a scene names. Errors go to `findings`.
pub(super) fn uniforms(
    document: &SceneDocument<'_>,
    subject: Subject<'_>,
    named: &mut Named<'_>,
    findings: &mut Findings<'_>,
) -> Vec<Setting> {
    let file = &document.table;
    let Some(item) = file.get("test") else {
        if let Some(case) = file.get("case") {
            findings.wrong(case.span(), "`case` needs the test file in `test`");
        }
        return Vec::new();
    };
    let Some((name, bytes, _)) = named.read(file, "test", findings) else {
        return Vec::new();
    };
    let name = name.as_str();
    let text = match String::from_utf8(bytes) {
        Ok(text) if text.len() <= MOST_TEST_BYTES => text,
        Ok(_) => {
            let message = format!("`{name}` has more than {MOST_TEST_BYTES} bytes");
            findings.error(Code::UnreadableTest, item.span(), message);
            return Vec::new();
        }
        Err(_) => {
            let message = format!("`{name}` is not valid UTF-8");
            findings.error(Code::UnreadableTest, item.span(), message);
            return Vec::new();
        }
    };
    let case = findings.get(file, "case", string);
    // Places within the test file are not those of the scene.
    let mut within = Findings::new(name, 0, Code::InvalidTest);
    let settings = of_text(&text, case, subject, &mut within);
    findings.within(name, &item.span(), within);
    settings
}

/// The uniforms of the text of a test file.
fn of_text(
    text: &str,
    case: Option<&str>,
    subject: Subject<'_>,
    within: &mut Findings<'_>,
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
            let message = format!("no case has the name `{wanted}`");
            within.error(Code::NoSuchCase, 0..0, message);
        }
    }
    settings
}
