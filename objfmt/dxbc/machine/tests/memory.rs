//! The memory that loading takes, counted.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot read its files has failed"
)]

use std::fs;
use std::path::Path;

use peak_alloc::PeakAlloc;
use pica200_dxbc_machine::{Machine, Program};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The bytes that a program and a machine may take in addition to a multiple of the size of the file, for registers.
const BASE: usize = 64 << 10;

/// How many times the size of a file they may take.
const MULTIPLE: usize = 120;

/// The golden programs, and structs that are members of each other, up to the limit of the reader.
#[test]
fn memory_is_limited_by_the_size_of_the_file() {
    let testsuite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testsuite");
    let mut loaded = 0;
    for folder in [
        "golden/dxbc",
        "regressions/dxbc",
        "regressions/dxbc-machine",
    ] {
        for entry in fs::read_dir(testsuite.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let file = fs::read(&path).unwrap();
            let before = ALLOCATOR.current_usage();
            ALLOCATOR.reset_peak_usage();
            let program = Program::load(&file);
            let machine = program.as_ref().map(Machine::new);
            loaded += usize::from(machine.is_ok());
            let peak = ALLOCATOR.peak_usage() - before;
            let most = BASE + MULTIPLE * file.len();
            assert!(
                peak <= most,
                "{}: {peak} bytes; at most {most} are allowed",
                path.display()
            );
        }
    }
    assert!(loaded >= 28, "{loaded}");
}
