//! Views of DXBC containers.

use std::path::Path;

use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::session::Session;
use pica200::shader::direct3d::checksum_warning;
use pica200_diagnostics::Code;
use pica200_dxbc::Shader;
use pica200_dxbc::container::{Container, find};
use pica200_dxbc::difference::differences;
use pica200_dxbc::program::Program;
use pica200_dxbc::text::{Compiler, Disassembly, Listing};
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::inspect::Embedded;

use super::Format;
use super::dot::dot;
use super::json::json;
use super::parsed::ParsedContainer;
use super::raw::raw;
use super::symbols::symbols;
use super::text::sections;
use super::verify::violations;
use pica200_report::view::{Comparison, Request, Section, View, ViewOutput, Viewer, damage};

impl Viewer for Format {
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

    fn show(&self, request: &Request<'_>, file: &InputFile, session: &mut Session<'_>) -> Option<ViewOutput> {
        let parsed = read(file, session)?;
        report_faults(&parsed, session);
        if request.wants(View::Verify) {
            session.diagnostics.extend(violations(&parsed));
            return None;
        }
        if request.wants(View::Dot) {
            let program = program(&parsed, session)?;
            return Some(ViewOutput::Text(dot(&parsed, program).into_bytes()));
        }
        if request.wants(View::Disassemble) {
            let program = program(&parsed, session)?;
            let name = Path::new(&file.recorded_name).with_extension("asm");
            let text = disassembly(request, &parsed, program).into_bytes();
            return Some(ViewOutput::Sources(vec![(name.display().to_string(), text)]));
        }
        if request.wants(View::Json) {
            return Some(ViewOutput::Text(json(&parsed)));
        }
        if request.wants(View::Symbols) {
            return Some(ViewOutput::Text(symbols(&parsed).into_bytes()));
        }
        let mut page = request.page();
        if request.wants(View::Raw) {
            raw(&mut page, &parsed, &file.bytes);
        } else {
            sections(&mut page, &parsed, &request.sections);
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
            kind: FileKind::Dxbc,
        });
        embedded.collect()
    }
}

/// Reads a container. Reports an error and returns `None` if the file is not a container.
pub(super) fn read<'f>(file: &'f InputFile, session: &mut Session<'_>) -> Option<ParsedContainer<'f>> {
    match Container::read(&file.bytes) {
        Ok(container) => Some(ParsedContainer {
            name: &file.name,
            shader: Shader::from_container(&container),
            container,
        }),
        Err(fault) => {
            session.diagnostics.push(damage(&file.name, &fault));
            None
        }
    }
}

/// Reports damage of the container and its chunks, a wrong checksum, and a program of another format.
pub(super) fn report_faults(parsed: &ParsedContainer<'_>, session: &mut Session<'_>) {
    let name = parsed.name;
    let (container, shader) = (&parsed.container, &parsed.shader);
    let faults = container.faults().iter().chain(&shader.faults);
    session.diagnostics.extend(faults.map(|fault| damage(name, fault)));
    session.diagnostics.extend(checksum_warning(name, container));
    if shader.program.is_none() && parsed.is_model_6() {
        let message = format!(
            "`{name}` has a program of shader model 6 (chunk `DXIL`); only programs of the models 4.0 to 5.1 can be \
             shown"
        );
        session
            .diagnostics
            .push(Diagnostic::for_file(Code::NewerShaderModel, name, message));
    }
}

/// Returns the program. Returns `None` if there is none, after reporting this or an earlier error.
fn program<'s>(parsed: &'s ParsedContainer<'_>, session: &mut Session<'_>) -> Option<&'s Program> {
    let program = parsed.shader.program.as_ref();
    if program.is_none() && !session.has_errors() {
        let name = parsed.name;
        let message = format!("`{name}` cannot be disassembled: it has no program (chunk `SHDR` or `SHEX`)");
        let diagnostic = Diagnostic::for_file(Code::CannotDisassemble, name, message);
        session.diagnostics.push(diagnostic);
    }
    program.map(|(_, program)| program)
}

/// Returns the disassembly of the program.
fn disassembly(request: &Request<'_>, parsed: &ParsedContainer<'_>, program: &Program) -> String {
    let compiler = compiler(request, parsed);
    if request.wants(View::Listing) {
        Listing::new(&parsed.shader, compiler).to_string()
    } else {
        Disassembly::new(program, compiler).to_string()
    }
}

/// Returns the compiler version whose output format is used.
pub(super) fn compiler(request: &Request<'_>, parsed: &ParsedContainer<'_>) -> Compiler {
    match request.compiler {
        Some(9) => Compiler::V9,
        Some(_) => Compiler::V10,
        None => Compiler::detect(&parsed.shader),
    }
}

/// Compares two containers, and reports damage.
fn compare(files: [&InputFile; 2], session: &mut Session<'_>) -> Option<Vec<String>> {
    let [a, b] = files.map(|file| {
        let parsed = read(file, session)?;
        report_faults(&parsed, session);
        Some(parsed)
    });
    let (a, b) = (a?, b?);
    if session.has_errors() {
        return None;
    }
    let found = differences(&a.shader, &b.shader);
    Some(found.iter().map(ToString::to_string).collect())
}
