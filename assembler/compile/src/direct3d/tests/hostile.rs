//! Containers that are cut off or damaged: there are diagnostics or a program, but no panics and no endless work.

use pica200_dxbc::FourCc;
use pica200_dxbc::container::{Container, build};

use super::common;
use super::golden;
use crate::ir::Form;
use crate::options::Options;
use crate::passes::random::Random;

/// Reads a container and checks that the result is sound.
fn try_reading(bytes: &[u8], options: &Options) -> bool {
    let (source, diagnostics) = super::super::read(bytes, options);
    if diagnostics.iter().any(crate::Diagnostic::is_error) {
        return false;
    }
    source.program.verify(Form::PreSsa).unwrap();
    assert_eq!(source.bindings.len(), source.program.uniforms.len());
    assert!(source.program.values.len() < 100_000);
    true
}

/// Returns the container with the bytes of some chunks changed, and a right checksum.
fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let container = Container::read(bytes).unwrap();
    let chunks: Vec<_> = container
        .chunks()
        .map(|chunk| {
            let mut data = chunk.data.to_vec();
            if random.below(2) == 0 && !data.is_empty() {
                for _ in 0..=random.below(3) {
                    let at = random.below(data.len() as u32) as usize;
                    data[at] ^= 1 << random.below(8);
                }
            }
            (chunk.id, data)
        })
        .collect();
    let chunks: Vec<_> = chunks.iter().map(|(id, data)| (*id, data.as_slice())).collect();
    build(&chunks).unwrap()
}

#[test]
fn damaged_containers_do_no_harm() {
    let (mut translated, mut refused) = (0, 0);
    for name in golden::names() {
        let bytes = common::golden(&name);
        for length in (0..bytes.len()).step_by(23) {
            try_reading(&bytes[..length], &golden::options());
        }
        for seed in 0..150 {
            let damaged = damaged(&bytes, &mut Random::new(seed));
            if try_reading(&damaged, &golden::options()) {
                translated += 1
            } else {
                refused += 1
            }
        }
    }
    assert!(translated > 200 && refused > 200, "{translated}, {refused}");
}

#[test]
fn containers_of_all_stages_are_read() {
    for entry in std::fs::read_dir(common::folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|suffix| suffix == "dxbc") {
            try_reading(&std::fs::read(path).unwrap(), &Options::default());
        }
    }
}

/// Returns the container with these chunks before its own.
fn with_chunks(bytes: &[u8], others: &[([u8; 4], &[u8])]) -> Vec<u8> {
    let container = Container::read(bytes).unwrap();
    let others = others.iter().map(|(id, data)| (FourCc(*id), *data));
    let own = container.chunks().map(|chunk| (chunk.id, chunk.data));
    build(&others.chain(own).collect::<Vec<_>>()).unwrap()
}

/// Code of Direct3D 9, features and interfaces have no part in the translation.
#[test]
fn damage_of_other_chunks_stops_nothing() {
    let bytes = common::golden("vs-mvp");
    let expected = common::translated(&bytes, &golden::options());
    for id in [*b"Aon9", *b"SFI0", *b"IFCE", *b"PCSG"] {
        let damaged = with_chunks(&bytes, &[(id, &[0xFF; 7])]);
        let shader = Container::read(&damaged).unwrap();
        let faults = pica200_dxbc::Shader::from_container(&shader).faults;
        assert_eq!(faults.len(), 1, "{}", FourCc(id));
        let found = common::translated(&damaged, &golden::options());
        assert_eq!(found.program.to_string(), expected.program.to_string());
    }
    for id in [*b"RDEF", *b"ISGN", *b"OSGN", *b"SHEX"] {
        let damaged = with_chunks(&bytes, &[(id, &[0xFF; 7])]);
        let (_, diagnostics) = super::super::read(&damaged, &golden::options());
        let mut messages = diagnostics.iter().map(|diagnostic| &diagnostic.message);
        let chunk = format!("chunk `{}`", FourCc(id));
        assert!(messages.any(|message| message.starts_with(&chunk)), "{diagnostics:?}");
    }
}
