//! Damaged bytes: the reader returns an archive or errors within the file, and no byte of an archive is lost.

use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_sharcfb::archive::Inspection;
use pica200_sharcfb::check::WarningKind;
use pica200_sharcfb::difference::differences;
use pica200_sharcfb::{Archive, find};

use crate::{golden, read_golden};

/// Reads bytes and checks the properties that hold for any bytes. Returns true if the archive can be read.
fn check(file: &[u8]) -> bool {
    let Inspection { archive, damage, .. } = match Archive::inspect(file) {
        Ok(inspection) => inspection,
        Err(error) => {
            assert!(error.offset <= file.len(), "{error}");
            assert!(Archive::read(file).is_err());
            return false;
        }
    };
    let faults = archive.faults();
    for error in damage.iter().chain(&faults) {
        assert!(!error.to_string().is_empty());
        assert!(error.offset <= file.len(), "{error}");
    }
    for warning in archive.warnings() {
        assert!(!warning.to_string().is_empty());
    }
    let other = Archive::inspect(&read_golden("be-geometry.sharcfb")).unwrap();
    for found in differences(&other.archive, &archive) {
        assert!(!found.to_string().is_empty());
    }
    assert_eq!(differences(&archive, &archive), []);
    assert!(find(file).iter().all(|range| range.end <= file.len()));
    assert_eq!(archive.binary_names().len(), archive.binaries().len());
    for program in archive.programs() {
        if let Ok(found) = archive.find(program.name(), &[]) {
            assert!(
                found
                    .binaries
                    .iter()
                    .all(|(_, index)| *index < archive.binaries().len())
            );
        }
    }
    if damage.is_empty() {
        assert!(archive.write().unwrap() == file, "bytes were lost");
        assert_eq!(archive.size() + archive.trailing().len(), file.len());
        check_conversion(&archive, file);
    }
    damage.is_empty() && faults.is_empty()
}

/// Checks that an archive that can be converted can be converted back.
fn check_conversion(archive: &Archive, file: &[u8]) {
    let order = archive.order();
    let mut converted = archive.clone();
    let other = match order {
        ByteOrder::Little => ByteOrder::Big,
        ByteOrder::Big => ByteOrder::Little,
    };
    if converted.convert(other).is_err() {
        assert_eq!(converted, *archive, "a failed conversion changes nothing");
        return;
    }
    converted.convert(order).unwrap();
    // The byte-order word is regenerated.
    let mut kinds = archive.warnings().into_iter().map(|warning| warning.kind);
    if kinds.any(|kind| matches!(kind, WarningKind::Endian { .. })) {
        return;
    }
    assert!(converted.write().unwrap() == file, "bytes were lost");
}

/// Returns the files of which every byte is changed. The larger files add no coverage.
fn small() -> Vec<Vec<u8>> {
    let files = golden().into_iter().map(|(_, file)| file);
    let files: Vec<_> = files.filter(|file| file.len() < 6000).collect();
    assert!(files.len() >= 3);
    files
}

#[test]
fn every_cut_is_an_error() {
    for file in small() {
        assert!(check(&file));
        for size in 0..file.len() {
            assert!(!check(&file[..size]), "cut after {size} bytes");
        }
    }
}

/// Truncated files whose header states the remaining size.
#[test]
fn every_cut_with_the_right_size_is_an_error() {
    for (name, file) in golden() {
        let step = file.len() / 300 + 1;
        for size in (24..file.len()).step_by(step) {
            let mut cut = file[..size].to_vec();
            let number = u32::try_from(size).unwrap();
            let number = if name.starts_with("be-") {
                number.to_be_bytes()
            } else {
                number.to_le_bytes()
            };
            cut[8..12].copy_from_slice(&number);
            assert!(!check(&cut), "{name} cut after {size} bytes");
        }
    }
}

#[test]
fn every_change_of_a_byte_is_read() {
    for file in small() {
        let mut changed = file.clone();
        for at in 0..file.len() {
            changed[at] = !file[at];
            check(&changed);
            changed[at] = file[at];
        }
    }
}

#[test]
fn every_change_of_a_bit_is_read() {
    let file = read_golden("be-one.sharcfb");
    let mut changed = file.clone();
    for at in 0..file.len() {
        for bit in [1, 0x10, 0x80] {
            changed[at] ^= bit;
            check(&changed);
            changed[at] = file[at];
        }
    }
}

/// Each word, at any offset because texts are not aligned, replaced by large numbers of several kinds.
#[test]
fn every_word_may_be_huge() {
    let file = read_golden("be-one.sharcfb");
    let mut changed = file.clone();
    for at in 0..file.len() - 3 {
        for word in [u32::MAX, 0x7FFF_FFFF] {
            changed[at..at + 4].copy_from_slice(&word.to_be_bytes());
            check(&changed);
        }
        changed[at..at + 4].copy_from_slice(&file[at..at + 4]);
    }
}

/// The arrays of programs and symbols of the files that are too large to change every byte.
#[test]
fn large_files_are_changed_here_and_there() {
    for name in ["le-many", "le-variations", "le-registers-a"] {
        let file = read_golden(&format!("{name}.sharcfb"));
        let mut changed = file.clone();
        for at in (0..file.len()).step_by(file.len() / 60) {
            for byte in [file[at] ^ 1, file[at] ^ 0x80, 0xFF] {
                changed[at] = byte;
                check(&changed);
            }
            changed[at] = file[at];
        }
    }
}
