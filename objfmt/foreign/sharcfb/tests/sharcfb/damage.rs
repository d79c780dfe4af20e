//! Messages about damaged files, each with its location.

use pica200_sharcfb::Archive;
use pica200_sharcfb::archive::Inspection;

use crate::read_golden;
use crate::warnings::{changed, find};

/// Returns the message about a big-endian golden file with one word changed.
fn message(name: &str, at: usize, word: u32) -> String {
    Archive::read(&changed(name, at, word)).unwrap_err().to_string()
}

#[test]
fn headers_of_other_files_are_refused() {
    let of = |at, word| message("be-one", at, word);
    assert_eq!(
        of(0, 0x4142_4344),
        "header, at byte 0h: begins with `ABCD`; expected `SHAB` (big endian) or `BAHS` (little endian)"
    );
    assert_eq!(
        of(8, 0x5A9),
        "header, at byte 8h: the size is 1449, but the file has 1448 bytes"
    );
    assert_eq!(
        of(8, 5),
        "header, at byte 8h: the size is 5, but the file has 1448 bytes"
    );
    // The message about a memory dump has priority over other damage.
    let mut copy = changed("be-one", 0x10, 1);
    copy[0x29..0x2D].copy_from_slice(&u32::MAX.to_be_bytes());
    let damage = Archive::inspect(&copy).unwrap().damage;
    let texts: Vec<_> = damage.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "header, at byte 10h: `resolved` is 1; expected 0 (the file is a memory dump, with addresses instead of offsets)",
            "array of binaries, at byte 29h: the array takes 4294967295 bytes, but 1407 are left",
        ]
    );
    assert_eq!(of(0x14, 4), "header, at byte 18h: the name is not NUL-terminated");
    assert_eq!(
        Archive::read(b"SHAB").unwrap_err().to_string(),
        "header, at byte 0h: the header takes 24 bytes, but 4 are left"
    );
}

#[test]
fn arrays_and_entries_have_sizes() {
    let of = |at, word| message("be-one", at, word);
    assert_eq!(
        of(0x29, 0x10000),
        "array of binaries, at byte 29h: the array takes 65536 bytes, but 1407 are left"
    );
    assert_eq!(
        of(0x29, 7),
        "array of binaries, at byte 29h: the size is 7; the fields take 8 bytes"
    );
    assert_eq!(
        of(0x2D, 3),
        "array of binaries, at byte 4F9h: takes the next entry"
            .replace("takes the next entry", "the next entry takes 4 bytes, but 0 are left")
    );
    assert_eq!(
        of(0x31, 15),
        "binary 0, at byte 31h: the size is 15; the fields take 16 bytes"
    );
    assert_eq!(
        of(0x39, u32::MAX),
        "binary 0, at byte 39h: the data offset is -1; expected 0 or more"
    );
    assert_eq!(
        of(0x3D, 0x229),
        "binary 0, at byte 41h: the data takes 553 bytes, but 552 are left"
    );
}

#[test]
fn an_array_ends_before_a_damaged_entry() {
    let file = changed("be-geometry", 0x31 + 5, 0);
    let Inspection { archive, damage, .. } = Archive::inspect(&file).unwrap();
    assert!(archive.binaries().is_empty());
    assert_eq!(archive.programs().len(), 2, "the other array is read");
    assert_eq!(damage.len(), 1);
    assert!(damage[0].to_string().starts_with("binary 0, at byte"), "{}", damage[0]);
}

#[test]
fn tables_and_names_are_within_the_data() {
    let of = |field: usize, word| message("be-one", 0x41 + field, word);
    assert_eq!(
        of(0xE4, 100),
        "binary 0, uniform variables, at byte 125h: the table of uniform variables is at 134h of the data and takes \
         2000 bytes, but 244 are left"
    );
    assert_eq!(
        of(0xE8, 0),
        "binary 0, uniform variables, at byte 125h: the pointer is null, but the count is 2"
    );
    assert_eq!(
        of(0xD0, 41),
        "binary 0, code, at byte 111h: the code is at 200h of the data and takes 41 bytes, but 40 are left"
    );
    assert_eq!(
        of(0x134 + 0x14, 0x1000),
        "binary 0, uniform variables, entry 1, at byte 189h: the name is at 1000h of the data, but the name begins \
         outside its table"
    );
}

#[test]
fn programs_have_their_binaries_in_the_archive() {
    let file = read_golden("be-one.sharcfb");
    let program = find(&file, b"prog_0\0") - 16;
    assert_eq!(
        message("be-one", program + 12, 1),
        format!("program 0, at byte {program:X}h: the binaries of the program are 1 to 2, but the archive has 2")
    );
}

#[test]
fn macros_have_values() {
    let file = read_golden("be-geometry.sharcfb");
    let at = find(&file, b"USE_FOG\x000\x001\0") - 16;
    let none = message("be-geometry", at + 8, 0);
    assert!(
        none.ends_with(": the macro has no values; expected at least 1"),
        "{none}"
    );
    let many = message("be-geometry", at + 8, 1000);
    assert!(
        many.ends_with(": the list of values takes 1000 bytes, but 9 are left"),
        "{many}"
    );
    let mut file = file;
    let id = find(&file, b"id_0\0");
    file[id + 4] = b'x';
    let ended = Archive::read(&file).unwrap_err().to_string();
    assert!(ended.ends_with(": the id is not NUL-terminated"), "{ended}");
}
