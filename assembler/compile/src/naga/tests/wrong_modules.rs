//! Modules of SPIR-V that are wrong, or that have very much of one thing.

use ::spirv::Op;

use crate::diagnostic::Diagnostic;
use crate::options::{Language, Options};

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
            .add(Op::ExtInstImport, &[SET, 0x4c53_4c47, 0x6474_732e, 0x3035_342e, 0])
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

    /// Ends `main`, which stores a position. Returns all that is reported, with the lines.
    fn end(&mut self, position: u32) -> Vec<(String, Option<u32>)> {
        self.add(Op::Store, &[POSITION, position])
            .add(Op::Return, &[])
            .add(Op::FunctionEnd, &[]);
        let bytes: Vec<_> = self.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let options = Options {
            language: Some(Language::SpirV),
            ..Options::default()
        };
        let diagnostics = crate::compile("", &bytes, &options).diagnostics;
        let line = |diagnostic: &Diagnostic| diagnostic.location().copied().map(|place| place.line);
        diagnostics
            .iter()
            .map(|diagnostic| (diagnostic.message.clone(), line(diagnostic)))
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
    assert_eq!(module.begin().end(ONES), error("the type %3 is declared twice", 16));
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
    module.add(Op::Load, &[21, 25, 23]).add(Op::Store, &[23, 25]);
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
    assert_eq!(module.end(ONES), error("the result of the operation is not a pair", 18));
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
        error("a constant that the hardware cannot represent", 19)
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
    let message = "the control flow is not structured: a loop has several entries";
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
        module.add(Op::Label, &[10_000 + index]).add(Op::Branch, &[40_000]);
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
    assert!(found[0].0.contains("more than 300000 operations"), "{found:?}");
}

/// glslang drops the semantic of an `inout` parameter of HLSL.
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

/// Each function calls the one before several times.
#[test]
fn calls_within_calls_have_limits() {
    for (count, calls, message) in [
        (150, 1, "more than 100 calls are within one another"),
        (30, 3, "after inlining, the shader has more than 1000000 instructions"),
    ] {
        let mut module = Module::new();
        for id in 100..100 + count {
            module
                .add(Op::Function, &[VOID, id, 0, SIGNATURE])
                .add(Op::Label, &[id + 200]);
            for call in 0..calls {
                if id > 100 {
                    module.add(Op::FunctionCall, &[VOID, id * 10 + call, id - 1]);
                }
            }
            module.add(Op::Return, &[]).add(Op::FunctionEnd, &[]);
        }
        module.begin().add(Op::FunctionCall, &[VOID, 800, 99 + count]);
        let found = module.end(ONES);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, message);
    }
}
