//! Changes the links of all pages that packages contain, in a copy of the repository, so that they work on registries:
//! `package-links FOLDER`. `.ci/crates` does this before it makes the packages.

#![allow(clippy::print_stdout, reason = "a program for people")]

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use pica200_testsuite::packages::Packages;
use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    let root = env::args().nth(1).ok_or("usage: package-links FOLDER")?;
    let root = fs::canonicalize(root)?;
    let metadata: Value = serde_json::from_str(&cargo(&root, &["metadata", "--no-deps", "--format-version=1"])?)?;
    let crates = metadata["packages"].as_array().ok_or("no packages")?;
    // `publish = false` is an empty list of registries.
    let published = crates.iter().filter(|package| package["publish"].is_null());
    let mut all = Packages::default();
    let mut pages = Vec::new();
    for (number, package) in published.enumerate() {
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        if number == 0 {
            all = Packages::new(package["repository"].as_str(), &format!("v{}", text("version")));
        }
        let folder = Path::new(text("manifest_path")).parent().ok_or("no folder")?;
        let folder = folder.strip_prefix(&root)?.display().to_string();
        let listed = cargo(
            &root,
            &["package", "--list", "--allow-dirty", "--package", text("name")],
        )?;
        all.add(text("name"), &folder, listed.lines());
        let own = listed.lines().filter(|name| name.ends_with(".md"));
        pages.extend(own.map(|name| format!("{folder}/{name}")));
    }
    let mut changed = 0;
    for page in &pages {
        let path = root.join(page);
        let text = fs::read_to_string(&path)?;
        let new = all.page(page, &text);
        if new != text {
            // Not through a link, which may lead to a page of another package.
            fs::remove_file(&path)?;
            fs::write(&path, new)?;
            changed += 1;
        }
    }
    println!("{} pages, {changed} changed", pages.len());
    Ok(())
}

/// Returns the output of a Cargo subcommand.
fn cargo(root: &Path, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(arguments)
        .arg("--offline")
        .arg("--quiet")
        .current_dir(root)
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
