//! Extension for Visual Studio Code: a directory to copy into the extensions directory.

use pica200_testsuite::corpus::workspace;
use serde_json::{Map, Value, json};

use crate::Files;
use crate::lines::problem_matchers;
use crate::textmate::{MNEMONIC, PROPERTY, REGISTER};
use crate::tree_sitter::{SUFFIXES, version, with_address};
use crate::words::pretty;

/// The boolean settings of the language server, with their defaults and descriptions.
const SWITCHES: [(&str, bool, &str); 9] = [
    (
        "inlayHints.sizes",
        true,
        "the number of instructions of each procedure, or its address",
    ),
    (
        "inlayHints.addresses",
        false,
        "the address of each instruction, in words",
    ),
    (
        "inlayHints.registers",
        true,
        "the registers of names, at their declarations",
    ),
    ("inlayHints.freeTemporaries", false, "the temporaries that hold nothing"),
    ("inlayHints.padding", true, "the NOPs that padding inserts"),
    (
        "inlayHints.values",
        true,
        "the value of a component of a constant, where it is used",
    ),
    ("lens.sizes", true, "words, instructions and descriptors of a procedure"),
    ("lens.tests", true, "a lens that runs the tests of a shader"),
    ("lens.references", true, "the number of references of a procedure"),
];

/// The setting with a choice, its values (the first is the default) and its description.
const CHOICE: (&str, [&str; 2], &str) = (
    "inlayHints.procedures",
    ["instructions", "address"],
    "what the hint at a procedure is",
);

/// The non-standard semantic token types, with the nearest standard ones.
const TOKEN_TYPES: [(&str, &str, &str); 8] = [
    ("mnemonic", "keyword", "An instruction."),
    ("uniform", "variable", "A uniform, or a register of uniforms."),
    ("constant", "variable", "A constant."),
    ("input", "parameter", "An input, or its register."),
    ("output", "variable", "An output, or its register."),
    ("temporary", "variable", "A temporary register."),
    ("alias", "variable", "Another name for an operand."),
    ("register", "variable", "An address register, or the flags."),
];

fn token_types() -> Value {
    let rows = TOKEN_TYPES.into_iter();
    let shown = rows.map(|(name, nearest, text)| json!({ "id": name, "superType": nearest, "description": text }));
    shown.collect()
}

/// Returns the grammar scopes of token types, so that colors do not change when the server starts.
fn token_scopes() -> Value {
    json!({
        "mnemonic": [MNEMONIC],
        "temporary": [REGISTER],
        "register": [REGISTER],
        "enumMember": [PROPERTY],
    })
}

/// Returns the settings of the extension.
fn settings() -> Value {
    let path = |text: &str| json!({ "type": "string", "default": "", "scope": "machine", "description": text });
    let mut settings = Map::from_iter([
        (
            "pica200.programs".to_owned(),
            path("The folder of the programs. If it is empty, PATH is searched."),
        ),
        (
            "pica200.server.path".to_owned(),
            path("The path of picals. If it is empty, the program is that of the folder of programs."),
        ),
    ]);
    for (name, default, shown) in SWITCHES {
        let text = format!("Show {shown}.");
        let setting = json!({ "type": "boolean", "default": default, "description": text });
        settings.insert(format!("pica200.{name}"), setting);
    }
    let (name, choices, shown) = CHOICE;
    let text = format!("Choose {shown}.");
    let setting = json!({ "type": "string", "enum": choices, "default": choices[0], "description": text });
    settings.insert(format!("pica200.{name}"), setting);
    settings.into()
}

/// Returns the matchers of the editor page, for tasks used together with the server. The server already shows errors in
/// open sources, so these matchers skip those; files of other kinds have a separate matcher. Each matcher has a unique
/// owner: markers of the same owner replace each other, including the server's, whose owner is `pica200`.
pub(crate) fn matchers() -> Value {
    let mut matchers = problem_matchers();
    let all = matchers.as_array_mut().unwrap();
    let mut others = all[0].clone();
    let sources = SUFFIXES.join("|");
    let expression = all[0]["pattern"]["regexp"].as_str().unwrap().to_owned();
    let with = |file: &str| json!(expression.replacen("(.+?)", file, 1));
    others["pattern"]["regexp"] = with(&format!(r"(.+?(?<!\.(?:{sources})))"));
    all[0]["pattern"]["regexp"] = with(&format!(r"(.+?\.(?:{sources}))"));
    for matcher in &mut *all {
        matcher["applyTo"] = json!("closedDocuments");
    }
    others["name"] = json!("pica200-others");
    others["owner"] = json!("pica200-others");
    all.insert(1, others);
    matchers
}

const FOLDER: &str = "cli/editors/vscode";

/// The suffixes of shaders that picac compiles, as a pattern.
const COMPILED: &str = r"^\.(wgsl|vert|glsl|spv|dxbc|cso|fxo|hlsl)$";

pub(crate) fn add(files: &mut Files) {
    let extensions = SUFFIXES.map(|suffix| format!(".{suffix}"));
    let compiled = format!("resourceScheme == file && resourceExtname =~ /{COMPILED}/");
    let manifest = json!({
        "name": "pica200",
        "displayName": "PICA200 shaders",
        "description": "The language server, colours and tasks for shaders of the PICA200, the GPU of the Nintendo 3DS",
        "version": version(),
        "publisher": "pica200",
        "license": "MIT OR Apache-2.0",
        "icon": "icon.png",
        "keywords": ["3ds", "pica200", "shader", "assembly", "picasso"],
        "main": "./dist/extension.js",
        "activationEvents": ["onLanguage:pica200", "onTaskType:pica200", "onCommand:pica200.runTests"],
        "engines": { "vscode": "^1.82.0" },
        "scripts": {
            "check": "tsc",
            "bundle": "esbuild src/extension.ts --bundle --platform=node --format=cjs --external:vscode --minify --outfile=dist/extension.js",
            "test": "npm run check && npm run bundle && node ../tests/vscode.mjs",
            "pack": "npm run check && npm run bundle && vsce package --no-dependencies --allow-missing-repository",
        },
        "devDependencies": {
            "@types/node": "^20.0.0",
            "@types/vscode": "1.82.0",
            "@vscode/vsce": "^3.0.0",
            "esbuild": "^0.28.0",
            "typescript": "^5.0.0",
            "vscode-languageclient": "9.0.1",
        },
        "categories": ["Programming Languages"],
        "contributes": {
            "languages": [{
                "id": "pica200",
                "aliases": ["PICA200 assembly"],
                "extensions": extensions,
                "configuration": "./language-configuration.json",
            }],
            "grammars": [{
                "language": "pica200",
                "scopeName": "source.pica200",
                "path": "./pica200.tmLanguage.json",
            }],
            "semanticTokenTypes": token_types(),
            "semanticTokenModifiers": [{ "id": "unused", "description": "A name that nothing uses." }],
            "semanticTokenScopes": [{ "language": "pica200", "scopes": token_scopes() }],
            "problemMatchers": matchers(),
            "commands": [
                { "command": "pica200.compileBeside", "title": "Compile this shader, and show the assembly beside it", "category": "PICA200", "icon": "$(open-preview)" },
                { "command": "pica200.restart", "title": "Restart the language server", "category": "PICA200" },
                { "command": "pica200.runTests", "title": "Run the tests in this file", "category": "PICA200" },
            ],
            "menus": {
                "editor/title": [{ "command": "pica200.compileBeside", "group": "navigation", "when": compiled }],
                "explorer/context": [{ "command": "pica200.compileBeside", "when": compiled }],
            },
            "taskDefinitions": [{
                "type": "pica200",
                "required": ["program"],
                "properties": {
                    "program": { "type": "string", "description": "A program, such as picald." },
                    "args": { "type": "array", "items": { "type": "string" }, "description": "Its arguments." },
                },
            }],
            "configuration": { "title": "PICA200", "properties": settings() },
        },
    });
    let configuration = json!({
        "comments": { "lineComment": ";" },
        "brackets": [["[", "]"], ["(", ")"]],
        "wordPattern": r"\.?[A-Za-z_$][\w$]*",
    });
    files.insert(format!("{FOLDER}/package.json"), pretty(&with_address(manifest)));
    files.insert(format!("{FOLDER}/language-configuration.json"), pretty(&configuration));
}

#[test]
fn settings_are_those_of_the_server() {
    let page = std::fs::read_to_string(workspace().join("cli/docs/picals.md")).unwrap();
    let rows: Vec<_> = page.lines().filter(|line| line.starts_with("| `pica200.")).collect();
    let switches = SWITCHES.map(|(name, default, shown)| format!("| `pica200.{name}` | `{default}` | {shown} |"));
    let (name, [first, second], shown) = CHOICE;
    let choice = format!("| `pica200.{name}` | `\"{first}\"` | {shown}: `\"{first}\"` or `\"{second}\"` |");
    let expected: Vec<_> = switches.into_iter().chain([choice]).collect();
    assert_eq!(rows, expected);
}

#[test]
fn markers_of_tasks_and_of_the_server_do_not_replace_each_other() {
    // The identifier of the diagnostics in `cli/server/src/features/diagnostics.rs`.
    let mut owners = vec!["pica200".to_owned()];
    for matcher in matchers().as_array().unwrap() {
        owners.push(matcher["owner"].as_str().unwrap().to_owned());
        let is_of_others = matcher["name"] == "pica200-others";
        assert_eq!(matcher["applyTo"] != "closedDocuments", is_of_others, "{matcher}");
    }
    let count = owners.len();
    owners.sort();
    owners.dedup();
    assert_eq!(owners.len(), count, "{owners:?}");
}
