//! `picadump`: shows the contents of an object, a shader binary or an archive.

mod archive;
mod options;

use crate::ending::Ending;
use std::ffi::OsString;
use std::path::Path;

use pica200_diagnostics::Code;
use pica200_objfmt::formats::inspect::{inspect, scan};
use pica200_objfmt::formats::{FileKind, recognise};

use crate::destination::{conflicts, is_folder};
use crate::dump::contents::Contents;
use crate::dump::contents::Subject;
use crate::dump::disassembly::{SourceText, Sources, disassembly};
use crate::dump::{diff, dot, json, lines, raw, scan as finds, size, symbols, verify};
use crate::program::{Status, Streams, parse, usage};
use options::CommandLine;
use pica200::input::{InputFile, is_stdin};
use pica200::job::Destination;
use pica200::report::Report;
use pica200::session::Session;
use pica200::text::page::Page;

/// The command line.
pub(crate) fn command_line() -> clap::Command {
    <CommandLine as clap::CommandFactory>::command()
}

/// Runs the program. `arguments` begin with the program's name.
pub fn main(arguments: Vec<OsString>, streams: &mut Streams<'_>) -> Status {
    let mut options: CommandLine = match parse(arguments, streams) {
        Ok(options) => options,
        Err(status) => return status,
    };
    let wanted = if options.view.diff { 2 } else { 1 };
    if options.files.len() != wanted {
        let found = options.files.len();
        let message = match wanted {
            1 => format!("{found} files, but only one can be shown at a time"),
            _ => "`--diff` takes two files".to_owned(),
        };
        return usage::<CommandLine>(&message, streams);
    }
    // The parser accepts `--output` together with another view.
    if options.output.is_some() && !options.view.disassemble {
        return usage::<CommandLine>("`--output` can be used only with `--disassemble`", streams);
    }
    if options.files.iter().filter(|file| is_stdin(file)).count() > 1 {
        return usage::<CommandLine>("standard input can be read only once", streams);
    }
    if !options.levels.defines.is_empty() {
        return usage::<CommandLine>(
            "`-D NAME=NUMBER` is for programs that assemble sources",
            streams,
        );
    }
    if let Err(status) = options.levels.follow_environment::<CommandLine>(streams) {
        return status;
    }
    let mut session = Session::default();
    let mut files = Vec::new();
    for path in &options.files {
        match InputFile::read(path, streams.files, streams.stdin) {
            Ok(file) => files.push(file),
            Err(report) => session.reports.push(report),
        }
    }
    let differs = match files.as_slice() {
        [a, b] => compare(a, b, &mut session, streams),
        [file] if wanted == 1 => {
            run(&options, file, &mut session, streams);
            false
        }
        _ => false,
    };
    options.levels.levels.apply(&mut session.reports);
    match session.say(options.diagnostics, streams) {
        Status::Success if differs => Status::Errors,
        status => status,
    }
}

/// Shows one file.
fn run(
    options: &CommandLine,
    file: &InputFile,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    if options.view.scan || options.extract.is_some() {
        return find(options, file, session, streams);
    }
    match recognise(&file.bytes) {
        Some(FileKind::Archive) => return archive::show(options, file, session, streams),
        Some(FileKind::Shbin | FileKind::Object) | None => {}
    }
    let subject = subject(file);
    let contents = Contents::of(&subject.inspection);
    let view = &options.view;
    if let Some(contents) = &contents {
        if view.verify {
            verify::verify(&subject, &options.levels.levels, session);
        } else if view.disassemble {
            disassemble(options, file, &subject, session, streams);
        } else {
            match text(options, &subject, contents, streams) {
                Ok(text) => session.show(&text, streams),
                Err(report) => session.reports.push(report),
            }
        }
    } else if subject.inspection.faults.is_empty() {
        session.reports.push(unknown_kind(file));
    }
    report_faults(&subject, session);
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
) -> Result<Vec<u8>, Report> {
    let view = &options.view;
    let mut page = Page::new(options.diagnostics.stdout_colors(streams));
    if view.json {
        return Ok(json::json(subject).into_bytes());
    }
    if view.dot {
        return Ok(dot::dot(subject, contents).into_bytes());
    }
    if !view.addr2line.is_empty() {
        let lines = lines::addr2line(contents, &view.addr2line);
        return lines.map(String::into_bytes).ok_or_else(|| {
            let message = format!("`{}` has no line table", subject.name);
            let report = Report::of_file(Code::NoLineTable, subject.name, message);
            report.with_help("create one with `picald -g`")
        });
    }
    if view.symbols {
        symbols::symbols(&mut page, contents);
    } else if view.size {
        size::size(&mut page, contents);
    } else if view.raw {
        raw::raw(&mut page, subject, contents);
    } else {
        crate::dump::sections(&mut page, subject, contents, &options.sections.chosen());
    }
    Ok(page.into_bytes())
}

/// The report on a file of an unknown kind.
fn unknown_kind(file: &InputFile) -> Report {
    let name = &file.name;
    let known = known_kinds();
    let start = file.bytes.get(..4).unwrap_or(&file.bytes);
    let message = if start.is_empty() {
        format!("`{name}` is empty; {known}")
    } else {
        format!("`{name}` begins with `{}`; {known}", start.escape_ascii())
    };
    Report::of_file(Code::UnknownKind, name, message)
        .with_help("find shader binaries within other files with `--scan`")
}

/// The first bytes of the known kinds of files.
fn known_kinds() -> String {
    let kind = |kind: &FileKind| {
        let magic = |magic: &&[u8]| format!("`{}`", magic.trim_ascii_end().escape_ascii());
        let magics: Vec<_> = kind.magics().iter().map(magic).collect();
        format!("{} ({})", magics.join(" or "), kind.noun())
    };
    let kinds: Vec<_> = FileKind::ALL.iter().map(kind).collect();
    format!("known files begin with {}", kinds.join(", "))
}

/// Reports the faults of a file.
fn report_faults(subject: &Subject<'_>, session: &mut Session<'_>) {
    let name = subject.name;
    let faults = subject.inspection.faults.iter();
    session.reports.extend(
        faults.map(|fault| Report::of_file(Code::DamagedFile, name, format!("`{name}`: {fault}"))),
    );
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
                Report::of_file(Code::IncompleteSources, subject.name, message).as_warning()
            });
            session.reports.extend(warning);
            sources
        }
        Err(reason) => {
            let name = subject.name;
            let message = format!("`{name}` cannot be disassembled: {reason}");
            let report = Report::of_file(Code::CannotDisassemble, name, message);
            session.reports.push(report);
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
                let report = Report::of_file(Code::SeveralSources, name.to_string(), message);
                let help = "name a folder, with a slash at the end";
                session.reports.push(report.with_help(help));
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

/// Lists the files inside a file, and extracts them.
fn find(
    options: &CommandLine,
    file: &InputFile,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let found = scan(&file.bytes);
    let list = finds::list(&file.name, &file.bytes, &found);
    session.show(list.as_bytes(), streams);
    let Some(folder) = &options.extract else {
        return;
    };
    let piece = |one: &pica200_objfmt::formats::inspect::Embedded| {
        let rest = file.bytes.get(one.offset..).unwrap_or_default();
        let bytes = rest.get(..one.size).unwrap_or(rest);
        (finds::extracted_name(one), bytes.to_vec())
    };
    let files = found.iter().map(piece).collect();
    write_to_folder(folder, files, file, session, streams);
}

/// Writes files into a folder, which is created if it is missing.
fn write_to_folder(
    folder: &Path,
    files: Vec<(String, Vec<u8>)>,
    input: &InputFile,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    if let Err(error) = std::fs::create_dir_all(folder) {
        let name = folder.display().to_string();
        let report = Report::of_io(Code::CannotWrite, "cannot create the folder", &name, &error);
        session.reports.push(report);
        return;
    }
    let file = |(name, bytes)| (Destination::File(folder.join::<String>(name)), bytes);
    let outputs: Vec<_> = files.into_iter().map(file).collect();
    write(&outputs, input, session, streams);
}

/// Writes files, none of which may be the input.
fn write(
    outputs: &[(Destination, Vec<u8>)],
    input: &InputFile,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let destinations = outputs.iter().map(|(destination, _)| destination);
    let conflicts = conflicts(destinations, input.path.as_deref());
    if conflicts.is_empty() {
        session.write(outputs, streams);
    } else {
        session.reports.extend(conflicts);
    }
}

/// Shows the differences between two files; returns whether there are any.
fn compare(
    a: &InputFile,
    b: &InputFile,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) -> bool {
    let subjects = (subject(a), subject(b));
    for (file, subject) in [(a, &subjects.0), (b, &subjects.1)] {
        match recognise(&file.bytes) {
            Some(FileKind::Archive) => session.reports.push(archive::no_such_view(file)),
            Some(FileKind::Shbin | FileKind::Object) | None => {
                if Contents::of(&subject.inspection).is_none()
                    && subject.inspection.faults.is_empty()
                {
                    session.reports.push(unknown_kind(file));
                }
            }
        }
        report_faults(subject, session);
    }
    if session.has_errors() {
        return false;
    }
    match diff::diff(&subjects.0, &subjects.1) {
        Ok(lines) => {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            session.show(text.as_bytes(), streams);
            !lines.is_empty()
        }
        Err(reason) => {
            let message = format!("`{}` and `{}`: {reason}", a.name, b.name);
            let report = Report::of_file(Code::CannotCompare, &a.name, message);
            session.reports.push(report);
            false
        }
    }
}
