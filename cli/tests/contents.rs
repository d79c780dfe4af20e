//! Which libraries the programs contain. Small programs start fast, and they are small if their `main` cannot reach
//! unused code.
//!
//! The linker drops unreachable functions, and the names of the others are in the programs, unless a build strips them.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a program that cannot be read fails the test")]

use std::fs;

use bstr::ByteSlice;

/// The front end for WGSL, GLSL and SPIR-V.
const NAGA: &str = "naga";
/// Libraries that only the compiler of other languages needs.
const COMPILING: [&str; 2] = [NAGA, "pica200_dxbc"];
/// Further ones that the drop-in never needs.
const FURTHER: [&str; 10] = [
    "clap_builder",
    "codespan_reporting",
    "gen_lsp_types",
    "pica200_bindings",
    "pica200_disasm",
    "pica200_foreign",
    "pica200_machine",
    "pica200_sharcfb",
    "serde_json",
    "toml",
];

/// Returns true if a program contains functions of a crate. Their mangled names contain the crate's name after its
/// length.
fn contains(program: &[u8], name: &str) -> bool {
    program.contains_str(format!("{}{name}", name.len()))
}

/// Asserts that a program contains none of these crates.
fn assert_lacks(path: &str, names: &[&str]) {
    let program = fs::read(path).unwrap();
    // Release builds strip the names.
    let has_names = contains(&program, "pica200_diagnostics");
    assert!(has_names || !cfg!(debug_assertions), "{path} has no names of functions");
    if !has_names {
        return;
    }
    for name in names {
        assert!(!contains(&program, name), "{path} contains {name}");
    }
}

#[test]
fn the_drop_in_contains_only_what_it_needs() {
    assert_lacks(env!("CARGO_BIN_EXE_picasso"), &COMPILING);
    assert_lacks(env!("CARGO_BIN_EXE_picasso"), &FURTHER);
}

/// The drop-in recognizes sources in other dialects, for its messages, but converts none.
#[test]
fn the_drop_in_converts_no_dialect() {
    const CONVERSION: &str = "16pica200_dialects7nihstro";
    let [picasso, picasm] =
        [env!("CARGO_BIN_EXE_picasso"), env!("CARGO_BIN_EXE_picasm")].map(|path| fs::read(path).unwrap());
    assert!(!picasso.contains_str(CONVERSION));
    // A program that converts contains the name, unless its build strips all names.
    assert_eq!(
        picasm.contains_str(CONVERSION),
        contains(&picasm, "pica200_diagnostics")
    );
}

#[test]
fn programs_for_assembly_contain_no_compiler() {
    assert_lacks(env!("CARGO_BIN_EXE_picasm"), &COMPILING);
    assert_lacks(env!("CARGO_BIN_EXE_picafmt"), &COMPILING);
    assert_lacks(env!("CARGO_BIN_EXE_picaar"), &[NAGA]);
}

#[test]
#[cfg(all(debug_assertions, feature = "compile"))]
fn names_of_libraries_are_found() {
    let picald = fs::read(env!("CARGO_BIN_EXE_picald")).unwrap();
    for name in COMPILING.iter().chain(&["clap_builder", "toml"]) {
        assert!(contains(&picald, name), "{name}");
    }
}
