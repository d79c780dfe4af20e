//! Views of BNSH files.

use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::session::Session;
use pica200_bnsh::difference::differences;
use pica200_bnsh::{Bnsh, Version, find};
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::inspect::Embedded;

use super::Format;
use super::json::json;
use super::raw::raw;
use super::text::sections;
use super::verify::violations;
use pica200_report::view::{Comparison, Request, Section, View, ViewOutput, Viewer, damage};

impl Viewer for Format {
    fn kinds(&self) -> &'static [FileKind] {
        &[FileKind::Bnsh]
    }

    fn views(&self) -> &'static [View] {
        &[
            View::Section(Section::Headers),
            View::Section(Section::Code),
            View::Section(Section::Outputs),
            View::Section(Section::Uniforms),
            View::Section(Section::Relocations),
            View::Raw,
            View::Json,
            View::Verify,
        ]
    }

    fn other_tool_hint(&self, file: &InputFile) -> Option<String> {
        let name = &file.name;
        Some(format!("extract its code with `picaar x {name}`"))
    }

    fn show(&self, request: &Request<'_>, file: &InputFile, session: &mut Session<'_>) -> Option<ViewOutput> {
        let name = &file.name;
        let found = read(file, session)?;
        if request.wants(View::Verify) {
            session.diagnostics.extend(violations(name, &found));
            return None;
        }
        if request.wants(View::Json) {
            return Some(ViewOutput::Text(json(name, &found)));
        }
        let mut page = request.page();
        if request.wants(View::Raw) {
            raw(&mut page, &found, &file.bytes);
        } else {
            sections(&mut page, name, &found, &request.sections);
        }
        Some(page.into())
    }

    fn comparison(&self) -> Option<Comparison> {
        Some(compare)
    }

    fn scan(&self, file: &[u8]) -> Vec<Embedded> {
        let found = find(file).into_iter();
        let embedded = found.map(|range| Embedded {
            offset: range.start,
            size: range.len(),
            kind: FileKind::Bnsh,
        });
        embedded.collect()
    }
}

/// Reads a file and reports its errors. Returns `None` if it has no header.
fn read<'f>(file: &'f InputFile, session: &mut Session<'_>) -> Option<Bnsh<'f>> {
    let name = &file.name;
    match Bnsh::read(&file.bytes) {
        Ok(found) => {
            session.diagnostics.extend(unknown_version(name, &found));
            let faults = found.faults.iter();
            session.diagnostics.extend(faults.map(|fault| damage(name, fault)));
            Some(found)
        }
        Err(fault) => {
            session.diagnostics.push(damage(name, &fault));
            None
        }
    }
}

/// Compares two files, and reports damage.
fn compare(files: [&InputFile; 2], session: &mut Session<'_>) -> Option<Vec<String>> {
    let [a, b] = files.map(|file| read(file, session));
    let (a, b) = (a?, b?);
    if session.has_errors() {
        return None;
    }
    let found = differences(&a, &b);
    Some(found.iter().map(ToString::to_string).collect())
}

/// Returns the warning for a file with an unknown version.
fn unknown_version(name: &str, found: &Bnsh<'_>) -> Option<Diagnostic> {
    let version = found.header.version;
    if version.is_known() {
        return None;
    }
    let (first, last) = (Version::FIRST, Version::LAST);
    let message =
        format!("`{name}` has version {version}; known versions are {first} to {last}, so the output may be wrong");
    let diagnostic = Diagnostic::for_file(Code::UnknownVersion, name, message);
    Some(diagnostic.into_warning())
}
