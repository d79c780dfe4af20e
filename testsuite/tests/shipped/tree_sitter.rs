//! Package of the tree-sitter grammar. `grammar.js` is handwritten and reads `words.json`; the program `tree-sitter`
//! generates `src/` from it.

use std::fs;

use pica200_asm::words::Class;
use pica200_cli::command_lines;
use pica200_testsuite::corpus::workspace;
use serde_json::{Value, json};

use crate::Files;
use crate::words::{of_class, pretty};

const FOLDER: &str = "cli/editors/tree-sitter";

/// The suffixes of sources, as editors know them.
pub(crate) const SUFFIXES: [&str; 3] = ["pica", "vsh", "gsh"];

/// Returns the version of all packages.
pub(crate) fn version() -> String {
    command_lines()[0].get_version().unwrap().to_owned()
}

/// Adds the address of the repository to a manifest for npm, once `.ci/address` has written it into `Cargo.toml`.
pub(crate) fn with_address(mut manifest: Value) -> Value {
    let root = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let address = root.lines().find_map(|line| line.strip_prefix("repository = \""));
    if let Some(address) = address {
        let address = address.trim_end_matches('"');
        manifest["repository"] = json!({ "type": "git", "url": format!("{address}.git") });
    }
    manifest
}

pub(crate) fn add(files: &mut Files) {
    let description = "The assembly language of the PICA200, the GPU of the Nintendo 3DS";
    let about = json!({
        "grammars": [{
            "name": "pica200",
            "camelcase": "Pica200",
            "scope": "source.pica200",
            "path": ".",
            "file-types": SUFFIXES,
            "highlights": "queries/highlights.scm",
            "injections": "queries/injections.scm",
            "locals": "queries/locals.scm",
            "tags": "queries/tags.scm",
            "injection-regex": "^pica(200)?$",
        }],
        "metadata": {
            "version": version(),
            "license": "MIT OR Apache-2.0",
            "description": description,
        },
    });
    let package = json!({
        "name": "tree-sitter-pica200",
        "version": version(),
        "description": description,
        "license": "MIT OR Apache-2.0",
        "keywords": ["tree-sitter", "parser", "3ds", "pica200", "shader"],
        // `.ci/npm` puts the words beside the grammar.
        "files": ["grammar.js", "words.json", "tree-sitter.json", "queries/*", "src/**", "LICENSE-*"],
    });
    files.insert(format!("{FOLDER}/tree-sitter.json"), pretty(&about));
    files.insert(format!("{FOLDER}/package.json"), pretty(&with_address(package)));
}

/// Returns the regular expressions in a rule of the generated grammar.
fn expressions(rule: &Value) -> String {
    match rule {
        Value::String(text) => text.clone() + "\n",
        Value::Array(parts) => parts.iter().map(expressions).collect(),
        Value::Object(parts) => parts.values().map(expressions).collect(),
        _ => String::new(),
    }
}

/// Removes the upper case letters of an expression: `[aA][dD][dD]` is `add`.
fn small(expression: &str) -> String {
    let mut text = expression.to_owned();
    for letter in 'a'..='z' {
        let both = format!("[{letter}{}]", letter.to_ascii_uppercase());
        text = text.replace(&both, &letter.to_string());
    }
    text
}

#[test]
fn the_generated_grammar_has_all_words() {
    let path = workspace().join(FOLDER).join("src/grammar.json");
    let grammar: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let rules = &grammar["rules"];
    // Each token of keywords has the names of its classes.
    let tokens = rules
        .as_object()
        .unwrap()
        .iter()
        .filter(|(name, _)| name.ends_with("_word"));
    let tokens: Vec<_> = tokens
        .map(|(name, rule)| {
            (
                name.split('_').collect::<Vec<_>>(),
                small(rule["value"].as_str().unwrap()),
            )
        })
        .collect();
    let listed = |class: &str| {
        let tokens = tokens.iter().filter(|(names, _)| names.contains(&class));
        tokens
            .flat_map(|(_, words)| words.split('|').map(str::to_owned))
            .collect::<Vec<_>>()
    };
    for (class, names) in [
        (
            Class::Mnemonic,
            &["mnemonic", "call", "compare", "for", "if", "setemit"][..],
        ),
        (Class::Property, &["property"]),
        (Class::Flags, &["flags"]),
        (Class::Comparison, &["comparison"]),
        (Class::Function, &["function"]),
        (Class::Boolean, &["truth"]),
        (Class::GeometryMode, &["mode"]),
        (Class::EmitFlag, &["emission"]),
    ] {
        let mut found: Vec<_> = names.iter().flat_map(|name| listed(name)).collect();
        let mut expected = of_class(class);
        found.sort();
        expected.sort_unstable();
        assert_eq!(found, expected, "run `tree-sitter generate --abi 14` in {FOLDER}");
    }
    let registers = small(rules["register"]["value"].as_str().unwrap());
    for (class, found) in [
        (
            Class::AddressRegister,
            registers.split('|').map(str::to_owned).collect(),
        ),
        (Class::Number, listed("number")),
    ] {
        for word in of_class(class) {
            assert!(found.contains(&word.to_owned()), "the grammar lacks {word}");
        }
    }
    let all = small(&expressions(rules));
    for word in of_class(Class::Directive) {
        assert!(all.lines().any(|line| line == format!(r"\.{word}")), "{word}");
    }
}
