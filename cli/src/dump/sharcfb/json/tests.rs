use std::fs;

use pica200_sharcfb::Archive;
use pica200_sharcfb::archive::Inspection;
use serde_json::{Value, json};

use super::{Document, json as text};
use crate::dump::samples::{Sample, golden_of, holds};
use crate::dump::schema;
use crate::dump::sharcfb::Subject;

const SCHEMA: &str = "cli/picadump-sharcfb.schema.json";

/// The golden archives with their names.
fn golden() -> Vec<Sample> {
    golden_of("sharcfb", 7)
}

fn document(name: &str, bytes: &[u8]) -> Option<Value> {
    let Inspection {
        archive,
        size,
        damage,
    } = Archive::inspect(bytes).ok()?;
    let faults = [damage, archive.faults()].concat();
    let subject = Subject {
        name,
        archive: &archive,
        size,
        faults: &faults,
        warnings: &archive.warnings(),
    };
    let text = String::from_utf8(text(&subject)).expect("JSON is UTF-8");
    Some(schema::document(&text))
}

#[test]
fn the_schema_is_that_of_the_types() {
    schema::check_types::<Document<'_>>(SCHEMA);
}

#[test]
fn all_documents_match_the_schema() {
    let validator = schema::validator(SCHEMA);
    for (name, bytes) in golden() {
        let whole = document(&name, &bytes).expect("the file has a header");
        schema::check(&validator, &name, &whole);
        // Damaged files have documents, too.
        for at in (24..bytes.len()).step_by(bytes.len() / 8) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            if let Some(document) = document(&name, &damaged) {
                schema::check(&validator, &name, &document);
            }
        }
    }
}

#[test]
fn other_documents_are_rejected() {
    let validator = schema::validator(SCHEMA);
    let (name, bytes) = golden().swap_remove(0);
    let mut document = document(&name, &bytes).expect("the file has a header");
    document["unheard-of"] = json!(1);
    assert!(!validator.is_valid(&document));
}

#[test]
fn documents_hold_the_values_of_the_golden_files() {
    let mut compared = 0;
    for (name, bytes) in golden() {
        let expected = fs::read_to_string(format!("{name}.json")).expect("there is a document");
        let expected = serde_json::from_str(&expected).expect("it is JSON");
        let document = document(&name, &bytes).expect("the file has a header");
        compared += holds(&name, &document, &expected);
    }
    assert!(compared > 5000, "only {compared} values were compared");
}
