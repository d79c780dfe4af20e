//! Typical mistakes and the first error that each draws. `mistakes/README.md` describes the form of the lines.

use std::error::Error;
use std::fmt::{self, Write};
use std::fs;

use pica200_asm::diagnostic::Diagnostic;
use pica200_asm::{AssemblyOptions, assemble};
use pica200_testsuite::corpus::folder;

/// The least number of mistakes, so that none get lost.
const LEAST: usize = 150;

/// A line of `mistakes.txt`.
struct Mistake<'t> {
    /// The source with the mistake.
    source: String,
    /// The line of the source where the mistake begins, from 1.
    first: usize,
    /// The line without its expectation.
    change: &'t str,
    /// The expectation.
    expected: &'t str,
}

/// Reads a line of a section.
fn mistake<'t>(shader: &str, section: &str, line: &'t str) -> Result<Mistake<'t>, String> {
    let (change, expected) = line.split_once(" => ").unwrap_or((line, ""));
    let (place, text) = match section {
        "shader" => change
            .split_once(" -> ")
            .ok_or_else(|| format!("a change has the form `OLD -> NEW`: {line}"))?,
        "code" => ("; code", change),
        "declarations" => ("; declarations", change),
        _ => return Err(format!("unknown section `{section}`")),
    };
    let (place, text) = (place.replace("\\n", "\n"), text.replace("\\n", "\n"));
    let (before, behind) = shader
        .split_once(&place)
        .ok_or_else(|| format!("the shader does not contain `{place}`"))?;
    Ok(Mistake {
        first: before.matches('\n').count() + 1,
        source: format!("{before}{text}{behind}"),
        change,
        expected,
    })
}

/// The errors of a source.
fn errors(source: &str) -> Vec<Diagnostic> {
    let assembly = assemble(
        "shader.pica",
        source.as_bytes(),
        &AssemblyOptions::default(),
    );
    let mut errors = assembly.diagnostics;
    errors.retain(Diagnostic::is_error);
    errors
}

/// Whether the source assembles after the change that a diagnostic suggests. None if it suggests none.
fn is_fixed(source: &str, diagnostic: &Diagnostic) -> Option<bool> {
    let suggestion = diagnostic.suggestions.first()?;
    let mut fixed = source.to_owned();
    fixed.replace_range(suggestion.span.range(), &suggestion.replacement);
    Some(errors(&fixed).is_empty())
}

/// The expectation that the errors of a mistake meet.
fn describe(mistake: &Mistake<'_>, errors: &[Diagnostic]) -> Result<String, fmt::Error> {
    let Some(error) = errors.first() else {
        return Ok("silent".to_owned());
    };
    let before = &mistake.source[..error.primary.span.range().start];
    let line = before.matches('\n').count() + 1;
    let mut text = error.code.name().to_owned();
    let distance = line.abs_diff(mistake.first);
    match line < mistake.first {
        true => write!(text, "-{distance}")?,
        false if distance > 0 => write!(text, "+{distance}")?,
        false => {}
    }
    if errors.len() > 1 {
        write!(text, " x{}", errors.len())?;
    }
    if is_fixed(&mistake.source, error) == Some(false) {
        text.push_str(" !");
    }
    write!(text, ": {}", error.message)?;
    if let Some(help) = &error.help {
        write!(text, " => {help}")?;
    }
    Ok(text)
}

#[test]
fn mistakes_draw_the_expected_errors() -> Result<(), Box<dyn Error>> {
    let read = |name: &str| fs::read_to_string(folder("mistakes").join(name));
    let (shader, list) = (read("shader.pica")?, read("mistakes.txt")?);
    assert!(errors(&shader).is_empty(), "the shader itself is right");
    let (mut section, mut wrong) = ("", String::new());
    let (mut count, mut single) = (0, 0);
    for line in list.lines().filter(|line| !line.is_empty()) {
        if let Some(name) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            section = name;
            continue;
        }
        let mistake = mistake(&shader, section, line)?;
        let errors = errors(&mistake.source);
        let found = describe(&mistake, &errors)?;
        if found != mistake.expected {
            writeln!(wrong, "{} => {found}", mistake.change)?;
        }
        assert_ne!(mistake.expected, "silent", "not a mistake: {line}");
        count += 1;
        single += usize::from(errors.len() == 1);
    }
    assert!(wrong.is_empty(), "these lines hold instead:\n{wrong}");
    assert!(count >= LEAST, "{count} mistakes, at least {LEAST}");
    assert!(
        single * 100 >= count * 95,
        "{single} of {count} mistakes draw one error, at least 95 %"
    );
    Ok(())
}
