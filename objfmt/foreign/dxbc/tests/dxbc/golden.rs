//! Compares the golden containers with the golden JSON files.

use std::collections::BTreeSet;

use pica200_dxbc::Shader;
use pica200_dxbc::container::Container;
use pica200_dxbc::resources::Resources;
use pica200_dxbc::signature::Signature;
use serde_json::Value;

use crate::{golden, json, read_golden};

/// Checks that a value contains everything expected, and returns the number of compared numbers and texts.
fn check(place: &str, found: &Value, expected: &Value) -> usize {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            let keys = expected.iter();
            let counts = keys.map(|(key, expected)| {
                let place = format!("{place}.{key}");
                let found = found.get(key);
                assert!(found.is_some(), "{place} is missing");
                check(&place, found.unwrap_or(&Value::Null), expected)
            });
            counts.sum()
        }
        (Value::Array(found), Value::Array(expected)) => {
            assert_eq!(found.len(), expected.len(), "{place}");
            let pairs = found.iter().zip(expected).enumerate();
            let counts = pairs.map(|(index, (found, expected))| check(&format!("{place}[{index}]"), found, expected));
            counts.sum()
        }
        _ => {
            assert_eq!(found, expected, "{place}");
            1
        }
    }
}

fn expected(name: &str) -> Value {
    serde_json::from_slice(&read_golden(&format!("{name}.json"))).unwrap()
}

#[test]
fn all_values_are_those_of_the_json_files() {
    let mut compared = 0;
    for (name, file) in golden() {
        let container = Container::read(&file).unwrap();
        assert_eq!(Shader::from_container(&container).faults, [], "{name}");
        compared += check(&name, &json::file(&container), &expected(&name));
    }
    assert!(compared > 5000, "only {compared} values were compared");
}

/// The chunks, including all that typed values are read from, except those that no golden file has.
#[test]
fn golden_files_have_the_chunks_that_tests_rely_on() {
    let mut ids = BTreeSet::new();
    for (_, file) in golden() {
        ids.extend(
            Container::read(&file)
                .unwrap()
                .chunks()
                .map(|chunk| chunk.id.to_string()),
        );
    }
    let expected = [
        "ISG1", "ISGN", "OSG1", "OSG5", "OSGN", "PCSG", "RDEF", "SFI0", "SHDR", "SHEX", "STAT",
    ];
    assert!(ids.iter().eq(expected), "{ids:?}");
}

#[test]
fn written_signatures_read_as_the_same_values() {
    for (name, file) in golden() {
        for chunk in Container::read(&file).unwrap().chunks() {
            let Ok(signature) = Signature::read(&chunk) else {
                continue;
            };
            let written = signature.write().unwrap();
            assert!(written.len().is_multiple_of(4));
            let again = pica200_dxbc::container::Chunk {
                data: &written,
                ..chunk
            };
            let again = Signature::read(&again).unwrap();
            assert_eq!(again.kind(), signature.kind());
            assert_eq!(
                json::signature(&again),
                json::signature(&signature),
                "{name}, {}",
                chunk.id
            );
        }
    }
}

#[test]
fn written_resources_read_as_the_same_values() {
    for (name, file) in golden() {
        let container = Container::read(&file).unwrap();
        let Some(chunk) = container.chunk(pica200_dxbc::resources::ID) else {
            continue;
        };
        let resources = Resources::read(&chunk).unwrap();
        let written = resources.write().unwrap();
        assert!(written.len().is_multiple_of(4));
        let again = pica200_dxbc::container::Chunk {
            data: &written,
            ..chunk
        };
        let again = Resources::read(&again).unwrap();
        assert_eq!(json::resources(&again), json::resources(&resources), "{name}");
    }
}
