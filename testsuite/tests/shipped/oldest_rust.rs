//! The minimum Rust version: stated in the root manifest, and derived from it everywhere else.

use std::process::Command;
use std::{env, fs};

use pica200_testsuite::corpus::{files, workspace};
use serde_json::Value;

/// Returns the version in the root manifest: `1.88`.
fn oldest() -> String {
    let manifest = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let line = manifest.lines().find_map(|line| line.strip_prefix("rust-version = "));
    line.unwrap().trim_matches('"').to_owned()
}

/// Returns the numbers of a version.
fn numbers(version: &str) -> Vec<u32> {
    version.split('.').map(|number| number.parse().unwrap()).collect()
}

#[test]
fn pages_and_manifests_state_it() {
    let oldest = oldest();
    for page in ["README.md", "cli/docs/cargo.md"] {
        let text = fs::read_to_string(workspace().join(page)).unwrap();
        let states = format!("Rust {oldest} or later");
        assert!(text.contains(&states), "{page} does not say `{states}`");
    }
    // A separate workspace cannot inherit it.
    let pack = fs::read_to_string(workspace().join("cli/playground/pack/Cargo.toml")).unwrap();
    assert!(pack.contains(&format!("rust-version = \"{oldest}\"")));
}

/// No dependency needs a newer Rust.
#[test]
fn dependencies_need_no_newer_one() {
    let host = Command::new(env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned()))
        .args(["--print", "host-tuple"])
        .output()
        .unwrap();
    let host = String::from_utf8(host.stdout).unwrap();
    let output = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()))
        .args(["metadata", "--format-version=1", "--locked", "--offline"])
        .arg("--all-features")
        .args(["--filter-platform", host.trim()])
        .current_dir(workspace())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let newer: Vec<_> = packages
        .iter()
        .filter(|package| {
            let needs = package["rust_version"].as_str().unwrap_or("1.0");
            numbers(needs) > numbers(&format!("{}.0", oldest()))
        })
        .map(|package| format!("{} {}", package["name"], package["rust_version"]))
        .collect();
    assert_eq!(newer, [""; 0], "newer than {}", oldest());
    assert!(packages.len() > 100, "only {} packages", packages.len());
}

/// Language features of later versions that clippy does not report: in `.ci/run`, the compiler of that version decides,
/// if it is installed.
#[test]
fn sources_use_no_newer_language() {
    let mut found = Vec::new();
    let mut count = 0;
    let folders = ["objfmt", "assembler", "linker", "cli", "testsuite", "examples"];
    let all = folders.iter().flat_map(|folder| files(&workspace().join(folder), "rs"));
    for path in all.filter(|path| !path.components().any(|part| part.as_os_str() == "target")) {
        count += 1;
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            let is_arm = line.contains("=>") && !line.starts_with("//");
            // A long guard starts a line or has separate lines.
            let spaced = format!(" {line}");
            let guards = [" if let ", " && let "].iter();
            let guard = guards.filter_map(|guard| spaced.find(guard)).min();
            let guard = guard.filter(|_| is_arm);
            let newer = [
                // 1.95
                (
                    guard.is_some_and(|at| !spaced[..at].contains("=>")),
                    "a guard with `let`",
                ),
                // 1.89
                (
                    line.starts_with("let ") && line.contains("= format_args!"),
                    "kept arguments of a format",
                ),
                (line.contains("; _]"), "an inferred length of an array"),
            ];
            let newer = newer.iter().filter(|(is_there, _)| *is_there);
            found.extend(newer.map(|(_, what)| format!("{}:{}: {what}", path.display(), number + 1)));
        }
    }
    // This file contains them.
    found.retain(|line| !line.contains("oldest_rust.rs"));
    assert_eq!(found, [""; 0]);
    assert!(count > 500, "only {count} sources");
}
