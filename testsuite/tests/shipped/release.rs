//! Release archives, which a script builds.

#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use pica200_cli::command_lines;
use pica200_testsuite::corpus::workspace;
use walkdir::WalkDir;

/// Creates a directory with a placeholder for the multi-call program, because tests have no release build.
fn programs(folder: &Path) -> PathBuf {
    let programs = folder.join("programs");
    fs::create_dir_all(&programs).unwrap();
    let path = programs.join("pica200");
    fs::write(&path, "#!/bin/sh\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    programs
}

/// Builds an archive in a directory.
fn release(folder: &Path, output: &str) -> PathBuf {
    let made = Command::new(workspace().join(".ci/release"))
        .arg("--programs")
        .arg(programs(folder))
        .arg("--output")
        .arg(folder.join(output))
        .env("CARGO_NET_OFFLINE", "true")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{said}");
    String::from_utf8(made.stdout).unwrap().trim_end().into()
}

/// Returns the names in an archive, without their common directory.
fn names(archive: &Path) -> BTreeSet<String> {
    let listed = Command::new("tar").arg("-tzf").arg(archive).output();
    let text = String::from_utf8(listed.unwrap().stdout).unwrap();
    let within = text.lines().filter_map(|line| line.split_once('/'));
    within.map(|(_, name)| name.to_owned()).collect()
}

/// Files that npm and Cargo generate next to the sources, and tests.
const LOCAL: [&str; 4] = ["tests", "node_modules", "dist", "target"];

/// Returns the names of the files in a directory of the project, except for local ones.
fn shipped(folder: &str) -> Vec<String> {
    let entries = WalkDir::new(workspace().join(folder)).into_iter();
    let files = entries
        .filter_entry(|entry| {
            let name = entry.file_name();
            !LOCAL.iter().any(|other| name == *other)
        })
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file());
    files
        .map(|entry| entry.file_name().to_str().unwrap().to_owned())
        .collect()
}

#[test]
fn release_archives_contain_all_files_that_users_need() {
    let folder = std::env::temp_dir().join(format!("pica200-release-{}", std::process::id()));
    let archives = ["first", "second"].map(|output| release(&folder, output));
    let names = names(&archives[0]);
    let [first, second] = archives.map(|archive| fs::read(archive).unwrap());
    fs::remove_dir_all(&folder).unwrap();
    assert!(first == second, "two archives of the same files differ");

    assert!(names.contains("bin/pica200"));
    for command in command_lines() {
        let name = command.get_name();
        for path in ["bin", "share/bash-completion/completions"] {
            assert!(names.contains(&format!("{path}/{name}")), "{path}/{name}");
        }
        let page = format!("share/man/man1/{name}.1");
        assert!(names.contains(&page), "{page}");
    }
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "LICENSES-OF-CRATES.txt"] {
        let path = format!("share/doc/pica200/{file}");
        assert!(names.contains(&path), "{path}");
    }
    let folders = ["completions", "man", "cmake", "editors", "docs"];
    for file in folders.iter().flat_map(|folder| shipped(&format!("cli/{folder}"))) {
        // Bash finds a completion by the name of its program.
        let end = format!("/{}", file.trim_end_matches(".bash"));
        let is_there = names.iter().any(|name| name.ends_with(&end));
        assert!(is_there, "the archive lacks {file}");
    }
    let is_local = |name: &&String| {
        let mut folders = name.split('/').skip_while(|folder| *folder != "editors");
        folders.any(|folder| LOCAL.contains(&folder))
    };
    let local: Vec<_> = names.iter().filter(is_local).collect();
    assert!(local.is_empty(), "the archive has {local:?}");
}
