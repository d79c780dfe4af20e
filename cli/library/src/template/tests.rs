//! The files of new projects, and names that are none.

use std::fs;
use std::path::PathBuf;

use super::{NameError, NewProjectError, Template, files, new_project, project_files};

/// A folder of this test that does not exist.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("pica200-template-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
fn templates_have_names() {
    for template in Template::ALL {
        assert_eq!(Template::named(template.name()), Some(template));
        assert!(!template.build_command().is_empty());
    }
    assert_eq!(Template::named("C"), None);
}

#[test]
fn every_change_finds_its_text() {
    for template in Template::ALL {
        for file in files::of(template) {
            assert_eq!(file.lacks(), [""; 0], "{}", file.path);
        }
    }
}

#[test]
fn projects_have_their_name_and_nothing_of_the_example() {
    for template in Template::ALL {
        let files = project_files(template, "my-game_2").unwrap();
        let paths: Vec<_> = files.iter().map(|file| file.path).collect();
        assert!(paths.is_sorted(), "{paths:?}");
        let all: String = files.iter().map(|file| file.text.as_str()).collect();
        assert!(all.contains("my-game_2"), "{all}");
        for foreign in [
            "rust-triangle",
            "../",
            "# NAME",
            "NAME.3dsx",
            "VERSION\"",
            "\r",
            "Copy the",
        ] {
            let of_module = |path: &str| path.ends_with("FindPica200.cmake");
            let found = files
                .iter()
                .find(|file| file.text.contains(foreign) && !of_module(file.path));
            assert_eq!(found.map(|file| file.path), None, "{foreign}");
        }
    }
}

#[test]
fn the_manifest_takes_this_version() {
    let files = project_files(Template::Rust, "game").unwrap();
    let manifest = files.iter().find(|file| file.path == "Cargo.toml").unwrap();
    let lines: Vec<_> = manifest.text.lines().collect();
    assert!(lines.contains(&"name = \"game\""), "{lines:?}");
    let version = lines
        .iter()
        .find_map(|line| line.strip_prefix("pica200 = { version = \""));
    let version = version.and_then(|rest| rest.split('"').next()).unwrap();
    assert!(env!("CARGO_PKG_VERSION").starts_with(version), "{version}");
    assert!(!lines.contains(&"[workspace]"));
    toml::de::DeTable::parse(&manifest.text).unwrap();
}

#[test]
fn a_project_is_written_into_a_new_or_empty_folder() {
    let folder = folder("written");
    let paths = new_project(Template::C, "game", &folder).unwrap();
    assert_eq!(
        paths,
        [
            ".gitignore",
            "Makefile",
            "README.md",
            "source/main.c",
            "source/triangle.vert"
        ]
    );
    for file in project_files(Template::C, "game").unwrap() {
        assert_eq!(fs::read_to_string(folder.join(file.path)).unwrap(), file.text);
    }
    // The second one would overwrite the first.
    let error = new_project(Template::Rust, "game", &folder).unwrap_err();
    assert!(matches!(error, NewProjectError::Occupied(_)), "{error}");
    assert!(
        error.to_string().ends_with("is not empty; name a new folder"),
        "{error}"
    );
    assert!(!folder.join("Cargo.toml").exists());
    fs::remove_dir_all(&folder).unwrap();
    fs::create_dir_all(&folder).unwrap();
    new_project(Template::CMake, "game", &folder).unwrap();
    assert!(folder.join("cmake/FindPica200.cmake").is_file());
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_folder_that_is_a_file_is_an_error() {
    let folder = folder("file");
    fs::write(&folder, "").unwrap();
    let error = new_project(Template::C, "game", &folder).unwrap_err();
    fs::remove_file(&folder).unwrap();
    assert!(matches!(error, NewProjectError::Io(..)), "{error}");
}

#[test]
fn names_that_build_systems_refuse_are_errors() {
    for name in [
        "",
        "1up",
        "-x",
        "_x",
        "a b",
        "a/b",
        "..",
        "a.b",
        "über",
        "a\0",
        "$x",
        &"a".repeat(65),
    ] {
        let error = project_files(Template::C, name).unwrap_err();
        assert_eq!(error, NameError::Form(name.to_owned()));
    }
    for name in ["test", "Self", "build", "pica200", "citro3d", "all", "CON"] {
        let error = project_files(Template::Rust, name).unwrap_err();
        assert_eq!(error, NameError::Reserved(name.to_owned()));
        assert!(error.to_string().contains(&format!("`my-{name}`")), "{error}");
        project_files(Template::Rust, &format!("my-{name}")).unwrap();
    }
    // Nothing is made.
    let folder = folder("refused");
    assert!(new_project(Template::C, "a b", &folder).is_err());
    assert!(!folder.exists());
    project_files(Template::C, &"a".repeat(64)).unwrap();
}
