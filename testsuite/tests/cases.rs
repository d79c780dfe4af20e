//! Cases: each `cases/GROUP/NAME.pica` is a separate test. `pica200_testsuite::case` describes their format.
//!
//! Examples in pages are also cases: the examples in the page of a lint (`pages/LINT`), and those in each section of
//! `assembler/LANGUAGE.md` (`language/SECTION`). A snapshot in the directory of this name has their results.
//!
//! `INSTA_UPDATE=always cargo test -p pica200-testsuite --test cases` writes snapshots; read them before you commit
//! them.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use pica200_asm::AssemblyOptions;
use pica200_asm::directive::DIRECTIVES;
use pica200_asm::lint::lints;
use pica200_diagnostics::{Code, Example, Tool};
use pica200_link::LinkOptions;
use pica200_objfmt::isa::opcode::OPCODES;
use pica200_testsuite::case::{Case, CaseSource, Part};
use pica200_testsuite::corpus::{directives, file_name, files, folder, stem, workspace};
use pica200_testsuite::page::{Block, anchor, blocks};
use pica200_testsuite::run::{Outcome, expected, run, run_case};
use walkdir::{DirEntry, WalkDir};

/// Kinds of diagnostics that no source of reasonable size triggers, with the reason.
const UNREACHED_KINDS: &[(&str, &str)] = &[
    ("source-too-large", "needs a source of 4 GiB"),
    ("too-many-names", "takes 65,536 declarations"),
];

/// Diagnostics of the programs that no test triggers, with the reason.
const UNREACHED_REPORTS: [(&str, &str); 2] = [
    (
        "unwritable-object",
        "needs a source with more names than an object holds, which the assembler rejects",
    ),
    (
        "unwritable-binary",
        "needs a program beyond the limits that the linker checks",
    ),
];

fn main() {
    let arguments = Arguments::from_args();
    let paths = files(&folder("cases"), "pica");
    let mut trials: Vec<Trial> = paths
        .iter()
        .map(|path| {
            let path = path.clone();
            Trial::test(name(&path), move || check(&path))
        })
        .collect();
    trials.extend(lints().map(|lint| Trial::test(format!("pages/{lint}"), move || check_page(lint))));
    trials.extend(sections().into_iter().map(|section| {
        let name = format!("language/{}", anchor(&section));
        Trial::test(name, move || check_section(&section))
    }));
    type Check = fn(&[PathBuf]) -> Result<(), Failed>;
    let of_all: [(&str, Check); 8] = [
        ("all_files_are_cases", all_files_are_cases),
        ("snapshots_have_cases", snapshots_have_cases),
        ("kinds_are_covered", kinds_are_covered),
        ("problems_are_covered", problems_are_covered),
        ("reports_are_covered", |_| reports_are_covered()),
        ("compiler_diagnostics_are_covered", |_| {
            compiler_diagnostics_are_covered()
        }),
        ("opcodes_are_covered", opcodes_are_covered),
        ("directives_are_covered", directives_are_covered),
    ];
    trials.extend(of_all.map(|(name, check)| {
        let paths = paths.clone();
        Trial::test(name, move || check(&paths))
    }));
    libtest_mimic::run(&arguments, trials).exit();
}

/// `GROUP/NAME`
fn name(path: &Path) -> String {
    let group = path.parent().map(file_name).unwrap_or_default();
    format!("{group}/{}", stem(path))
}

fn read(path: &Path) -> Result<Case, Failed> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", name(path)))?;
    Case::parse(&file_name(path), &text).map_err(|message| format!("{}: {message}", name(path)).into())
}

fn check(path: &Path) -> Result<(), Failed> {
    let case = read(path)?;
    let Some(why) = &case.fails else {
        return check_case(path, &case);
    };
    // The contents of the snapshot are not known yet.
    let agrees = || {
        let outcomes = case.runs.iter().map(|options| run_case(&case, options));
        let mut checks = outcomes.map(|outcome| check_diagnostics(&case, &outcome));
        checks.all(|check| check.is_ok())
    };
    if std::panic::catch_unwind(agrees).unwrap_or(false) {
        return Err(format!("the case meets its expectations; remove `fails: {why}`").into());
    }
    Ok(())
}

fn check_case(path: &Path, case: &Case) -> Result<(), Failed> {
    let mut text = String::new();
    for options in &case.runs {
        let outcome = run_case(case, options);
        check_diagnostics(case, &outcome)?;
        if case.runs.len() > 1 {
            writeln!(text, "=== {} ===", options.line)?;
        }
        for &part in &case.parts {
            let shown = outcome.part(part);
            // Even an empty diagnostics part is worth a snapshot.
            if shown.is_empty() && part != Part::Diagnostics && !outcome.failed {
                return Err(format!("there is nothing to show: {part:?}").into());
            }
            text.push_str(&shown);
        }
    }
    if !case.parts.is_empty() {
        assert_snapshot(path, &text);
    }
    Ok(())
}

/// Compares a text with the snapshot next to a path.
fn assert_snapshot(path: &Path, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(path.parent().unwrap_or(path));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(stem(path), text));
}

/// Returns the sources in the page of a lint that trigger it.
fn bad_examples(lint: Code) -> impl Iterator<Item = Example> {
    let examples = lint.examples();
    examples.filter(|example| example.is_bad && example.language == "pica" && !example.is_linked)
}

/// Checks that the bad examples in the page of a lint trigger only this lint.
fn check_page(lint: Code) -> Result<(), Failed> {
    let mut text = String::new();
    for example in bad_examples(lint) {
        let head = format!(";! options: {} -W {lint}\n;! link: no\n", example.options);
        let case = Case::parse(lint.name(), &format!("{head};! show: diagnostics\n{}", example.text))?;
        let outcome = run_case(&case, &case.runs[0]);
        let is_other = |found: &String| !found.ends_with(&format!(" {lint}"));
        if outcome.found.is_empty() || outcome.found.iter().any(is_other) {
            return Err(format!("expected {lint}, found {:?}", outcome.found).into());
        }
        text.push_str(&outcome.diagnostics);
    }
    if text.is_empty() {
        return Err(format!("the page of {lint} has no bad example").into());
    }
    assert_snapshot(&folder("cases/pages").join(lint.name()), &text);
    Ok(())
}

/// Returns the blocks in the language page.
fn language() -> Vec<Block> {
    let page = fs::read_to_string(workspace().join("assembler/LANGUAGE.md"));
    blocks(&page.expect("the page can be read"))
}

/// Returns the sections of the language page that have sources.
fn sections() -> Vec<String> {
    let mut sections: Vec<_> = language().into_iter().map(|block| block.section).collect();
    sections.dedup();
    sections
}

/// Checks the sources in a section of the language page: `pica` assembles, `pica-error NAME` triggers the error NAME,
/// and `pica-include FILE` is a file that later sources include.
fn check_section(section: &str) -> Result<(), Failed> {
    let (mut included, mut text) = (Vec::new(), String::new());
    for block in language() {
        let mut words = block.info.split_ascii_whitespace();
        let (kind, name) = (words.next().unwrap_or_default(), words.next());
        let place = format!("LANGUAGE.md:{}", block.line);
        let is_included = kind == "pica-include";
        let own_name = format!("{}.pica", anchor(section));
        let source = CaseSource {
            name: if is_included {
                name.unwrap_or_default().to_owned()
            } else {
                own_name
            },
            text: block.text.into_bytes(),
            is_included,
        };
        if is_included {
            included.push(source);
            continue;
        }
        if block.section != section {
            continue;
        }
        let sources = [vec![source], included.clone()].concat();
        let assembled = run(&sources, &AssemblyOptions::default(), None);
        writeln!(text, "=== {} ===\n{}", block.info, assembled.diagnostics)?;
        match (kind, name) {
            ("pica", _) if !assembled.failed => {
                let linked = run(&sources, &AssemblyOptions::default(), Some(&LinkOptions::default()));
                text.push_str(&assembled.part(Part::Objects));
                text.push_str(&linked.part(Part::Words));
            }
            ("pica-error", Some(name)) => {
                let suffix = format!(" {name}");
                if !assembled.found.iter().any(|found| found.ends_with(&suffix)) {
                    return Err(format!("{place} does not trigger {name}:\n{}", assembled.diagnostics).into());
                }
            }
            ("pica", _) => return Err(format!("{place}:\n{}", assembled.diagnostics).into()),
            _ => return Err(format!("{place}: `{}` is not a kind of block", block.info).into()),
        }
    }
    assert_snapshot(&folder("cases/language").join(anchor(section)), &text);
    Ok(())
}

/// Checks that the reported diagnostics are exactly the expected ones.
fn check_diagnostics(case: &Case, outcome: &Outcome) -> Result<(), Failed> {
    let expected = expected(case);
    if expected == outcome.found {
        return Ok(());
    }
    let without = |all: &[String], others: &[String]| {
        let mut rest = all.to_vec();
        for other in others {
            if let Some(at) = rest.iter().position(|one| one == other) {
                rest.remove(at);
            }
        }
        rest
    };
    let (missing, surplus) = (without(&expected, &outcome.found), without(&outcome.found, &expected));
    Err(format!(
        "missing: {missing:#?}\nunexpected: {surplus:#?}\n{}",
        outcome.diagnostics
    )
    .into())
}

/// Checks that each file in the directory is a case in a group, or a snapshot.
fn all_files_are_cases(paths: &[PathBuf]) -> Result<(), Failed> {
    if paths.is_empty() {
        return Err("there are no cases".into());
    }
    let all = WalkDir::new(folder("cases")).into_iter();
    let all: Vec<_> = all.collect::<Result<_, _>>()?;
    let is_known = |entry: &DirEntry| {
        let suffix = entry.path().extension().and_then(OsStr::to_str);
        match entry.depth() {
            0 | 1 => entry.file_type().is_dir(),
            depth => depth == 2 && matches!(suffix, Some("pica" | "snap")),
        }
    };
    let strays = all.iter().filter(|entry| !is_known(entry));
    let strays: Vec<_> = strays.map(DirEntry::path).collect();
    if strays.is_empty() {
        Ok(())
    } else {
        Err(format!("neither cases nor snapshots: {strays:?}").into())
    }
}

fn snapshots_have_cases(paths: &[PathBuf]) -> Result<(), Failed> {
    let mut owners = BTreeSet::new();
    for path in paths {
        if !read(path)?.parts.is_empty() {
            owners.insert(path.with_extension("snap"));
        }
    }
    let pages = folder("cases/pages");
    owners.extend(lints().map(|lint| pages.join(format!("{lint}.snap"))));
    let language = folder("cases/language");
    owners.extend(
        sections()
            .iter()
            .map(|section| language.join(format!("{}.snap", anchor(section)))),
    );
    let orphans: Vec<_> = files(&folder("cases"), "snap")
        .into_iter()
        .filter(|snapshot| !owners.contains(snapshot))
        .map(|snapshot| name(&snapshot))
        .collect();
    if orphans.is_empty() {
        Ok(())
    } else {
        Err(format!("snapshots without a case that has `show`: {orphans:?}").into())
    }
}

/// Returns the names of all diagnostics that cases expect: in the group `link`, which come from the linker, or in all
/// other groups.
fn expected_names(paths: &[PathBuf], of_linker: bool) -> Result<BTreeSet<String>, Failed> {
    let mut names = BTreeSet::new();
    for path in paths {
        if name(path).starts_with("link/") != of_linker {
            continue;
        }
        names.extend(read(path)?.expected.into_iter().map(|expectation| expectation.name));
    }
    Ok(names)
}

fn missing(what: &str, missing: &[&str]) -> Result<(), Failed> {
    if missing.is_empty() {
        Ok(())
    } else {
        Err(format!("no case draws the {what} {}", missing.join(", ")).into())
    }
}

/// Returns the names of all diagnostics of a tool.
fn reported_by(tool: Tool) -> impl Iterator<Item = &'static str> {
    let codes = Code::all().filter(move |code| code.rule(tool).is_some());
    codes.map(Code::name)
}

fn kinds_are_covered(paths: &[PathBuf]) -> Result<(), Failed> {
    let mut names = expected_names(paths, false)?;
    names.extend(
        lints()
            .filter(|lint| bad_examples(*lint).next().is_some())
            .map(|lint| lint.to_string()),
    );
    let unreached = |name: &str| UNREACHED_KINDS.iter().any(|(kind, _)| *kind == name);
    let kinds: Vec<_> = reported_by(Tool::Assembler)
        .filter(|name| !names.contains(*name) && !unreached(name))
        .collect();
    missing("kinds", &kinds)?;
    let stale: Vec<_> = UNREACHED_KINDS
        .iter()
        .map(|(kind, _)| *kind)
        .filter(|name| names.contains(*name))
        .collect();
    if stale.is_empty() {
        Ok(())
    } else {
        Err(format!("{stale:?} are drawn after all").into())
    }
}

/// Problems with archives and with `picald -r`, which cases cannot trigger: `linker/tests/archives/` and
/// `linker/tests/problems/` test them.
const TESTED_ELSEWHERE: [&str; 4] = ["unreadable-object", "stale-index", "several-shaders", "cannot-combine"];

fn problems_are_covered(paths: &[PathBuf]) -> Result<(), Failed> {
    let names = expected_names(paths, true)?;
    let uncovered: Vec<_> = reported_by(Tool::Linker)
        .filter(|name| !names.contains(*name) && !TESTED_ELSEWHERE.contains(name))
        .collect();
    missing("problems", &uncovered)
}

/// Checks that tests of the programs expect each diagnostic not reported by a build phase: their expectations contain
/// its name in brackets.
fn reports_are_covered() -> Result<(), Failed> {
    let expected = in_tests(&["cli"])?;
    // Cases of dialects trigger the diagnostics of the converter.
    let phases = [
        Tool::Assembler,
        Tool::Linker,
        Tool::Checker,
        Tool::Compiler,
        Tool::Converter,
    ];
    let of_programs = Code::all().filter(|code| phases.iter().all(|tool| code.rule(*tool).is_none()));
    let (drawn, undrawn): (Vec<_>, Vec<_>) = of_programs
        .map(Code::name)
        .partition(|name| expected.contains(&format!("[{name}]")));
    let excused = |name: &&str| UNREACHED_REPORTS.iter().any(|(known, _)| known == name);
    let stale: Vec<_> = drawn.into_iter().filter(excused).collect();
    if !stale.is_empty() {
        return Err(format!("{stale:?} are drawn after all").into());
    }
    let undrawn: Vec<_> = undrawn.into_iter().filter(|name| !excused(name)).collect();
    missing("reports", &undrawn)
}

/// Checks that tests of the compiler contain the name of each of its diagnostics in brackets.
fn compiler_diagnostics_are_covered() -> Result<(), Failed> {
    // The WGSL front end has no known panics.
    const UNREACHED: [&str; 1] = ["front-end-panic"];
    let expected = in_tests(&["assembler/compile", "cli"])?;
    let undrawn: Vec<_> = reported_by(Tool::Compiler)
        .filter(|name| !expected.contains(&format!("[{name}]")) && !UNREACHED.contains(name))
        .collect();
    missing("diagnostics of the compiler", &undrawn)
}

/// Reads all tests and snapshots in directories.
fn in_tests(folders: &[&str]) -> Result<String, Failed> {
    let mut text = String::new();
    for folder in folders.iter().map(|folder| workspace().join(folder)) {
        for path in files(&folder, "rs").into_iter().chain(files(&folder, "snap")) {
            let mut parts = path.components().map(|part| part.as_os_str());
            if parts.any(|part| part == "tests" || part == "tests.rs") {
                text.push_str(&fs::read_to_string(path)?);
            }
        }
    }
    Ok(text)
}

/// Checks that each opcode has a case that shows its words.
fn opcodes_are_covered(paths: &[PathBuf]) -> Result<(), Failed> {
    let mut shown = String::new();
    for path in paths {
        let snapshot = path.with_extension("snap");
        if name(path).starts_with("instructions/") && snapshot.exists() {
            shown.push_str(&fs::read_to_string(snapshot)?);
        }
    }
    let shown: BTreeSet<&str> = shown
        .lines()
        .filter_map(|line| line.split_ascii_whitespace().nth(2))
        .collect();
    let opcodes: Vec<_> = OPCODES
        .iter()
        .map(|info| info.mnemonic)
        .filter(|mnemonic| !shown.contains(mnemonic))
        .collect();
    missing("opcodes", &opcodes)
}

fn directives_are_covered(paths: &[PathBuf]) -> Result<(), Failed> {
    let mut used = HashSet::new();
    for block in language() {
        used.extend(directives(&block.text));
    }
    for path in paths {
        used.extend(directives(&String::from_utf8_lossy(&fs::read(path)?)));
    }
    let unused: Vec<_> = DIRECTIVES
        .iter()
        .filter(|(directive, ..)| !used.contains(directive))
        .map(|(_, name, _)| *name)
        .collect();
    missing("directives", &unused)
}
