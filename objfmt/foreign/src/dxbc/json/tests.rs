use std::fs;

use pica200_dxbc::Shader;
use pica200_dxbc::container::Container;
use serde_json::{Value, json};

use super::shallow::Shallow;
use super::{Document, json as text};
use crate::dxbc::parsed::ParsedContainer;
use crate::golden::{Sample, assert_contains, golden_of, workspace};
use crate::schema;

const SCHEMA: &str = "cli/picadump-dxbc.schema.json";

/// Returns the golden containers and their names.
fn golden() -> Vec<Sample> {
    golden_of("dxbc", 31)
}

fn document(name: &str, bytes: &[u8]) -> Value {
    let container = Container::read(bytes).expect("the file has a header");
    let parsed = ParsedContainer {
        name,
        shader: Shader::from_container(&container),
        container,
    };
    schema::document(&text(&parsed))
}

#[test]
fn the_schema_is_that_of_the_types() {
    schema::check_types::<Document<'_>>(SCHEMA);
}

#[test]
fn all_documents_match_the_schema() {
    let validator = schema::validator(SCHEMA);
    for (name, bytes) in golden() {
        schema::check(&validator, &name, &document(&name, &bytes));
        // Damaged files have documents as well.
        for size in (32..bytes.len()).step_by(29) {
            let mut damaged = bytes.clone();
            damaged[size] ^= 0x10;
            if Container::read(&damaged).is_ok() {
                schema::check(&validator, &name, &document(&name, &damaged));
            }
        }
    }
}

#[test]
fn other_documents_are_rejected() {
    let validator = schema::validator(SCHEMA);
    let (name, bytes) = golden().swap_remove(0);
    let mut document = document(&name, &bytes);
    document["unheard-of"] = json!(1);
    assert!(!validator.is_valid(&document));
    assert!(!validator.is_valid(&json!({})));
}

#[test]
fn documents_hold_the_values_of_the_golden_files() {
    let mut compared = 0;
    for (name, bytes) in golden() {
        let expected = fs::read_to_string(format!("{name}.json")).expect("there is a document");
        let expected = serde_json::from_str(&expected).expect("it is JSON");
        compared += assert_contains(&name, &document(&name, &bytes), &expected);
    }
    assert!(compared > 5000, "only {compared} values were compared");
}

/// Structs nested in each other, up to the limit of the reader, with few and with many levels.
#[test]
fn documents_are_in_proportion_to_the_file() {
    for name in ["shared-structs", "structs-in-structs"] {
        let path = workspace("testsuite/regressions/dxbc").join(name);
        let bytes = fs::read(path).expect("there is the file");
        let container = Container::read(&bytes).expect("the file has a header");
        let shader = Shader::from_container(&container);
        assert!(shader.faults.is_empty(), "{name}");
        let parsed = ParsedContainer {
            name,
            container,
            shader,
        };
        let size = text(&parsed).len();
        assert!(size <= 300 * bytes.len(), "{name}: {size} bytes");
    }
}

#[test]
fn deep_values_share_a_line() {
    let mut value = json!([1, {}]);
    for _ in 0..40 {
        value = json!({ "inner": [value, null] });
    }
    let mut text = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut text, Shallow::default());
    serde::Serialize::serialize(&value, &mut serializer).expect("a vector takes all bytes");
    let text = String::from_utf8(text).expect("JSON is UTF-8");
    assert_eq!(serde_json::from_str::<Value>(&text).ok(), Some(value));
    let longest = text.lines().map(|line| line.len() - line.trim_start().len());
    assert_eq!(longest.max(), Some(24));
    assert!(text.contains("[{\"inner\":[{"), "{text}");
}
