//! BNSH files.

use std::fs;

use crate::support::{Folder, workspace};

/// Creates a directory with a golden file, its description and its code; also returns the names of the code. `None` for
/// files with code whose structure is unknown.
fn unpacked(name: &str) -> Option<(Folder, Vec<String>)> {
    let golden = workspace("testsuite/golden/bnsh").join(format!("{name}.bnsh"));
    let folder = Folder::with([("old.bnsh", fs::read(golden).unwrap())]);
    let description = folder.picadump("--json old.bnsh").silent();
    let document: serde_json::Value = serde_json::from_slice(&description).unwrap();
    let variations = document["variations"].as_array().unwrap().iter();
    let mut intermediate = variations.map(|variation| &variation["intermediate_program"]);
    let is_unknown =
        |program: &serde_json::Value| program["code_type"] == 1 && program["stages"] != serde_json::json!({});
    if intermediate.any(is_unknown) {
        return None;
    }
    folder.write("old.json", description);
    folder.picaar("x old.bnsh").silent();
    let code = folder.list().into_iter();
    let code = code.filter(|name| !name.starts_with("old.")).collect();
    Some((folder, code))
}

#[test]
fn files_come_back_from_their_parts() {
    for name in ["one", "many", "compute", "empty"] {
        let (folder, mut code) = unpacked(name).unwrap();
        // The order of the files has no effect.
        code.reverse();
        folder
            .picaar(&format!("rc new.bnsh {} old.json", code.join(" ")))
            .silent();
        assert!(folder.read("new.bnsh") == folder.read("old.bnsh"), "{name}");
        // A description rebuilds the file, whatever is in it. The control code of the description is enough.
        let code: Vec<_> = code.into_iter().filter(|name| !name.ends_with("control")).collect();
        let other = fs::read(workspace("testsuite/golden/bnsh/gen-01.bnsh")).unwrap();
        folder.write("other.bnsh", if name == "one" { Vec::new() } else { other });
        folder
            .picaar(&format!("r other.bnsh old.json {}", code.join(" ")))
            .silent();
        assert!(folder.read("other.bnsh") == folder.read("old.bnsh"), "{name}");
    }
}

/// Files with any layout are rebuilt with the same meaning.
#[test]
fn meanings_come_back_from_parts() {
    let mut compared = 0;
    for number in 0..32 {
        let Some((folder, code)) = unpacked(&format!("gen-{number:02}")) else {
            continue;
        };
        folder
            .picaar(&format!("rc new.bnsh old.json {}", code.join(" ")))
            .silent();
        folder.picadump("--verify new.bnsh").silent();
        folder.picadump("--diff old.bnsh new.bnsh").silent();
        compared += 1;
    }
    assert!(compared > 15, "only {compared} files");
}

/// Code that is larger than in the old file fits into the new one.
#[test]
fn code_may_become_larger() {
    let (folder, code) = unpacked("one").unwrap();
    let larger = vec![0x5A; 20_000];
    folder.write("0.binary.vertex.code", &larger);
    folder.write("0.binary.pixel.control", "pixel control");
    let files = code.join(" ");
    folder.picaar(&format!("r old.bnsh old.json {files}")).silent();
    folder.picadump("--verify old.bnsh").silent();
    fs::remove_file(folder.path("0.binary.vertex.code")).unwrap();
    folder.picaar("x old.bnsh").silent();
    assert!(folder.read("0.binary.vertex.code") == larger);
    assert_eq!(folder.read("0.binary.pixel.control"), b"pixel control");
}

#[test]
fn what_follows_from_the_rest_can_be_left_out() {
    let files = [
        ("0.binary.vertex.control", "vertex control"),
        ("0.binary.vertex.code", "vertex code"),
        ("0.binary.pixel.control", "pixel control"),
        ("0.binary.pixel.code", "pixel code"),
        ("1.source.vertex.0.glsl", "void main() {}"),
        ("1.source.vertex.1.glsl", "float f();"),
    ];
    let folder = Folder::with(files);
    folder.write(
        "new.json",
        r#"{
            "format": "bnsh",
            "name": "shader_\\x83",
            "variations": [
                {
                    "program": {
                        "stages": { "pixel": {}, "vertex": { "scratch": [16, 0] } },
                        "object_size": 40,
                        "reflection": {
                            "vertex": {
                                "inputs": [{ "name": "aPosition", "slot": 0 }, { "name": "aColor", "slot": 1 }],
                                "constant_buffers": [{ "name": "Mtx", "slot": 2 }]
                            },
                            "pixel": { "samplers": [{ "name": "cTex0" }] }
                        }
                    }
                },
                { "source_program": { "stages": { "vertex": {} } } }
            ]
        }"#,
    );
    let names = files.map(|(name, _)| name).join(" ");
    let said = folder.picaar(&format!("rv new.bnsh new.json {names}")).silent();
    assert_eq!(String::from_utf8(said).unwrap().lines().count(), 6);
    folder.picadump("--verify new.bnsh").silent();
    let text = String::from_utf8(folder.picadump("new.bnsh").silent()).unwrap();
    insta::assert_snapshot!("new", text);
}

#[test]
fn wrong_descriptions_are_refused() {
    let (folder, code) = unpacked("one").unwrap();
    let files = code.join(" ");
    let text = String::from_utf8(folder.read("old.json")).unwrap();
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut said = Vec::new();
    let mut refuse = |pointer: &str, value: serde_json::Value| {
        let mut changed = document.clone();
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        match changed.pointer_mut(parent).unwrap() {
            serde_json::Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
            other => other[key] = value,
        }
        folder.write("new.json", changed.to_string());
        let errors = folder.picaar(&format!("r new.bnsh new.json {files}")).errors();
        said.push(format!("{pointer}\n{errors}\n"));
    };
    let fault = serde_json::json!([{ "structure": "header", "offset": 0, "message": "a fault" }]);
    refuse("/format", "sharcfb".into());
    refuse("/faults", fault);
    refuse("/other", 1.into());
    refuse("/version", serde_json::json!([2, 1]));
    refuse("/alignment", 3000.into());
    refuse("/alignment", (1_u64 << 40).into());
    refuse("/name", "a".repeat(70_000).into());
    let program = "/variations/0/program";
    for (pointer, value) in [
        ("other", 1.into()),
        ("code_type", 1.into()),
        ("code_type", 4.into()),
        ("code_type", 3.into()),
        ("object", "1".into()),
        ("stages/other", serde_json::json!({})),
        ("stages/hull", serde_json::json!({})),
        ("stages/vertex/control_extra", 8.into()),
        ("stages/vertex/extra", 8.into()),
        ("stages/vertex/other", 8.into()),
        ("reflection/other", serde_json::json!({})),
        ("reflection/vertex/other", 1.into()),
        ("reflection/vertex/inputs/0/slot", serde_json::Value::Null),
        ("reflection/vertex/inputs/0/name", "aNormal".into()),
        ("reflection/vertex/inputs/0/name", "".into()),
    ] {
        refuse(&format!("{program}/{pointer}"), value);
    }
    insta::assert_snapshot!("refused", said.concat());
    assert!(!folder.path("new.bnsh").exists());
}

/// Files that do not fit the description.
#[test]
fn wrong_files_are_refused() {
    let (folder, code) = unpacked("one").unwrap();
    folder.write("other.code", "text");
    let some = code.get(2..).unwrap().join(" ");
    let files = code.join(" ");
    let mut said = Vec::new();
    for arguments in [
        format!("old.json {some}"),
        format!("old.json other.code {files}"),
        files.clone(),
        format!("old.json old.json {files}"),
        format!("missing.json {files}"),
    ] {
        said.push(folder.picaar(&format!("r new.bnsh {arguments}")).errors());
    }
    let small = |stages: serde_json::Value| {
        let program = serde_json::json!({ "stages": stages, "object_size": u32::MAX });
        let document = serde_json::json!({ "format": "bnsh", "variations": [{ "program": program }] });
        folder.write("small.json", document.to_string());
        folder.picaar("r new.bnsh small.json").errors()
    };
    said.push(small(serde_json::json!({})));
    let wrong = |name: &str, text: &str| {
        folder.write("wrong.json", text);
        format!("{name}\n{}", folder.picaar("r new.bnsh wrong.json").errors())
    };
    let many = r#"{"program":{"object_size":65536}},"#.repeat(20);
    said.push(wrong(
        "many",
        &format!(r#"{{"format":"bnsh","variations":[{many}{{}}]}}"#),
    ));
    said.push(wrong(
        "size",
        r#"{"format":"bnsh","variations":[{"program":{"object_size":3,"object":"0011"}}]}"#,
    ));
    said.push(wrong(
        "twice",
        r#"{"format":"bnsh","variations":[{"program":{"stages":{"hull":{},"hull":{}}}}]}"#,
    ));
    said.push(wrong("nul", r#"{"format":"bnsh","name":"\u0000x"}"#));
    said.push(wrong(
        "control",
        r#"{"format":"bnsh","variations":[{"program":{"stages":{"hull":{"control":"xy"}}}}]}"#,
    ));
    insta::assert_snapshot!("files", said.concat());
    assert!(!folder.path("new.bnsh").exists());
}
