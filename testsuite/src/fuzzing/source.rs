//! Assembly sources.

use std::path::PathBuf;

use pica200::diagnostic::Location;
use pica200::input::{InputFile, InputKind};
use pica200::render::{Colors, Format, render};
use pica200::session::Session;
use pica200_asm::AssemblyOptions;
use pica200_objfmt::formats::object::Object;

use crate::formats::check_object;

/// Assembles a source, with and without padding NOPs.
///
/// # Panics
///
/// Panics if [`check_source`] does.
pub fn assemble(source: &[u8]) {
    check_source(
        source,
        &AssemblyOptions {
            padding: true,
            ..AssemblyOptions::default()
        },
    );
    // Rendering takes most of the time and gains little in the second run.
    let input = input(source);
    check_assembly(
        &input,
        &AssemblyOptions {
            padding: false,
            ..AssemblyOptions::default()
        },
        &mut Session::default(),
    );
}

/// Assembles a source, and returns the object if there is one.
///
/// # Panics
///
/// Panics unless there is an object exactly if there are no errors, the object is valid and reads back unchanged, and
/// all diagnostics can be rendered and have locations within the text.
pub fn check_source(source: &[u8], options: &AssemblyOptions) -> Option<Object> {
    let input = input(source);
    let mut session = Session::default();
    let object = check_assembly(&input, options, &mut session);
    check_rendering(&session);
    object
}

fn input(source: &[u8]) -> InputFile {
    InputFile {
        kind: InputKind::Source,
        name: "source".to_owned(),
        recorded_name: "source".to_owned(),
        path: None,
        dir: PathBuf::new(),
        bytes: source.to_owned(),
        dialect: None,
    }
}

fn check_assembly<'s>(input: &'s InputFile, options: &AssemblyOptions, session: &mut Session<'s>) -> Option<Object> {
    let object = session.assemble(input, options);
    assert_eq!(object.is_none(), session.has_errors());
    check_places(session);
    object.inspect(check_object)
}

pub(super) fn check_places(session: &Session<'_>) {
    for diagnostic in &session.diagnostics {
        assert!(!diagnostic.message.is_empty());
        for label in diagnostic.labels() {
            let within = match label.location {
                Location::Span { source, span } => session.sources[source].text.get(span.range()).is_some(),
                // A file that is not a source.
                Location::File(_) => session.sources.is_empty(),
                Location::Line { .. } => false,
            };
            assert!(within, "{label:?} is not in the text, for {diagnostic:?}");
        }
    }
}

/// Renders the diagnostics of a session in all formats. The result must be text. Machine-readable formats have one line
/// for each diagnostic; short ones also have lines with notes, without a code at the end.
pub(super) fn check_rendering(session: &Session<'_>) {
    // The other formats have no colors.
    for (format, colors) in [
        (Format::Human, Colors::None),
        (Format::Human, Colors::Ansi),
        (Format::Short, Colors::None),
        (Format::Json, Colors::None),
        (Format::Github, Colors::None),
        (Format::Sarif, Colors::None),
    ] {
        let text = render(&session.diagnostics, &session.sources, format, colors);
        let text = String::from_utf8(text).expect("reports are UTF-8");
        let lines = match format {
            Format::Human => continue,
            Format::Short => text.lines().filter(|line| line.ends_with(']')).count(),
            Format::Json | Format::Github => text.lines().count(),
            Format::Sarif => text.matches("\"ruleIndex\":").count(),
        };
        assert_eq!(lines, session.diagnostics.len(), "{text}");
    }
    crate::run::check_rendering(&session.diagnostics, &session.sources);
}
