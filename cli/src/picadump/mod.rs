//! `picadump`: shows the contents of files, by their kind.

mod archive;
mod html;
mod options;
mod scan;
mod shader;
mod view;
mod wrapped;
mod writing;

use std::ffi::OsString;

use pica200_diagnostics::Code;
use pica200_objfmt::formats::wrapped::DVOB;
use pica200_objfmt::formats::{FileKind, recognise};

use crate::dump::diff::{cannot_compare, different_kinds};
use crate::program::{Status, Streams, parse, usage};
use crate::session_ext::SessionExt;
use options::{CommandLine, is_setting, magic_numbers};
use pica200::diagnostic::Diagnostic;
use pica200::input::{InputFile, is_stdin};
use pica200::render::escape_controls;
use pica200::session::Session;
use pica200::wrapped::WrappedFiles;
use pica200_report::view::Viewer;
use view::{find_viewer, unsupported_views};
use writing::present;

/// The viewers of the toolchain's own formats, to which [`view::viewers`] adds the viewers of other systems.
const NATIVE_VIEWERS: &[&dyn Viewer] = &[&shader::Shaders, &archive::Archives];

/// Returns the command line.
pub(crate) fn command_line() -> clap::Command {
    crate::help::command::<CommandLine>()
}

/// Runs the program. `arguments` begin with the program's name.
pub fn main(arguments: Vec<OsString>, streams: &mut Streams<'_>) -> Status {
    let mut options: CommandLine = match parse(arguments, streams) {
        Ok(options) => options,
        Err(status) => return status,
    };
    options.collect_settings();
    if let Some(setting) = options.settings.iter().find(|setting| !is_setting(setting)) {
        let message = format!("`--set {}`: expected MACRO=VALUE", setting.display());
        return usage::<CommandLine>(&message, streams);
    }
    let wanted = if options.view.diff { 2 } else { 1 };
    if options.files.len() != wanted && !(options.html && wanted == 1) {
        let found = options.files.len();
        let message = match wanted {
            1 => format!("{found} files, but only one can be shown at a time"),
            _ => "`--diff` takes two files".to_owned(),
        };
        return usage::<CommandLine>(&message, streams);
    }
    // Clap accepts `--output` together with another view.
    if options.output.is_some() && !(options.view.disassemble || options.html) {
        let message = "`--output` can be used only with `--disassemble` and `--html`";
        return usage::<CommandLine>(message, streams);
    }
    if options.files.iter().filter(|file| is_stdin(file)).count() > 1 {
        return usage::<CommandLine>("standard input can be read only once", streams);
    }
    if !options.levels.defines.is_empty() && !options.html {
        return usage::<CommandLine>(
            "`-D NAME=NUMBER` applies to sources, which only `--html` accepts",
            streams,
        );
    }
    if let Err(status) = options.levels.apply_environment::<CommandLine>(streams) {
        return status;
    }
    if options.html {
        return html::main(&options, streams);
    }
    let mut session = Session::default();
    let mut files = Vec::new();
    for path in &options.files {
        match InputFile::read(path, streams.files, streams.stdin) {
            Ok(file) => files.push(file),
            Err(diagnostic) => session.diagnostics.push(diagnostic),
        }
    }
    let files = wrapped::open(&options, files, &mut session);
    let differs = match files.as_slice() {
        [a, b] => compare(&options, [a, b], &mut session, streams),
        [file] if wanted == 1 => {
            run(&options, file, &mut session, streams);
            false
        }
        _ => false,
    };
    options.levels.levels.apply(&mut session.diagnostics);
    match session.report_all(options.diagnostics, streams) {
        Status::Success if differs => Status::Errors,
        status => status,
    }
}

/// Shows one file.
fn run(options: &CommandLine, file: &InputFile, session: &mut Session<'_>, streams: &mut Streams<'_>) {
    if options.view.scan || options.extract.is_some() {
        return scan::show(options, file, session, streams);
    }
    if !wrapped::selects_one(options)
        && let Some(files) = WrappedFiles::detect(file)
    {
        return wrapped::show(options, file, files, session, streams);
    }
    match viewer(options, file) {
        Ok((_, viewer)) => present(viewer, options, file, session, streams),
        Err(diagnostic) => session.diagnostics.push(diagnostic),
    }
}

/// Returns the kind of a file and its viewer, which supports the requested views; `Err` if there is none.
fn viewer(options: &CommandLine, file: &InputFile) -> Result<(FileKind, &'static dyn Viewer), Diagnostic> {
    let kind = recognise(&file.bytes).ok_or_else(|| unknown_kind(file))?;
    let viewer = find_viewer(kind).ok_or_else(|| unknown_kind(file))?;
    match unsupported_views(viewer, kind, options, file) {
        None => Ok((kind, viewer)),
        Some(diagnostic) => Err(diagnostic),
    }
}

/// Shows the differences between two files; returns whether there are any.
fn compare(
    options: &CommandLine,
    files: [&InputFile; 2],
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) -> bool {
    let mut found = Vec::new();
    for file in files {
        session.keep(viewer(options, file), &mut found);
    }
    let [(kind_a, viewer_a), (kind_b, viewer_b)] = found.as_slice() else {
        return false;
    };
    let comparison = viewer_a.comparison().filter(|_| viewer_a.kinds() == viewer_b.kinds());
    let lines = match comparison {
        Some(compare) => compare(files, session),
        None => {
            let names = files.map(|file| file.name.as_str());
            let why = different_kinds(*kind_a, *kind_b);
            session.diagnostics.push(cannot_compare(names, &why));
            None
        }
    };
    let Some(lines) = lines else {
        return false;
    };
    // Lines quote names of the files.
    let line = |line: &String| format!("{}\n", escape_controls(line));
    let text: String = lines.iter().map(line).collect();
    session.show(text.as_bytes(), streams);
    !lines.is_empty()
}

/// Builds the error for a file of an unknown kind.
fn unknown_kind(file: &InputFile) -> Diagnostic {
    let name = &file.name;
    if file.bytes.starts_with(DVOB) {
        let message = format!("`{name}` begins with `DVOB`, an undocumented format");
        return Diagnostic::for_file(Code::UnknownKind, name, message)
            .with_help("no such file is known; please send it to the authors of these programs if you can");
    }
    let known = format!("known files begin with {}", magic_numbers());
    let start = file.bytes.get(..4).unwrap_or(&file.bytes);
    let message = if start.is_empty() {
        format!("`{name}` is empty; {known}")
    } else {
        format!("`{name}` begins with `{}`; {known}", start.escape_ascii())
    };
    Diagnostic::for_file(Code::UnknownKind, name, message).with_help("find such files within other files with `--scan`")
}
