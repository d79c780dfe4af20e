//! The views of BNSH files.

use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::session::Session;
use pica200::text::page::Page;
use pica200_bnsh::difference::differences;
use pica200_bnsh::verify::{Problem, verify};
use pica200_bnsh::{Bnsh, Version, find};
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::inspect::Embedded;

use super::options::CommandLine;
use super::view::{Comparison, View, Viewer, damage};
use crate::dump::bnsh::json::json;
use crate::dump::bnsh::raw::raw;
use crate::dump::bnsh::sections;
use crate::ending::Ending;
use crate::program::Streams;
use crate::sections::Section;

/// BNSH files.
pub(super) struct BnshFiles;

impl Viewer for BnshFiles {
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

    fn other_way(&self, file: &InputFile) -> Option<String> {
        let name = &file.name;
        Some(format!("extract its code with `picaar x {name}`"))
    }

    fn show(
        &self,
        options: &CommandLine,
        file: &InputFile,
        session: &mut Session<'_>,
        streams: &mut Streams<'_>,
    ) {
        let name = &file.name;
        let Some(found) = read(file, session) else {
            return;
        };
        if options.view.verify {
            return report_findings(name, &found, session);
        }
        let text = if options.view.json {
            json(name, &found)
        } else if options.view.raw {
            let mut page = Page::new(options.diagnostics.stdout_colors(streams));
            raw(&mut page, &found, &file.bytes);
            page.into_bytes()
        } else {
            let mut page = Page::new(options.diagnostics.stdout_colors(streams));
            sections(&mut page, name, &found, &options.sections.chosen());
            page.into_bytes()
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
            kind: FileKind::Bnsh,
        });
        embedded.collect()
    }
}

/// Reads a file, and reports its faults; `None` if it has no header.
fn read<'f>(file: &'f InputFile, session: &mut Session<'_>) -> Option<Bnsh<'f>> {
    let name = &file.name;
    match Bnsh::read(&file.bytes) {
        Ok(found) => {
            session.diagnostics.extend(unknown_version(name, &found));
            let faults = found.faults.iter();
            session
                .diagnostics
                .extend(faults.map(|fault| damage(name, fault)));
            Some(found)
        }
        Err(fault) => {
            session.diagnostics.push(damage(name, &fault));
            None
        }
    }
}

/// Compares two files, of which damage is reported.
fn compare(files: [&InputFile; 2], session: &mut Session<'_>) -> Option<Vec<String>> {
    let [a, b] = files.map(|file| read(file, session));
    let (a, b) = (a?, b?);
    if session.has_errors() {
        return None;
    }
    let found = differences(&a, &b);
    Some(found.iter().map(ToString::to_string).collect())
}

/// The warning of a file of a version of which no other files are known.
fn unknown_version(name: &str, found: &Bnsh<'_>) -> Option<Diagnostic> {
    let version = found.header.version;
    if version.is_known() {
        return None;
    }
    let (first, last) = (Version::FIRST, Version::LAST);
    let message = format!(
        "`{name}` has version {version}; known are {first} to {last}, so that what is shown may be wrong"
    );
    let diagnostic = Diagnostic::of_file(Code::UnknownVersion, name, message);
    Some(diagnostic.as_warning())
}

/// Reports what `--verify` finds. A damaged file is not checked, because its missing parts would look like other faults.
fn report_findings(name: &str, found: &Bnsh<'_>, session: &mut Session<'_>) {
    if !found.faults.is_empty() {
        return;
    }
    let diagnostics = verify(found).into_iter().map(|finding| {
        let code = code_of(&finding.problem);
        let message = format!("`{name}`: {finding}");
        let help = format!(
            "{}; for more information, try `picald --explain {code}`",
            code.remedy()
        );
        let diagnostic = Diagnostic::of_file(code, name, message).with_help(help);
        diagnostic.as_warning()
    });
    session.diagnostics.extend(diagnostics);
}

/// The diagnostic for a problem.
const fn code_of(problem: &Problem) -> Code {
    match problem {
        Problem::NotFound { .. } | Problem::NoTree(_) => Code::DictionarySearch,
        Problem::Tree { .. } => Code::DictionaryTree,
        Problem::NoRelocation { .. } => Code::MissingRelocation,
        Problem::RelocatedAgain { .. } => Code::DuplicateRelocation,
        Problem::Section { .. } => Code::RelocationSection,
        Problem::NoPointer { .. } => Code::UnexpectedRelocation,
        Problem::UnlistedString { .. } | Problem::StringsEnd { .. } => Code::StringTable,
        Problem::Value(_) => Code::UnexpectedValue,
        Problem::Misaligned { .. } => Code::MisalignedStructure,
    }
}
