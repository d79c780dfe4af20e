//! SPIR-V modules: the output of compilers, compared with the GLSL sources.

use std::fs;
use std::path::Path;

use super::read;
use crate::ir::Program;
use crate::ir::evaluate::{self, Environment};
use crate::options::{Language, Options};
use crate::passes::ordered;

/// Reads a file and executes all passes on it.
fn program(path: &Path, language: Language) -> Program {
    let options = Options {
        ignore_output: vec!["*".to_owned()],
        ..Options::default()
    };
    let (source, diagnostics) = read(language, &fs::read(path).unwrap(), &options);
    let errors: Vec<_> = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
    assert!(errors.is_empty(), "{}: {errors:#?}", path.display());
    let mut program = source.program;
    for pass in ordered(&options) {
        pass.run(&mut program, &options).unwrap();
        program.verify(pass.form).unwrap();
    }
    program
}

/// Returns a small number that depends on a name and some numbers alone.
fn number(name: &str, numbers: [usize; 3]) -> f32 {
    let bytes = name.bytes().map(usize::from).chain(numbers.iter().map(|n| n + 1));
    let hash = bytes.fold(7, |hash: usize, byte| {
        hash.wrapping_mul(31).wrapping_add(byte * 17) % 100_003
    });
    f32::from(u8::try_from(hash % 41).unwrap()) / 8.0 - 2.5
}

/// Returns the components of the outputs, in the order of their properties.
fn outputs(program: &Program, round: usize) -> Vec<(&'static str, Vec<f32>)> {
    let inputs: Vec<_> = (program.inputs.iter())
        .map(|input| {
            let register = usize::from(input.register);
            [0, 1, 2, 3].map(|component| number("input", [register, component, round]))
        })
        .collect();
    let uniforms: Vec<Vec<_>> = (program.uniforms.iter())
        .map(|uniform| {
            let is_index = ["index", "i", "j"].contains(&uniform.name.as_str());
            let row = |row| {
                [0, 1, 2, 3].map(|component| {
                    if is_index {
                        f32::from(u8::try_from(round % 2).unwrap())
                    } else {
                        number(&uniform.name, [row, component, round])
                    }
                })
            };
            (0..usize::from(uniform.rows)).map(row).collect()
        })
        .collect();
    let environment = Environment {
        inputs: &inputs,
        uniforms: &uniforms,
        procedures: &[],
    };
    let outputs = evaluate::run(program, &environment, 10_000).unwrap();
    let names = program.outputs.iter().map(|output| output.property.name);
    let mut outputs: Vec<_> = names.zip(outputs.iter().map(|all| all.to_vec())).collect();
    outputs.sort_by_key(|(name, _)| *name);
    outputs
}

/// The modules beside the sources are the output of `glslangValidator -V`, or of `glslangValidator -G --aml --amb` for
/// names that begin with `opengl`, and the same modules after `spirv-opt -O --skip-validation`.
#[test]
fn modules_compute_what_their_sources_compute() {
    let folder = format!("{}/src/naga/tests/modules/pairs", env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "vert") {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        let original = program(&path, Language::Glsl);
        for module in [format!("{name}.spv"), format!("{name}-optimized.spv")] {
            let translated = program(&path.with_file_name(&module), Language::SpirV);
            for round in 0..20 {
                let [expected, found] = [&original, &translated].map(|p| outputs(p, round));
                for ((property, expected), (other, found)) in expected.iter().zip(&found) {
                    assert_eq!(property, other, "{module}");
                    for (a, b) in expected.iter().zip(found) {
                        let is_near = (a - b).abs() <= 1e-3 * a.abs().max(1.0);
                        assert!(
                            is_near || a == b || a.is_nan() && b.is_nan(),
                            "{module}, {property}, round {round}: {expected:?} and {found:?}"
                        );
                    }
                }
                assert_eq!(expected.len(), found.len(), "{module}");
                count += 1;
            }
        }
    }
    assert_eq!(count, 240);
}

/// The module, whose text is beside it, has operations that compilers of GLSL do not write.
/// `spirv-as --target-env spv1.5` makes it.
#[test]
fn operations_compute_what_the_language_says() {
    let folder = format!("{}/src/naga/tests/modules", env!("CARGO_MANIFEST_DIR"));
    let program = program(Path::new(&format!("{folder}/operations.spv")), Language::SpirV);
    let at = |place: [f32; 4]| {
        let environment = Environment {
            inputs: &[place, [1.0, 1.0, 2.0, 2.0]],
            uniforms: &[],
            procedures: &[],
        };
        let found = evaluate::run(&program, &environment, 1000).unwrap();
        let names = program.outputs.iter().map(|output| output.property.name);
        let find = |wanted: &str| {
            let mut named = names.clone().zip(&found);
            named.find(|(name, _)| *name == wanted).unwrap().1.to_vec()
        };
        (find("position"), find("color"), find("texcoord0")[..2].to_vec())
    };
    assert_eq!(
        at([0.5, 1.0, 2.0, 3.0]),
        (vec![2.0, 2.0, 4.0, 5.0], vec![1.0, 1.0, 2.0, 2.0], vec![2.0, 1.5])
    );
    assert_eq!(
        at([-1.25, 0.0, 0.0, 5.0]),
        (vec![2.0, 2.0, 4.0, 7.0], vec![-1.25, 0.75, 1.0, 1.0], vec![1.0, -0.25])
    );
    assert_eq!(
        at([-3.5, 1.0, 1.0, 1.0]),
        (vec![2.0, 2.0, 4.0, 4.0], vec![-3.5, 0.5, 1.0, 1.0], vec![1.0, -0.5])
    );
    // NaN differs from all numbers, and minima ignore it.
    let (position, color, _) = at([f32::NAN, 1.0, 1.0, 1.0]);
    assert!(position[0].is_nan(), "{position:?}");
    assert!(color[0].is_nan(), "{color:?}");
}
