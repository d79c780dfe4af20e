//! Fuzz target for BNSH files.

use pica200_bnsh::contents::Contents;
use pica200_bnsh::dictionary::build;
use pica200_bnsh::difference::differences;
use pica200_bnsh::verify::{Problem, Violation, verify};
use pica200_bnsh::write::write;
use pica200_bnsh::{Bnsh, find, layout};
use pica200_objfmt::formats::FileKind;

use super::check_views;
use crate::corpus::{files, folder};
use crate::formats::Format;
use crate::formats::inspection::{check_inspection, check_places};
use crate::fuzzing::Target;
use crate::fuzzing::seeds::{read, small};

/// The format.
pub(super) const FORMAT: Format = Format {
    kind: FileKind::Bnsh,
    page: "objfmt/foreign/bnsh/BNSH.md",
    records: layout::RECORDS,
    target: Target {
        name: "read_bnsh",
        folder: "bnsh",
        input: "a file",
        properties: "Errors, pointers and code of a readable file are within it; a rebuilt dictionary finds all its keys; the verifier terminates; the file does not differ from itself; its contents round-trip; embedded files do not overlap; all views can be shown",
        run: read_bnsh,
        seeds,
    },
};

/// Reads a file, rebuilds its dictionaries, and verifies it.
fn read_bnsh(bytes: &[u8]) {
    check_inspection(bytes);
    check_views(&pica200_foreign::bnsh::Format, bytes);
    check_places(find(bytes), bytes.len());
    let file = match Bnsh::read(bytes) {
        Ok(file) => file,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    for fault in &file.faults {
        assert!(!fault.to_string().is_empty());
        assert!(fault.offset <= bytes.len(), "{fault}");
    }
    for pointer in &file.pointers {
        assert!(pointer.field.offset + 8 <= bytes.len(), "{pointer:?}");
    }
    for part in file.parts() {
        assert!(file.bytes().get(part.range.clone()).is_some(), "{part:?}");
    }
    for dictionary in &file.dictionaries {
        check_dictionary(dictionary.clone());
    }
    assert_eq!(differences(&file, &file), []);
    let violations = verify(&file);
    assert!(violations.iter().all(|one| !one.to_string().is_empty()));
    check_writing(&file);
}

/// Writes the contents of a file into a new file, which must have the same contents and no violations.
fn check_writing(file: &Bnsh<'_>) {
    let Ok(contents) = Contents::from_file(file) else {
        return;
    };
    let Ok(written) = write(&contents) else {
        return;
    };
    let again = Bnsh::read(&written).expect("a file that was written has a header");
    let said = Contents::from_file(&again).expect("a file that was written has no faults");
    assert_eq!(said.variations, contents.variations);
    assert_eq!(differences(file, &again), []);
    let violations = verify(&again);
    let is_of_value = |violation: &Violation| matches!(violation.problem, Problem::Value(_));
    assert!(violations.iter().all(is_of_value), "{violations:?}");
}

/// Builds the tree of a dictionary's keys, if possible, and searches for all of them.
fn check_dictionary(mut dictionary: pica200_bnsh::dictionary::Dictionary<'_>) {
    let Ok(nodes) = build(dictionary.keys()) else {
        return;
    };
    dictionary.nodes = nodes;
    for (entry, key) in dictionary.keys().enumerate() {
        assert_eq!(dictionary.find(key), Some(entry), "{key}");
    }
}

/// Returns the golden BNSH files.
fn seeds() -> Vec<Vec<u8>> {
    let paths = files(&folder("golden/bnsh"), "bnsh");
    small(paths.iter().map(|path| read(path)).collect())
}
