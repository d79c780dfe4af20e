//! Fuzz target for SHARCFB archives.

use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_sharcfb::archive::{Archive, Inspection};
use pica200_sharcfb::check::WarningKind;
use pica200_sharcfb::difference::differences;
use pica200_sharcfb::{find, layout};

use super::check_views;
use crate::corpus::{files, folder};
use crate::formats::Format;
use crate::formats::inspection::{check_inspection, check_places};
use crate::fuzzing::Target;
use crate::fuzzing::seeds::{read, small};

/// The format.
pub(super) const FORMAT: Format = Format {
    kind: FileKind::Sharcfb,
    page: "objfmt/foreign/sharcfb/SHARCFB.md",
    records: layout::RECORDS,
    target: Target {
        name: "read_sharcfb",
        folder: "sharcfb",
        input: "a file",
        properties: "An archive with readable records round-trips byte for byte, also through two byte-order conversions; the conversion preserves the meaning; errors are within the file; variations refer to binaries of the archive; embedded archives do not overlap; all views can be shown",
        run: read_sharcfb,
        seeds,
    },
};

/// Reads an archive with all its shaders, writes it, and converts it.
fn read_sharcfb(bytes: &[u8]) {
    check_inspection(bytes);
    check_views(&pica200_foreign::sharcfb::Format, bytes);
    check_places(find(bytes), bytes.len());
    let Inspection { archive, damage, .. } = match Archive::inspect(bytes) {
        Ok(inspection) => inspection,
        Err(error) => {
            assert!(error.offset <= bytes.len(), "{error}");
            return;
        }
    };
    for error in damage.iter().chain(&archive.faults()) {
        assert!(!error.to_string().is_empty());
        assert!(error.offset <= bytes.len(), "{error}");
    }
    for warning in archive.warnings() {
        assert!(!warning.to_string().is_empty());
    }
    for program in archive.programs() {
        if let Ok(found) = archive.find(program.name(), &[]) {
            let count = archive.binaries().len();
            assert!(found.binaries.iter().all(|(_, index)| *index < count));
        }
    }
    if damage.is_empty() {
        assert_eq!(archive.write().as_deref(), Ok(bytes));
        convert(archive, bytes);
    }
}

/// Converts an archive and back, if possible.
fn convert(mut archive: Archive, bytes: &[u8]) {
    let order = archive.order();
    let other = match order {
        ByteOrder::Little => ByteOrder::Big,
        ByteOrder::Big => ByteOrder::Little,
    };
    let old = archive.clone();
    if archive.convert(other).is_ok() {
        let found = differences(&old, &archive);
        // Programs that share many binaries are not compared completely.
        let is_end = |text: &str| text.starts_with("too many ");
        let is_same = found.iter().all(|one| is_end(&one.text));
        // Shaders that cannot be read are compared byte by byte.
        assert!(is_same || !old.faults().is_empty(), "{found:?}");
        assert_eq!(archive.convert(order), Ok(()));
        let write = archive.write().expect("it was written before");
        // The byte-order mark is correct after a conversion, whatever it was before.
        let mark = 12..16;
        let mut warnings = old.warnings().into_iter();
        let is_odd = warnings.any(|one| matches!(one.kind, WarningKind::Endian { .. }));
        let mut expected = bytes.to_vec();
        if is_odd {
            expected[mark.clone()].copy_from_slice(&write[mark]);
        }
        assert_eq!(write, expected);
    }
}

/// Returns the golden SHARCFB archives, and an archive for each of their programs, in both byte orders.
fn seeds() -> Vec<Vec<u8>> {
    let paths = files(&folder("golden/sharcfb"), "sharcfb");
    let archives = paths.iter().filter_map(|path| Archive::read(&read(path)).ok());
    let mut seeds = Vec::new();
    for archive in archives {
        seeds.extend(in_both_orders(archive.clone()));
        let count = archive.programs().len();
        for kept in 0..count {
            let mut one = archive.clone();
            for other in (0..count).rev().filter(|other| *other != kept) {
                one.remove_program(other).expect("golden programs can be removed");
            }
            seeds.extend(in_both_orders(one));
        }
    }
    small(seeds)
}

fn in_both_orders(mut archive: Archive) -> Vec<Vec<u8>> {
    let orders = [ByteOrder::Little, ByteOrder::Big].into_iter();
    let files = orders.filter_map(|order| {
        archive.convert(order).ok()?;
        archive.write().ok()
    });
    files.collect()
}
