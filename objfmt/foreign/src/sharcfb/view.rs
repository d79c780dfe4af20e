//! Views of SHARCFB archives.

use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::session::Session;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::inspect::Embedded;
use pica200_sharcfb::archive::Inspection;
use pica200_sharcfb::check::Warning;
use pica200_sharcfb::difference::differences;
use pica200_sharcfb::variation::Variation;
use pica200_sharcfb::{Archive, find};

use super::Format;
use super::json::{json, variation_json};
use super::raw::raw;
use super::text::{ParsedArchive, tables, variation};
use super::verify::report_of;
use pica200_report::view::{Comparison, Request, View, ViewOutput, Viewer, damage};

impl Viewer for Format {
    fn kinds(&self) -> &'static [FileKind] {
        &[FileKind::Sharcfb]
    }

    fn views(&self) -> &'static [View] {
        &[View::Variation, View::Raw, View::Json, View::Verify]
    }

    fn other_tool_hint(&self, file: &InputFile) -> Option<String> {
        let name = &file.name;
        Some(format!("extract its binaries with `picaar x {name}`"))
    }

    fn show(&self, request: &Request<'_>, file: &InputFile, session: &mut Session<'_>) -> Option<ViewOutput> {
        let archive = LoadedArchive::read(file, session)?;
        // The check returns the reader's warnings, which were reported.
        if request.wants(View::Verify) {
            return None;
        }
        let parsed = archive.as_parsed(&file.name);
        let mut page = request.page();
        if request.wants(View::Raw) {
            raw(&mut page, &parsed, &file.bytes);
            return Some(page.into());
        }
        let found = match request.program {
            None => None,
            Some(program) => match selected_variation(&parsed, program, request) {
                Ok(found) => Some(found),
                Err(diagnostic) => {
                    session.diagnostics.push(diagnostic);
                    return None;
                }
            },
        };
        Some(match (&found, request.wants(View::Json)) {
            (None, true) => ViewOutput::Text(json(&parsed)),
            (Some(found), true) => ViewOutput::Text(variation_json(&parsed, found)),
            (None, false) => {
                tables(&mut page, &parsed);
                page.into()
            }
            (Some(found), false) => {
                variation(&mut page, &parsed, found);
                page.into()
            }
        })
    }

    fn comparison(&self) -> Option<Comparison> {
        Some(compare)
    }

    fn scan(&self, file: &[u8]) -> Vec<Embedded> {
        let found = find(file).into_iter();
        let embedded = found.map(|range| Embedded {
            offset: range.start,
            size: range.len(),
            kind: FileKind::Sharcfb,
        });
        embedded.collect()
    }
}

/// An archive with its errors and warnings, which were reported.
struct LoadedArchive {
    archive: Archive,
    size: usize,
    faults: Vec<pica200_sharcfb::Error>,
    warnings: Vec<Warning>,
}

impl LoadedArchive {
    /// Reads all readable parts of an archive. Reports an error and returns `None` if the file is not an archive.
    fn read(file: &InputFile, session: &mut Session<'_>) -> Option<Self> {
        let name = &file.name;
        let Inspection {
            archive,
            size,
            damage: mut faults,
        } = match Archive::inspect(&file.bytes) {
            Ok(inspection) => inspection,
            Err(error) => {
                session.diagnostics.push(damage(name, &error));
                return None;
            }
        };
        if faults.is_empty() {
            faults = archive.faults();
        }
        let diagnostics = faults.iter().map(|fault| damage(name, fault));
        session.diagnostics.extend(diagnostics);
        let warnings = archive.warnings();
        let diagnostics = warnings.iter().map(|warning| report_of(name, warning));
        session.diagnostics.extend(diagnostics);
        Some(Self {
            archive,
            size,
            faults,
            warnings,
        })
    }

    fn as_parsed<'a>(&'a self, name: &'a str) -> ParsedArchive<'a> {
        ParsedArchive {
            name,
            archive: &self.archive,
            size: self.size,
            faults: &self.faults,
            warnings: &self.warnings,
        }
    }
}

/// Compares two archives, and reports damage and warnings.
fn compare(files: [&InputFile; 2], session: &mut Session<'_>) -> Option<Vec<String>> {
    let [a, b] = files.map(|file| LoadedArchive::read(file, session));
    let (a, b) = (a?, b?);
    if session.has_errors() {
        return None;
    }
    let found = differences(&a.archive, &b.archive);
    Some(found.iter().map(ToString::to_string).collect())
}

/// Returns the variation that a request selects.
fn selected_variation(
    parsed: &ParsedArchive<'_>,
    program: &[u8],
    request: &Request<'_>,
) -> Result<Variation, Diagnostic> {
    let found = parsed.archive.find(program, &request.settings);
    found.map_err(|error| Diagnostic::for_fault(Code::NoSuchVariation, parsed.name, &error))
}
