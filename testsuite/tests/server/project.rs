//! Diagnostics of a project: the server publishes the output of `picald --project`.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use pica200_asm::DiskFiles;
use pica200_cli::picald;
use pica200_server::SessionEnd;
use pica200_testsuite::editor::Editor;
use pica200_testsuite::run::run_streams;
use serde_json::{Value, json};

const PROJECT: &str = "\
include = \"shared\"
warn = \"stale-output\"
[binary.scene]
inputs = [\"scene.vsh\", \"parts/*.vsh\"]
define = { LIGHTS = 2 }
[binary.varied]
inputs = \"varied.variants.toml\"
[binary.gone]
inputs = [\"good.vsh\", \"gone.vsh\"]
";

/// The files of the project, with errors that the assembler, the linker and the checker report.
const FILES: &[(&str, &str)] = &[
    ("shared/lights.inc", ".fvec lights[LIGHTS]\n.fvec spare\n"),
    (
        "scene.vsh",
        ".include \"lights.inc\"\n.out pos position\n.out col color\n.proc main\n\tcall lit\n\tcall dark\n\tmov pos.yx, r0\n\tend\n.end\n",
    ),
    (
        "parts/lit.vsh",
        ".nodvle\n.proc lit\n\tmov r0, v0\n\tmov r0, v1\n\tnop\n.end\n",
    ),
    (
        "varied.vsh",
        ".include \"lights.inc\"\n.out pos position\n.proc main\n\tmov pos, lights[1]\n\tend\n.end\n",
    ),
    (
        "varied.variants.toml",
        "sources = \"varied.vsh\"\n[numbers]\nLIGHTS = [1, 2]\n",
    ),
    (
        "good.vsh",
        ".out pos position\n.proc main\n\tmov pos, v0\n\tend\n.end\n",
    ),
];

/// Returns the output of picald: a file, a line, a column, a severity, a message and a name.
fn of_picald(folder: &Path) -> BTreeSet<String> {
    let project = folder.join("pica200.toml");
    let words = ["picald", "--error-format=short", "--project"];
    let words = words.map(OsString::from).into_iter().chain([project.into()]);
    let (_, _, stderr) = run_streams(picald::main, words, &[], &DiskFiles);
    let text = String::from_utf8(stderr).unwrap();
    let lines = text.lines().filter(|line| !line.contains(": note: "));
    lines.map(str::to_owned).collect()
}

/// Returns the diagnostics in a message of the server, in the same format.
fn of_message(path: &Path, sent: &Value) -> Vec<String> {
    let items = sent["diagnostics"].as_array().unwrap().iter();
    items
        .map(|item| {
            let severity = match item["severity"].as_i64() {
                Some(1) => "error",
                _ => "warning",
            };
            let start = &item["range"]["start"];
            let place = |name: &str| start[name].as_i64().unwrap() + 1;
            let (line, column) = (place("line"), place("character"));
            let message = item["message"].as_str().unwrap().lines().next().unwrap();
            let code = item["code"].as_str().unwrap();
            let path = path.display();
            format!("{path}:{line}:{column}: {severity}: {message} [{code}]")
        })
        .collect()
}

#[test]
fn the_server_sends_what_picald_prints() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path().canonicalize().unwrap();
    let files = FILES.iter().chain(&[("pica200.toml", PROJECT)]);
    for (name, text) in files.clone() {
        let path = home.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let expected = of_picald(&home);
    for code in ["undefined-procedure", "mask-order", "index-beyond-array", "cannot-read"] {
        let name = format!("[{code}]");
        let is_there = expected.iter().any(|line| line.contains(&name));
        assert!(is_there, "{code}: {expected:#?}");
    }
    let mut editor = Editor::start_single_threaded(&json!({ "capabilities": {} }));
    for (name, text) in files.clone() {
        editor.open(&format!("file://{}", home.join(name).display()), text);
    }
    let mut found = BTreeSet::new();
    for (name, _) in files {
        let path = home.join(name);
        let sent = editor.diagnostics_of(&format!("file://{}", path.display()), 1);
        found.extend(of_message(&path, &sent));
    }
    assert_eq!(found, expected);
    assert_eq!(editor.end(), SessionEnd::Orderly);
}
