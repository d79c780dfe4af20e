//! Memory use of the reader and size of listings, for files whose counts and offsets are chosen to use much of it.

#![allow(clippy::unwrap_used, reason = "a test that cannot make its data has failed")]

use std::fs;
use std::path::Path;

use peak_alloc::PeakAlloc;
use pica200_dxbc::container::{Container, build};
use pica200_dxbc::text::{Compiler, Listing};
use pica200_dxbc::{FourCc, Shader};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The fixed part of the memory limit in bytes.
const BASE: usize = 4096;

/// The memory limit as a multiple of the file size.
const MULTIPLE: usize = 200;

/// The maximum size of a listing as a multiple of the file size.
const TEXT_MULTIPLE: usize = 300;

/// Checks that reading a container and all its chunks stays below the memory limit, and that its listing is not too
/// large.
fn check(what: &str, file: &[u8]) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let container = Container::read(file).unwrap();
    let shader = Shader::from_container(&container);
    let peak = ALLOCATOR.peak_usage() - before;
    let text = Listing::new(&shader, Compiler::V9).to_string().len();
    drop((container, shader));
    let most_text = BASE + TEXT_MULTIPLE * file.len();
    assert!(
        text <= most_text,
        "{what}: a listing of {text} bytes; at most {most_text} are allowed"
    );
    let max = BASE + MULTIPLE * file.len();
    assert!(peak <= max, "{what}: {peak} bytes; at most {max} are allowed");
}

fn put(data: &mut Vec<u8>, at: usize, words: &[u32]) {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    if data.len() < at + bytes.len() {
        data.resize(at + bytes.len(), 0);
    }
    data[at..at + bytes.len()].copy_from_slice(&bytes);
}

fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap()
}

/// Builds resources of model 4.0 with one buffer, whose variables all have different types without members. Records
/// overlap: a type begins at every fourth byte.
fn many_types(variables: usize) -> Vec<u8> {
    let mut data = Vec::new();
    put(&mut data, 0, &[1, 28, 0, 0, 0xFFFE_0400, 0, 24]);
    put(&mut data, 28, &[24, number(variables), 52, 0, 0, 0]);
    for variable in 0..variables {
        let at = 52 + 24 * variable;
        put(
            &mut data,
            at,
            &[24, 0, 0, 0, number(52 + 24 * variables + 4 * variable), 0],
        );
    }
    data.resize(data.len() + 4 * variables + 16, 0);
    data
}

/// Builds resources whose buffers share a table of variables.
fn shared_variables(count: usize) -> Vec<u8> {
    let mut data = Vec::new();
    let table = 28 + 24 * count;
    put(&mut data, 0, &[number(count), 28, 0, 0, 0xFFFE_0400, 0, 24]);
    for buffer in 0..count {
        let at = 28 + 24 * buffer;
        put(&mut data, at, &[24, number(count), number(table), 0, 0, 0]);
    }
    for variable in 0..count {
        let at = table + 24 * variable;
        put(&mut data, at, &[24, 0, 0, 0, number(table + 24 * count), 0]);
    }
    data.resize(data.len() + 16, 0);
    data
}

/// Builds types at every fourth byte of a table of members, which all of them share.
fn shared_members(count: usize) -> Vec<u8> {
    let mut data = Vec::new();
    let table = 28 + 24 + 24;
    put(&mut data, 0, &[1, 28, 0, 0, 0xFFFE_0400, 0, 24]);
    put(&mut data, 28, &[24, 1, 52, 0, 0, 0]);
    let types = table + 12 * count;
    put(&mut data, 52, &[24, 0, 0, 0, number(types), 0]);
    for member in 0..count {
        put(
            &mut data,
            table + 12 * member,
            &[24, number(types + 16 + 16 * member), 0],
        );
        let leaf = [0, 0x0001_0001, 0x0002_0000, number(table)];
        put(&mut data, types + 16 + 16 * member, &leaf);
    }
    let members = u32::from(u16::try_from(count).unwrap()) << 16;
    put(&mut data, types, &[5, 0x0001_0001, members, number(table)]);
    data
}

/// Builds interfaces whose slots share their lists.
fn shared_lists(count: usize) -> Vec<u8> {
    let mut data = Vec::new();
    put(&mut data, 0, &[0, 0, number(count), 0, 0, 0, 36]);
    for run in 0..count {
        let list = 36 + 16 * count;
        put(
            &mut data,
            36 + 16 * run,
            &[0, number(count), number(list), number(list)],
        );
    }
    data.resize(data.len() + 4 * count, 0);
    data
}

#[test]
fn memory_is_limited_by_the_size_of_the_file() {
    let of = |id: &[u8; 4], data: &[u8]| build(&[(FourCc(*id), data)]).unwrap();
    let signature = {
        let mut data = Vec::new();
        put(&mut data, 0, &[4000, 8]);
        data.resize(8 + 24 * 4000, 0);
        data
    };
    let mut list = of(b"STAT", &[]);
    list[28..32].copy_from_slice(&4000_u32.to_le_bytes());
    list.resize(32 + 4 * 4000, 0xFF);
    let files = [
        ("many types", of(b"RDEF", &many_types(2000))),
        ("shared variables", of(b"RDEF", &shared_variables(1000))),
        ("shared members", of(b"RDEF", &shared_members(3000))),
        ("shared lists", of(b"IFCE", &shared_lists(1000))),
        ("a signature", of(b"ISGN", &signature)),
        ("chunks outside", list),
    ];
    for (what, file) in files {
        check(what, &file);
    }
    // The regressions contain structs nested in each other, up to the limit of the reader.
    for folder in ["golden/dxbc", "regressions/dxbc"] {
        let testsuite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testsuite");
        for entry in fs::read_dir(testsuite.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let file = fs::read(&path).unwrap();
            if file.starts_with(b"DXBC") && file.len() > 32 {
                check(&path.display().to_string(), &file);
            }
        }
    }
}
