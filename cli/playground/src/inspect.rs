//! Inspection of binary files.

use pica200::diagnostic::Diagnostic;
use pica200::input::{InputFile, InputKind};
use pica200::job::JobInput;
use pica200::levels::Levels;
use pica200::objects::unreadable_object;
use pica200::session::Session;
use pica200::text::page::shown;
use pica200::wrapped::unwrap_only;
use pica200_diagnostics::Code;
use pica200_disasm::{Disassembly, disassemble, disassemble_object};
use pica200_dxbc::Shader;
use pica200_dxbc::container::Container;
use pica200_dxbc::text::{Compiler, Disassembly as Direct3d};
use pica200_objfmt::formats::archive::Archive;
use pica200_objfmt::formats::inspect::{Content, Inspection, inspect as inspect_file};

use crate::answer::RequestError;
use crate::build::{Answer, Member, link};
use crate::files::PageFiles;
use crate::loaded_file::LoadedFile;

/// Inspects a file.
pub(crate) fn inspect(name: &str, bytes: &[u8]) -> Result<(Answer, Option<LoadedFile>), RequestError> {
    let mut files = [InputFile::new(name.into(), bytes.to_vec())];
    unwrap_only(&mut files, None).map_err(|diagnostic| RequestError::report(&diagnostic))?;
    let [file] = files;
    match file.kind {
        InputKind::Binary | InputKind::Object => tables(file),
        InputKind::Archive => archive(file),
        InputKind::Container => {
            let source = direct3d(&file.bytes);
            let (answer, subject) = compiled(file)?;
            Ok((Answer { source, ..answer }, subject))
        }
        InputKind::Shader(_) => compiled(file),
        _ => Err(RequestError::new(format!(
            "`{name}` is none of the files that are shown here: shader binaries, objects, archives, containers of \
             Direct3D and SPIR-V"
        ))),
    }
}

/// Inspects a shader in another language by compiling and linking it.
fn compiled(file: InputFile) -> Result<(Answer, Option<LoadedFile>), RequestError> {
    let path = file.path.unwrap_or_default();
    link(vec![JobInput::Memory(path, file.bytes)], &PageFiles::default())
}

/// Inspects a shader binary or an object.
fn tables(file: InputFile) -> Result<(Answer, Option<LoadedFile>), RequestError> {
    let inspection = inspect_file(&file.bytes);
    let mut session = Session::default();
    let faults = inspection.faults.iter();
    session
        .diagnostics
        .extend(faults.map(|fault| Diagnostic::for_fault(Code::DamagedFile, &file.name, fault)));
    let mut source = None;
    match disassembled(&inspection) {
        Some(Ok(disassembly)) => source = Some(text(&disassembly)),
        Some(Err(why)) => {
            let diagnostic = Diagnostic::for_file(Code::CannotDisassemble, &file.name, why);
            session.diagnostics.push(diagnostic);
        }
        None if inspection.faults.is_empty() => {
            let why = "its version is not known";
            session
                .diagnostics
                .push(unreadable_object(&file.name, &file.bytes, why));
        }
        None => {}
    }
    match &inspection.content {
        Content::Shbin(shbin) if inspection.faults.is_empty() => {
            session.check_binary(&file.name, shbin, &Levels::default());
        }
        _ => {}
    }
    Ok(shown_file(file, source, &session))
}

/// Returns the answer about a file, and the file as the subject of views.
fn shown_file(file: InputFile, source: Option<String>, session: &Session<'_>) -> (Answer, Option<LoadedFile>) {
    let mut answer = Answer {
        name: file.name.clone(),
        source,
        size: file.bytes.len(),
        ..Answer::default()
    };
    answer.report(session);
    answer.list(&file.bytes);
    let subject = LoadedFile {
        name: file.name,
        bytes: file.bytes,
        map: None,
    };
    (answer, Some(subject))
}

/// Disassembles a file. Returns `None` for kinds of files that have no sources.
fn disassembled(inspection: &Inspection) -> Option<Result<Disassembly, String>> {
    match &inspection.content {
        Content::Shbin(shbin) => Some(disassemble(shbin).map_err(|error| error.to_string())),
        Content::Object(object) => Some(Ok(disassemble_object(object))),
        Content::Documented(_) | Content::Unknown => None,
    }
}

/// Returns all sources of a disassembly, numbered if there are several.
fn text(disassembly: &Disassembly) -> String {
    let sources = disassembly.sources.as_slice();
    let texts = sources.iter().enumerate().map(|(number, source)| match sources.len() {
        1 => source.text.clone(),
        count => format!("; Source {} of {count}.\n{}", number + 1, source.text),
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// Inspects an archive: lists its members and disassembles its objects.
fn archive(file: InputFile) -> Result<(Answer, Option<LoadedFile>), RequestError> {
    let mut session = Session::default();
    let mut sources = String::new();
    let mut members = Vec::new();
    match Archive::read(&file.bytes) {
        Ok(archive) => {
            for member in archive.members() {
                let name = shown(member.name);
                if let Some(Ok(disassembly)) = disassembled(&inspect_file(member.bytes)) {
                    sources.push_str(&format!("; {name}\n{}\n", text(&disassembly)));
                }
                members.push(Member {
                    name,
                    size: member.bytes.len(),
                });
            }
        }
        Err(error) => {
            let diagnostic = Diagnostic::for_fault(Code::DamagedFile, &file.name, &error);
            session.diagnostics.push(diagnostic);
        }
    }
    let (answer, subject) = shown_file(file, Some(sources), &session);
    Ok((Answer { members, ..answer }, subject))
}

/// Returns the Direct3D disassembly of the shader in a container.
fn direct3d(bytes: &[u8]) -> Option<String> {
    let container = Container::read(bytes).ok()?;
    let shader = Shader::from_container(&container);
    let (_, program) = shader.program.as_ref()?;
    Some(Direct3d::new(program, Compiler::detect(&shader)).to_string())
}
