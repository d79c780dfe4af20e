//! Violations that verification lists, each with the patch that triggers it.

use std::fmt::Write;

use pica200_bnsh::Bnsh;
use pica200_bnsh::verify::{MAX_VIOLATIONS, Problem, SearchResult, verify};

use crate::{golden, one, put, read_golden, word};

fn violations(bytes: &[u8]) -> String {
    let file = Bnsh::read(bytes).unwrap();
    assert_eq!(file.faults, []);
    verify(&file).iter().map(|one| format!("  {one}\n")).collect()
}

/// Returns the violations of `one.bnsh` after each patch: description, offset, bytes.
fn after(changes: &[(&str, usize, &[u8])]) -> String {
    let mut text = String::new();
    for (what, at, bytes) in changes {
        let mut file = read_golden("one");
        put(&mut file, *at, bytes);
        let found = violations(&file);
        assert_ne!(found, "", "{what}");
        let _ = write!(text, "{what}\n{found}");
    }
    text
}

#[test]
fn dictionaries_that_do_not_find_their_keys() {
    let node = |number: usize| one::DICTIONARY + 8 + 16 * number;
    insta::assert_snapshot!(after(&[
        ("the root leads to itself", node(0) + 4, &[0, 0]),
        ("another bit", node(2), &[4, 0, 0, 0]),
        ("another child, which no search comes to", node(2) + 4, &[2, 0]),
        ("a cycle", node(2) + 4, &[1, 0, 1, 0]),
        ("two equal keys", node(2) + 8, &[0x74, 0x20]),
        ("an empty key", node(2) + 8, &[0x14]),
    ]));
}

#[test]
fn relocations_that_lack_or_have_too_much() {
    let sections = one::RELOCATIONS + 0x10;
    let entry = |number: usize| sections + 6 * 0x18 + 8 * number;
    insta::assert_snapshot!(after(&[
        ("the first entry names another pointer", entry(0), &[0x78]),
        ("the first entry has one pointer", entry(0) + 6, &[1]),
        ("the second entry is the first", entry(1), &[0x80, 0, 0, 0, 1, 0, 2, 0]),
        ("an entry that names a size", entry(0) + 4, &[1, 0, 2, 0, 0xB8, 1, 0, 0]),
        ("a section that is too short", sections + 0x0C, &[0x20, 4]),
        (
            "a section that begins later",
            sections + 4 * 0x18 + 8,
            &[0, 0x12, 0, 0, 0, 0x0C]
        ),
    ]));
}

#[test]
fn strings_and_alignment() {
    insta::assert_snapshot!(after(&[
        ("one string less", one::STRINGS + 0x10, &[12]),
        ("no strings", one::STRINGS + 0x10, &[0]),
        ("a larger block", one::STRINGS + 8, &[0x90]),
        ("alignment of the byte code", 0x0E, &[13]),
    ]));
    // The reflection one word later.
    let mut file = read_golden("one");
    let reflection = file[one::REFLECTION..one::REFLECTION + 0x30].to_vec();
    put(&mut file, one::REFLECTION + 4, &reflection);
    put(&mut file, one::PROGRAM + 0x78, &[0x6C]);
    insta::assert_snapshot!(violations(&file).lines().last().unwrap());
}

/// The relocations that code of unknown type needs are unknown.
#[test]
fn relocations_of_unknown_code_are_not_unexpected() {
    let is_unexpected = |bytes: &[u8]| {
        let file = Bnsh::read(bytes).unwrap();
        assert_eq!(file.faults, []);
        let mut found = verify(&file).into_iter();
        found.any(|one| matches!(one.problem, Problem::NoPointer { .. }))
    };
    let mut file = read_golden("one");
    let entry = one::RELOCATIONS + 0x10 + 6 * 0x18;
    // The relocated number is a code size.
    put(&mut file, entry, &[0xB8, 1, 0, 0, 1, 0, 1, 0]);
    assert!(is_unexpected(&file));
    put(&mut file, one::PROGRAM + 1, &[1]);
    assert!(!is_unexpected(&file));
}

/// Without relocations, each pointer is a violation, and so is each number without one.
#[test]
fn violations_are_limited() {
    for (name, mut file) in golden() {
        let relocations = word(&file, 0x18);
        for section in 0..6 {
            put(&mut file, relocations + 0x10 + 0x18 * section + 0x14, &[0; 4]);
        }
        let file = Bnsh::read(&file).unwrap();
        assert_eq!(verify(&file).len(), file.pointers.len(), "{name}");
    }
    let file = crate::structures::chain(600);
    let file = Bnsh::read(&file).unwrap();
    assert_eq!(verify(&file).len(), MAX_VIOLATIONS);
}

/// A tree in which the search for each key visits all nodes.
#[test]
fn searches_that_take_too_long_are_given_up() {
    let count = 3000_u16;
    let file = crate::structures::chain(count);
    let read = Bnsh::read(&file).unwrap();
    assert_eq!(read.faults, []);
    let found = verify(&read);
    let too_long = SearchResult::TooLong(256 * (usize::from(count) + 1));
    let mut results = found.iter().filter_map(|one| match &one.problem {
        Problem::NotFound { result, .. } => Some(*result),
        _ => None,
    });
    assert!(results.any(|result| result == too_long));
}
