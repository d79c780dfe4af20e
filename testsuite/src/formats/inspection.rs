//! Inspection and search, which take any file.

use pica200_objfmt::formats::inspect::{Content, Inspection, Region, inspect, scan};
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::formats::{FileKind, recognise};

/// Inspects a file: its regions cover the file, and a file that can be read has no faults.
pub(super) fn check_inspection(bytes: &[u8]) {
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
    let mut behind = 0;
    for found in scan(bytes) {
        assert!(found.offset >= behind, "{found:?} overlaps the one before");
        behind = found.offset + found.size;
        assert!(behind <= bytes.len(), "{found:?} is not in the file");
    }
}

/// Checks that regions follow each other, none of them empty, from a file's first byte to its last.
fn check_regions(regions: &[Region], size: usize) {
    let mut behind = 0;
    for region in regions {
        assert_eq!(region.offset, behind, "{region:?}");
        assert!(region.size > 0 || size == 0, "{region:?}");
        behind += region.size;
    }
    assert_eq!(behind, size, "the last region ends with the file");
}
