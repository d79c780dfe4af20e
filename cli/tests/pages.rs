//! The commands in the user documentation: each one runs, and prints what its page says.
//!
//! A page is one session in one directory, which has a copy of `examples` in it. Fenced blocks are processed in order:
//!
//! - `pica NAME`, `toml NAME`, `wgsl NAME` and `text NAME` are files, written under that name;
//! - `console` has commands after `$ `, each followed by its output on both streams. A line `...` matches any lines.
//!   Commands succeed; in `console fails` the last one fails;
//! - `sh` has commands that no test can run, of Cargo, rustup and Git;
//! - blocks without an info string, and files of some kinds without a name, are not tested.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a page that cannot be read fails")]

mod support;

use std::path::Path;
use std::{env, fs};

use support::{Folder, PICALD, workspace};
use walkdir::WalkDir;

/// The first words of commands in `sh` blocks.
const NOT_RUN: [&str; 3] = ["cargo ", "git ", "rustup "];

/// The kinds of blocks that are not tested.
const NOT_OF_SESSION: [&str; 10] = [
    "",
    "c",
    "cmake",
    "hlsl",
    "make",
    "rust",
    "rust,ignore",
    "rust,no_run",
    "toml",
    "yaml",
];

/// A fenced block: the words of its info string, and the lines.
struct Block<'p> {
    info: &'p str,
    lines: Vec<&'p str>,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(info), None) => {
                let lines = Vec::new();
                open = Some(Block { info, lines });
            }
            (None, Some(block)) => block.lines.push(line),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// Returns true if an output matches its pattern in a page.
fn matches_pattern(shown: &[&str], said: &[&str]) -> bool {
    match (shown.split_first(), said.split_first()) {
        (None, None) => true,
        (Some((&"...", shown)), _) => (0..=said.len()).any(|from| matches_pattern(shown, &said[from..])),
        (Some((line, shown)), Some((said_line, said))) => line == said_line && matches_pattern(shown, said),
        _ => false,
    }
}

/// Runs a command line in the directory, like a shell.
fn run(folder: &Folder, command: &str) -> (bool, String) {
    let programs = Path::new(PICALD).parent().unwrap().to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(std::iter::once(programs).chain(env::split_paths(&path))).unwrap();
    let script = format!("exec 2>&1\n{command}");
    let mut shell = folder.command("sh");
    let output = shell.args(["-c", &script]).env("PATH", path).output();
    let output = output.unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    (output.status.success(), said)
}

/// Runs the commands of a block; returns their number.
fn check(folder: &Folder, block: &Block<'_>, fails: bool) -> usize {
    let starts = |line: &&str| line.starts_with("$ ");
    assert!(block.lines.first().is_some_and(starts), "{:?}", block.lines);
    let count = block.lines.iter().filter(|line| starts(line)).count();
    let mut lines = block.lines.as_slice();
    let mut done = 0;
    while let Some((first, rest)) = lines.split_first() {
        let end = rest.iter().position(starts).unwrap_or(rest.len());
        let command = first.strip_prefix("$ ").unwrap();
        let (good, said) = run(folder, command);
        done += 1;
        assert_eq!(good, !(fails && done == count), "{command}\n{said}");
        let said_lines: Vec<_> = said.lines().collect();
        assert!(matches_pattern(&rest[..end], &said_lines), "{command}\n{said}");
        lines = &rest[end..];
    }
    done
}

/// Runs a page; returns the number of its commands.
fn session(page: &str) -> usize {
    let folder = Folder::empty();
    let examples = workspace("examples");
    for entry in WalkDir::new(&examples) {
        let entry = entry.unwrap();
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(&examples).unwrap();
            let content = fs::read(entry.path()).unwrap();
            folder.write(Path::new("examples").join(name), content);
        }
    }
    let mut commands = 0;
    for block in blocks(page) {
        match block.info.split_once(' ').unwrap_or((block.info, "")) {
            ("pica" | "toml" | "wgsl" | "glsl" | "text", name) if !name.is_empty() => {
                folder.write(name, block.lines.join("\n") + "\n");
            }
            ("console", how) => {
                assert!(matches!(how, "" | "fails"), "{how}");
                commands += check(&folder, &block, how == "fails");
            }
            ("sh", _) => {
                let mut lines = block.lines.iter();
                let is_known = |line: &&str| NOT_RUN.iter().any(|start| line.starts_with(start));
                assert_eq!(lines.find(|line| !is_known(line)), None);
            }
            (kind, _) => assert!(NOT_OF_SESSION.contains(&kind), "`{}`", block.info),
        }
    }
    commands
}

#[test]
fn blocks_are_compared() {
    assert!(matches_pattern(&["a", "...", "d"], &["a", "b", "c", "d"]));
    assert!(matches_pattern(&["..."], &[]));
    assert!(!matches_pattern(&["a", "...", "d"], &["a", "b", "c"]));
    assert!(!matches_pattern(&[], &["a"]));
}

#[test]
fn the_readme_is_true() {
    let page = fs::read_to_string(workspace("README.md")).unwrap();
    assert!(session(&page) >= 3);
    // The README stays short.
    assert!(page.lines().count() <= 200);
}

#[test]
fn the_pages_of_the_programs_are_true() {
    let mut pages = 0;
    for entry in WalkDir::new(workspace("cli/docs")) {
        let entry = entry.unwrap();
        if entry.path().extension().is_some_and(|end| end == "md") {
            session(&fs::read_to_string(entry.path()).unwrap());
            pages += 1;
        }
    }
    assert!(pages > 6, "each program has a page");
}
