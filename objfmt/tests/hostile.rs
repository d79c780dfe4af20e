//! Hostile bytes: reading gives an error or a valid model, in bounded time and memory.

#![allow(clippy::unwrap_used, reason = "a test that cannot make its data has failed")]

mod models;

use std::fs;
use std::path::Path;

use models::{
    MEMORY_MULTIPLE, footprint_of_object, footprint_of_shbin, peek, poke, sample_object, sample_shbin,
    sample_with_labels, sample_with_stated_fields,
};
use pica200_objfmt::formats::error::{ReadError, ReadErrorKind};
use pica200_objfmt::formats::object::{Linkage, Object, Uniform, UniformClass};
use pica200_objfmt::formats::shbin::{Shader, Shbin, UniformEntry};
use pica200_objfmt::isa::register::UniformKind;
use proptest::prelude::*;

/// Reads bytes as a shader binary and checks all guarantees.
fn shbin_of(bytes: &[u8]) -> Result<Shbin, ReadError> {
    let shbin = Shbin::read(bytes)?;
    assert!(footprint_of_shbin(&shbin) <= MEMORY_MULTIPLE * bytes.len());
    let written = shbin.write().unwrap();
    assert_eq!(Shbin::read(&written).as_ref(), Ok(&shbin));
    Ok(shbin)
}

/// Reads bytes as an object and checks all guarantees.
fn object_of(bytes: &[u8]) -> Result<Object, ReadError> {
    let object = Object::read(bytes)?;
    assert_eq!(object.validate(), Ok(()));
    assert!(footprint_of_object(&object) <= MEMORY_MULTIPLE * bytes.len());
    let written = object.write().unwrap();
    assert_eq!(Object::read(&written).as_ref(), Ok(&object));
    Ok(object)
}

fn shbins() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let data = |name| fs::read(folder.join(name)).unwrap();
    vec![
        data("10-constants.shbin"),
        data("multi-00-vertex-and-geometry.shbin"),
        sample_shbin().write().unwrap(),
    ]
}

fn objects() -> Vec<Vec<u8>> {
    vec![
        sample_object().write().unwrap(),
        sample_with_labels().write().unwrap(),
        sample_with_stated_fields().write().unwrap(),
        Object::new().write().unwrap(),
    ]
}

/// Calls a function with every version of a file in which one byte or one word differs.
fn each_change(file: &[u8], mut check: impl FnMut(&[u8])) {
    let mut changed = file.to_vec();
    for at in 0..file.len() {
        for value in [
            0,
            1,
            2,
            4,
            0x7F,
            0x80,
            0xFE,
            0xFF,
            file[at] ^ 1,
            file[at].wrapping_add(4),
        ] {
            changed[at] = value;
            check(&changed);
        }
        changed[at] = file[at];
    }
    let size = u32::try_from(file.len()).unwrap();
    for at in (0..file.len() - 3).step_by(4) {
        let word = peek(file, at);
        for value in [
            u32::MAX,
            u32::MAX - 3,
            u32::MAX / 4,
            u32::MAX / 8 + 1,
            0x8000_0000,
            size,
            size - 1,
            size - 4,
            size / 4,
            word.wrapping_sub(1),
        ] {
            poke(&mut changed, at, value);
            check(&changed);
        }
        poke(&mut changed, at, word);
    }
}

#[test]
fn cut_shbins_are_refused() {
    for file in shbins() {
        for len in 0..file.len() {
            // The padding of the last names may be missing.
            if let Ok(shbin) = shbin_of(&file[..len]) {
                assert!(file.len() - len < 4);
                assert_eq!(shbin, shbin_of(&file).unwrap());
            }
        }
    }
}

#[test]
fn cut_objects_are_refused() {
    for file in objects() {
        for len in 0..file.len() {
            if let Ok(object) = object_of(&file[..len]) {
                assert!(file.len() - len < 4);
                assert_eq!(object, object_of(&file).unwrap());
            }
        }
    }
}

#[test]
fn changed_shbins_are_refused_or_readable() {
    for file in shbins() {
        let mut refused = 0;
        each_change(&file, |changed| refused += usize::from(shbin_of(changed).is_err()));
        assert!(refused > 100);
    }
}

#[test]
fn changed_objects_are_refused_or_valid() {
    for file in objects() {
        let mut refused = 0;
        each_change(&file, |changed| refused += usize::from(object_of(changed).is_err()));
        assert!(refused > 100);
    }
}

#[test]
fn each_pair_of_a_header_is_bounded() {
    let shbin = sample_shbin().write().unwrap();
    let dvlp = 16;
    let dvle = usize::try_from(peek(&shbin, 8)).unwrap();
    let pairs = (dvlp + 0x08..dvlp + 0x28)
        .step_by(8)
        .chain((dvle + 0x18..dvle + 0x40).step_by(8));
    for pair in pairs {
        for (offset, count) in [(0, u32::MAX), (u32::MAX - 3, 1), (u32::MAX - 3, u32::MAX), (4, 1 << 29)] {
            let mut file = shbin.clone();
            poke(&mut file, pair, offset);
            poke(&mut file, pair + 4, count);
            let kind = shbin_of(&file).unwrap_err().kind;
            assert!(matches!(kind, ReadErrorKind::OutOfFile { .. }), "{pair:X}h: {kind:?}");
        }
    }
    let object = sample_object().write().unwrap();
    for pair in (0x10..0x58).step_by(8).chain((0x6C..0xA4).step_by(8)) {
        for (offset, count) in [(0, u32::MAX), (u32::MAX, 1), (u32::MAX - 3, u32::MAX), (4, 1 << 29)] {
            let mut file = object.clone();
            poke(&mut file, pair, offset);
            poke(&mut file, pair + 4, count);
            let kind = object_of(&file).unwrap_err().kind;
            assert!(matches!(kind, ReadErrorKind::OutOfFile { .. }), "{pair:X}h: {kind:?}");
        }
    }
}

/// Returns a shader binary with many shaders, all at the offset of the first.
fn one_shader_many_times(count: usize) -> Vec<u8> {
    let uniform = UniformEntry {
        name: "name".into(),
        first: 0,
        last: 0,
    };
    let big = Shader {
        uniforms: vec![uniform; 10_000],
        ..Shader::default()
    };
    let mut shaders = vec![Shader::default(); count];
    shaders[0] = big;
    let shbin = Shbin {
        shaders,
        ..Shbin::default()
    };
    let mut file = shbin.write().unwrap();
    let first = peek(&file, 8);
    for index in 0..count {
        poke(&mut file, 8 + 4 * index, first);
    }
    file
}

#[test]
fn a_shader_counts_each_time_it_is_named() {
    let file = one_shader_many_times(1);
    assert_eq!(shbin_of(&file).unwrap().shaders.len(), 1);
    let kind = shbin_of(&one_shader_many_times(5_000)).unwrap_err().kind;
    assert!(matches!(kind, ReadErrorKind::Overlap { .. }), "{kind:?}");
}

#[test]
fn shared_names_of_a_shbin_are_bounded() {
    let uniform = |name: &str| UniformEntry {
        name: name.into(),
        first: 0,
        last: 0,
    };
    let file_with = |name: &str| {
        let mut uniforms = vec![uniform(name)];
        uniforms.resize(5_000, uniform(""));
        let shader = Shader {
            uniforms,
            ..Shader::default()
        };
        let mut file = Shbin {
            shaders: vec![shader],
            ..Shbin::default()
        }
        .write()
        .unwrap();
        let dvle = usize::try_from(peek(&file, 8)).unwrap();
        for entry in 0..5_000 {
            poke(&mut file, dvle + 0x40 + 8 * entry, 0);
        }
        file
    };
    let short = shbin_of(&file_with("projection")).unwrap();
    assert!(short.shaders[0].uniforms.iter().all(|u| u.name == "projection"));
    let kind = shbin_of(&file_with(&"long".repeat(20_000))).unwrap_err().kind;
    assert_eq!(kind, ReadErrorKind::NamesTooLong { multiple: 24 });
}

#[test]
fn shared_names_of_an_object_are_bounded() {
    let mut object = sample_object();
    let position = object.uniforms[0].position;
    let uniform = |name: &str| Uniform {
        name: name.into(),
        class: UniformClass::Uniform(UniformKind::Float),
        first: 0,
        len: 1,
        pinned: false,
        linkage: Linkage::Own,
        position,
    };
    object.uniforms.push(uniform(&"long".repeat(20_000)));
    object.uniforms.resize(5_000, uniform("u"));
    let mut file = object.write().unwrap();
    let table = usize::try_from(peek(&file, 0x48)).unwrap();
    let long = peek(&file, table + 8 * 3);
    for entry in 0..5_000 {
        poke(&mut file, table + 8 * entry, long);
    }
    let kind = object_of(&file).unwrap_err().kind;
    assert_eq!(kind, ReadErrorKind::NamesTooLong { multiple: 24 });
}

#[test]
fn a_table_of_empty_names_stays_within_bounds() {
    let mut shbin = sample_shbin();
    shbin.program.files.resize(100_000, "".into());
    shbin_of(&shbin.write().unwrap()).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn noise_is_refused_or_readable(
        place in any::<prop::sample::Index>(),
        noise in prop::collection::vec(any::<u8>(), 1..16),
    ) {
        let change = |mut file: Vec<u8>| {
            let at = place.index(file.len() - noise.len());
            file[at..at + noise.len()].copy_from_slice(&noise);
            file
        };
        let _ = shbin_of(&change(sample_shbin().write().unwrap()));
        let _ = object_of(&change(sample_object().write().unwrap()));
        let _ = object_of(&change(sample_with_labels().write().unwrap()));
        let _ = object_of(&change(sample_with_stated_fields().write().unwrap()));
    }
}
