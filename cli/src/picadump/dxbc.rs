//! The views of DXBC containers.

use std::path::Path;

use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::job::Destination;
use pica200::session::Session;
use pica200::shader::direct3d::checksum_warning;
use pica200::text::page::Page;
use pica200_diagnostics::Code;
use pica200_dxbc::Shader;
use pica200_dxbc::container::{Container, find};
use pica200_dxbc::difference::differences;
use pica200_dxbc::text::{Compiler, Disassembly, Listing};
use pica200_dxbc::verify::{Problem, verify};
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::inspect::Embedded;

use super::options::CommandLine;
use super::view::{Comparison, View, Viewer, damage};
use super::writing::{write, write_to_folder};
use crate::destination::is_folder;
use crate::dump::dxbc::dot::dot;
use crate::dump::dxbc::json::json;
use crate::dump::dxbc::raw::raw;
use crate::dump::dxbc::symbols::symbols;
use crate::dump::dxbc::{Subject, sections};
use crate::ending::Ending;
use crate::program::Streams;
use crate::sections::Section;

/// DXBC containers.
pub(super) struct Containers;

impl Viewer for Containers {
    fn kinds(&self) -> &'static [FileKind] {
        &[FileKind::Dxbc]
    }

    fn views(&self) -> &'static [View] {
        &[
            View::Section(Section::Headers),
            View::Section(Section::Code),
            View::Section(Section::Outputs),
            View::Section(Section::Uniforms),
            View::Disassemble,
            View::Listing,
            View::Symbols,
            View::Raw,
            View::Dot,
            View::Verify,
            View::Json,
        ]
    }

    fn show(
        &self,
        options: &CommandLine,
        file: &InputFile,
        session: &mut Session<'_>,
        streams: &mut Streams<'_>,
    ) {
        let Some(subject) = subject(file, session) else {
            return;
        };
        report_faults(&subject, session);
        if options.view.verify {
            session.diagnostics.extend(findings(&subject));
            return;
        }
        if options.view.dot {
            return graph(&subject, session, streams);
        }
        if options.view.disassemble {
            return disassemble(options, file, &subject, session, streams);
        }
        let text = if options.view.json {
            json(&subject)
        } else if options.view.symbols {
            symbols(&subject).into_bytes()
        } else if options.view.raw {
            let mut page = Page::new(options.diagnostics.stdout_colors(streams));
            raw(&mut page, &subject, &file.bytes);
            page.into_bytes()
        } else {
            let mut page = Page::new(options.diagnostics.stdout_colors(streams));
            sections(&mut page, &subject, &options.sections.chosen());
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
            kind: FileKind::Dxbc,
        });
        embedded.collect()
    }
}

/// Reads a container; `None` after the report on a file that is not one.
pub(super) fn subject<'f>(file: &'f InputFile, session: &mut Session<'_>) -> Option<Subject<'f>> {
    match Container::read(&file.bytes) {
        Ok(container) => Some(Subject {
            name: &file.name,
            shader: Shader::of(&container),
            container,
        }),
        Err(fault) => {
            session.diagnostics.push(damage(&file.name, &fault));
            None
        }
    }
}

/// Reports the damage of the container and of its chunks, a wrong checksum, and a program of another form.
pub(super) fn report_faults(subject: &Subject<'_>, session: &mut Session<'_>) {
    let name = subject.name;
    let (container, shader) = (&subject.container, &subject.shader);
    let faults = container.faults().iter().chain(&shader.faults);
    session
        .diagnostics
        .extend(faults.map(|fault| damage(name, fault)));
    session
        .diagnostics
        .extend(checksum_warning(name, container));
    if shader.program.is_none() && subject.is_model_6() {
        let message = format!(
            "`{name}` has a program of shader model 6 (chunk `DXIL`); only programs of the models 4.0 to 5.1 can be \
             shown"
        );
        session
            .diagnostics
            .push(Diagnostic::of_file(Code::NewerShaderModel, name, message));
    }
}

/// What `--verify` finds. A damaged file is not checked, because its missing parts would look like other faults.
pub(super) fn findings(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let (container, shader) = (&subject.container, &subject.shader);
    if !container.faults().is_empty() || !shader.faults.is_empty() {
        return Vec::new();
    }
    let name = subject.name;
    let diagnostics = verify(container, shader).into_iter().map(|finding| {
        let code = match finding.problem {
            Problem::NotSigned => Code::UnsignedContainer,
            Problem::Unused { .. } | Problem::Trailing { .. } => Code::BytesBehind,
            Problem::Value(_) => Code::UnexpectedValue,
            _ => Code::InconsistentContainer,
        };
        Diagnostic::of_fault(code, name, &finding).as_warning()
    });
    diagnostics.collect()
}

/// Shows the control flow of the program.
fn graph(subject: &Subject<'_>, session: &mut Session<'_>, streams: &mut Streams<'_>) {
    match &subject.shader.program {
        Some((_, program)) => session.show(dot(subject, program).as_bytes(), streams),
        None => report_no_program(subject, session),
    }
}

/// Reports that a container has no program. One that cannot be read was reported.
fn report_no_program(subject: &Subject<'_>, session: &mut Session<'_>) {
    if session.has_errors() {
        return;
    }
    let name = subject.name;
    let message =
        format!("`{name}` cannot be disassembled: it has no program (chunk `SHDR` or `SHEX`)");
    let diagnostic = Diagnostic::of_file(Code::CannotDisassemble, name, message);
    session.diagnostics.push(diagnostic);
}

/// Writes the text of the program.
fn disassemble(
    options: &CommandLine,
    file: &InputFile,
    subject: &Subject<'_>,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let Some((_, program)) = &subject.shader.program else {
        report_no_program(subject, session);
        return;
    };
    let compiler = match options.compiler {
        Some(version) => version.into(),
        None => Compiler::of(&subject.shader),
    };
    let text = if options.listing {
        Listing::of(&subject.shader, compiler).to_string()
    } else {
        Disassembly::of(program, compiler).to_string()
    };
    let text = text.into_bytes();
    match options.output.as_deref() {
        None => session.show(&text, streams),
        Some(path) if path.as_os_str() == "-" => session.show(&text, streams),
        Some(folder) if is_folder(folder) => {
            let name = Path::new(&file.recorded_name).with_extension("asm");
            let files = vec![(name.display().to_string(), text)];
            write_to_folder(folder, files, file, session, streams);
        }
        Some(path) => {
            let outputs = [(Destination::File(path.to_owned()), text)];
            write(&outputs, file, session, streams);
        }
    }
}

/// Compares two containers, of which damage is reported.
fn compare(files: [&InputFile; 2], session: &mut Session<'_>) -> Option<Vec<String>> {
    let [a, b] = files.map(|file| {
        let subject = subject(file, session)?;
        report_faults(&subject, session);
        Some(subject)
    });
    let (a, b) = (a?, b?);
    if session.has_errors() {
        return None;
    }
    let found = differences(&a.shader, &b.shader);
    Some(found.iter().map(ToString::to_string).collect())
}
