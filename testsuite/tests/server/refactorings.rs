//! Changes that keep the code: what they make of a source, which assembles to the same code.

use pica200_asm::{AssemblyOptions, assemble};
use pica200_testsuite::editor::Editor;
use serde_json::{Value, json};

const URI: &str = "file:///changed/shader.v.pica";

/// The names before the code of a test.
const NAMES: &str = ".fvec m[5]\n.in pos\n.out o position\n";

/// The changes that the server offers for a source. The cursor is at the `|`, or between two of them.
fn offered(marked: &str) -> (String, Vec<(String, String)>) {
    let places: Vec<usize> = marked.match_indices('|').map(|(at, _)| at).collect();
    let source = marked.replace('|', "");
    let first = places.first().copied().expect("a cursor");
    let last = places.get(1).map_or(first, |at| at - 1);
    let mut editor = Editor::start(&json!({
        "capabilities": {
            "general": { "positionEncodings": ["utf-8"] },
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

fn position(text: &str, byte: usize) -> Value {
    let before = &text[..byte];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": before.matches('\n').count(), "character": byte - start })
}

/// A text after edits whose columns are bytes.
fn apply(text: &str, edits: &[Value]) -> String {
    let byte = |at: &Value| {
        let line = at["line"].as_u64().expect("a line");
        let column = at["character"].as_u64().expect("a column");
        let lines = text
            .split_inclusive('\n')
            .take(usize::try_from(line).unwrap());
        lines.map(str::len).sum::<usize>() + usize::try_from(column).unwrap()
    };
    let mut changed = text.to_owned();
    for edit in edits.iter().rev() {
        let (start, end) = (byte(&edit["range"]["start"]), byte(&edit["range"]["end"]));
        changed.replace_range(start..end, edit["newText"].as_str().expect("a text"));
    }
    changed
}

/// Checks that a change is offered in some code, that it makes other code of it, and that both assemble to the same words.
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
        (
            object.code,
            object.descriptors,
            object.relocations,
            object.outputs,
        )
    });
    assert_eq!(objects[0], objects[1]);
}

/// Checks that no change is offered.
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
        "Write the matrix product as a macro",
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
        "Write the lines of `transform` in place of the call",
        ".macro transform to, matrix, from\n\tdp4 \\to.x, \\matrix[0], \\from\n\n\tdp4 \\to.yzw, \\matrix[1], \\from\n.endm\n.proc main\n\tdp4 o.x, m[0], pos\n\tdp4 o.yzw, m[1], pos\n\tend\n.end\n",
    );
}

#[test]
fn sources_with_errors_get_none() {
    check_none(".proc main\n\tmov |r0, pos\n\tmvo o, r0\n\tend\n.end\n");
}

#[test]
fn names_in_macros_are_not_changed() {
    // The procedure is made by a macro.
    check_none(".macro all\n.proc main\n\tmov |r0, pos\n\tmov o, r0\n\tend\n.end\n.endm\nall\n");
}
