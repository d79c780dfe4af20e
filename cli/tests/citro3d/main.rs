//! The programs in the guide for WGSL, with the stubs of libctru and citro3d in this directory: compilers accept them,
//! and the shader receives the values that the C program sets.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

#[path = "../support/mod.rs"]
mod support;
mod template;

use std::env;
use std::fs;
use std::io::{self, Write};
use std::process::Command;

use support::{Folder, workspace};

const STAND_INS: [(&str, &str); 4] = [
    ("3ds.h", include_str!("3ds.h")),
    ("citro3d.h", include_str!("citro3d.h")),
    ("ctru.rs", include_str!("ctru.rs")),
    ("citro3d.rs", include_str!("citro3d.rs")),
];

/// Returns the block of the page that begins with these lines.
fn block(start: &str) -> String {
    let page = fs::read_to_string(workspace("cli/docs/wgsl.md")).unwrap();
    let (_, rest) = page.split_once(start).unwrap();
    rest.split_once("\n```").unwrap().0.to_owned() + "\n"
}

/// Creates a directory with the shader, its header and module, and the stubs.
fn folder() -> Folder {
    let folder = Folder::with(STAND_INS);
    folder.write("mesh.wgsl", block("```wgsl mesh.wgsl\n"));
    folder
        .picac("mesh.wgsl -o mesh.shbin --c mesh.h --rust mesh.rs")
        .silent();
    folder
}

/// Returns the output of a command; `None` if the program does not exist.
fn run(folder: &Folder, program: &str, arguments: &str) -> Option<String> {
    let mut command = Command::new(program);
    command
        .args(arguments.split_whitespace())
        .current_dir(folder.path(""))
        .env("OUT_DIR", folder.path(""))
        // The page uses a nightly compiler feature.
        .env("RUSTC_BOOTSTRAP", "1");
    match command.output() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        output => {
            let output = output.unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && said.is_empty(), "{said}");
            Some(String::from_utf8(output.stdout).unwrap())
        }
    }
}

/// Parses the numbers that picarun prints for an output.
fn output(printed: &str, property: &str) -> Vec<f32> {
    let line = printed.lines().find(|line| line.contains(property)).unwrap();
    let (_, numbers) = line.trim_end_matches(')').split_once('(').unwrap();
    numbers.split(", ").map(|n| n.parse().unwrap()).collect()
}

fn assert_near(found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    let is_near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-4;
    let are_near = found.iter().zip(expected).all(is_near);
    assert!(are_near, "{found:?} is not {expected:?}");
}

#[test]
fn the_program_in_c_sets_what_the_shader_reads() {
    let folder = folder();
    folder.write("main.c", block("```c main.c\n"));
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let arguments = "-std=gnu11 -Wall -Wextra -Werror -I. main.c -o main -lm";
    if run(&folder, &compiler, arguments).is_none() {
        // Not captured by the test harness, so that a skipped test is visible.
        let _ = writeln!(io::stderr(), "skipped: there is no C compiler");
        return;
    }
    let program = folder.path("main").display().to_string();
    let printed = run(&folder, &program, "").unwrap();
    let tints = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    assert_eq!(printed.lines().count(), tints.len());
    for (line, tint) in printed.lines().zip(tints) {
        let (arguments, position) = line.split_once(" ; ").unwrap();
        let ran = folder.picarun(&format!("mesh.shbin {arguments}")).silent();
        let ran = String::from_utf8(ran).unwrap();
        // The product of the matrices, as citro3d computes it.
        let position: Vec<f32> = position.split(' ').map(|n| n.parse().unwrap()).collect();
        assert_near(&output(&ran, "position"), &position);
        // The normal is turned by 30 degrees; the light is (1, 0.9, 0.8).
        let facing = 30.0_f32.to_radians().cos();
        let [r, g, b] = tint;
        let color = [r * facing, g * 0.9 * facing, b * 0.8 * facing, 1.0];
        assert_near(&output(&ran, "color"), &color);
    }
}

#[test]
fn the_program_in_rust_compiles() {
    let folder = folder();
    folder.write("main.rs", block("```rust,ignore\n// src/main.rs\n"));
    let compiler = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let library = "--edition 2024 --crate-type lib --emit metadata -L . -A dead_code";
    for (name, dependency) in [("ctru", ""), ("citro3d", "--extern ctru=libctru.rmeta")] {
        let arguments = format!("{library} {dependency} {name}.rs");
        assert!(run(&folder, &compiler, &arguments).is_some(), "no rustc");
    }
    let externs = "--extern ctru=libctru.rmeta --extern citro3d=libcitro3d.rmeta -L .";
    let arguments = format!("--edition 2024 -D warnings --emit metadata {externs} main.rs");
    run(&folder, &compiler, &arguments).unwrap();
}
