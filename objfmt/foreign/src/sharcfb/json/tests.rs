use std::fs;

use pica200_sharcfb::Archive;
use pica200_sharcfb::archive::{Inspection, Program};
use serde_json::{Value, json};

use super::{Document, json as text, variation, variation_json};
use crate::golden::{Sample, assert_contains, golden_of};
use crate::schema;
use crate::sharcfb::text::ParsedArchive;

const SCHEMA: &str = "cli/picadump-sharcfb.schema.json";
const VARIATION_SCHEMA: &str = "cli/picadump-sharcfb-variation.schema.json";

/// Returns the golden archives and their names.
fn golden() -> Vec<Sample> {
    golden_of("sharcfb", 7)
}

fn document(name: &str, bytes: &[u8]) -> Option<Value> {
    with_archive(name, bytes, |parsed| schema::document(&text(parsed)))
}

/// Returns the documents of the default variations of all programs.
fn variations(name: &str, bytes: &[u8]) -> Vec<Value> {
    let of_program = |parsed: &ParsedArchive<'_>, program: &Program| {
        let found = parsed.archive.find(program.name(), &[]).ok()?;
        Some(schema::document(&variation_json(parsed, &found)))
    };
    let documents = with_archive(name, bytes, |parsed| {
        let programs = parsed.archive.programs().iter();
        programs.filter_map(|program| of_program(parsed, program)).collect()
    });
    documents.unwrap_or_default()
}

/// Calls a function with an archive. Returns `None` if its header cannot be read.
fn with_archive<T>(name: &str, bytes: &[u8], run: impl FnOnce(&ParsedArchive<'_>) -> T) -> Option<T> {
    let Inspection { archive, size, damage } = Archive::inspect(bytes).ok()?;
    let faults = [damage, archive.faults()].concat();
    Some(run(&ParsedArchive {
        name,
        archive: &archive,
        size,
        faults: &faults,
        warnings: &archive.warnings(),
    }))
}

#[test]
fn the_schema_is_that_of_the_types() {
    schema::check_types::<Document<'_>>(SCHEMA);
    schema::check_types::<variation::Document<'_>>(VARIATION_SCHEMA);
}

#[test]
fn all_documents_match_the_schema() {
    let [validator, of_variations] = [SCHEMA, VARIATION_SCHEMA].map(schema::validator);
    for (name, bytes) in golden() {
        for document in variations(&name, &bytes) {
            schema::check(&of_variations, &name, &document);
        }
        let whole = document(&name, &bytes).expect("the file has a header");
        schema::check(&validator, &name, &whole);
        // Damaged files have documents as well.
        for at in (24..bytes.len()).step_by(bytes.len() / 8) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            if let Some(document) = document(&name, &damaged) {
                schema::check(&validator, &name, &document);
            }
            for document in variations(&name, &damaged) {
                schema::check(&of_variations, &name, &document);
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
fn a_variation_has_the_binaries_of_the_archive() {
    let mut compared = 0;
    for (name, bytes) in golden() {
        let whole = document(&name, &bytes).expect("the file has a header");
        for variation in variations(&name, &bytes) {
            for selected_variation in variation["binaries"].as_array().expect("a list") {
                let index = selected_variation["index"].as_u64().expect("an index");
                let binary = &whole["binaries"][usize::try_from(index).expect("small")];
                assert_eq!(selected_variation["binary"], *binary, "{name}");
                assert_eq!(selected_variation["stage"], binary["type"], "{name}");
                compared += 1;
            }
        }
    }
    assert!(compared > 10, "only {compared} binaries were compared");
}

#[test]
fn documents_hold_the_values_of_the_golden_files() {
    let mut compared = 0;
    for (name, bytes) in golden() {
        let expected = fs::read_to_string(format!("{name}.json")).expect("there is a document");
        let expected = serde_json::from_str(&expected).expect("it is JSON");
        let document = document(&name, &bytes).expect("the file has a header");
        compared += assert_contains(&name, &document, &expected);
    }
    assert!(compared > 5000, "only {compared} values were compared");
}
