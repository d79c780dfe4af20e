//! Damaged and random bytes: the readers return values or errors, and no byte of the container is lost.

use std::thread;

use pica200_dxbc::container::{Chunk, Container, build};
use pica200_dxbc::program::Program;
use pica200_dxbc::resources::Resources;
use pica200_dxbc::signature::Signature;
use pica200_dxbc::{FourCc, PROGRAMS, Shader};

use crate::golden;

/// Reads bytes and checks the properties that hold for any bytes. Returns the number of errors.
fn check(file: &[u8]) -> usize {
    let container = match Container::read(file) {
        Ok(container) => container,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return 1;
        }
    };
    assert!(container.write() == file, "bytes were lost");
    let shader = Shader::from_container(&container);
    for fault in &shader.faults {
        let id = fault.chunk.expect("faults of chunks have a chunk");
        let chunk = container.chunk(id).expect("the chunk is there");
        let end = chunk.offset + chunk.data.len();
        assert!((chunk.offset..=end).contains(&fault.offset), "{fault}");
    }
    check_signatures(&shader.signatures);
    check_resources(shader.resources.as_ref());
    container.faults().len() + shader.faults.len()
}

/// Checks that signatures that were read can be written, and read back as equal values.
fn check_signatures(signatures: &[Signature<'_>]) {
    for signature in signatures {
        let data = signature.write().unwrap();
        let chunk = Chunk {
            id: signature.id,
            offset: signature.offset,
            data: &data,
        };
        let again = Signature::read(&chunk).unwrap();
        // Only the offsets differ.
        assert_eq!(again.write().unwrap(), data);
        assert_eq!(again.elements.len(), signature.elements.len());
    }
}

/// Checks that resources that can be written are read back as equal values.
fn check_resources(resources: Option<&Resources<'_>>) {
    let Some(Ok(data)) = resources.map(Resources::write) else {
        return;
    };
    let chunk = Chunk {
        id: pica200_dxbc::resources::ID,
        offset: 0,
        data: &data,
    };
    let again = Resources::read(&chunk).unwrap();
    assert_eq!(again.write().unwrap(), data);
}

/// Runs a check for each file on two threads.
fn for_each(files: &[Vec<u8>], check: impl Fn(&[u8]) + Sync) {
    let check = &check;
    thread::scope(|scope| {
        for half in [0, 1] {
            let files = files.iter().skip(half).step_by(2);
            scope.spawn(move || files.for_each(|file| check(file)));
        }
    });
}

/// Returns the golden files.
fn files() -> Vec<Vec<u8>> {
    golden().into_iter().map(|(_, file)| file).collect()
}

/// Returns the golden files without their programs, which take most of the time. Separate tests change programs.
fn without_programs() -> Vec<Vec<u8>> {
    let without = |file: Vec<u8>| {
        let container = Container::read(&file).unwrap();
        let chunks = container.chunks();
        let chunks = chunks.filter(|chunk| !PROGRAMS.contains(&chunk.id));
        let chunks: Vec<_> = chunks.map(|chunk| (chunk.id, chunk.data)).collect();
        build(&chunks).unwrap()
    };
    let mut files: Vec<_> = files().into_iter().map(without).collect();
    files.sort();
    files.dedup();
    assert!(files.len() > 30);
    files
}

fn program_of<'a>(container: &Container<'a>) -> Chunk<'a> {
    let mut chunks = container.chunks();
    chunks.find(|chunk| PROGRAMS.contains(&chunk.id)).unwrap()
}

#[test]
fn every_cut_is_read_and_reported() {
    for_each(&files(), |file| assert_eq!(check(file), 0));
    for_each(&without_programs(), |file| {
        for size in 0..file.len() {
            assert_ne!(check(&file[..size]), 0, "cut after {size} bytes");
        }
    });
}

#[test]
fn every_cut_of_a_program_is_reported() {
    for_each(&files(), |file| {
        let container = Container::read(file).unwrap();
        let program = program_of(&container);
        for size in 0..program.data.len() {
            let cut = Chunk {
                data: &program.data[..size],
                ..program
            };
            assert!(Program::read(&cut).is_err());
        }
    });
}

#[test]
fn every_change_of_a_byte_is_read() {
    for_each(&without_programs(), |file| {
        let mut changed = file.to_vec();
        for at in 0..file.len() {
            for byte in [file[at] ^ 1, file[at] ^ 0x80, !file[at]] {
                changed[at] = byte;
                check(&changed);
            }
            changed[at] = file[at];
        }
    });
}

/// Each byte of the programs in their containers. Program tests change each bit of each instruction.
#[test]
fn every_change_of_a_programs_byte_is_read() {
    for_each(&files(), |file| {
        let container = Container::read(file).unwrap();
        let program = program_of(&container);
        let mut changed = program.data.to_vec();
        for at in 0..changed.len() {
            changed[at] = !changed[at];
            let chunk = Chunk {
                data: &changed,
                ..program
            };
            if let Ok(read) = Program::read(&chunk) {
                assert!(read.write().unwrap() == changed, "bytes were lost");
            }
            changed[at] = !changed[at];
        }
    });
}

/// Each word replaced by large numbers of several kinds.
#[test]
fn every_word_may_be_huge() {
    for_each(&without_programs(), |file| {
        let mut changed = file.to_vec();
        for at in (0..file.len() - 3).step_by(4) {
            for word in [u32::MAX, 0x8000_0000, 0x7FFF_FFFC, 0x1000_0000] {
                changed[at..at + 4].copy_from_slice(&word.to_le_bytes());
                check(&changed);
            }
            changed[at..at + 4].copy_from_slice(&file[at..at + 4]);
        }
    });
}

/// Chunks with the bytes of other chunks.
#[test]
fn chunks_may_hold_anything() {
    let ids = ["RDEF", "ISGN", "OSG5", "PSG1", "SHDR", "STAT", "SFI0", "IFCE", "SPDB"];
    for_each(&files(), |file| {
        let container = Container::read(file).unwrap();
        for chunk in container.chunks() {
            for id in ids {
                let id = FourCc(id.as_bytes().try_into().unwrap());
                check(&build(&[(id, chunk.data)]).unwrap());
            }
        }
    });
}

/// A container whose chunk list refers to one chunk many times.
#[test]
fn many_chunks_may_be_one() {
    let count = 10_000_u32;
    let first = 32 + 4 * count;
    let mut file = [*b"DXBC", [0; 4], [0; 4], [0; 4], [0; 4], [1, 0, 0, 0]].concat();
    file.extend((first + 12).to_le_bytes());
    file.extend(count.to_le_bytes());
    for _ in 0..count {
        file.extend(first.to_le_bytes());
    }
    file.extend(b"STAT\x04\0\0\0\x07\0\0\0");
    let container = Container::read(&file).unwrap();
    assert_eq!(container.chunks().count(), 10_000);
    assert_eq!(container.notes().len(), 500);
    assert_eq!(container.write(), file);
    assert_eq!(Shader::from_container(&container).statistics.unwrap().values, [7]);
}
