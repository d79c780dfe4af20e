//! Contents of the crate packages.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use pica200_testsuite::corpus::{files, workspace};
use pica200_testsuite::packages::Packages;

/// The published crates, and the pages in their packages besides the README.
const PACKAGES: &[(&str, &str, &[&str])] = &[
    ("pica200-objfmt", "objfmt", &["FORMAT.md"]),
    (
        "pica200-diagnostics",
        "objfmt/diagnostics",
        &["DIAGNOSTICS.md", "pages/syntax.md"],
    ),
    ("pica200-bnsh", "objfmt/foreign/bnsh", &["BNSH.md"]),
    ("pica200-dxbc", "objfmt/foreign/dxbc", &["DXBC.md"]),
    ("pica200-dxbc-machine", "objfmt/foreign/dxbc/machine", &[]),
    ("pica200-foreign", "objfmt/foreign", &[]),
    ("pica200-sharcfb", "objfmt/foreign/sharcfb", &["SHARCFB.md"]),
    ("pica200-asm", "assembler", &["LANGUAGE.md"]),
    ("pica200-compile", "assembler/compile", &["DIRECT3D.md", "WGSL.md"]),
    ("pica200-dialects", "assembler/dialects", &["AEMSTRO.md", "NIHSTRO.md"]),
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
            "man/picasso.1",
        ],
    ),
    ("pica200", "cli/library", &[]),
    ("pica200-report", "cli/report", &[]),
    ("pica200-macros", "cli/macros", &[]),
    ("pica200-render", "cli/render", &[]),
    ("pica200-server", "cli/server", &[]),
];

/// Returns a Cargo command for the workspace.
fn cargo(subcommand: &str) -> Command {
    let cargo = env::var_os("CARGO").expect("cargo runs the tests");
    let mut command = Command::new(cargo);
    command.args([subcommand, "--offline", "--quiet"]);
    command.current_dir(workspace());
    command
}

/// Returns the lines that Cargo prints on success.
fn printed(mut cargo: Command) -> Vec<String> {
    let output = cargo.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{cargo:?}: {said}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Returns the files of a package.
fn packaged(package: &str) -> BTreeSet<String> {
    let mut cargo = cargo("package");
    cargo.args(["--list", "--allow-dirty", "--package", package]);
    let names = printed(cargo).into_iter();
    // Paths use the separators of the operating system.
    names.map(|name| name.replace('\\', "/")).collect()
}

/// Returns true if a source in `src` is compiled for tests only, according to its path.
fn is_test(source: &Path) -> bool {
    source.ends_with("tests.rs") || source.iter().any(|part| part == "tests")
}

/// Returns the files that a source includes at compile time, if their names are literals, relative to the crate.
fn included(folder: &Path, source: &Path) -> Vec<String> {
    let text = fs::read_to_string(source).unwrap();
    let compiled = text.split("#[cfg(test)]").next().unwrap_or_default();
    let calls = ["include_str!(\"", "include_bytes!(\"", "include!(\""];
    let names = calls.iter().flat_map(|call| compiled.split(call).skip(1));
    let names = names.filter_map(|rest| rest.split('"').next());
    let relative = source.parent().unwrap().strip_prefix(folder).unwrap().to_owned();
    names.map(|name| plain(&relative.join(name))).collect()
}

/// Normalizes a relative path, as packages list it.
fn plain(path: &Path) -> String {
    let mut names = Vec::new();
    for name in path {
        match name.to_string_lossy() {
            up if up == ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    names.join("/")
}

#[test]
fn packages_have_exactly_the_files_that_belong_to_them() {
    for (package, folder, pages) in PACKAGES {
        let found = packaged(package);
        let folder = workspace().join(folder);
        let mut needed: BTreeSet<_> = ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "src/lib.rs"]
            .map(str::to_owned)
            .into();
        needed.extend(pages.iter().map(|&page| page.to_owned()));
        for source in files(&folder.join("src"), "rs") {
            let name = source.strip_prefix(&folder).unwrap();
            if !is_test(name) {
                needed.extend(included(&folder, &source));
            }
            needed.insert(name.to_string_lossy().replace('\\', "/"));
        }
        for page in files(&folder.join("src"), "md") {
            needed.insert(page.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/"));
        }
        let missing: Vec<_> = needed.difference(&found).collect();
        assert!(missing.is_empty(), "{package} lacks {missing:?}");
        let junk =
            |name: &&String| name.ends_with(".snap") || name.starts_with("tests/") || name.contains("/snapshots/");
        assert_eq!(found.iter().find(junk), None, "{package}");
    }
}

/// Cargo's own checks of all packages: versions of dependencies, and files named in manifests.
#[test]
fn b5_all_packages_can_be_made() {
    let folder = env::temp_dir().join(format!("pica200-packages-{}", std::process::id()));
    let mut cargo = cargo("package");
    cargo.args(["--workspace", "--no-verify", "--allow-dirty", "--target-dir"]);
    cargo.arg(&folder);
    for unpublished in [
        "pica200-grammar",
        "pica200-playground",
        "pica200-testsuite",
        "cargo-game",
    ] {
        cargo.args(["--exclude", unpublished]);
    }
    let output = cargo.output();
    let _ = fs::remove_dir_all(&folder);
    let output = output.unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

/// Registries show READMEs without the files next to them, so links to files need absolute URLs.
#[test]
fn b5_links_of_readmes_work_when_published() {
    for (package, folder, _) in PACKAGES {
        let text = fs::read_to_string(workspace().join(folder).join("README.md")).unwrap();
        let targets = text.split("](").skip(1);
        for target in targets.filter_map(|rest| rest.split(')').next()) {
            let source = target
                .strip_prefix("https://docs.rs/crate/")
                .and_then(|rest| rest.split_once("/latest/source/"));
            let is_packaged = source.is_some_and(|(owner, file)| packaged(owner).contains(file));
            assert!(is_packaged, "{package} links to {target}");
        }
    }
}

/// `.ci/crates` changes the links of all pages before it makes the packages.
#[test]
fn links_of_pages_in_packages_lead_somewhere() {
    let mut all = Packages::new(None, "v0");
    let listed: Vec<_> = PACKAGES.iter().map(|(package, ..)| packaged(package)).collect();
    for ((package, folder, _), files) in PACKAGES.iter().zip(&listed) {
        all.add(package, folder, files.iter().map(String::as_str));
    }
    let (mut pages, mut changed) = (0, 0);
    for ((package, folder, _), files) in PACKAGES.iter().zip(&listed) {
        for name in files.iter().filter(|name| name.ends_with(".md")) {
            let path = format!("{folder}/{name}");
            let text = fs::read_to_string(workspace().join(&path)).unwrap();
            let page = all.page(&path, &text);
            pages += 1;
            changed += usize::from(page != text);
            let prose = page.split("```").step_by(2).collect::<String>();
            let targets = prose
                .split("](")
                .skip(1)
                .filter_map(|rest| rest.split([')', '#']).next());
            for target in targets.filter(|target| !target.is_empty() && !target.contains("://")) {
                let within = plain(&Path::new(name).parent().unwrap().join(target));
                assert!(files.contains(&within), "{package}: {name} links to {target}");
            }
        }
    }
    assert!(pages > 50 && changed > 10, "{changed} of {pages} pages changed");
}

/// docs.rs shows all features, and those that an item needs.
#[test]
fn documentation_shows_features() {
    for (package, folder, _) in PACKAGES {
        let manifest = fs::read_to_string(workspace().join(folder).join("Cargo.toml")).unwrap();
        // Only the programs of this one matter; the features of macros are those of the library.
        if !manifest.contains("\n[features]\n") || *package == "pica200-cli" {
            continue;
        }
        let features = "\n[package.metadata.docs.rs]\nall-features = true\n";
        assert!(manifest.contains(features), "{package}");
        if *package != "pica200-macros" {
            let root = fs::read_to_string(workspace().join(folder).join("src/lib.rs")).unwrap();
            assert!(root.contains("\n#![cfg_attr(docsrs, feature(doc_cfg))]\n"), "{package}");
        }
    }
}

/// The rules of crates.io: at most five keywords of at most twenty characters.
#[test]
fn b5_keywords_are_those_that_registries_accept() {
    let root = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let line = root.lines().find_map(|line| line.strip_prefix("keywords = "));
    let keywords: Vec<_> = line.unwrap().split('"').skip(1).step_by(2).collect();
    assert!((1..=5).contains(&keywords.len()), "{keywords:?}");
    for keyword in keywords {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "_-+".contains(c);
        assert!(keyword.len() <= 20 && keyword.chars().all(is_allowed), "{keyword}");
    }
}

/// Returns the crates that a package depends on with these features.
fn dependencies(package: &str, features: &str) -> BTreeSet<String> {
    let mut cargo = cargo("tree");
    cargo.args(["--edges", "normal", "--prefix", "none", "--format", "{lib}"]);
    cargo.args(["--package", package, "--features", features]);
    printed(cargo).into_iter().collect()
}

/// A build script does not compile the machine model.
#[test]
fn b4_the_machine_comes_with_the_feature_for_tests() {
    let machine = "pica200_machine";
    let without = dependencies("pica200", "");
    assert!(
        without.contains("pica200_asm") && !without.contains(machine),
        "{without:?}"
    );
    assert!(dependencies("pica200", "testing").contains(machine));
    // Nor does it compile dependencies of other languages and of lexer generators.
    let direct3d = ["pica200_dxbc", "md5", "tempfile"];
    for further in ["logos_derive", "naga", "serde_core", "termcolor"]
        .iter()
        .chain(&direct3d)
    {
        assert!(!without.contains(*further), "{further}");
    }
    let with = dependencies("pica200", "direct3d");
    assert!(direct3d.iter().all(|name| with.contains(*name)), "{with:?}");
    let page = fs::read_to_string(workspace().join("cli/docs/cargo.md")).unwrap();
    for lines in [
        "[build-dependencies]\npica200 = \"0.1\"\n",
        "[dev-dependencies]\npica200 = { version = \"0.1\", features = [\"testing\"] }\n",
    ] {
        assert!(page.contains(lines), "cargo.md lacks {lines}");
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

/// Fields that registries show, and versions of path dependencies.
#[test]
fn manifests_have_the_fields_that_registries_need() {
    for (package, folder, _) in PACKAGES {
        let manifest = fs::read_to_string(workspace().join(folder).join("Cargo.toml")).unwrap();
        let fields = [
            "description",
            "license",
            "readme",
            "documentation",
            "keywords",
            "categories",
            "rust-version",
            "include",
        ];
        for field in fields {
            let has =
                |line: &str| line.starts_with(&format!("{field} =")) || line == format!("{field}.workspace = true");
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
