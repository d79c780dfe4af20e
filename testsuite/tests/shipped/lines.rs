//! The error patterns in the editor page match the messages of the programs.

use std::ffi::OsString;
use std::fs;

use fancy_regex::{Captures, Regex};
use pica200_asm::MemoryFiles;
use pica200_cli::{Status, Streams, picald, picarun};
use pica200_testsuite::corpus::workspace;
use pica200_testsuite::run::run_streams;
use serde_json::Value;

use crate::EDITORS_PAGE;

/// The location and message of a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Problem {
    file: Option<String>,
    line: Option<String>,
    column: Option<String>,
    severity: String,
    message: String,
}

/// Returns the text of the block with this info string.
fn block(info: &str) -> String {
    let page = fs::read_to_string(workspace().join(EDITORS_PAGE)).unwrap();
    let opening = format!("\n```{info}\n");
    let (_, rest) = page.split_once(&opening).expect("the page has the block");
    let (text, _) = rest.split_once("\n```").expect("the block ends");
    text.to_owned()
}

/// Returns the problem matchers for Visual Studio Code.
pub(crate) fn problem_matchers() -> Value {
    serde_json::from_str(&block("json problem-matchers")).unwrap()
}

/// Returns the error formats for Vim.
pub(crate) fn errorformat() -> Vec<String> {
    block("vim errorformat").lines().map(str::to_owned).collect()
}

/// A source with errors and a warning.
const SOURCE: &str = "\
.out o position
.proc main
\tmvo o, v0
  mov o.yx, v99
\tend
.end
# 7 \"C:\\game\\light: a.h\" 1
.alias twice nothing
";

/// A test file, none of whose cases is selected.
const TESTS: &str = "\
shader = \"warned.vsh\"
[[case]]
name = \"a\"
inputs = { v0 = [1] }
expect = { position = [1, 0, 0, 1] }
";

/// Returns the short messages of a program with these arguments.
fn said(program: fn(Vec<OsString>, &mut Streams<'_>) -> Status, words: &[&str]) -> Vec<String> {
    let files = MemoryFiles::new()
        .with("some dir/a.vsh", SOURCE)
        .with(
            "warned.vsh",
            ".out o position\n.proc main\n\tmov o.yx, v0\n\tend\n.end\n",
        )
        .with("a.toml", TESTS)
        .with("b.toml", "shade = 1\n");
    let options = ["program", "--error-format=short"];
    let (_, _, stderr) = run_streams(program, options.iter().chain(words), &[], &files);
    let text = String::from_utf8(stderr).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Returns lines of all forms.
fn lines() -> Vec<String> {
    let mut lines = said(picald::main, &["some dir/a.vsh", "missing.vsh", "-o", "-"]);
    lines.extend(said(picald::main, &["warned.vsh", "-o", "-"]));
    lines.extend(said(picarun::main, &["--test", "a.toml", "--filter", "b"]));
    lines.extend(said(picarun::main, &["--test", "b.toml"]));
    lines
}

/// Parses a line, independently of the patterns.
fn expected(line: &str) -> Problem {
    let (place, rest) = [": error: ", ": warning: "]
        .iter()
        .find_map(|mark| Some((line.split_once(mark)?.0, line.split_once(mark)?.0.len() + 2)))
        .map_or(("", line), |(place, at)| (place, line.get(at..).unwrap()));
    let (severity, message) = rest.split_once(": ").unwrap();
    let mut parts = place.rsplitn(3, ':');
    let numbers = [parts.next(), parts.next()];
    let (file, line, column) = match (parts.next(), numbers) {
        (Some(file), [Some(column), Some(line)]) if column.parse::<u32>().is_ok() => (file, Some(line), Some(column)),
        _ => (place, None, None),
    };
    Problem {
        file: (!file.is_empty()).then(|| file.to_owned()),
        line: line.map(str::to_owned),
        column: column.map(str::to_owned),
        severity: severity.to_owned(),
        message: message.to_owned(),
    }
}

#[test]
fn short_lines_have_the_forms_that_the_page_shows() {
    let found: Vec<_> = lines().iter().map(|line| expected(line)).collect();
    let seen = |with: fn(&Problem) -> bool| found.iter().any(with);
    assert!(seen(|p| p.line.is_some()
        && p.severity == "error"
        && p.file.as_deref() == Some("some dir/a.vsh")));
    assert!(seen(|p| p.file.as_deref() == Some(r"C:\game\light: a.h")), "{found:?}");
    assert!(seen(|p| p.line.is_some() && p.severity == "warning"));
    assert!(seen(|p| p.line.is_none() && p.file.as_deref() == Some("missing.vsh")));
    assert!(seen(|p| p.line.is_some() && p.file.as_deref() == Some("b.toml")));
    assert!(seen(|p| p.file.is_none()), "{found:?}");
}

#[test]
fn problem_matchers_find_the_parts_of_short_lines() {
    for line in lines() {
        find_the_parts(&problem_matchers(), &line);
        find_the_parts(&crate::vscode::matchers(), &line);
    }
}

/// Asserts that exactly one of the matchers finds the parts of a line.
fn find_the_parts(matchers: &Value, line: &str) {
    let problem = expected(line);
    let matchers = matchers.as_array().unwrap().iter();
    let found: Vec<_> = matchers
        .filter_map(|matcher| matched(&matcher["pattern"], line))
        .collect();
    match problem.file {
        // A message without a location cannot be shown in an editor.
        None => assert_eq!(found, [], "{line}"),
        Some(_) => assert_eq!(found, [problem], "{line}"),
    }
}

/// Returns the parts that a pattern finds in a line; the message includes the name in brackets.
fn matched(pattern: &Value, line: &str) -> Option<Problem> {
    let regex = Regex::new(pattern["regexp"].as_str().unwrap()).unwrap();
    let captures = regex.captures(line).unwrap()?;
    let group = |key: &str| {
        let number = pattern[key].as_u64()?;
        Some(captures.get(usize::try_from(number).unwrap())?.as_str().to_owned())
    };
    Some(Problem {
        file: group("file"),
        line: group("line"),
        column: group("column"),
        severity: group("severity")?,
        message: format!("{} [{}]", group("message")?, group("code")?),
    })
}

/// Returns the regular expression for an item of a Vim error format.
fn item(letter: char) -> String {
    let class = match letter {
        'f' => ".+?",
        'l' | 'c' => r"\d+",
        't' => ".",
        'm' => ".+",
        // No line contains this: a format with an unknown item matches nothing.
        _ => r"\x00",
    };
    format!("(?<{letter}>{class})")
}

fn literal(character: char) -> String {
    fancy_regex::escape(&character.to_string()).into_owned()
}

/// Converts a Vim error format to a regular expression.
fn expression(format: &str) -> Regex {
    let mut text = String::from("^");
    let mut characters = format.chars();
    while let Some(character) = characters.next() {
        let item = match character {
            '%' => characters.next().map(item),
            '\\' => characters.next().map(literal),
            _ => Some(literal(character)),
        };
        text.extend(item);
    }
    Regex::new(&(text + "$")).unwrap()
}

fn found_by_vim(captures: &Captures<'_, str>) -> Problem {
    let group = |name| captures.name(name).map(|group| group.as_str().to_owned());
    Problem {
        file: group("f"),
        line: group("l"),
        column: group("c"),
        severity: match group("t").as_deref() {
            Some("e") => "error".to_owned(),
            Some("w") => "warning".to_owned(),
            other => format!("{other:?}"),
        },
        message: group("m").unwrap(),
    }
}

#[test]
fn errorformat_finds_the_parts_of_short_lines() {
    let formats: Vec<_> = errorformat().iter().map(|format| expression(format)).collect();
    for line in lines() {
        // The first match wins.
        let captures = formats
            .iter()
            .find_map(|format| format.captures(line.as_str()).unwrap());
        assert_eq!(captures.as_ref().map(found_by_vim), Some(expected(&line)), "{line}");
    }
}
