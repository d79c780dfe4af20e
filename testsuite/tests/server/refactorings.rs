//! Refactorings: their result assembles to the same code or has the same outputs.

use pica200_asm::{AssemblyOptions, assemble};
use pica200_link::LinkOptions;
use pica200_machine::{Machine, Program, ShaderChoice, Value as RegisterValue, Vector};
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_testsuite::case::CaseSource;
use pica200_testsuite::editor::{Editor, apply, position};
use pica200_testsuite::run::run;
use serde_json::{Value, json};

const URI: &str = "file:///changed/shader.v.pica";

/// The declarations before the code of a test.
const NAMES: &str = ".fvec m[5]\n.in pos\n.out o position\n";

/// Returns the refactorings offered for a source. The cursor is at the `|`, or the selection between two of them.
fn offered(marked: &str) -> (String, Vec<(String, String)>) {
    let places: Vec<usize> = marked.match_indices('|').map(|(at, _)| at).collect();
    let source = marked.replace('|', "");
    let first = places.first().copied().expect("a cursor");
    let last = places.get(1).map_or(first, |at| at - 1);
    let mut editor = Editor::start(&json!({
        "capabilities": {
            "textDocument": { "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } } } },
        },
    }));
    editor.open(URI, &source);
    let params = json!({
        "textDocument": { "uri": URI },
        "range": { "start": position(&source, first), "end": position(&source, last) },
        "context": { "diagnostics": [], "only": ["refactor"] },
    });
    let answer = editor.request("textDocument/codeAction", params);
    let actions = answer.expect("the source has actions");
    let actions = actions.as_array().cloned().unwrap_or_default();
    editor.end();
    let change = |action: &Value| {
        let title = action["title"].as_str().expect("a title").to_owned();
        let edits = action["edit"]["changes"][URI].as_array().expect("edits");
        (title, apply(&source, edits))
    };
    let changes = actions.iter().map(change).collect();
    (source, changes)
}

/// Checks that a refactoring is offered in some code, that it has the expected result, and that both assemble to the
/// same words.
fn check(code: &str, title: &str, expected: &str) {
    let (source, changes) = offered(&format!("{NAMES}{code}"));
    let found = changes.iter().find(|(found, _)| found == title);
    let titles: Vec<_> = changes.iter().map(|(title, _)| title).collect();
    assert!(found.is_some(), "{title} is not among {titles:?}");
    let (_, changed) = found.unwrap();
    assert_eq!(changed.strip_prefix(NAMES), Some(expected));
    let objects = [&source, changed].map(|text| {
        let assembly = assemble("shader", text.as_bytes(), &AssemblyOptions::default());
        let object = assembly.object.expect("there are no errors");
        (object.code, object.descriptors, object.relocations, object.outputs)
    });
    assert_eq!(objects[0], objects[1]);
}

/// Checks that no refactoring is offered.
fn check_none(code: &str) {
    let (_, changes) = offered(&format!("{NAMES}{code}"));
    assert_eq!(changes, []);
}

#[test]
fn a_register_of_a_procedure_gets_a_name() {
    check(
        ".proc other\n\tmov r0, pos\n.end\n; é\n.proc main\n\tmov |r0, pos ; é r0\n\tadd R0.x, -r0.y, r0.xyzw\n\tmov o, r0\n\tend\n.end\n",
        "Extract an alias for `r0` in this procedure",
        ".proc other\n\tmov r0, pos\n.end\n; é\n.alias value r0\n.proc main\n\tmov value, pos ; é r0\n\tadd value.x, -value.y, value.xyzw\n\tmov o, value\n\tend\n.end\n",
    );
}

#[test]
fn a_register_of_a_selection_gets_a_name_that_is_free() {
    check(
        ".alias value r9\n.proc main\n\tmov r0, v0\n|\tmul r0, v0, r0\n|\tmov o, r0\n\tend\n.end\n",
        "Extract an alias for `r0` in the selection",
        ".alias value r9\n.alias value2 r0\n.proc main\n\tmov r0, v0\n\tmul value2, v0, value2\n\tmov o, r0\n\tend\n.end\n",
    );
    check(
        ".proc main\n\tmov o, |v0\n\tend\n.end\n",
        "Extract an alias for `v0` in this procedure",
        ".alias attribute v0\n.proc main\n\tmov o, attribute\n\tend\n.end\n",
    );
}

#[test]
fn one_value_of_a_register_gets_a_name() {
    check(
        ".bool b\n.proc main\n\tmov r0, pos\n\tmov o.x, r0\n\tmov r0.x, pos.y\n\tifu b\n\tmov r0.y, pos.x\n\t.else\n\tmov r0.y, pos.z\n\t.end\n\tmov o.yz, |r0.xyxy\n\tadd r0.w, r0.x, pos\n\tmov o.w, r0.w\n\tend\n.end\n",
        "Name the value that `r0` holds here",
        ".bool b\n.alias value r0\n.proc main\n\tmov r0, pos\n\tmov o.x, r0\n\tmov value.x, pos.y\n\tifu b\n\tmov value.y, pos.x\n\t.else\n\tmov value.y, pos.z\n\t.end\n\tmov o.yz, value.xyxy\n\tadd r0.w, value.x, pos\n\tmov o.w, r0.w\n\tend\n.end\n",
    );
}

#[test]
fn a_matrix_product_becomes_a_macro() {
    check(
        ".proc main\n\tdp4 o.x, m[1], pos\n\tdp4 o.y, m[2], |pos\n\tdp4 o.z, m[3], pos\n\tdp4 o.w, m[4], pos ; é\n\tend\n.end\n",
        "Extract the matrix product as a macro",
        ".macro transform to, matrix, from\n\tdp4 \\to.x, \\matrix[1], \\from\n\tdp4 \\to.y, \\matrix[2], \\from\n\tdp4 \\to.z, \\matrix[3], \\from\n\tdp4 \\to.w, \\matrix[4], \\from\n.endm\n.proc main\n\ttransform o, m, pos ; é\n\tend\n.end\n",
    );
    // Rows in another order, and a comment that would be lost.
    check_none(
        ".proc main\n\tdp4 o.x, m[1], p|os\n\tdp4 o.y, m[3], pos\n\tdp4 o.z, m[2], pos\n\tdp4 o.w, m[4], pos\n\tend\n.end\n",
    );
    check_none(
        ".proc main\n\tdp4 o.x, m[1], p|os ; why\n\tdp4 o.y, m[2], pos\n\tdp4 o.z, m[3], pos\n\tdp4 o.w, m[4], pos\n\tend\n.end\n",
    );
}

#[test]
fn a_call_of_a_macro_becomes_its_lines() {
    check(
        ".macro transform to, matrix, from\n\tdp4 \\to.x, \\matrix[0], \\from\n\n\tdp4 \\to.yzw, \\matrix[1], \\from\n.endm\n.proc main\n\ttrans|form o, m, pos\n\tend\n.end\n",
        "Inline the call of `transform`",
        ".macro transform to, matrix, from\n\tdp4 \\to.x, \\matrix[0], \\from\n\n\tdp4 \\to.yzw, \\matrix[1], \\from\n.endm\n.proc main\n\tdp4 o.x, m[0], pos\n\tdp4 o.yzw, m[1], pos\n\tend\n.end\n",
    );
}

#[test]
fn sources_with_errors_get_none() {
    check_none(".proc main\n\tmov |r0, pos\n\tmvo o, r0\n\tend\n.end\n");
}

#[test]
fn names_in_macros_are_not_changed() {
    // The procedure is generated by a macro.
    check_none(".macro all\n.proc main\n\tmov |r0, pos\n\tmov o, r0\n\tend\n.end\n.endm\nall\n");
}

/// Returns the first output of a source for an input.
fn output(source: &str, input: Vector) -> Vector {
    let sources = [CaseSource {
        name: "shader.v.pica".to_owned(),
        text: source.as_bytes().to_vec(),
        is_included: false,
    }];
    let outcome = run(&sources, &AssemblyOptions::default(), Some(&LinkOptions::default()));
    let shbin = outcome.output.expect("the source links").shbin;
    let program = Program::load(&shbin, ShaderChoice::Index(0)).expect("the program can be loaded");
    let mut machine = Machine::new(&program);
    let register = Register {
        bank: Bank::Input,
        number: 0,
    };
    let set = machine.set(register, RegisterValue::Vector(input));
    set.expect("the input exists");
    machine.run(1000).expect("the program ends");
    let [first, ..] = machine.outputs();
    first
}

/// Checks that a refactoring of constants is the only one offered, and that the changed source has the same outputs.
fn check_constants(code: &str, title: &str, expected: &str) {
    let (source, changes) = offered(&format!("{NAMES}{code}"));
    let [(found, changed)] = changes.as_slice() else {
        unreachable!("there is not one change: {changes:?}");
    };
    assert_eq!(found, title);
    assert_eq!(changed.strip_prefix(NAMES), Some(expected));
    for input in [[0.0; 4], [1.0, 2.0, 3.0, 4.0], [-0.5, 8.0, -3.0, 0.25]] {
        assert_eq!(output(&source, input), output(changed, input), "{input:?}");
    }
}

#[test]
fn a_constant_moves_to_a_component_with_room() {
    check_constants(
        ".constf half(0.5, 0.5, 0.5, 0.5)\n.constf k(2, 3, (1+1) , 0) ; é\n.proc main\n\tmul r0, -|half, pos\n\tadd r0, k.xyyy, r0\n\tmul o.xyz, half.xzy, r0\n\tmov o.w, k.x\n\tend\n.end\n",
        "Move the value of `half` to `k.z`",
        ".constf k(2, 3, 0.5 , 0) ; é\n.proc main\n\tmul r0, -k.z, pos\n\tadd r0, k.xyyy, r0\n\tmul o.xyz, k.z, r0\n\tmov o.w, k.x\n\tend\n.end\n",
    );
}

#[test]
fn a_constant_is_read_from_an_equal_component() {
    // Only the first component of the constant is read, and the other constant has no unused component.
    check_constants(
        ".constf k(2, 3, 4, 0.5)\n.constf h|alf(1.0/2, 0, 7, 1) ; why\n.proc main\n\tmul r0, half.x, pos\n\tadd o, k, r0\n\tend\n.end\n",
        "Read `k.w` instead of `half`",
        ".constf k(2, 3, 4, 0.5)\n; why\n.proc main\n\tmul r0, k.w, pos\n\tadd o, k, r0\n\tend\n.end\n",
    );
}

#[test]
fn constants_without_room_or_with_other_uses_stay() {
    let body = ".proc main\n\tmul r0, h|alf.x, pos\n\tadd o, k, r0\n\tend\n.end\n";
    for declarations in [
        // No unused component.
        ".constf half(0.5, 0, 0, 0)\n.constf k(1, 2, 3, 4)\n",
        // The register is fixed in the source.
        ".constf half(0.5, 0, 0, 0) c90\n.constf k(0.5, 2, 3, 4)\n",
        // An alias reads the constant.
        ".constf half(0.5, 0, 0, 0)\n.constf k(0.5, 2, 3, 4)\n.alias other half.x\n",
        // The declaration is not on a separate line.
        ".macro make name\n.constf \\name(0.5, 0, 0, 0)\n.endm\nmake half\n.constf k(0.5, 2, 3, 4)\n",
    ] {
        check_none(&format!("{declarations}{body}"));
    }
    // Two values are read.
    check_none(
        ".constf half(0.5, 1, 0, 0)\n.constf k(0, 0, 0, 0)\n.proc main\n\tmul r0, hal|f.xyxy, pos\n\tadd o, k.x, r0\n\tend\n.end\n",
    );
    // A register number can mean any constant.
    check_none(
        ".constf half(0.5, 1, 0, 0)\n.constf k(0.5, 0, 0, 0)\n.proc main\n\tmul r0, hal|f.x, pos\n\tadd r0, c90, r0\n\tadd o, k.x, r0\n\tend\n.end\n",
    );
}
