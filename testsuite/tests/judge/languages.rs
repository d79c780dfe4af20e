//! The same shaders in GLSL, WGSL and HLSL, on all paths through the compiler: as text, as SPIR-V modules and as
//! Direct3D containers, if the external compilers that create them are installed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use pica200_compile::{Language, Options};
use pica200_machine::{Machine, Value};
use pica200_objfmt::isa::register::Bank;
use pica200_testsuite::corpus::{files, folder, stem};
use pica200_testsuite::random::Random;

use crate::ours::{Failure, Translation};
use crate::tools::{container_of_hlsl, optimized, spirv_of_glsl, spirv_of_hlsl};
use crate::values::between;

/// The number of runs of each shader.
const RUNS: u64 = 40;

/// The largest tolerated difference of two results, relative above 1.
const TOLERANCE: f32 = 1e-4;

/// A path of a shader through the compiler.
struct CompilePath {
    name: &'static str,
    language: Language,
    make: fn(&Path) -> Result<Vec<u8>, String>,
}

const WAYS: [CompilePath; 6] = [
    CompilePath {
        name: "GLSL",
        language: Language::Glsl,
        make: |path| Ok(read(path, "vert").into_bytes()),
    },
    CompilePath {
        name: "GLSL, as SPIR-V",
        language: Language::SpirV,
        make: |path| spirv_of_glsl(&read(path, "vert"), true),
    },
    CompilePath {
        name: "GLSL, as SPIR-V with optimisations",
        language: Language::SpirV,
        make: |path| optimized(&spirv_of_glsl(&read(path, "vert"), true)?),
    },
    CompilePath {
        name: "WGSL",
        language: Language::Wgsl,
        make: |path| Ok(read(path, "wgsl").into_bytes()),
    },
    CompilePath {
        name: "HLSL, as SPIR-V",
        language: Language::SpirV,
        make: |path| spirv_of_hlsl(&read(path, "hlsl")),
    },
    CompilePath {
        name: "HLSL, as a container of Direct3D",
        language: Language::Direct3d,
        make: |path| container_of_hlsl(&read(path, "hlsl")),
    },
];

fn read(path: &Path, suffix: &str) -> String {
    let path = path.with_extension(suffix);
    let text = fs::read_to_string(&path);
    text.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of uniforms by name, and of attributes by register.
#[derive(Debug)]
struct Rows {
    inputs: Vec<[f32; 4]>,
    uniforms: BTreeMap<String, Vec<[f32; 4]>>,
}

/// Returns random numbers for the lines `// input NAME TYPE` and `// uniform NAME TYPE [LENGTH]` of a GLSL shader.
fn rows(source: &str, random: &mut Random) -> Rows {
    let mut rows = Rows {
        inputs: Vec::new(),
        uniforms: BTreeMap::new(),
    };
    for line in source.lines() {
        let words: Vec<_> = line.split(' ').collect();
        match words.as_slice() {
            ["//", "input", name, ty] => rows.inputs.push(row(name, ty, random)),
            ["//", "uniform", name, ty, length @ ..] => {
                let length: usize = length.first().map_or(1, |length| length.parse().unwrap());
                // A matrix has a register for each row.
                let each = match ty.strip_prefix("mat") {
                    Some(size) => size[size.len() - 1..].parse().unwrap(),
                    None => 1,
                };
                let count = length * each;
                let values = (0..count).map(|_| row(name, ty, random)).collect();
                rows.uniforms.insert((*name).to_owned(), values);
            }
            _ => {}
        }
    }
    rows
}

/// Returns a register with random numbers of a type: small ones for integers and indices.
fn row(name: &str, ty: &str, random: &mut Random) -> [f32; 4] {
    let whole =
        |random: &mut Random, low: i16, count: usize| f32::from(low + i16::try_from(random.below(count)).unwrap());
    std::array::from_fn(|_| match ty {
        "int" => whole(random, -2, 6),
        "uint" => whole(random, 0, 6),
        _ if name == "index" => whole(random, 0, 3),
        _ => between(random, -1.5, 1.5),
    })
}

/// Runs a shader, and returns its output components by property.
fn run(translation: &Translation, rows: &Rows) -> Result<BTreeMap<&'static str, Vec<f32>>, String> {
    let program = &translation.program;
    let mut machine = Machine::new(program);
    for named in program.names() {
        let is_input = named.first.bank == Bank::Input;
        let values = if is_input {
            rows.inputs.get(usize::from(named.first.number)..)
        } else {
            rows.uniforms.get(&named.name).map(Vec::as_slice)
        };
        let values = values.ok_or_else(|| format!("`{}` has no value", named.name))?;
        for (element, row) in (0..named.count).zip(values) {
            let register = named.element(element).unwrap();
            let value = match register.bank {
                Bank::Boolean => Value::Boolean(row[0].abs() > 0.0),
                _ => Value::Vector(*row),
            };
            machine.set(register, value).unwrap();
        }
    }
    let outputs = translation.run(&mut machine)?;
    Ok(outputs
        .into_iter()
        .map(|(property, numbers)| (property.name, numbers))
        .collect())
}

/// Returns the difference between two results.
fn difference(found: &BTreeMap<&'static str, Vec<f32>>, expected: &BTreeMap<&'static str, Vec<f32>>) -> Option<String> {
    for (property, expected) in expected {
        let Some(found) = found.get(property) else {
            return Some(format!("`{property}` is missing"));
        };
        for (component, (found, expected)) in found.iter().zip(expected).enumerate() {
            let tolerance = TOLERANCE * expected.abs().max(1.0);
            let is_near = (found - expected).abs() <= tolerance;
            if !is_near {
                return Some(format!("`{property}`[{component}] is {found}, not {expected}"));
            }
        }
    }
    None
}

/// Returns the compilations of a shader on all available paths. Unavailable and rejected ones are added to `notes`.
fn translations(path: &Path, notes: &mut Vec<String>) -> Vec<(&'static str, Translation)> {
    let mut translations = Vec::new();
    for way in &WAYS {
        let translation = match (way.make)(path) {
            Ok(bytes) => Translation::new(way.language, &bytes, &Options::default()),
            Err(why) => {
                notes.push(format!(
                    "{}: left out: {}",
                    way.name,
                    why.lines().next().unwrap_or_default()
                ));
                continue;
            }
        };
        match translation {
            Ok(translation) => translations.push((way.name, translation)),
            Err(Failure::Refused(errors)) => {
                notes.push(format!(
                    "{}: {} is refused: {}",
                    stem(path),
                    way.name,
                    errors.join("; ")
                ));
            }
            Err(other) => panic!("{}: {}: {other:?}", stem(path), way.name),
        }
    }
    translations
}

#[test]
fn all_languages_compute_the_same() {
    let shaders: Vec<PathBuf> = files(&folder("judge/languages"), "vert");
    assert!(shaders.len() >= 15);
    let (mut failures, mut notes, mut compared) = (Vec::new(), Vec::new(), 0);
    for path in &shaders {
        let translations = translations(path, &mut notes);
        let source = read(path, "vert");
        let (reference, others) = translations.split_first().expect("GLSL is there");
        assert!(
            reference.0 == "GLSL" && translations.iter().any(|(name, _)| *name == "WGSL"),
            "{notes:?}"
        );
        for seed in 0..RUNS {
            let rows = rows(&source, &mut Random(seed));
            let expected = run(&reference.1, &rows).unwrap();
            for (name, translation) in others {
                compared += 1;
                let difference = match run(translation, &rows) {
                    Ok(found) => difference(&found, &expected),
                    Err(error) => Some(error),
                };
                let known = format!("{}: {name}", stem(path));
                if let Some(difference) = difference
                    && !failures.iter().any(|failure: &String| failure.starts_with(&known))
                {
                    failures.push(format!("{known}: {difference}\n{rows:?}\n{}", translation.text));
                }
            }
        }
    }
    notes.sort();
    notes.dedup();
    for note in notes {
        println!("{note}");
    }
    println!("{} shaders, {compared} comparisons", shaders.len());
    assert!(
        failures.is_empty(),
        "{} differ\n{}",
        failures.len(),
        failures.join("\n")
    );
}
