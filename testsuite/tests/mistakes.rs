//! Typical errors and the first diagnostic of each. `mistakes/README.md` describes the format of the lines.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::{self, Write};
use std::fs;

use pica200::levels::Levels;
use pica200_asm::AssemblyOptions;
use pica200_diagnostics::{Code, Level, Location, Tool};
use pica200_link::LinkOptions;
use pica200_testsuite::case::CaseSource;
use pica200_testsuite::corpus::folder;
use pica200_testsuite::run::{ReportedDiagnostic, run_checked};

/// Minimum number of entries, so that none is lost.
const MIN_ENTRIES: usize = 300;

/// Diagnostics that no line can trigger, with the reason. Cases and tests of the crates cover them.
const TESTED_ELSEWHERE: &[(&str, &[Code])] = &[
    (
        "bytes that are not text, or thousands of lines",
        &[
            Code::InvalidText,
            Code::SourceTooLarge,
            Code::TooManyErrors,
            Code::TooManyWarnings,
            Code::TooManyNames,
            Code::TargetOutOfReach,
            Code::TooManyDescriptors,
            Code::TooManyMadDescriptors,
            Code::CountTooLong,
            Code::UncheckedPaths,
        ],
    ),
    (
        "an option",
        &[
            Code::PseudoInstruction,
            Code::ReadAsPicasso,
            Code::PaddingNopRequired,
            Code::SeveralShaders,
            Code::CannotCombine,
            Code::ConstantNotLoaded,
        ],
    ),
    (
        "another file",
        &[
            Code::IncludeCycle,
            Code::EmptyInput,
            Code::ExternMismatch,
            Code::AmbiguousConstant,
            Code::ReservedRegister,
            Code::StaleIndex,
            Code::UnreadableObject,
            Code::UniformMismatch,
            Code::ConflictingPins,
            Code::ConflictingFields,
            Code::OverlappingPins,
            Code::RegistersUsedUp,
            Code::RegisterOutOfRange,
            Code::ConflictingValues,
            Code::ShadowedUniform,
            Code::EmitInVertexShader,
            Code::MergedOutputs,
            Code::HiddenOutput,
        ],
    ),
    (
        "an instruction as a raw word",
        &[Code::TargetOutsideCode, Code::UnknownOpcode, Code::NoDescriptor],
    ),
    (
        "tables that no source makes",
        &[
            Code::PropertyRegister,
            Code::OutputRegister,
            Code::TooManyOutputs,
            Code::NoVertices,
            Code::ConstantRegister,
            Code::ConstantValue,
            Code::TooManyConstants,
            Code::DuplicateUniform,
            Code::UniformRegister,
            Code::ShaderKind,
            Code::OversizedCode,
            Code::OversizedDescriptors,
        ],
    ),
];

/// A line of `mistakes.txt`.
struct ErrorCase<'t> {
    /// The source before and after the change.
    around: (String, String),
    /// The changed text.
    text: String,
    /// The 1-based line of the source where the change begins.
    first: usize,
    /// The line without its expectation.
    change: &'t str,
    /// The expectation.
    expected: &'t str,
}

/// Parses a line of a section.
fn mistake<'t>(shader: &str, section: &str, line: &'t str) -> Result<ErrorCase<'t>, String> {
    let (change, expected) = line.split_once(" => ").unwrap_or((line, ""));
    let (place, text) = match section {
        "shader" => change
            .split_once(" -> ")
            .ok_or_else(|| format!("a change has the form `OLD -> NEW`: {line}"))?,
        "code" => ("; code", change),
        "declarations" => ("; declarations", change),
        _ => return Err(format!("unknown section `{section}`")),
    };
    let place = place.replace("\\n", "\n");
    let (before, behind) = shader
        .split_once(&place)
        .ok_or_else(|| format!("the shader does not contain `{place}`"))?;
    Ok(ErrorCase {
        first: before.matches('\n').count() + 1,
        around: (before.to_owned(), behind.to_owned()),
        text: text.replace("\\n", "\n"),
        change,
        expected,
    })
}

impl ErrorCase<'_> {
    /// Returns the source with the changed text replaced.
    fn source(&self, text: &str) -> String {
        let (before, behind) = &self.around;
        format!("{before}{text}{behind}")
    }
}

/// Returns the errors of the assembler, the linker and the checker for a source, or the warnings if there are none.
fn answers(source: &str) -> Vec<ReportedDiagnostic> {
    let source = CaseSource {
        name: "shader.pica".to_owned(),
        text: source.as_bytes().to_owned(),
        is_included: false,
    };
    let assembling = AssemblyOptions::default();
    let (linking, levels) = (LinkOptions::default(), Levels::default());
    let outcome = run_checked(&[source], &assembling, Some(&linking), Some(&levels));
    let (errors, warnings): (Vec<_>, Vec<_>) = outcome.reported.into_iter().partition(|said| said.is_error);
    if errors.is_empty() { warnings } else { errors }
}

/// Returns true if a source has no error.
fn is_right(source: &str) -> bool {
    !answers(source).iter().any(|said| said.is_error)
}

/// Returns true if the source is correct after the suggested fix, or `None` if there is no fix.
fn is_fixed(source: &str, answer: &ReportedDiagnostic) -> Option<bool> {
    let fix = answer.suggestion.as_ref()?;
    let Location::Span { span, .. } = fix.location else {
        return None;
    };
    let mut fixed = source.to_owned();
    fixed.replace_range(span.range(), &fix.replacement);
    Some(is_right(&fixed))
}

/// Formats the expectation that the diagnostics of a change match.
fn describe(mistake: &ErrorCase<'_>, answers: &[ReportedDiagnostic]) -> Result<String, fmt::Error> {
    let Some(answer) = answers.first() else {
        return Ok("silent".to_owned());
    };
    let mut text = String::new();
    if !answer.is_error {
        text.push_str("warning ");
    }
    text.push_str(answer.code.name());
    let line = answer.place.rsplit(':').next();
    match line.and_then(|line| line.parse::<usize>().ok()) {
        Some(line) if line < mistake.first => write!(text, "-{}", mistake.first - line)?,
        Some(line) if line > mistake.first => write!(text, "+{}", line - mistake.first)?,
        Some(_) => {}
        None => text.push_str(" in the file"),
    }
    if answers.len() > 1 {
        write!(text, " x{}", answers.len())?;
    }
    if is_fixed(&mistake.source(&mistake.text), answer) == Some(false) {
        text.push_str(" !");
    }
    write!(text, ": {}", answer.message)?;
    if let Some(help) = &answer.help {
        write!(text, " => {help}")?;
    }
    Ok(text)
}

#[test]
fn mistakes_draw_the_expected_answers() -> Result<(), Box<dyn Error>> {
    let read = |name: &str| fs::read_to_string(folder("mistakes").join(name));
    let (shader, list) = (read("shader.pica")?, read("mistakes.txt")?);
    assert_eq!(answers(&shader), [], "the shader itself is right");
    let (mut section, mut wrong) = ("", String::new());
    let (mut count, mut single, mut last) = (0, 0, None);
    for line in list.lines().filter(|line| !line.is_empty()) {
        if let Some(name) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            section = name;
            continue;
        }
        if let Some(mended) = line.strip_prefix("= ") {
            let mistake: &ErrorCase<'_> = last.as_ref().ok_or("no mistake to mend")?;
            let source = mistake.source(&mended.replace("\\n", "\n"));
            assert!(is_right(&source), "{line}: {:#?}", answers(&source));
            continue;
        }
        let mistake = mistake(&shader, section, line)?;
        let answers = answers(&mistake.source(&mistake.text));
        let found = describe(&mistake, &answers)?;
        if found != mistake.expected {
            writeln!(wrong, "{} => {found}", mistake.change)?;
        }
        assert_ne!(mistake.expected, "silent", "not a mistake: {line}");
        count += 1;
        single += usize::from(answers.len() == 1);
        last = Some(mistake);
    }
    assert!(wrong.is_empty(), "these lines hold instead:\n{wrong}");
    assert!(count >= MIN_ENTRIES, "{count} mistakes, at least {MIN_ENTRIES}");
    assert!(
        single * 100 >= count * 95,
        "{single} of {count} mistakes draw one answer, at least 95 %"
    );
    Ok(())
}

#[test]
fn all_diagnostics_have_a_mistake() -> Result<(), Box<dyn Error>> {
    let list = fs::read_to_string(folder("mistakes").join("mistakes.txt"))?;
    let drawn: BTreeSet<_> = list
        .lines()
        .filter_map(|line| line.split_once(" => "))
        .map(|(_, expected)| expected.strip_prefix("warning ").unwrap_or(expected))
        .filter_map(|expected| {
            let end = expected.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            // A line distance follows the name: `syntax-2`.
            let name = expected.get(..end?)?.trim_end_matches(|c: char| c.is_ascii_digit());
            Some(name.trim_end_matches('-'))
        })
        .collect();
    let is_reported = |code: &Code| {
        let tools = [Tool::Assembler, Tool::Linker, Tool::Checker];
        let mut rules = tools.into_iter().filter_map(|tool| code.rule(tool));
        rules.any(|rule| rule.level != Level::Allow)
    };
    let is_drawn = |code: &Code| drawn.contains(code.name());
    let elsewhere: Vec<_> = TESTED_ELSEWHERE.iter().flat_map(|(_, codes)| *codes).collect();
    let reported = Code::all().filter(is_reported);
    let missing: Vec<_> = reported
        .filter(|code| !elsewhere.contains(&code) && !is_drawn(code))
        .map(Code::name)
        .collect();
    assert!(missing.is_empty(), "no line draws {missing:?}");
    let needless: Vec<_> = elsewhere.iter().filter(|code| is_drawn(code)).collect();
    assert!(needless.is_empty(), "lines draw {needless:?}");
    Ok(())
}
