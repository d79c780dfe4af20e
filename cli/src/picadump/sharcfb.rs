//! The views of SHARCFB archives.

use pica200::input::InputFile;
use pica200::report::Report;
use pica200::session::Session;
use pica200::text::page::Page;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;
use pica200_sharcfb::Archive;
use pica200_sharcfb::archive::Inspection;
use pica200_sharcfb::check::{Doubt, Warning};

use super::options::CommandLine;
use super::view::{View, Viewer, damage};
use crate::dump::sharcfb::json::json;
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
        &[View::Variation, View::Json]
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
        let name = &file.name;
        let Inspection {
            archive,
            size,
            damage: mut faults,
        } = match Archive::inspect(&file.bytes) {
            Ok(inspection) => inspection,
            Err(error) => return session.reports.push(damage(name, &error)),
        };
        if faults.is_empty() {
            faults = archive.faults();
        }
        let reports = faults.iter().map(|fault| damage(name, fault));
        session.reports.extend(reports);
        let warnings = archive.warnings();
        let reports = warnings.iter().map(|warning| report_of(name, warning));
        session.reports.extend(reports);
        let subject = Subject {
            name,
            archive: &archive,
            size,
            faults: &faults,
            warnings: &warnings,
        };
        let mut page = Page::new(options.diagnostics.stdout_colors(streams));
        let text = if options.view.json {
            json(&subject)
        } else if let Some(program) = &options.view.variation {
            match chosen(&subject, program.as_encoded_bytes(), options) {
                Ok(found) => variation(&mut page, &subject, &found),
                Err(report) => return session.reports.push(report),
            }
            page.into_bytes()
        } else {
            tables(&mut page, &subject);
            page.into_bytes()
        };
        session.show(&text, streams);
    }
}

/// The variation that the options choose.
fn chosen(
    subject: &Subject<'_>,
    program: &[u8],
    options: &CommandLine,
) -> Result<pica200_sharcfb::variation::Variation, Report> {
    let settings = options.settings.iter().map(|setting| {
        let setting = setting.as_encoded_bytes();
        let at = setting.iter().position(|&byte| byte == b'=');
        let (name, value) = setting.split_at(at.unwrap_or(setting.len()));
        (name, value.strip_prefix(b"=").unwrap_or_default())
    });
    let settings: Vec<_> = settings.collect();
    let found = subject.archive.find(program, &settings);
    found.map_err(|error| Report::of_fault(Code::NoSuchVariation, subject.name, &error))
}

fn report_of(name: &str, warning: &Warning) -> Report {
    let code = match warning.doubt {
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
    Report::of_fault(code, name, warning).as_warning()
}
