//! Which changes are differences of two shaders, and which are not.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot make its data has failed"
)]

mod programs;
mod tables;

use std::fs;
use std::path::{Path, PathBuf};

use pica200_dxbc::difference::differences;
use pica200_dxbc::program::{Index, Operand, Program, RegisterKind};
use pica200_dxbc::resources::{Buffer, Resources};
use pica200_dxbc::{Container, Shader};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testsuite/golden/dxbc")
}

/// Reads a golden file.
fn golden(name: &str) -> Vec<u8> {
    fs::read(folder().join(format!("{name}.dxbc"))).unwrap()
}

/// Returns the differences between two golden files.
fn between(a: &str, b: &str) -> Vec<String> {
    let files = [a, b].map(golden);
    let containers = files.each_ref().map(|file| Container::read(file).unwrap());
    let [a, b] = containers.each_ref().map(Shader::from_container);
    lines(&a, &b)
}

fn lines(a: &Shader<'_>, b: &Shader<'_>) -> Vec<String> {
    let found = differences(a, b);
    found.iter().map(ToString::to_string).collect()
}

/// Returns the differences between a golden file and a modified copy, one per line.
fn changed(name: &str, change: impl FnOnce(&mut Shader<'_>)) -> String {
    let file = golden(name);
    let container = Container::read(&file).unwrap();
    let shader = Shader::from_container(&container);
    assert_eq!(lines(&shader, &shader), [""; 0]);
    let mut other = shader.clone();
    change(&mut other);
    lines(&shader, &other).join("\n")
}

fn program<'s>(shader: &'s mut Shader<'_>) -> &'s mut Program {
    &mut shader.program.as_mut().unwrap().1
}

fn resources<'s, 'f>(shader: &'s mut Shader<'f>) -> &'s mut Resources<'f> {
    shader.resources.as_mut().unwrap()
}

fn buffer<'s, 'f>(shader: &'s mut Shader<'f>) -> &'s mut Buffer<'f> {
    &mut resources(shader).buffers[0]
}

/// Calls a function with each operand of a register kind.
fn each_operand(shader: &mut Shader<'_>, kind: RegisterKind, mut change: impl FnMut(&mut Operand)) {
    for instruction in &mut program(shader).instructions {
        if let pica200_dxbc::program::Body::Parts { operands, .. } = &mut instruction.body {
            let of_kind = operands.iter_mut().filter(|operand| operand.kind() == kind);
            of_kind.for_each(&mut change);
        }
    }
}

/// Adds to the last index.
fn shift(operand: &mut Operand, by: u32) {
    match operand.indices.last_mut() {
        Some(Index::Immediate(number)) => *number += by,
        other => panic!("a number: {other:?}"),
    }
}

#[test]
fn golden_files_differ_from_each_other_alone() {
    let mut names: Vec<_> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "dxbc"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert!(names.len() >= 37);
    for (number, name) in names.iter().enumerate() {
        assert_eq!(between(name, name), [""; 0]);
        let other = &names[(number + 1) % names.len()];
        let (there, back) = (between(name, other), between(other, name));
        assert!(!there.is_empty() && there.len() <= 1001, "{name}, {other}");
        assert!(!back.is_empty());
    }
}

/// Damaged files have differences as well, and the comparison terminates.
#[test]
fn damaged_files_are_compared() {
    for name in ["vs-struct-cb", "gen-ds5", "ps-samples"] {
        let file = golden(name);
        let container = Container::read(&file).unwrap();
        let sound = Shader::from_container(&container);
        let mut damaged = file.clone();
        for at in (32..file.len()).step_by(3) {
            damaged[at] ^= 0x81;
            if let Ok(container) = Container::read(&damaged) {
                let other = Shader::from_container(&container);
                let count = differences(&sound, &other).len();
                assert!(count <= 1001);
                assert_eq!(differences(&other, &other), []);
            }
            damaged[at] = file[at];
        }
    }
}
