//! The evaluator on the golden files, whose results an independent device computed.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use naga::{Module, ShaderStage, front};
use serde_json::Value as Json;

use crate::evaluator::real::Real;
use crate::evaluator::value::{Scalar, Value};
use crate::evaluator::{self, Environment, Output};
use crate::uniforms::{attributes, uniforms};

/// Returns the shaders of a directory that are not refused.
fn files(folder: &str, suffix: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testsuite/golden")
        .join(folder);
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            name.ends_with(suffix) && !name.starts_with("refuse-")
        })
        .collect()
}

fn numbers(json: &Json) -> Vec<f64> {
    match json {
        Json::Array(items) => items.iter().flat_map(numbers).collect(),
        Json::Bool(holds) => vec![f64::from(u8::from(*holds))],
        other => vec![other.as_f64().unwrap()],
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the files hold integers")]
fn scalar(kind: naga::ScalarKind, number: f64) -> Scalar {
    match kind {
        naga::ScalarKind::Sint => Scalar::Signed(number as i64),
        naga::ScalarKind::Uint => Scalar::Unsigned(number as i64),
        naga::ScalarKind::Bool => Scalar::Bool(number.abs() > 0.0),
        _ => Scalar::Real(Real::exact(number)),
    }
}

fn value(module: &Module, ty: naga::Handle<naga::Type>, numbers: &[f64]) -> Value {
    let mut numbers = numbers.iter();
    Value::of_type(module, ty, &mut |kind| {
        scalar(kind, numbers.next().copied().unwrap_or(0.0))
    })
}

/// Returns the numbers of a uniform, from its parts, whose paths begin with the path of the uniform.
fn numbers_of(
    module: &Module,
    ty: naga::Handle<naga::Type>,
    path: &str,
    values: &HashMap<String, Vec<f64>>,
) -> Vec<f64> {
    if let Some(found) = values.get(path) {
        return found.clone();
    }
    match &module.types[ty].inner {
        naga::TypeInner::Struct { members, .. } => members
            .iter()
            .flat_map(|member| {
                let name = member.name.as_deref().unwrap();
                let path = match path {
                    "" => name.to_owned(),
                    front => format!("{front}.{name}"),
                };
                numbers_of(module, member.ty, &path, values)
            })
            .collect(),
        naga::TypeInner::Array {
            base,
            size: naga::ArraySize::Constant(length),
            ..
        } => (0..length.get())
            .flat_map(|index| numbers_of(module, *base, &format!("{path}[{index}]"), values))
            .collect(),
        // Numbers that no case gives are never read.
        inner => vec![0.0; components(inner)],
    }
}

fn components(inner: &naga::TypeInner) -> usize {
    match inner {
        naga::TypeInner::Vector { size, .. } => *size as usize,
        naga::TypeInner::Matrix { columns, rows, .. } => *columns as usize * *rows as usize,
        _ => 1,
    }
}

fn environment(module: &Module, case: &Json) -> Environment {
    let given = case["uniforms"].as_object().unwrap().iter();
    let given: HashMap<_, _> = given.map(|(path, json)| (path.clone(), numbers(json))).collect();
    let of_attribute = |(location, ty): (u32, _)| {
        let numbers = numbers(&case["inputs"][location.to_string()]);
        (location, value(module, ty, &numbers))
    };
    let of_uniform = |(handle, global): (_, &naga::GlobalVariable)| {
        // The members of a block without a name have separate paths.
        let path = global.name.as_deref().unwrap_or_default();
        let numbers = numbers_of(module, global.ty, path, &given);
        (handle, value(module, global.ty, &numbers))
    };
    Environment {
        attributes: attributes(module).into_iter().map(of_attribute).collect(),
        uniforms: uniforms(module).map(of_uniform).collect(),
    }
}

fn check(path: &Path, module: &Module) {
    let name = path.display();
    let run = fs::read_to_string(path.with_extension("run.json")).unwrap();
    let run: Json = serde_json::from_str(&run).unwrap();
    let tolerance = run["tolerance"].as_f64().unwrap();
    for case in run["cases"].as_array().unwrap() {
        let outputs = evaluator::run(module, &environment(module, case), 100_000);
        let outputs = outputs.unwrap_or_else(|stop| panic!("{name}: {}: {stop:?}", case["name"]));
        for (key, _) in run["outputs"].as_object().unwrap() {
            let is_it = |output: &&Output| match output.location {
                Some(location) => location.to_string() == *key,
                None => key == "position",
            };
            let output = outputs.iter().find(is_it).unwrap();
            let expected = numbers(&case["outputs"][key]);
            for (found, expected) in output.value.scalars().iter().zip(expected) {
                let found = found.real();
                let is_near = (found.value - expected).abs() <= tolerance * expected.abs().max(1.0);
                assert!(is_near, "{name}: {}: {key}: {found:?}, not {expected}", case["name"]);
                // Bounds of errors that are too large would hide differences.
                let is_sharp = found.error <= 10.0 * tolerance * expected.abs().max(1.0);
                assert!(is_sharp, "{name}: {}: {key}: {found:?}", case["name"]);
            }
        }
    }
}

#[test]
fn the_evaluator_agrees_with_an_independent_device_on_wgsl() {
    let files = files("wgsl", ".wgsl");
    assert!(files.len() > 20, "{files:?}");
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        check(&path, &front::wgsl::parse_str(&text).unwrap());
    }
}

#[test]
fn the_evaluator_agrees_with_an_independent_device_on_glsl() {
    let files = files("glsl", ".vert");
    assert!(files.len() > 5, "{files:?}");
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let options = front::glsl::Options::from(ShaderStage::Vertex);
        let module = front::glsl::Frontend::default().parse(&options, &text);
        check(&path, &module.unwrap());
    }
}
