//! Memory use of loading.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its files has failed")]

use std::fs;
use std::path::Path;

use peak_alloc::PeakAlloc;
use pica200_dxbc::FourCc;
use pica200_dxbc::container::build;
use pica200_dxbc_machine::{Machine, Program};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The fixed part of the memory limit in bytes, for the registers of a program and a machine.
const BASE: usize = 64 << 10;

/// The memory limit as a multiple of the file size.
const MULTIPLE: usize = 400;

/// Checks the memory use of loading a file, and of a machine. Returns true if it can be loaded.
fn check(what: &str, file: &[u8]) -> bool {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let program = Program::load(file);
    let machine = program.as_ref().map(Machine::new);
    let peak = ALLOCATOR.peak_usage() - before;
    let max = BASE + MULTIPLE * file.len();
    assert!(peak <= max, "{what}: {peak} bytes; at most {max} are allowed");
    machine.is_ok()
}

/// Builds the file of a program with repeated dwords.
fn repeated(before: &[u32], dwords: &[u32]) -> Vec<u8> {
    const TIMES: usize = 5000;
    let code = [before, &dwords.repeat(TIMES), &[0x0100_003E]].concat();
    let length = u32::try_from(code.len() + 2).unwrap();
    let program = [0x0001_0050, length].into_iter().chain(code);
    let data: Vec<u8> = program.flat_map(u32::to_le_bytes).collect();
    build(&[(FourCc(*b"SHEX"), &data)]).unwrap()
}

/// The allocations of all threads are counted together, so there is only one test.
#[test]
fn memory_is_limited_by_the_size_of_the_file() {
    check_files();
    check_programs();
}

/// The golden programs, and structs nested in each other, up to the limit of the reader.
fn check_files() {
    let testsuite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../testsuite");
    let mut loaded = 0;
    for folder in ["golden/dxbc", "regressions/dxbc", "regressions/dxbc-machine"] {
        for entry in fs::read_dir(testsuite.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let file = fs::read(&path).unwrap();
            loaded += usize::from(check(&path.display().to_string(), &file));
        }
    }
    assert!(loaded >= 28, "{loaded}");
}

/// Programs of the instructions that take the most memory per dword.
fn check_programs() {
    let array = [0x0400_0069, 0, 4, 4];
    for (what, before, dwords) in [
        ("nop", &[][..], &[0x0100_003A][..]),
        ("rows", &[], &[0x0000_1835, 6, 1, 2, 3, 4]),
        ("if and endif", &[], &[0x0300_001F, 0x4001, 1, 0x0100_0015]),
        (
            "switch and case",
            &[],
            &[0x0300_004C, 0x4001, 1, 0x0300_0006, 0x4001, 1, 0x0100_0017],
        ),
        (
            "a computed index",
            &array,
            &[0x0800_0036, 0x0620_30F2, 0, 0, 0x0010_000A, 0, 0x4001, 7],
        ),
    ] {
        assert!(check(what, &repeated(before, dwords)), "{what}");
    }
    let texture = [0x0400_1858, 0x0010_7000, 1, 0x5555];
    assert!(check("a named texture", &named(&repeated(&[], &texture))));
}

/// Builds a file with a resource description in which `t1` has a long name.
fn named(file: &[u8]) -> Vec<u8> {
    let container = pica200_dxbc::Container::read(file).unwrap();
    let program = container.chunks().next().unwrap().data;
    let dwords = [0, 0, 1, 28, 0xFFFF_0400, 0, 60, 60, 2, 5, 4, u32::MAX, 1, 1, 13];
    let dwords = dwords.into_iter().flat_map(u32::to_le_bytes);
    let description: Vec<u8> = dwords.chain([b'a'; 200_000]).chain([0; 4]).collect();
    build(&[(FourCc(*b"RDEF"), &description), (FourCc(*b"SHEX"), program)]).unwrap()
}
