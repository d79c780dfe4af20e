//! Inspection of damaged files: contents and messages.

#![allow(clippy::unwrap_used, reason = "a test that cannot make its data has failed")]

mod damage;
mod faults;
#[path = "../models/mod.rs"]
mod models;
mod objects;
mod scan;

use std::fs;
use std::path::{Path, PathBuf};

use models::{object, sample_object, sample_shbin, shbin};
use pica200_objfmt::formats::error::ReadErrorKind;
use pica200_objfmt::formats::inspect::{Content, Inspection, Region, RegionKind, inspect};
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::formats::{FileKind, recognise};
use proptest::prelude::*;

/// Inspects a file and checks all guarantees.
fn inspected(file: &[u8]) -> Inspection {
    let inspection = inspect(file);
    let mut end = 0;
    for region in &inspection.regions {
        assert_eq!(region.offset, end, "{:?}", inspection.regions);
        assert!(region.size > 0);
        end += region.size;
        if region.kind == RegionKind::Padding {
            assert!(region.size < 4);
            assert!(file[region.offset..end].iter().all(|&byte| byte == 0));
        }
    }
    assert_eq!(end, file.len());
    let first = inspection.faults.first();
    match recognise(file) {
        Some(FileKind::Shbin) => assert_eq!(Shbin::read(file).err().as_ref(), first),
        Some(FileKind::Object) => match Object::read(file) {
            Err(error) if matches!(error.kind, ReadErrorKind::Version { .. }) => {
                assert!(!inspection.faults.contains(&error));
            }
            read => assert_eq!(read.err().as_ref(), first),
        },
        _ => assert_eq!(first, None),
    }
    inspection
}

/// Returns the messages about a file, one line for each fault.
fn messages(file: &[u8]) -> String {
    let faults = inspected(file).faults;
    let lines: Vec<_> = faults.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// Returns the shader binary of a file that has one.
fn shbin_in(inspection: Inspection) -> Shbin {
    match inspection.content {
        Content::Shbin(shbin) => shbin,
        other => unreachable!("{other:?}"),
    }
}

/// The object version of the vendor's tools.
const VENDORS_VERSION: u16 = 0x1002;

/// Converts the file of an object to the vendor's version.
fn with_vendors_version(mut file: Vec<u8>) -> Vec<u8> {
    file[4..6].copy_from_slice(&VENDORS_VERSION.to_le_bytes());
    file
}

fn shbins_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            shbins_below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "shbin") {
            found.push(path);
        }
    }
}

#[test]
fn sound_shbins_are_what_reading_makes_of_them() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    shbins_below(&crates.join("tests/data"), &mut paths);
    let golden = crates.join("../testsuite/golden");
    if golden.is_dir() {
        shbins_below(&golden, &mut paths);
        assert!(paths.len() > 100);
    }
    assert!(paths.len() >= 12);
    for path in paths {
        let file = fs::read(&path).unwrap();
        let inspection = inspected(&file);
        assert_eq!(inspection.faults, [], "{}", path.display());
        let unknown = inspection
            .regions
            .iter()
            .find(|region| region.kind == RegionKind::Unknown);
        assert_eq!(unknown, None, "{}", path.display());
        assert_eq!(shbin_in(inspection), Shbin::read(&file).unwrap());
    }
}

#[test]
fn files_of_other_kinds_are_unknown() {
    for file in [&b"DVLE is not a file"[..], b"DVL", b""] {
        let inspection = inspected(file);
        assert!(matches!(inspection.content, Content::Unknown));
        assert_eq!(inspection.regions.len(), usize::from(!file.is_empty()));
    }
}

#[test]
fn regions_name_each_table() {
    let file = sample_shbin().write().unwrap();
    insta::assert_snapshot!("regions_of_a_shbin", region_list(&file));

    let file = sample_object().write().unwrap();
    insta::assert_snapshot!("regions_of_an_object", region_list(&file));
}

/// Lists the regions of a file: offset, size, kind.
fn region_list(file: &[u8]) -> String {
    let regions = inspected(file).regions;
    let line = |region: &Region| format!("{:3X} {:3X} {:?}", region.offset, region.size, region.kind);
    regions.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Bytes after the last table are unknown, except for zeros up to a multiple of four.
#[test]
fn what_no_header_speaks_of_is_unknown() {
    let mut file = sample_shbin().write().unwrap();
    let size = file.len();
    file.extend(b"\0\0\0\0more");
    let regions = inspected(&file).regions;
    let last = regions.last().unwrap();
    assert_eq!((last.offset, last.size, last.kind), (size, 8, RegionKind::Unknown));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes_are_accounted_for(
        magic in prop::sample::select(vec![b"DVLB", b"DVOJ", b"none"]),
        bytes in prop::collection::vec(prop_oneof![Just(0u8), 0..9u8, any::<u8>()], 0..300),
    ) {
        inspected(&[magic, &bytes[..]].concat());
    }

    #[test]
    fn any_damage_is_told(
        shbin in shbin(),
        object in object(),
        place in any::<prop::sample::Index>(),
        noise in prop::collection::vec(any::<u8>(), 1..16),
    ) {
        for mut file in [shbin.write().unwrap(), object.write().unwrap()] {
            prop_assert_eq!(inspected(&file).faults, []);
            let at = place.index(file.len() - noise.len());
            file[at..at + noise.len()].copy_from_slice(&noise);
            inspected(&file);
        }
    }
}

/// Inspects every truncation and every single-byte change of a small file.
#[test]
fn every_cut_and_every_changed_byte() {
    let files = [
        sample_shbin().write().unwrap(),
        Shbin::default().write().unwrap(),
        sample_object().write().unwrap(),
        Object::new().write().unwrap(),
        with_vendors_version(sample_object().write().unwrap()),
    ];
    for file in files {
        for len in 0..file.len() {
            inspected(&file[..len]);
        }
        let mut changed = file.clone();
        for at in 0..file.len() {
            let byte = file[at];
            let bits = (0..8).map(|bit| byte ^ 1 << bit);
            for value in bits.chain([0, 0xFF]) {
                changed[at] = value;
                inspected(&changed);
            }
            changed[at] = byte;
        }
    }
}
