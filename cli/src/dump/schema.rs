//! JSON schemas, for tests.

use std::fs;

use jsonschema::Validator;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::workspace::workspace;

/// Checks that the file at a path of the workspace is the schema of a document type. `UPDATE_SCHEMA=1` rewrites the
/// file.
pub(crate) fn check_types<T: JsonSchema>(path: &str) {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let generator = settings.into_generator();
    let schema = generator.into_root_schema_for::<T>().to_value();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    let file = workspace(path);
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
        fs::write(&file, text + "\n").expect("the schema can be written");
    }
    // The values are too long for a message.
    assert!(
        read(path) == schema,
        "{path} is out of date; run this test with UPDATE_SCHEMA=1 and read the diff"
    );
}

fn read(path: &str) -> Value {
    let text = fs::read_to_string(workspace(path)).expect("the schema can be read");
    serde_json::from_str(&text).expect("the schema is JSON")
}

/// Returns the validator for the schema at a path of the workspace.
pub(crate) fn validator(path: &str) -> Validator {
    jsonschema::draft202012::new(&read(path)).expect("the schema is one")
}

/// Parses a document.
pub(crate) fn document(text: &[u8]) -> Value {
    assert!(text.ends_with(b"}\n"), "{}", text.escape_ascii());
    serde_json::from_slice(text).expect("what is written is JSON")
}

/// Checks that a document matches its schema.
pub(crate) fn check(validator: &Validator, name: &str, document: &Value) {
    let errors: Vec<_> = validator
        .iter_errors(document)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{name}: {errors:#?}");
}
