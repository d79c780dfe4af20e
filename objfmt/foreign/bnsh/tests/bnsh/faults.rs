//! Messages about damage, each with the patch that triggers it.

use std::fmt::Write;

use pica200_bnsh::Bnsh;
use pica200_bnsh::program::Code;

use crate::{golden, one, put, read_golden, word};

/// Returns the errors of a file, then its notes, one per line.
fn faults(file: &[u8]) -> String {
    match Bnsh::read(file) {
        Ok(read) => {
            let faults = read.faults.iter().map(|fault| format!("  {fault}\n"));
            let notes = read.notes.iter().map(|note| format!("  note: {note}\n"));
            faults.chain(notes).collect()
        }
        Err(fault) => format!("  refused: {fault}\n"),
    }
}

/// Returns the errors of `one.bnsh` after each patch: description, offset, bytes.
fn after(changes: &[(&str, usize, &[u8])]) -> String {
    let mut text = String::new();
    for (what, at, bytes) in changes {
        let mut file = read_golden("one");
        put(&mut file, *at, bytes);
        let found = faults(&file);
        assert_ne!(found, "", "{what}");
        let _ = write!(text, "{what}\n{found}");
    }
    text
}

const FAR: &[u8] = &[0xFF; 8];
const HUGE: &[u8] = &[0xFF, 0xFF, 0xFF, 0x7F];
const NONE: &[u8] = &[0; 8];

#[test]
fn damage_of_the_header() {
    let mut text = after(&[
        ("magic", 4, b"x"),
        ("byte order", 0x0C, &[0xFE, 0xFF]),
        ("byte order mark", 0x0C, &[0xFF, 0xFF]),
        ("alignment", 0x0E, &[32]),
        ("address size", 0x0F, &[32]),
        ("name", 0x10, HUGE),
        ("name without length", 0x10, &[1, 0, 0, 0]),
        ("name elsewhere", 0x10, &[2, 0, 0, 0]),
        ("flags", 0x14, &[1]),
        ("flags and the first block", 0x14, &[1, 0, 0xFF, 0xFF]),
        ("first block", 0x16, &[0xFF, 0xFF]),
        ("first block behind the last byte but ten", 0x16, &[0xE0, 0x21]),
        ("relocation table", 0x18, HUGE),
        ("no relocation table", 0x18, &[0; 4]),
        ("size", 0x1C, HUGE),
        ("small size", 0x1C, &[0x5F, 0, 0, 0]),
    ]);
    let file = read_golden("one");
    for size in [0, 7, 8, 0x5F, 0x60] {
        let _ = write!(text, "{size} bytes\n{}", faults(&file[..size]));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn damage_of_blocks_and_tables() {
    let first_entry = one::RELOCATIONS + 0x10 + 6 * 0x18;
    insta::assert_snapshot!(after(&[
        ("container's magic", one::CONTAINER, b"x"),
        ("distance", one::CONTAINER + 4, &[15, 0, 0, 0]),
        ("far distance", one::CONTAINER + 4, HUGE),
        ("size of a block", one::CONTAINER + 8, HUGE),
        ("size up to another place", one::CONTAINER + 8, &[0]),
        ("magic of strings", one::STRINGS, b"x"),
        ("number of strings", one::STRINGS + 0x10, &[14]),
        ("first string", one::STRINGS + 0x14, &[1]),
        ("first string is another", one::STRINGS + 0x14, &[1, 0, b'x', 0]),
        ("length of a string", one::STRINGS + 0x18, &[2]),
        ("NUL of a string", one::STRINGS + 0x1D, b"x"),
        ("magic of relocations", one::RELOCATIONS, b"x"),
        ("offset of relocations", one::RELOCATIONS + 4, &[0]),
        ("sections", one::RELOCATIONS + 8, &[0xFF; 4]),
        ("many sections", one::RELOCATIONS + 8, HUGE),
        ("size of a section", one::RELOCATIONS + 0x1C, HUGE),
        ("first entry of a section", one::RELOCATIONS + 0x20, HUGE),
        ("entries of a section", one::RELOCATIONS + 0x24, HUGE),
        ("relocated pointer", first_entry, HUGE),
        ("relocated pointers", first_entry + 4, &[0xFF, 0xFF, 1, 0]),
    ]));
}

/// So many pointers that the limit ends reading, not the end of the file.
#[test]
fn relocations_name_limited_numbers_of_pointers() {
    let mut file = read_golden("one");
    let first_entry = one::RELOCATIONS + 0x10 + 6 * 0x18;
    for entry in 0..13 {
        put(&mut file, first_entry + 8 * entry, &[0, 0, 0, 0, 4, 0, 255, 0]);
    }
    insta::assert_snapshot!(faults(&file), @"relocation table, at byte 2168h: the relocations so far list more than 8680 pointers, but the file has 8680 bytes");
}

#[test]
fn damage_of_variations_and_programs() {
    insta::assert_snapshot!(after(&[
        ("variations", one::CONTAINER + 0x1C, HUGE),
        ("offset of variations", one::CONTAINER + 0x20, FAR),
        ("no variations", one::CONTAINER + 0x20, NONE),
        ("source program", one::VARIATION, FAR),
        ("intermediate program", one::VARIATION + 8, FAR),
        ("binary program", one::VARIATION + 0x10, &[0xE0, 0x21]),
        ("container of a variation", one::VARIATION + 0x18, NONE),
        ("another container", one::VARIATION + 0x18, &[0xC0]),
        ("code type", one::PROGRAM + 1, &[4]),
        ("vertex code", one::PROGRAM + 8, FAR),
        ("hull code", one::PROGRAM + 0x10, FAR),
        ("domain code", one::PROGRAM + 0x18, FAR),
        ("geometry code", one::PROGRAM + 0x20, FAR),
        ("pixel code", one::PROGRAM + 0x28, FAR),
        ("compute code", one::PROGRAM + 0x30, FAR),
        ("object", one::PROGRAM + 0x68, FAR),
        ("size of the object", one::PROGRAM + 0x60, HUGE),
        ("variation of a program", one::PROGRAM + 0x70, FAR),
        ("reflection", one::PROGRAM + 0x78, FAR),
        ("control code", one::VERTEX_CODE + 8, FAR),
        ("byte code", one::VERTEX_CODE + 0x10, NONE),
        ("size of byte code", one::VERTEX_CODE + 0x18, HUGE),
        ("size of control code", one::VERTEX_CODE + 0x1C, HUGE),
        ("more about control code", one::VERTEX_CODE + 0x20, FAR),
        ("more about code", one::VERTEX_CODE + 0x30, FAR),
    ]));
}

#[test]
fn damage_of_reflection_and_the_memory_pool() {
    insta::assert_snapshot!(after(&[
        ("vertex stage", one::REFLECTION, FAR),
        ("compute stage", one::REFLECTION + 0x28, FAR),
        ("inputs", one::VERTEX_STAGE, FAR),
        ("images", one::VERTEX_STAGE + 0x50, FAR),
        ("first output", one::VERTEX_STAGE + 0x28, &[0xFF; 4]),
        ("first image", one::VERTEX_STAGE + 0x4C, HUGE),
        ("slots", one::VERTEX_STAGE + 0x38, FAR),
        ("no slots", one::VERTEX_STAGE + 0x38, NONE),
        ("more about a stage", one::VERTEX_STAGE + 0x58, FAR),
        ("memory pool", one::CONTAINER + 0x28, FAR),
        ("property", one::POOL, &[0x60]),
        ("size of all byte code", one::POOL + 4, HUGE),
        ("all byte code", one::POOL + 8, FAR),
        ("part for the loader", one::POOL + 0x20, &[0xE0, 0x21]),
    ]));
}

#[test]
fn damage_of_dictionaries() {
    let node = |number: usize| one::DICTIONARY + 8 + 16 * number;
    insta::assert_snapshot!(after(&[
        ("magic", one::DICTIONARY, b"x"),
        ("entries", one::DICTIONARY + 4, &[0xFF; 4]),
        ("many entries", one::DICTIONARY + 4, HUGE),
        ("bit of the root", node(0), &[0; 4]),
        ("key of the root", node(0) + 8, &[0x24]),
        ("key of the root elsewhere", node(0) + 8, FAR),
        ("bit", node(1), &[0xFE, 0xFF, 0xFF, 0xFF]),
        ("left", node(1) + 4, &[3, 0]),
        ("right", node(2) + 6, &[0xFF, 0xFF]),
        ("key", node(1) + 8, FAR),
        ("no key", node(1) + 8, NONE),
        ("key in the middle of another", node(1) + 8, &[0x26]),
        ("key at the end of the file", node(1) + 8, &[0xE7, 0x21]),
    ]));
    // A root needs no key, and no magic is needed.
    for (at, bytes) in [(node(0) + 8, NONE), (one::DICTIONARY, &[0; 4])] {
        let mut file = read_golden("one");
        put(&mut file, at, bytes);
        assert_eq!(faults(&file), "");
    }
}

#[test]
fn damage_of_source_texts() {
    let is_array = |code: &Code| match code {
        Code::SourceArray { offset, texts } if texts.len() > 1 => Some(*offset),
        _ => None,
    };
    let mut found = golden().into_iter().find_map(|(_, bytes)| {
        let file = Bnsh::read(&bytes).unwrap();
        let programs = file.variations.iter().flat_map(|one| one.programs.iter().flatten());
        let mut code = programs.flat_map(|program| &program.code);
        let at = code.find_map(|(_, code)| is_array(code))?;
        Some((at, bytes.clone()))
    });
    let (at, bytes) = found.take().unwrap();
    let (sizes, texts) = (word(&bytes, at + 8), word(&bytes, at + 16));
    let mut text = String::new();
    for (what, at, change) in [
        ("number of texts", at, &[0xFF, 0xFF][..]),
        ("sizes", at + 8, FAR),
        ("texts", at + 16, FAR),
        ("no texts", at + 16, NONE),
        ("size of a text", sizes, HUGE),
        ("a text", texts + 8, FAR),
        ("no text", texts + 8, NONE),
    ] {
        let mut file = bytes.clone();
        put(&mut file, at, change);
        let _ = write!(text, "{what}\n{}", faults(&file));
    }
    insta::assert_snapshot!(text);
}
