//! Golden files and their expected values, for tests.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::workspace::files;
pub(crate) use crate::workspace::{Sample, workspace};

/// Returns the golden files of a format, whose suffix is also the name of their directory. The names are paths without
/// the suffix.
pub(crate) fn golden_of(format: &str, min: usize) -> Vec<Sample> {
    let paths = files(&workspace("testsuite/golden").join(format), format);
    assert!(paths.len() >= min, "there are only {} files", paths.len());
    let sample = |path: &PathBuf| {
        let bytes = fs::read(path).expect("a golden file can be read");
        (path.with_extension("").display().to_string(), bytes)
    };
    paths.iter().map(sample).collect()
}

/// Checks that a value contains all expected values. Returns the number of compared numbers and texts.
pub(crate) fn assert_contains(place: &str, found: &Value, expected: &Value) -> usize {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            let fields = expected.iter().map(|(key, expected)| {
                let place = format!("{place}.{key}");
                let found = found.get(key);
                assert!(found.is_some(), "{place} is missing");
                assert_contains(&place, found.unwrap_or(&Value::Null), expected)
            });
            fields.sum()
        }
        (Value::Array(found), Value::Array(expected)) => {
            assert_eq!(found.len(), expected.len(), "{place}");
            let pairs = (0..).zip(found.iter().zip(expected));
            pairs
                .map(|(index, (found, expected))| {
                    let index: usize = index;
                    assert_contains(&format!("{place}[{index}]"), found, expected)
                })
                .sum()
        }
        _ => {
            assert_eq!(found, expected, "{place}");
            1
        }
    }
}
