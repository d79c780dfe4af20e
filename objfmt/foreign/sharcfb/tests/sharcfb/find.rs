//! Search for archives inside other files.

use pica200_sharcfb::find;

use crate::{golden, read_golden};

#[test]
fn archives_are_found_at_any_offset() {
    let mut file = b"SHAB".to_vec();
    let mut expected = Vec::new();
    for (_, archive) in golden() {
        expected.push(file.len()..file.len() + archive.len());
        file.extend(archive);
        file.extend(b"BAHS.");
    }
    assert_eq!(find(&file), expected);
    assert!(find(b"SHAB").is_empty());
}

#[test]
fn archives_that_are_cut_off_or_of_other_versions_are_not_found() {
    let file = read_golden("be-one.sharcfb");
    for size in 0..file.len() {
        assert!(find(&file[..size]).is_empty(), "{size}");
    }
    // The version, the byte order, and the sizes of the name and of both arrays.
    let binaries = 0x18 + usize::from(file[0x17]);
    let size = &file[binaries..binaries + 4];
    let programs = binaries + usize::from(size[2]) * 0x100 + usize::from(size[3]);
    for at in [0x07, 0x0F, 0x16, binaries + 1, programs + 2] {
        let mut other = file.clone();
        other[at] ^= 0x7F;
        assert!(find(&other).is_empty(), "{at:X}h");
    }
}
