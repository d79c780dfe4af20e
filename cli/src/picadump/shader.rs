//! Views of shader binaries and objects.

use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::session::Session;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::inspect::{Embedded, inspect, scan};

use crate::dump::contents::{Contents, InspectedFile};
use crate::dump::disassembly::{SourceText, Sources, disassembly};
use crate::dump::{diff, dot, json, raw, size, symbols, verify};
use crate::sections::lines;
use pica200_report::view::{Comparison, Request, Section, View, ViewOutput, Viewer, damage};

/// Viewer of shader binaries and objects.
pub(super) struct Shaders;

impl Viewer for Shaders {
    fn kinds(&self) -> &'static [FileKind] {
        &[FileKind::Shbin, FileKind::Object]
    }

    fn views(&self) -> &'static [View] {
        &[
            View::Section(Section::Headers),
            View::Section(Section::Code),
            View::Section(Section::Descriptors),
            View::Section(Section::Constants),
            View::Section(Section::Labels),
            View::Section(Section::Outputs),
            View::Section(Section::Uniforms),
            View::Section(Section::Lines),
            View::Section(Section::Relocations),
            View::Section(Section::Files),
            View::Symbols,
            View::Size,
            View::Addr2line,
            View::Raw,
            View::Disassemble,
            View::Json,
            View::Dot,
            View::Html,
            View::Verify,
        ]
    }

    fn show(&self, request: &Request<'_>, file: &InputFile, session: &mut Session<'_>) -> Option<ViewOutput> {
        let subject = subject(file);
        let contents = Contents::new(&subject.inspection);
        let shown = contents.and_then(|contents| {
            if request.wants(View::Verify) {
                verify::verify(&subject, request.levels, session);
                return None;
            }
            if request.wants(View::Disassemble) {
                return sources(&subject, session);
            }
            let mut texts = Vec::new();
            session.keep(text(request, &subject, &contents), &mut texts);
            texts.pop().map(ViewOutput::Text)
        });
        report_faults(&subject, session);
        shown
    }

    fn comparison(&self) -> Option<Comparison> {
        Some(compare)
    }

    fn scan(&self, file: &[u8]) -> Vec<Embedded> {
        scan(file)
    }
}

/// Compares two files, and reports damage in them.
fn compare(files: [&InputFile; 2], session: &mut Session<'_>) -> Option<Vec<String>> {
    let [a, b] = files.map(subject);
    report_faults(&a, session);
    report_faults(&b, session);
    if session.has_errors() {
        return None;
    }
    match diff::diff(&a, &b) {
        Ok(lines) => Some(lines),
        Err(reason) => {
            let diagnostic = diff::cannot_compare([a.name, b.name], &reason);
            session.diagnostics.push(diagnostic);
            None
        }
    }
}

fn subject(file: &InputFile) -> InspectedFile<'_> {
    InspectedFile {
        name: &file.name,
        bytes: &file.bytes,
        inspection: inspect(&file.bytes),
    }
}

/// Renders the text for standard output.
fn text(request: &Request<'_>, subject: &InspectedFile<'_>, contents: &Contents<'_>) -> Result<Vec<u8>, Diagnostic> {
    if request.wants(View::Json) {
        return Ok(json::json(subject));
    }
    if request.wants(View::Dot) {
        return Ok(dot::dot(subject, contents).into_bytes());
    }
    if request.wants(View::Addr2line) {
        let lines = lines::addr2line(contents, request.words);
        return lines.map(String::into_bytes).ok_or_else(|| {
            let message = format!("`{}` has no line table", subject.name);
            let diagnostic = Diagnostic::for_file(Code::NoLineTable, subject.name, message);
            diagnostic.with_help("create one with `picald -g`")
        });
    }
    let mut page = request.page();
    if request.wants(View::Symbols) {
        symbols::symbols(&mut page, contents);
    } else if request.wants(View::Size) {
        size::size(&mut page, contents);
    } else if request.wants(View::Raw) {
        raw::raw(&mut page, subject, contents);
    } else {
        crate::sections::sections(&mut page, subject, contents, &request.sections);
    }
    Ok(page.into_bytes())
}

/// Reports the faults of a file.
fn report_faults(subject: &InspectedFile<'_>, session: &mut Session<'_>) {
    let name = subject.name;
    let faults = subject.inspection.faults.iter();
    session.diagnostics.extend(faults.map(|fault| damage(name, fault)));
}

/// Disassembles to source texts.
fn sources(subject: &InspectedFile<'_>, session: &mut Session<'_>) -> Option<ViewOutput> {
    match disassembly(subject) {
        Ok(Sources { sources, mismatch }) => {
            let warning = mismatch.map(|why| {
                let message = format!("these sources do not reproduce `{}`: {why}", subject.name);
                Diagnostic::for_file(Code::IncompleteSources, subject.name, message).into_warning()
            });
            session.diagnostics.extend(warning);
            let sources = sources.into_iter();
            let sources = sources.map(|SourceText { name, text }| (name, text.into_bytes()));
            Some(ViewOutput::Sources(sources.collect()))
        }
        Err(reason) => {
            let name = subject.name;
            let message = format!("`{name}` cannot be disassembled: {reason}");
            let diagnostic = Diagnostic::for_file(Code::CannotDisassemble, name, message);
            session.diagnostics.push(diagnostic);
            None
        }
    }
}
