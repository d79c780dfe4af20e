//! Builds: contents of answers, and invalid requests.

use crate::requests::{SHADER, build, error, example, parse};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pica200::job::{Job, JobInput};
use pica200::session::Session;
use pica200_asm::MemoryFiles;
use pica200_playground::{Playground, examples};
use serde_json::{Value, json};

#[test]
fn a_shader_has_words_lines_and_names() {
    let answer = build(&mut Playground::new(), "a.pica", &[("a.pica", SHADER)]);
    assert_eq!(answer["ok"], true, "{answer}");
    assert_eq!(answer["name"], "a.pica");
    assert_eq!(answer["report"], "");
    assert_eq!(answer["diagnostics"], json!([]));
    let words = answer["words"].as_array().unwrap();
    assert_eq!(words[0]["text"], "mul     o0, scale, inPosition");
    assert_eq!(words[0]["labels"], json!(["main"]));
    assert_eq!(words[0]["word"].as_str().unwrap().len(), 8);
    assert_eq!((&words[0]["file"], &words[0]["line"]), (&json!("a.pica"), &json!(8)));
    assert_eq!(words[1]["line"], 9);
    assert_eq!(
        answer["programs"],
        json!([{
            "index": 0, "entry": "main", "kind": "vertex",
            "inputs": [{ "name": "inPosition", "register": "v0" }],
            "outputs": [{ "name": "position", "register": "o0.xyzw" }, { "name": "color", "register": "o1.xyzw" }],
            "uniforms": [
                { "name": "scale", "register": "c0", "size": 1, "kind": "float" },
                { "name": "rows", "register": "c1-c2", "size": 2, "kind": "float" },
                { "name": "turns", "register": "i0", "size": 1, "kind": "integer" },
                { "name": "lit", "register": "b0", "size": 1, "kind": "boolean" },
            ],
        }])
    );
}

#[test]
fn inputs_without_a_name_have_that_of_their_register() {
    let source = ".out position position\n.proc main\nmov position, v3\nend\n.end\n";
    let answer = build(&mut Playground::new(), "a.pica", &[("a.pica", source)]);
    let inputs = &answer["programs"][0]["inputs"];
    assert_eq!(inputs, &json!([{ "name": "v3", "register": "v3" }]));
}

/// Returns the bytes of a binary as picald writes it by default.
fn linked(example: &Value) -> Vec<u8> {
    let mut files = MemoryFiles::new();
    for file in example["files"].as_array().unwrap() {
        let bytes = match file["text"].as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => STANDARD.decode(file["base64"].as_str().unwrap()).unwrap(),
        };
        files = files.with(file["name"].as_str().unwrap(), bytes);
    }
    let inputs = example["inputs"].as_array().unwrap().iter();
    let job = Job {
        inputs: inputs
            .map(|name| JobInput::File(name.as_str().unwrap().into()))
            .collect(),
        ..Job::default()
    };
    let mut session = Session::new(&files);
    let inputs = job.read(&mut session, &mut std::io::empty());
    job.link(&inputs, &mut session).unwrap().bytes
}

#[test]
fn the_binaries_of_all_examples_are_those_of_picald() {
    let mut playground = Playground::new();
    for name in parse(&examples()).as_array().unwrap() {
        let name = name["name"].as_str().unwrap();
        let (example, answer) = example(&mut playground, name);
        assert_eq!(answer["ok"], true, "{name}: {}", answer["report"]);
        let bytes = STANDARD.decode(answer["shbin"].as_str().unwrap()).unwrap();
        assert!(bytes == linked(&example), "{name}: other bytes");
        assert_eq!(answer["size"], bytes.len(), "{name}");
        let is_translated = name.contains("wgsl") || name == "mixed" || name == "direct3d";
        assert_eq!(answer.get("assembly").is_some(), is_translated, "{name}");
    }
}

#[test]
fn mistakes_have_places_and_leave_the_last_build() {
    let mut playground = Playground::new();
    build(&mut playground, "a.pica", &[("a.pica", SHADER)]);
    let wrong = ".proc main\n\tmvo r0, v0\n\tend\n.end\n";
    let answer = build(&mut playground, "b.pica", &[("b.pica", wrong)]);
    assert_eq!(answer["ok"], false);
    assert_eq!(answer.get("shbin"), None);
    assert_eq!(answer["words"], json!([]));
    let first = &answer["diagnostics"][0];
    assert_eq!(first["severity"], "error");
    assert_eq!(first["name"], "unknown-instruction");
    assert_eq!(
        (&first["file"], &first["line"], &first["column"]),
        (&json!("b.pica"), &json!(2), &json!(2))
    );
    let report = answer["report"].as_str().unwrap();
    assert!(report.contains("did you mean `mov`?"), "{report}");
    let map = playground.view("map");
    assert!(map.contains("a.pica"), "{map}");
}

#[test]
fn warnings_do_not_prevent_the_binary() {
    let source = SHADER.replace("\tmul", "\tmov r0, inPosition\n\tmul");
    let answer = build(&mut Playground::new(), "a.pica", &[("a.pica", &source)]);
    assert_eq!(answer["ok"], true, "{answer}");
    assert_eq!(answer["diagnostics"][0]["severity"], "warning", "{answer}");
}

#[test]
fn files_include_each_other_by_any_path() {
    let mut playground = Playground::new();
    let main = ".include \"./lib/../common.inc\"\n.out position position\n.proc main\nmov position, scale\nend\n.end\n";
    let files = [("sub/main.pica", main), ("sub/common.inc", ".fvec scale\n")];
    let answer = build(&mut playground, "sub/main.pica", &files);
    assert_eq!(answer["ok"], true, "{answer}");
    assert_eq!(answer["words"][0]["file"], "main.pica");
    let answer = build(&mut playground, "sub/main.pica", &files[..1]);
    assert_eq!(answer["diagnostics"][0]["name"], "cannot-include", "{answer}");
}

#[test]
fn missing_inputs_are_reported() {
    let answer = build(&mut Playground::new(), "no.pica", &[]);
    assert_eq!(answer["ok"], false);
    assert_eq!(answer["diagnostics"][0]["name"], "cannot-read");
    let answer = build(&mut Playground::new(), "a.hlsl", &[("a.hlsl", "float4 main() {}")]);
    assert_eq!(answer["ok"], false, "no compiler is started: {answer}");
}

#[test]
fn wrong_requests_are_answered() {
    let cases = [
        (
            "{",
            "the request cannot be read: EOF while parsing an object at line 1 column 1",
        ),
        (
            "[]",
            "the request cannot be read: invalid length 0, expected struct Request with 3 elements at line 1 column 2",
        ),
        (
            r#"{"main": "a"}"#,
            "the request cannot be read: missing field `files` at line 1 column 13",
        ),
        (r#"{"files": []}"#, "the request names neither `main` nor `inputs`"),
        (
            r#"{"main": "a", "files": [{"name": "a"}]}"#,
            "the file `a` needs either `text` or `base64`",
        ),
        (
            r#"{"main": "a", "files": [{"name": "a", "text": "", "base64": ""}]}"#,
            "the file `a` needs either `text` or `base64`",
        ),
        (
            r#"{"main": "a", "files": [{"name": "a", "base64": "?"}]}"#,
            "the base64 of `a` is wrong: Invalid symbol 63, offset 0.",
        ),
        (
            r#"{"main": "a", "files": [{"name": "a", "text": ""}, {"name": "./a", "text": ""}]}"#,
            "two files have the name `./a`",
        ),
    ];
    for (request, expected) in cases {
        let answer = parse(&Playground::new().build(request));
        assert_eq!(error(&answer), expected, "{request}");
    }
    // Deep nesting does not overflow the stack.
    let deep = format!(r#"{{"main": {}"#, "[".repeat(100_000));
    assert!(error(&parse(&Playground::new().build(&deep))).contains("cannot be read"));
}
