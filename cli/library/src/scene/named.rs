//! The uniforms of a test file, for a scene.

use pica200_asm::Files;
use pica200_diagnostics::Code;
use toml::de::DeTable;

use super::file::SceneDocument;
use super::values::{Setting, Subject};
use crate::document::{Findings, array, parse_error, string, table};
use crate::report::Report;

/// The uniforms of the test file, and of the case in it, that a scene names. Errors go to `findings`.
pub(super) fn uniforms(
    document: &SceneDocument<'_>,
    subject: Subject<'_>,
    files: &dyn Files,
    findings: &mut Findings<'_>,
) -> Vec<Setting> {
    let file = &document.table;
    let Some(item) = file.get("test") else {
        if let Some(case) = file.get("case") {
            findings.wrong(case.span(), "`case` needs the test file in `test`");
        }
        return Vec::new();
    };
    let Some(name) = findings.get(file, "test", string) else {
        return Vec::new();
    };
    let path = document.folder.join(name);
    let text = match files.read(&path).map(String::from_utf8) {
        Ok(Ok(text)) => text,
        Ok(Err(_)) => {
            let message = format!("`{name}` is not valid UTF-8");
            findings.error(Code::UnreadableTest, item.span(), message);
            return Vec::new();
        }
        Err(error) => {
            let path = path.display().to_string();
            let report = Report::of_io(Code::CannotRead, "cannot read", &path, &error);
            findings.report(item.span(), report);
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
