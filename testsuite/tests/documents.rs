//! The examples and the page about the language say what is true.

#![allow(
    clippy::unwrap_used,
    reason = "a file that cannot be read fails the test"
)]

use std::fs;

use pica200::explain::PROBLEMS;
use pica200::levels::Levels;
use pica200_asm::diagnostic::{Kind, Severity};
use pica200_asm::directive::DIRECTIVES;
use pica200_link::verify::LINTS;
use pica200_link::{Compat, Options};
use pica200_objfmt::instruction::Comparison;
use pica200_objfmt::opcode::OPCODES;
use pica200_objfmt::property::PROPERTIES;
use pica200_testsuite::case::CaseSource;
use pica200_testsuite::corpus::{problem_names, workspace};
use pica200_testsuite::fuzzing::seeds;
use pica200_testsuite::programs::examples;
use pica200_testsuite::run::{Outcome, run, run_checked};

/// Assembles and links in both ways.
fn link_both_ways(sources: &[CaseSource]) -> [Outcome; 2] {
    [Compat::None, Compat::Picasso].map(|compat| {
        let options = Options {
            compat,
            ..Options::default()
        };
        run(sources, &pica200_asm::Options::default(), Some(&options))
    })
}

#[test]
fn examples_link_without_a_word() {
    let programs = examples().unwrap();
    assert_eq!(programs.is_empty(), !workspace().join("examples").exists());
    for program in programs {
        assert!(
            !program.sources.is_empty(),
            "{} has no shaders",
            program.name
        );
        for outcome in link_both_ways(&program.sources) {
            assert_eq!(outcome.diagnostics, "", "{}", program.name);
            assert!(outcome.shbin.is_some());
        }
        // Nor do the lints say anything, those that nobody asked for neither.
        let levels = Levels::parse(["-W", "stale-output"]).unwrap();
        let padded = pica200_asm::Options::default();
        let options = Options::default();
        let checked = run_checked(&program.sources, &padded, Some(&options), Some(&levels));
        assert_eq!(checked.diagnostics, "", "{}", program.name);
    }
}

/// A fenced block of a page.
#[derive(PartialEq, Eq, Debug)]
struct Block {
    /// The line that it begins on.
    line: usize,
    /// What stands behind the fence.
    info: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        match (line.trim().strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(info), None) => {
                open = Some(Block {
                    line: number + 1,
                    info: info.trim().to_owned(),
                    text: String::new(),
                });
            }
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert_eq!(open, None, "a block is not closed");
    blocks
}

#[test]
fn blocks_are_found() {
    let found = blocks("text\n```pica\nnop\n```\n\n```pica-error syntax\n=\n```\n");
    let block = |line, info: &str, text: &str| Block {
        line,
        info: info.to_owned(),
        text: text.to_owned(),
    };
    assert_eq!(
        found,
        [
            block(2, "pica", "nop\n"),
            block(6, "pica-error syntax", "=\n")
        ]
    );
}

#[test]
fn the_page_about_the_language_is_true() {
    let page = fs::read_to_string(workspace().join("assembler/LANGUAGE.md")).unwrap();
    let mut checked = 0;
    for block in blocks(&page) {
        let mut words = block.info.split_ascii_whitespace();
        let kind = words.next();
        let name = words.next();
        if !matches!(kind, Some("pica" | "pica-error")) {
            continue;
        }
        checked += 1;
        let place = format!("LANGUAGE.md:{}", block.line);
        let sources = [CaseSource {
            name: place.clone(),
            text: block.text.into_bytes(),
        }];
        let outcome = run(&sources, &pica200_asm::Options::default(), None);
        if kind == Some("pica") {
            assert!(!outcome.failed, "{place}:\n{}", outcome.diagnostics);
            continue;
        }
        let name = name.expect("pica-error has a name behind it");
        let drawn = outcome
            .found
            .iter()
            .any(|found| found.ends_with(&format!(" {name}")));
        assert!(
            drawn,
            "{place} does not draw {name}:\n{}",
            outcome.diagnostics
        );
    }
    assert!(checked > 0, "the page has no blocks of source");
}

#[test]
fn the_tables_of_diagnostics_are_complete() {
    let page = fs::read_to_string(workspace().join("assembler/LANGUAGE.md")).unwrap();
    for kind in Kind::ALL {
        let severity = match kind.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let row = format!("| `{}` | {severity} | {} |", kind.name(), kind.meaning());
        assert!(
            page.lines().any(|line| line == row),
            "LANGUAGE.md lacks {row}"
        );
    }
    let readme = fs::read_to_string(workspace().join("README.md")).unwrap();
    let problems = PROBLEMS
        .iter()
        .map(|info| (info.name, info.level.to_owned(), info.meaning));
    let lints = LINTS
        .iter()
        .map(|info| (info.name, format!("lint, {}", info.level), info.summary));
    for (name, level, meaning) in problems.chain(lints) {
        let row = format!("| `{name}` | {level} | {meaning} |");
        assert!(
            readme.lines().any(|line| line == row),
            "README.md lacks {row}"
        );
    }
    for name in problem_names().unwrap() {
        assert!(
            PROBLEMS.iter().any(|info| info.name == name),
            "{name} is not explained"
        );
    }
}

#[test]
fn the_table_of_instructions_is_complete() {
    let page = fs::read_to_string(workspace().join("assembler/LANGUAGE.md")).unwrap();
    for info in OPCODES {
        let cell = format!("| `{}` |", info.mnemonic);
        assert!(page.contains(&cell), "LANGUAGE.md lacks {}", info.mnemonic);
    }
}

#[test]
fn the_dictionary_of_the_fuzzer_has_the_words_of_the_language() {
    let dictionary = seeds::dictionary();
    let directives = DIRECTIVES.iter().map(|(_, name, _)| format!(".{name}"));
    let properties = PROPERTIES.iter().flat_map(|p| [p.name, p.short]);
    let others = OPCODES.iter().map(|info| info.mnemonic);
    let others = others.chain(properties).chain(Comparison::NAMES);
    for word in directives.chain(others.map(str::to_owned)) {
        let known = dictionary.iter().any(|entry| *entry == word.as_bytes());
        assert!(known, "source.dict lacks {word}");
    }
}
