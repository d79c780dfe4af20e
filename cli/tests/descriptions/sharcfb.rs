//! SHARCFB archives.

use std::fs;
use std::path::Path;

use crate::support::{Folder, workspace};

/// Returns the names and bytes of all golden archives.
fn archives() -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(workspace("testsuite/golden/sharcfb")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let is_archive = |path: &std::path::PathBuf| path.extension() == Some("sharcfb".as_ref());
    let mut paths: Vec<_> = paths.filter(is_archive).collect();
    paths.sort();
    let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let archive = |path: std::path::PathBuf| (name(&path), fs::read(&path).unwrap());
    paths.into_iter().map(archive).collect()
}

/// Creates a directory with an archive, its description and its binaries; also returns the names of the binaries.
fn unpacked(name: &str) -> (Folder, Vec<String>) {
    let archives = archives();
    let (_, bytes) = archives.into_iter().find(|(known, _)| known == name).unwrap();
    let folder = Folder::with([("old.sharcfb", bytes)]);
    let description = folder.picadump("--json old.sharcfb").silent();
    folder.write("old.json", description);
    folder.picaar("x old.sharcfb").silent();
    let binaries = folder.list().into_iter().filter(|name| name.ends_with(".gx2"));
    let binaries = binaries.collect();
    (folder, binaries)
}

#[test]
fn archives_come_back_from_their_parts() {
    let all = archives();
    assert!(all.len() >= 7, "{}", all.len());
    for (name, bytes) in all {
        let (folder, binaries) = unpacked(&name);
        // The order of the files has no effect.
        let mut files = binaries;
        files.reverse();
        folder
            .picaar(&format!("rc new.sharcfb {} old.json", files.join(" ")))
            .silent();
        assert_eq!(folder.read("new.sharcfb"), bytes, "{name}");
        // A description rebuilds the archive, whatever is in it.
        folder.write("other.sharcfb", archives()[0].1.clone());
        folder
            .picaar(&format!("rc other.sharcfb {} old.json", files.join(" ")))
            .silent();
        assert_eq!(folder.read("other.sharcfb"), bytes, "{name}");
        // Without one, binaries are replaced.
        folder.picaar(&format!("r new.sharcfb {}", files.join(" "))).silent();
        assert_eq!(folder.read("new.sharcfb"), bytes, "{name}");
    }
}

#[test]
fn what_follows_from_the_rest_can_be_left_out() {
    let (folder, _) = unpacked("be-geometry");
    let vertex = folder.read("prog_0.0.vertex.gx2");
    let pixel = folder.read("prog_0.1.pixel.gx2");
    let mut files = Vec::new();
    for (program, binaries) in [("first", 0..4), ("second", 4..6)] {
        for index in binaries {
            let (stage, bytes) = match index % 2 {
                0 => ("vertex", &vertex),
                _ => ("pixel", &pixel),
            };
            let name = format!("{program}.{index}.{stage}.gx2");
            folder.write(&name, bytes);
            files.push(name);
        }
    }
    folder.write(
        "new.json",
        r#"{
            "format": "sharcfb",
            "endian": "big",
            "name": "dir/\\x83\\x56.sharc",
            "programs": [
                {
                    "name": "first",
                    "kind": 3,
                    "macros": [{ "name": "LIGHT", "values": ["0", "1"] }],
                    "uniforms": [{ "name": "color", "default": "3f800000", "variations": [0, 1] }],
                    "samplers": [{ "name": "albedo" }]
                },
                { "name": "second", "kind": 3 }
            ]
        }"#,
    );
    let command = format!("rv new.sharcfb new.json {}", files.join(" "));
    let said = String::from_utf8(folder.picaar(&command).silent()).unwrap();
    assert_eq!(said.lines().count(), 6, "{said}");
    folder.picadump("--verify new.sharcfb").silent();
    let text = String::from_utf8(folder.picadump("new.sharcfb").silent()).unwrap();
    insta::assert_snapshot!("new", text);
}

#[test]
fn wrong_descriptions_are_refused() {
    let (folder, binaries) = unpacked("be-geometry");
    let files = binaries.join(" ");
    let text = String::from_utf8(folder.read("old.json")).unwrap();
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    let changed = |name: &str, pointer: &str, value: serde_json::Value| {
        let mut document = document.clone();
        *document.pointer_mut(pointer).unwrap() = value;
        folder.write(name, document.to_string());
    };
    folder.write("text.json", "not JSON");
    folder.write("deep.json", "[".repeat(100_000));
    folder.write("empty.json", "{}");
    changed("format.json", "/format", "bnsh".into());
    changed("version.json", "/version", 9.into());
    changed("memory.json", "/resolved", 1.into());
    changed("endian.json", "/endian", "middle".into());
    changed("type.json", "/binaries/0/type", "fragment".into());
    changed("gap.json", "/binaries/0/data_offset", 4.into());
    changed("base.json", "/programs/0/base_index", 4_000_000_000_u32.into());
    changed("nul.json", "/programs/0/name", "a\0b".into());
    changed("swapped.json", "/binaries/0/type", "pixel".into());
    let values: Vec<_> = (0..1024).map(|n| n.to_string()).collect();
    let many = |name| serde_json::json!({ "name": name, "values": values });
    let program = serde_json::json!({
        "name": "p",
        "kind": 3,
        "macros": [many("a"), many("b"), many("c"), many("d"), many("e"), many("f"), many("g")],
        "uniforms": [{ "name": "u" }],
    });
    let huge =
        |program: serde_json::Value| serde_json::json!({ "format": "sharcfb", "endian": "big", "programs": [program] });
    let few = serde_json::json!({
        "name": "p",
        "kind": 3,
        "macros": [{ "name": "m", "values": ["0"] }],
    });
    let with = |pointer: &str, value: serde_json::Value| {
        let mut program = few.clone();
        *program.pointer_mut(pointer).unwrap() = value;
        huge(program).to_string()
    };
    folder.write("values.json", with("/macros/0/values", serde_json::json!([])));
    folder.write("nul-value.json", with("/macros/0/values", serde_json::json!(["a\0b"])));
    // Fields that picadump does not write.
    let whole = serde_json::json!({
        "format": "sharcfb",
        "endian": "big",
        "binaries": [{ "type": "vertex" }],
        "programs": [{
            "name": "p",
            "kind": 1,
            "macros": [{ "name": "m", "values": ["0"] }],
            "uniforms": [{ "name": "u" }],
        }],
    });
    for (name, pointer) in [
        ("key", ""),
        ("binary-key", "/binaries/0"),
        ("program-key", "/programs/0"),
        ("macro-key", "/programs/0/macros/0"),
        ("symbol-key", "/programs/0/uniforms/0"),
    ] {
        let mut document = whole.clone();
        let object = document.pointer_mut(pointer).unwrap();
        object.as_object_mut().unwrap().insert("other".to_owned(), 8.into());
        folder.write(format!("{name}.json"), document.to_string());
    }
    let fault = serde_json::json!([{ "place": "program 0", "offset": 16, "message": "a fault" }]);
    changed("faults.json", "/faults", fault);
    folder.write("huge.json", huge(program.clone()).to_string());
    let mut without = program;
    without.as_object_mut().unwrap().remove("uniforms");
    folder.write("many.json", huge(without).to_string());
    let mut said = Vec::new();
    for name in [
        "text",
        "deep",
        "empty",
        "format",
        "version",
        "memory",
        "endian",
        "type",
        "gap",
        "base",
        "nul",
        "swapped",
        "huge",
        "many",
        "values",
        "nul-value",
        "key",
        "binary-key",
        "program-key",
        "macro-key",
        "symbol-key",
        "faults",
    ] {
        let outcome = folder.picaar(&format!("r new.sharcfb {name}.json {files}"));
        said.push(outcome.errors());
    }
    // Files that do not fit the description.
    let some = binaries.get(2..).unwrap().join(" ");
    folder.write("other.gx2", "text");
    folder.write(binaries.last().unwrap(), "text");
    for arguments in [
        format!("old.json {some}"),
        format!("old.json other.gx2 {files}"),
        files.clone(),
        format!("old.json empty.json {files}"),
        format!("old.json {files}"),
        format!("missing.json {files}"),
    ] {
        said.push(folder.picaar(&format!("r new.sharcfb {arguments}")).errors());
    }
    insta::assert_snapshot!("refused", said.concat());
    // One file is too few.
    let one = binaries.first().unwrap();
    let program = serde_json::json!({ "name": "p", "kind": 1, "macros": [{ "name": "m", "values": ["0", "1"] }] });
    folder.write("one.json", huge(program.clone()).to_string());
    let said = folder.picaar(&format!("r new.sharcfb one.json {one}")).errors();
    insta::assert_snapshot!("few", said);
    assert!(!folder.path("new.sharcfb").exists());
}

/// Only `r` creates an archive; the other operations only report that there is none.
#[test]
fn other_operations_need_an_archive() {
    let (folder, binaries) = unpacked("be-one");
    let files = binaries.join(" ");
    let mut said = Vec::new();
    for arguments in [
        "t new.sharcfb".to_owned(),
        format!("q new.sharcfb old.json {files}"),
        "d new.sharcfb old.json".to_owned(),
        "s new.sharcfb".to_owned(),
        "r new.bnsh old.json".to_owned(),
        "d new.a old.json".to_owned(),
    ] {
        said.push(folder.picaar(&arguments).errors());
    }
    insta::assert_snapshot!("no-archive", said.concat());
    assert!(!folder.path("new.sharcfb").exists());
}
