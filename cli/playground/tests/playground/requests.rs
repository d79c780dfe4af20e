//! Helpers for requests and answers.

use std::fs;
use std::path::{Path, PathBuf};

use pica200_playground::{Playground, examples};
use serde_json::{Value, json};

/// A small shader with an input, a uniform and outputs.
pub(crate) const SHADER: &str = "\
.fvec scale, rows[2]
.ivec turns
.bool lit
.in inPosition
.out position position
.out color color
.proc main
	mul position, scale, inPosition
	mov color, rows[1]
	end
.end
";

/// Returns a session after a successful build of one file.
pub(crate) fn built(name: &str, text: &str) -> Playground {
    let mut playground = Playground::new();
    let answer = build(&mut playground, name, &[(name, text)]);
    assert_eq!(answer["ok"], true, "{answer}");
    playground
}

/// Builds files and returns the answer.
pub(crate) fn build(playground: &mut Playground, main: &str, files: &[(&str, &str)]) -> Value {
    let files = files.iter();
    let files: Vec<_> = files
        .map(|(name, text)| json!({ "name": name, "text": text }))
        .collect();
    let request = json!({ "main": main, "files": files });
    parse(&playground.build(&request.to_string()))
}

/// Parses an answer.
pub(crate) fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Builds an example of the module. Returns the example and the answer.
pub(crate) fn example(playground: &mut Playground, name: &str) -> (Value, Value) {
    let all = parse(&examples());
    let found = all.as_array().unwrap().iter();
    let example = found.clone().find(|example| example["name"] == name).unwrap().clone();
    let request = json!({ "inputs": example["inputs"], "files": example["files"] });
    let answer = parse(&playground.build(&request.to_string()));
    (example, answer)
}

/// Reads a file of the workspace.
pub(crate) fn file(path: &str) -> Vec<u8> {
    fs::read(root().join(path)).unwrap()
}

/// Returns the workspace root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the error of an answer.
pub(crate) fn error(answer: &Value) -> &str {
    answer["error"].as_str().unwrap()
}
