//! The golden runs, through picarun.

use std::collections::BTreeMap;
use std::fs;

use pica200_cli::Status;
use pica200_dxbc_machine::Program;
use serde::Deserialize;
use serde_json::Value;

use super::run;
use super::support::{container, workspace};

/// Component type of floats in signatures.
const FLOAT: u32 = 3;
/// Component type of signed integers.
const INT: u32 = 2;

/// Words in hexadecimal.
type Words = Vec<String>;

#[derive(Deserialize)]
struct GoldenRun {
    inputs: BTreeMap<u32, Words>,
    cbuffers: BTreeMap<u32, Vec<Words>>,
    outputs: Vec<GoldenOutput>,
}

#[derive(Deserialize)]
struct GoldenOutput {
    register: u32,
    mask: u8,
    r#type: u32,
    value: Words,
}

fn bits(word: &str) -> u32 {
    u32::from_str_radix(word, 16).unwrap()
}

/// Returns the options that set an input register to its words, as numbers of the types that its inputs have.
fn input(program: &Program, register: u32, words: &Words) -> String {
    let inputs = program.inputs().iter();
    let mut inputs = inputs.filter(|port| port.register.is_some_and(|r| r.number == register));
    let kind = inputs.next().map_or(FLOAT, |port| port.component_type.0);
    let numbers = words.iter().map(|word| match kind {
        FLOAT => f32::from_bits(bits(word)).to_string(),
        INT => bits(word).cast_signed().to_string(),
        _ => bits(word).to_string(),
    });
    let numbers: Vec<_> = numbers.collect();
    format!("--in=v{register}={}", numbers.join(","))
}

/// Returns the option that sets the rows of a constant buffer to their bits.
fn constants(slot: u32, rows: &[Words]) -> String {
    let row = |row: &Words| {
        let numbers = row.iter().map(|word| bits(word).to_string());
        numbers.collect::<Vec<_>>().join(",")
    };
    let rows: Vec<_> = rows.iter().map(row).collect();
    format!("--int=cb{slot}={}", rows.join("/"))
}

fn agrees(found: &Value, word: &str, kind: u32) -> bool {
    let bits = bits(word);
    let expected = match kind {
        FLOAT => f64::from(f32::from_bits(bits)),
        INT => return found.as_i64() == Some(bits.cast_signed().into()),
        _ => return found.as_u64() == Some(bits.into()),
    };
    match found {
        Value::String(text) => text
            .parse::<f64>()
            .is_ok_and(|number| number == expected || number.is_nan() && expected.is_nan()),
        number => {
            let distance = (number.as_f64().unwrap() - expected).abs();
            distance <= 1e-5 * expected.abs().max(1.0)
        }
    }
}

#[test]
fn containers_give_the_results_of_the_golden_runs() {
    let folder = workspace("testsuite/golden/dxbc");
    let entries = fs::read_dir(&folder).unwrap();
    let (mut files, mut runs) = (0, 0);
    for path in entries.map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".run.json") else {
            continue;
        };
        let bytes = container(stem);
        let program = Program::load(&bytes).unwrap();
        let golden: Vec<GoldenRun> = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        for (number, golden) in golden.iter().enumerate() {
            check(&program, &bytes, golden, &format!("{stem}, run {number}"));
        }
        files += 1;
        runs += golden.len();
    }
    assert_eq!((files, runs), (18, 108));
}

fn check(program: &Program, bytes: &[u8], golden: &GoldenRun, context: &str) {
    let inputs = golden.inputs.iter();
    let mut options: Vec<_> = inputs
        .map(|(register, words)| input(program, *register, words))
        .collect();
    let buffers = golden.cbuffers.iter();
    options.extend(buffers.map(|(slot, rows)| constants(*slot, rows)));
    options.push("--trace=json".to_owned());
    let (status, stdout) = run(&options, bytes);
    assert_eq!(status, Status::Success, "{context}: {options:?}");
    let lines = stdout.split(|byte| *byte == b'\n');
    let lines = lines.filter(|line| line.starts_with(b"{\"kind\":\"output\""));
    let outputs: Vec<Value> = lines.map(|line| serde_json::from_slice(line).unwrap()).collect();
    assert_eq!(outputs.len(), golden.outputs.len(), "{context}");
    for (output, golden) in outputs.iter().zip(&golden.outputs) {
        assert_eq!(output["register"], format!("o{}", golden.register), "{context}");
        let lanes = (0..4).filter(|lane| golden.mask >> lane & 1 == 1);
        for (place, lane) in lanes.enumerate() {
            assert!(
                agrees(&output["value"][place], &golden.value[lane], golden.r#type),
                "{context}: {output}, expected {:?}",
                golden.value
            );
        }
    }
}
