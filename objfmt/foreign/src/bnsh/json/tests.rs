use std::fs;

use pica200_bnsh::Bnsh;
use serde_json::{Value, json};

use super::{Document, json as text};
use crate::golden::{Sample, assert_contains, golden_of};
use crate::schema;

const SCHEMA: &str = "cli/picadump-bnsh.schema.json";

fn document(name: &str, bytes: &[u8]) -> Value {
    let found = Bnsh::read(bytes).expect("the file has a header");
    schema::document(&text(name, &found))
}

#[test]
fn the_schema_is_that_of_the_types() {
    schema::check_types::<Document<'_>>(SCHEMA);
}

/// Returns the golden files and their names.
fn golden() -> Vec<Sample> {
    golden_of("bnsh", 4)
}

#[test]
fn documents_hold_the_values_of_the_golden_files() {
    let mut compared = 0;
    for (name, bytes) in golden() {
        let Ok(expected) = fs::read_to_string(format!("{name}.json")) else {
            continue;
        };
        let expected = serde_json::from_str(&expected).expect("it is JSON");
        compared += assert_contains(&name, &document(&name, &bytes), &expected);
    }
    assert!(compared > 3000, "only {compared} values were compared");
}

#[test]
fn all_documents_match_the_schema() {
    let validator = schema::validator(SCHEMA);
    for (name, bytes) in golden() {
        schema::check(&validator, &name, &document(&name, &bytes));
        // Damaged files have documents as well. Most of their bytes are code, which has little effect.
        for at in (16..bytes.len()).step_by(29).filter(|at| bytes[*at] != 0) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            if at < 4096 && Bnsh::read(&damaged).is_ok() {
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
