//! The golden files: each program computes the values of an independent device, and each refusal matches the file
//! beside it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use pica200_asm::{AssemblyOptions, assemble};
use pica200_link::{Input, LinkOptions};
use pica200_objfmt::isa::property::by_name;
use serde_json::Value;

use super::read;
use crate::diagnostic::Diagnostic;
use crate::ir::evaluate::{self, Environment};
use crate::ir::{Form, Program, Uniform};
use crate::options::{Language, Options, OutputMapping};
use crate::passes::ordered;
use crate::target::tests::{self, Numbers, binary};

/// Files of a directory of golden files with a suffix, in order.
fn files(folder: &str, suffix: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testsuite/golden")
        .join(folder);
    let entries = fs::read_dir(&folder).unwrap();
    let mut paths: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_str().unwrap().ends_with(suffix))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    paths
}

fn is_refused(path: &Path) -> bool {
    path.file_name().unwrap().to_str().unwrap().starts_with("refuse-")
}

/// Returns the numbers of a value, in order: a list of lists is a matrix.
fn numbers(value: &Value) -> Vec<f32> {
    match value {
        Value::Array(items) => items.iter().flat_map(numbers).collect(),
        Value::Bool(holds) => vec![f32::from(u8::from(*holds))],
        other => vec![narrow(other.as_f64().unwrap())],
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the files hold floats")]
fn narrow(number: f64) -> f32 {
    number as f32
}

/// Returns the name of the uniform for a path, and the index of the element: members are joined by `_`, arrays stay
/// arrays.
fn name_of_path(path: &str, is_block: impl Fn(&str) -> bool) -> (String, usize) {
    let mut index = 0;
    let mut names = Vec::new();
    for part in path.split('.') {
        let (name, rest) = part.split_once('[').unwrap_or((part, ""));
        names.push(name);
        if let Some(number) = rest.strip_suffix(']') {
            index = number.parse().unwrap();
        }
    }
    if names.len() > 1 && is_block(names[0]) {
        names.remove(0);
    }
    (names.join("_"), index)
}

/// Returns the rows of the uniforms of a program for a case.
fn uniforms(program: &Program, types: &Value, values: &Value) -> Vec<Vec<[f32; 4]>> {
    let mut all: Vec<_> = program
        .uniforms
        .iter()
        .map(|uniform| vec![[0.0; 4]; usize::from(uniform.rows)])
        .collect();
    for (path, value) in values.as_object().unwrap() {
        let (name, index) = name_of_path(path, |_| true);
        let has_name = |uniform: &Uniform| uniform.name == name;
        let Some(place) = program.uniforms.iter().position(has_name) else {
            panic!("no uniform `{name}` for `{path}`");
        };
        let rows = &mut all[place];
        let numbers = numbers(value);
        if let Some(size) = types[path].as_str().unwrap().strip_prefix("mat") {
            let rows_of_matrix: usize = size.get(2..3).unwrap().parse().unwrap();
            for (column, lanes) in numbers.chunks(rows_of_matrix).enumerate() {
                for (row, lane) in lanes.iter().enumerate() {
                    rows[index * rows_of_matrix + row][column] = *lane;
                }
            }
        } else {
            for (component, number) in rows[index].iter_mut().zip(numbers) {
                *component = number;
            }
        }
    }
    all
}

/// Runs all cases of a file on a IR program.
fn run(program: &Program, file: &Path) {
    run_by(program, file, |numbers| {
        let environment = Environment {
            inputs: &numbers.inputs,
            uniforms: &numbers.uniforms,
            procedures: &[],
        };
        evaluate::run(program, &environment, 1_000_000).unwrap()
    });
}

/// Runs all cases of a file. `outputs` gives the components of each output of the program.
fn run_by(program: &Program, file: &Path, outputs: impl Fn(&Numbers) -> Vec<Vec<f32>>) {
    let name = file.display();
    let text = fs::read_to_string(file).unwrap();
    let run: Value = serde_json::from_str(&text).unwrap();
    let tolerance = run["tolerance"].as_f64().unwrap();
    let cases = run["cases"].as_array().unwrap();
    assert!(!cases.is_empty(), "{name} has no cases");
    for case in cases {
        let inputs: Vec<[f32; 4]> = program
            .inputs
            .iter()
            .map(|input| {
                let value = &case["inputs"][input.register.to_string()];
                let mut components = [0.0, 0.0, 0.0, 1.0];
                for (component, number) in components.iter_mut().zip(numbers(value)) {
                    *component = number;
                }
                components
            })
            .collect();
        let uniforms = uniforms(program, &run["uniforms"], &case["uniforms"]);
        let results = outputs(&Numbers { inputs, uniforms });
        let by_property: BTreeMap<_, _> = program
            .outputs
            .iter()
            .map(|output| output.property.name)
            .zip(results)
            .collect();
        for (key, output) in run["outputs"].as_object().unwrap() {
            let property = output["property"].as_str().unwrap();
            let found = &by_property[property];
            let expected = numbers(&case["outputs"][key]);
            assert!(found.len() >= expected.len(), "{name}: {property}");
            for (found, expected) in found.iter().zip(&expected) {
                let (found, expected) = (f64::from(*found), f64::from(*expected));
                let error = (found - expected).abs() / expected.abs().max(1.0);
                assert!(
                    error <= tolerance,
                    "{name}: {}: {property} is {found}, not {expected}",
                    case["name"]
                );
            }
        }
    }
}

fn translate(language: Language, path: &Path) -> Result<Program, Vec<Diagnostic>> {
    translate_bytes(language, &fs::read(path).unwrap())
}

fn translate_bytes(language: Language, bytes: &[u8]) -> Result<Program, Vec<Diagnostic>> {
    let (source, diagnostics) = read(language, bytes, &Options::default());
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    source.program.verify(Form::PreSsa).unwrap();
    Ok(source.program)
}

/// Returns the program after all passes.
fn improved(mut program: Program) -> Program {
    let options = Options::default();
    for pass in ordered(&options) {
        pass.run(&mut program, &options).unwrap();
        program.verify(pass.form).unwrap();
    }
    program
}

/// Returns the text of the assembly of a file.
fn assembly(path: &Path, options: &Options) -> String {
    let name = path.file_name().unwrap().to_str().unwrap();
    let compilation = crate::compile(name, &fs::read(path).unwrap(), options);
    let lines = compilation.assembly.unwrap();
    lines.iter().map(|line| line.text.clone() + "\n").collect()
}

/// Checks all cases on the IR program, after the passes, and in assembly on the GPU. Returns the words of each
/// translation beside which a program written by hand lies, with the words of that.
fn check_all(folder: &str, suffix: &str, language: Language) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    for path in files(folder, suffix) {
        if is_refused(&path) {
            continue;
        }
        let program = translate(language, &path).unwrap_or_else(|diagnostics| {
            panic!("{}: {diagnostics:#?}", path.display());
        });
        let file = path.with_extension("run.json");
        run(&program, &file);
        let program = improved(program);
        run(&program, &file);
        let shbin = binary(&assembly(&path, &Options::default()));
        run_by(&program, &file, |numbers| tests::outputs(&program, &shbin, numbers));
        if let Ok(by_hand) = fs::read(path.with_extension("vsh")) {
            words.push((shbin.program.code.len(), words_of(&by_hand)));
        }
    }
    words
}

/// Returns the number of words of a source in assembly.
fn words_of(source: &[u8]) -> usize {
    let assembly = assemble("hand.vsh", source, &AssemblyOptions::default());
    let input = Input {
        name: "hand.vsh".to_owned(),
        object: assembly.object.unwrap(),
    };
    let linked = pica200_link::link(&[input], &LinkOptions::default());
    linked.unwrap().output.shbin.program.code.len()
}

/// Checks that all cases hold for a form of each GLSL golden file.
fn check_forms(form: impl Fn(&str) -> String) {
    for path in files("glsl", ".vert") {
        if is_refused(&path) {
            continue;
        }
        let text = form(&fs::read_to_string(&path).unwrap());
        let program = translate_bytes(Language::Glsl, text.as_bytes())
            .unwrap_or_else(|diagnostics| panic!("{}: {text}{diagnostics:#?}", path.display()));
        run(&program, &path.with_extension("run.json"));
    }
}

/// Returns a line without its layout.
fn without_layout(line: &str) -> &str {
    match line.split_once(") ") {
        Some((layout, rest)) if layout.starts_with("layout(") => rest,
        _ => line,
    }
}

/// Returns the same shader in GLSL 3.30: no locations, no bindings.
fn desktop(text: &str) -> String {
    let lines = text.lines().map(|line| match line {
        "#version 450" => "#version 330",
        line => without_layout(line),
    });
    lines.map(|line| format!("{line}\n")).collect()
}

/// Returns the same shader in GLSL ES 1.00: attributes, varyings, and uniforms outside blocks.
fn embedded(text: &str) -> String {
    let (mut lines, mut instances) = (Vec::new(), Vec::new());
    let mut in_block = false;
    for line in text.lines() {
        let bare = without_layout(line);
        if bare.starts_with("uniform ") && bare.ends_with('{') {
            in_block = true;
        } else if in_block && bare.starts_with('}') {
            in_block = false;
            instances.push(bare.trim_matches(['}', ';', ' ']).to_owned());
        } else if in_block {
            lines.push(format!("uniform mediump {}", bare.trim()));
        } else if let Some(rest) = bare.strip_prefix("in ") {
            lines.push(format!("attribute {rest}"));
        } else if let Some(rest) = bare.strip_prefix("out ") {
            lines.push(format!("varying {rest}"));
        } else if bare == "#version 450" {
            lines.push("#version 100\nprecision highp float;".to_owned());
        } else {
            lines.push(bare.to_owned());
        }
    }
    let mut text = lines.join("\n");
    for instance in instances.iter().filter(|instance| !instance.is_empty()) {
        for before in [" ", "(", "-", "\t"] {
            text = text.replace(&format!("{before}{instance}."), before);
        }
    }
    text
}

/// Checks that each line of the expectation is met by an error.
fn check_refusals(folder: &str, suffix: &str) {
    let mut count = 0;
    for path in files(folder, suffix) {
        if !is_refused(&path) {
            continue;
        }
        count += 1;
        let name = path.file_name().unwrap().to_str().unwrap();
        let compilation = crate::compile(name, &fs::read(&path).unwrap(), &Options::default());
        assert!(compilation.assembly.is_none(), "{name}");
        let diagnostics = compilation.diagnostics;
        let expected = fs::read_to_string(path.with_extension("expect")).unwrap();
        for line in expected.lines() {
            let mut words = line.split_whitespace();
            let number: u32 = words.next().unwrap().parse().unwrap();
            let words: Vec<_> = words.map(str::to_lowercase).collect();
            let meets = |diagnostic: &Diagnostic| {
                let help = diagnostic.help.as_deref().unwrap_or_default();
                let text = format!("{} {help}", diagnostic.message).to_lowercase();
                let place = diagnostic.location().copied().map_or(0, |place| place.line);
                (number == 0 || number == place) && words.iter().all(|word| text.contains(word))
            };
            assert!(
                diagnostics.iter().any(meets),
                "{}: {line}: {diagnostics:#?}",
                path.display()
            );
        }
    }
    assert!(count > 0, "no refusals in {folder}");
}

#[test]
fn wgsl_goldens_compute_the_same() {
    let words = check_all("wgsl", ".wgsl", Language::Wgsl);
    let sums = words.iter().fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
    assert!(sums.1 > 0 && sums.0 * 100 <= sums.1 * 105, "{sums:?}");
    for (translated, by_hand) in words {
        assert!(translated <= (by_hand * 12).div_ceil(10), "{translated}, {by_hand}");
    }
}

#[test]
fn glsl_goldens_compute_the_same() {
    check_all("glsl", ".vert", Language::Glsl);
}

#[test]
fn wgsl_refusals_say_why() {
    check_refusals("wgsl", ".wgsl");
}

#[test]
fn glsl_refusals_say_why() {
    check_refusals("glsl", ".vert");
}

#[test]
fn glsl_goldens_compute_the_same_in_version_330() {
    check_forms(desktop);
}

#[test]
fn glsl_goldens_compute_the_same_in_the_version_for_embedded_systems() {
    check_forms(embedded);
}

/// Options that give the outputs of a case file their properties by location: the modules have no names for them.
fn mapped(file: &Path) -> Options {
    let run: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let outputs = run["outputs"].as_object().unwrap();
    let by_location = outputs.iter().filter(|(key, _)| *key != "position");
    Options {
        map_output: by_location
            .map(|(location, output)| OutputMapping {
                name: format!("@location({location})"),
                property: by_name(output["property"].as_str().unwrap()).unwrap(),
                is_added: false,
            })
            .collect(),
        ..Options::default()
    }
}

/// Checks all cases on each module of a directory; each has the meaning of the GLSL shader with its name.
fn check_modules(folder: &str) {
    for path in files(folder, ".spv") {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let glsl = files("glsl", &format!("/{name}.run.json"));
        let [file] = glsl.as_slice() else {
            panic!("no cases for {}", path.display());
        };
        let bytes = fs::read(&path).unwrap();
        let options = mapped(file);
        let (source, diagnostics) = read(Language::SpirV, &bytes, &options);
        assert!(diagnostics.is_empty(), "{}: {diagnostics:#?}", path.display());
        source.program.verify(Form::PreSsa).unwrap();
        // Each location is a line of the listing.
        let lines = source.listing.lines().count();
        assert!(
            source
                .places
                .iter()
                .all(|place| (1..=lines).contains(&(place.line as usize)))
        );
        run(&source.program, file);
        let program = improved(source.program);
        run(&program, file);
        let shbin = binary(&assembly(&path, &options));
        run_by(&program, file, |numbers| tests::outputs(&program, &shbin, numbers));
    }
}

#[test]
fn modules_of_spirv_compute_the_same() {
    check_modules("spirv");
}

#[test]
fn modules_of_glslang_compute_the_same() {
    check_modules("spirv/glslang");
    check_modules("spirv/optimized");
}
