//! Checks links in HTML.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use pica200_testsuite::corpus::files;

/// Checks that the targets of all relative links exist, with their anchors.
///
/// # Errors
///
/// Returns the dead links.
pub(crate) fn check(directory: &Path) -> Result<String, String> {
    let mut pages = HashMap::new();
    for path in files(directory, "html") {
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        pages.insert(path, text);
    }
    let anchors: HashMap<&PathBuf, HashSet<&str>> = pages
        .iter()
        .map(|(path, text)| (path, attributes(text, "id").collect()))
        .collect();
    let mut checked = 0;
    let mut dead = Vec::new();
    for (path, text) in &pages {
        // The page of errors has links from the root of the site, and the printed one all pages in one.
        if path.ends_with("404.html") || path.ends_with("print.html") {
            continue;
        }
        for link in attributes(text, "href").chain(attributes(text, "src")) {
            if link.contains("://") || link.starts_with("mailto:") || link.starts_with("data:") {
                continue;
            }
            checked += 1;
            let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if target.is_empty() {
                path.clone()
            } else {
                join(path, target)
            };
            let is_alive = match anchors.get(&target) {
                Some(anchors) => anchor.is_empty() || anchors.contains(anchor),
                None => target.exists(),
            };
            if !is_alive {
                dead.push(format!("{}: {link}", path.display()));
            }
        }
    }
    dead.sort();
    dead.dedup();
    if dead.is_empty() && checked > 0 {
        Ok(format!("{checked} links on {} pages are alive", pages.len()))
    } else {
        Err(format!("{checked} links, dead:\n{}", dead.join("\n")))
    }
}

/// Returns the values of an attribute in HTML.
fn attributes<'t>(text: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    let start = format!(" {name}=\"");
    text.match_indices(&start.clone())
        .map(|(position, _)| position + start.len())
        .collect::<Vec<_>>()
        .into_iter()
        .map(|position| text[position..].split('"').next().unwrap_or_default())
}

/// Returns the file of a relative link in a page.
fn join(page: &Path, target: &str) -> PathBuf {
    let mut path = page.parent().unwrap_or(Path::new("")).to_owned();
    for part in target.split('/') {
        match part {
            ".." => {
                path.pop();
            }
            "." | "" => {}
            name => path.push(name),
        }
    }
    path
}
