//! Golden runs: results of compiled shaders in other implementations.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use pica200_dxbc::container::build;
use pica200_dxbc::program::RegisterKind;
use pica200_dxbc::{Container, Shader};
use pica200_dxbc_machine::{Machine, Program, Register, Vector};
use serde::Deserialize;

#[derive(Deserialize)]
struct GoldenRun {
    inputs: BTreeMap<u32, [String; 4]>,
    cbuffers: BTreeMap<u32, Vec<[String; 4]>>,
    outputs: Vec<GoldenOutput>,
}

#[derive(Deserialize)]
struct GoldenOutput {
    register: u32,
    mask: u8,
    /// The component type, as in signatures: 3 for floats.
    r#type: u32,
    value: [String; 4],
}

/// Reads the golden container with this name.
pub(crate) fn file(name: &str) -> Vec<u8> {
    fs::read(folder().join(format!("{name}.dxbc"))).unwrap()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../testsuite/golden/dxbc")
}

fn words(row: &[String; 4]) -> Vector {
    [0, 1, 2, 3].map(|component| u32::from_str_radix(&row[component], 16).unwrap())
}

fn agrees(found: u32, expected: u32, is_float: bool) -> bool {
    if !is_float {
        return found == expected;
    }
    let (a, b) = (f32::from_bits(found), f32::from_bits(expected));
    a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= 1e-5 * b.abs().max(1.0)
}

#[test]
fn programs_give_the_results_of_the_golden_runs() {
    let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let (mut files, mut runs) = (0, 0);
    for path in entries {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".run.json") else {
            continue;
        };
        let program = Program::load(&file(stem));
        let program = program.unwrap_or_else(|error| panic!("{stem}: {error}"));
        let golden: Vec<GoldenRun> = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        assert!(!golden.is_empty(), "{stem}");
        let in_51 = Program::load(&in_model_51(&file(stem)));
        let in_51 = in_51.unwrap_or_else(|error| panic!("{stem} in model 5.1: {error}"));
        for (number, run) in golden.iter().enumerate() {
            check(&program, run, &format!("{stem}, run {number}"));
            check(&in_51, run, &format!("{stem} in model 5.1, run {number}"));
        }
        files += 1;
        runs += golden.len();
    }
    assert_eq!((files, runs), (18, 108));
}

/// Returns the container with its program converted to model 5.1. Its resources name no ranges, and are left out.
fn in_model_51(file: &[u8]) -> Vec<u8> {
    let container = Container::read(file).unwrap();
    let (chunk, code) = Shader::from_container(&container).program.unwrap();
    let code = crate::model51::in_model_51(&code).write().unwrap();
    let chunks = container.chunks().filter(|one| one.id.0 != *b"RDEF");
    let chunks: Vec<_> = chunks
        .map(|one| {
            if one.id == chunk.id {
                (one.id, code.as_slice())
            } else {
                (one.id, one.data)
            }
        })
        .collect();
    build(&chunks).unwrap()
}

fn check(program: &Program, run: &GoldenRun, context: &str) {
    let mut machine = Machine::new(program);
    for (register, row) in &run.inputs {
        machine.set_input_register(*register, words(row)).unwrap();
    }
    for (slot, rows) in &run.cbuffers {
        let rows: Vec<_> = rows.iter().map(words).collect();
        machine.set_constants(*slot, 0, &rows).unwrap();
    }
    let ended = machine.run(100_000);
    ended.unwrap_or_else(|fault| panic!("{context}: {fault}"));
    assert_eq!(run.outputs.len(), program.outputs().len(), "{context}");
    for output in &run.outputs {
        let register = Register::new(RegisterKind::OUTPUT, output.register);
        let found = machine.register(register).unwrap();
        let expected = words(&output.value);
        for component in (0..4).filter(|component| output.mask >> component & 1 == 1) {
            assert!(
                agrees(found[component], expected[component], output.r#type == 3),
                "{context}: {register} is {found:08x?}, expected {expected:08x?}"
            );
        }
    }
}
