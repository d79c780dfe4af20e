//! The targets of links and paths in documents exist.

#![allow(clippy::unwrap_used, reason = "a file that cannot be read fails the test")]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use pica200_testsuite::corpus::workspace;
use walkdir::{DirEntry, WalkDir};

/// Returns true for directories whose files are not part of the project.
fn is_foreign(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    name.starts_with('.') || ["target", "corpus", "artifacts", "node_modules"].contains(&name.as_ref())
}

/// Returns the Markdown documents of the project.
fn documents() -> Vec<PathBuf> {
    let entries = WalkDir::new(workspace()).into_iter();
    let entries = entries.filter_entry(|entry| entry.depth() == 0 || !is_foreign(entry));
    let paths = entries.map(|entry| entry.unwrap().into_path());
    paths
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect()
}

/// Returns the text of a document outside its fenced blocks.
fn prose(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let mut in_block = false;
    let lines = text.lines().filter(|line| {
        let is_fence = line.starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the anchor that GitHub generates for a heading.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || "-_ ".contains(*c);
    let name = heading.trim().chars().filter(kept).collect::<String>();
    name.to_lowercase().replace(' ', "-")
}

/// Returns true if a document has a heading with this anchor.
fn has_anchor(path: &Path, name: &str) -> bool {
    let text = prose(path);
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| anchor(line.trim_start_matches('#')))
        .any(|found| found == name)
}

/// Returns the targets of links, except for links to other sites.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1);
    let targets = targets.filter_map(|rest| rest.split([')', '\n', ' ']).next());
    targets.filter(|target| !target.contains("://"))
}

#[test]
fn targets_of_links_exist() {
    let mut broken = Vec::new();
    let documents = documents();
    for page in &documents {
        let text = prose(page);
        for target in links(&text) {
            let (file, name) = target.split_once('#').unwrap_or((target, ""));
            let path = match file {
                "" => page.clone(),
                file => page.parent().unwrap().join(file),
            };
            if !path.exists() || !(name.is_empty() || has_anchor(&path, name)) {
                broken.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(documents.len() > 20, "the project has documents");
    assert!(broken.is_empty(), "{broken:#?}");
}

/// Returns the directory of each package of the workspace by name.
fn packages() -> HashMap<String, PathBuf> {
    let entries = WalkDir::new(workspace()).into_iter();
    let entries = entries.filter_entry(|entry| entry.depth() == 0 || !is_foreign(entry));
    let paths = entries.map(|entry| entry.unwrap().into_path());
    let manifests = paths.filter(|path| path.ends_with("Cargo.toml"));
    let named = manifests.filter_map(|path| {
        let manifest = fs::read_to_string(&path).unwrap();
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \""))?;
        let folder = path.parent()?.to_owned();
        Some((name.trim_end_matches('"').to_owned(), folder))
    });
    named.collect()
}

/// Checks `cargo test -p PACKAGE --test NAME`, with any number of names, and with `--features NAME` in between.
#[test]
fn tests_that_contributors_run_exist() {
    let packages = packages();
    let text = prose(&workspace().join("CONTRIBUTING.md"));
    let commands = text.split('`').filter_map(|span| span.strip_prefix("cargo test -p "));
    let mut count = 0;
    for command in commands {
        let mut words = command.split(' ').filter(|word| *word != "--test");
        let folder = &packages[words.next().unwrap()];
        while let Some(name) = words.next() {
            if name == "--features" {
                let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
                let feature = format!("\n{} = [", words.next().unwrap());
                assert!(manifest.contains(&feature), "{command}: no such feature");
                continue;
            }
            if name == "--" {
                break;
            }
            let file = folder.join(format!("tests/{name}.rs"));
            let exists = file.exists() || folder.join("tests").join(name).exists();
            assert!(exists, "{command}: there is no {name}");
            count += 1;
        }
    }
    assert!(count > 5, "the page names tests");
}

/// The README of a crate links only into its package, because registries show it without the rest of the repository.
#[test]
fn links_of_crates_stay_in_their_packages() {
    let root = workspace();
    let readmes = documents().into_iter().filter(|page| {
        let folder = page.parent().unwrap();
        let manifest = fs::read_to_string(folder.join("Cargo.toml"));
        let is_published = manifest.is_ok_and(|text| !text.contains("\npublish = false"));
        page.ends_with("README.md") && folder != root && is_published
    });
    let readmes: Vec<_> = readmes.collect();
    assert!(readmes.len() > 8, "crates have a README each");
    for page in readmes {
        let text = prose(&page);
        let outside = links(&text).find(|target| target.starts_with(".."));
        assert_eq!(outside, None, "{}", page.display());
    }
}

/// The site consists of the pages that the list has.
#[test]
fn the_site_has_all_guides() {
    let folder = workspace().join("cli/docs");
    let text = fs::read_to_string(folder.join("SUMMARY.md")).unwrap();
    let listed: Vec<_> = links(&text).collect();
    for page in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()) {
        let name = page.to_string_lossy();
        if name.ends_with(".md") && name != "SUMMARY.md" {
            assert!(listed.contains(&name.as_ref()), "SUMMARY.md does not list {name}");
        }
    }
    for other in listed {
        assert!(folder.join(other).is_file(), "SUMMARY.md lists {other}");
    }
}

#[test]
fn anchors_are_those_of_github() {
    assert_eq!(anchor(" What `-d` writes: all, or 1"), "what--d-writes-all-or-1");
    assert_eq!(links("[a](b.md#c), [d](https://e)").collect::<Vec<_>>(), ["b.md#c"]);
}

/// Returns words in backticks that look like paths: `assembler/src/lib.rs`, `cli/`. Paths with `NAME` or `*` match
/// several files.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split('`').skip(1).step_by(2);
    words.filter(|word| {
        let is_path = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
        word.contains('/') && word.chars().all(is_path) && !word.contains("NAME")
    })
}

#[test]
fn paths_in_documents_exist() {
    for (page, least) in [("README.md", 0), ("CONTRIBUTING.md", 20)] {
        let text = prose(&workspace().join(page));
        let found: Vec<_> = paths(&text).collect();
        assert!(found.len() >= least, "{page} names {} paths", found.len());
        let is_missing = |path: &&&str| !workspace().join(path).exists();
        let missing: Vec<_> = found.iter().filter(is_missing).collect();
        assert!(missing.is_empty(), "{page} names {missing:?}");
    }
}
