//! The views of SHARCFB archives.

use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::session::Session;
use pica200::text::page::Page;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::inspect::Embedded;
use pica200_sharcfb::archive::Inspection;
use pica200_sharcfb::check::{Doubt, Warning};
use pica200_sharcfb::difference::differences;
use pica200_sharcfb::variation::Variation;
use pica200_sharcfb::{Archive, find};

use super::options::CommandLine;
use super::view::{Comparison, View, Viewer, damage};
use crate::dump::sharcfb::json::{json, variation_json};
use crate::dump::sharcfb::raw::raw;
use crate::dump::sharcfb::{Subject, tables, variation};
use crate::ending::Ending;
use crate::program::Streams;

/// SHARCFB archives: programs with macros and symbols, binaries, and the shaders of a variation.
pub(super) struct Archives;

impl Viewer for Archives {
    fn kinds(&self) -> &'static [FileKind] {
        &[FileKind::Sharcfb]
    }

    fn views(&self) -> &'static [View] {
        &[View::Variation, View::Raw, View::Json, View::Verify]
    }

    fn other_way(&self, file: &InputFile) -> Option<String> {
        let name = &file.name;
        Some(format!("extract its binaries with `picaar x {name}`"))
    }

    fn show(
        &self,
        options: &CommandLine,
        file: &InputFile,
        session: &mut Session<'_>,
        streams: &mut Streams<'_>,
    ) {
        let Some(archive) = Reading::of(file, session) else {
            return;
        };
        // The reader's warnings are the findings, and were reported.
        if options.view.verify {
            return;
        }
        let subject = archive.subject(&file.name);
        if options.view.raw {
            let mut page = Page::new(options.diagnostics.stdout_colors(streams));
            raw(&mut page, &subject, &file.bytes);
            return session.show(&page.into_bytes(), streams);
        }
        let found = match &options.variation {
            None => None,
            Some(program) => match chosen(&subject, program.as_encoded_bytes(), options) {
                Ok(found) => Some(found),
                Err(diagnostic) => return session.diagnostics.push(diagnostic),
            },
        };
        let mut page = Page::new(options.diagnostics.stdout_colors(streams));
        let text = match (&found, options.view.json) {
            (None, true) => json(&subject),
            (Some(found), true) => variation_json(&subject, found),
            (None, false) => {
                tables(&mut page, &subject);
                page.into_bytes()
            }
            (Some(found), false) => {
                variation(&mut page, &subject, found);
                page.into_bytes()
            }
        };
        session.show(&text, streams);
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

/// An archive with its faults and warnings, which were reported.
struct Reading {
    archive: Archive,
    size: usize,
    faults: Vec<pica200_sharcfb::Error>,
    warnings: Vec<Warning>,
}

impl Reading {
    /// Reads all readable parts of an archive; `None` after the report on a file that is not one.
    fn of(file: &InputFile, session: &mut Session<'_>) -> Option<Self> {
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

    fn subject<'a>(&'a self, name: &'a str) -> Subject<'a> {
        Subject {
            name,
            archive: &self.archive,
            size: self.size,
            faults: &self.faults,
            warnings: &self.warnings,
        }
    }
}

/// Compares two archives, of which damage and doubts are reported.
fn compare(files: [&InputFile; 2], session: &mut Session<'_>) -> Option<Vec<String>> {
    let [a, b] = files.map(|file| Reading::of(file, session));
    let (a, b) = (a?, b?);
    if session.has_errors() {
        return None;
    }
    let found = differences(&a.archive, &b.archive);
    Some(found.iter().map(ToString::to_string).collect())
}

/// The variation that the options choose.
fn chosen(
    subject: &Subject<'_>,
    program: &[u8],
    options: &CommandLine,
) -> Result<Variation, Diagnostic> {
    let settings = options.settings.iter().map(|setting| {
        let setting = setting.as_encoded_bytes();
        let at = setting.iter().position(|&byte| byte == b'=');
        let (name, value) = setting.split_at(at.unwrap_or(setting.len()));
        (name, value.strip_prefix(b"=").unwrap_or_default())
    });
    let settings: Vec<_> = settings.collect();
    let found = subject.archive.find(program, &settings);
    found.map_err(|error| Diagnostic::of_fault(Code::NoSuchVariation, subject.name, &error))
}

fn report_of(name: &str, warning: &Warning) -> Diagnostic {
    let code = match warning.doubt {
        Doubt::Version { .. } => Code::OtherVersion,
        Doubt::Endian { .. } | Doubt::Resolved { .. } => Code::UnexpectedValue,
        Doubt::BytesBehind { .. } => Code::BytesBehind,
        Doubt::UnknownStage { .. } => Code::UnknownStage,
        Doubt::ScatteredTables => Code::ScatteredTables,
        Doubt::LoopVariables { .. } => Code::LoopVariables,
        Doubt::MissingStage { .. } => Code::MissingStage,
        Doubt::Range { .. } | Doubt::Unused { .. } => Code::ProgramRanges,
        Doubt::WrongStage { .. } => Code::MisplacedStage,
        Doubt::EmptyValue => Code::EmptyValue,
        Doubt::NoDefault => Code::NoDefaultValue,
        Doubt::Flags { .. } => Code::VariationFlags,
        Doubt::TooMany { .. } => Code::MacroLimit,
    };
    Diagnostic::of_fault(code, name, warning).as_warning()
}
