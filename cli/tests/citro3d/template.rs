//! A new project in Rust compiles, with stand-ins for the crates of the console.

use std::env;

use pica200::template::{Template, project_files};

use crate::{run, support};

#[test]
fn a_new_project_in_rust_compiles() {
    let folder = support::Folder::with([
        ("ctru.rs", include_str!("ctru.rs")),
        ("citro3d.rs", include_str!("citro3d.rs")),
    ]);
    for file in project_files(Template::Rust, "my-game").unwrap() {
        folder.write(file.path, file.text);
    }
    // What its build script does, which `.ci/crates` runs.
    folder
        .picald("shaders/triangle.vert -o triangle.shbin --rust triangle.rs")
        .silent();
    let compiler = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let library = "--edition 2024 --crate-type lib --emit metadata -L . -A dead_code";
    for (name, dependency) in [("ctru", ""), ("citro3d", "--extern ctru=libctru.rmeta")] {
        let arguments = format!("{library} {dependency} {name}.rs");
        assert!(run(&folder, &compiler, &arguments).is_some(), "no rustc");
    }
    let externs = "--extern ctru=libctru.rmeta --extern citro3d=libcitro3d.rmeta -L .";
    let arguments = format!("--edition 2024 -D warnings --emit metadata {externs} src/main.rs");
    run(&folder, &compiler, &arguments).unwrap();
    assert!(folder.path("libmain.rmeta").exists() || folder.path("main.rmeta").exists());
}
