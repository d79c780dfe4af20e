//! Consoles read files accepted by the verifier as this toolchain does: golden files, changed files, and files
//! constructed to be read differently.

#![allow(clippy::unwrap_used, reason = "what cannot be done here fails the test")]

mod changes;
mod points;

use pica200_testsuite::fuzzing::seeds;
use pica200_testsuite::loader::{Verdict, verdict};

#[test]
fn golden_files_are_read_alike() {
    let files = seeds::golden_shbins();
    let verdicts: Vec<_> = files.iter().map(|file| verdict(file)).collect();
    let count = |wanted| verdicts.iter().filter(|verdict| **verdict == wanted).count();
    let (alike, refused) = (count(Verdict::Identical), count(Verdict::Rejected));
    assert!(alike > 200, "{alike} of {} files", files.len());
    assert_eq!(alike + refused, files.len(), "{verdicts:?}");
}
