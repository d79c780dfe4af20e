//! Traces: steps, register values, faults.

use crate::requests::{SHADER, built, error, example, parse};
use pica200_playground::Playground;
use serde_json::{Value, json};

fn trace(playground: &Playground, request: &Value) -> Value {
    parse(&playground.trace(&request.to_string()))
}

#[test]
fn a_vertex_has_steps_and_outputs() {
    let playground = built("a.pica", SHADER);
    let request = json!({
        "inputs": { "inPosition": [1, 2.5, -3] },
        "uniforms": { "scale": [2, 2, 2, 2], "rows[1]": [[9, "inf", "NaN", 1e-3]], "turns": [1, 2, 3], "lit": true },
    });
    let answer = trace(&playground, &request);
    assert_eq!(
        answer["steps"][0],
        json!({
            "address": 0, "text": "mul     o0, scale, inPosition", "file": "a.pica", "line": 8, "next": 1,
            "operands": [[2.0, 2.0, 2.0, 2.0], [1.0, 2.5, -3.0, 1.0]],
            "changes": [{ "register": "o0", "components": "xyzw", "value": [2.0, 5.0, -6.0, 2.0] }],
        })
    );
    assert_eq!(answer["steps"].as_array().unwrap().len(), 3);
    assert_eq!(answer["steps"][2]["changes"], json!([]));
    assert_eq!(answer["instructions"], 3);
    assert_eq!(answer["is_limited"], false);
    assert_eq!(answer.get("fault"), None);
    let color = &answer["outputs"][1];
    assert_eq!((&color["name"], &color["register"]), (&json!("color"), &json!("o1")));
    assert_eq!(
        color["value"].as_array().unwrap()[..3],
        [json!(9.0), json!("inf"), json!("NaN")]
    );
}

#[test]
fn all_kinds_of_registers_are_recorded() {
    let source = "\
.constf low(-1, 5, 0, 0)
.ivec turns
.out position position
.proc main
	mova a0.xy, low
	mov r1, low
	cmp r1, lt, lt, r1.yx
	for turns
		mov r0.xz, low
	.end
	mov position, r0
	end
.end
";
    let playground = built("a.pica", source);
    let answer = trace(&playground, &json!({ "uniforms": { "turns": [1, 7, 2] } }));
    let steps = answer["steps"].as_array().unwrap();
    let changes: Vec<_> = steps
        .iter()
        .flat_map(|step| step["changes"].as_array().unwrap())
        .collect();
    let found: Vec<_> = changes
        .iter()
        .map(|change| change["register"].as_str().unwrap())
        .collect();
    assert_eq!(found, ["a0", "r1", "cmp", "aL", "r0", "r0", "o0"]);
    assert_eq!(
        changes[0],
        &json!({ "register": "a0", "components": "xy", "value": [-1, 5] })
    );
    assert_eq!(changes[2], &json!({ "register": "cmp", "value": [true, false] }));
    assert_eq!(changes[3], &json!({ "register": "aL", "value": [7] }));
    assert_eq!(changes[4]["components"], "xz");
}

#[test]
fn geometry_shaders_emit_vertices() {
    let mut playground = Playground::new();
    example(&mut playground, "particles");
    let answer = trace(&playground, &json!({ "index": 1 }));
    let outputs = answer["outputs"].as_array().unwrap();
    let vertices: Vec<_> = outputs.iter().filter_map(|output| output["vertex"].as_u64()).collect();
    assert_eq!(vertices.len(), outputs.len());
    assert_eq!(vertices.last(), Some(&3));
    let steps = answer["steps"].as_array().unwrap();
    let emitted = steps.iter().filter(|step| step["changes"][0]["register"] == "emit");
    assert_eq!(emitted.count(), 4);
    assert!(steps.iter().any(|step| step["changes"][0]["register"] == "setemit"));
}

#[test]
fn long_runs_are_limited() {
    let source = "\
.ivec turns
.out position position
.proc main
	for turns
		for turns
			for turns
				nop
			.end
		.end
	.end
	mov position, r0
	end
.end
";
    let playground = built("a.pica", source);
    let answer = trace(&playground, &json!({ "uniforms": { "turns": [255, 0, 0] } }));
    assert_eq!(answer["is_limited"], true);
    assert_eq!(answer["steps"].as_array().unwrap().len(), 20_000);
    let fault = &answer["fault"];
    assert!(fault["message"].as_str().unwrap().contains("20000"), "{fault}");
    assert_eq!(
        (&fault["file"], &fault["procedure"]),
        (&json!("a.pica"), &json!("main"))
    );
}

#[test]
fn wrong_requests_are_answered() {
    let playground = built("a.pica", SHADER);
    let cases = [
        (
            json!({ "index": 1 }),
            "`a.pica`: there is no shader 1; the file has 1, counted from 0",
        ),
        (json!({ "entry": "man" }), "did you mean `main`?"),
        (json!({ "inputs": { "inPostion": 1 } }), "did you mean `inPosition`?"),
        (
            json!({ "uniforms": { "inPosition": 1 } }),
            "`inPosition` is an input register; expected a float uniform",
        ),
        (
            json!({ "inputs": { "inPosition": [1, 2, 3, 4, 5] } }),
            "a row has 5 numbers; it can have 1 to 4",
        ),
        (
            json!({ "inputs": { "inPosition": [] } }),
            "a row has 0 numbers; it can have 1 to 4",
        ),
        (json!({ "inputs": { "inPosition": "x" } }), "`\"x\"` is not a number"),
        (
            json!({ "inputs": { "inPosition": [[1], [2]] } }),
            "there are 2 values, but only 1 register",
        ),
        (json!({ "uniforms": { "rows[2]": 1 } }), "`rows` has"),
        (json!({ "uniforms": { "rows[1e9]": 1 } }), "`1e9` is not an element"),
        (
            json!({ "uniforms": { "turns": [256, 0, 0] } }),
            "`256` is not an integer from 0 to 255",
        ),
        (
            json!({ "uniforms": { "turns": [1e300, 0, 0] } }),
            "is not an integer from 0 to 255",
        ),
        (json!({ "uniforms": { "c96": 1 } }), "c96"),
    ];
    for (request, expected) in cases {
        let answer = trace(&playground, &request);
        assert!(error(&answer).contains(expected), "{request}: {answer}");
    }
    assert!(error(&parse(&playground.trace("{"))).contains("cannot be read"));
    assert_eq!(error(&trace(&Playground::new(), &json!({}))), "nothing is built yet");
}

#[test]
fn huge_numbers_are_infinite() {
    let playground = built("a.pica", SHADER);
    let request = json!({ "inputs": { "inPosition": [1e300, -1e300, 0, 1] }, "uniforms": { "scale": [1, 1, 1, 1] } });
    let answer = trace(&playground, &request);
    let position = &answer["outputs"][0]["value"];
    assert_eq!(position, &json!(["inf", "-inf", 0.0, 1.0]));
}
