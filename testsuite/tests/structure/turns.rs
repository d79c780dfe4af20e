//! Counts turns of phrase that documentation avoids: `turns.toml` lists them, each with its reason.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use fancy_regex::Regex;
use pica200_testsuite::corpus::{files, workspace};

/// Hits per 1,000 lines that a crate may have. Some are necessary.
const MAX_RATE: usize = 3;

/// Hits that a crate may have whatever its size.
const MAX_HITS_OF_SMALL_CRATES: usize = 1;

/// A turn of phrase.
struct Turn {
    /// Matches it in a paragraph joined to one line.
    pattern: Regex,
    /// Advice for a writer.
    instead: String,
}

/// Lines of documentation in a crate, and the turns in them.
#[derive(Default)]
struct Count {
    lines: usize,
    hits: Vec<String>,
}

#[test]
fn documentation_avoids_turns_of_phrase() {
    let turns = turns();
    let root = workspace();
    let mut problems = String::new();
    let mut lines = 0;
    for folder in super::CRATES.iter().map(|(folder, _)| *folder).chain(super::FREE) {
        let mut count = Count::default();
        for part in ["src", "tests", "benches", "examples"] {
            for path in files(&root.join(folder).join(part), "rs") {
                let text = fs::read_to_string(&path).unwrap();
                for paragraph in doc_paragraphs(&text) {
                    count.add(&path, &paragraph, &turns);
                }
            }
        }
        lines += count.lines;
        let allowed = (count.lines * MAX_RATE / 1000).max(MAX_HITS_OF_SMALL_CRATES);
        if count.hits.len() > allowed {
            let (found, of) = (count.hits.len(), count.lines);
            writeln!(problems, "{folder}: {found} turns in {of} lines; {allowed} are allowed").unwrap();
            problems.extend(count.hits.iter().map(String::as_str));
        }
    }
    assert!(lines > 10_000, "{lines}");
    assert!(problems.is_empty(), "{problems}");
}

/// Reads the list.
fn turns() -> Vec<Turn> {
    let list: toml::Table = include_str!("turns.toml").parse().unwrap();
    let turn = |entry: &toml::Value| {
        let [pattern, instead, reason] = ["pattern", "instead", "reason"].map(|key| entry[key].as_str().unwrap());
        assert!(!instead.is_empty() && !reason.is_empty(), "{pattern}");
        Turn {
            pattern: Regex::new(pattern).unwrap(),
            instead: instead.to_owned(),
        }
    };
    list["turn"].as_array().unwrap().iter().map(turn).collect()
}

#[test]
fn paragraphs_are_joined() {
    let text =
        "//! One\n//! two.\n//!\n//! - a\n//!   b\n//! ```\n//! code\n//! ```\nfn f() {}\n    /// Three\n    // no\n";
    let found: Vec<_> = doc_paragraphs(text)
        .into_iter()
        .map(|paragraph| paragraph.text)
        .collect();
    assert_eq!(found, ["One two.", "a b", "Three"]);
}

impl Count {
    fn add(&mut self, path: &Path, paragraph: &Paragraph, turns: &[Turn]) {
        self.lines += paragraph.lines;
        for turn in turns {
            for found in turn.pattern.find_iter(&paragraph.text) {
                let (path, line, instead) = (path.display(), paragraph.start, &turn.instead);
                let found = found.unwrap().as_str();
                self.hits.push(format!("  {path}:{line}: `{found}`; write {instead}\n"));
            }
        }
    }
}

/// A paragraph of documentation.
struct Paragraph {
    /// Number of its first line, from 1.
    start: usize,
    lines: usize,
    text: String,
}

/// Returns the paragraphs and list items of doc comments, without code.
fn doc_paragraphs(text: &str) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let mut is_open = false;
    let mut is_code = false;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let doc = line.strip_prefix("//!").or_else(|| line.strip_prefix("///"));
        let Some(doc) = doc.map(str::trim) else {
            is_open = false;
            is_code = false;
            continue;
        };
        if doc.starts_with("```") {
            is_code = !is_code;
            is_open = false;
        } else if is_code || doc.is_empty() || doc.starts_with(['#', '|']) {
            is_open = false;
        } else {
            let item = doc.strip_prefix("- ").or_else(|| doc.strip_prefix("* "));
            match paragraphs.last_mut().filter(|_| is_open && item.is_none()) {
                Some(paragraph) => {
                    paragraph.lines += 1;
                    paragraph.text.push(' ');
                    paragraph.text.push_str(doc);
                }
                None => paragraphs.push(Paragraph {
                    start: number + 1,
                    lines: 1,
                    text: item.unwrap_or(doc).to_owned(),
                }),
            }
            is_open = true;
        }
    }
    paragraphs
}
