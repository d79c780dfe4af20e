//! Runs sources through the toolchain as the programs do: objects are written and read again.

use std::ffi::OsString;
use std::path::PathBuf;

use pica200::diagnostic::{Diagnostic, Fix, Location};
use pica200::input::{InputFile, InputKind};
use pica200::levels::Levels;
use pica200::render::{Colors, Format, render, render_generally};
use pica200::session::Session;
use pica200::source::Source;
use pica200_asm::allow::Allowances;
use pica200_asm::text::Lines;
use pica200_asm::{Files, MemoryFiles};
use pica200_cli::{Status, Streams};
use pica200_diagnostics::Code;
use pica200_link::{Input, LinkOutput, link};
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::Shbin;

use crate::case::{Case, CaseSource, Expectation, Part, RunOptions};
use crate::show;

/// The result of assembling and linking sources.
pub struct Outcome {
    /// Each diagnostic as a line of text: its location and its name.
    pub found: Vec<String>,
    /// The same diagnostics in the order in which they are reported.
    pub reported: Vec<ReportedDiagnostic>,
    /// All diagnostics, rendered as text.
    pub diagnostics: String,
    /// All diagnostics as JSON, one per line.
    pub json: String,
    /// True if any of them is an error.
    pub failed: bool,
    /// The objects, read again from their bytes; empty if any source has errors.
    pub objects: Vec<Input>,
    /// The link output, with the shader binary read again from its bytes.
    pub output: Option<LinkOutput>,
    /// The bytes of the shader binary.
    pub shbin: Option<Vec<u8>>,
}

/// A reported diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportedDiagnostic {
    /// True if it is an error.
    pub is_error: bool,
    /// The source, and the file and line according to it: `a.pica: a.pica:3`.
    pub place: String,
    /// The diagnostic.
    pub code: Code,
    /// The message.
    pub message: String,
    /// The hint.
    pub help: Option<String>,
    /// The first suggested fix.
    pub suggestion: Option<Fix>,
}

impl ReportedDiagnostic {
    /// Returns true if the other diagnostic has the same content, regardless of its location.
    pub fn is_alike(&self, other: &Self) -> bool {
        self.code == other.code && self.message == other.message
    }
}

impl Outcome {
    /// Returns the text of one part of a snapshot; empty if there is no result.
    pub fn part(&self, part: Part) -> String {
        let shbin = self.output.as_ref().map(|output| &output.shbin);
        match part {
            Part::Diagnostics => self.diagnostics.clone(),
            Part::Objects => self.objects.iter().map(show::object).collect(),
            Part::Words => shbin.map(show::words).unwrap_or_default(),
            Part::Descriptors => shbin.map(show::descriptors).unwrap_or_default(),
            Part::Tables => shbin.map(show::tables).unwrap_or_default(),
            Part::Header => self
                .output
                .as_ref()
                .map(|output| pica200_link::header("picald", &output.interface))
                .unwrap_or_default(),
        }
    }
}

/// Assembles sources, and links them unless there are errors or `linking` is `None`. The linked program is not checked.
pub fn run(
    sources: &[CaseSource],
    assembling: &pica200_asm::AssemblyOptions,
    linking: Option<&pica200_link::LinkOptions>,
) -> Outcome {
    run_checked(sources, assembling, linking, None)
}

/// Like [`run`], and checks the linked program with lints at some levels.
pub fn run_checked(
    sources: &[CaseSource],
    assembling: &pica200_asm::AssemblyOptions,
    linking: Option<&pica200_link::LinkOptions>,
    levels: Option<&Levels>,
) -> Outcome {
    let files: Vec<_> = assembled(sources).map(input).collect();
    let included = included(sources);
    let mut session = Session::new(&included);
    let objects: Vec<_> = files
        .iter()
        .filter_map(|file| session.assemble(file, assembling).map(|object| (file, object)))
        .map(|(file, object)| Input {
            name: file.name.clone(),
            object: through_bytes(&object),
        })
        .collect();
    let mut outcome = Outcome {
        found: Vec::new(),
        reported: Vec::new(),
        diagnostics: String::new(),
        json: String::new(),
        failed: false,
        objects: Vec::new(),
        output: None,
        shbin: None,
    };
    if !session.has_errors() {
        if let Some(options) = linking {
            outcome.link(&objects, options, &mut session);
            if let (Some(output), Some(levels)) = (&outcome.output, levels) {
                session.check(output, options.compat, levels);
            }
        }
        outcome.objects = objects;
    }
    outcome.take_reports(&session, &files);
    outcome
}

/// Returns the sources that are assembled separately.
fn assembled(sources: &[CaseSource]) -> impl Iterator<Item = &CaseSource> {
    sources.iter().filter(|source| !source.is_included)
}

/// Returns the files that they may include.
fn included(sources: &[CaseSource]) -> MemoryFiles {
    let files = sources.iter().filter(|source| source.is_included);
    files.fold(MemoryFiles::new(), |files, file| {
        files.with(&file.name, file.text.clone())
    })
}

fn input(source: &CaseSource) -> InputFile {
    InputFile {
        kind: InputKind::Source,
        name: source.name.clone(),
        recorded_name: source.name.clone(),
        path: None,
        dir: PathBuf::new(),
        bytes: source.text.clone(),
        dialect: None,
    }
}

impl Outcome {
    fn link(&mut self, objects: &[Input], options: &pica200_link::LinkOptions, session: &mut Session<'_>) {
        let output = session.take_linked(link(objects, options));
        assert_eq!(
            output.is_none(),
            session.has_errors(),
            "there is output exactly if there is no error"
        );
        let Some(output) = output else { return };
        let bytes = output.shbin.write().expect("a linked binary can be written");
        let read = Shbin::read(&bytes).expect("what was written can be read");
        assert_eq!(read, output.shbin, "the binary survives its bytes");
        self.output = Some(output);
        self.shbin = Some(bytes);
    }

    fn take_reports(&mut self, session: &Session<'_>, files: &[InputFile]) {
        let text = |format| {
            let text = render(&session.diagnostics, &session.sources, format, Colors::None);
            String::from_utf8(text).expect("diagnostics are UTF-8")
        };
        self.diagnostics = text(Format::Human);
        check_rendering(&session.diagnostics, &session.sources);
        self.json = text(Format::Json);
        self.failed = session.has_errors();
        let reported = session.diagnostics.iter().map(|diagnostic| ReportedDiagnostic {
            is_error: diagnostic.is_error(),
            place: place(diagnostic, &session.sources, files),
            code: diagnostic.code,
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            suggestion: diagnostic.fixes.first().cloned(),
        });
        self.reported = reported.collect();
        self.found = self
            .reported
            .iter()
            .map(|diagnostic| format!("{} {}", diagnostic.place, diagnostic.code))
            .collect();
        self.found.sort();
    }
}

/// Checks that the fast path for plain diagnostics renders the same text as the general renderer.
pub(crate) fn check_rendering(diagnostics: &[Diagnostic], sources: &[Source<'_>]) {
    for colors in [Colors::None, Colors::Ansi] {
        let shown = render(diagnostics, sources, Format::Human, colors);
        let generally = render_generally(diagnostics, sources, colors);
        assert_eq!(String::from_utf8(shown), String::from_utf8(generally));
    }
}

/// Writes an object and reads it again.
fn through_bytes(object: &Object) -> Object {
    let bytes = object.write().expect("an assembled object can be written");
    let read = Object::read(&bytes).expect("what was written can be read");
    assert_eq!(&read, object, "the object survives its bytes");
    read
}

/// Returns the first location of a diagnostic: the source, then the file and the line according to the source.
fn place(diagnostic: &Diagnostic, sources: &[Source<'_>], files: &[InputFile]) -> String {
    match diagnostic.location() {
        Some(Location::Span { source, span }) => {
            let line = sources[*source].lines.index(span.start);
            line_of(&files[*source].name, &sources[*source], line)
        }
        Some(Location::Line { object, file, line }) => format!("{object}: {file}:{line}"),
        Some(Location::File(object)) => format!("{object}:"),
        None => String::new(),
    }
}

fn line_of(name: &str, source: &Source<'_>, line: usize) -> String {
    let position = source.lines.position(line);
    format!("{name}: {}:{}", source.file_name(position.file), position.line)
}

/// Returns the diagnostics that a case expects, in the format of [`Outcome::found`].
pub fn expected(case: &Case) -> Vec<String> {
    let mut lines: Vec<_> = case
        .expected
        .iter()
        .map(|expectation| format!("{} {}", expected_place(case, expectation), expectation.name))
        .collect();
    lines.sort();
    lines
}

/// Returns the location of a diagnostic that a case expects, in the format of [`place`].
fn expected_place(case: &Case, expectation: &Expectation) -> String {
    let file = &case.sources[expectation.source];
    // Included files belong to the first source.
    let name = if file.is_included {
        &case.sources[0].name
    } else {
        &file.name
    };
    let Some(line) = expectation.line else {
        return format!("{name}:");
    };
    let source = Source {
        path: &file.name,
        text: valid_text(&file.text).into(),
        lines: Lines::from_source(&file.name, valid_text(&file.text)),
        allowances: Allowances::default(),
    };
    line_of(name, &source, line)
}

/// Returns the text up to the first byte that is not UTF-8.
fn valid_text(bytes: &[u8]) -> &str {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).expect("it is valid"),
    }
}

/// Runs a case with one set of options.
pub fn run_case(case: &Case, options: &RunOptions) -> Outcome {
    let linking = (!case.assemble_only).then_some(&options.linking);
    run_checked(&case.sources, &options.assembling, linking, Some(&options.levels))
}

/// Runs a program with these arguments and this standard input. Returns its status, its standard output and its
/// standard error.
pub fn run_streams(
    program: fn(Vec<OsString>, &mut Streams<'_>) -> Status,
    arguments: impl IntoIterator<Item = impl Into<OsString>>,
    mut stdin: &[u8],
    files: &dyn Files,
) -> (Status, Vec<u8>, Vec<u8>) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let mut streams = Streams {
        stdin: &mut stdin,
        stdout: &mut stdout,
        stderr: &mut stderr,
        files,
        stdout_is_terminal: false,
        stderr_is_terminal: false,
        lints: None,
        error_format: None,
        command: Vec::new(),
    };
    let arguments = arguments.into_iter().map(Into::into).collect();
    let status = program(arguments, &mut streams);
    (status, stdout, stderr)
}
