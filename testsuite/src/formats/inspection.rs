//! Inspection and search of arbitrary files.

use std::ops::Range;

use pica200_objfmt::formats::inspect::{Content, Inspection, Region, inspect, scan};
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::formats::{FileKind, recognise};

/// Inspects a file: its regions cover the file, and a readable file has no faults.
pub(crate) fn check_inspection(bytes: &[u8]) {
    let Inspection {
        content,
        faults,
        regions,
    } = inspect(bytes);
    assert!(faults.iter().all(|fault| !fault.to_string().is_empty()));
    check_regions(&regions, bytes.len());
    match recognise(bytes) {
        Some(FileKind::Shbin) => match Shbin::read(bytes) {
            Ok(read) => {
                assert!(matches!(&content, Content::Shbin(shbin) if *shbin == read));
                assert_eq!(faults, []);
            }
            Err(error) => assert_ne!(faults, [], "{error}"),
        },
        Some(FileKind::Object) => match Object::read(bytes) {
            Ok(read) => {
                assert!(matches!(&content, Content::Object(object) if **object == read));
                assert_eq!(faults, []);
            }
            // An object of another version may be valid.
            Err(error) => assert!(!matches!(content, Content::Object(_)), "{error}"),
        },
        _ => assert!(matches!(content, Content::Unknown)),
    }
    let places = scan(bytes);
    let places = places.iter().map(|at| at.offset..at.offset + at.size);
    check_places(places, bytes.len());
}

/// Checks that embedded files do not overlap and are within the file.
pub(crate) fn check_places(places: impl IntoIterator<Item = Range<usize>>, size: usize) {
    let mut end = 0;
    for place in places {
        assert!(place.start >= end, "{place:?} overlaps the one before");
        end = place.end;
        assert!(end <= size, "{place:?} is not in the file");
    }
}

/// Checks that regions are contiguous, not empty, and cover a file from its first byte to its last.
fn check_regions(regions: &[Region], size: usize) {
    let mut behind = 0;
    for region in regions {
        assert_eq!(region.offset, behind, "{region:?}");
        assert!(region.size > 0 || size == 0, "{region:?}");
        behind += region.size;
    }
    assert_eq!(behind, size, "the last region ends with the file");
}
