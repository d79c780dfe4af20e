//! `picald`: removing and merging code, and the map of the result.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use support::Folder;

const SHADER: &str = ".fvec matrix[4]\n.constf one(1, 1, 1, 1)\n.constf unread(2, 2, 2, 2) ; picasm: allow(unused-constant)\n.bool lit\n.in position\n\
                      .out o position\n.proc main\nmul r0, one, position\ncall first\ncall second\nmov o, r0\nend\nnop\n.end\n";

const LIBRARY: &str = ".nodvle\n.fvec unused[3], tint\n.constf eins(1, 1, 1, 1)\n\
                       .proc first\nmul r0, eins, r0\n.end\n.proc second\nmul r0, eins, r0\n.end\n\
                       .proc third\nmov r1, tint\nadd r0, unused[0], r1\nback: ; picasm: allow(unused-label)\nend\n.end\n";

fn folder() -> Folder {
    Folder::with([("main.vsh", SHADER), ("lib.vsh", LIBRARY)])
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_map_lists_every_address() {
    let folder = folder();
    folder.picasm("lib.vsh -o lib.dvoj").silent();
    folder
        .picald("main.vsh lib.dvoj -o x.shbin --map x.map --map-json x.json")
        .silent();
    insta::assert_snapshot!("map", text(folder.read("x.map")));
    insta::assert_snapshot!("map_json", text(folder.read("x.json")));
    let printed = folder.picald("main.vsh lib.dvoj -o y.shbin --map -").silent();
    assert_eq!(printed, folder.read("x.map"));
    assert_eq!(folder.read("x.shbin"), folder.read("y.shbin"));
}

#[test]
fn left_out_code_is_printed() {
    let printed = folder().picald("main.vsh lib.vsh -o x.shbin --print-gc-sections");
    insta::assert_snapshot!("left_out", printed.stderr);
    assert_eq!(printed.status, 0);
}

#[test]
fn options_keep_unneeded_code() {
    let folder = folder();
    let words = |options: &str| {
        let command = format!("main.vsh lib.vsh -o x.shbin --map-json x.json {options}");
        assert_eq!(folder.picald(&command).status, 0);
        let map: serde_json::Value = serde_json::from_slice(&folder.read("x.json")).unwrap();
        let read = |name: &str| {
            let all = map["registers"].as_array().unwrap();
            all.iter().find(|r| r["name"] == name).map(|r| r["first"].clone())
        };
        (map["words"].as_u64().unwrap(), read("unread"), read("eins"))
    };
    assert_eq!(words(""), (6, Some(serde_json::Value::Null), None));
    assert_eq!(words("--no-icf").0, 7);
    assert_eq!(words("-g").0, 7);
    assert_eq!(words("-g --icf").0, 6);
    assert_eq!(words("--no-merge-constants").2, Some(94.into()));
    assert_eq!(words("--no-gc-sections"), (11, Some(94.into()), None));
    assert_eq!(words("--no-gc-sections --gc-sections").0, 6);
    assert_eq!(words("--compat=picasso").0, 11);
}

#[test]
fn the_map_of_a_compatible_link_has_all_code() {
    let folder = folder();
    let warned = folder.picald("main.vsh lib.vsh -o x.shbin --compat=picasso --map x.map");
    assert_eq!(warned.status, 0);
    insta::assert_snapshot!("map_compatible", text(folder.read("x.map")));
}

#[test]
fn maps_are_not_written_if_there_is_an_error() {
    let folder = Folder::with([("main.vsh", SHADER)]);
    folder
        .picald("main.vsh -o x.shbin --map x.map --map-json x.json")
        .errors();
    assert_eq!(folder.list(), ["main.vsh"]);
    folder.write("lib.vsh", LIBRARY);
    folder.picald("main.vsh lib.vsh -o x.shbin --map main.vsh").errors();
    folder.picald("main.vsh lib.vsh -o x.shbin --map x.shbin").errors();
    assert_eq!(folder.list(), ["lib.vsh", "main.vsh"]);
    folder.picald("main.vsh lib.vsh -o - --map -").usage();
}
