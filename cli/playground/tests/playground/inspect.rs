//! Inspection of binary files.

use crate::requests::{SHADER, build, error, example, file, parse};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pica200::input::InputFile;
use pica200::job::Job;
use pica200::session::Session;
use pica200_objfmt::formats::archive;
use pica200_playground::Playground;
use serde_json::{Value, json};

fn inspect(playground: &mut Playground, name: &str, bytes: &[u8]) -> Value {
    parse(&playground.inspect(name, bytes))
}

/// Returns the shader binary of an example.
fn binary(name: &str) -> Vec<u8> {
    let (_, answer) = example(&mut Playground::new(), name);
    STANDARD.decode(answer["shbin"].as_str().unwrap()).unwrap()
}

/// Returns the object of a shader.
fn object() -> Vec<u8> {
    let input = InputFile::new("a.pica".into(), SHADER.into());
    let job = Job::default();
    let mut session = Session::default();
    let part = job.assemble(&input, &mut session).pop().unwrap();
    job.write_object(part.object, &mut session).unwrap().1
}

#[test]
fn binaries_are_disassembled_and_run() {
    let mut playground = Playground::new();
    let bytes = binary("particles");
    let answer = inspect(&mut playground, "particles.shbin", &bytes);
    assert_eq!(answer["ok"], true, "{answer}");
    assert_eq!(answer["size"], bytes.len());
    let source = answer["source"].as_str().unwrap();
    assert!(
        source.contains("; Source 2 of 2.\n") && source.contains("setemit"),
        "{source}"
    );
    let kinds: Vec<_> = answer["programs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| &of["kind"])
        .collect();
    assert_eq!(kinds, ["vertex", "geometry"]);
    assert!(!answer["words"].as_array().unwrap().is_empty());
    let trace = parse(&playground.trace("{}"));
    assert!(trace["instructions"].as_u64().unwrap() > 1, "{trace}");
    assert_eq!(playground.view("map"), "[]");
    assert!(playground.view("flow").contains("<svg"));
}

#[test]
fn the_source_of_a_binary_builds_it_again() {
    let mut playground = Playground::new();
    let bytes = binary("skinning");
    let answer = inspect(&mut playground, "skinning.shbin", &bytes);
    let source = answer["source"].as_str().unwrap();
    let again = build(&mut playground, "again.vsh", &[("again.vsh", source)]);
    assert_eq!(again["ok"], true, "{again}");
    let text = |answer: &Value| -> Vec<Value> {
        let words = answer["words"].as_array().unwrap().iter();
        words.map(|word| word["word"].clone()).collect()
    };
    assert_eq!(text(&again), text(&answer));
}

#[test]
fn objects_have_words_but_do_not_run() {
    let mut playground = Playground::new();
    let answer = inspect(&mut playground, "a.dvoj", &object());
    assert_eq!(answer["ok"], true, "{answer}");
    assert_eq!(answer["programs"], json!([]));
    assert_eq!(answer["words"][0]["labels"], json!(["main"]));
    assert!(answer["source"].as_str().unwrap().contains(".proc main"), "{answer}");
    let trace = parse(&playground.trace("{}"));
    assert_eq!(error(&trace), "`a.dvoj` is not linked: it has no shader that runs");
}

#[test]
fn archives_have_members() {
    let object = object();
    let members = [archive::NewMember {
        name: b"a.dvoj",
        bytes: &object,
        symbols: Vec::new(),
    }];
    let bytes = archive::write(&members).unwrap();
    let mut playground = Playground::new();
    let answer = inspect(&mut playground, "libx.a", &bytes);
    assert_eq!(answer["ok"], true, "{answer}");
    assert_eq!(answer["members"], json!([{ "name": "a.dvoj", "size": object.len() }]));
    assert!(answer["source"].as_str().unwrap().starts_with("; a.dvoj\n"), "{answer}");
    assert!(playground.view("flow").contains("a.dvoj: main"));
}

#[test]
fn containers_are_compiled() {
    let mut playground = Playground::new();
    let answer = inspect(&mut playground, "lit.dxbc", &file("examples/direct3d/lit.dxbc"));
    assert_eq!(answer["ok"], true, "{answer}");
    assert!(answer["source"].as_str().unwrap().starts_with("vs_"), "{answer}");
    let assembly = answer["assembly"].as_str().unwrap();
    assert_eq!(assembly.as_bytes(), file("examples/direct3d/lit.vsh"));
    assert!(answer["shbin"].is_string());
}

#[test]
fn damaged_files_show_what_can_be_read() {
    let mut playground = Playground::new();
    let bytes = binary("triangle");
    // The last bytes pad the name table.
    for length in 4..bytes.len() - 4 {
        let answer = inspect(&mut playground, "cut.shbin", &bytes[..length]);
        assert_eq!(answer["ok"], false, "{length}");
        assert_eq!(answer["diagnostics"][0]["name"], "damaged-file", "{length}");
        for view in ["flow", "registers", "uniforms", "map"] {
            assert!(parse(&playground.view(view)).is_array(), "{length}");
        }
        parse(&playground.trace("{}"));
    }
    let container = file("examples/direct3d/lit.dxbc");
    for length in (4..container.len()).step_by(97) {
        let answer = inspect(&mut playground, "cut.dxbc", &container[..length]);
        assert_eq!(answer["ok"], false, "{length}");
    }
    assert_eq!(inspect(&mut playground, "cut.a", b"!<arch>\nx")["ok"], false);
    assert_eq!(inspect(&mut playground, "cut.dvoj", b"DVOJ")["ok"], false);
}

#[test]
fn other_files_are_refused() {
    let mut playground = Playground::new();
    let answer = inspect(&mut playground, "notes.txt", b"hello");
    assert!(
        error(&answer).starts_with("`notes.txt` is none of the files"),
        "{answer}"
    );
    let answer = inspect(&mut playground, "", b"");
    assert!(error(&answer).contains("none of the files"), "{answer}");
}
