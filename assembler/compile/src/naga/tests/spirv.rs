//! Modules of SPIR-V: what compilers write, compared with the sources in GLSL, and modules that are wrong.

use std::fs;
use std::path::Path;

use ::spirv::Op;

use super::read;
use crate::finding::Finding;
use crate::ir::Program;
use crate::ir::evaluate::{self, Environment};
use crate::options::{Language, Options};
use crate::passes::ordered;

/// Reads a file and carries out all passes on it.
fn program(path: &Path, language: Language) -> Program {
    let options = Options {
        ignore_output: vec!["*".to_owned()],
        ..Options::default()
    };
    let (source, findings) = read(language, &fs::read(path).unwrap(), &options);
    let errors: Vec<_> = findings
        .iter()
        .filter(|finding| finding.is_error())
        .collect();
    assert!(errors.is_empty(), "{}: {errors:#?}", path.display());
    let mut program = source.program;
    for pass in ordered(&options) {
        pass.run(&mut program, &options).unwrap();
        program.verify(pass.form).unwrap();
    }
    program
}

/// A small number that depends on a name and some numbers alone.
fn number(name: &str, numbers: [usize; 3]) -> f32 {
    let bytes = name
        .bytes()
        .map(usize::from)
        .chain(numbers.iter().map(|n| n + 1));
    let hash = bytes.fold(7, |hash: usize, byte| {
        hash.wrapping_mul(31).wrapping_add(byte * 17) % 100_003
    });
    f32::from(u8::try_from(hash % 41).unwrap()) / 8.0 - 2.5
}

/// The components of the outputs, in the order of their properties.
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
                [0, 1, 2, 3].map(|component| match is_index {
                    true => f32::from(u8::try_from(round % 2).unwrap()),
                    false => number(&uniform.name, [row, component, round]),
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

/// The modules beside the sources are what `glslangValidator -V` makes of them, or `glslangValidator -G --aml --amb` of those
/// whose names begin with `opengl`, and what `spirv-opt -O --skip-validation` makes of that.
#[test]
fn modules_compute_what_their_sources_compute() {
    let folder = format!(
        "{}/src/naga/tests/modules/pairs",
        env!("CARGO_MANIFEST_DIR")
    );
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
    assert_eq!(count, 200);
}

/// The module, whose text is beside it, has operations that compilers of GLSL do not write.
/// `spirv-as --target-env spv1.5` makes it.
#[test]
fn operations_compute_what_the_language_says() {
    let folder = format!("{}/src/naga/tests/modules", env!("CARGO_MANIFEST_DIR"));
    let program = program(
        Path::new(&format!("{folder}/operations.spv")),
        Language::SpirV,
    );
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
        (
            find("position"),
            find("color"),
            find("texcoord0")[..2].to_vec(),
        )
    };
    assert_eq!(
        at([0.5, 1.0, 2.0, 3.0]),
        (
            vec![2.0, 2.0, 4.0, 5.0],
            vec![1.0, 1.0, 2.0, 2.0],
            vec![2.0, 1.5]
        )
    );
    assert_eq!(
        at([-1.25, 0.0, 0.0, 5.0]),
        (
            vec![2.0, 2.0, 4.0, 7.0],
            vec![-1.25, 0.75, 1.0, 1.0],
            vec![1.0, -0.25]
        )
    );
    assert_eq!(
        at([-3.5, 1.0, 1.0, 1.0]),
        (
            vec![2.0, 2.0, 4.0, 4.0],
            vec![-3.5, 0.5, 1.0, 1.0],
            vec![1.0, -0.5]
        )
    );
    // What is not a number differs from all numbers, and is left out of minima.
    let (position, color, _) = at([f32::NAN, 1.0, 1.0, 1.0]);
    assert!(position[0].is_nan(), "{position:?}");
    assert!(color[0].is_nan(), "{color:?}");
}

/// The instructions of a module with an entry point `main`, whose only block has some instructions.
struct Module {
    words: Vec<u32>,
}

const VOID: u32 = 1;
const SIGNATURE: u32 = 2;
const FLOAT: u32 = 3;
const VECTOR: u32 = 4;
const UINT: u32 = 5;
const ONE: u32 = 6;
const TO_OUTPUT: u32 = 7;
const POSITION: u32 = 8;
const MAIN: u32 = 9;
const ONES: u32 = 10;
const TWO: u32 = 11;
const SET: u32 = 12;
/// The first id that tests use.
const OWN: u32 = 20;

impl Module {
    fn new() -> Self {
        let mut module = Self {
            words: vec![::spirv::MAGIC_NUMBER, 0x0001_0000, 0, 1000, 0],
        };
        module
            .add(Op::Capability, &[1])
            .add(
                Op::ExtInstImport,
                &[SET, 0x4c53_4c47, 0x6474_732e, 0x3035_342e, 0],
            )
            .add(Op::EntryPoint, &[0, MAIN, 0x6e69_616d, 0, POSITION])
            .add(Op::Decorate, &[POSITION, 11, 0])
            .add(Op::TypeVoid, &[VOID])
            .add(Op::TypeFunction, &[SIGNATURE, VOID])
            .add(Op::TypeFloat, &[FLOAT, 32])
            .add(Op::TypeInt, &[UINT, 32, 0])
            .add(Op::TypeVector, &[VECTOR, FLOAT, 4])
            .add(Op::TypePointer, &[TO_OUTPUT, 3, VECTOR])
            .add(Op::Variable, &[TO_OUTPUT, POSITION, 3])
            .add(Op::Constant, &[FLOAT, ONE, 0x3f80_0000])
            .add(Op::Constant, &[UINT, TWO, 2])
            .add(Op::ConstantComposite, &[VECTOR, ONES, ONE, ONE, ONE, ONE]);
        module
    }

    fn add(&mut self, op: Op, operands: &[u32]) -> &mut Self {
        let count = u32::try_from(operands.len() + 1).unwrap();
        self.words.push(count << 16 | op as u32);
        self.words.extend(operands);
        self
    }

    /// Begins `main`.
    fn begin(&mut self) -> &mut Self {
        self.add(Op::Function, &[VOID, MAIN, 0, SIGNATURE])
            .add(Op::Label, &[900])
    }

    /// Ends `main`, which stores a position. Gives all that is reported, with the lines.
    fn end(&mut self, position: u32) -> Vec<(String, Option<u32>)> {
        self.add(Op::Store, &[POSITION, position])
            .add(Op::Return, &[])
            .add(Op::FunctionEnd, &[]);
        let bytes: Vec<_> = self
            .words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect();
        let options = Options {
            language: Some(Language::SpirV),
            ..Options::default()
        };
        let findings = crate::compile("", &bytes, &options).findings;
        let line = |finding: &Finding| finding.place.map(|place| place.line);
        findings
            .iter()
            .map(|finding| (finding.message.clone(), line(finding)))
            .collect()
    }
}

fn error(message: &str, line: u32) -> Vec<(String, Option<u32>)> {
    vec![(message.to_owned(), Some(line))]
}

#[test]
fn a_type_is_declared_once() {
    let mut module = Module::new();
    module
        .add(Op::TypeArray, &[OWN, FLOAT, TWO])
        .add(Op::TypeStruct, &[FLOAT, OWN]);
    assert_eq!(
        module.begin().end(ONES),
        error("the type %3 is declared twice", 16)
    );
}

#[test]
fn types_within_one_another_have_a_limit() {
    // Without a value, nothing is wrong.
    let mut module = Module::new();
    let mut last = VECTOR;
    for id in OWN..OWN + 300 {
        module.add(Op::TypeStruct, &[id, last]);
        last = id;
    }
    assert_eq!(module.begin().end(ONES), []);
    module = Module::new();
    last = VECTOR;
    for id in OWN..OWN + 300 {
        module.add(Op::TypeStruct, &[id, last]);
        last = id;
    }
    module
        .add(Op::TypePointer, &[500, 6, last])
        .add(Op::Variable, &[500, 501, 6])
        .begin()
        .add(Op::Load, &[last, 502, 501]);
    assert_eq!(module.end(ONES), []);
}

#[test]
fn inputs_and_outputs_have_a_limit() {
    let mut module = Module::new();
    module
        .add(Op::TypePointer, &[OWN, 1, FLOAT])
        .add(
            Op::TypeStruct,
            &std::array::from_fn::<u32, 101, _>(|i| if i == 0 { 21 } else { FLOAT }),
        )
        .add(Op::TypePointer, &[22, 3, 21])
        .add(Op::Variable, &[22, 23, 3])
        .begin()
        .add(Op::AccessChain, &[500, 24, 23, TWO]);
    module
        .add(Op::Load, &[21, 25, 23])
        .add(Op::Store, &[23, 25]);
    assert_eq!(module.end(ONES), error("%23 has more than 64 members", 18));

    let mut module = Module::new();
    module.add(Op::TypePointer, &[OWN, 1, FLOAT]);
    for id in 100..400 {
        module.add(Op::Variable, &[OWN, id, 1]);
    }
    module.begin();
    for id in 100..400 {
        module.add(Op::Load, &[FLOAT, id + 400, id]);
    }
    assert_eq!(
        module.end(ONES),
        error("the shader has more than 256 inputs and outputs", 271)
    );
}

#[test]
fn pairs_are_pairs() {
    let mut module = Module::new();
    module
        .add(Op::TypeStruct, &[OWN, UINT])
        .begin()
        .add(Op::IAddCarry, &[OWN, 21, TWO, TWO]);
    assert_eq!(
        module.end(ONES),
        error("the result of the operation is not a pair", 18)
    );
    for (function, name) in [(36, "ModfStruct"), (52, "FrexpStruct")] {
        let mut module = Module::new();
        module
            .add(Op::TypeStruct, &[OWN, FLOAT])
            .begin()
            .add(Op::ExtInst, &[OWN, 21, SET, function, ONE]);
        let message = format!("the result of `{name}` is not a pair");
        assert_eq!(module.end(ONES), error(&message, 18));
    }
}

#[test]
fn large_integers_are_refused_where_they_count() {
    let mut module = Module::new();
    module
        .add(Op::TypeInt, &[OWN, 64, 0])
        .add(Op::Constant, &[OWN, 21, 0, 1])
        .begin()
        .add(Op::ConvertUToF, &[FLOAT, 22, 21])
        .add(Op::CompositeConstruct, &[VECTOR, 23, 22, 22, 22, 22]);
    let mut dead = Module {
        words: module.words.clone(),
    };
    assert_eq!(dead.end(ONES), []);
    assert_eq!(
        module.end(23),
        error("a constant that the machine cannot hold", 19)
    );
}

#[test]
fn values_of_uniforms_in_the_module_are_ignored() {
    let mut module = Module::new();
    module
        .add(Op::TypePointer, &[OWN, 0, VECTOR])
        .add(Op::Variable, &[OWN, 21, 0, ONES])
        .add(Op::Name, &[21, 0x6b])
        .begin()
        .add(Op::Load, &[VECTOR, 22, 21]);
    assert_eq!(
        module.end(22),
        error(
            "the default value of a uniform is ignored: a shader binary cannot store it",
            16
        )
    );
}

/// Two blocks branch to each other, and both of them can come first.
#[test]
fn loops_with_several_entries_are_refused() {
    let mut module = Module::new();
    module
        .add(Op::TypeBool, &[OWN])
        .add(Op::ConstantTrue, &[OWN, 21])
        .begin()
        .add(Op::BranchConditional, &[21, 30, 31])
        .add(Op::Label, &[30])
        .add(Op::BranchConditional, &[21, 31, 32])
        .add(Op::Label, &[31])
        .add(Op::BranchConditional, &[21, 30, 32])
        .add(Op::Label, &[32]);
    let found = module.end(ONES);
    let message = "the control flow is not structured: a loop is entered at several places";
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, message);
}

/// Each block of a long chain leads to the ones before it, so that it takes many passes to find which dominate which.
#[test]
fn wild_control_flow_ends_soon() {
    let mut module = Module::new();
    module
        .add(Op::TypeBool, &[OWN])
        .add(Op::ConstantTrue, &[OWN, 21])
        .begin()
        .add(Op::BranchConditional, &[21, 10_000, 12_999]);
    for id in 10_000..13_000 {
        let (next, before) = ((id + 1).min(12_999), (id - 1).max(10_000));
        module
            .add(Op::Label, &[id])
            .add(Op::BranchConditional, &[21, next, before]);
    }
    module.add(Op::Label, &[14_000]);
    let found = module.end(ONES);
    assert_eq!(found.len(), 1);
    assert!(found[0].0.contains("not structured"), "{found:?}");
}

/// Each of many blocks gives many values to a common one.
#[test]
fn many_values_that_depend_on_many_blocks_end_soon() {
    let mut module = Module::new();
    module
        .add(Op::TypeBool, &[OWN])
        .add(Op::ConstantTrue, &[OWN, 21])
        .begin();
    const COUNT: u32 = 3000;
    let mut switch = vec![TWO, 40_000];
    for index in 0..COUNT {
        switch.extend([index, 10_000 + index]);
    }
    module.add(Op::Switch, &switch);
    for index in 0..COUNT {
        module
            .add(Op::Label, &[10_000 + index])
            .add(Op::Branch, &[40_000]);
    }
    module.add(Op::Label, &[40_000]);
    for phi in 0..150 {
        let mut operands = vec![FLOAT, 50_000 + phi, ONE, 900];
        for index in 0..COUNT {
            operands.extend([ONE, 10_000 + index]);
        }
        module.add(Op::Phi, &operands);
    }
    let found = module.end(ONES);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].0.contains("more than 300000 operations"),
        "{found:?}"
    );
}

/// glslang forgets what a parameter of HLSL is that comes in and goes out.
#[test]
fn an_output_with_the_name_of_a_position_is_the_position() {
    let without_built_in = || {
        let mut module = Module::new();
        let is_built_in = |words: &[u32]| words[1..] == [POSITION, 11, 0];
        let index = module.words.windows(4).position(is_built_in).unwrap();
        // A location.
        module.words[index + 2] = 30;
        module
    };
    let mut module = without_built_in();
    module.add(Op::Name, &[POSITION, 0x6973_6f70, 0x6e6f_6974, 0]);
    assert_eq!(module.begin().end(ONES), []);
    let mut module = without_built_in();
    module.add(Op::Name, &[POSITION, 0x6e, 0]);
    let found = module.begin().end(ONES);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].0.contains("no use"), "{found:?}");
}
