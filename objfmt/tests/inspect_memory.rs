//! Measures the memory of inspection on files whose counts and offsets are chosen to maximise it.

#![allow(clippy::unwrap_used, reason = "a test that cannot make its data has failed")]

mod models;

use models::{poke, sample_object, sample_shbin};
use peak_alloc::PeakAlloc;
use pica200_objfmt::formats::inspect::{MEMORY_BASE, MEMORY_MULTIPLE, inspect, scan};
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::{LabelEntry, Shader, Shbin, UniformEntry};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Returns the peak number of allocated bytes of a function, including its result.
fn peak_of<T>(run: impl FnOnce() -> T) -> usize {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let made = run();
    let peak = ALLOCATOR.peak_usage();
    drop(made);
    peak - before
}

/// The tables of a DVLE by the offset of their pairs, with the size of an entry.
const DVLE_TABLES: [(usize, usize); 5] = [(0x18, 20), (0x20, 16), (0x28, 8), (0x30, 8), (0x38, 1)];

/// The documented tables of an object.
const DVOJ_TABLES: [(usize, usize); 9] = [
    (0x10, 20),
    (0x18, 16),
    (0x20, 4),
    (0x28, 8),
    (0x30, 8),
    (0x38, 12),
    (0x40, 8),
    (0x48, 8),
    (0x50, 1),
];

fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap()
}

fn words(words: impl IntoIterator<Item = usize>) -> Vec<u8> {
    let bytes = words.into_iter().flat_map(|word| number(word).to_le_bytes());
    bytes.collect()
}

/// Returns a shader binary of a program without tables and one DVLE for each offset.
fn shbin_of(offsets: impl ExactSizeIterator<Item = usize>, dvles: &[u8]) -> Vec<u8> {
    let mut file = [b"DVLB".as_slice(), &words([offsets.len()]), &words(offsets)].concat();
    file.extend(b"DVLP");
    file.resize(file.len() + 0x24, 0);
    file.extend(dvles);
    file
}

/// Makes each pair of a header cover everything after an offset of its structure.
fn cover(file: &mut [u8], base: usize, tables: &[(usize, usize)], from: usize) {
    let rest = file.len() - base - from;
    for (pair, entry) in tables {
        poke(file, base + pair, number(from));
        poke(file, base + pair + 4, number(rest / entry));
    }
}

/// Returns DVLEs with one entry in each table, all within the header's zeros or directly after it.
fn many_small_shaders(count: usize) -> Vec<u8> {
    let size = 0x40 + 20 + 16 + 8 + 8 + 4;
    let mut dvle = b"DVLE".to_vec();
    dvle.resize(size, 0);
    let mut at = 0x40;
    for (pair, entry) in DVLE_TABLES {
        poke(&mut dvle, pair, number(at));
        poke(&mut dvle, pair + 4, 1);
        at += entry;
    }
    let first = 8 + 4 * count + 0x28;
    shbin_of((0..count).map(|index| first + index * size), &dvle.repeat(count))
}

/// Returns a file that lists one DVLE many times, each table of which covers the rest of the file.
fn one_shader_many_times(count: usize, rest: usize) -> Vec<u8> {
    let base = 8 + 4 * count + 0x28;
    let mut dvle = b"DVLE".to_vec();
    dvle.resize(0x40 + rest, 0);
    cover(&mut dvle, 0, &DVLE_TABLES, 0x40);
    shbin_of((0..count).map(|_| base), &dvle)
}

/// Returns an object of another version with overlapping tables.
fn covered_object(size: usize, byte: u8) -> Vec<u8> {
    let mut file = b"DVOJ\x02\x10\0\0".to_vec();
    file.resize(0x58, 0);
    file.resize(0x58 + size, byte);
    cover(&mut file, 0, &DVOJ_TABLES, 0x58);
    file
}

/// Returns an object of another version in which each line has a different file.
fn object_of_many_files(count: usize) -> Vec<u8> {
    let mut file = b"DVOJ\x02\x10\0\0".to_vec();
    file.resize(0x58, 0);
    poke(&mut file, 0x30, 0x58);
    poke(&mut file, 0x34, number(count));
    poke(&mut file, 0x50, number(0x58 + 8 * count));
    poke(&mut file, 0x54, number(count));
    file.extend((0..count).flat_map(|line| words([line, line])));
    file.resize(file.len() + count, 0);
    file
}

/// Returns a shader whose labels and uniforms all share one name.
fn shared_name(entries: usize, name: &str) -> Vec<u8> {
    let uniform = UniformEntry {
        name: name.into(),
        first: 0,
        last: 0,
    };
    let label = LabelEntry {
        id: 0,
        reserved: 1,
        word: 0,
        size: None,
        name: "".into(),
    };
    let mut uniforms = vec![uniform];
    let empty = UniformEntry {
        name: "".into(),
        ..uniforms[0].clone()
    };
    uniforms.resize(entries, empty);
    let shader = Shader {
        uniforms,
        labels: vec![label; entries],
        ..Shader::default()
    };
    let shbin = Shbin {
        shaders: vec![shader],
        ..Shbin::default()
    };
    let mut file = shbin.write().unwrap();
    let dvle = usize::try_from(models::peek(&file, 8)).unwrap();
    for entry in 0..entries {
        poke(&mut file, dvle + 0x40 + 16 * entry + 12, 0);
        poke(&mut file, dvle + 0x40 + 16 * entries + 8 * entry, 0);
    }
    file
}

/// Returns an object of this crate's version with many entries, one of which is damaged.
fn damaged_object() -> Vec<u8> {
    let mut object = sample_object();
    object.uniforms.resize(50_000, object.uniforms[1].clone());
    let mut file = object.write().unwrap();
    let symbols = usize::try_from(models::peek(&file, 0x50)).unwrap();
    file[symbols] = 0xFF;
    assert!(Object::read(&file).is_err());
    file
}

fn files() -> Vec<(&'static str, Vec<u8>)> {
    let names = Shbin {
        program: pica200_objfmt::formats::shbin::Program {
            files: vec!["".into(); 200_000],
            ..Default::default()
        },
        ..Shbin::default()
    };
    let bad_offsets = shbin_of(0..200_000, &[]);
    let no_uniform = words([0, 0x0000_0001]).repeat(50_000);
    let mut backwards = shbin_of([8 + 4 + 0x28].into_iter(), b"DVLE");
    backwards.resize(backwards.len() + 0x3C, 0);
    let base = 8 + 4 + 0x28;
    poke(&mut backwards, base + 0x30, 0x40);
    poke(&mut backwards, base + 0x34, 50_000);
    backwards.extend(no_uniform);
    vec![
        ("empty", Vec::new()),
        ("a magic", b"DVLB".to_vec()),
        ("another magic", b"DVOJ".to_vec()),
        (
            "a tiny file",
            [b"DVLB".as_slice(), &[0xFF; 4], b"DVLP", &[0xFF; 60]].concat(),
        ),
        ("a tiny object", [b"DVOJ\x01\x7C".as_slice(), &[0xFF; 0xA0]].concat()),
        ("a sample", sample_shbin().write().unwrap()),
        ("an object", sample_object().write().unwrap()),
        ("empty names", names.write().unwrap()),
        ("bad offsets", bad_offsets),
        ("small shaders", many_small_shaders(10_000)),
        ("one shader", one_shader_many_times(1, 1 << 20)),
        ("one shader many times", one_shader_many_times(100_000, 1 << 18)),
        ("one empty shader many times", one_shader_many_times(100_000, 0)),
        ("backwards", backwards),
        ("shared name", shared_name(50_000, "a name of some length")),
        ("shared long name", shared_name(5_000, &"long".repeat(20_000))),
        ("covered object", covered_object(1 << 20, 0)),
        ("covered object of names", covered_object(1 << 20, b'x')),
        ("object of many files", object_of_many_files(100_000)),
        ("damaged object", damaged_object()),
    ]
}

/// The only test in this file, because allocations of all threads are counted together.
#[test]
fn memory_is_bounded_whatever_counts_say() {
    for (what, file) in files() {
        let most = MEMORY_MULTIPLE * file.len() + MEMORY_BASE;
        for at in 0..8 {
            let mut file = file.clone();
            // The unmodified file, and versions with values at its start that are too high.
            if at > 0 && file.len() >= 8 + 4 * at {
                poke(&mut file, 4 + 4 * at, u32::MAX >> (2 * at));
            }
            let peak = peak_of(|| inspect(&file));
            assert!(peak <= most, "{what}, {at}: {peak} bytes for {}", file.len());
            let peak = peak_of(|| scan(&file));
            assert!(peak <= most, "{what}, {at}: {peak} bytes to scan {}", file.len());
        }
    }
}
