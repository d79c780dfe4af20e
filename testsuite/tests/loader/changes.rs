//! Random changes of golden files.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use pica200_objfmt::formats::inspect::inspect;
use pica200_testsuite::fuzzing::seeds;
use pica200_testsuite::loader::{Verdict, verdict};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{RngSeed, TestRunner};

/// The number of runs, each in a separate thread, and the number of changed files of each.
const RUNS: u64 = 8;
const FILES: u32 = 2_500;

/// Minimum number of readable changed files; with fewer, the changes are too destructive to test anything.
const MIN_IDENTICAL: usize = 4_000;
const MIN_REJECTED: usize = 200;

/// A change of a file. Locations are chosen by a header or table and an offset in it, because most bytes of a file are
/// code.
#[derive(Clone, Debug)]
enum Change {
    /// Sets a field of this many bytes to a number.
    Set(Place, usize, u32),
    /// Adds to a field of this many bytes.
    Add(Place, usize, i32),
    /// Flips a bit.
    Flip(Place, u8),
    /// Copies this many words to another location.
    Copy(Place, Place, usize),
}

#[derive(Clone, Debug)]
struct Place(Index, Index);

/// Boundary values.
const NUMBERS: &[u32] = &[
    0,
    1,
    2,
    3,
    4,
    6,
    7,
    8,
    9,
    10,
    15,
    16,
    31,
    32,
    64,
    96,
    0x70,
    0x78,
    0x80,
    0x88,
    0x8F,
    0x90,
    0xFF,
    0x100,
    0x110,
    0x802,
    0xFFFF,
    0xFFFF_FFFF,
];

fn place() -> impl Strategy<Value = Place> {
    (any::<Index>(), any::<Index>()).prop_map(|(region, offset)| Place(region, offset))
}

fn change() -> impl Strategy<Value = Change> {
    let size = || select(vec![1, 2, 4]);
    let set = (place(), size(), select(NUMBERS));
    prop_oneof![
        set.prop_map(|(place, size, number)| Change::Set(place, size, number)),
        (place(), size(), -4..=4i32).prop_map(|(place, size, add)| Change::Add(place, size, add)),
        (place(), 0..8u8).prop_map(|(place, bit)| Change::Flip(place, bit)),
        (place(), place(), 1..6usize).prop_map(|(from, to, words)| Change::Copy(from, to, words)),
    ]
}

/// Returns the offset of a field of this many bytes.
fn offset(Place(region, offset): &Place, file: &[u8], size: usize) -> usize {
    let regions = inspect(file).regions;
    let region = region.get(&regions);
    let fields = (region.size / size).max(1);
    region.offset + offset.index(fields) * size
}

fn apply(change: &Change, file: &mut [u8]) {
    match change {
        Change::Set(place, size, number) => {
            let at = offset(place, file, *size);
            put(&number.to_le_bytes()[..*size], file, at);
        }
        Change::Add(place, size, add) => {
            let at = offset(place, file, *size);
            let mut bytes = [0; 4];
            for (byte, old) in bytes.iter_mut().zip(file.iter().skip(at).take(*size)) {
                *byte = *old;
            }
            let number = u32::from_le_bytes(bytes).wrapping_add_signed(*add);
            put(&number.to_le_bytes()[..*size], file, at);
        }
        Change::Flip(place, bit) => {
            let at = offset(place, file, 1);
            file[at] ^= 1 << bit;
        }
        Change::Copy(from, to, words) => {
            let from = offset(from, file, 4);
            let bytes: Vec<_> = file.iter().skip(from).take(words * 4).copied().collect();
            let to = offset(to, file, 4);
            put(&bytes, file, to);
        }
    }
}

/// Overwrites bytes, up to the end of the file.
fn put(bytes: &[u8], file: &mut [u8], at: usize) {
    for (byte, new) in file.iter_mut().skip(at).zip(bytes) {
        *byte = *new;
    }
}

/// The numbers of changed files that are read identically, and that the verifier rejects because they are not.
#[derive(Default)]
struct Tally {
    alike: AtomicUsize,
    refused: AtomicUsize,
}

/// Changes files, deterministically.
fn run(files: &[Vec<u8>], seed: u64, tally: &Tally) {
    let config = ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed),
        ..ProptestConfig::with_cases(FILES)
    };
    let cases = (any::<Index>(), prop::collection::vec(change(), 1..4));
    let result = TestRunner::new(config).run(&cases, |(which, changes)| {
        let mut file = which.get(files).clone();
        for change in &changes {
            apply(change, &mut file);
        }
        match verdict(&file) {
            Verdict::Unreadable => 0,
            Verdict::Identical => tally.alike.fetch_add(1, Ordering::Relaxed),
            Verdict::Rejected => tally.refused.fetch_add(1, Ordering::Relaxed),
            Verdict::Differs(difference) => {
                return Err(TestCaseError::fail(format!("{difference:?}")));
            }
        };
        Ok(())
    });
    let failure = result.err().map(|error| error.to_string());
    assert_eq!(failure, None, "seed {seed}");
}

#[test]
fn changed_files_are_read_alike() {
    let (files, tally) = (seeds::golden_shbins(), Tally::default());
    thread::scope(|scope| {
        for seed in 0..RUNS {
            let (files, tally) = (&files, &tally);
            scope.spawn(move || run(files, seed, tally));
        }
    });
    let (alike, refused) = (tally.alike.into_inner(), tally.refused.into_inner());
    assert!(alike > MIN_IDENTICAL, "only {alike} are read alike");
    assert!(refused > MIN_REJECTED, "only {refused} are refused");
}
