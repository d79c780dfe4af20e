//! What is in the packages of the crates.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use pica200_testsuite::corpus::{files, workspace};

/// The crates that are published, and the pages that their packages have beside the README.
const PACKAGES: &[(&str, &str, &[&str])] = &[
    ("pica200-objfmt", "objfmt", &["FORMAT.md"]),
    (
        "pica200-diagnostics",
        "objfmt/diagnostics",
        &["DIAGNOSTICS.md", "pages/syntax.md"],
    ),
    ("pica200-asm", "assembler", &["LANGUAGE.md"]),
    ("pica200-format", "assembler/format", &["STYLE.md"]),
    ("pica200-disasm", "assembler/disassembler", &[]),
    ("pica200-link", "linker", &["LINKING.md"]),
    ("pica200-bindings", "linker/bindings", &[]),
    ("pica200-check", "linker/check", &[]),
    ("pica200-machine", "objfmt/machine", &[]),
    (
        "pica200-cli",
        "cli",
        &[
            "BUILDING.md",
            "JSON.md",
            "MIGRATING.md",
            "TESTS.md",
            "cmake/FindPica200.cmake",
            "docs/picald.md",
            "picadump.schema.json",
            "editors/words.json",
            "man/picald.1",
        ],
    ),
    ("pica200", "cli/library", &[]),
    ("pica200-macros", "cli/macros", &[]),
];

/// The files of a package.
fn packaged(package: &str) -> BTreeSet<String> {
    let cargo = env::var_os("CARGO").expect("cargo runs the tests");
    let arguments = [
        "package",
        "--list",
        "--offline",
        "--allow-dirty",
        "--quiet",
        "--package",
        package,
    ];
    let output = Command::new(cargo)
        .args(arguments)
        .current_dir(workspace())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let names = String::from_utf8(output.stdout).unwrap();
    // Paths have the separators of the system.
    names.lines().map(|name| name.replace('\\', "/")).collect()
}

/// What a source takes into itself when it is compiled, as far as the name stands there, relative to the crate.
fn included(folder: &Path, source: &Path) -> Vec<String> {
    let text = fs::read_to_string(source).unwrap();
    let compiled = text.split("#[cfg(test)]").next().unwrap_or_default();
    let calls = ["include_str!(\"", "include_bytes!(\"", "include!(\""];
    let names = calls.iter().flat_map(|call| compiled.split(call).skip(1));
    let names = names.filter_map(|rest| rest.split('"').next());
    let relative = source
        .parent()
        .unwrap()
        .strip_prefix(folder)
        .unwrap()
        .to_owned();
    names
        .map(|name| relative.join(name).to_string_lossy().replace('\\', "/"))
        // A README beside `src`.
        .map(|name| name.replace("src/../", ""))
        .collect()
}

#[test]
fn packages_have_what_belongs_to_them_and_nothing_else() {
    for (package, folder, pages) in PACKAGES {
        let found = packaged(package);
        let folder = workspace().join(folder);
        let mut needed: BTreeSet<_> = ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "src/lib.rs"]
            .map(str::to_owned)
            .into();
        needed.extend(pages.iter().map(|&page| page.to_owned()));
        for source in files(&folder.join("src"), "rs") {
            if !source.ends_with("tests.rs") {
                needed.extend(included(&folder, &source));
            }
            needed.insert(
                source
                    .strip_prefix(&folder)
                    .unwrap()
                    .to_string_lossy()
                    .replace('\\', "/"),
            );
        }
        for page in files(&folder.join("src"), "md") {
            needed.insert(
                page.strip_prefix(&folder)
                    .unwrap()
                    .to_string_lossy()
                    .replace('\\', "/"),
            );
        }
        let missing: Vec<_> = needed.difference(&found).collect();
        assert!(missing.is_empty(), "{package} lacks {missing:?}");
        let junk = |name: &&String| {
            name.ends_with(".snap") || name.starts_with("tests/") || name.contains("/snapshots/")
        };
        assert_eq!(found.iter().find(junk), None, "{package}");
    }
}

#[test]
fn licences_in_packages_are_those_of_the_project() {
    for (package, folder, _) in PACKAGES {
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let read = |folder: &str| fs::read(workspace().join(folder).join(licence)).unwrap();
            assert_eq!(read(folder), read("."), "{package}");
        }
    }
}

/// Fields that registries show, and versions for dependencies that have paths.
#[test]
fn manifests_say_what_registries_ask_for() {
    for (package, folder, _) in PACKAGES {
        let manifest = fs::read_to_string(workspace().join(folder).join("Cargo.toml")).unwrap();
        let fields = [
            "description",
            "license",
            "readme",
            "keywords",
            "categories",
            "rust-version",
            "include",
        ];
        for field in fields {
            let has = |line: &str| {
                line.starts_with(&format!("{field} ="))
                    || line == format!("{field}.workspace = true")
            };
            assert!(manifest.lines().any(has), "{package} has no {field}");
        }
        assert!(
            !manifest.contains("path = \"..") && !manifest.contains("publish = false"),
            "{package}"
        );
    }
    let root = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let paths = root.lines().filter(|line| line.contains("{ path = "));
    let without: Vec<_> = paths.filter(|line| !line.contains("version = ")).collect();
    assert_eq!(without, [""; 0]);
}
