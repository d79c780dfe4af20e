//! The views of shader binaries and objects.

use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::job::Destination;
use pica200::session::Session;
use pica200::text::page::Page;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::inspect::{Embedded, inspect, scan};

use super::options::CommandLine;
use super::view::{Comparison, View, Viewer, damage};
use super::writing::{write, write_to_folder};
use crate::destination::is_folder;
use crate::dump::contents::{Contents, Subject};
use crate::dump::disassembly::{SourceText, Sources, disassembly};
use crate::dump::{diff, dot, json, raw, size, symbols, verify};
use crate::ending::Ending;
use crate::program::Streams;
use crate::sections::{Section, lines};

/// Shader binaries and objects.
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

    fn show(
        &self,
        options: &CommandLine,
        file: &InputFile,
        session: &mut Session<'_>,
        streams: &mut Streams<'_>,
    ) {
        let subject = subject(file);
        let view = &options.view;
        if let Some(contents) = &Contents::of(&subject.inspection) {
            if view.verify {
                verify::verify(&subject, &options.levels.levels, session);
            } else if view.disassemble {
                disassemble(options, file, &subject, session, streams);
            } else {
                match text(options, &subject, contents, streams) {
                    Ok(text) => session.show(&text, streams),
                    Err(diagnostic) => session.diagnostics.push(diagnostic),
                }
            }
        }
        report_faults(&subject, session);
    }

    fn comparison(&self) -> Option<Comparison> {
        Some(compare)
    }

    fn scan(&self, file: &[u8]) -> Vec<Embedded> {
        scan(file)
    }
}

/// Compares two files, of which damage is reported.
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

fn subject(file: &InputFile) -> Subject<'_> {
    Subject {
        name: &file.name,
        bytes: &file.bytes,
        inspection: inspect(&file.bytes),
    }
}

/// The text for standard output.
fn text(
    options: &CommandLine,
    subject: &Subject<'_>,
    contents: &Contents<'_>,
    streams: &Streams<'_>,
) -> Result<Vec<u8>, Diagnostic> {
    let view = &options.view;
    let mut page = Page::new(options.diagnostics.stdout_colors(streams));
    if view.json {
        return Ok(json::json(subject));
    }
    if view.dot {
        return Ok(dot::dot(subject, contents).into_bytes());
    }
    if !view.addr2line.is_empty() {
        let lines = lines::addr2line(contents, &view.addr2line);
        return lines.map(String::into_bytes).ok_or_else(|| {
            let message = format!("`{}` has no line table", subject.name);
            let diagnostic = Diagnostic::of_file(Code::NoLineTable, subject.name, message);
            diagnostic.with_help("create one with `picald -g`")
        });
    }
    if view.symbols {
        symbols::symbols(&mut page, contents);
    } else if view.size {
        size::size(&mut page, contents);
    } else if view.raw {
        raw::raw(&mut page, subject, contents);
    } else {
        crate::sections::sections(&mut page, subject, contents, &options.sections.chosen());
    }
    Ok(page.into_bytes())
}

/// Reports the faults of a file.
fn report_faults(subject: &Subject<'_>, session: &mut Session<'_>) {
    let name = subject.name;
    let faults = subject.inspection.faults.iter();
    session
        .diagnostics
        .extend(faults.map(|fault| damage(name, fault)));
}

/// Writes source text.
fn disassemble(
    options: &CommandLine,
    file: &InputFile,
    subject: &Subject<'_>,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let sources = match disassembly(subject) {
        Ok(Sources {
            sources,
            shortcoming,
        }) => {
            let warning = shortcoming.map(|why| {
                let message = format!("these sources do not reproduce `{}`: {why}", subject.name);
                Diagnostic::of_file(Code::IncompleteSources, subject.name, message).as_warning()
            });
            session.diagnostics.extend(warning);
            sources
        }
        Err(reason) => {
            let name = subject.name;
            let message = format!("`{name}` cannot be disassembled: {reason}");
            let diagnostic = Diagnostic::of_file(Code::CannotDisassemble, name, message);
            session.diagnostics.push(diagnostic);
            return;
        }
    };
    match options.output.as_deref() {
        None => session.show(&one_after_the_other(sources), streams),
        Some(path) if path.as_os_str() == "-" => {
            session.show(&one_after_the_other(sources), streams);
        }
        // Files are written only after success.
        Some(_) if !subject.inspection.faults.is_empty() => {}
        Some(folder) if is_folder(folder) => {
            let in_folder = |source: SourceText| (source.name, source.text.into_bytes());
            let files = sources.into_iter().map(in_folder).collect();
            write_to_folder(folder, files, file, session, streams);
        }
        Some(path) => match <[SourceText; 1]>::try_from(sources) {
            Ok([source]) => {
                let destination = Destination::File(path.to_owned());
                let outputs = [(destination, source.text.into_bytes())];
                write(&outputs, file, session, streams);
            }
            Err(sources) => {
                let name = path.display();
                let count = sources.len();
                let message = format!("{count} sources cannot be written to one file `{name}`");
                let diagnostic =
                    Diagnostic::of_file(Code::SeveralSources, name.to_string(), message);
                let help = "name a folder, with a slash at the end";
                session.diagnostics.push(diagnostic.with_help(help));
            }
        },
    }
}

/// Several sources as one text, each after a line with its name.
fn one_after_the_other(sources: Vec<SourceText>) -> Vec<u8> {
    let are_several = sources.len() > 1;
    let mut text = String::new();
    for source in sources {
        if are_several {
            let blank = if text.is_empty() { "" } else { "\n" };
            text.push_str(&format!("{blank}; ---- {} ----\n", source.name));
        }
        text.push_str(&source.text);
    }
    text.into_bytes()
}
