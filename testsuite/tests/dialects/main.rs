//! Sources in older dialects: each `dialects/DIALECT/NAME.vsh` is a separate test.
//!
//! In a case, `;! KEY: VALUE` on a separate line is a directive, and `;~ NAME...` at the end of a line lists the names
//! of the diagnostics on that line, of the converter and the assembler. Neither is part of the source:
//!
//! - `;! entry: LABEL` and `;! geometry: yes`: conversion options.
//! - `;! expect: NAME...`: diagnostics about the source as a whole.
//! - `;! include: FILE`: the following lines are a file that the source can include. Line numbers continue across
//!   files, and diagnostics in it belong to the line that includes it.
//!
//! The case must trigger exactly these. Its snapshot `NAME.snap` contains the converted source, or the diagnostics if
//! there are errors. A converted source assembles without errors, and to the same words after formatting by picafmt.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use pica200::diagnostic::{Diagnostic, Location};
use pica200::input::{DialectSource, InputFile};
use pica200::render::{Colors, Format, render};
use pica200::session::Session;
use pica200_asm::{AssemblyOptions, MemoryFiles, assemble};
use pica200_diagnostics::{Code, Tool};
use pica200_dialects::{Dialect, Options};
use pica200_testsuite::corpus::{file_name, files, folder, stem};

/// Diagnostics that cases cannot trigger, because they are about sources that are not in a dialect.
const TESTED_ELSEWHERE: [&str; 2] = ["other-dialect", "unknown-dialect"];

/// The name of the source of an example in a page.
const EXAMPLE: &str = "example.vsh";

fn main() {
    let arguments = Arguments::from_args();
    let paths = files(&folder("dialects"), "vsh");
    let mut trials: Vec<Trial> = paths
        .iter()
        .cloned()
        .map(|path| {
            let name = format!("{}/{}", dialect_name(&path), stem(&path));
            Trial::test(name, move || check(&path))
        })
        .collect();
    trials.push(Trial::test("diagnostics_are_covered", move || covered(&paths)));
    trials.push(Trial::test("examples_in_pages", examples));
    libtest_mimic::run(&arguments, trials).exit();
}

fn dialect_name(path: &Path) -> String {
    path.parent().map(file_name).unwrap_or_default()
}

/// A case.
#[derive(Default)]
struct Case {
    source: String,
    options: Options,
    includes: Vec<(String, String)>,
    /// The expected diagnostics, with their 1-based lines; line 0 for the source as a whole.
    expected: BTreeSet<(u32, String)>,
}

fn parse(path: &Path) -> Result<Case, Failed> {
    let mut case = Case::default();
    let text = fs::read_to_string(path)?;
    for (line, number) in text.lines().zip(1u32..) {
        let mut rest = line;
        if let Some(directive) = line.strip_prefix(";!") {
            let Some((key, value)) = directive.split_once(':') else {
                return Err(format!("line {number} is not a directive").into());
            };
            let value = value.trim();
            match (key.trim(), value) {
                ("entry", label) if !label.is_empty() => case.options.entry = Some(label.into()),
                ("geometry", "yes") => case.options.is_geometry = true,
                ("expect", names) if !names.is_empty() => {
                    let names = names.split_whitespace();
                    case.expected.extend(names.map(|name| (0, name.to_owned())));
                }
                ("include", file) if !file.is_empty() => {
                    case.includes.push((file.to_owned(), String::new()));
                    continue;
                }
                _ => return Err(format!("line {number}: unknown directive").into()),
            }
            rest = "";
        }
        if let Some((code, names)) = line.split_once(";~") {
            for name in names.split_whitespace() {
                let known = Code::all().any(|code| code.name() == name);
                if !known {
                    return Err(format!("line {number}: there is no diagnostic `{name}`").into());
                }
                case.expected.insert((number, name.to_owned()));
            }
            rest = code.trim_end();
        }
        let text = match case.includes.last_mut() {
            Some((_, text)) => text,
            None => &mut case.source,
        };
        text.push_str(rest);
        text.push('\n');
    }
    Ok(case)
}

fn check(path: &Path) -> Result<(), Failed> {
    let case = parse(path)?;
    let name = dialect_name(path);
    let dialect = Dialect::from_name(&name).ok_or("no dialect has the name of the folder")?;
    let memory = case.includes.iter();
    let memory = memory.fold(MemoryFiles::new(), |files, (name, text)| files.with(name, text.clone()));
    let source = DialectSource {
        dialect,
        options: case.options.clone(),
    };
    let input = InputFile {
        dialect: Some(source.clone()),
        ..InputFile::new(PathBuf::from("case.vsh"), case.source.clone().into())
    };
    let mut session = Session::new(&memory);
    let parts = session.parts(&input, &AssemblyOptions::default());
    assert_eq!(parts.is_empty(), session.has_errors());
    let found: BTreeSet<_> = session.diagnostics.iter().map(|r| place(r, &session)).collect();
    let mut text = String::new();
    if found != case.expected {
        let rendered = render(&session.diagnostics, &session.sources, Format::Short, Colors::None);
        let rendered = String::from_utf8_lossy(&rendered);
        return Err(format!("expected {:#?}, found\n{rendered}", case.expected).into());
    }
    match parts.as_slice() {
        [] => {
            let rendered = render(&session.diagnostics, &session.sources, Format::Human, Colors::None);
            text.push_str(&String::from_utf8_lossy(&rendered));
        }
        parts => {
            let mut again = Session::new(&memory);
            let made = again.convert(&input, &source);
            assert_eq!(made.sources.len(), parts.len());
            for (converted, part) in made.sources.iter().zip(parts) {
                let plain = converted.text();
                let formatted = pica200_format::format(plain.as_bytes()).formatted;
                let formatted = formatted.map_err(|error| error.message)?;
                let options = AssemblyOptions::default();
                let assembly = assemble("case.pica", formatted.as_bytes(), &options);
                let same = assembly.object.ok_or("the converted source does not assemble")?;
                if same.code != part.object.code {
                    return Err("the layout changes the words".into());
                }
                if !converted.part.is_empty() {
                    writeln!(text, "; {}pica", converted.part)?;
                }
                text.push_str(&formatted);
            }
            for note in &made.notes {
                writeln!(text, "note: {note}")?;
            }
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(path.parent().unwrap_or(path));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(stem(path), text));
    Ok(())
}

/// Returns the line of a diagnostic in the source, and its name. Lines of included files are those that include them.
fn place(diagnostic: &Diagnostic, session: &Session<'_>) -> (u32, String) {
    let name = diagnostic.code.name().to_owned();
    let Some(Location::Span { source, span }) = diagnostic.location() else {
        return (0, name);
    };
    let Some(source) = session.sources.get(*source) else {
        return (0, name);
    };
    let lines = &source.lines;
    let index = lines.index(span.start);
    let mut own = (0..=index).rev().map(|index| lines.position(index));
    let own = own.find(|position| position.file == 0);
    (own.map_or(0, |position| position.line), name)
}

/// Checks that each diagnostic of the converter has a case.
fn covered(paths: &[PathBuf]) -> Result<(), Failed> {
    if paths.is_empty() {
        return Err("there are no cases".into());
    }
    let mut drawn = BTreeSet::new();
    for path in paths {
        drawn.extend(parse(path)?.expected.into_iter().map(|(_, name)| name));
    }
    let own = Code::all().filter(|code| code.rule(Tool::Converter).is_some());
    let missing: Vec<_> = own
        .map(Code::name)
        .filter(|name| !drawn.contains(*name) && !TESTED_ELSEWHERE.contains(name))
        .collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(format!("no case draws {missing:?}").into())
    }
}

/// Checks that bad examples in pages trigger their diagnostic, and no other one or, for an error, no other error, and
/// that good ones trigger nothing.
fn examples() -> Result<(), Failed> {
    let mut wrong = String::new();
    let mut tried = 0;
    for code in Code::all() {
        for example in code.examples() {
            let Some(dialect) = Dialect::from_name(example.language) else {
                continue;
            };
            let options = Options::default();
            let input = InputFile {
                dialect: Some(DialectSource { dialect, options }),
                ..InputFile::new(PathBuf::from(EXAMPLE), example.text.into())
            };
            let mut session = Session::default();
            session.parts(&input, &AssemblyOptions::default());
            let has_errors = session.has_errors();
            let counting = session.diagnostics.iter();
            let counting = counting.filter(|diagnostic| diagnostic.is_error() || !has_errors);
            let found: Vec<_> = counting.map(|diagnostic| diagnostic.code.name()).collect();
            let expected: &[&str] = if example.is_bad { &[code.name()] } else { &[] };
            if found != expected {
                writeln!(wrong, "{code}, bad: {}: {found:?}", example.is_bad)?;
            }
            tried += 1;
        }
    }
    assert!(tried >= 60, "{tried}");
    if wrong.is_empty() {
        return Ok(());
    }
    Err(wrong.into())
}
