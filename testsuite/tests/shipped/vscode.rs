//! An extension for Visual Studio Code: a folder to copy into the folder of extensions.

use pica200_cli::command_lines;
use serde_json::json;

use crate::Files;
use crate::lines::problem_matchers;
use crate::words::pretty;

const FOLDER: &str = "cli/editors/vscode";

pub(crate) fn add(files: &mut Files) {
    let version = command_lines()[0].get_version().unwrap().to_owned();
    let manifest = json!({
        "name": "pica200",
        "displayName": "PICA200 shaders",
        "description": "Colours, comments and problem matchers for shaders of the PICA200, the GPU of the Nintendo 3DS",
        "version": version,
        "publisher": "pica200",
        "license": "MIT OR Apache-2.0",
        "engines": { "vscode": "^1.60.0" },
        "categories": ["Programming Languages"],
        "contributes": {
            "languages": [{
                "id": "pica200",
                "aliases": ["PICA200 assembly"],
                "extensions": [".vsh", ".gsh", ".pica", ".v.pica", ".g.pica"],
                "configuration": "./language-configuration.json",
            }],
            "grammars": [{
                "language": "pica200",
                "scopeName": "source.pica200",
                "path": "./pica200.tmLanguage.json",
            }],
            "problemMatchers": problem_matchers(),
        },
    });
    let configuration = json!({
        "comments": { "lineComment": ";" },
        "brackets": [["[", "]"], ["(", ")"]],
        "wordPattern": r"\.?[A-Za-z_$][\w$]*",
    });
    files.insert(format!("{FOLDER}/package.json"), pretty(&manifest));
    files.insert(
        format!("{FOLDER}/language-configuration.json"),
        pretty(&configuration),
    );
}
