//! Collects pages.

use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use pica200_testsuite::corpus::workspace;

/// The list of pages, in reading order.
const SUMMARY: &str = "cli/docs/SUMMARY.md";

/// Settings of mdBook.
const BOOK: &str = r#"[book]
title = "pica200"
description = "Shaders for the Nintendo 3DS: assembler, linker, compilers, tests"
language = "en"

[output.html]
no-section-label = true
default-theme = "light"
preferred-dark-theme = "navy"

[output.html.playground]
runnable = false

[output.html.search]
limit-results = 30
"#;

/// The form of a link of a page in the site.
enum Target {
    /// Another place in the site.
    Link(String),
    /// Text without a link.
    None,
}

/// The pages of the site, and the address of the repository.
struct Site {
    /// Paths in the site by paths in the repository.
    pages: HashMap<PathBuf, PathBuf>,
    /// Address of the repository, if the manifest has one.
    repository: Option<String>,
    directory: PathBuf,
}

/// Writes `book.toml` and `src` into a directory.
///
/// # Errors
///
/// Returns a message if a page is missing, or a file cannot be written.
pub(crate) fn collect(directory: &Path) -> Result<String, String> {
    let root = workspace();
    let manifest: toml::Table = read(&root.join("Cargo.toml"))?
        .parse()
        .map_err(|error| format!("Cargo.toml: {error}"))?;
    let repository = manifest["workspace"]["package"]
        .get("repository")
        .and_then(|value| value.as_str());
    let summary = read(&root.join(SUMMARY))?;
    let mut site = Site {
        pages: HashMap::new(),
        repository: repository.map(|address| address.trim_end_matches('/').to_owned()),
        directory: directory.to_owned(),
    };
    for (_, target) in links(&summary) {
        let page = resolve(Path::new(SUMMARY), target);
        let place = place(&page);
        if site.pages.values().any(|other| *other == place) {
            return Err(format!("{SUMMARY}: two pages become `{}`", place.display()));
        }
        site.pages.insert(page, place);
    }
    if site.pages.is_empty() {
        return Err(format!("{SUMMARY}: no pages"));
    }
    let source = directory.join("src");
    if source.exists() {
        fs::remove_dir_all(&source).map_err(|error| format!("{}: {error}", source.display()))?;
    }
    write(&directory.join("book.toml"), BOOK.as_bytes())?;
    let summary = site.rewrite(Path::new(SUMMARY), Path::new("SUMMARY.md"), &summary)?;
    write(&source.join("SUMMARY.md"), summary.as_bytes())?;
    for (page, place) in &site.pages {
        let text = site.rewrite(page, place, &read(&root.join(page))?)?;
        write(&source.join(place), text.as_bytes())?;
    }
    Ok(format!("{} pages in {}", site.pages.len(), source.display()))
}

impl Site {
    /// Replaces the links of a page.
    fn rewrite(&self, page: &Path, place: &Path, text: &str) -> Result<String, String> {
        let mut result = String::with_capacity(text.len());
        let mut end = 0;
        for (position, target) in links(text) {
            let Some(target_end) = (!target.contains("://")).then_some(position + target.len()) else {
                continue;
            };
            match self.target(page, place, target)? {
                Target::Link(link) => {
                    result.push_str(&text[end..position]);
                    result.push_str(&link);
                    end = target_end;
                }
                Target::None => {
                    // `[text](target)` becomes `text`.
                    let before = &text[end..position - "](".len()];
                    let start = open_bracket(before).ok_or_else(|| format!("{}: `{target}`", page.display()))?;
                    result.push_str(&before[..start]);
                    result.push_str(&before[start + 1..]);
                    end = target_end + 1;
                }
            }
        }
        result.push_str(&text[end..]);
        Ok(result)
    }

    /// Returns what a link becomes. Copies pictures.
    fn target(&self, page: &Path, place: &Path, target: &str) -> Result<Target, String> {
        let (path, anchor) = target.split_at(target.find('#').unwrap_or(target.len()));
        if path.is_empty() {
            return Ok(Target::Link(target.to_owned()));
        }
        let path = resolve(page, path);
        let root = workspace();
        if let Some(other) = self
            .pages
            .get(&path)
            .or_else(|| self.pages.get(&path.join("README.md")))
        {
            return Ok(Target::Link(format!("{}{anchor}", relative(place, other))));
        }
        if !root.join(&path).exists() {
            return Err(format!("{}: `{target}` does not exist", page.display()));
        }
        if path
            .extension()
            .is_some_and(|extension| ["png", "svg"].contains(&extension.to_string_lossy().as_ref()))
        {
            let bytes = fs::read(root.join(&path)).map_err(|error| format!("{}: {error}", path.display()))?;
            write(&self.directory.join("src").join(&path), &bytes)?;
            return Ok(Target::Link(relative(place, &path)));
        }
        Ok(match &self.repository {
            Some(repository) => Target::Link(format!("{repository}/blob/main/{}{anchor}", slashes(&path))),
            None => Target::None,
        })
    }
}

/// Returns the path of a page in the site: `picald.md` for `cli/docs/picald.md`, `examples.md` for
/// `examples/README.md`.
fn place(page: &Path) -> PathBuf {
    if page == Path::new("README.md") {
        return PathBuf::from("introduction.md");
    }
    if page == Path::new("cli/docs/README.md") {
        return PathBuf::from("programs.md");
    }
    let page = page.strip_prefix("cli/docs").unwrap_or(page);
    match page.parent() {
        Some(parent) if page.ends_with("README.md") => parent.with_extension("md"),
        _ => page.to_owned(),
    }
}

/// Returns the links in Markdown outside of code: offsets of their targets, and the targets.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut is_code = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        if !is_code && !is_fence {
            let mut from = 0;
            while let Some(open) = line[from..].find("](") {
                let target = from + open + 2;
                let len = line[target..].find([')', ' ', '\n']).unwrap_or(0);
                // In code, brackets are no link.
                if line[..target].matches('`').count().is_multiple_of(2) && len > 0 {
                    found.push((start + target, &line[target..target + len]));
                }
                from = target;
            }
        }
        start += line.len();
    }
    found
}

/// Returns the offset of the bracket that opens the text of a link, from the text in front of `](`.
fn open_bracket(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (position, character) in text.char_indices().rev() {
        match character {
            ']' => depth += 1,
            '[' if depth == 0 => return Some(position),
            '[' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Returns the path in the repository of a link in a page.
fn resolve(page: &Path, target: &str) -> PathBuf {
    let mut path = page.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(target).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::Normal(name) => path.push(name),
            _ => {}
        }
    }
    path
}

/// Returns a link from a page of the site to a file there.
fn relative(from: &Path, to: &Path) -> String {
    let depth = from.components().count().saturating_sub(1);
    format!("{}{}", "../".repeat(depth), slashes(to))
}

fn slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let directory = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(directory)
        .and_then(|()| fs::write(path, bytes))
        .map_err(|error| format!("{}: {error}", path.display()))
}
