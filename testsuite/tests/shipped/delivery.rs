//! The files of package managers, and the scripts and workflows of releases.

#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use pica200_cli::command_lines;
use pica200_testsuite::corpus::{files, workspace};
use serde_json::Value;

use crate::tree_sitter::version;

fn read(path: &str) -> String {
    fs::read_to_string(workspace().join(path)).unwrap()
}

fn programs() -> BTreeSet<String> {
    let names = command_lines().into_iter();
    names.map(|command| command.get_name().to_owned()).collect()
}

/// An empty folder of a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("pica200-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The targets whose archives a release has, as the workflow names them.
fn targets() -> BTreeSet<String> {
    let workflow = read(".github/workflows/release.yml");
    let rows = workflow
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- target: "));
    let targets: BTreeSet<_> = rows.map(str::to_owned).collect();
    assert!(targets.len() >= 5, "{targets:?}");
    targets
}

/// The archive of a target, and a made-up sum of it.
fn sum(target: &str, version: &str) -> (String, String) {
    let suffix = if target.contains("windows") { "zip" } else { "tar.gz" };
    let digit = char::from_digit(u32::try_from(target.len() % 16).unwrap(), 16).unwrap();
    let sum = format!("{digit}{}", "0a".repeat(31) + "b");
    (format!("pica200-{version}-{target}.{suffix}"), sum)
}

/// Fills the templates.
fn fill(arguments: [&str; 2], sums: &str, folder: &Path) -> Output {
    let path = folder.join("SHA256SUMS");
    fs::write(&path, sums).unwrap();
    let mut command = Command::new(workspace().join(".ci/fill"));
    command.args(arguments).arg(path).arg(folder.join("filled"));
    command.env("RELEASE_DATE", "2031-02-03").output().unwrap()
}

const ADDRESS: &str = "https://example.org/someone/shaders";

#[test]
fn templates_get_the_values_of_a_release() {
    let folder = folder("filled");
    let lines = targets().into_iter().map(|target| {
        let (archive, sum) = sum(&target, "7.8.9");
        format!("{sum}  {archive}\n")
    });
    let output = fill(["7.8.9", ADDRESS], &lines.collect::<String>(), &folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let filled = |name: &str| fs::read_to_string(folder.join("filled").join(name)).unwrap();

    // The sum of each archive stands after its address.
    let formula = filled("homebrew/pica200.rb");
    for target in targets().iter().filter(|target| !target.contains("windows")) {
        let (archive, sum) = sum(target, "7.8.9");
        let lines = format!("url \"{ADDRESS}/releases/download/v7.8.9/{archive}\"\n      sha256 \"{sum}\"\n");
        assert!(formula.contains(&lines), "{formula}");
    }
    let installer = filled("winget/pica200.pica200.installer.yaml");
    let (archive, sum) = sum("x86_64-pc-windows-msvc", "7.8.9");
    assert!(
        installer.contains(&format!("{ADDRESS}/releases/download/v7.8.9/{archive}\n")),
        "{installer}"
    );
    assert!(installer.contains(&format!("InstallerSha256: {sum}\n")) && installer.contains("\"2031-02-03\""));
    for name in programs() {
        let lines = format!(
            "- RelativeFilePath: pica200-7.8.9-x86_64-pc-windows-msvc\\bin\\{name}.exe\n  PortableCommandAlias: {name}\n"
        );
        assert!(installer.contains(&lines), "{installer}");
        assert!(installer.contains(&format!("- {name}\n")), "{installer}");
    }
    for name in ["", ".installer", ".locale.en-US"] {
        let manifest = filled(&format!("winget/pica200.pica200{name}.yaml"));
        assert!(manifest.contains("\nPackageVersion: 7.8.9\n"), "{manifest}");
    }

    // What pacman reads of a PKGBUILD.
    for (kind, provides) in [("arch", "pica200 picasso"), ("devkitpro", "picasso=2.7.2")] {
        let script = r#"set -eu; source "$1"; echo "$pkgver|$url|${provides[*]}|${source_x86_64[*]}|${sha256sums_aarch64[*]}"; type -t package"#;
        let path = folder.join("filled").join(kind).join("PKGBUILD");
        let said = Command::new("bash")
            .args(["-c", script, "bash"])
            .arg(path)
            .output()
            .unwrap();
        let (archive, _) = self::sum("x86_64-unknown-linux-musl", "7.8.9");
        let (_, sum) = self::sum("aarch64-unknown-linux-musl", "7.8.9");
        let expected =
            format!("7.8.9|{ADDRESS}|{provides}|{ADDRESS}/releases/download/v7.8.9/{archive}|{sum}\nfunction\n");
        assert_eq!(String::from_utf8_lossy(&said.stdout), expected);
    }
    // Where Ruby is not installed, `.ci/check-packages` installs it.
    if let Ok(said) = Command::new("ruby")
        .arg("-c")
        .arg(folder.join("filled/homebrew/pica200.rb"))
        .output()
    {
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn templates_refuse_values_that_are_none() {
    let folder = folder("refused");
    let refused = |arguments, sums: &str, expected: &str| {
        let output = fill(arguments, sums, &folder);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(expected), "{said}");
    };
    refused(["7.8.9", ADDRESS], "", "there is no sum of the archive for");
    refused(["$(id)", ADDRESS], "", "is no version");
    refused(
        ["7.8.9", "https://example.org/\"$(id)\""],
        "",
        "is no address of a repository",
    );
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn notes_of_a_release_are_its_section_of_the_changes() {
    let notes = |version: &str| {
        let mut command = Command::new(workspace().join(".ci/notes"));
        command.arg(version).output().unwrap()
    };
    let changes = read("CHANGELOG.md");
    let headings: Vec<_> = changes.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    for heading in headings {
        let output = notes(&format!("v{}", heading.split(' ').next().unwrap()));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.len() > 100, "{heading}: {text}");
        assert!(changes.contains(&format!("## {heading}\n\n{text}")), "{heading}");
        assert!(!text.contains("\n## "), "{text}");
    }
    let missing = notes("99.0.0");
    assert!(!missing.status.success() && missing.stdout.is_empty());
}

#[test]
fn scripts_name_all_programs() {
    let script = read(".ci/release");
    let line = script.lines().find_map(|line| line.strip_prefix("names='")).unwrap();
    let names: BTreeSet<_> = line.trim_end_matches('\'').split(' ').map(str::to_owned).collect();
    assert_eq!(names, programs());
    // Those that read the variable get it.
    for path in [".ci/check-archive", ".ci/check-packages", ".ci/deb", ".ci/fill"] {
        assert!(
            read(path).contains(r#"names=$(sed -n "s/^names='\(.*\)'\$/\1/p" .ci/release)"#),
            "{path}"
        );
    }
    let manifest = read("cli/Cargo.toml");
    for name in programs() {
        let link = workspace().join("cli/packages/debian/bin").join(&name);
        assert_eq!(fs::read_link(link).unwrap(), Path::new("pica200"), "{name}");
        for asset in [
            format!("[\"completions/{name}.bash\", \"usr/share/bash-completion/completions/{name}\", \"644\"]"),
            format!("[\"completions/_{name}\", \"usr/share/zsh/vendor-completions/\", \"644\"]"),
        ] {
            assert!(manifest.contains(&asset), "cli/Cargo.toml lacks {asset}");
        }
    }
}

/// The archives that installers download are those that the workflow makes.
#[test]
fn installers_know_the_archives() {
    let mut named = BTreeSet::new();
    for place in [
        "arch/PKGBUILD",
        "devkitpro/PKGBUILD",
        "homebrew/pica200.rb",
        "winget/pica200.pica200.installer.yaml",
    ] {
        let text = read(&format!("cli/packages/{place}"));
        let found = text
            .split("@SHA256:")
            .skip(1)
            .map(|rest| rest.split('@').next().unwrap().to_owned());
        named.extend(found);
    }
    assert_eq!(named, targets());
    // The action puts the names together.
    let install = read("cli/action/install");
    for target in targets() {
        let (_, system) = target.split_once('-').unwrap();
        let suffix = if target.contains("windows") { "zip" } else { "tar.gz" };
        assert!(
            install.contains(&format!("system={system} archive={suffix}")),
            "{target}"
        );
    }
    let page = read("cli/BUILDING.md");
    for target in targets() {
        assert!(page.contains(&format!("`{target}`")), "BUILDING.md lacks {target}");
    }
    let manifest = read("cli/Cargo.toml");
    let address =
        "pkg-url = \"{ repo }/releases/download/v{ version }/pica200-{ version }-{ target }{ archive-suffix }\"";
    assert!(manifest.contains(address));
}

#[test]
fn the_nightly_workflow_runs_each_step() {
    let script = read(".ci/nightly");
    let steps = script.lines().filter_map(|line| line.strip_prefix("step "));
    let steps: Vec<_> = steps
        .filter_map(|line| line.split(' ').next())
        .filter(|name| *name != "()")
        .collect();
    let workflow = read(".github/workflows/nightly.yml");
    let rows = workflow.lines().filter_map(|line| line.strip_prefix("          - "));
    assert_eq!(rows.collect::<Vec<_>>(), steps);
}

/// Steps of workflows call scripts, which also run elsewhere.
#[test]
fn workflows_call_scripts_that_exist() {
    let mut called = BTreeSet::new();
    for name in ["ci", "nightly", "release"] {
        let workflow = read(&format!(".github/workflows/{name}.yml"));
        let words = workflow.split_whitespace().filter(|word| word.starts_with(".ci/"));
        called.extend(words.map(|word| word.trim_end_matches(',').to_owned()));
    }
    assert!(called.len() >= 12, "{called:?}");
    for path in &called {
        assert!(workspace().join(path).is_file(), "{path}");
    }
}

#[test]
fn packages_have_the_version_of_the_programs() {
    for path in [
        "cli/playground/npm/package.json",
        "cli/editors/tree-sitter/package.json",
        "cli/editors/vscode/package.json",
    ] {
        let manifest: Value = serde_json::from_str(&read(path)).unwrap();
        assert_eq!(manifest["version"], version(), "{path}");
        assert_eq!(manifest["license"], "MIT OR Apache-2.0", "{path}");
        // Registries refuse packages that are private.
        assert_eq!(manifest["private"], Value::Null, "{path}");
    }
    let extension = read("cli/editors/zed/extension.toml");
    assert!(extension.contains(&format!("\nversion = \"{}\"\n", version())));
}

/// Hooks run programs of this project.
#[test]
fn hooks_of_pre_commit_run_programs() {
    let hooks = read("cli/packages/pre-commit/.pre-commit-hooks.yaml");
    let entries: Vec<_> = hooks
        .lines()
        .filter_map(|line| line.strip_prefix("  entry: "))
        .collect();
    assert_eq!(entries.len(), hooks.matches("- id: ").count());
    for entry in entries {
        let name = entry.split(' ').next().unwrap();
        assert!(programs().contains(name), "{entry}");
    }
}

/// A maintainer writes the address of the repository once.
#[test]
fn the_address_of_the_repository_reaches_all_manifests() {
    let folder = folder("address");
    let manifests = Command::new("git")
        .args(["ls-files", "*Cargo.toml"])
        .current_dir(workspace())
        .output()
        .unwrap();
    let manifests = String::from_utf8(manifests.stdout).unwrap();
    let others = [
        "cli/playground/npm/package.json",
        "cli/editors/zed/extension.toml",
        "cli/docs/ci.md",
    ];
    for path in manifests.lines().chain(others) {
        let copy = folder.join(path);
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(workspace().join(path), copy).unwrap();
    }
    // A second address replaces the first.
    for address in ["https://example.org/first/name", ADDRESS] {
        let mut command = Command::new(workspace().join(".ci/address"));
        let output = command.arg(address).env("PICA200_ROOT", &folder).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let text = |path: &str| fs::read_to_string(folder.join(path)).unwrap();
    assert_eq!(text("Cargo.toml").matches("\nrepository = ").count(), 1);
    assert!(text("Cargo.toml").contains(&format!("\nrepository = \"{ADDRESS}\"\n")));
    let mut count = 0;
    for path in manifests
        .lines()
        .filter(|path| !path.starts_with("testsuite") && *path != "Cargo.toml")
    {
        let manifest = text(path);
        let is_published = manifest.contains("license.workspace = true") && !manifest.contains("publish = false");
        let lines = manifest.matches("repository.workspace = true\n").count();
        assert_eq!(lines, usize::from(is_published), "{path}");
        count += lines;
    }
    assert!(count > 20, "{count} crates");
    let package: Value = serde_json::from_str(&text(others[0])).unwrap();
    assert_eq!(package["repository"], format!("git+{ADDRESS}.git"));
    assert_eq!(text(others[1]).matches(ADDRESS).count(), 1);
    let page = text(others[2]);
    assert!(page.contains("uses: someone/shaders/cli/action@"), "{page}");
    assert!(
        page.contains(&format!("repo: {ADDRESS}-pre-commit\n")) && !page.contains("OWNER/NAME"),
        "{page}"
    );
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_new_version_reaches_all_manifests() {
    let folder = folder("version");
    let paths = [
        "Cargo.toml",
        "CHANGELOG.md",
        "cli/playground/npm/package.json",
        "cli/editors/zed/extension.toml",
    ];
    for path in paths {
        let copy = folder.join(path);
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(workspace().join(path), copy).unwrap();
    }
    let mut command = Command::new(workspace().join(".ci/version"));
    command
        .arg("7.8.9")
        .env("PICA200_ROOT", &folder)
        .env("RELEASE_DATE", "2031-02-03");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = |path: &str| fs::read_to_string(folder.join(path)).unwrap();
    let manifest = text("Cargo.toml");
    assert!(manifest.contains("\nversion = \"7.8.9\"\n"), "{manifest}");
    for line in manifest.lines().filter(|line| line.contains("{ path = ")) {
        assert!(line.contains("version = \"7.8.9\""), "{line}");
    }
    // Other crates stay.
    let others = |text: &str| {
        text.lines()
            .filter(|line| !line.contains("version") || !line.contains("path"))
            .count()
    };
    assert_eq!(others(&manifest), others(&read("Cargo.toml")));
    assert!(
        text("CHANGELOG.md").contains("\n## 7.8.9 (2031-02-03)\n")
            || !read("CHANGELOG.md").contains("\n## Unreleased\n")
    );
    assert!(text(paths[2]).contains("\n  \"version\": \"7.8.9\",\n"));
    assert!(text(paths[3]).contains("\nversion = \"7.8.9\"\n"));
    fs::remove_dir_all(&folder).unwrap();
}

/// Other systems do not have all tests; the script that runs them says which.
#[test]
fn tests_that_other_systems_lack_are_listed() {
    let list = |system: &str| -> BTreeSet<String> {
        let mut command = Command::new(workspace().join(".ci/elsewhere"));
        let output = command.args(["--list", system]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().skip(1).map(str::to_owned).collect()
    };
    let (windows, macos) = (list("windows"), list("macos"));
    for line in &macos {
        // Windows may lack the whole file.
        let (file, _) = line.split_once(':').unwrap_or((line, ""));
        assert!(windows.contains(line) || windows.contains(file), "{line}");
    }
    let mut count = 0;
    for path in files(&workspace().join("cli/tests"), "rs") {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(workspace()).unwrap().display().to_string();
        if text.contains("\n#![cfg(unix)]\n") {
            assert!(windows.contains(&name) && !macos.contains(&name), "{name}");
            count += 1;
        }
        if text.contains("\n#![cfg(target_os = \"linux\")]\n") {
            assert!(windows.contains(&name) && macos.contains(&name), "{name}");
            count += 1;
        }
    }
    assert!(count > 3, "{count} files");
    // A single function.
    assert!(
        windows.contains("cli/tests/inputs.rs: pipes_of_shells_are_read"),
        "{windows:?}"
    );
}
