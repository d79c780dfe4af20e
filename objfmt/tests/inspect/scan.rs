//! Files embedded in other files.

use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::inspect::{Embedded, scan};
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::{Shader, Shbin};
use proptest::prelude::*;

use crate::models::{object, poke, sample_object, sample_shbin, shbin};
use crate::{inspected, with_vendors_version};

fn found(offset: usize, size: usize, kind: FileKind) -> Embedded {
    Embedded { offset, size, kind }
}

#[test]
fn files_are_found_wherever_they_are() {
    let shbin = sample_shbin().write().unwrap();
    let object = sample_object().write().unwrap();
    for before in 0..9 {
        let mut file = vec![b'D'; before];
        file.extend(&shbin);
        file.extend(b"DVLB and DVOJ are no files");
        file.extend(&object);
        file.extend(&shbin);
        let second = before + shbin.len() + 26;
        let third = second + object.len();
        let expected = [
            found(before, shbin.len(), FileKind::Shbin),
            found(second, object.len(), FileKind::Object),
            found(third, shbin.len(), FileKind::Shbin),
        ];
        assert_eq!(scan(&file), expected);
    }
    assert_eq!(scan(b""), []);
    assert_eq!(scan(b"DVLB"), []);
}

#[test]
fn padding_belongs_to_a_file_if_it_is_there() {
    // The sample's last table ends one byte before a multiple of four.
    let file = sample_shbin().write().unwrap();
    let cut = &file[..file.len() - 1];
    assert_eq!(scan(&file), [found(0, file.len(), FileKind::Shbin)]);
    assert_eq!(scan(cut), [found(0, cut.len(), FileKind::Shbin)]);
    let other = [cut, b"x"].concat();
    assert_eq!(scan(&other), [found(0, cut.len(), FileKind::Shbin)]);
    let longer = [&file[..], &[0; 8]].concat();
    assert_eq!(scan(&longer), [found(0, file.len(), FileKind::Shbin)]);
}

#[test]
fn files_whose_tables_are_not_there_are_none() {
    let shbin = sample_shbin().write().unwrap();
    for len in 0..shbin.len() - 1 {
        assert_eq!(scan(&shbin[..len]), []);
    }
    let object = sample_object().write().unwrap();
    for pair in (0x10..0x58).step_by(8).chain((0x6C..0xA4).step_by(8)) {
        let mut file = object.clone();
        poke(&mut file, pair, 0x1_0000);
        assert_eq!(scan(&file), []);
        // Other versions have different data there.
        let file = with_vendors_version(file);
        assert_eq!(scan(&file).len(), usize::from(pair >= 0x58), "{pair:X}h");
    }
}

#[test]
fn objects_without_tables_are_told_by_their_version() {
    let file = Object::new().write().unwrap();
    assert_eq!(scan(&file), [found(0, file.len(), FileKind::Object)]);
    assert_eq!(scan(&with_vendors_version(file)), []);
}

/// Names are not read; inspection reports their faults.
#[test]
fn damaged_entries_do_not_hide_a_file() {
    let mut file = sample_shbin().write().unwrap();
    let size = file.len();
    file[size - 2] = b'x';
    assert_eq!(scan(&file), [found(0, size, FileKind::Shbin)]);
    assert_eq!(inspected(&file).faults.len(), 1);
}

#[test]
fn tables_that_overlap_are_no_file() {
    let mut file = sample_shbin().write().unwrap();
    let first = crate::models::peek(&file, 8);
    poke(&mut file, 12, first);
    // The second DVLE is unused, and the first one is used twice.
    assert_eq!(scan(&file), []);
}

/// A candidate at each magic, each with a list of shaders up to the end of the file. Examining each list completely
/// would take 10^10 steps.
#[test]
fn candidates_that_look_right_take_linear_time() {
    let mut file = Vec::new();
    let size = 1 << 20;
    while file.len() < size {
        let count = u32::try_from((size - file.len()) / 4 - 2).unwrap();
        file.extend(b"DVLB");
        file.extend(count.to_le_bytes());
    }
    file.extend(b"DVLP");
    file.resize(file.len() + 0x24, 0);
    // The last one has a list without shaders.
    assert_eq!(scan(&file), [found(size - 8, 0x30, FileKind::Shbin)]);

    let mut objects = b"DVOJ\x02\x10\0\0".repeat(size / 8);
    objects.resize(size + 0x58, 0);
    assert_eq!(scan(&objects), []);
}

/// Long lists of one shader each, all of which fail at their last offset.
#[test]
fn lists_that_fail_at_their_end_take_linear_time() {
    let shaders = vec![Shader::default(); 1_000];
    let mut one = Shbin {
        shaders,
        ..Shbin::default()
    }
    .write()
    .unwrap();
    poke(&mut one, 8 + 4 * 999, 4);
    assert_eq!(scan(&one.repeat(50)), []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_file_is_found(before in prop::collection::vec(any::<u8>(), 0..9), shbin in shbin(), object in object()) {
        let shbin = shbin.write().unwrap();
        let object = object.write().unwrap();
        let file = [&before[..], &shbin, &object].concat();
        let second = before.len() + shbin.len();
        prop_assert_eq!(scan(&file), [
            found(before.len(), shbin.len(), FileKind::Shbin),
            found(second, object.len(), FileKind::Object),
        ]);
    }

    #[test]
    fn finds_do_not_overlap(
        parts in prop::collection::vec(prop_oneof![
            prop::collection::vec(any::<u8>(), 0..8),
            Just(b"DVLB\x01\0\0\0\x34\0\0\0DVLP".to_vec()),
            Just(b"DVOJ\x02\x10".to_vec()),
            Just(vec![0; 36]),
            Just([b"DVLE".as_slice(), &[0; 60]].concat()),
            shbin().prop_map(|shbin| shbin.write().unwrap()),
        ], 0..12),
    ) {
        let file = parts.concat();
        let mut end = 0;
        for Embedded { offset, size, kind } in scan(&file) {
            prop_assert!(offset >= end);
            end = offset + size;
            let part = &file[offset..end];
            prop_assert_eq!(scan(part), [found(0, size, kind)]);
            // Its tables exist, with any contents.
            let faults = inspected(part).faults;
            let of_entries = faults.iter().all(|fault| fault.location.entry.is_some());
            prop_assert!(of_entries, "{:?}", faults);
        }
        prop_assert!(end <= file.len());
    }
}
