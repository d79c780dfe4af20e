//! The golden containers: the results and the sizes of their translations.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use pica200_compile::{Binding, Options};
use pica200_dxbc::signature::ComponentType;
use serde::Deserialize;

use crate::generator::component_value;
use crate::random::Random;
use crate::translated::Translated;
use crate::values::Values;

/// The runs with random values of each container.
const RANDOM_RUNS: usize = 1_000;

/// A golden run. Its results are not compared here: the tests of the Direct3D machine compare them.
#[derive(Deserialize)]
struct GoldenRun {
    inputs: BTreeMap<u32, [String; 4]>,
    cbuffers: BTreeMap<u32, Vec<[String; 4]>>,
}

/// Containers that translate, each with its options and the allowed difference of its results. Trigonometry and
/// division have the larger tolerance.
fn translatable() -> Vec<(&'static str, Options, f32)> {
    let plain = |name| (name, Options::default(), 1e-4);
    let attributes = Options {
        vertex_id_attribute: true,
        ..Options::default()
    };
    vec![
        ("vs-const-array", attributes.clone(), 1e-4),
        plain("vs-dots"),
        plain("vs-if-else"),
        plain("vs-light"),
        plain("vs-loop-const"),
        plain("vs-loop-dynamic"),
        plain("vs-many-outputs"),
        plain("vs-mvp"),
        plain("vs-passthrough"),
        plain("vs-round"),
        plain("vs-saturate-abs-neg"),
        plain("vs-select"),
        ("vs-sincos", Options::default(), 1e-3),
        plain("vs-struct-cb"),
        ("vs-trig-wave", Options::default(), 1e-3),
        ("vs-vertexid", attributes, 1e-3),
        plain("vs5-mvp"),
    ]
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testsuite/golden/dxbc")
}

fn words(row: &[String; 4]) -> [u32; 4] {
    [0, 1, 2, 3].map(|component| u32::from_str_radix(&row[component], 16).unwrap())
}

fn runs(name: &str) -> Vec<Values> {
    let text = fs::read(folder().join(format!("{name}.run.json"))).unwrap();
    let runs: Vec<GoldenRun> = serde_json::from_slice(&text).unwrap();
    let values = |run: &GoldenRun| Values {
        inputs: run.inputs.iter().map(|(number, row)| (*number, words(row))).collect(),
        buffers: run
            .cbuffers
            .iter()
            .map(|(slot, rows)| (*slot, rows.iter().map(words).collect()))
            .collect(),
    };
    runs.iter().map(values).collect()
}

fn translate(name: &str, options: &Options) -> Translated {
    let bytes = fs::read(folder().join(format!("{name}.dxbc"))).unwrap();
    Translated::new(&bytes, options).unwrap_or_else(|failure| panic!("{name}: {failure}"))
}

#[test]
fn translations_give_the_results_of_the_golden_runs() {
    for (name, options, tolerance) in translatable() {
        let translated = translate(name, &options);
        let runs = runs(name);
        assert!(!runs.is_empty(), "{name}");
        for (number, values) in runs.iter().enumerate() {
            let compared = translated.compare(values, tolerance).unwrap();
            let differences = compared.unwrap_or_else(|| panic!("{name}, run {number}: no result"));
            assert!(differences.is_empty(), "{name}, run {number}: {differences:#?}");
        }
    }
}

#[test]
fn translations_give_the_same_results_for_random_values() {
    for (name, options, tolerance) in translatable() {
        let translated = translate(name, &options);
        let runs = runs(name);
        let mut random = Random(1);
        let mut compared = 0;
        for run in 0..RANDOM_RUNS {
            let values = random_values(&translated, &runs[run % runs.len()], &mut random);
            let Some(differences) = translated.compare(&values, tolerance).unwrap() else {
                continue;
            };
            compared += 1;
            // Near a jump of a function, the least change of a number gives another result.
            if !differences.is_empty() && translated.is_stable(&values, &mut random) {
                panic!("{name}, run {run}: {differences:#?}\n{values:?}");
            }
        }
        assert!(compared > RANDOM_RUNS / 2, "{name}: {compared} runs are comparable");
    }
}

/// Returns the values of a run, whose floats are replaced.
fn random_values(translated: &Translated, run: &Values, random: &mut Random) -> Values {
    let mut values = run.clone();
    for (number, row) in &mut values.inputs {
        if translated.input_kind(*number) == ComponentType::FLOAT {
            *row = [(); 4].map(|()| component_value(random, false));
        }
    }
    let bindings = &translated.compilation.bindings;
    let rows = bindings.iter().flat_map(|binding: &Binding| &binding.rows);
    for component in rows.flatten().flatten().filter(|component| component.is_float) {
        let rows = values.buffers.get_mut(&component.slot);
        let row = rows.and_then(|rows| rows.get_mut(component.row as usize));
        if let Some(row) = row {
            row[usize::from(component.component)] = component_value(random, false);
        }
    }
    values
}

/// How a translation compares with its source.
struct Size {
    name: &'static str,
    /// The instructions of the source, without declarations.
    instructions: usize,
    words: usize,
    registers: usize,
    uniforms: usize,
    /// The instructions that the source and the translation execute in the first golden run.
    executed: [u64; 2],
}

fn size(name: &'static str, options: &Options) -> Size {
    let translated = translate(name, options);
    let code = translated.source.instructions().iter();
    let first = runs(name).remove(0);
    let [temporaries, uniforms] = translated.registers();
    Size {
        name,
        instructions: code.filter(|instruction| !instruction.is_declaration()).count(),
        words: translated.words(),
        registers: temporaries,
        uniforms,
        executed: translated.executed(&first),
    }
}

#[test]
fn translations_are_not_larger_than_their_sources() {
    /// Shaders with separate limits. Rounding, trigonometry, saturation, absolute values and selects are single
    /// instructions or modifiers of Direct3D.
    const LIMITS: [(&str, usize); 7] = [
        ("vs-light", 24),
        ("vs-mvp", 8),
        ("vs-passthrough", 3),
        ("vs-round", 17),
        ("vs-saturate-abs-neg", 11),
        ("vs-select", 9),
        ("vs-sincos", 17),
    ];
    let mut table = format!(
        "{:<22}{:>13}{:>7}{:>13}{:>10}{:>18}\n",
        "shader", "instructions", "words", "temporaries", "uniforms", "executed"
    );
    let mut too_large = Vec::new();
    for (name, options, _) in translatable() {
        let size = size(name, &options);
        let own = LIMITS.iter().find(|(limited, _)| *limited == name);
        let limit = own.map_or(size.instructions, |(_, words)| *words);
        if size.words > limit {
            too_large.push(format!("{name}: {} words, not {limit}", size.words));
        }
        let [source, translation] = size.executed;
        let executed = format!("{source} -> {translation}");
        writeln!(
            table,
            "{:<22}{:>13}{:>7}{:>13}{:>10}{executed:>18}",
            size.name, size.instructions, size.words, size.registers, size.uniforms
        )
        .unwrap();
    }
    insta::assert_snapshot!(table);
    assert_eq!(too_large, Vec::<String>::new());
}
