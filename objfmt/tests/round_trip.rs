//! Round trips: written files read back equal.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its data has failed")]

mod models;

use std::fs;
use std::path::Path;

use models::{object, sample_object, sample_shbin, sample_with_labels, sample_with_stated_fields, shbin};
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::formats::{FileKind, recognise};
use proptest::prelude::*;

/// The files in `data` were built with picasso, from sources written for this test.
#[test]
fn files_of_picasso_come_out_as_they_went_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        assert_eq!(recognise(&bytes), Some(FileKind::Shbin));
        let shbin = Shbin::read(&bytes).unwrap_or_else(|error| {
            unreachable!("{}: {error}", path.display());
        });
        assert!(shbin.write().unwrap() == bytes, "{}", path.display());
        files += 1;
    }
    assert_eq!(files, 12);
}

#[test]
fn samples_survive() {
    let shbin = sample_shbin();
    assert_eq!(Shbin::read(&shbin.write().unwrap()).unwrap(), shbin);
    let object = sample_object();
    let bytes = object.write().unwrap();
    assert_eq!(recognise(&bytes), Some(FileKind::Object));
    assert_eq!(Object::read(&bytes).unwrap(), object);
    let stated = sample_with_stated_fields();
    assert_eq!(Object::read(&stated.write().unwrap()), Ok(stated));
    let labels = sample_with_labels();
    assert_eq!(Object::read(&labels.write().unwrap()).unwrap(), labels);
    let empty = Object::new();
    assert_eq!(Object::read(&empty.write().unwrap()).unwrap(), empty);
}

/// The tables of an object are at the published offsets.
#[test]
fn known_tables_are_where_documents_say() {
    let object = sample_object();
    let file = object.write().unwrap();
    let word = |at| usize::try_from(models::peek(&file, at)).unwrap();
    let table = |header, entry_size| {
        let start = word(header);
        &file[start..start + word(header + 4) * entry_size]
    };
    assert_eq!(&file[..8], b"DVOJ\x03\x7C\x01\x01");
    assert_eq!(&file[8..16], [2, 0, 9, 0, 2, 40, 0, 3]);
    assert_eq!(&table(0x10, 20)[..8], [1, 0, 2, 0, 3, 0, 1, 0]);
    assert_eq!(&table(0x18, 16)[32..44], [2, 0, 1, 0, 4, 0, 0, 0, 255, 255, 255, 255]);
    assert_eq!(table(0x20, 4).len(), 4 * object.code.len());
    assert_eq!(table(0x28, 8), [0; 16]);
    assert_eq!(table(0x30, 8)[4..8], [11, 0, 0, 0]);
    assert_eq!(table(0x38, 12)[12..24], [1, 0, 0, 0, 3, 2, 0, 0, 0, 0, 0, 0]);
    assert_eq!(table(0x40, 8)[8..], [9, 0, 3, 0, 15, 0, 0, 0]);
    assert_eq!(table(0x48, 8)[12..16], [0x10, 0, 0x13, 0]);
    assert_eq!(table(0x48, 8)[20..], [0x14, 0, 0x16, 0]);
    let symbols = table(0x50, 1);
    assert_eq!(
        symbols,
        b"start\0a.pica\0b.pica\0empty\0start\0done\0elsewhere\0where\0projection\0bones\0count\0out\0"
    );
    let file_name = usize::try_from(u32::from_le_bytes(table(0x30, 8)[..4].try_into().unwrap()));
    assert!(symbols[file_name.unwrap()..].starts_with(b"a.pica\0"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_shbin_survives(shbin in shbin()) {
        let bytes = shbin.write().unwrap();
        prop_assert_eq!(bytes.len() % 4, 0);
        prop_assert_eq!(Shbin::read(&bytes), Ok(shbin));
    }

    #[test]
    fn every_valid_object_survives(object in object()) {
        prop_assert_eq!(object.validate(), Ok(()));
        let bytes = object.write().unwrap();
        prop_assert_eq!(bytes.len() % 4, 0);
        prop_assert_eq!(Object::read(&bytes), Ok(object));
    }
}
