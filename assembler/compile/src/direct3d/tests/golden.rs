//! The golden runs: results of Direct3D's shaders that other implementations computed.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::options::Options;

use super::common::{self, Values, Vector};

/// Options that some golden files need.
pub(super) fn options() -> Options {
    Options {
        vertex_id_attribute: true,
        ..Options::default()
    }
}

/// Returns the golden containers that have runs, except for the one that cannot be translated.
pub(super) fn names() -> Vec<String> {
    let entries = fs::read_dir(common::folder()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let runs = names.filter_map(|name| name.strip_suffix(".run.json").map(str::to_owned));
    let mut names: Vec<_> = runs.filter(|name| name != "vs-int-math").collect();
    names.sort();
    assert_eq!(names.len(), 17);
    names
}

/// Returns the tolerance for results of Direct3D.
pub(super) fn tolerance(name: &str) -> f32 {
    match name {
        "vs-sincos" | "vs-trig-wave" => 1e-3,
        _ => 1e-4,
    }
}

fn word(value: &Value) -> u32 {
    u32::from_str_radix(value.as_str().unwrap(), 16).unwrap()
}

fn row(value: &Value) -> Vector {
    [0, 1, 2, 3].map(|component| word(&value[component]))
}

fn values(run: &Value) -> Values {
    let number = |key: &String| key.parse::<u32>().unwrap();
    let inputs = run["inputs"].as_object().unwrap();
    let buffers = run["cbuffers"].as_object().unwrap();
    Values {
        inputs: inputs.iter().map(|(key, value)| (number(key), row(value))).collect(),
        buffers: buffers
            .iter()
            .map(|(key, rows)| (number(key), rows.as_array().unwrap().iter().map(row).collect()))
            .collect::<BTreeMap<_, _>>(),
    }
}

#[test]
fn translations_give_the_results_of_the_golden_runs() {
    let mut compared = 0;
    for name in names() {
        let bytes = common::golden(&name);
        let source = common::translated(&bytes, &options());
        let path = common::folder().join(format!("{name}.run.json"));
        let runs: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        for (number, run) in runs.as_array().unwrap().iter().enumerate() {
            let found = common::run(&bytes, &source, &values(run)).unwrap();
            let context = format!("{name}, run {number}\n{}\n{}", source.listing, source.program);
            let expected = run["outputs"].as_array().unwrap();
            let names: Vec<_> = expected.iter().zip(common::outputs(&bytes)).collect();
            let outputs: Vec<_> = source
                .program
                .outputs
                .iter()
                .map(|output| output.name.clone())
                .zip(found)
                .collect();
            compared += compare(&outputs, &names, tolerance(&name), &context);
        }
    }
    assert!(compared > 800, "{compared}");
}

/// Compares the outputs by their names. Returns the number of components that were compared.
fn compare(found: &[(String, Vec<f32>)], expected: &[(&Value, String)], tolerance: f32, context: &str) -> usize {
    let mut compared = 0;
    for (output, name) in expected {
        let mask = output["mask"].as_u64().unwrap();
        let is_float = output["type"].as_u64() == Some(3);
        let components = row(&output["value"]);
        let components = (0..4)
            .filter(|component| mask >> component & 1 == 1)
            .map(|component| components[component]);
        let (_, values) = found.iter().find(|(known, _)| known == name).unwrap();
        // Components that a property does not have are left out.
        for (found, expected) in values.iter().zip(components) {
            let expected = common::number(expected, is_float);
            assert!(
                common::agrees(*found, expected, tolerance) || expected.is_nan(),
                "{name}: {found}, expected {expected}: {context}"
            );
            compared += 1;
        }
    }
    compared
}
