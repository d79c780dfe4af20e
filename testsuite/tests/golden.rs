//! Golden files: picasso's output for sources, byte for byte. `golden/README.md` describes the directories. Each case
//! is a separate test. The sources are also linked without `--compat=picasso`: one snapshot lists those that then
//! trigger a diagnostic.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;

use libtest_mimic::{Arguments, Failed, Trial};
use pica200_asm::MemoryFiles;
use pica200_cli::Status;
use pica200_link::{Compat, LinkOptions, header};
use pica200_objfmt::difference::differences;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::meaning::Meaning;
use pica200_testsuite::corpus::{file_name, files, folder, stem};
use pica200_testsuite::programs::{Program, golden};
use pica200_testsuite::run::{Outcome, run, run_streams};
use serde_json::Value;

/// The number of cases, so that none is lost.
const CASES: usize = 281;

const COMPAT: LinkOptions = LinkOptions::with_compat(Compat::Picasso);

fn main() -> io::Result<()> {
    let arguments = Arguments::from_args();
    let linked = golden()?;
    let mut trials: Vec<Trial> = linked
        .iter()
        .map(|case| {
            let case = case.clone();
            Trial::test(case.name.clone(), move || check_linked(&case))
        })
        .collect();
    trials.extend(
        files(&folder("golden/errors"), "pica")
            .into_iter()
            .map(|path| Trial::test(format!("errors/{}", stem(&path)), move || check_errors(&path))),
    );
    let count = trials.len();
    trials.push(Trial::test("all_are_there", move || {
        expect(count == CASES, format!("there are {count} golden cases"))
    }));
    trials.push(Trial::test("without_compat", move || check_without_compat(&linked)));
    libtest_mimic::run(&arguments, trials).exit();
}

fn expect(good: bool, message: impl Into<String>) -> Result<(), Failed> {
    if good { Ok(()) } else { Err(message.into().into()) }
}

fn read(path: &Path) -> Result<Vec<u8>, Failed> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

fn check_linked(case: &Program) -> Result<(), Failed> {
    let expected = read(&case.expected.with_extension("shbin"))?;
    let read_again = Shbin::read(&expected).map_err(|error| error.to_string())?;
    let written = read_again.write().map_err(|error| error.to_string())?;
    expect(
        written == expected,
        "the expected file does not survive reading and writing",
    )?;

    let outcome = run(&case.sources, &case.assembling, Some(&COMPAT));
    let (Some(bytes), Some(output)) = (&outcome.shbin, &outcome.output) else {
        return Err(outcome.diagnostics.into());
    };
    if *bytes != expected {
        let same = bytes.iter().zip(&expected).take_while(|(a, b)| a == b).count();
        return Err(format!("the files differ from byte {same:#x} on").into());
    }
    let wanted = read(&case.expected.with_extension("h"))?;
    let text = header("picald", &output.interface);
    expect(
        behind_first_line(text.as_bytes()) == behind_first_line(&wanted),
        format!("the header differs:\n{text}"),
    )?;
    check_padding_warnings(case, &outcome)
}

/// Returns the lines after the first, which names the program that wrote the file.
fn behind_first_line(text: &[u8]) -> Vec<u8> {
    let text: Vec<u8> = text.iter().copied().filter(|&byte| byte != b'\r').collect();
    let end = text.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    text[end..].to_owned()
}

/// Checks that each missing padding NOP triggers a warning on its line, and nothing else does.
fn check_padding_warnings(case: &Program, outcome: &Outcome) -> Result<(), Failed> {
    let path = case.expected.with_extension("stderr");
    let expected = if path.exists() {
        String::from_utf8(read(&path)?).map_err(|error| error.to_string())?
    } else {
        String::new()
    };
    expect(
        case.assembling.padding || !expected.trim().is_empty(),
        "a case without padding has warnings",
    )?;
    let mut wanted = Vec::new();
    for line in expected.lines() {
        let place = line.strip_suffix(": warning: a padding NOP is required here");
        let place = place.ok_or(format!("cannot read `{line}`"))?;
        let file = place.split(':').next().unwrap_or_default();
        wanted.push(format!("{file}: {place} padding-nop-required"));
    }
    wanted.sort();
    let mut found = outcome.found.clone();
    found.retain(|found| found.ends_with(" padding-nop-required"));
    expect(found == wanted, format!("expected {wanted:#?}, found {found:#?}"))
}

/// Returns the status, the messages and the standard output of picasm for a source.
fn picasm(path: &Path) -> Result<(Status, String, Vec<u8>), Failed> {
    let name = file_name(path);
    let memory = MemoryFiles::new().with(&name, read(path)?);
    let arguments = ["picasm", &name, "-o", "-", "--error-format=json"];
    let (status, stdout, stderr) = run_streams(pica200_cli::picasm::main, arguments, &[], &memory);
    let stderr = String::from_utf8(stderr).map_err(|error| error.to_string())?;
    Ok((status, stderr, stdout))
}

fn check_errors(path: &Path) -> Result<(), Failed> {
    let expected = String::from_utf8(read(&path.with_extension("expect"))?).map_err(|error| error.to_string())?;
    let rows: Vec<&str> = expected.lines().filter(|row| !row.trim().is_empty()).collect();
    expect(!rows.is_empty(), "the file has no expectations")?;
    let (status, stderr, stdout) = picasm(path)?;
    if rows == ["ok"] {
        expect(status == Status::Success, format!("should assemble:\n{stderr}"))?;
        return expect(stdout.starts_with(b"DVOJ"), "no object was written");
    }
    expect(status == Status::Errors, format!("the status is {status:?}:\n{stderr}"))?;
    expect(stdout.is_empty(), "an object was written despite errors")?;
    for row in rows {
        expect(
            is_reported(row, &stderr),
            format!("no diagnostic for `{row}`:\n{stderr}"),
        )?;
    }
    Ok(())
}

/// Returns true if a diagnostic is on the line of a row and contains all of its words.
fn is_reported(row: &str, json: &str) -> bool {
    let mut words = row.split_ascii_whitespace();
    let line = words.next().and_then(|line| line.parse::<u64>().ok());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    json.lines().any(|diagnostic| {
        let on_line = serde_json::from_str::<Value>(diagnostic)
            .is_ok_and(|value| line.is_some() && value["line"].as_u64() == line);
        let text = diagnostic.to_lowercase();
        on_line && words.iter().all(|word| text.contains(word))
    })
}

/// Links everything without `--compat` and without garbage collection. The snapshot lists errors and warnings, and
/// programs whose meaning differs from the output with `--compat`.
fn check_without_compat(cases: &[Program]) -> Result<(), Failed> {
    let (mut clean, mut text) = (0, String::new());
    for case in cases {
        let whole = LinkOptions::default().whole();
        let outcome = run(&case.sources, &case.assembling, Some(&whole));
        let mut found = outcome.found.clone();
        found.retain(|found| case.assembling.padding || !found.ends_with(" padding-nop-required"));
        if !outcome.failed {
            found.extend(compare_with_compat(case, &outcome)?);
        }
        if found.is_empty() {
            clean += 1;
            continue;
        }
        let verdict = if outcome.failed { "refused" } else { "linked" };
        writeln!(text, "{} is {verdict}:", case.name)?;
        for line in found {
            writeln!(text, "  {line}")?;
        }
    }
    let text = format!("{clean} of {} link without diagnostics.\n\n{text}", cases.len());
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder("golden"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("without-compat", text));
    Ok(())
}

/// Compares the program with the output of `--compat`. Instructions are the same. Their source operands differ only
/// where shaders call procedures of other files: there picasso leaves out constants and uniforms of the called file.
/// Returns a text with the number of differences.
fn compare_with_compat(case: &Program, outcome: &Outcome) -> Result<Option<String>, Failed> {
    let compat = run(&case.sources, &case.assembling, Some(&COMPAT));
    let (Some(output), Some(compat)) = (&outcome.output, &compat.output) else {
        return Err(format!("{} does not link in both ways", case.name).into());
    };
    let differences = differences(&compat.shbin, &output.shbin);
    let [theirs, ours] = [compat, output].map(|output| {
        let meanings = output.shbin.program.meanings();
        meanings.map(Meaning::without_uniforms).collect::<Vec<_>>()
    });
    expect(
        theirs == ours && (differences.is_empty() || case.sources.len() > 1),
        format!("{} differs from --compat: {differences:#?}", case.name),
    )?;
    let count = differences.len();
    Ok((count > 0).then(|| format!("differs from --compat in {count} places")))
}
